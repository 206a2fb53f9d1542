"""False abstention: whether a system declines a question that can be answered.

Source: MemoryDocDataSet 5.3 has the other half, ``abstention``; each misleads without the other.
"""

from microworlds.core.records import Answer, Gold
from microworlds.metrics.base import Metric


def score(answer: Answer, gold: Gold) -> float | None:
    """1 if the system abstained, else 0; lower is better. None for unanswerable questions.

    >>> gold = Gold(question="q1", answer="Monday", answerable=True, evidence=(), labels={})
    >>> score(Answer(question="q1", text="ABSTAIN", abstained=True), gold)
    1.0
    >>> score(Answer(question="q1", text="Friday", abstained=False), gold)
    0.0
    """
    return float(answer.abstained) if gold.answerable else None


METRIC = Metric("false_abstention", score)
