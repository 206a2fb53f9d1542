"""Exact Match: the answer says what the gold says in one of its forms, letter for letter, after normalisation.

Source: MemoryDocDataSet 5.3; Rajpurkar et al. 2016 (SQuAD), section 6.1.
"""

from microworlds.core.records import Answer, Gold
from microworlds.core.text import normalized
from microworlds.metrics.base import Metric


def score(answer: Answer, gold: Gold) -> float | None:
    """EM = 1 if N(answer) = N(gold) else 0, with N lower-casing and dropping articles and punctuation.

    The gold is its answer or any of its aliases; of a question with a rubric there is none.

    An abstention states nothing, so it scores 0 whatever the gold says, on unanswerable questions too: there the gold
    is prose about the question, and ``abstention`` is the metric that means something.

    >>> gold = Gold(question="q1", answer="The $1,200 fee.", answerable=True, evidence=(), labels={})
    >>> score(Answer(question="q1", text="a $1,200 fee", abstained=False), gold)
    1.0
    >>> score(Answer(question="q1", text="$1,200", abstained=False), gold)
    0.0
    >>> score(Answer(question="q1", text="$1,200", abstained=False), gold.model_copy(update={"aliases": ("$1,200",)}))
    1.0
    """
    if gold.rubric is not None:
        return None
    forms = map(normalized, (gold.answer, *gold.aliases))
    return float(not answer.abstained and normalized(answer.text) in forms)


METRIC = Metric("exact_match", score)
