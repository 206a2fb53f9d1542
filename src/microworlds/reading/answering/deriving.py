"""Answers that are worked out: order, intervals, sums, differences, comparisons.

Each of the things compared is found by itself, as an answer to a smaller question.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from microworlds.core import value_types
from microworlds.reading.answering import values
from microworlds.reading.answering.value import Value

_CURRENCY = re.compile(r"[€£]|\b(?!USD)[A-Z]{3}\b")
Stretch = tuple[date, date]


@dataclass(frozen=True)
class Known:
    """Something found out: what to call it, what it amounts to, how sure that is, and the passages it rests on."""

    text: str
    key: object
    confidence: float
    support: tuple[int, ...]
    kind: str = ""


def earlier(left: object, right: object) -> bool | None:
    """True if one date or stretch of time lies before another; None if that cannot be told."""
    a, b = _stretch(left), _stretch(right)
    if a is None or b is None or a == b:
        return None
    if a[1] < b[0]:
        return True
    if b[1] < a[0]:
        return False
    return a[0] < b[0] if a[0] != b[0] else a[1] < b[1]


def _stretch(key: object) -> Stretch | None:
    if isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], date) and isinstance(key[1], date):
        return key[0], key[1]
    return None


def between(left: object, right: object, unit: str) -> str | None:
    """The time between two dates, in the unit asked for, or whatever unit suits."""
    a, b = _stretch(left), _stretch(right)
    if a is None or b is None or (unit == "day" and (a[0] != a[1] or b[0] != b[1])):
        return None
    first, last = min(a[0], b[0]), max(a[0], b[0])
    days = (last - first).days
    if days == 0:
        return None
    if unit == "week" or (unit == "time" and days % 7 == 0 and 14 <= days < 60):
        return _counted(days // 7, "week")
    if unit == "month":
        return _counted(_months(first, last), "month")
    if unit == "year":
        return _counted(_months(first, last) // 12, "year")
    if unit == "hour":
        return _counted(days * 24, "hour")
    return _counted(days, "day")


def _months(first: date, last: date) -> int:
    months = (last.year - first.year) * 12 + last.month - first.month
    return months - (last.day < first.day)


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}" + ("" if number == 1 else "s")


def total(parts: list[Known]) -> str | None:
    """The sum of amounts, counts or periods of one unit."""
    return _written(parts, lambda numbers: sum(numbers, Decimal(0)))


def gap(left: Known, right: Known) -> str | None:
    """The difference between two amounts, counts or periods."""
    return _written([left, right], lambda numbers: abs(numbers[0] - numbers[1]))


def _written(parts: list[Known], combine: Callable[[list[Decimal]], Decimal]) -> str | None:
    """A computed quantity in the form of what it was computed from."""
    numbers = [magnitude(part.key) for part in parts]
    units = {_unit(part) for part in parts}
    if any(number is None for number in numbers) or len(units) != 1:
        return None
    result = combine([number for number in numbers if number is not None])
    unit = units.pop()
    if unit == "amount":
        marks = [match.group() for part in parts if (match := _CURRENCY.search(part.text))]
        return value_types.format_amount(result).replace(
            "$", f"{marks[0]} " if marks and marks[0].isalpha() else (*marks, "$")[0]
        )
    plain = f"{result:,f}".rstrip("0").rstrip(".") if "." in f"{result:f}" else f"{result:,f}"
    if unit == "percent":
        return f"{plain}%"
    return plain if unit == "number" else f"{plain} {unit}" + ("" if result == 1 else "s")


def magnitude(key: object) -> Decimal | None:
    """A key as a number, if it is one; a period counts in its own unit."""
    if isinstance(key, Decimal):
        return key
    if isinstance(key, tuple) and len(key) == 2 and isinstance(key[1], str):
        return Decimal(str(key[0]))
    return None


def _unit(part: Known) -> str:
    if isinstance(part.key, tuple) and len(part.key) == 2 and isinstance(part.key[1], str):
        return part.key[1]
    return part.kind


_DAYS = {"hour": Decimal(1) / 24, "day": Decimal(1), "week": Decimal(7), "month": Decimal("30.4"), "year": Decimal(365)}


def comparable(key: object) -> Decimal | None:
    """A key on a common scale: periods in days."""
    number = magnitude(key)
    if number is not None and isinstance(key, tuple):
        return number * _DAYS.get(str(key[1]), Decimal(1))
    return number


def less(left: object, right: object) -> bool | None:
    """True if one quantity is smaller than another; None if they are equal or cannot be compared."""
    a, b = comparable(left), comparable(right)
    return None if a is None or b is None or a == b else a < b


def equal(left: Known, right: Known) -> bool | None:
    """True if two values are the same; None if they are of different kinds."""
    if left.kind != right.kind:
        return None
    a, b = comparable(left.key), comparable(right.key)
    if a is not None and b is not None:
        return a == b
    if _stretch(left.key) and _stretch(right.key):
        return _same_day(left.key, right.key)
    one, other = _plain(left.key), _plain(right.key)
    return one == other or one in other or other in one


def _same_day(left: object, right: object) -> bool:
    """True if two dates agree as far as both were stated."""
    a, b = _stretch(left), _stretch(right)
    return a is not None and b is not None and a[0] <= b[1] and b[0] <= a[1]


def _plain(key: object) -> str:
    return re.sub(r"^(?:the|state of|laws? of)\s+", "", str(key).lower()).strip(" .")


def stated(kind: str, text: str, said: datetime | None) -> Value | None:
    """The one value of a kind that a question itself states."""
    found = values.find(kind, text, said)
    return found[0] if found else None
