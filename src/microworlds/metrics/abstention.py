"""Abstention accuracy: whether a system declines a question that cannot be answered.

Source: MemoryDocDataSet 5.3.
"""

from microworlds.core.records import Answer, Gold
from microworlds.metrics.base import Metric


def score(answer: Answer, gold: Gold) -> float | None:
    """1 if the system abstained, else 0; its mean over unanswerable questions is the paper's AbstAcc.

    A system that always abstains has 1.0, so it is never shown without ``false_abstention``. None for answerable
    questions.

    >>> gold = Gold(question="q1", answer="There was no such call.", answerable=False, evidence=(), labels={})
    >>> score(Answer(question="q1", text="ABSTAIN", abstained=True), gold)
    1.0
    >>> score(Answer(question="q1", text="on Monday", abstained=False), gold)
    0.0
    """
    return None if gold.answerable else float(answer.abstained)


METRIC = Metric("abstention", score)
