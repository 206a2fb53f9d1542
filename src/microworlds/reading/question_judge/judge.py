"""One judge, two attitudes: findings on every pair, weighed.

Deterministic: two judges differ because they weigh the same findings differently, never by a draw.

Source: MemoryDocDataSet 3.6 (strict and lenient reviewer), Appendix B.5.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from microworlds.reading.question_judge.findings import REMARKS, Finding, findings
from microworlds.reading.question_judge.spoken import Pair, Talk


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


def worst(talk: Talk, pairs: Sequence[Pair], attitude: Attitude) -> dict[str, Finding]:
    """The surest finding on each pair by its id, the first of equals; one of no weight if there is none."""
    nothing = Finding("unsupported", 0.0)
    every = ((pair.id, findings(talk, pair, attitude.paraphrase)) for pair in pairs)
    return {name: max(found, key=lambda one: round(one.weight, 6), default=nothing) for name, found in every}


def notes(surest: dict[str, Finding], attitude: Attitude) -> str:
    """How many answers were rejected and why, by id."""
    bad = {name: one.fault for name, one in surest.items() if one.weight >= attitude.rejects}
    if not bad:
        return "Every answer is borne out by its evidence."
    parts = [
        f"{REMARKS[fault]} ({', '.join(name for name, own in bad.items() if own == fault)})"
        for fault, _ in Counter(bad.values()).most_common()
    ]
    return f"{len(bad)} of {len(surest)} answers rejected: {'; '.join(parts)}."
