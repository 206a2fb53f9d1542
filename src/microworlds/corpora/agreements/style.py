"""House styles: how an agreement writes its figures, numbers its articles, cites them, prints headings and lists."""

import random
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from microworlds.core.value_types import MONTHS, format_amount, format_date, in_words, ordinal, roman
from microworlds.corpora.agreements.settling import Count, Duration, Rate, Value


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
        if isinstance(value, Count):
            return self.count(value.count)
        if isinstance(value, Rate):
            return self.rate(value)
        if isinstance(value, date):
            return self.day(value)
        return self.amount(value) if isinstance(value, int) else value


def letters(number: int) -> str:
    """1 is a, 27 is aa, 28 is bb."""
    return "abcdefghijklmnopqrstuvwxyz"[(number - 1) % 26] * ((number - 1) // 26 + 1)


@dataclass(frozen=True)
class Numbering:
    """How articles and sections are numbered and cited.

    The patterns know ``article`` and ``section`` by number, and in other signs; ``running`` counts the sections of the
    whole agreement; ``label`` is what stands before a section, without its stop.
    """

    heading: str
    section: str
    section_cited: str
    article_cited: str


NUMBERINGS = {
    "roman": Numbering("ARTICLE {roman}\n{heading}", "Section {article}.{section:02d}", "{label}", "Article {roman}"),
    "article": Numbering("ARTICLE {article}. {heading}", "{article}.{section}", "Section {label}", "Article {article}"),
    "decimal": Numbering("{article}. {heading}", "{article}.{section}", "Section {label}", "Section {article}"),
    "lettered": Numbering("{article}. {heading}.", "({letter})", "Section {article}{label}", "Section {article}"),
    "capitals": Numbering("{heading}", "{running}.", "paragraph {label}", "the provisions headed “{small}”"),
    "clause": Numbering("{article}  {heading}", "{article}.{section}", "Clause {label}", "Clause {article}"),
    "section": Numbering(
        "SECTION {article}. {heading}", "{article}.{section}.", "Section {label}", "Section {article}"
    ),
}


@dataclass(frozen=True)
class HouseStyle:
    """The habits of whoever drafted one agreement."""

    numbering: str
    caption: Literal["plain", "upper", "line", "colon"]
    broken_lists: bool
    items: Literal["letters", "roman", "figures", "capitals"]
    straight_quotes: bool
    short_names: bool
    the_roles: bool
    small_party: bool
    numbered_definitions: bool
    schedule: str
    gap: str
    indent: str
    legend: bool
    footer: bool
    page: int
    figures: Figures

    def article_heading(self, number: int, heading: str) -> str:
        """The heading line or lines of an article."""
        return NUMBERINGS[self.numbering].heading.format(article=number, roman=roman(number), heading=heading)

    def section_label(self, article: int, section: int, running: int) -> str:
        """The number that stands before a section; ``running`` counts through the whole agreement."""
        pattern = NUMBERINGS[self.numbering].section
        return pattern.format(article=article, section=section, letter=letters(section), running=running)

    def section_reference(self, article: int, section: int, running: int) -> str:
        """How a section is cited elsewhere."""
        label = self.section_label(article, section, running).rstrip(".")
        return NUMBERINGS[self.numbering].section_cited.format(article=article, label=label)

    def article_reference(self, number: int, heading: str) -> str:
        """How a whole article is cited elsewhere."""
        pattern = NUMBERINGS[self.numbering].article_cited
        return pattern.format(article=number, roman=roman(number), small=heading.capitalize())

    def item_label(self, number: int) -> str:
        """The label of an item of a list."""
        kind = "roman" if self.numbering == "lettered" and self.items == "letters" else self.items
        return {
            "letters": f"({letters(number)})",
            "roman": f"({roman(number).lower()})",
            "figures": f"({number})",
            "capitals": f"({letters(number).upper()})",
        }[kind]

    def schedule_name(self, number: int) -> str:
        """The name of a schedule: Schedule A, Annex 2."""
        return f"{self.schedule} {number if self.schedule in ('Annex', 'Appendix') else letters(number).upper()}"


def house_style(rng: random.Random, roles: bool) -> HouseStyle:
    """A style at random; parties without ``roles`` go by their short names."""
    return HouseStyle(
        numbering=rng.choices(tuple(NUMBERINGS), (4, 4, 5, 3, 1, 2, 2))[0],
        caption=rng.choices(("plain", "upper", "line", "colon"), (6, 1, 1, 2))[0],
        broken_lists=rng.random() < 0.45,
        items=rng.choices(("letters", "roman", "figures", "capitals"), (5, 5, 1, 1))[0],
        straight_quotes=rng.random() < 0.4,
        short_names=not roles or rng.random() < 0.35,
        the_roles=rng.random() < 0.5,
        small_party=rng.random() < 0.35,
        numbered_definitions=rng.random() < 0.6,
        schedule=rng.choice(("Schedule", "Exhibit", "Exhibit", "Annex", "Appendix", "Attachment")),
        gap=rng.choice(("\n\n", "\n\n", "\n")),
        indent=rng.choice(("", "    ", "  ")),
        legend=rng.random() < 0.5,
        footer=rng.random() < 0.75,
        page=rng.randint(2600, 4200),
        figures=Figures(
            numbers=rng.choices(("both", "figures", "words"), (6, 3, 1))[0],
            money=rng.choices(("figures", "marked", "words", "millions"), (6, 2, 1, 1))[0],
            dates=rng.choices(("month", "day", "ordinal"), (7, 2, 1))[0],
        ),
    )
