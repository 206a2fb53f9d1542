"""Token-level F1: how much of the answer is in the gold and of the gold in the answer, as bags of words.

Departs: the paper compares with one string; here other forms of the gold count as well, as in SQuAD, but for one that
the answer has only a part of. That part may be what all such forms share ("Judge", "dollars"), and a wrong answer would
score by it. ``f1_plain`` is the paper's.

Source: MemoryDocDataSet 5.3; Rajpurkar et al. 2016 (SQuAD), section 6.1.
"""

from collections import Counter

from microworlds.core.records import Answer, Gold
from microworlds.core.text import normalized
from microworlds.metrics.base import Metric


def overlap(predicted: str, gold: str) -> float:
    """F1 of two texts over their normalised words, each word counted as often as it stands.

    With nothing left of either after normalisation it is 1 if nothing is left of both, else 0, as in SQuAD.

    >>> overlap("on May 15, 2024", "15 May")  # common {15, may}: precision 2/4, recall 2/2
    0.6666666666666666
    >>> overlap("the", "a")
    1.0
    """
    mine, theirs = _bag(predicted), _bag(gold)
    if not mine or not theirs:
        return float(mine == theirs)
    return 2 * (mine & theirs).total() / (mine.total() + theirs.total())


def _bag(text: str) -> Counter[str]:
    return Counter(normalized(text).split())


def score(answer: Answer, gold: Gold) -> float | None:
    """F1 = 2PR / (P + R) = 2 |A ∩ G| / (|A| + |G|), A and G the bags of normalised words of answer and gold.

    The best over all G that are the gold's answer, or one of its aliases all of which is in A. None for a question with
    a rubric: nothing is expected word by word.

    Every other question has one, those that nothing answers included, as in the paper's tables 6 and 7. The gold of
    those is prose about what is wrong with the question, so abstaining, which is right, scores 0 here: claims about F1
    are made on answerable questions. An abstention on an answerable question is 0 as well, since it states nothing.

    >>> gold = Gold(question="q1", answer="the fourth of June", answerable=True, evidence=(), labels={})
    >>> score(Answer(question="q1", text="June fourth", abstained=False), gold)  # 2 of 2, 2 of 3
    0.8
    >>> score(Answer(question="q1", text="ABSTAIN", abstained=True), gold)
    0.0
    >>> gold = gold.model_copy(update={"answer": "MELSTONE", "aliases": ("Judge MELSTONE",)})
    >>> score(Answer(question="q1", text="Judge Melstone wrote it", abstained=False), gold)  # 2 of 4, 2 of 2
    0.6666666666666666
    >>> score(Answer(question="q1", text="Judge Carver", abstained=False), gold)
    0.0
    """
    if gold.rubric is not None:
        return None
    if answer.abstained:
        return 0.0
    said = _bag(answer.text)
    forms = (gold.answer, *(form for form in gold.aliases if _bag(form) <= said))
    return max(overlap(answer.text, form) for form in forms)


METRIC = Metric("f1", score)
