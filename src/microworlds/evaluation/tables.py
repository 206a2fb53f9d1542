"""Scores grouped by any label of the gold: one group-by serves every table.

Source: MemoryDocDataSet 5.3, Tables 6 and 7; DESIGN 3 (labels).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from microworlds.records import Gold, Record, Score

DECIMALS = 4  # so that scores agree on the same kind of CPU
OVERALL = "overall"


class Cell(Record):
    """The mean of a metric over the ``n`` questions of a group to which it applies; None if there are none."""

    mean: float | None
    n: int


class Table(Record):
    """Rows are systems, columns the values of one label and ``overall``; ``lower`` if a smaller number is better."""

    title: str
    metric: str
    label: str
    columns: tuple[str, ...]
    rows: dict[str, dict[str, Cell]]
    lower: bool = False


def frame(scores: Iterable[Score], gold: Mapping[str, Gold]) -> pl.DataFrame:
    """One row a system, question and metric, with the question's labels; null where the metric does not apply."""
    rows = [
        {
            "system": score.system,
            "question": score.question,
            "metric": metric,
            "value": value,
            "answerable": gold[score.question].answerable,
            **gold[score.question].labels,
        }
        for score in scores
        for metric, value in score.values.items()
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def table(
    data: pl.DataFrame,
    title: str,
    metric: str,
    label: str,
    columns: Sequence[str],
    systems: Sequence[str],
    answerable_only: bool = False,
) -> Table:
    """Means of a metric by system and label; a question to which it does not apply is in no mean and no n."""
    own = data.filter((pl.col("metric") == metric) & pl.col("value").is_not_null())
    if answerable_only:
        own = own.filter(pl.col("answerable"))
    grouped = _cells(own, label)
    whole = _cells(own.with_columns(pl.lit(OVERALL).alias(label)), label)
    empty = Cell(mean=None, n=0)
    rows = {
        system: {column: (grouped | whole).get((system, column), empty) for column in (*columns, OVERALL)}
        for system in systems
    }
    lower = metric == "false_abstention"
    return Table(title=title, metric=metric, label=label, columns=(*columns, OVERALL), rows=rows, lower=lower)


def _cells(data: pl.DataFrame, label: str) -> dict[tuple[str, str], Cell]:
    means = data.group_by("system", label).agg(pl.col("value").mean().alias("mean"), pl.len().alias("n"))
    return {
        (row["system"], row[label]): Cell(mean=round(row["mean"], DECIMALS), n=row["n"])
        for row in means.iter_rows(named=True)
    }


def markdown(own: Table, names: Mapping[str, str]) -> str:
    """A Markdown table with n in each column's head, the best value of each column in bold.

    A system to which the metric does not apply at all has no row.
    """
    rows = {system: row for system, row in own.rows.items() if any(cell.n for cell in row.values())}
    heads = [f"{names.get(column, column)} (n={asked(own, column)})" for column in own.columns]
    means = {column: [row[column].mean for row in rows.values()] for column in own.columns}
    best_of = min if own.lower else max
    best = {column: best_of((m for m in values if m is not None), default=None) for column, values in means.items()}
    lines = [f"| system | {' | '.join(heads)} |", "| --- |" + " --: |" * len(heads)]
    for system, row in rows.items():
        cells = [_shown(row[column].mean, best[column]) for column in own.columns]
        lines.append(f"| {names.get(system, system)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def asked(own: Table, column: str) -> int:
    """The number of questions in a column."""
    return max(row[column].n for row in own.rows.values())


def _shown(value: float | None, best: float | None) -> str:
    if value is None:
        return "-"
    return f"**{value:.3f}**" if value == best else f"{value:.3f}"
