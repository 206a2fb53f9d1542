"""Sums and terms of an opinion: what was awarded, fined, paid and claimed, and the sentence.

A sum must stand beside the word that says what it is, in a sentence that is no hypothesis, no statute and about no
other case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.core import value_types
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact


def read(page: Page, parties: re.Pattern[str]) -> Iterator[DocumentFact]:
    """Sums and terms in the opinion of the court; ``parties`` is found in sentences about this case's own."""
    early = page.upto(page.start + max(6000, (page.end - page.start) * 7 // 10))
    yield from _sums(page, "award", "awarded", "verdict", "judgment", "award")
    yield from _sums(page, "fine", "fine", "penalty")
    yield from _sums(early, "price", "price", "sold", "purchased", "bought", "conveyed")
    yield from _sums(early, "claimed", "recover", "seek", "sought", "demand", "claim")
    yield from _terms(page, parties)


def own(page: Page, *words: str) -> Iterator[tuple[int, int]]:
    """Sentences with any of ``words`` that are about no other case."""
    return (span for span in page.with_words(*words) if not regex("sums.foreign").search(page.text, *span))


def _sums(page: Page, attribute: str, *words: str) -> Iterator[DocumentFact]:
    for start, end in own(page, *words):
        sentence = page.plain[start:end]
        if not re.search(r"\$|dollars", sentence) or ("§" in sentence and not regex("sums.imposed").search(sentence)):
            continue
        for match in regex(f"sums.{attribute}").finditer(page.plain, start, end):
            first, last = match.span(match.lastgroup or 0)
            if not (
                regex("sums.hypothetical").search(page.plain, start, first)
                or regex(f"sums.no_{attribute}").search(page.plain, start, min(end, last + 60))
                or regex("sums.goes_on").match(page.text[last : last + 3])
                or regex("sums.each").match(page.text[last:end])
            ):
                yield fact(attribute, page.text, (first, last))


def _terms(page: Page, parties: re.Pattern[str]) -> Iterator[DocumentFact]:
    """The term imposed: the aggregate if one is stated, and nothing where some term has no length."""
    found: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for start, end in own(page, "entenced", "sentence of", "sentences of", "practice of law"):
        about = parties.search(page.plain, start, end) or regex("sums.pronoun").search(page.plain, start, end)
        if not about or regex("sums.hypothetical").search(page.plain, start, end):
            continue
        aggregate = regex("sums.aggregate").search(page.plain, start, end) is not None
        if regex("sums.no_length").search(page.plain, start, end) and not aggregate:
            return
        imposed = list(regex("sums.barred").finditer(page.plain, start, end))
        if regex("sums.prison").search(page.plain, start, end):
            imposed += regex("sums.sentenced").finditer(page.plain, start, end)
        for match in imposed:
            span = _duration(page, match.end(), end)
            if span:
                found[aggregate].append(span)
    yield from (fact("sentence", page.text, span) for span in found[True] or found[False])


def _duration(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """The duration that begins at ``start``, with the second one of "three years to six years"."""
    duration = value_types.PATTERNS["duration"]
    match = duration.match(page.plain, start, end)
    if match is None:
        return None
    further = regex("sums.to").match(page.plain, match.end(), end)
    second = duration.match(page.plain, further.end(), end) if further else None
    return start, (second or match).end()
