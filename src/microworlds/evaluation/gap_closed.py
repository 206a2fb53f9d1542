"""How much of the distance from a baseline to the ceiling each system closes, on the same questions.

Source: MemoryDocDataSet 6.5 (the open problem of Hybrid questions); issue 4, section 6.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from microworlds.core import stats
from microworlds.evaluation.system_names import name
from microworlds.evaluation.tables import CEILING, OVERALL, Cell, Table, matrix, rounded

BASE = "rag_both"  # the paper's strongest retrieval baseline


def closed(data: pl.DataFrame, metric: str, label: str, columns: Sequence[str], systems: Sequence[str]) -> Table | None:
    """Of every system, (its mean - that of RAG-Both) / (that of the ceiling - that of RAG-Both), by column.

    Over answerable questions; ``n`` is how many there are. None where one of those two was not played. A cell has no
    mean where the ceiling is no higher than the baseline, and no interval where this sample cannot tell the two
    apart.
    """
    if BASE not in systems or CEILING not in systems:
        return None
    own = matrix(data, metric, label, systems, answerable_only=True)
    base, ceiling = systems.index(BASE), systems.index(CEILING)
    every = (*columns, OVERALL)
    rows: dict[str, dict[str, Cell]] = {system: {} for system in systems}
    for column in every:
        there = own.of(column) & ~np.isnan(own.values).any(axis=1)
        values = own.values[there]
        clusters = [cluster for cluster, kept in zip(own.clusters, there, strict=True) if kept]
        distance = values[:, ceiling] - values[:, base]
        for place, system in enumerate(systems):
            rows[system][column] = _cell(values[:, place] - values[:, base], distance, clusters)
    title = (
        f"Share of the distance from {name(BASE)} to the oracle that is closed ({name(metric)}, answerable questions)"
    )
    return Table(title=title, metric="closed", label=label, columns=every, rows=rows)


def _cell(gained: stats.Numbers, distance: stats.Numbers, clusters: Sequence[str]) -> Cell:
    found = stats.ratio(gained, distance, clusters) if distance.sum() > 0 else None
    if found is None:
        return Cell(mean=None, n=len(gained))
    return Cell(mean=rounded(found.mean), n=found.n, low=rounded(found.low), high=rounded(found.high))
