"""Passages as a whole: who said what in which order, which passages belong to one document, which words are rare."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Concatenate, ParamSpec, TypeVar, cast

from microworlds.core import value_types
from microworlds.core.records import Passage
from microworlds.reading.answering import lexicon, passages, titles
from microworlds.reading.answering.passages import Sentence

P = ParamSpec("P")
R = TypeVar("R")
_FACT_WORDS = 80
"""A passage without a speaker is taken for a note of a conversation if it has a time and is this short, in words."""

_RARE = 8
"""A name that more sentences have than this ties them together no longer."""


@dataclass(frozen=True)
class Unit:
    """A sentence in its place. ``turn`` or ``document`` is the number of what it belongs to."""

    number: int
    passage: int
    sentence: Sentence
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
    """What the passages show of one case or agreement."""

    number: int
    title: str
    heading: str
    names: frozenset[str]
    heading_terms: frozenset[str]
    heading_classes: frozenset[int]
    units: tuple[int, ...]


class Context:
    """Everything a question is asked of. Nothing in it changes once it is made."""

    def __init__(self, given: Sequence[Passage]) -> None:
        """Take the passages apart and number what they hold."""
        self.passages = tuple(given)
        self.units: list[Unit] = []
        self.turns: list[Turn] = []
        self.documents: list[Document] = []
        self.results: dict[tuple[object, ...], object] = {}
        self._add_turns()
        self._add_documents()

    def _add_turns(self) -> None:
        spoken = [number for number, passage in enumerate(self.passages) if is_turn(passage)]
        timed = [number for number in spoken if self.passages[number].time is not None]
        if len(timed) == len(spoken):
            spoken.sort(key=lambda number: self.passages[number].time or datetime.min)
        for number in spoken:
            passage = self.passages[number]
            turn = len(self.turns)
            units = []
            for section in passages.sections(passage.text):
                for sentence in section.sentences:
                    units.append(len(self.units))
                    self.units.append(Unit(len(self.units), number, sentence, turn, None))
            self.turns.append(
                Turn(turn, number, passage.speaker, passage.time, _session(passage), tuple(units), passage.text)
            )

    def _add_documents(self) -> None:
        headings: dict[tuple[str, str], tuple[str, list[int]]] = {}
        order: list[tuple[str, str]] = []
        for number, passage in enumerate(self.passages):
            if is_turn(passage):
                continue
            own = titles.names(passage.source)
            for section in passages.sections(passage.text):
                inner = section.title if section.title and not titles.names(section.title) & own else ""
                key = (passage.source, inner)
                if key not in headings:
                    headings[key] = (inner or passage.source, [])
                    order.append(key)
                for sentence in section.sentences:
                    headings[key][1].append(len(self.units))
                    self.units.append(Unit(len(self.units), number, sentence, None, order.index(key)))
        for place, key in enumerate(order):
            heading, units = headings[key]
            terms, classes = passages.analysed(heading)
            self.documents.append(
                Document(place, titles.title(heading), heading, titles.names(heading), terms, classes, tuple(units))
            )

    @cached_property
    def postings(self) -> dict[str | int, list[int]]:
        """Units by term and by synonym class."""
        found: dict[str | int, list[int]] = {}
        for unit in self.units:
            for one in unit.sentence.terms:
                found.setdefault(one, []).append(unit.number)
            for number in unit.sentence.classes:
                found.setdefault(number, []).append(unit.number)
        return found

    @cached_property
    def speakers(self) -> dict[str, frozenset[str]]:
        """Terms of the names of everyone who speaks, by the name as given."""
        return {
            turn.speaker: frozenset(lexicon.term(word) for word in re.findall(r"[^\W\d_]+", turn.speaker))
            for turn in self.turns
            if turn.speaker
        }

    @cached_property
    def speaker_terms(self) -> frozenset[str]:
        """Terms of all speakers' names."""
        return frozenset().union(*self.speakers.values())

    @cached_property
    def occasions(self) -> dict[str, frozenset[str]]:
        """Terms of each session's heading, and of the month it was held in."""
        found: dict[str, frozenset[str]] = {}
        for turn in self.turns:
            if turn.session not in found:
                month = {lexicon.term(value_types.MONTHS[turn.time.month - 1])} if turn.time else set()
                found[turn.session] = passages.analysed(turn.session)[0] | month
        return found

    @cached_property
    def _named_in(self) -> dict[str, list[int]]:
        """Units of conversation by the capitalised names in them, speakers left out."""
        found: dict[str, list[int]] = {}
        for unit in self.units:
            if unit.turn is not None:
                for name in titles.names(unit.sentence.text) - self.speaker_terms:
                    found.setdefault(name, []).append(unit.number)
        return found

    def sharing(self, unit: int) -> list[int]:
        """Earlier units of conversation that share a rare name with a unit."""
        found: set[int] = set()
        for name in titles.names(self.units[unit].sentence.text) - self.speaker_terms:
            others = self._named_in.get(name, [])
            if 1 < len(others) <= _RARE:
                found.update(other for other in others if other < unit)
        return sorted(found)

    @cached_property
    def document_terms(self) -> tuple[frozenset[str], ...]:
        """Every term of each document's text and heading."""
        return tuple(
            document.heading_terms.union(*(self.units[unit].sentence.terms for unit in document.units))
            for document in self.documents
        )

    @cached_property
    def name_counts(self) -> Counter[str]:
        """In how many documents' headings a name occurs."""
        return Counter(name for document in self.documents for name in document.names)

    @cached_property
    def text_counts(self) -> Counter[str]:
        """In how many documents a term occurs at all."""
        return Counter(one for terms in self.document_terms for one in terms)

    def weight(self, one: str) -> float:
        """How much it says that a unit has this term: 0.2 for what is everywhere, 1 for what is rare."""
        base = 0.45 if one in _COMMON else 1.0
        total = len(self.units)
        if total < 25:
            return base
        rarity = math.log((total + 1) / (len(self.postings.get(one, ())) + 0.5)) / math.log(2 * total + 2)
        return base * (0.25 + 0.75 * min(1.0, 1.4 * max(0.0, rarity)))

    def mentions(self, one: str) -> bool:
        """True if some passage, heading, session or speaker has a term."""
        if one in self.postings or one in self.speaker_terms:
            return True
        return any(one in document.heading_terms for document in self.documents) or any(
            one in terms for terms in self.occasions.values()
        )

    def speaks(self, turn: Turn, names: Iterable[str]) -> bool:
        """True if the turn's speaker has one of these terms in their name."""
        return bool(turn.speaker) and not self.speakers[turn.speaker or ""].isdisjoint(names)


def kept(function: Callable[Concatenate[Context, P], R]) -> Callable[Concatenate[Context, P], R]:
    """A function of a context and hashable arguments whose results are kept with the context, and go with it."""

    def wrapper(context: Context, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (function.__module__, function.__name__, args, tuple(sorted(kwargs.items())))
        if key not in context.results:
            context.results[key] = function(context, *args, **kwargs)
        return cast(R, context.results[key])

    wrapper.__doc__ = function.__doc__
    return wrapper


def _session(passage: Passage) -> str:
    """What tells a session from others: the heading, and the day."""
    return f"{passage.source} {passage.time.date()}" if passage.time else passage.source


def is_turn(passage: Passage) -> bool:
    """True for an utterance, and for a short dated note of one."""
    if passage.speaker is not None:
        return True
    return passage.time is not None and len(passage.text.split()) <= _FACT_WORDS


@lru_cache(maxsize=4)
def analysed(given: tuple[Passage, ...]) -> Context:
    """The context of these passages; the last few are kept."""
    return Context(given)


_COMMON = frozenset(map(lexicon.term, lexicon.COMMON))
