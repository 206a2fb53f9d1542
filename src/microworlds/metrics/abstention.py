"""Abstention accuracy: whether a system declines a question that cannot be answered.

Source: MemoryDocDataSet 5.3.
"""

from __future__ import annotations

from dataclasses import dataclass

from microworlds.core.records import Answer, Gold


@dataclass(frozen=True)
class Abstention:
    """1 if the system abstained, else 0; its mean over unanswerable questions is the paper's AbstAcc.

    A system that always abstains has 1.0, so it is never shown without ``false_abstention``.

    >>> gold = Gold(question="q1", answer="There was no such call.", answerable=False, evidence=(), labels={})
    >>> METRIC.score(Answer(question="q1", text="ABSTAIN", abstained=True), gold)
    1.0
    >>> METRIC.score(Answer(question="q1", text="on Monday", abstained=False), gold)
    0.0
    """

    name: str = "abstention"

    def score(self, answer: Answer, gold: Gold) -> float | None:
        """1.0 or 0.0; None for answerable questions."""
        return None if gold.answerable else float(answer.abstained)


METRIC = Abstention()
