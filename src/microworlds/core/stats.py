"""Statistics: agreement of raters, means and differences with intervals over worlds, many comparisons.

Intervals and p-values come from how the clusters' means differ, by formula: nothing is drawn. How well they hold their
level is measured in docs/benchmarks.md.

Source: Cohen 1960 (kappa); Gwet 2008 (AC1); Krippendorff 2011 (alpha); MemoryDocDataSet 3.6; Wilson 1927 (intervals of
what is bounded); Bell and McCaffrey 2002 (variance and degrees of freedom from few clusters); Fieller 1954 (intervals
of ratios); Holm 1979.
"""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import scipy  # which imports its parts where they are first used
from numpy.typing import NDArray

from microworlds.core.records import Record

CONFIDENCE = 0.95
POWER = 0.80
_EXACT = 9  # decimals of a cluster's sum, so that the order in which it was added up decides nothing

Numbers = NDArray[np.float64]
Bounds = tuple[float, float]


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
    """Bounds of Cohen's kappa over whole clusters; None where they are fewer than two, or kappa undefined.

    Kappa is taken for the mean of what each item adds to it: linear in the raters' shares, near where they are.

    >>> low, high = kappa_interval([True, False] * 20, [True, False] * 20, ["w1", "w1", "w2", "w2"] * 10) or (0, 0)
    >>> round(low, 2), high
    (-0.6, 1.0)
    """
    kappa = cohens_kappa(one, two)
    if kappa is None:
        return None
    first, second = np.array(one, dtype=np.float64), np.array(two, dtype=np.float64)
    a, b = first.mean(), second.mean()
    chance = a * b + (1 - a) * (1 - b)
    moved = (2 * b - 1) * (first - a) + (2 * a - 1) * (second - b)  # what each item moves chance by
    added = ((first == second) - np.mean(first == second) - (1 - kappa) * moved) / (1 - chance)
    spread = _spread(*_sums((kappa + added)[:, None], clusters))
    if spread.clusters[0] < 2:
        return None
    low, high = spread.interval((-1.0, 1.0))
    return float(low[0]), float(high[0])


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
    """A mean over ``n`` values in ``clusters`` clusters, and what the clusters' differences say of it.

    ``low`` and ``high`` bound the 95% interval, ``error`` is the standard error, of so many degrees of ``freedom``;
    ``p`` is two-sided for a mean of 0. All are null where values come from fewer than two clusters, since nothing is
    known of how clusters differ; ``p`` also where no value can be below 0.
    """

    mean: float
    n: int
    clusters: int
    low: float | None = None
    high: float | None = None
    error: float | None = None
    freedom: float | None = None
    p: float | None = None


@dataclass(frozen=True)
class _Spread:
    """Means of ``m`` columns, their variances over clusters, and degrees of freedom; each of shape (m,)."""

    mean: Numbers
    variance: Numbers
    freedom: Numbers
    n: Numbers
    clusters: Numbers

    def _relative(self, bounds: Bounds) -> tuple[Numbers, Numbers]:
        """Means as shares of the way between the bounds, and their variances in units of u (1 - u).

        At a bound, where all values are equal, that is 1 / n: as if they were independent.
        """
        low, high = bounds
        u = np.clip((self.mean - low) / (high - low), 0.0, 1.0)
        inside = u * (1 - u)
        with np.errstate(invalid="ignore", divide="ignore"):
            return u, np.where(inside > 0, self.variance / (high - low) ** 2 / inside, 1 / self.n)

    def interval(self, bounds: Bounds, together: int = 1) -> tuple[Numbers, Numbers]:
        """All means u between the bounds from which the one found is no further than t standard errors at u.

        Wilson's interval with Student's t, and with the variance that was found in place of that of coin throws: with
        c = t^2 v, (u + c/2 -+ sqrt(c u (1 - u) + c^2 / 4)) / (1 + c). So many intervals hold ``together`` (Bonferroni).
        """
        low, high = bounds
        u, v = self._relative(bounds)
        c = _t(self.freedom, 1 - (1 - CONFIDENCE) / 2 / together) ** 2 * v
        middle, half = u + c / 2, np.sqrt(c * u * (1 - u) + c * c / 4)
        ends = ((middle + side * half) / (1 + c) for side in (-1, 1))
        below, above = (np.clip(low + (high - low) * end, low, high) for end in ends)
        return np.minimum(below, self.mean), np.maximum(above, self.mean)

    def p(self, bounds: Bounds) -> Numbers:
        """Two-sided p of a mean of 0, by the same standard errors: at most 5% just where the interval leaves 0 out."""
        low, high = bounds
        u, v = self._relative(bounds)
        zero = -low / (high - low)
        with np.errstate(invalid="ignore", divide="ignore"):
            far = np.abs(u - zero) / np.sqrt(v * zero * (1 - zero))
        far = np.where(np.isclose(u, zero, rtol=0, atol=1e-12), 0.0, far)
        tails: Numbers = 2 * scipy.special.stdtr(self.freedom, -far)
        return tails


