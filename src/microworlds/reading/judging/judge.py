"""One judge, two attitudes: findings on every pair, weighed, and scores of the world.

Deterministic: two judges differ because they weigh the same findings differently, never by a draw.

Source: MemoryDocDataSet 3.6, Appendix B.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.reading.judging import categories, currency, leading, premises, scores, support
from microworlds.reading.judging.attitudes import Attitude
from microworlds.reading.judging.documents import Register
from microworlds.reading.judging.findings import REMARKS, Finding
from microworlds.reading.judging.given import Judgement, Pair, World
from microworlds.reading.judging.talk import Talk
from microworlds.reading.reader import Reader, Reading

_UNREAD, _CONTRARY = 0.3, 0.5
"""What it weighs that the reader finds no answer where one has to be worked out, or finds another."""
_READER = Reader()
_SOUND = "Every answer is borne out by its evidence."
_SHOWN = 4
"""How many kinds of remark the notes have at most."""


@dataclass(frozen=True)
class _Opinion:
    """What a judge found on one pair."""

    pair: Pair
    findings: tuple[Finding, ...]
    category: float


def judge(world: World, attitude: Attitude) -> Judgement:
    """The judgement of one attitude on a world and its pairs."""
    talk = _talk(world)
    opinions = [
        _Opinion(pair, tuple(_findings(world, talk, pair, attitude)), categories.doubt(pair)) for pair in world.pairs
    ]
    wrong = {one.pair.id: _worst(one).weight >= attitude.rejects for one in opinions}
    fitting = {one.pair.id: one.category < attitude.miscategorised for one in opinions}
    flagged = tuple(one.pair.id for one in opinions if max(_worst(one).weight, one.category) >= attitude.flags)
    return Judgement(
        persona_consistency=scores.persona_consistency(talk, world, attitude.defects),
        temporal_coherence=scores.temporal_coherence(talk, world, attitude.defects),
        document_grounding_accuracy=scores.document_grounding_accuracy(talk, world, attitude.defects),
        correctness={name: not bad for name, bad in wrong.items()},
        category_accuracy=fitting,
        flagged=flagged,
        notes=_notes(opinions, attitude),
    )


def _talk(world: World) -> Talk:
    cited = [piece for pair in world.pairs for piece in pair.evidence if piece.speaker is None]
    spoken = [session.text[part.start : part.end] for session in world.sessions for part in session.parts]
    return Talk(world.sessions, Register(cited, spoken), [person.name for person in world.personas])


def _findings(world: World, talk: Talk, pair: Pair, attitude: Attitude) -> Iterator[Finding]:
    if not pair.answerable:
        yield from premises.findings(talk, pair, _reading(world, talk, pair))
        return
    yield from _support(world, talk, pair, attitude)
    yield from leading.findings(talk, pair)
    yield from currency.findings(talk, pair)


def _support(world: World, talk: Talk, pair: Pair, attitude: Attitude) -> Iterator[Finding]:
    """An answer that the evidence neither states nor yields."""
    if support.is_choice(pair.answer):
        reading = _reading(world, talk, pair)
        if reading.abstained:
            yield Finding("underived", _UNREAD)
        elif not support.agree(reading.text, pair.answer):
            yield Finding("underived", _CONTRARY)
        return
    share = support.stated(pair.answer, pair.evidence)
    if share < attitude.paraphrase and not support.derivable(pair.answer, pair.evidence):
        yield Finding("unsupported", 1.0 - 0.5 * share)


def _reading(world: World, talk: Talk, pair: Pair) -> Reading:
    """What the reader says, given the evidence and after it every other turn of the sessions."""
    cited = {piece.text for piece in pair.evidence}
    turns = [passage for passage in talk.passages if passage.text not in cited]
    return _READER.read(pair.question, [*pair.evidence, *turns], asked_at=world.asked_at)


def _worst(opinion: _Opinion) -> Finding:
    """The surest finding, the first of equals; one of no weight if there is none."""
    return max(opinion.findings, key=lambda finding: finding.weight, default=Finding("unsupported", 0.0))


def _notes(opinions: list[_Opinion], attitude: Attitude) -> str:
    """How many answers were rejected and why, by id, and which categories."""
    bad = [(one.pair.id, worst.fault) for one in opinions if (worst := _worst(one)).weight >= attitude.rejects]
    odd = [one.pair.id for one in opinions if one.category >= attitude.miscategorised]
    counts = Counter(fault for _, fault in bad)
    parts = [
        f"{REMARKS[fault]} ({', '.join(name for name, other in bad if other == fault)})"
        for fault, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_SHOWN]
    ]
    answers = f"{len(bad)} of {len(opinions)} answers rejected: {'; '.join(parts)}." if bad else _SOUND
    return f"{answers} Category doubtful: {', '.join(odd)}." if odd else answers
