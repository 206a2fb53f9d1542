"""Answers that are worked out from values: order and distance in time, sums, comparisons.

Source: MemoryDocDataSet Table 2 (temporal and multi-hop questions); issue 2, section 3 (spans or derived).
"""

from datetime import date
from decimal import Decimal
from itertools import combinations
from typing import Literal

from microworlds.core import value_types

Derived = Literal["order", "interval", "sum", "same", "greater"]


def derive(how: Derived, values: list[str], unit: str = "days") -> str | None:
    """The derived answer's text, or None where the values do not allow it (an incomplete date, equal dates).

    >>> derive("interval", ["March 1, 2024", "April 12, 2024"])
    '42 days'
    >>> derive("sum", ["$1,200", "$300.50"])
    '$1,500.50'
    """
    if how == "same":
        return None if _half_alike(values) else "yes" if len({_comparable(value) for value in values}) == 1 else "no"
    if how in ("order", "interval"):
        return _derived_date(how, values, unit)
    return _derived_number(how, values)


def _derived_date(how: str, values: list[str], unit: str) -> str | None:
    first, second = (day.whole() if (day := value_types.parse_date(value)) else None for value in values)
    if first is None or second is None or first == second:
        return None
    if how == "order":
        return "before" if first < second else "after"
    return _interval(first, second, unit)


def _interval(first: date, second: date, unit: str) -> str | None:
    early, late = sorted((first, second))
    days = (late - early).days
    months = (late.year - early.year) * 12 + late.month - early.month - (late.day < early.day)
    count = {"days": days, "weeks": days // 7, "months": months, "years": months // 12}[unit]
    if count == 0:
        return None
    return f"{count} {unit if count != 1 else unit[:-1]}"


def _derived_number(how: str, values: list[str]) -> str | None:
    amounts = [value_types.parse_amount(value) for value in values]
    money = all(amount is not None for amount in amounts)
    numbers = amounts if money else [_decimal(value) for value in values]
    figures = [number for number in numbers if number is not None]
    if len(figures) != len(values):
        return None
    if how == "greater":
        return None if figures[0] == figures[1] else ("yes" if figures[0] > figures[1] else "no")
    total = sum(figures, Decimal(0))
    if total == 0:
        return None
    return value_types.format_amount(total) if money else str(total)


def _decimal(value: str) -> Decimal | None:
    number = value_types.parse_number(value)
    return None if number is None else Decimal(number)


def _half_alike(values: list[str]) -> bool:
    """True if two outcomes share an act and differ in another: whether they are alike is a matter of opinion."""
    acts = [own for value in values if (own := value_types.parse_outcome(value)) is not None]
    return any(one != two and one & two for one, two in combinations(acts, 2))


def _comparable(value: str) -> object:
    """What makes two values the same: a date's day, an amount's figure, an outcome's acts, else the plain words."""
    day = value_types.parse_date(value)
    if day is not None and day.whole() is not None:
        return day
    acts = value_types.parse_outcome(value)
    if acts is not None:
        return acts
    amount = value_types.parse_amount(value)
    return amount if amount is not None else " ".join(value.lower().replace(".", "").replace(",", "").split())
