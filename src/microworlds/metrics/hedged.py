"""Hedged answers: whether an answer gives both the value that holds and one that held before.

Source: ConvoMem 3.3 (changing facts), whose own code does not count them.
"""

from microworlds.core.records import Answer, Gold
from microworlds.metrics import accuracy
from microworlds.metrics.base import Metric


def score(answer: Answer, gold: Gold) -> float | None:
    """1 if a stale value is given beside the right one, else 0; None where nothing is known to have changed.

    >>> gold = Gold(question="q", answer="May 4", answerable=True, evidence=(), labels={}, stale=("May 2",))
    >>> score(Answer(question="q", text="on May 2 or May 4", abstained=False), gold)
    1.0
    """
    return float(accuracy.stale(answer, gold) and accuracy.says(answer, gold)) if gold.stale else None


METRIC = Metric("hedged", score)
