"""Statistics of agreement.

Source: Cohen 1960 (kappa); Gwet 2008 (AC1); MemoryDocDataSet 3.6.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def raw_agreement(one: Sequence[bool], two: Sequence[bool]) -> float | None:
    """Share of items on which two raters agree; None without items."""
    return sum(a == b for a, b in zip(one, two, strict=True)) / len(one) if one else None


def cohens_kappa(one: Sequence[bool], two: Sequence[bool]) -> float | None:
    """Agreement beyond what the raters' own base rates give by chance; None where that chance is 1.

    kappa = (p_o - p_e) / (1 - p_e), with p_e = a b + (1 - a)(1 - b) for the raters' shares a and b of true labels.

    >>> cohens_kappa([True, True, False, False], [True, False, False, False])
    0.5
    """
    observed = raw_agreement(one, two)
    if observed is None:
        return None
    a, b = sum(one) / len(one), sum(two) / len(two)
    expected = a * b + (1 - a) * (1 - b)
    return None if math.isclose(expected, 1.0) else (observed - expected) / (1 - expected)


def gwets_ac1(one: Sequence[bool], two: Sequence[bool]) -> float | None:
    """Agreement beyond chance where chance does not grow with the base rate; None without items.

    AC1 = (p_o - p_e) / (1 - p_e), with p_e = 2 q (1 - q) and q the mean of the raters' shares of true labels.

    >>> round(gwets_ac1([True, True, False, False], [True, False, False, False]), 4)
    0.5294
    """
    observed = raw_agreement(one, two)
    if observed is None:
        return None
    mean = (sum(one) + sum(two)) / (2 * len(one))
    expected = 2 * mean * (1 - mean)
    return (observed - expected) / (1 - expected)
