"""How one agreement writes its figures: `thirty (30) days`, `$2.5 million`, `7 March 2014`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from microworlds.core.value_types import MONTHS, format_amount, format_date, in_words, ordinal
from microworlds.corpora.agreements.plan import Duration, Rate, Value


@dataclass(frozen=True)
class Figures:
    """An agreement's habits in writing numbers, money and dates."""

    numbers: Literal["both", "figures", "words"]
    money: Literal["figures", "marked", "words", "millions"]
    dates: Literal["month", "day", "ordinal"]

    def count(self, number: int) -> str:
        """A small number.

        >>> Figures("both", "figures", "month").count(30)
        'thirty (30)'
        """
        if self.numbers == "figures":
            return str(number)
        return in_words(number) if self.numbers == "words" else f"{in_words(number)} ({number})"

    def duration(self, length: Duration) -> str:
        """A length of time."""
        unit = length.unit if length.count == 1 else f"{length.unit}s"
        return " ".join(part for part in (self.count(length.count), length.qualifier, unit) if part)

    def amount(self, dollars: int) -> str:
        """A sum of money.

        >>> Figures("both", "millions", "month").amount(2_500_000)
        '$2.5 million'
        """
        plain = format_amount(Decimal(dollars))
        if self.money == "marked":
            return f"US{plain}"
        if self.money == "millions" and dollars >= 1_000_000 and dollars % 100_000 == 0:
            return f"${Decimal(dollars) / 1_000_000:f} million".replace(".0 ", " ")
        if self.money == "words":
            return f"{in_words(dollars).title()} Dollars ({plain})"
        return plain

    def rate(self, rate: Rate) -> str:
        """A percentage, with its period.

        >>> Figures("both", "figures", "month").rate(Rate(percent=Decimal("1.5"), per="month"))
        'one and one-half percent (1.5%) per month'
        """
        figure = f"{rate.percent.normalize():f}"
        whole, _, rest = figure.partition(".")
        text = f"{figure}%"
        if self.numbers != "figures" and rest in ("", "5"):
            half = " and one-half" if rest else ""
            text = f"{in_words(int(whole))}{half} percent ({figure}%)"
        return text + {"": "", "month": " per month", "year": " per annum"}[rate.per]

    def day(self, day: date) -> str:
        """A date."""
        if self.dates == "day":
            return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
        if self.dates == "ordinal":
            return f"the {ordinal(day.day)} day of {MONTHS[day.month - 1]}, {day.year}"
        return format_date(day)

    def value(self, value: Value) -> str:
        """Any value of a plan."""
        if isinstance(value, Duration):
            return self.duration(value)
        if isinstance(value, Rate):
            return self.rate(value)
        if isinstance(value, date):
            return self.day(value)
        return self.amount(value) if isinstance(value, int) else value
