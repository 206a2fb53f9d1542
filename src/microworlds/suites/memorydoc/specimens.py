"""Answers whose label is known, made from a release: the set by which a judge of answers is measured.

Nothing is labelled by reading: an answer is right, stale or wrong because the ledger says so.

Source: issue 4, section 2.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pydantic import AwareDatetime

from microworlds import seeds
from microworlds.grammar import Grammar, Writer
from microworlds.records import Label, Specimen
from microworlds.suites.memorydoc.ledger import Before, Fact, Ledger, Term
from microworlds.suites.memorydoc.ledger import Both, Changed, Derive, Each, Get, Having
from microworlds.suites.memorydoc.wordings import reworded, same, vaguer
from microworlds.suites.memorydoc.world import QAPair
from microworlds.text import stems

_FLIPPED = {"yes": "no", "no": "yes", "before": "after", "after": "before"}
_CLOSED = ("yes_no", "order")
Made = tuple[str, str, str]  # question, expected answer, answer


@dataclass(frozen=True)
class Known:
    """A world as a release has it: its pairs, its ledger, when its questions are asked; ``others`` are all pairs."""

    id: str
    pairs: tuple[QAPair, ...]
    ledger: Ledger
    asked_at: AwareDatetime
    others: tuple[QAPair, ...]

    @cached_property
    def _by_attribute(self) -> Mapping[str, list[Fact]]:
        found: dict[str, list[Fact]] = defaultdict(list)
        for fact in self.ledger.facts:
            found[fact.attribute].append(fact)
        return found

    def fact(self, pair: QAPair) -> Fact | None:
        """The fact that a pair's answer is the value of."""
        cited = {piece.span for piece in pair.evidence}
        return next((f for f in self.ledger.facts if f.value == pair.answer and f.source in cited), None)

    def rival(self, pair: QAPair, rng: random.Random) -> str | None:
        """A value of the same kind that is not the answer: another thing's in this world, or in another world."""
        if pair.answer in _FLIPPED:
            return _FLIPPED[pair.answer]
        fact = self.fact(pair)
        near = [own.value for own in self._by_attribute[fact.attribute]] if fact else []
        far = [own.answer for own in self.others if own.answer_kind == pair.answer_kind and _unit(own) == _unit(pair)]
        for values in (near, far):
            rivals = sorted({value for value in values if not same(pair.answer_kind, value, pair.answer)})
            if rivals:
                return rng.choice(rivals)
        return None

    def stale(self, pair: QAPair) -> str | None:
        """What the answer was before anything changed; None where nothing did, or the answer is what it was."""
        if pair.category != "knowledge_update" or pair.query is None:
            return None
        found = list(self.ledger.answer(_before(pair.query)))
        if len(found) != 1 or same(pair.answer_kind, found[0], pair.answer):
            return None
        return found[0]

    def also(self, pair: QAPair, rng: random.Random) -> str | None:
        """Something else that is known of what the answer is known of, of another kind."""
        fact = self.fact(pair)
        if fact is None or fact.subject not in pair.targets:
            return None
        own = [
            f.value for f in self.ledger.facts if f.subject == fact.subject and f.attribute in ("docket", "court", "author")
            and f.attribute != fact.attribute
        ]  # fmt: skip
        return rng.choice(own) if own else None


def _unit(pair: QAPair) -> str:
    return pair.answer.partition(" ")[2] if pair.answer_kind in ("interval", "duration", "number") else ""


def _before(term: Term) -> Term:
    """The same query, of the first state of whatever changed."""
    if isinstance(term, Changed):
        return Before(of=_before(term.of), attribute=term.attribute, changes=term.changes)
    if isinstance(term, Get | Before | Each):
        return term.model_copy(update={"of": _before(term.of)})
    if isinstance(term, Having):
        return term.model_copy(update={"value": _before(term.value)})
    if isinstance(term, Both | Derive):
        return term.model_copy(update={"terms": tuple(map(_before, term.terms))})
    return term


@cache
def _grammar() -> Grammar:
    return Grammar.load(Path(__file__).with_name("specimens.txt"))


@dataclass(frozen=True)
class Maker:
    """Makes specimens of one pair; every draw depends on the seed, the pair and the sort alone."""

    world: Known
    seed: int

    def make(self, of: str, pair: QAPair) -> Specimen | None:
        """The specimen of a sort, None where the pair has none."""
        rng = seeds.generator(self.seed, "calibration", of, pair.id)
        writer = Writer(_grammar(), rng)
        made = SORTS[of].make(self.world, pair, writer)
        if made is None:
            return None
        question, expected, answer = made
        return Specimen(
            id=f"{pair.id}-{of}",
            of=of,
            cluster=pair.world,
            question=question,
            asked_at=self.world.asked_at,
            expected=expected,
            answerable=pair.adversarial_type is None,
            answer=answer,
            label=SORTS[of].label,
        )


def _exact(world: Known, pair: QAPair, writer: Writer) -> str | None:
    return pair.answer


def _reworded(world: Known, pair: QAPair, writer: Writer) -> str | None:
    return reworded(pair.answer_kind, pair.answer, writer.rng)


def _verbose(world: Known, pair: QAPair, writer: Writer) -> str | None:
    old, also = world.stale(pair), world.also(pair, writer.rng)
    drawn = writer.rng.random()
    if old and drawn < 0.5:
        return writer.write("framed.history", answer=pair.answer, old=old)
    if also and drawn < 0.5:
        return writer.write("framed.also", answer=pair.answer, also=also)
    return _framed(writer, pair, pair.answer)


