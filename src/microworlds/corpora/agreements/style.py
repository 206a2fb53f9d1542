"""House styles: how an agreement numbers its articles, refers to them, and prints its headings and lists.

Source: issue 2, section 2 (several house styles of numbering and headings).
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from microworlds.corpora.agreements.figures import Figures

Numbering = Literal["roman", "article", "decimal", "lettered", "capitals", "clause", "section"]
_ROMAN = ((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman(number: int) -> str:
    """A number below 50 in Roman capitals.

    >>> roman(24)
    'XXIV'
    """
    for size, sign in _ROMAN:
        if number >= size:
            return sign + roman(number - size)
    return ""


def letters(number: int) -> str:
    """1 is a, 27 is aa, 28 is bb."""
    return "abcdefghijklmnopqrstuvwxyz"[(number - 1) % 26] * ((number - 1) // 26 + 1)


@dataclass(frozen=True)
class HouseStyle:
    """The habits of whoever drafted one agreement."""

    numbering: Numbering
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
        return {
            "roman": f"ARTICLE {roman(number)}\n{heading}",
            "article": f"ARTICLE {number}. {heading}",
            "decimal": f"{number}. {heading}",
            "lettered": f"{number}. {heading}.",
            "capitals": heading,
            "clause": f"{number}  {heading}",
            "section": f"SECTION {number}. {heading}",
        }[self.numbering]

    def section_label(self, article: int, section: int, running: int) -> str:
        """The number that stands before a section; ``running`` counts through the whole agreement."""
        return {
            "roman": f"Section {article}.{section:02d}",
            "article": f"{article}.{section}",
            "decimal": f"{article}.{section}",
            "lettered": f"({letters(section)})",
            "capitals": f"{running}.",
            "clause": f"{article}.{section}",
            "section": f"{article}.{section}.",
        }[self.numbering]

    def section_reference(self, article: int, section: int, running: int) -> str:
        """How a section is cited elsewhere."""
        label = self.section_label(article, section, running).rstrip(".")
        if self.numbering == "lettered":
            return f"Section {article}{label}"
        if self.numbering == "capitals":
            return f"paragraph {label}"
        return (
            label if self.numbering == "roman" else f"{'Clause' if self.numbering == 'clause' else 'Section'} {label}"
        )

    def article_reference(self, number: int, heading: str) -> str:
        """How a whole article is cited elsewhere."""
        if self.numbering == "capitals":
            return f"the provisions headed “{heading.capitalize()}”"
        word = {"roman": "Article", "article": "Article", "clause": "Clause"}.get(self.numbering, "Section")
        return f"{word} {roman(number) if self.numbering == 'roman' else number}"

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
        numbering=rng.choices(
            ("roman", "article", "decimal", "lettered", "capitals", "clause", "section"), (4, 4, 5, 3, 1, 2, 2)
        )[0],
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
