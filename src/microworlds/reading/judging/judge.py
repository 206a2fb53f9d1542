"""One judge, two attitudes: findings on every pair, weighed, and scores of the world.

Deterministic: two judges differ because they weigh the same findings differently, never by a draw.

Source: MemoryDocDataSet 3.6 (strict and lenient reviewer), Appendix B.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from microworlds.reading.judging import scores
from microworlds.reading.judging.findings import REMARKS, Finding, findings
from microworlds.reading.judging.talk import Pair, Talk

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


@dataclass(frozen=True)
class Judgement:
    """Of every pair whether its answer is right; what to look at, three scores from 1 to 5, and remarks."""

    persona_consistency: int
    temporal_coherence: int
    document_grounding_accuracy: int
    correctness: dict[str, bool]
    flagged: tuple[str, ...]
    notes: str


def judge(talk: Talk, pairs: Sequence[Pair], attitude: Attitude) -> Judgement:
    """The judgement of one attitude on a world and its pairs."""
    worst = {pair.id: _worst(talk, pair, attitude) for pair in pairs}
    return Judgement(
        persona_consistency=scores.score(scores.personas(talk), attitude.defects),
        temporal_coherence=scores.score(scores.times(talk), attitude.defects),
        document_grounding_accuracy=scores.score(scores.documents(talk, pairs), attitude.defects),
        correctness={name: one.weight < attitude.rejects for name, one in worst.items()},
        flagged=tuple(name for name, one in worst.items() if one.weight >= attitude.flags),
        notes=_notes(worst, attitude),
    )


def _worst(talk: Talk, pair: Pair, attitude: Attitude) -> Finding:
    """The surest finding, the first of equals; one of no weight if there is none."""
    found = findings(talk, pair, attitude.paraphrase)
    return max(found, key=lambda finding: round(finding.weight, 6), default=Finding("unsupported", 0.0))


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
