"""Token-level F1 against the one string that the gold has as its answer, whatever other forms it has.

Source: MemoryDocDataSet 5.3.
"""

from microworlds.core.records import Answer, Gold
from microworlds.metrics.base import Metric
from microworlds.metrics.f1 import overlap


def score(answer: Answer, gold: Gold) -> float | None:
    """F1 = 2 |A ∩ G| / (|A| + |G|), A and G the bags of normalised words of answer and gold; see ``f1``.

    >>> gold = Gold(question="q1", answer="27 years", aliases=("27",), answerable=True, evidence=(), labels={})
    >>> score(Answer(question="q1", text="27", abstained=False), gold)  # 1 of 1, 1 of 2; f1 is 1
    0.6666666666666666
    """
    if gold.rubric is not None:
        return None
    return 0.0 if answer.abstained else overlap(answer.text, gold.answer)


METRIC = Metric("f1_plain", score)
