"""What an opinion says of the dispute itself: its question, its holding, its standard of review.

Only the court's own words count, so quotations are masked and sentences that cite another case are passed over. A step
on the way ("next we consider whether") is no issue, and a subordinate clause no holding.
"""

from __future__ import annotations

from collections.abc import Iterator

from microworlds.core.text import stems
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.sums import own
from microworlds.corpora.extraction.document_facts import (
    LONGEST_CLAUSE,
    MASK,
    DocumentFact,
    Page,
    fact,
    legible,
    trimmed,
)

_HOLDING = ("hold", "holds")
_NAMED = frozenset(("de novo", "abuse of discretion", "plain error", "clear error"))


def read(page: Page, whole: Page) -> Iterator[DocumentFact]:
    """The dispute as the opinion of the court states it; ``whole`` has its footnotes as well."""
    yield from _holding(page)
    yield from _issue(page)
    yield from _standard(whole)


def _clause(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """The clause from ``start`` to the sentence's end, cut where reasons begin; None if no answer could quote it."""
    _, end = trimmed(page.text, start, end, "", " .;:,")
    order = regex("merits.order").search(page.text, start, end)
    end = order.start() if order else end
    if len(page.text[start:end].split()) > LONGEST_CLAUSE:
        cuts = [
            cut.start()
            for cut in regex("merits.cut").finditer(page.text, start, end)
            if len(page.text[start : cut.start()].split()) in range(8, LONGEST_CLAUSE + 1)
        ]
        if not cuts:
            return None
        end = cuts[-1]
    clause = page.text[start:end]
    plain = page.plain[start:end]
    whole = len(clause.split()) >= 5 and MASK not in plain and "..." not in clause and "[" not in clause
    return (start, end) if whole and legible(clause, page.text) else None


def _holding(page: Page) -> Iterator[DocumentFact]:
    """The clause of the one sentence that holds, or if none does, of the one that concludes."""
    held: list[tuple[int, int] | None] = []
    concluded: list[tuple[int, int] | None] = []
    for start, end in own(page, " hold that", " holds that", " conclude that", " concludes that", "opinion that"):
        match = regex("merits.holds").search(page.plain, start, end)
        if match is None:
            continue
        loose = regex("merits.subordinate").search(page.plain, start, match.start())
        loose = loose or regex("merits.dangling").match(page.plain, match.end())
        clause = None if loose else _clause(page, match.end(), end)
        (held if match["verb"] in _HOLDING else concluded).append(clause)
    clauses = held or concluded
    spans = [span for span in clauses if span is not None]
    if spans and len(spans) == len(clauses) and (len(spans) == 1 or _alike(page, spans)):
        yield fact("holding", page.text, min(spans, key=lambda span: (span[1] - span[0], span)))


def _alike(page: Page, spans: list[tuple[int, int]]) -> bool:
    """True if the clauses say the same, to judge by their words."""
    bags = [set(stems(page.text[slice(*span)])) for span in spans]
    return all(len(bags[0] & bag) >= 0.6 * min(len(bags[0]), len(bag)) for bag in bags[1:])


def _issue(page: Page) -> Iterator[DocumentFact]:
    """The question as the opening puts it, or as a later sentence puts the only one."""
    early, late = [], []
    for start, end in own(page, "whether"):
        match = regex("merits.issue").search(page.plain, start, end)
        if match is None or regex("merits.step").search(page.plain, start, match.end()):
            continue
        at = match.start(match.lastgroup or 0)
        if start < page.start + 2500:
            early.append(_clause(page, at, end))
        elif regex("merits.whole_issue").search(match.group()):
            late.append(_clause(page, at, end))
    found = early or late
    if len(found) == 1 and found[0] is not None:
        yield fact("issue", page.text, found[0])


def _standard(page: Page) -> Iterator[DocumentFact]:
    """The one standard that every sentence about review names."""
    found = []
    for span in page.with_words("review"):
        if not regex("merits.reviews").search(page.plain, *span):
            continue
        named = list(regex("merits.standards").finditer(page.text, *span))
        if not named and regex("merits.unnamed").search(page.text, *span):
            return
        found += named
    names = {match.group().lower() for match in found} - {"plenary"}
    if len(names) == 1 and names <= _NAMED:
        own_words = [match for match in found if match.group().lower() in names and page.plain[match.start()] != MASK]
        if own_words:
            yield fact("standard", page.text, own_words[0].span())