def estimates(
    values: Numbers, clusters: Sequence[str], bounds: Bounds = (0.0, 1.0), together: int = 1
) -> list[Estimate | None]:
    """The mean of each column, with its interval over whole clusters; None for an empty column.

    ``values`` is ``n x m``, a row for each question and a column for each mean, NaN where a question has no say in a
    column; ``clusters`` names the cluster of each row. ``bounds`` are the least and the most that a value can be: the
    interval stays between them, and is longer on the side that is further from its bound. The order of rows means
    nothing. A column in which all values are a bound still has width, one whose clusters agree elsewhere has none.
    ``together`` is how many intervals are to hold at 95% all at once.

    >>> import numpy as np
    >>> found = estimates(np.array([[0.0], [1.0], [1.0], [1.0]]), ["w1", "w1", "w2", "w2"])[0]
    >>> found.mean, round(found.low, 3), round(found.high, 3), found.n, found.clusters
    (0.75, 0.01, 0.999, 4, 2)
    """
    spread = _spread(*_sums(values, clusters))
    below, above = spread.interval(bounds, together)
    ps = spread.p(bounds) if bounds[0] < 0 < bounds[1] else np.full(values.shape[1], np.nan)
    return [_estimate(spread, at, below[at], above[at], ps[at]) for at in range(values.shape[1])]


def _estimate(spread: _Spread, at: int, low: float, high: float, p: float) -> Estimate | None:
    n, clusters, mean = int(spread.n[at]), int(spread.clusters[at]), float(spread.mean[at])
    if not n:
        return None
    if clusters < 2:
        return Estimate(mean=mean, n=n, clusters=clusters)
    return Estimate(
        mean=mean,
        n=n,
        clusters=clusters,
        low=float(low),
        high=float(high),
        error=math.sqrt(spread.variance[at]),
        freedom=float(spread.freedom[at]),
        p=None if math.isnan(p) else float(p),
    )


def ratio(above: Numbers, below: Numbers, clusters: Sequence[str]) -> Estimate | None:
    """The mean of one list over the mean of another, with Fieller's interval over whole clusters.

    Both have a value for each of the ``n`` rows. None where there are no rows, or the mean below is 0. Bounds are all
    r for which the mean of above - r below is no further from 0 than t of its standard errors; null where the mean
    below is not either: then no share is ruled out.

    >>> import numpy as np
    >>> lists = np.array([1.0, 1.2, 0.9, 1.1]), np.array([2.0, 2.1, 2.0, 1.9])
    >>> found = ratio(*lists, ["w1", "w2", "w3", "w4"])
    >>> (found.mean, round(found.low, 2), round(found.high, 2)) if found else None
    (0.525, 0.43, 0.62)
    """
    totals, counts = _sums(np.stack([above, below], axis=1), clusters)
    if not len(above) or totals[:, 1].sum() == 0:
        return None
    share = float(totals[:, 0].sum() / totals[:, 1].sum())
    made = Estimate(mean=share, n=len(above), clusters=len(totals))
    if len(totals) < 2:
        return made
    # the variance of a sum gives the covariance
    sides = _spread(np.column_stack([totals, totals.sum(axis=1)]), np.column_stack([counts, counts[:, 0]]))
    (x, y, _), (xx, yy, both) = sides.mean, sides.variance
    t = float(_t(sides.freedom, (1 + CONFIDENCE) / 2)[0])
    a, b, c = y * y - t * t * yy, x * y - t * t * (both - xx - yy) / 2, x * x - t * t * xx
    if y <= 0 or a <= 0:
        return made
    half = math.sqrt(max(0.0, b * b - a * c))
    return made.model_copy(update={"low": float((b - half) / a), "high": float((b + half) / a)})


def _sums(values: Numbers, clusters: Sequence[str]) -> tuple[Numbers, Numbers]:
    """By cluster in order of name, each column's sum and how many values it has, NaN left out."""
    names = sorted(set(clusters))
    place = {name: row for row, name in enumerate(names)}
    rows = np.array([place[cluster] for cluster in clusters], dtype=np.intp)
    there = ~np.isnan(values)
    totals, counts = np.zeros((len(names), values.shape[1])), np.zeros((len(names), values.shape[1]))
    np.add.at(totals, rows, np.where(there, values, 0.0))
    np.add.at(counts, rows, there)
    return np.round(totals, _EXACT), counts


def _spread(totals: Numbers, counts: Numbers) -> _Spread:
    """Means over all values, and how they vary over clusters, of sums and counts by cluster, ``clusters x columns``.

    With w a cluster's share of the values and d how far its mean is from the whole's: the variance is the sum of
    w^2 d^2 / (1 - w), unbiased where values are independent; degrees of freedom are those of the chi-squared
    distribution that varies as much: clusters - 1 where all are of one size, fewer where some are large.
    """
    n = counts.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        w = counts / n
        mean = totals.sum(axis=0) / n
        far = np.round(totals - mean * counts, _EXACT) / n
        lever = w**2 / (1 - w)
        variance = (far**2 / (1 - w)).sum(axis=0)
        freedom = 1 / ((w**2).sum(axis=0) + lever.sum(axis=0) ** 2 - (lever**2).sum(axis=0))
    return _Spread(mean, variance, freedom, n, np.count_nonzero(counts, axis=0).astype(np.float64))


def _t(freedom: Numbers | float, p: float) -> Numbers:
    """Student's t: the quantile ``p``."""
    quantile: Numbers = scipy.special.stdtrit(freedom, p)
    return quantile


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


def detectable(error: float, freedom: float) -> float:
    """The smallest true difference that a single test at 5% finds in 80% of samples with this standard error.

    (t_0.975 + t_0.80) error: 2.8 standard errors of very many clusters, 3.3 of eight; an approximation.

    >>> round(detectable(0.05, 1e6), 3), round(detectable(0.05, 7), 3)
    (0.14, 0.163)
    """
    return error * float(_t(freedom, (1 + CONFIDENCE) / 2) + _t(freedom, POWER))
