"""Measures of a ranked list with binary relevance, from the ranks of gold alone.

They are no metrics of the plug-in kind: what a rank counts (chunks, turns, sessions) is not in an answer.

Source: Järvelin and Kekäläinen 2002 (nDCG); Voorhees 1999 (MRR); issue 4, section 2; LongMemEval (recall any, all).
"""

import math
from collections.abc import Sequence

DEPTHS = (1, 3, 5, 10, 25, 50)


def recall_any(found: Sequence[int | None], k: int) -> float:
    """1 if any gold item is found in the first ``k`` units, else 0; ``found`` has a rank from 1, or None, for each."""
    return float(any(_within(found, k)))


def recall_all(found: Sequence[int | None], k: int) -> float:
    """1 if every gold item is found in the first ``k`` units, else 0."""
    return float(all(_within(found, k)))


def recall_fraction(found: Sequence[int | None], k: int) -> float:
    """Gold items found in the first ``k`` units / gold items.

    >>> recall_fraction([2, None, 7], 5), recall_any([2, None, 7], 5), recall_all([2, None, 7], 5)
    (0.3333333333333333, 1.0, 0.0)
    """
    return sum(_within(found, k)) / len(found)


def reciprocal_rank(relevant: Sequence[int]) -> float:
    """1 / the rank of the first relevant unit; 0 if the list has none, which says at most 1 / (its length + 1).

    >>> reciprocal_rank([4, 9])
    0.25
    """
    return 1 / min(relevant) if relevant else 0.0


def ndcg(relevant: Sequence[int], total: int, k: int) -> float:
    """Normalised discounted cumulative gain of the first ``k`` units, of which ``total`` could be relevant.

    DCG@k = the sum of 1 / log2(1 + rank) over the relevant units with rank <= k; nDCG@k = DCG@k / that of a list with
    min(k, total) relevant units first. Rank 1 counts 1, rank 2 counts 0.63: they are not equal.

    >>> round(ndcg([1, 3], total=2, k=10), 4)  # (1 + 1/2) / (1 + 0.6309)
    0.9197
    """
    gain = sum(1 / math.log2(1 + rank) for rank in relevant if rank <= k)
    return gain / sum(1 / math.log2(1 + rank) for rank in range(1, min(k, total) + 1))


def _within(found: Sequence[int | None], k: int) -> list[bool]:
    return [rank is not None and rank <= k for rank in found]
