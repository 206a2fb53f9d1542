"""Systems compared on the same questions: paired differences, and the share of a distance that each closes.

Source: issue 4, section 2 (paired, clustered by world, corrected for many comparisons; what a sample cannot separate
is said to be so) and section 6; MemoryDocDataSet 6.5 (the open problem of Hybrid questions).
"""

from collections.abc import Sequence
from functools import partial
from itertools import combinations, takewhile

import numpy as np
import polars as pl

from microworlds.core import stats
from microworlds.core.records import Record
from microworlds.evaluation.system_names import CEILING, answerer, name
from microworlds.evaluation.tables import OVERALL, Cell, Table, cell, matrix, rounded
from microworlds.suites.base import Labels

BASE = "rag_both"  # the paper's strongest retrieval baseline


class Difference(Record):
    """Mean of ``one`` minus mean of ``other`` over the ``n`` questions of a column that both have a value for.

    ``low`` and ``high`` bound the 95% interval over ``worlds`` worlds; ``p`` is of no difference, ``holm`` the same
    corrected for all pairs and columns of the table. ``detectable`` is the smallest true difference that one test at
    5% would find in 80% of samples like this. Null where fewer than two worlds have such questions.
    """

    column: str
    one: str
    other: str
    mean: float
    low: float | None
    high: float | None
    p: float | None
    holm: float | None
    detectable: float | None
    n: int
    worlds: int

    @property
    def apart(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    @property
    def held(self) -> bool:
        """Whether that holds after correction for all comparisons of the table."""
        return self.apart and self.holm is not None and self.holm < 1 - stats.CONFIDENCE


def differences(
    data: pl.DataFrame,
    metric: str,
    label: str,
    columns: Sequence[str],
    systems: Sequence[str],
    answerable_only: bool = False,
) -> list[Difference]:
    """Every system against every other, column by column; a pair without a common question is left out."""
    own = matrix(data, metric, label, systems, answerable_only)
    pairs = list(combinations(range(len(systems)), 2))
    if not pairs:
        return []
    left, right = (np.array(side) for side in zip(*pairs, strict=True))
    found = [
        estimate
        for column in columns
        for estimate in stats.estimates(
            own.where(column)[:, left] - own.where(column)[:, right], own.clusters, (-1.0, 1.0)
        )
    ]
    tested = {at: one.p for at, one in enumerate(found) if one is not None and one.p is not None}
    corrected = dict(zip(tested, stats.holm(list(tested.values())), strict=True))
    named = [(column, systems[one], systems[other]) for column in columns for one, other in pairs]
    return [
        Difference(
            **cell(estimate).model_dump(),
            column=column,
            one=one,
            other=other,
            p=rounded(estimate.p),
            holm=rounded(corrected.get(at)),
            # two systems that never differ show nothing of how far they could
            detectable=rounded(stats.detectable(estimate.error, estimate.freedom or 1.0)) if estimate.error else None,
            worlds=estimate.clusters,
        )
        for at, ((column, one, other), estimate) in enumerate(zip(named, found, strict=True))
        if estimate is not None
    ]


class Transition(Record):
    """From which number of a label on ``one`` is above ``other``.

    The interval of their difference leaves out 0 at ``at`` and at every larger number. ``mean``, ``low`` and ``high``
    are those at ``at``, ``last`` is the mean at the largest.
    """

    label: str
    one: str
    other: str
    at: int
    mean: float
    low: float | None
    high: float | None
    last: float


def transitions(data: pl.DataFrame, shown: Labels, label: str, systems: Sequence[str]) -> list[Transition]:
    """Of every pair of systems of one answerer that differ at the largest number, the point from which on they do.

    Source: ConvoMem 3.4.6 (transition points), there read off the curves.
    """
    numbers = sorted(map(int, shown.answerable(label)))
    found = differences(data, shown.metric, label, [str(at) for at in numbers], systems, answerable_only=True)
    pairs: dict[tuple[str, str], list[Difference]] = {}
    for difference in found:
        pairs.setdefault((difference.one, difference.other), []).append(difference)
    return [
        _parting(label, list(takewhile(partial(_alike, own[-1]), reversed(own))))
        for (one, other), own in pairs.items()
        if own[-1].apart and answerer(one, systems) == answerer(other, systems)
    ]


def _alike(one: Difference, other: Difference) -> bool:
    """Whether the same system is above in both."""
    return other.apart and (one.mean > 0) == (other.mean > 0)


def _parting(label: str, own: Sequence[Difference]) -> Transition:
    """From differences on the same side, that of the largest number first."""
    since, last = own[-1], own[0]
    if last.mean < 0:
        since, last = turned(since), turned(last)
    return Transition(
        label=label, one=since.one, other=since.other, at=int(since.column), mean=since.mean, low=since.low,
        high=since.high, last=last.mean,
    )  # fmt: skip


def turned(own: Difference) -> Difference:
    """The same, the other way round."""
    low, high = (None if end is None else -end for end in (own.high, own.low))
    return own.model_copy(update={"one": own.other, "other": own.one, "mean": -own.mean, "low": low, "high": high})


def closed(data: pl.DataFrame, metric: str, label: str, columns: Sequence[str], systems: Sequence[str]) -> Table | None:
    """Of every system, (its mean - that of RAG-Both) / (that of the ceiling - that of RAG-Both), by column.

    All three are of the same answerer. Over answerable questions; ``n`` is how many there are. A system has no row
    where one of the others was not played; None if none has. A cell has no mean where the ceiling is no higher than
    the baseline, and no interval where this sample cannot tell the two apart.
    """
    ends = {system: answerer(system, systems) for system in systems}
    rows: dict[str, dict[str, Cell]] = {
        system: {} for system, end in ends.items() if {BASE + end, CEILING + end} <= set(systems)
    }
    if not rows:
        return None
    own = matrix(data, metric, label, systems, answerable_only=True)
    every = (*columns, OVERALL)
    for column in every:
        there = own.of(column) & ~np.isnan(own.values).any(axis=1)
        values = dict(zip(systems, own.values[there].T, strict=True))
        clusters = [cluster for cluster, kept in zip(own.clusters, there, strict=True) if kept]
        for system, row in rows.items():
            base, ceiling = values[BASE + ends[system]], values[CEILING + ends[system]]
            row[column] = _cell(values[system] - base, ceiling - base, clusters)
    title = (
        f"Share of the distance from {name(BASE)} to the oracle that is closed ({name(metric)}, answerable questions)"
    )
    return Table(title=title, metric="closed", label=label, columns=every, rows=rows)


def _cell(gained: stats.Numbers, distance: stats.Numbers, clusters: Sequence[str]) -> Cell:
    found = stats.ratio(gained, distance, clusters) if distance.sum() > 0 else None
    if found is None:
        return Cell(mean=None, n=len(gained))
    return Cell(mean=rounded(found.mean), n=found.n, low=rounded(found.low), high=rounded(found.high))
