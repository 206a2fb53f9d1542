"""Statistics: agreement of raters, means and differences with intervals over worlds, many comparisons.

Source: Cohen 1960 (kappa); Gwet 2008 (AC1); Krippendorff 2011 (alpha); MemoryDocDataSet 3.6; Efron and Tibshirani
1993, chapters 13 and 16 (percentile intervals, bootstrap tests); Wilson 1927; Field and Welsh 2007 (resampling whole
clusters); Holm 1979.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from microworlds.records import Record

RESAMPLES = 4_000  # moves an interval's ends by about 2% of its width
RESAMPLES_OF_TESTS = 20_000  # smallest p is 1 / 10,000: enough for Holm over 500 comparisons at 5%
CONFIDENCE = 0.95
POWER = 0.80
_SEED = 1979  # its own and fixed: the same scores have the same intervals, whatever seed made the worlds
_EXACT = 9  # decimals to which a resampled mean is compared with 0, so that rounding in sums decides no test

Numbers = NDArray[np.float64]


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


def kappa_interval(one: Sequence[bool], two: Sequence[bool], clusters: Sequence[str]) -> tuple[float, float] | None:
    """Bounds of Cohen's kappa from resampling whole clusters; None where they are fewer than two, or kappa undefined.

    A resample in which chance alone would always agree has no kappa, and is left out.

    >>> kappa_interval([True, False] * 2, [True, False] * 2, ["w1", "w1", "w2", "w2"])
    (1.0, 1.0)
    """
    names = sorted(set(clusters))
    sums = np.zeros((len(names), 4))
    for a, b, cluster in zip(one, two, clusters, strict=True):
        sums[names.index(cluster)] += (1, a == b, a, b)
    n, same, a_true, b_true = (_draws(len(names), RESAMPLES) @ sums).T
    expected = (a_true * b_true + (n - a_true) * (n - b_true)) / n**2 if len(names) > 1 else np.ones(1)
    defined = ~np.isclose(expected, 1.0)
    if not defined.any():
        return None
    kappas = (same / n - expected)[defined] / (1 - expected[defined])
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(kappas, [tail, 1 - tail])
    return float(low), float(high)


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


def wilson(count: int, n: int) -> tuple[float, float] | None:
    """The 95% interval of a share of independent items; None without items. It has width where the count is 0 or n.

    With p = count / n and z = z_0.975: (p + z^2/2n -+ z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n).

    >>> [round(end, 3) for end in wilson(0, 60) or ()]
    [0.0, 0.06]
    """
    if not n:
        return None
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share = count / n
    middle, half = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n))


def krippendorffs_alpha(items: Sequence[Sequence[Hashable]]) -> float | None:
    """Agreement of any number of raters beyond chance, on items of which each has as many labels as it has raters.

    alpha = 1 - D_o / D_e for labels without an order: D_o is the share of unequal pairs of labels within items (each
    item weighs as many as its labels), D_e that among all labels. Items with one label say nothing and are left out;
    None where no item has two, or all labels are equal. Our own, since the libraries for it are GPL.

    >>> one, two = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    >>> round(krippendorffs_alpha(list(zip(one, two, strict=True))), 3)  # Krippendorff 2011, section A
    0.095
    """
    shared = [Counter(item) for item in items if len(item) > 1]
    totals = sum(shared, Counter())
    n = totals.total()
    expected = n * n - sum(count * count for count in totals.values())
    if not expected:
        return None
    observed = sum(
        (item.total() ** 2 - sum(count * count for count in item.values())) / (item.total() - 1) for item in shared
    )
    return 1 - (n - 1) * observed / expected


class Estimate(Record):
    """A mean over ``n`` values in ``clusters`` clusters, and what resampling the clusters says of it.

    ``low`` and ``high`` bound the interval, ``error`` is the standard error, ``p`` two-sided for a mean of 0. All four
    are null where values come from fewer than two clusters: nothing is known of how clusters differ.
    """

    mean: float
    n: int
    clusters: int
    low: float | None = None
    high: float | None = None
    error: float | None = None
    p: float | None = None


def estimates(values: Numbers, clusters: Sequence[str], resamples: int = RESAMPLES) -> list[Estimate | None]:
    """The mean of each column, with a percentile interval from resampling whole clusters; None for an empty column.

    ``values`` is ``n x m``, a row for each question and a column for each mean, NaN where a question has no say in a
    column; ``clusters`` names the cluster of each row. All columns share their resamples. The order of rows means
    nothing.

    >>> import numpy as np
    >>> found = estimates(np.array([[0.0], [1.0], [1.0], [1.0]]), ["w1", "w1", "w2", "w2"])[0]
    >>> found.mean, found.low, found.high, found.n, found.clusters
    (0.75, 0.5, 1.0, 4, 2)
    """
    totals, counts = _sums(values, clusters)
    draws = _draws(len(totals), resamples)
    with np.errstate(invalid="ignore"):
        means = (draws @ totals) / (draws @ counts)
    return [_estimate(totals[:, at], counts[:, at], means[:, at]) for at in range(values.shape[1])]


def ratio(above: Numbers, below: Numbers, clusters: Sequence[str]) -> Estimate | None:
    """The mean of one list over the mean of another, with a percentile interval from resampling whole clusters.

    Both have a value for each of the ``n`` rows. None where there are no rows, or the mean below is 0. Resamples in
    which it is 0 or less, where a share means nothing, count as beyond every bound, on both sides.

    >>> import numpy as np
    >>> found = ratio(np.array([1.0, 2.0]), np.array([2.0, 2.0]), ["w1", "w2"])
    >>> (found.mean, found.low, found.high) if found else None
    (0.75, 0.5, 1.0)
    """
    totals, _ = _sums(np.stack([above, below], axis=1), clusters)
    if not len(above) or totals[:, 1].sum() == 0:
        return None
    share = float(totals[:, 0].sum() / totals[:, 1].sum())
    if len(totals) < 2:
        return Estimate(mean=share, n=len(above), clusters=len(totals))
    drawn = _draws(len(totals), RESAMPLES) @ totals
    tail = (1 - CONFIDENCE) / 2
    ends = []
    for beyond, at in ((-np.inf, tail), (np.inf, 1 - tail)):
        with np.errstate(invalid="ignore", divide="ignore"):
            shares = np.where(drawn[:, 1] > 0, drawn[:, 0] / drawn[:, 1], beyond)
        ends.append(float(np.quantile(shares, at, method="lower" if at < 0.5 else "higher")))
    low, high = (end if math.isfinite(end) else None for end in ends)
    return Estimate(mean=share, n=len(above), clusters=len(totals), low=low, high=high)


def _sums(values: Numbers, clusters: Sequence[str]) -> tuple[Numbers, Numbers]:
    """By cluster in order of name, each column's sum and how many values it has, NaN left out."""
    names = sorted(set(clusters))
    place = {name: row for row, name in enumerate(names)}
    rows = np.array([place[cluster] for cluster in clusters], dtype=np.intp)
    there = ~np.isnan(values)
    totals, counts = np.zeros((len(names), values.shape[1])), np.zeros((len(names), values.shape[1]))
    np.add.at(totals, rows, np.where(there, values, 0.0))
    np.add.at(counts, rows, there)
    return totals, counts


