"""What follows from values: which is earlier or less, whether two are equal, what they come to together."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal

from microworlds.core import value_types
from microworlds.reading.general.answers import Known

_CURRENCY = re.compile(r"[€£]|\b(?!USD)[A-Z]{3}\b")
_DAYS = {"hour": Decimal(1) / 24, "day": Decimal(1), "week": Decimal(7), "month": Decimal("30.4"), "year": Decimal(365)}
Stretch = tuple[date, date]


def _stretch(key: object) -> Stretch | None:
    if isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], date) and isinstance(key[1], date):
        return key[0], key[1]
    return None


def earlier(left: object, right: object) -> bool | None:
    """True if one date or stretch of time lies before another; None if that cannot be told."""
    a, b = _stretch(left), _stretch(right)
    if a is None or b is None or a == b:
        return None
    return a[0] < b[0] if a[0] != b[0] else a[1] < b[1]


def between(left: object, right: object, unit: str) -> str | None:
    """The time between two dates, in the unit asked for, or whatever unit suits."""
    a, b = _stretch(left), _stretch(right)
    if a is None or b is None or (unit == "day" and (a[0] != a[1] or b[0] != b[1])):
        return None
    first, last = min(a[0], b[0]), max(a[0], b[0])
    days = (last - first).days
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    if days == 0:
        return None
    if unit == "time" and days % 7 == 0 and 14 <= days < 60:
        unit = "week"
    count = {"week": days // 7, "month": months, "year": months // 12, "hour": days * 24}.get(unit, days)
    return _counted(count, unit if unit in _DAYS else "day")


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}" + ("" if number == 1 else "s")


def written(parts: list[Known], combine: Callable[[list[Decimal]], Decimal]) -> str | None:
    """A computed quantity in the form of what it was computed from."""
    numbers = [number for part in parts if (number := _magnitude(part.key)) is not None]
    units = {str(part.key[1]) if isinstance(part.key, tuple) else part.kind for part in parts}
    if len(numbers) != len(parts) or len(units) != 1:
        return None
    result, unit = combine(numbers), units.pop()
    if unit == "amount":
        marks = [match.group() for part in parts if (match := _CURRENCY.search(part.text))]
        sign = (f"{marks[0]} " if marks[0].isalpha() else marks[0]) if marks else "$"
        return value_types.format_amount(result).replace("$", sign)
    plain = f"{result:,f}".rstrip("0").rstrip(".") if "." in f"{result:f}" else f"{result:,f}"
    if unit == "percent":
        return f"{plain}%"
    return plain if unit == "number" else f"{plain} {unit}" + ("" if result == 1 else "s")


def _magnitude(key: object) -> Decimal | None:
    """A key as a number, if it is one; a period counts in its own unit."""
    if isinstance(key, tuple) and len(key) == 2 and isinstance(key[1], str):
        return Decimal(str(key[0]))
    return key if isinstance(key, Decimal) else None


def _comparable(key: object) -> Decimal | None:
    """A key on a common scale: periods in days."""
    number = _magnitude(key)
    return number * _DAYS.get(str(key[1]), Decimal(1)) if number is not None and isinstance(key, tuple) else number


def less(left: object, right: object) -> bool | None:
    """True if one quantity is smaller than another; None if they are equal or cannot be compared."""
    a, b = _comparable(left), _comparable(right)
    return None if a is None or b is None or a == b else a < b


def equal(left: Known, right: Known) -> bool | None:
    """True if two values are the same, dates as far as both were stated; None if they are of different kinds."""
    if left.kind != right.kind:
        return None
    a, b = _comparable(left.key), _comparable(right.key)
    if a is not None and b is not None:
        return a == b
    c, d = _stretch(left.key), _stretch(right.key)
    if c and d:
        return c[0] <= d[1] and d[0] <= c[1]
    one, other = (
        re.sub(r"^(?:the|state of|laws? of)\s+", "", str(part.key).lower()).strip(" .") for part in (left, right)
    )
    return one == other or one in other or other in one
