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
    yield from _sums(
        page, "award", regex("sums.award"), ("awarded", "verdict", "judgment", "award"), but=regex("sums.not_damages")
    )
    yield from _sums(page, "fine", regex("sums.fine"), ("fine", "penalty"), but=regex("sums.no_fine"))
    yield from _sums(early, "price", regex("sums.price"), ("price", "sold", "purchased", "bought", "conveyed"))
    yield from _sums(early, "claimed", regex("sums.claimed"), ("recover", "seek", "sought", "demand", "claim"))
    yield from _terms(page, parties)


def own(page: Page, *words: str) -> Iterator[tuple[int, int]]:
    """Sentences with any of ``words`` that are about no other case."""
    return (span for span in page.with_words(*words) if not regex("sums.foreign").search(page.text, *span))


def _sums(
    page: Page, attribute: str, pattern: re.Pattern[str], words: tuple[str, ...], but: re.Pattern[str] | None = None
) -> Iterator[DocumentFact]:
    for start, end in own(page, *words):
        sentence = page.plain[start:end]
        if ("§" in sentence and not regex("sums.imposed").search(sentence)) or (
            "$" not in sentence and "dollars" not in sentence
        ):
            continue
        for match in pattern.finditer(page.plain, start, end):
            name = next(key for key, value in match.groupdict().items() if value)
            span = match.span(name)
            if regex("sums.hypothetical").search(page.plain, start, span[0]) or (
                but and but.search(page.plain, start, min(end, span[1] + 60))
            ):
                continue
            if re.match(r"[A-Za-z0-9]|,\s?\d|,-|\.\d|-", page.text[span[1] : span[1] + 3]) or regex("sums.each").match(
                page.text[span[1] : end]
            ):
                continue
            yield fact(attribute, page.text, span)


def _terms(page: Page, parties: re.Pattern[str]) -> Iterator[DocumentFact]:
    """The term imposed: the aggregate if one is stated, and nothing where some term has no length."""
    found: list[tuple[bool, tuple[int, int]]] = []
    for start, end in own(page, "entenced", "sentence of", "sentences of", "practice of law"):
        if regex("sums.hypothetical").search(page.plain, start, end) or not (
            parties.search(page.plain, start, end) or re.search(r"\b(?:him|her|he|she|He|She)\b", page.plain[start:end])
        ):
            continue
        if re.search(
            r"(?i)\blife\b|\bnatural life\b|\bvarious (?:terms|periods)|\bconcurrent|\bconsecutive",
            page.plain[start:end],
        ) and not regex("sums.aggregate").search(page.plain, start, end):
            return
        for pattern in (regex("sums.sentenced"), regex("sums.barred")):
            for match in pattern.finditer(page.plain, start, end):
                span = _duration(page, match.end(), end)
                if span and (pattern is regex("sums.barred") or regex("sums.prison").search(page.plain, start, end)):
                    found.append((regex("sums.aggregate").search(page.plain, start, end) is not None, span))
    chosen = [span for aggregate, span in found if aggregate] or [span for _, span in found]
    yield from (fact("sentence", page.text, span) for span in chosen)


def _duration(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """The duration that begins at ``start``, with the second one of "three years to six years"."""
    match = value_types.PATTERNS["duration"].match(page.plain, start, end)
    if match is None:
        return None
    last = match.end()
    if page.plain[last : last + 1] in "’'":
        last += 1
    further = re.compile(r"\s+to\s+").match(page.plain, last, end)
    second = value_types.PATTERNS["duration"].match(page.plain, further.end(), end) if further else None
    return start, second.end() if second else match.end()
