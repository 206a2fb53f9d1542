"""What follows from values: which is earlier or less, whether two are equal, what they come to together."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal

from microworlds.core import value_types
from microworlds.reading.answering import Known

_CURRENCY = re.compile(r"[€£]|\b(?!USD)[A-Z]{3}\b")
_DAYS = {"hour": Decimal(1) / 24, "day": Decimal(1), "week": Decimal(7), "month": Decimal("30.4"), "year": Decimal(365)}


def between(left: object, right: object, unit: str) -> str | None:
    """The time between two dates, in the unit asked for, or in days."""
    dates = sorted(key for key in (left, right) if isinstance(key, tuple) and isinstance(key[0], date))
    if len(dates) < 2 or dates[0] == dates[1] or (unit == "day" and any(first != last for first, last in dates)):
        return None
    first, last = dates[0][0], dates[1][0]
    days = (last - first).days
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    counts = {"week": days // 7, "month": months, "year": months // 12, "hour": days * 24, "day": days}
    return _counted(Decimal(counts.get(unit, days)), unit if unit in counts else "day")


def _counted(number: Decimal, unit: str) -> str:
    plain = f"{number:,f}".rstrip("0").rstrip(".") if "." in f"{number:f}" else f"{number:,f}"
    if unit in ("percent", "number"):
        return f"{plain}%" if unit == "percent" else plain
    return f"{plain} {unit}" + ("" if number == 1 else "s")


def written(parts: Sequence[Known], combine: Callable[[list[Decimal]], Decimal]) -> str | None:
    """A computed quantity in the form of what it was computed from."""
    pairs = [part.key if isinstance(part.key, tuple) else (part.key, part.kind) for part in parts]
    numbers = [Decimal(str(number)) for number, _ in pairs if isinstance(number, int | float | Decimal)]
    units = {str(unit) for _, unit in pairs}
    if len(numbers) != len(parts) or len(units) != 1:
        return None
    result, unit = combine(numbers), units.pop()
    if unit != "amount":
        return _counted(result, unit)
    mark = next((match.group() for part in parts if (match := _CURRENCY.search(part.text))), "$")
    return value_types.format_amount(result).replace("$", f"{mark} " if mark.isalpha() else mark)


def _scaled(key: object) -> tuple[Decimal, Decimal] | None:
    """A key on a common scale, from least to most: dates and periods in days."""
    first, last = key if isinstance(key, tuple) and len(key) == 2 else (key, "")
    if isinstance(first, date) and isinstance(last, date):
        return Decimal(first.toordinal()), Decimal(last.toordinal())
    if not isinstance(first, int | float | Decimal):
        return None
    number = Decimal(str(first)) * _DAYS.get(str(last), Decimal(1))
    return number, number


def less(left: object, right: object) -> bool | None:
    """True if one quantity is smaller than another, or one stretch of time earlier; None if that cannot be told."""
    a, b = _scaled(left), _scaled(right)
    return None if a is None or b is None or a == b else a < b


def equal(left: Known, right: Known) -> bool | None:
    """True if two values are the same, as far as both were stated; None if they are of different kinds."""
    a, b = _scaled(left.key), _scaled(right.key)
    if left.kind != right.kind or (a is None) != (b is None):
        return None
    if a and b:
        return a[0] <= b[1] and b[0] <= a[1]
    one, other = (
        re.sub(r"^(?:the|state of|laws? of) ", "", str(part.key).lower()).strip(" .") for part in (left, right)
    )
    return one in other or other in one