def _framed(writer: Writer, pair: QAPair, answer: str) -> str:
    said = [piece.text for piece in pair.evidence if ": " in piece.text and piece.span.observation.startswith(pair.world)]
    quotes = [text.partition(": ")[2] for text in said if not any(one.lower() in text.lower() for one in (answer, pair.answer))]
    quote = quotes[0] if quotes else "let us look at the record for that."
    return writer.write("framed", answer=answer, quote=quote)


def _wrong(world: Known, pair: QAPair, writer: Writer) -> str | None:
    rival = world.rival(pair, writer.rng)
    if rival is None:
        return None
    return rival if writer.rng.random() < 0.5 else _framed(writer, pair, rival)


def _stale(world: Known, pair: QAPair, writer: Writer) -> str | None:
    old = world.stale(pair)
    if old is None:
        return None
    return old if writer.rng.random() < 0.5 else writer.write("framed.old", old=old)


def _hedged(world: Known, pair: QAPair, writer: Writer) -> str | None:
    rival = world.stale(pair) or world.rival(pair, writer.rng)
    return writer.write("hedged", answer=pair.answer, rival=rival) if rival else None


def _vague(world: Known, pair: QAPair, writer: Writer) -> str | None:
    return vaguer(pair.answer_kind, pair.answer)


def _declined(world: Known, pair: QAPair, writer: Writer) -> str | None:
    if pair.adversarial_type == "unanswerable" and writer.rng.random() < 0.5:
        return pair.answer  # it says that there is no answer, and names a value that is none
    return writer.write("declined")


def _corrected(world: Known, pair: QAPair, writer: Writer) -> str | None:
    return writer.write("corrected", why=pair.answer) if pair.adversarial_type == "false_premise" else None


def _invented(world: Known, pair: QAPair, writer: Writer) -> str | None:
    """The answer to the question that is most like it, where nothing answers."""
    given = [own for own in (*world.pairs, *world.others) if own.adversarial_type is None]
    if not given:
        return None
    asked = set(stems(pair.question))
    answer = max(given, key=lambda own: len(asked & (words := set(stems(own.question)))) / len(asked | words)).answer
    return answer if writer.rng.random() < 0.5 else _framed(writer, pair, answer)


@dataclass(frozen=True)
class Sort:
    """A sort of answer: the label that it has, and how one is made of a pair; None where the pair has none."""

    label: Label
    write: Callable[[Known, QAPair, Writer], str | None]
    answerable: bool = True
    several: bool = False

    def make(self, world: Known, pair: QAPair, writer: Writer) -> Made | None:
        """Question, expected answer and answer."""
        if self.answerable == (pair.adversarial_type is not None):
            return None
        if self.several:
            return _of_two(self.label, world, pair, writer)
        answer = self.write(world, pair, writer)
        return None if answer is None else (pair.question, pair.answer, answer)


def _of_two(label: Label, world: Known, pair: QAPair, writer: Writer) -> Made | None:
    """Two questions of a world in one, and both answers or one of them."""
    if pair.answer_kind in _CLOSED:
        return None
    others = [
        own for own in world.pairs
        if own.adversarial_type is None and own.answer_kind not in (*_CLOSED, pair.answer_kind) and own.id > pair.id
        and ";" not in own.answer + pair.answer
    ]  # fmt: skip
    if not others:
        return None
    other = writer.rng.choice(others)
    question = writer.write("both", one=pair.question, two=other.question)
    rule = "whole" if label == "correct" else "half"
    return question, f"{pair.answer}; {other.answer}", writer.write(rule, one=pair.answer, two=other.answer)


SORTS: Mapping[str, Sort] = {
    "exact": Sort("correct", _exact),
    "reworded": Sort("correct", _reworded),
    "verbose": Sort("correct", _verbose),
    "whole": Sort("correct", _exact, several=True),
    "wrong": Sort("incorrect", _wrong),
    "stale": Sort("incorrect", _stale),
    "hedged": Sort("incorrect", _hedged),
    "partial": Sort("partial", _exact, several=True),
    "vague": Sort("partial", _vague),
    "declined": Sort("abstained", _declined),
    "declined_rightly": Sort("abstained", _declined, answerable=False),
    "corrected": Sort("correct", _corrected, answerable=False),
    "invented": Sort("incorrect", _invented, answerable=False),
}  # fmt: skip


def specimens(worlds: Sequence[Known], each: int, seed: int) -> Iterator[Specimen]:
    """At most ``each`` of every sort, dealt over the kinds of answer and the worlds so that none is crowded out."""
    makers = {world.id: Maker(world, seed) for world in worlds}
    for of in SORTS:
        rng = seeds.generator(seed, "calibration", of)
        kinds: dict[str, list[QAPair]] = defaultdict(list)
        for pair in sorted((pair for world in worlds for pair in world.pairs), key=lambda own: own.id):
            kinds[pair.answer_kind].append(pair)
        for own in kinds.values():
            rng.shuffle(own)
        yield from _dealt(kinds, lambda pair, of=of: makers[pair.world].make(of, pair), each)


def _dealt(kinds: Mapping[str, list[QAPair]], make: Callable[[QAPair], Specimen | None], each: int) -> Iterator[Specimen]:
    """One of each kind in turn, as long as there are some and more are wanted."""
    waiting: list[Iterator[Any]] = [filter(None, map(make, kinds[kind])) for kind in sorted(kinds)]
    left = each
    while waiting and left:
        for pairs in list(waiting):
            found = next(pairs, None)
            if found is None:
                waiting.remove(pairs)
            elif left:
                left -= 1
                yield found
