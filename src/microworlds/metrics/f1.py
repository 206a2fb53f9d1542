"""Token-level F1: how much of the answer is in the gold and of the gold in the answer, as bags of words.

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
    mine, theirs = normalized(predicted).split(), normalized(gold).split()
    if not mine or not theirs:
        return float(mine == theirs)
    common = (Counter(mine) & Counter(theirs)).total()
    return 2 * common / (len(mine) + len(theirs))


def score(answer: Answer, gold: Gold) -> float:
    """F1 = 2PR / (P + R) = 2 |A ∩ G| / (|A| + |G|), A and G the bags of normalised words of answer and gold.

    Every question has one, those that nothing answers included, as in the paper's tables 6 and 7. The gold of those
    is prose about what is wrong with the question, so abstaining, which is right, scores 0 here: claims about F1 are
    made on answerable questions. An abstention on an answerable question is 0 as well, since it states nothing.

    >>> gold = Gold(question="q1", answer="the fourth of June", answerable=True, evidence=(), labels={})
    >>> score(Answer(question="q1", text="June fourth", abstained=False), gold)  # 2 of 2, 2 of 3
    0.8
    >>> score(Answer(question="q1", text="ABSTAIN", abstained=True), gold)
    0.0
    """
    return 0.0 if answer.abstained else overlap(answer.text, gold.answer)


METRIC = Metric("f1", score)
