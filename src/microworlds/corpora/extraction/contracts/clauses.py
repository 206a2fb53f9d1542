"""Clauses of agreements: values that have a shape of their own, and where an agreement is at home.

The rows of ``clauses.txt`` and ``duties.txt`` say what stands around each value. The law that governs an agreement, the
place where disputes are heard and the body under whose rules have no shape, so the sentence around them is looked at as
a whole.

Source: the clause "Governing Law" of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

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
_TABLES = ("clauses.txt", "duties.txt")
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
    """A row; ``lead`` is ``before`` anywhere in the sentence, which is cheaper to look for than values.

    ``value`` tells a value whose kind has no shape.
    """

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
    value: re.Pattern[str] | None = None

    def find(self, page: Page) -> Iterator[DocumentFact]:
        """Values in the sentences of ``page``."""
        shape = self.value or value_types.PATTERNS[AGREEMENT[self.attribute].kind]
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
    for table in _TABLES:
        for name, text in entries("microworlds.corpora.extraction.contracts", table):
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


def places(page: Page) -> Iterator[DocumentFact]:
    """The governing law, the forum and the body of arbitration."""
    yield from _best(_law(page))
    yield from _best(_forum(page))
    for span in page.with_words("rbitra", "ARBITRA"):
        for body in regex("clauses.body").finditer(page.text, *span):
            if _administers(page.text, span, body) and not _only_mediates(page.text, span, body):
                yield fact("arbitration_body", page.text, body.span("place"))
                break


def _administers(text: str, span: tuple[int, int], body: re.Match[str]) -> bool:
    """True if an arbitration goes by the rules of ``body`` or is in its hands; naming arbitrators is not enough."""
    if regex("clauses.own_rules").match(text, body.end(), span[1]):
        return True
    before = text[span[0] : body.start()]
    if regex("clauses.appoints").search(before):
        return False
    return regex("clauses.administers").search(before) is not None


def _only_mediates(text: str, span: tuple[int, int], body: re.Match[str]) -> bool:
    """True if the sentence speaks of mediation and, but for the name of the body, of no arbitration."""
    rest = text[span[0] : body.start()] + text[body.end() : span[1]]
    return re.search(r"(?i)mediat", rest) is not None and re.search(r"(?i)arbitrat", rest) is None


def _best(found: Iterator[tuple[int, DocumentFact]]) -> list[DocumentFact]:
    """The facts of the lowest rank that has any."""
    ranked = list(found)
    return [item for rank, item in ranked if rank == min(rank for rank, _ in ranked)]


def _forum(page: Page) -> Iterator[tuple[int, DocumentFact]]:
    """Seats of arbitration, and courts; courts that are not exclusive count only where there is no arbitration."""
    for span in page.with_words("rbitra", "ARBITRA"):
        match = regex("clauses.seat").search(page.text, *span)
        if match:
            yield from ((0, item) for item in _placed("forum", page, match))
    for span in page.with_words("ourt", "OURT"):
        match = regex("clauses.courts").search(page.text, *span)
        if match is None or regex("clauses.no_forum").search(page.text, *span):
            continue
        if regex("clauses.suit").search(page.text, *span) and regex("clauses.decides").search(page.text, *span):
            rank = 0 if regex("clauses.exclusive").search(page.text, *span) else 1
            yield from ((rank, item) for item in _placed("forum", page, match))


def _law(page: Page) -> Iterator[tuple[int, DocumentFact]]:
    """Laws that govern this agreement, under a heading that says so before all others."""
    for start, end in page.with_words("law", "LAW", "Law"):
        for form in ("law", "law_after", "law_first", "law_leads"):
            match = regex(f"clauses.{form}").search(page.text, start, end)
            if match is None or regex("clauses.other_law").search(page.text, start, match.end()):
                continue
            named = regex("clauses.law_heading").search(heading(page.text, start))
            plain = regex("clauses.governed").search(page.text, start, end)
            if named or regex("clauses.this").search(page.text, start, end):
                rank = 2 if not plain else 0 if named else 1
                yield from ((rank, item) for item in _placed("governing_law", page, match))
                break


def _placed(attribute: str, page: Page, match: re.Match[str]) -> Iterator[DocumentFact]:
    place = " ".join(match["place"].split())
    country = attribute == "governing_law" and regex("clauses.country").fullmatch(place)
    if country or not regex("clauses.nowhere").search(place):
        yield fact(attribute, page.text, match.span("place"))