@cache
def _draws(clusters: int, resamples: int) -> Numbers:
    """How often each cluster is drawn in each resample, ``resamples x clusters``; rows sum to ``clusters``."""
    if not clusters:
        return np.zeros((resamples, 0))
    shares = np.full(clusters, 1 / clusters)
    return np.random.default_rng(_SEED).multinomial(clusters, shares, size=resamples).astype(np.float64)


def _estimate(totals: Numbers, counts: Numbers, means: Numbers) -> Estimate | None:
    """One column's; a resample that drew none of the clusters with values (NaN) is left out."""
    n, clusters = int(counts.sum()), int(np.count_nonzero(counts))
    if not n:
        return None
    mean = float(totals.sum() / n)
    if clusters < 2:
        return Estimate(mean=mean, n=n, clusters=clusters)
    drawn = means[~np.isnan(means)]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    rounded = np.round(drawn, _EXACT)
    beyond = min(np.count_nonzero(rounded <= 0), np.count_nonzero(rounded >= 0))
    return Estimate(
        mean=mean,
        n=n,
        clusters=clusters,
        low=float(low),
        high=float(high),
        error=float(drawn.std()),
        p=min(1.0, 2 * (int(beyond) + 1) / (len(drawn) + 1)),
    )


def holm(ps: Sequence[float]) -> list[float]:
    """p-values made larger so that the chance of any false finding among them is kept, in the order given.

    The i-th smallest of m (i from 0) is multiplied by m - i, is at least what the one before it became, at most 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(ps)
    least = 0.0
    for rank, at in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        least = max(least, min(1.0, (len(ps) - rank) * ps[at]))
        adjusted[at] = least
    return adjusted


def detectable(error: float) -> float:
    """The smallest true difference that a single test at 5% finds in 80% of samples with this standard error.

    (z_0.975 + z_0.80) error, about 2.8 standard errors; an approximation that takes differences for normal.

    >>> round(detectable(0.05), 3)
    0.14
    """
    z = NormalDist().inv_cdf
    return (z((1 + CONFIDENCE) / 2) + z(POWER)) * error
