"""The fact ledger of a world, which answers queries, and the proof that an answer needs all its evidence.

A question is not trusted because somebody wrote it: its query is run against every fact that documents and
conversations state, and must give exactly one answer; without any one of its evidence pieces it must give none or
several. What the ledger holds is verbatim in the text, so both can be proved.

Source: DESIGN 3 (the fact ledger); MemoryDocDataSet 3.2-3.4; DynamicMem (states at checkpoints, collections).
"""

from __future__ import annotations

import math
import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import TypeVar

from pydantic import AwareDatetime, Field

from microworlds.core.records import Record, Span
from microworlds.generation.derived import Derived, derive
from microworlds.generation.queries import AsOf, Before, Both, Changed, Derive, Each, Get, Having, Members, Term, Value

K = TypeVar("K")


class Fact(Record):
    """``attribute`` of ``subject`` is ``value``, as ``source`` says.

    ``value`` is verbatim in the source text, or the id of another subject. ``meaning`` completes a value that needs
    its context ("June 14", said in a session of 2024, is 2024-06-14). A later state of something that changed
    ``supersedes`` an earlier fact. Of an attribute that is a set each fact adds a member, or takes ``value`` out if it
    ``removes``. A fact holds from ``valid_from`` on, null: always.
    """

    id: str
    subject: str
    attribute: str
    value: str
    source: Span
    meaning: str | None = None
    valid_from: AwareDatetime | None = None
    supersedes: str | None = None
    removes: bool = Field(default=False, exclude_if=operator.not_)


@dataclass(frozen=True)
class Found:
    """What one answer rests on: ids of facts, and what its text means."""

    support: frozenset[str]
    meaning: str

    def also(self, support: Iterable[str]) -> Found:
        """The same, resting on more facts."""
        return Found(self.support | frozenset(support), self.meaning)


Result = dict[str, Found]


class _Index:
    """Facts by what they are looked up by."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.by_id = {fact.id: fact for fact in facts}
        self.of = _grouped(facts, lambda fact: (fact.subject, fact.attribute))
        self.holding = _grouped(facts, lambda fact: (fact.attribute, fact.value))
        self.superseding = _grouped(facts, lambda fact: fact.supersedes)
        self.at = _grouped(facts, lambda fact: _place(fact.source))


def _grouped(facts: Sequence[Fact], key: Callable[[Fact], K]) -> Mapping[K, list[Fact]]:
    groups: dict[K, list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[key(fact)].append(fact)
    return groups


def _place(span: Span) -> tuple[str, int, int]:
    return span.observation, span.start, span.end


@dataclass(frozen=True)
class Ledger:
    """All facts of a world, less those whose ids are in ``unseen``."""

    facts: tuple[Fact, ...]
    unseen: frozenset[str] = frozenset()
    shared: _Index | None = None

    @cached_property
    def _index(self) -> _Index:
        return self.shared or _Index(self.facts)

    @property
    def by_id(self) -> Mapping[str, Fact]:
        """Facts by id."""
        return self._index.by_id

    def as_of(self, at: datetime | date) -> Ledger:
        """The ledger as it was at a moment, or at the end of a day."""
        later = {fact.id for fact in self.facts if not _begun(fact, at)}
        return Ledger(self.facts, self.unseen | later, self._index)

    def _superseded(self, fact: Fact) -> bool:
        return any(later.id not in self.unseen for later in self._index.superseding.get(fact.id, ()))

    def _standing(self, subject: str, attribute: str) -> list[Fact]:
        """Facts of a subject's attribute that no later one superseded, removals among them."""
        facts = self._index.of.get((subject, attribute), ())
        return [fact for fact in facts if fact.id not in self.unseen and not self._superseded(fact)]

    def current(self, subject: str, attribute: str) -> list[Fact]:
        """Facts of a subject's attribute that no later one superseded, and of a set, whose value was not removed."""
        facts = self._standing(subject, attribute)
        return _kept(facts) if any(fact.removes for fact in facts) else facts

    def states(self, subject: str, attribute: str) -> list[Fact]:
        """The chain of states of an attribute, oldest first; empty unless each supersedes the one before."""
        facts = [fact for fact in self._index.of.get((subject, attribute), ()) if fact.id not in self.unseen]
        known = {fact.id for fact in facts}
        follows = {fact.supersedes: fact for fact in facts if fact.supersedes is not None}
        roots = [fact for fact in facts if fact.supersedes is None]
        if len(roots) != 1 or len(follows) + 1 != len(facts) or not set(follows) <= known:
            return []
        chain = [roots[0]]
        while chain[-1].id in follows:
            chain.append(follows[chain[-1].id])
        return chain if len(chain) == len(facts) else []

    def answer(self, query: Term) -> Result:
        """Every answer that the facts give, each with the facts it rests on."""
        match query:
            case Value():
                return {query.value: Found(frozenset(), query.value)}
            case Get():
                return self._get(self.answer(query.of), query.attribute)
            case Having():
                return self._having(query.attribute, self.answer(query.value))
            case Both():
                return _intersection([self.answer(term) for term in query.terms])
            case Changed() | Before():
                return self._changed(query, self.answer(query.of))
            case Derive():
                return _derived(query.how, [self.answer(term) for term in query.terms], query.unit)
            case Each():
                return self._each(query)
            case Members():
                return self._members(query, self.answer(query.of))
            case AsOf():
                return self.as_of(query.at).answer(query.of)

    def without(self, sources: Iterable[Span]) -> Ledger:
        """The ledger of a reader who did not see these passages."""
        gone = {fact.id for span in sources for fact in self._index.at.get(_place(span), ())}
        return Ledger(self.facts, self.unseen | gone, self._index)

    def _get(self, subjects: Result, attribute: str) -> Result:
        found: Result = {}
        for subject, known in subjects.items():
            for fact in self.current(subject, attribute):
                _add(found, fact.value, known.support | {fact.id}, fact.meaning or fact.value)
        return found

    def _having(self, attribute: str, values: Result) -> Result:
        found: Result = {}
        for value, known in values.items():
            for fact in self._index.holding.get((attribute, value), ()):
                if any(own.id == fact.id for own in self.current(fact.subject, attribute)):
                    _add(found, fact.subject, known.support | {fact.id}, fact.subject)
        return found

    def _changed(self, query: Changed | Before, subjects: Result) -> Result:
        found: Result = {}
        for subject, known in subjects.items():
            chain = self.states(subject, query.attribute)
            if len(chain) == query.changes + 1:
                asked = chain[-1 if isinstance(query, Changed) else 0]
                if asked.removes:
                    continue
                _add(found, asked.value, known.support | {fact.id for fact in chain}, asked.meaning or asked.value)
        return found

    def _members(self, query: Members, subjects: Result) -> Result:
        found: Result = {}
        for subject, known in subjects.items():
            facts = self._standing(subject, query.attribute)
            members = ", ".join(sorted({fact.value for fact in _kept(facts)}))
            if members and len(facts) == query.changes:
                _add(found, members, known.support | {fact.id for fact in facts}, members)
        return found

    def _each(self, query: Each) -> Result:
        subjects = self.answer(query.of)
        if len(subjects) != query.count:
            return {}
        values: list[Result] = []
        for subject, known in sorted(subjects.items()):
            result: Result = {subject: known}
            for attribute in query.path:
                result = self._get(result, attribute)
            values.append(result)
        return _derived(query.how, values)


