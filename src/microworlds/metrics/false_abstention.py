"""False abstention: whether a system declines a question that can be answered.

Source: MemoryDocDataSet 5.3 has the other half, ``abstention``; each misleads without the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from microworlds.core.records import Answer, Gold


@dataclass(frozen=True)
class FalseAbstention:
    """1 if the system abstained, else 0; lower is better.

    >>> gold = Gold(question="q1", answer="Monday", answerable=True, evidence=(), labels={})
    >>> METRIC.score(Answer(question="q1", text="ABSTAIN", abstained=True), gold)
    1.0
    >>> METRIC.score(Answer(question="q1", text="Friday", abstained=False), gold)
    0.0
    """

    name: str = "false_abstention"

    def score(self, answer: Answer, gold: Gold) -> float | None:
        """1.0 or 0.0; None for unanswerable questions."""
        return float(answer.abstained) if gold.answerable else None


METRIC = FalseAbstention()
