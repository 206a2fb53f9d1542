"""A finished world as those see it who ask questions about it: its ledger, and every way to speak of a document.

Source: MemoryDocDataSet 3.4 (Hybrid: first which document, then what it says).
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from microworlds.core.records import Evidence, Part, Passage, Span
from microworlds.core.text import paragraphs, places
from microworlds.core.value_types import format_date
from microworlds.corpora.attributes import AGREEMENT, OPINION, Attribute
from microworlds.generation.ledger import Fact, Ledger
from microworlds.generation.queries import Both, Changed, Get, Having, Term, Value
from microworlds.suites.memorydoc.world import Described, Scenario, Session, Target, WorldBundle

# what can be settled about a piece of work, and the kind of answer it is
WORK_KINDS: Mapping[str, str] = {
    "due_on": "date",
    "held_on": "date",
    "fee": "amount",
    "quantity": "number",
    "length": "duration",
    "owner": "person",
    "outside": "person",
    "venue": "place",
    "choice": "choice",
}
# by what else a mention is known: the slot for it, and the words in it
_KNOWN_BY: Mapping[str, tuple[str, str]] = {
    "purpose": ("purpose", "the {}"),
    "reader": ("reader", "{}"),
}
BROUGHT = frozenset({"brought", "brought_at"})
"""How a document is known that somebody brought: alone, or to which meeting where he brought several."""

_SPEAKING = 3  # texts of a world that speak of a point, if naming it is to tell of none of them
_SMALL = re.compile(r"\b[a-z]{4,}\b")


@dataclass(frozen=True)
class Reference:
    """A way to speak of one mention: the term that finds it, and the words for it.

    ``hops`` is how many utterances it rests on; ``changes`` how often what it rests on has changed.
    """

    mention: str
    target: str
    term: Term
    described: Described
    hops: int
    changes: int = 0

    @property
    def to_target(self) -> Term:
        """The term that finds the target."""
        return Get(of=self.term, attribute="target")


def bare(point: str) -> str:
    """The words for a point as others may have them: small, and without an article."""
    return point.lower().removeprefix("the ")


def known_by(thing: Described, standings: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The words by which a thing is known; ``standings`` are those for each place that a document can hold."""
    return (*thing.slots.values(), *standings.get(thing.slots.get("standing", ""), ()))


