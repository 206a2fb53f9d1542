"""Clauses of agreements whose value has a shape of its own: the rows of ``clauses.txt``, which says what each has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from microworlds.core import value_types
from microworlds.core.text_tables import entries, expression
from microworlds.corpora.attributes import AGREEMENT
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible

_REACH = 900  # characters before a value within which the words that say what it is must stand
_FAR = 12_000  # characters from a heading to the last sentence that may stand under it


def heading(text: str, at: int) -> str:
    """The title of the section around ``at``: the last numbered heading before it, or nothing."""
    last = ""
    for match in regex("clauses.heading").finditer(text, max(0, at - _FAR), at + 1):
        if not regex("clauses.running").match(match["title"]):
            last = match["title"]
    return last


@dataclass(frozen=True)
class Clause:
    """A row; ``lead`` is ``before`` anywhere in the sentence, which is cheaper to look for than values."""

    attribute: str
    words: tuple[str, ...]
    rank: int
    lead: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str] | None = None
    having: re.Pattern[str] | None = None
    but: re.Pattern[str] | None = None
    near: re.Pattern[str] | None = None
    under: re.Pattern[str] | None = None

    def find(self, page: Page) -> Iterator[DocumentFact]:
        """Values in the sentences of ``page``."""
        shape = value_types.PATTERNS[AGREEMENT[self.attribute].kind]
        for start, end in page.with_words(*self.words):
            if self._is_other(page, start, end):
                continue
            for value in shape.finditer(page.text, start, end):
                if self._says(page, start, value, end) and legible(value.group()):
                    article = regex("clauses.article").match(value.group())  # "the 4th of May": a value has no article
                    first = value.start() + (article.end() if article else 0)
                    yield fact(self.attribute, page.text, (first, value.end()))

    def _is_other(self, page: Page, start: int, end: int) -> bool:
        if not self.lead.search(page.text, start, end):
            return True
        if self.having and not self.having.search(page.text, start, end):
            return True
        if self.but and self.but.search(page.text, start, end):
            return True
        return self.under is not None and not self.under.search(heading(page.text, start))

    def _says(self, page: Page, start: int, value: re.Match[str], end: int) -> bool:
        before = self.before.search(page.text, max(start, value.start() - _REACH), value.start())
        if before is None or (self.after and not self.after.match(page.text, value.end(), end)):
            return False
        around = max(start, value.start() - 110), min(end, value.end() + 60)
        return self.near is None or not self.near.search(page.text, *around)


def stated(page: Page) -> Iterator[DocumentFact]:
    """Values of the rows of the lowest rank that has found any, for each attribute."""
    found: dict[str, dict[int, list[DocumentFact]]] = {}
    for clause in clauses():
        for item in clause.find(page):
            found.setdefault(clause.attribute, {}).setdefault(clause.rank, []).append(item)
    for ranks in found.values():
        yield from ranks[min(ranks)]


@cache
def clauses() -> tuple[Clause, ...]:
    """All rows, in order."""
    rows: list[dict[str, str]] = []
    for name, text in entries("microworlds.corpora.extraction.contracts", "clauses.txt"):
        if name == "clause":
            rows.append({})
        rows[-1][name] = text
    return tuple(_clause(row) for row in rows)


def _clause(row: dict[str, str]) -> Clause:
    words = tuple(word for word in row.pop("words").split("|") if word)
    attribute, rank = row.pop("clause"), int(row.pop("rank", "0"))
    patterns: dict[str, re.Pattern[str]] = {}
    for key, text in row.items():
        name, _, marks = key.partition("/")
        patterns[name] = expression(rf"(?:{text})\Z" if name == "before" else text, marks + "s")
        if name == "before":
            patterns["lead"] = expression(text, marks + "s")
    return Clause(attribute, words, rank, **patterns)
