"""Stage calibration: answers whose label is known, made from the release, by which a judge of answers is measured.

Nothing is labelled by reading: an answer is right, stale or wrong because the ledger says so.

Source: issue 4, section 2.
"""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import AwareDatetime, Field

from microworlds.core import jsonl, params, seeds, stage
from microworlds.core.errors import UserError, run
from microworlds.core.records import CalibrationItem, Episode, Label, Record
from microworlds.core.text import stems
from microworlds.generation.grammar import Grammar, Writer
from microworlds.generation.ledger import Fact, Ledger
from microworlds.generation.queries import first_states
from microworlds.generation.splits import SPLITS
from microworlds.quality import judges
from microworlds.quality.answer_variants import reworded, same, vaguer
from microworlds.suites.memorydoc.release import Proof, WorldLedger
from microworlds.suites.memorydoc.world import QAPair

_QUOTED = 0.4
_CLOSED = ("yes_no", "order")
Made = tuple[str, str, str]  # question, expected answer, answer
FLIPPED = {"yes": "no", "no": "yes", "before": "after", "after": "before"}
_SPOKEN_OF = frozenset(
    "target holder brought_by brought_at purpose reader appellant appellee plaintiff defendant party name".split()
)
_ALSO = ("docket", "court", "author")


class CalibrationParams(Record):
    """See conf/config.yaml, section memorydoc.calibration."""

    each: int = Field(ge=1)


@dataclass(frozen=True)
class CalibrationWorld:
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
        if pair.answer in FLIPPED:
            return FLIPPED[pair.answer]
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
        found = list(self.ledger.answer(first_states(pair.query)))
        if len(found) != 1 or same(pair.answer_kind, found[0], pair.answer):
            return None
        return found[0]

    def named(self, explanation: str) -> str | None:
        """The longest value of a fact, other than who or what is spoken of, that stands in an explanation."""
        values = {fact.value for fact in self.ledger.facts if fact.attribute not in _SPOKEN_OF}
        within = (value for value in values if value in explanation)
        there = {value for value in within if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", explanation)}
        return max(sorted(there), key=len, default=None)

    def nearest(self, pair: QAPair) -> str | None:
        """The answer to the answerable question that shares most of its words with this one."""
        asked = set(stems(pair.question))
        given = [own for own in (*self.pairs, *self.others) if own.adversarial_type is None]
        if not given:
            return None
        alike = [len(asked & words) / len(asked | words) for words in (set(stems(own.question)) for own in given)]
        return given[alike.index(max(alike))].answer

    def also(self, pair: QAPair, rng: random.Random) -> str | None:
        """Something else that is known of what the answer is known of, of another kind."""
        fact = self.fact(pair)
        if fact is None or fact.subject not in pair.targets:
            return None
        others = [other for other in self.ledger.facts if other.subject == fact.subject]
        own = [other.value for other in others if other.attribute in _ALSO and other.attribute != fact.attribute]
        return rng.choice(own) if own else None


def _unit(pair: QAPair) -> str:
    return pair.answer.partition(" ")[2] if pair.answer_kind in ("interval", "duration", "number") else ""


def known(release: Path) -> list[CalibrationWorld]:
    """The worlds of a release, all splits.

    Raises:
        UserError: a file is missing, or a world has no ledger.
    """
    ledgers = {own.world: Ledger(own.facts) for own in jsonl.read(release / "ledger.jsonl", WorldLedger)}
    pairs = [pair for split in SPLITS for pair in jsonl.read(release / f"{split}.proofs.jsonl", Proof)]
    worlds = []
    for split in SPLITS:
        for episode in jsonl.read(release / f"{split}.episodes.jsonl", Episode):
            own = tuple(pair for pair in pairs if pair.world == episode.id)
            if episode.id not in ledgers or not own:
                raise UserError(f"{release}: {episode.id} has no ledger or no proofs. Run `dvc repro` again.")
            others = tuple(pair for pair in pairs if pair.world != episode.id)
            worlds.append(CalibrationWorld(episode.id, own, ledgers[episode.id], episode.questions[0].asked_at, others))
    return worlds


def _verbose(world: CalibrationWorld, pair: QAPair, writer: Writer) -> str | None:
    old, also = world.stale(pair), world.also(pair, writer.rng)
    drawn = writer.rng.random()
    if old and drawn < 0.5:
        return writer.write("framed.history", answer=pair.answer, old=old)
    if also and drawn < 0.5:
        return writer.write("framed.also", answer=pair.answer, also=also)
    return _framed(writer, pair, pair.answer, old)


def _framed(writer: Writer, pair: QAPair, answer: str, old: str | None = None) -> str:
    """A long answer; what it quotes states neither the answer nor what it was."""
    spoken = [piece.text for piece in pair.evidence if piece.span.observation.startswith(pair.world)]
    told = [one.lower() for one in (answer, pair.answer, old) if one]
    unsaid = [text for text in spoken if not any(one in text.lower() for one in told)]
    if unsaid and writer.rng.random() < _QUOTED:
        return writer.write("framed.quote", answer=answer, quote=unsaid[0])
    return writer.write("framed", answer=answer)


def _wrong(world: CalibrationWorld, pair: QAPair, writer: Writer) -> str | None:
    rival = world.rival(pair, writer.rng)
    if rival is None:
        return None
    return rival if writer.rng.random() < 0.5 else _framed(writer, pair, rival, world.stale(pair))


def _stale(world: CalibrationWorld, pair: QAPair, writer: Writer) -> str | None:
    old = world.stale(pair)
    if old is None:
        return None
    return old if writer.rng.random() < 0.5 else writer.write("framed.old", old=old)


def _hedged(world: CalibrationWorld, pair: QAPair, writer: Writer) -> str | None:
    rival = world.stale(pair) or world.rival(pair, writer.rng)
    return writer.write("hedged", answer=pair.answer, rival=rival) if rival else None


def _declined(world: CalibrationWorld, pair: QAPair, writer: Writer) -> str | None:
    if pair.adversarial_type == "unanswerable" and writer.rng.random() < 0.5:
        return pair.answer  # it says that there is no answer, and names a value that is none
    return writer.write("declined")


def _corrected(world: CalibrationWorld, pair: QAPair, writer: Writer) -> str | None:
    return writer.write("corrected", why=pair.answer) if pair.adversarial_type == "false_premise" else None


def _invented(world: CalibrationWorld, pair: QAPair, writer: Writer) -> str | None:
    """Where nothing answers: the value of something alike that the explanation names, or a like question's answer."""
    answer = world.named(pair.answer) if pair.adversarial_type == "unanswerable" else None
    answer = answer or world.nearest(pair)
    if answer is None:
        return None
    return answer if writer.rng.random() < 0.5 else _framed(writer, pair, answer)


@dataclass(frozen=True)
class Sort:
    """A sort of answer: the label that it has, and how one is made of a pair; None where the pair has none.

    Without ``write`` it answers two questions in one.
    """

    label: Label
    write: Callable[[CalibrationWorld, QAPair, Writer], str | None] | None
    answerable: bool = True

    def make(self, world: CalibrationWorld, pair: QAPair, writer: Writer) -> Made | None:
        """Question, expected answer and answer."""
        if self.answerable == (pair.adversarial_type is not None):
            return None
        if self.write is None:
            return _of_two(self.label, world, pair, writer)
        answer = self.write(world, pair, writer)
        return None if answer is None else (pair.question, pair.answer, answer)


def _of_two(label: Label, world: CalibrationWorld, pair: QAPair, writer: Writer) -> Made | None:
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
    "exact": Sort("correct", lambda world, pair, writer: pair.answer),
    "reworded": Sort("correct", lambda world, pair, writer: reworded(pair.answer_kind, pair.answer, writer.rng)),
    "verbose": Sort("correct", _verbose),
    "whole": Sort("correct", None),
    "wrong": Sort("incorrect", _wrong),
    "stale": Sort("incorrect", _stale),
    "hedged": Sort("incorrect", _hedged),
    "partial": Sort("partial", None),
    "vague": Sort("partial", lambda world, pair, writer: vaguer(pair.answer_kind, pair.answer)),
    "declined": Sort("abstained", _declined),
    "declined_rightly": Sort("abstained", _declined, answerable=False),
    "corrected": Sort("correct", _corrected, answerable=False),
    "invented": Sort("incorrect", _invented, answerable=False),
}  # fmt: skip


