"""Passages taken apart: sentences with their terms, sections inside long passages.

What is worked out of a text depends on the text alone and is kept, so twenty questions about one context cost one
analysis.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from microworlds.core import text as plain
from microworlds.reading.answering import acts, lexicon, titles

_LONGEST = 1200
"""Characters after which a sentence is cut at a semicolon or comma: contracts have sentences of a page."""
_CAPTION, _SHORT = 16, 400
"""How many sentences after a title may belong to the caption, and how many characters they may have."""


@dataclass(frozen=True)
class Sentence:
    """A sentence with what it is compared by; ``in_caption`` if it is one of the short ones that follow a title."""

    text: str
    start: int
    terms: frozenset[str]
    classes: frozenset[int]
    in_caption: bool


@dataclass(frozen=True)
class Section:
    """A run of sentences under one caption; ``title`` is None where the passage shows none."""

    title: str | None
    sentences: tuple[Sentence, ...]


@lru_cache(maxsize=1 << 12)
def sections(text: str) -> tuple[Section, ...]:
    """The sections of a passage, split where a line is the caption of a case or the title of an agreement."""
    found: list[Section] = []
    title: str | None = None
    current: list[Sentence] = []
    for start, end in plain.paragraphs(text):
        paragraph = text[start:end]
        caption = titles.caption(paragraph.split("\n")[0]) if len(paragraph) < 600 else None
        if caption is not None:
            if current:
                found.append(Section(title, tuple(current)))
            title, current = caption, []
        current.extend(_sentences(paragraph, start, title is not None, len(current)))
    if current:
        found.append(Section(title, tuple(current)))
    return tuple(found)


def _sentences(paragraph: str, offset: int, titled: bool, before: int) -> list[Sentence]:
    found: list[Sentence] = []
    for start, end in plain.sentences(paragraph):
        for low, high in _pieces(paragraph, start, end):
            words = paragraph[low:high]
            terms, classes = analysed(words)
            caption = titled and before + len(found) < _CAPTION and len(words) < _SHORT
            found.append(Sentence(words, offset + low, terms, classes, caption))
    return found


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The span itself, or, if it is very long, pieces that end at a semicolon, else a comma."""
    pieces = []
    while end - start > _LONGEST:
        cut = text.rfind(";", start + _LONGEST // 3, start + _LONGEST)
        cut = cut if cut > 0 else text.rfind(",", start + _LONGEST // 3, start + _LONGEST)
        cut = cut + 1 if cut > 0 else start + _LONGEST
        pieces.append((start, cut))
        start = cut
        while start < end and text[start].isspace():
            start += 1
    return [*pieces, (start, end)]


@lru_cache(maxsize=1 << 16)
def analysed(text: str) -> tuple[frozenset[str], frozenset[int]]:
    """Terms of the content words of a text, and the synonym classes of its words and phrases."""
    everything = [lexicon.term(word) for word in lexicon.tokens(text) if word[0].isalnum() or word[0] in "$€£"]
    classes = acts.classes(text)
    phrases = set()
    for start, length, numbers in lexicon.phrases(everything):
        classes.update(numbers)
        phrases.add(lexicon.joined(everything[start : start + length]))
    for one in set(everything):
        classes.update(lexicon.classes(one))
    return frozenset(one for one in everything if one not in _STOP_TERMS) | phrases, frozenset(classes)


_STOP_TERMS = frozenset(lexicon.term(word) for word in lexicon.STOP) - {"have", "do"} | lexicon.STOP
