"""Facts that a document states, each with the characters that state it.

Shared by the extractors of opinions and agreements: the record, the rule by which candidates become facts, and a
page of sentences on which quoted words are masked.

Source: MemoryDocDataSet 4.3 (documents as the ground of questions); DESIGN 3 (the fact ledger).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from microworlds.core import value_types
from microworlds.core.text import closed, places, sentences, whole
from microworlds.corpora.attributes import Attribute
from microworlds.corpora.extraction import regex

MASK = "~"
LONGEST_CLAUSE = 40  # words of a clause that still reads as an answer


@dataclass(frozen=True)
class DocumentFact:
    """A value of one attribute of the document's subject: ``value`` is ``text[start:end]``."""

    attribute: str
    value: str
    start: int
    end: int


def fact(attribute: str, text: str, span: tuple[int, int]) -> DocumentFact:
    """The fact that the characters of ``span`` state, without space around them."""
    start, end = trimmed(text, *span)
    return DocumentFact(attribute, text[start:end], start, end)


def trimmed(text: str, start: int, end: int, before: str | None = None, after: str | None = None) -> tuple[int, int]:
    """The span without space at its ends, or without any of the characters given."""
    end = start + len(text[start:end].rstrip(after))
    return end - len(text[start:end].lstrip(before)), end


def settle(text: str, found: Iterable[DocumentFact], table: Mapping[str, Attribute]) -> tuple[DocumentFact, ...]:
    """What may be asserted of ``found`` in ``text``, in order of place.

    The same value twice is one fact, its first mention. Two values of an attribute that has one are a contradiction
    (or two things that the extractor cannot tell apart), and neither is kept. Nor is a value that is cut: it only tells
    that there is one.
    """
    values: dict[str, dict[Hashable, DocumentFact]] = defaultdict(dict)
    for item in sorted(found, key=lambda item: (item.start, item.end, item.attribute)):
        values[item.attribute].setdefault(value_types.sameness(table[item.attribute].kind, item.value), item)
    kept = [
        item
        for attribute, distinct in values.items()
        if len(distinct) == 1 or table[attribute].several
        for item in distinct.values()
        if whole(text, item.start, item.end)
    ]
    return tuple(sorted(kept, key=lambda item: (item.start, item.end, item.attribute)))


def whole_days(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where days are stated between ``start`` and ``end`` with year, month and day, and they exist."""
    return [span for span in value_types.find("date", text, start, end) if whole_day(text[slice(*span)])]


def whole_day(value: str) -> bool:
    """True if ``value`` states year, month and day, and they exist."""
    day = value_types.parse_date(value)
    return day is not None and day.whole() is not None


def legible(value: str, text: str = "") -> bool:
    """False if ``value`` looks like a misread line: odd signs, glued case, words broken at a line's end.

    ``text`` is where the unbroken form of a hyphenated word would be found.
    """
    if regex("document_facts.noise").search(value) or not closed(value):
        return False
    return not any(
        re.search(rf"\b{match[1]}{match[2]}\b", text)
        for match in regex("document_facts.hyphenated").finditer(value)
        if text
    )


def masked(text: str) -> str:
    """``text`` with longer quotations overwritten, character for character: their words are somebody else's."""
    return regex("document_facts.quoted").sub(lambda match: MASK * len(match.group()), text)


@dataclass(frozen=True)
class Page:
    """A stretch of a text and its sentences; ``plain`` is the text with quotations masked."""

    text: str
    plain: str
    start: int
    end: int
    spans: tuple[tuple[int, int], ...]

    @staticmethod
    def of(text: str, plain: str, start: int, end: int) -> Page:
        """The page from ``start`` to ``end`` of ``text``."""
        spans: list[tuple[int, int]] = []
        for first, last in sentences(text[start:end]):
            if spans and text[start + first] == "§":  # "18 Pa.C.S. § 908" is no end of a sentence
                spans[-1] = (spans[-1][0], start + last)
            else:
                spans.append((start + first, start + last))
        return Page(text, plain, start, end, tuple(spans))

    def upto(self, end: int) -> Page:
        """The page cut at ``end``."""
        spans = tuple(span for span in self.spans if span[1] <= end)
        return Page(self.text, self.plain, self.start, min(self.end, end), spans)

    def after(self, start: int) -> Page:
        """The page from ``start`` on."""
        spans = tuple(span for span in self.spans if span[0] >= start)
        return Page(self.text, self.plain, max(self.start, start), self.end, spans)

    def sentence(self, at: int) -> tuple[int, int] | None:
        """The sentence around a place; None between sentences."""
        index = bisect_right(self.spans, (at, len(self.text))) - 1
        return self.spans[index] if index >= 0 and at < self.spans[index][1] else None

    def with_words(self, *words: str) -> Iterator[tuple[int, int]]:
        """Sentences that hold any of ``words`` outside quotations, in order, each once.

        Plain substring search first, so that only the few sentences worth it are looked at with patterns. No word is
        looked for further than it is asked.
        """
        ahead = {word: self._next(word, self.start) for word in words}
        while found := [span for span in ahead.values() if span is not None]:
            first = min(found)
            yield first
            ahead |= {word: self._next(word, first[1]) for word, span in ahead.items() if span == first}

    def _next(self, word: str, start: int) -> tuple[int, int] | None:
        """The first sentence from ``start`` on that holds a word."""
        for at in places(self.plain, word, start, self.end):
            span = self.sentence(at)
            if span is not None:
                return span
        return None

    def matches(self, pattern: re.Pattern[str], *words: str) -> Iterator[re.Match[str]]:
        """Matches of ``pattern`` in the masked sentences that hold any of ``words``."""
        for start, end in self.with_words(*words):
            yield from pattern.finditer(self.plain, start, end)

    def paragraph(self, at: int) -> tuple[int, int]:
        """The line around a place."""
        start = self.text.rfind("\n", self.start, at) + 1 or self.start
        end = self.text.find("\n", at, self.end)
        return start, end if end >= 0 else self.end