def calibration_items(worlds: Sequence[CalibrationWorld], each: int, seed: int) -> Iterator[CalibrationItem]:
    """At most ``each`` of every sort, of all worlds' pairs; a draw depends on the seed, the pair and the sort alone."""
    by_id = {world.id: world for world in worlds}
    grammar = Grammar.load(Path(__file__).with_name("calibration.txt"))

    def item(of: str, pair: QAPair) -> CalibrationItem | None:
        """The calibration item of a sort, None where the pair has none."""
        world = by_id[pair.world]
        made = SORTS[of].make(world, pair, Writer(grammar, seeds.generator(seed, "calibration", of, pair.id)))
        if made is None:
            return None
        question, expected, answer = made
        return CalibrationItem(
            id=f"{pair.id}-{of}",
            of=of,
            cluster=pair.world,
            question=question,
            asked_at=world.asked_at,
            expected=expected,
            answerable=pair.adversarial_type is None,
            answer=answer,
            label=SORTS[of].label,
        )

    pairs = [pair for world in worlds for pair in world.pairs]
    return judges.calibration_items(pairs, SORTS, item, each, seed)


def main() -> None:
    """A release in, calibration items out."""
    release, out = stage.paths("release", "calibration")
    each = params.section(CalibrationParams, "memorydoc.calibration").each
    jsonl.write(out, calibration_items(known(release), each, params.seed()))


if __name__ == "__main__":
    run(main)
