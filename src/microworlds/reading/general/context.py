"""Passages as a whole: who said what in which order, which passages belong to one text, which words are rare."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property, lru_cache

from microworlds.core import text as plain
from microworlds.core import value_types
from microworlds.core.records import Passage
from microworlds.reading import moments
from microworlds.reading.general import references, titles, words
from microworlds.reading.general.talk import Talk
from microworlds.reading.general.words import Terms

_NOTE = 80
"""A passage without a speaker is taken for a note of what was said if it has a time and is this short, in words."""
_LONGEST = 1200
"""Characters after which a sentence is cut at a semicolon or comma: contracts have sentences of a page."""
_BACK = 3
"""Turns back in which a date is sought that tells the month of the 19th."""
_BARE = words.regex("context.bare")


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

    number: int
    title: str
    heading: str
    terms: Terms
    units: tuple[int, ...]


@lru_cache(maxsize=1 << 13)
def sentences(text: str) -> tuple[tuple[str, Terms], ...]:
    """The sentences of a passage with their terms; a very long one is cut at semicolons, else commas."""
    found = []
    for start, end in plain.sentences(text):
        while end - start > _LONGEST:
            cut = max(text.rfind(";", start + _LONGEST // 3, start + _LONGEST), 0)
            cut = cut or max(text.rfind(",", start + _LONGEST // 3, start + _LONGEST), 0) or start + _LONGEST
            found.append(text[start : cut + 1])
            start = cut + 1
        found.append(text[start:end])
    return tuple((one.strip(), words.analysed(one.strip())) for one in found if one.strip())


def is_turn(passage: Passage) -> bool:
    """True for an utterance, and for a short dated note of one."""
    return passage.speaker is not None or (passage.time is not None and len(passage.text.split()) <= _NOTE)


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
        spoken.sort(key=lambda number: _moment(self.passages[number]))
        for number in spoken:
            passage, turn = self.passages[number], len(self.turns)
            session = f"{passage.source} {passage.time.date()}" if passage.time else passage.source
            units = self._add(number, turn, None)
            self.turns.append(Turn(turn, number, passage.speaker, passage.time, session, units, passage.text))
        written: dict[str, list[int]] = {}
        for number, passage in enumerate(self.passages):
            if not is_turn(passage):
                written.setdefault(passage.source, []).append(number)
        for heading, numbers in written.items():
            place = len(self.documents)
            units = tuple(unit for number in numbers for unit in self._add(number, None, place))
            self.documents.append(Document(place, titles.title(heading), heading, words.analysed(heading), units))
        self._heads = tuple(self.passages[numbers[0]] for numbers in written.values())

    def _add(self, passage: int, turn: int | None, document: int | None) -> tuple[int, ...]:
        first = len(self.units)
        for text, terms in sentences(self.passages[passage].text):
            self.units.append(Unit(len(self.units), passage, text, terms, turn, document))
        return tuple(range(first, len(self.units)))

    @cached_property
    def talk(self) -> Talk:
        """What was said of which text; utterances are numbered as turns, headings as documents."""
        return references.talking(tuple(self.passages[turn.passage] for turn in self.turns), self._heads)

    @cached_property
    def postings(self) -> dict[str | int, list[int]]:
        """Units by term and by synonym class."""
        found: dict[str | int, list[int]] = {}
        for unit in self.units:
            keys: list[str | int] = [*sorted(unit.terms.terms), *sorted(unit.terms.classes)]
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
        found: dict[str, frozenset[str]] = {}
        for turn in self.turns:
            if turn.session not in found:
                month = words.terms(value_types.MONTHS[turn.time.month - 1]) if turn.time else frozenset[str]()
                found[turn.session] = words.analysed(turn.session).terms | month
        return found

    def weight(self, one: str) -> float:
        """How much it says that a unit has this term: 0.2 for what is everywhere, 1 for what is rare."""
        base, total = 0.45 if one in words.COMMON else 1.0, len(self.units)
        if total < 25:
            return base
        rarity = math.log((total + 1) / (len(self.postings.get(one, ())) + 0.5)) / math.log(2 * total + 2)
        return base * (0.25 + 0.75 * min(1.0, 1.4 * max(0.0, rarity)))

    def mentions(self, one: str) -> bool:
        """True if some passage, heading, session or speaker has a term."""
        if one in self.postings or one in self.speaker_terms:
            return True
        headings = [document.terms.terms for document in self.documents]
        return any(one in terms for terms in (*headings, *self.occasions.values()))

    def speaks(self, turn: Turn, names: Sequence[str]) -> bool:
        """True if the turn's speaker has one of these terms in their name."""
        return bool(turn.speaker) and not self.speakers[turn.speaker or ""].isdisjoint(names)

    def near(self, turn: int) -> date | None:
        """The last date named in the turns just before in the session, which tells the month of the 19th."""
        here = self.turns[turn]
        if not _BARE.search(here.text):
            return None
        days = {moment.first.day for moment in moments.find(here.text, here.time)}
        for back in range(turn - 1, -1, -1):
            close = turn - back <= _BACK and self.turns[back].session == here.session
            stated = moments.find(self.turns[back].text, self.turns[back].time)
            for moment in reversed([one for one in stated if one.stated and one.day]):
                if close or moment.first.day in days:
                    return moment.first
        return None


def _moment(passage: Passage) -> float:
    return passage.time.timestamp() if passage.time else 0.0
