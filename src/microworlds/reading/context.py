"""Passages as a whole: who said what in which order, which passages belong to one text, which words are rare."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache

from microworlds.core import text as plain
from microworlds.core.records import Passage
from microworlds.reading import references, titles, words
from microworlds.reading.talk import Talk
from microworlds.reading.words import Terms

_NOTE = 80
"""A passage without a speaker is taken for a note of what was said if it has a time and is this short, in words."""


@dataclass(frozen=True)
class Unit:
    """A sentence in its place. ``turn`` or ``document`` is the number of what it belongs to."""

    number: int
    passage: int
    text: str
    terms: Terms
    turn: int | None
    document: int | None


@dataclass(frozen=True)
class Turn:
    """What somebody said at once; turns are numbered in order of time."""

    number: int
    passage: int
    speaker: str | None
    time: datetime | None
    session: str
    units: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class Document:
    """What the passages show of one text."""

    title: str
    terms: Terms
    units: tuple[int, ...]


def is_turn(passage: Passage) -> bool:
    """True for an utterance, and for a short dated note of one."""
    return passage.speaker is not None or (passage.time is not None and len(passage.text.split()) <= _NOTE)


@lru_cache(maxsize=1 << 14)
def _sentences(whole: str) -> tuple[tuple[str, Terms], ...]:
    """The sentences of a passage, each with what it is compared by; passages come again with other questions."""
    texts = (whole[start:end].strip() for start, end in plain.sentences(whole))
    return tuple((text, words.analysed(text)) for text in texts if text)


@lru_cache(maxsize=4)
def analysed(given: tuple[Passage, ...]) -> Context:
    """The context of these passages; the last few are kept."""
    return Context(given)


class Context:
    """Everything a question is asked of. Nothing in it changes once it is made."""

    def __init__(self, given: Sequence[Passage]) -> None:
        """Take the passages apart and number what they hold."""
        self.passages = tuple(given)
        self.units: list[Unit] = []
        self.turns: list[Turn] = []
        self.documents: list[Document] = []
        spoken = [number for number, passage in enumerate(self.passages) if is_turn(passage)]
        for number in sorted(spoken, key=lambda number: self.passages[number].time or datetime.min.replace(tzinfo=UTC)):
            passage, turn = self.passages[number], len(self.turns)
            session = f"{passage.source} {passage.time.date():%Y-%m-%d %B}" if passage.time else passage.source
            units = self._add(number, turn, None)
            self.turns.append(Turn(turn, number, passage.speaker, passage.time, session, units, passage.text))
        written: dict[str, list[int]] = {}
        for number, passage in enumerate(self.passages):
            if not is_turn(passage):
                written.setdefault(passage.source, []).append(number)
        for place, (heading, numbers) in enumerate(written.items()):
            units = tuple(unit for number in numbers for unit in self._add(number, None, place))
            self.documents.append(Document(titles.title(heading), words.analysed(heading), units))
        self._heads = tuple(self.passages[numbers[0]] for numbers in written.values())

    def _add(self, passage: int, turn: int | None, document: int | None) -> tuple[int, ...]:
        first = len(self.units)
        for text, terms in _sentences(self.passages[passage].text):
            self.units.append(Unit(len(self.units), passage, text, terms, turn, document))
        return tuple(range(first, len(self.units)))

    @cached_property
    def talk(self) -> Talk:
        """What was said of which text; utterances are numbered as turns, headings as documents."""
        return references.talking(tuple(self.passages[turn.passage] for turn in self.turns), self._heads)

    def title(self, text: int) -> str:
        """What a text that is meant is called; it may be one that was only spoken of."""
        return titles.title(self.talk.headings[text].source)

    @cached_property
    def postings(self) -> dict[str | int, list[int]]:
        """Units by term and by synonym class."""
        found: dict[str | int, list[int]] = {}
        for unit in self.units:
            keys: list[str | int] = [*unit.terms.terms, *unit.terms.classes]
            for key in keys:
                found.setdefault(key, []).append(unit.number)
        return found

    @cached_property
    def speakers(self) -> dict[str, frozenset[str]]:
        """Terms of the names of everyone who speaks, by the name as given."""
        names = {turn.speaker for turn in self.turns if turn.speaker}
        return {name: words.terms(re.sub(r"[^\w\s’'-]", " ", name)) for name in sorted(names)}

    @cached_property
    def speaker_terms(self) -> frozenset[str]:
        """Terms of all speakers' names."""
        return frozenset(one for names in self.speakers.values() for one in names)

    @lru_cache(maxsize=1 << 10)
    def called(self, one: str) -> str:
        """A term of a name as the speakers have it: Mel is Melanie, where there is one such."""
        longer = [name for name in sorted(self.speaker_terms) if name.startswith(one) and len(one) > 2]
        return longer[0] if len(longer) == 1 else one

    @cached_property
    def occasions(self) -> dict[str, frozenset[str]]:
        """Terms of each session's heading, and of the month it was held in."""
        return {turn.session: words.analysed(turn.session).terms for turn in self.turns}

    def weight(self, one: str) -> float:
        """How much it says that a unit has this term: 0.2 for what is everywhere, 1 for what is rare."""
        base, total = 0.45 if one in words.COMMON else 1.0, len(self.units)
        if total < 25:
            return base
        rarity = math.log((total + 1) / (len(self.postings.get(one, ())) + 0.5)) / math.log(2 * total + 2)
        return base * (0.25 + 0.75 * min(1.0, 1.4 * max(0.0, rarity)))

    @cached_property
    def headings(self) -> frozenset[str]:
        """Terms of all headings of texts and sessions."""
        return frozenset().union(*(one.terms.terms for one in self.documents), *self.occasions.values())

    def mentions(self, one: str) -> bool:
        """True if some passage, heading, session or speaker has a term."""
        return one in self.postings or one in self.speaker_terms or one in self.headings
