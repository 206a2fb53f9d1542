"""Sums of money and terms of imprisonment, as courts state them."""

from __future__ import annotations

import random
from decimal import Decimal

from microworlds.core.value_types import format_amount, in_words
from microworlds.corpora.law.jurisdictions import Era

# what a dollar of today was, roughly, in the money of the time
_SCALE = {"old": 0.035, "mid": 0.16, "new": 1.0}


def stated(rng: random.Random, value: float, era: Era) -> str:
    """About ``value`` of today's money in the money of the time: mostly a round sum, sometimes to the cent."""
    amount = value * _SCALE[era]
    kind = rng.random()
    if kind < 0.5 and amount > 100:
        step = 10 ** max(1, len(str(int(amount))) - 2)
        return format_amount(Decimal(max(step, round(amount / step) * step)))
    if kind < 0.75 or amount < 5:
        return format_amount(Decimal(max(1, round(amount))))
    return format_amount(Decimal(round(amount * 100)) / 100)


def term(rng: random.Random, low: int, high: int) -> str:
    """A term between two numbers of months, in years where it is whole years."""
    months = round(low * (high / low) ** rng.random())
    if months >= 24 and rng.random() < 0.85:
        return _count(rng, round(months / 12), "year")
    return _count(rng, min(months, 23) if months < 24 else months, "month")


def _count(rng: random.Random, number: int, unit: str) -> str:
    word = in_words(number) if number <= 15 and rng.random() < 0.75 else str(number)
    return f"{word} {unit}{'' if number == 1 else 's'}"
