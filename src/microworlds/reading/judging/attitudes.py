"""The two attitudes of a judge: the same findings, weighed with suspicion or with charity.

Source: MemoryDocDataSet 3.6 (strict and lenient reviewer).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Attitude:
    """What it takes for a judge to reject or flag; weights of findings and doubts are 0 to 1.

    ``rejects`` is the weight from which a finding makes an answer wrong, ``flags`` from which a pair is to be looked
    at, ``miscategorised`` from which a category is. ``paraphrase`` is the share of an answer's words that has to
    stand in the evidence for it to count as stated. ``defects`` is the share of faulty checks that costs one of the
    five points of a score.
    """

    rejects: float
    flags: float
    miscategorised: float
    paraphrase: float
    defects: float


STRICT = Attitude(rejects=0.4, flags=0.25, miscategorised=0.4, paraphrase=1.0, defects=0.05)
LENIENT = Attitude(rejects=0.5, flags=0.5, miscategorised=0.75, paraphrase=0.6, defects=0.12)