def _begun(fact: Fact, at: datetime | date) -> bool:
    """Whether a fact held at a moment, or at the end of a day, if nothing superseded it."""
    if fact.valid_from is None:
        return True
    return fact.valid_from <= at if isinstance(at, datetime) else fact.valid_from.date() <= at


def _kept(facts: Iterable[Fact]) -> list[Fact]:
    """The facts that add what none after them removes; at one moment the order of the ledger decides."""
    kept: list[Fact] = []
    # what holds always was there first; sorting is stable
    for fact in sorted(facts, key=lambda fact: fact.valid_from.timestamp() if fact.valid_from else -math.inf):
        kept = [own for own in kept if own.value != fact.value] if fact.removes else [*kept, fact]
    return kept


def _add(found: Result, value: str, support: frozenset[str], meaning: str) -> None:
    found[value] = found[value].also(support) if value in found else Found(support, meaning)


def _intersection(results: list[Result]) -> Result:
    common = set(results[0]).intersection(*results[1:])
    return {
        value: found.also(fact for other in results[1:] for fact in other[value].support)
        for value, found in results[0].items()
        if value in common
    }


def _derived(how: Derived, results: list[Result], unit: str = "days") -> Result:
    if any(len(result) != 1 for result in results):
        return {}
    given = [next(iter(result.items())) for result in results]
    answer = derive(how, [found.meaning for _, found in given], unit)
    if answer is None:
        return {}
    return {answer: Found(frozenset().union(*(found.support for _, found in given)), answer)}


def pieces(ledger: Ledger, support: Iterable[str]) -> list[Span]:
    """The distinct passages that the supporting facts stand in, in order of observation and place."""
    spans = {ledger.by_id[fact].source for fact in support}
    return sorted(spans, key=lambda span: (span.observation, span.start, span.end))


def faults(ledger: Ledger, query: Term, answer: str) -> list[str]:
    """What keeps the query from having exactly this answer, each piece of its evidence being needed; empty if right."""
    results = ledger.answer(query)
    if list(results) != [answer]:
        return [f"the ledger gives {sorted(results) or 'nothing'} instead of {answer!r} alone"]
    needed = pieces(ledger, results[answer].support)
    if not needed:
        return ["no evidence"]
    return [
        f"still one answer without {span.observation}[{span.start}:{span.end}]"
        for span in needed
        if len(ledger.without([span]).answer(query)) == 1
    ]
