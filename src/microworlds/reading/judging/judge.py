"""One judge, two attitudes: findings on every pair, weighed, and scores of the world.

Deterministic: two judges differ because they weigh the same findings differently, never by a draw.

Source: MemoryDocDataSet 3.6 (strict and lenient reviewer), Appendix B.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.reading import values
from microworlds.reading.judging import currency, premises, scores, support, where
from microworlds.reading.judging.given import REMARKS, Finding, Judgement, Pair, World
from microworlds.reading.judging.talk import Talk
from microworlds.reading.reader import Reader, Reading

_UNREAD, _CONTRARY, _TOLD = 0.3, 0.5, 0.6
"""What it weighs that the reader finds no answer where one has to be worked out, or another; that it is told."""
_READER = Reader()
_SHOWN = 4
"""How many kinds of remark the notes have at most."""


@dataclass(frozen=True)
class Attitude:
    """What it takes for a judge to reject or flag.

    ``rejects`` is the weight from which a finding makes an answer wrong, ``flags`` from which a pair is to be looked
    at. ``paraphrase`` is the share of an answer's words that has to stand in the evidence for it to count as stated.
    ``defects`` is the share of faulty checks that costs one of the five points of a score.
    """

    rejects: float
    flags: float
    paraphrase: float
    defects: float


STRICT = Attitude(rejects=0.4, flags=0.25, paraphrase=1.0, defects=0.05)
LENIENT = Attitude(rejects=0.5, flags=0.5, paraphrase=0.6, defects=0.12)


def judge(world: World, attitude: Attitude) -> Judgement:
    """The judgement of one attitude on a world and its pairs."""
    talk = Talk(world)
    worst = {pair.id: _worst(world, talk, pair, attitude) for pair in world.pairs}
    return Judgement(
        persona_consistency=scores.persona_consistency(talk, attitude.defects),
        temporal_coherence=scores.temporal_coherence(talk, world, attitude.defects),
        document_grounding_accuracy=scores.document_grounding_accuracy(talk, world, attitude.defects),
        correctness={name: one.weight < attitude.rejects for name, one in worst.items()},
        flagged=tuple(name for name, one in worst.items() if one.weight >= attitude.flags),
        notes=_notes(worst, attitude),
    )


def _worst(world: World, talk: Talk, pair: Pair, attitude: Attitude) -> Finding:
    """The surest finding, the first of equals; one of no weight if there is none."""
    found = list(_findings(world, talk, pair, attitude))
    return max(found, key=lambda finding: round(finding.weight, 6), default=Finding("unsupported", 0.0))


def _findings(world: World, talk: Talk, pair: Pair, attitude: Attitude) -> Iterator[Finding]:
    if not pair.answerable:
        yield from premises.findings(talk, pair, _reading(world, talk, pair))
        return
    if support.is_choice(pair.answer):
        reading = _reading(world, talk, pair)
        if reading.abstained or not support.agree(reading.text, pair.answer):
            yield Finding("underived", _UNREAD if reading.abstained else _CONTRARY)
    else:
        share = support.stated(pair.answer, pair.evidence)
        if share < attitude.paraphrase and not support.derivable(pair.answer, pair.evidence):
            yield Finding("unsupported", 1.0 - 0.5 * share)
        if any(values.find(kind, pair.answer) for kind in support.KEYED) and support.says(pair.question, pair.answer):
            yield Finding("told", _TOLD)
    yield from where.findings(talk, pair)
    yield from currency.findings(talk, pair)


def _reading(world: World, talk: Talk, pair: Pair) -> Reading:
    """What the reader says, given the evidence and after it every other turn of the sessions."""
    cited = {piece.text for piece in pair.evidence}
    turns = [passage for passage in talk.passages if passage.text not in cited]
    return _READER.read(pair.question, [*pair.evidence, *turns], asked_at=world.asked_at)


def _notes(worst: dict[str, Finding], attitude: Attitude) -> str:
    """How many answers were rejected and why, by id."""
    bad = {name: one.fault for name, one in worst.items() if one.weight >= attitude.rejects}
    if not bad:
        return "Every answer is borne out by its evidence."
    counts = sorted(Counter(bad.values()).items(), key=lambda item: (-item[1], item[0]))[:_SHOWN]
    parts = [
        f"{REMARKS[fault]} ({', '.join(name for name, own in bad.items() if own == fault)})" for fault, _ in counts
    ]
    return f"{len(bad)} of {len(worst)} answers rejected: {'; '.join(parts)}."
