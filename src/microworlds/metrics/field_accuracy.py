"""Field accuracy: how many blanks of a template are filled with what belongs there.

Source: DynamicMem (state completion: a field is a leaf of the template; exact value accuracy). Its judged scale of
central value and detail needs a judge and is none of this.
"""

from microworlds.core.records import Answer, Gold
from microworlds.core.text import normalized
from microworlds.metrics.base import Metric


def score(answer: Answer, gold: Gold) -> float | None:
    """Accuracy = fields f with N(answer[f]) = N(gold[f]) / fields of the gold, N as in ``exact_match``.

    A field that was left empty is wrong; what an answer fills besides does not count. None for questions whose
    gold has no fields.

    >>> fields = {"place": "the gym", "start": "18:30"}
    >>> gold = Gold(question="q1", answer="", answerable=True, evidence=(), labels={}, fields=fields)
    >>> score(Answer(question="q1", text="", abstained=False, fields={"place": "Gym", "start": "6:30"}), gold)
    0.5
    """
    if gold.fields is None:
        return None
    filled = {} if answer.abstained else answer.fields or {}
    right = sum(name in filled and normalized(filled[name]) == normalized(own) for name, own in gold.fields.items())
    return right / len(gold.fields)


METRIC = Metric("field_accuracy", score)