@dataclass(frozen=True)
class View:
    """A world whose conversations have been written."""

    bundle: WorldBundle

    @property
    def scenario(self) -> Scenario:
        """What was there before anyone spoke."""
        return self.bundle.scenario

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The conversations, in order."""
        return self.bundle.conversations.sessions

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Those of all its observations, by id."""
        return {own.id: own.text for own in self.bundle.observations}

    @cached_property
    def turns(self) -> Mapping[str, tuple[Part, ...]]:
        """The turns of each conversation, by its id."""
        return {session.id: session.observation().parts for session in self.sessions}

    @cached_property
    def about(self) -> Mapping[str, str]:
        """For each target its own text and every paragraph elsewhere that names it, lower-cased."""
        lowered = {name: text.lower() for name, text in self.texts.items()}
        lines = {name: paragraphs(text) for name, text in lowered.items()}
        about = {}
        for target in self.targets.values():
            own = lowered[target.document][target.start : target.end]
            names = {target.title.lower(), *(name.lower() for name in target.names.values())}
            elsewhere = [
                text[start:end]
                for observation, text in lowered.items()
                for start, end in _naming(text, lines[observation], names)
                if not (observation == target.document and target.start <= start < target.end)
            ]
            about[target.id] = "\n".join([own, *elsewhere])
        return about

    def facts_on(self, subject: str, *attributes: str) -> list[Fact]:
        """What was said of a subject's attributes, in order."""
        return [fact for fact in self.chat.facts if fact.subject == subject and fact.attribute in attributes]

    @cached_property
    def said(self) -> str:
        """All that is said in the conversations, lower-cased, a turn a line."""
        return "\n".join(turn.text for session in self.sessions for turn in session.utterances).lower()

    @cached_property
    def small_words(self) -> frozenset[str]:
        """Words that some text writes without a capital: they are no names."""
        return frozenset(word for text in self.texts.values() for word in _SMALL.findall(text))

    @cached_property
    def chat(self) -> Ledger:
        """What the conversations alone state."""
        return Ledger(tuple(fact for session in self.sessions for fact in session.facts))

    @cached_property
    def ledger(self) -> Ledger:
        """What conversations and documents state."""
        return Ledger(self.bundle.facts)

    @cached_property
    def later(self) -> frozenset[str]:
        """Ids of facts of which their text states another of the kind before."""
        return frozenset(name for own_facts in self.bundle.document_facts for name in own_facts.later)

    @cached_property
    def alone(self) -> frozenset[str]:
        """Ids of facts of which their text states no other of the kind, though it might."""
        return frozenset(name for own_facts in self.bundle.document_facts for name in own_facts.alone)

    @cached_property
    def points(self) -> Mapping[str, tuple[str, ...]]:
        """Words for the point that a fact is the only one of its kind on, by its id."""
        return {name: words for own_facts in self.bundle.document_facts for name, words in own_facts.points.items()}

    def point(self, fact: Fact, thing: Described) -> str | None:
        """What a fact is stated on, if its text states no other of the kind on that: in words of the text.

        None where these words would tell of which text it is, as few others use them and those for ``thing`` do not;
        and where those for ``thing`` name another point: nobody asks on notice of our lead case on fees.
        """
        own = [said for said in self.points.get(fact.id, ()) if fact.subject in self._speaking(said)]
        if any(self.tells(thing, point) for point in self.scenario.points):
            own = [said for said in own if self.tells(thing, said)]
        best = max(own, key=lambda said: (self.tells(thing, said), len(self._speaking(said))), default=None)
        told = best is not None and (self.tells(thing, best) or len(self._speaking(best)) >= _SPEAKING)
        return best if told else None

    def _speaking(self, point: str) -> frozenset[str]:
        """The targets that speak of a point, or of which somebody does."""
        if point not in self._found:
            self._found[point] = frozenset(name for name, about in self.about.items() if bare(point) in about)
        return self._found[point]

    @cached_property
    def _found(self) -> dict[str, frozenset[str]]:
        return {}

    def tells(self, thing: Described, point: str) -> bool:
        """Whether the words for a thing name a point."""
        return any(bare(point) in text.lower() for text in known_by(thing, self.scenario.standings))

    @cached_property
    def targets(self) -> Mapping[str, Target]:
        """Targets by id."""
        return {target.id: target for own_facts in self.bundle.document_facts for target in own_facts.targets}

    @cached_property
    def attributes(self) -> Mapping[str, Attribute]:
        """What can be known of a target in this domain."""
        return OPINION if self.scenario.subject == "opinion" else AGREEMENT

    @cached_property
    def session_of(self) -> Mapping[str, Session]:
        """Sessions by id."""
        return {session.id: session for session in self.sessions}

    def known(self, target: str) -> Mapping[str, Fact]:
        """The facts of a target that have one value, by attribute."""
        return self._known.get(target, {})

    @cached_property
    def _known(self) -> Mapping[str, Mapping[str, Fact]]:
        known = {}
        for target, facts in self._facts_of.items():
            often = Counter(fact.attribute for fact in facts)
            known[target] = {fact.attribute: fact for fact in facts if often[fact.attribute] == 1}
        return known

    @cached_property
    def _facts_of(self) -> Mapping[str, list[Fact]]:
        index: dict[str, list[Fact]] = defaultdict(list)
        for own_facts in self.bundle.document_facts:
            for fact in own_facts.facts:
                index[fact.subject].append(fact)
        return index

    @cached_property
    def told(self) -> frozenset[tuple[str, str]]:
        """Targets and attributes of them that those who speak know, in whatever words they may say so."""
        told = set()
        for beat in (beat for plan in self.scenario.plans for beat in plan.beats):
            words = set(beat.slots.values())
            for target in (claim.value for claim in beat.claims if claim.attribute == "target"):
                told |= {(target, fact.attribute) for fact in self._facts_of.get(target, ()) if fact.value in words}
        return frozenset(told)

    def rivals(self, target: str, attribute: str) -> list[Fact]:
        """Facts of the same kind in the other documents of the world: real distractors."""
        own = self.targets[target].document
        return [fact for document, fact in self._stated.get(attribute, ()) if document != own]

    @cached_property
    def _stated(self) -> Mapping[str, list[tuple[str, Fact]]]:
        """What documents state, by attribute, each fact with its document."""
        stated: dict[str, list[tuple[str, Fact]]] = {}
        for own in self.bundle.document_facts:
            for fact in own.facts:
                stated.setdefault(fact.attribute, []).append((own.document, fact))
        return stated

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every way to speak of a mention without naming its target, in a stable order."""
        return tuple(self._references())

    @cached_property
    def brought(self) -> Counter[str]:
        """How many documents each person brought."""
        return Counter(fact.value for fact in self.chat.facts if fact.attribute == "brought_by")

    def _references(self) -> Iterator[Reference]:
        for fact in self.chat.facts:
            if fact.attribute == "brought_by":
                yield from self._brought(fact)
            elif fact.attribute in _KNOWN_BY:
                slot, words = _KNOWN_BY[fact.attribute]
                term = Having(attribute=fact.attribute, value=Value(value=fact.value))
                yield from self._if_one(fact.subject, term, fact.attribute, {slot: words.format(fact.value)})
        for subject in sorted({fact.subject for fact in self.chat.facts if fact.attribute == "holder"}):
            yield from self._standing(subject)

    def _brought(self, fact: Fact) -> Iterator[Reference]:
        session = fact.source.observation
        by: Term = Having(attribute="brought_by", value=Value(value=fact.value))
        if self.brought[fact.value] == 1:
            yield from self._if_one(fact.subject, by, "brought", {"by": fact.value})
        else:
            at = Having(attribute="brought_at", value=Value(value=session))
            slots = {"by": fact.value, **self.when(session)}
            yield from self._if_one(fact.subject, Both(terms=(by, at)), "brought_at", slots)

    def when(self, session_id: str) -> dict[str, str]:
        """The words for a session: its event's name and its date."""
        session = self.session_of[session_id]
        event = next(event for event in self.scenario.events if event.id == session.event)
        return {"at": event.name, "date": format_date(session.time.date())}

    def _standing(self, subject: str) -> Iterator[Reference]:
        states, place = self.chat.states(subject, "holder"), Value(value=subject)
        if not states:
            return
        changes, how = len(states) - 1, "standing"
        term: Term = Get(of=place, attribute="holder")
        if changes:
            term, how = Changed(of=place, attribute="holder", changes=changes), "standing_now"
        yield from self._if_one(states[-1].value, term, how, {"standing": subject.split(":", 1)[1]}, changes)

    def _if_one(
        self, mention: str, term: Term, how: str, slots: dict[str, str], changes: int = 0
    ) -> Iterator[Reference]:
        found = self.chat.answer(Get(of=term, attribute="target"))
        if len(found) == 1 and list(self.chat.answer(term)) == [mention]:
            target, rests = next(iter(found.items()))
            hops = len({self.chat.by_id[fact].source for fact in rests.support})
            yield Reference(mention, target, term, Described(how=how, slots=slots), hops, changes)

    def evidence(self, spans: Iterable[Span]) -> tuple[Evidence, ...]:
        """The spans with the text they cover."""
        return tuple(Evidence(span=own, text=self.texts[own.observation][own.start : own.end]) for own in spans)

    def cited(self, piece: Evidence) -> tuple[Passage, ...]:
        """A piece of evidence as it would be read, turn by turn: under its session's or its section's title."""
        session = self.session_of.get(piece.span.observation)
        if session is not None:
            return session.observation().passages(piece.span)
        document = piece.span.observation
        bundle = next(summary.title for summary in self.scenario.summaries if summary.id == document)
        title = next(
            target.heading
            for target in self.targets.values()
            if target.document == document and target.start <= piece.span.start < target.end
        )
        return (Passage(text=piece.text, source=bundle if title == bundle else f"{bundle}, {title}"),)

    def work(self, attribute: str, least: int = 1, most: int = 9) -> list[str]:
        """Subjects of work of which ``attribute`` was settled, with so many states."""
        subjects = sorted({fact.subject for fact in self.chat.facts if fact.attribute == attribute})
        return [subject for subject in subjects if least <= len(self.chat.states(subject, attribute)) <= most]

    def work_slots(self, subject: str) -> dict[str, str]:
        """The words for a piece of work."""
        return {"work": subject.split("/", 1)[1]}


def _naming(text: str, lines: Sequence[tuple[int, int]], names: Iterable[str]) -> list[tuple[int, int]]:
    """Those of a text's lines that hold any of the names, in order."""
    found = set()
    for name in names:
        for at in places(text, name):
            line = lines[max(0, bisect_right(lines, (at, len(text))) - 1)]
            if line[0] <= at and at + len(name) <= line[1]:
                found.add(line)
    return sorted(found)
