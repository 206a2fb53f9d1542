"""Where an agreement is at home: the law that governs it, the place where disputes are heard, and under whose rules.

Source: the clause "Governing Law" of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.contracts.clauses import heading
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact


def places(page: Page) -> Iterator[DocumentFact]:
    """The governing law, the forum and the body of arbitration."""
    yield from _best(_law(page))
    yield from _best(_forum(page))
    for span in page.with_words("rbitra", "ARBITRA"):
        body = regex("places.body").search(page.text, *span)
        if body and not _only_mediates(page.text, span, body):
            yield fact("arbitration_body", page.text, body.span("place"))


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
        match = regex("places.seat").search(page.text, *span)
        if match:
            yield from ((0, item) for item in _placed("forum", page, match))
    for span in page.with_words("ourt", "OURT"):
        match = regex("places.courts").search(page.text, *span)
        if match is None or regex("places.no_forum").search(page.text, *span):
            continue
        if regex("places.suit").search(page.text, *span) and regex("places.decides").search(page.text, *span):
            rank = 0 if regex("places.exclusive").search(page.text, *span) else 1
            yield from ((rank, item) for item in _placed("forum", page, match))


def _law(page: Page) -> Iterator[tuple[int, DocumentFact]]:
    """Laws that govern this agreement, under a heading that says so before all others."""
    for start, end in page.with_words("law", "LAW", "Law"):
        for form in ("law", "law_after", "law_first", "law_leads"):
            match = regex(f"places.{form}").search(page.text, start, end)
            if match is None or regex("places.other_law").search(page.text, start, match.end()):
                continue
            named = regex("places.law_heading").search(heading(page.text, start))
            plain = regex("places.governed").search(page.text, start, end)
            if named or regex("places.this").search(page.text, start, end):
                rank = 2 if not plain else 0 if named else 1
                yield from ((rank, item) for item in _placed("governing_law", page, match))
                break


def _placed(attribute: str, page: Page, match: re.Match[str]) -> Iterator[DocumentFact]:
    place = " ".join(match["place"].split())
    country = attribute == "governing_law" and regex("places.country").fullmatch(place)
    if country or not regex("places.nowhere").search(place):
        yield fact(attribute, page.text, match.span("place"))
