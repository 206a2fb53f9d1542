"""Scores grouped by any label of the gold, with n and intervals: one group-by serves every table.

Source: MemoryDocDataSet 5.3, Tables 6 and 7; DESIGN 3 (labels); issue 4, section 2 (intervals over worlds).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from microworlds.core import formats, stats
from microworlds.core.errors import UserError
from microworlds.core.records import Gold, Record, Score

DECIMALS = 4  # so that scores agree on the same kind of CPU
OVERALL = "overall"
CLUSTER = "world"  # the label of questions that are not independent: those of one world share its texts
_LOWER = ("false_abstention", "stale", "hedged")  # metrics of which less is better
_METRIC = "metric "  # before a metric's name, since a label may have the same


class Cell(Record):
    """The mean of a metric over the ``n`` questions of a group to which it applies; None if there are none.

    ``low`` and ``high`` bound its 95% interval over worlds; None where fewer than two worlds have such questions.
    """

    mean: float | None
    n: int
    low: float | None = None
    high: float | None = None


class Table(Record):
    """Rows are systems, columns the values of one label and ``overall``; ``lower`` if a smaller number is better."""

    title: str
    metric: str
    label: str
    columns: tuple[str, ...]
    rows: dict[str, dict[str, Cell]]
    lower: bool = False


def bounded(own: Table) -> bool:
    """Whether any mean of a table has an interval."""
    return any(cell.low is not None for row in own.rows.values() for cell in row.values())


def bare(own: Table) -> Table:
    """A table without its intervals."""
    rows = {
        system: {column: cell.model_copy(update={"low": None, "high": None}) for column, cell in row.items()}
        for system, row in own.rows.items()
    }
    return own.model_copy(update={"rows": rows})


class Spent(Record):
    """Tokens of context in a system's prompts: their mean over ``n`` answerable questions, and the most in one."""

    system: str
    mean: float
    most: int
    n: int


@dataclass(frozen=True)
class Matrix:
    """One metric: ``values`` is questions x systems, NaN where it does not apply; rows are in order of question id."""

    values: stats.Numbers
    clusters: tuple[str, ...]
    labels: tuple[str | None, ...]

    def of(self, column: str) -> NDArray[np.bool_]:
        """Which questions are in a column of a table."""
        return np.array([column in (OVERALL, label) for label in self.labels], dtype=np.bool_)

    def where(self, column: str) -> stats.Numbers:
        """The values of one column's questions, NaN in the other rows: they stay, since a world may have no others."""
        return np.where(self.of(column)[:, None], self.values, np.nan)


def rounded(value: float | None) -> float | None:
    """To the decimals of a report."""
    return None if value is None else round(value, DECIMALS)


def frame(scores: Iterable[Score], gold: Mapping[str, Gold]) -> pl.DataFrame:
    """One row a system and question, with the question's labels, a column a metric; null where it does not apply."""
    labels = dict.fromkeys(label for own in gold.values() for label in own.labels)
    rows: list[dict[str, Any]] = []
    for score in scores:
        own = gold[score.question]
        rows.append(
            {label: own.labels.get(label) for label in labels}
            | {"system": score.system, "question": score.question}
            | {"answerable": own.answerable, "aliases": bool(own.aliases)}
            # without a world, a question stands for itself
            | {CLUSTER: own.labels.get(CLUSTER, score.question)}
            | {_METRIC + metric: value for metric, value in score.values.items()}
        )
    columns = dict.fromkeys([*labels, "system", "question", CLUSTER, *(column for row in rows for column in row)])
    kinds = {column: pl.Float64 if column.startswith(_METRIC) else pl.String for column in columns}
    return pl.DataFrame(rows, schema=kinds | {"answerable": pl.Boolean, "aliases": pl.Boolean})


def matrix(
    data: pl.DataFrame, metric: str, label: str, systems: Sequence[str], answerable_only: bool = False
) -> Matrix:
    """The values of one metric, question by question."""
    index = list(dict.fromkeys(("question", CLUSTER, label, "answerable")))
    wide = data.pivot(on="system", index=index, values=_METRIC + metric).sort("question")
    values = wide.select(pl.col(system).cast(pl.Float64).fill_null(np.nan) for system in systems).to_numpy()
    if answerable_only:
        values = np.where(wide["answerable"].to_numpy()[:, None], values, np.nan)
    return Matrix(values, tuple(wide[CLUSTER]), tuple(wide[label]))


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
    own = matrix(data, metric, label, systems, answerable_only)
    every = (*columns, OVERALL)
    found = stats.estimates(np.concatenate([own.where(column) for column in every], axis=1), own.clusters)
    cells = {
        (system, column): cell(found[at * len(systems) + row])
        for at, column in enumerate(every)
        for row, system in enumerate(systems)
    }
    rows = {system: {column: cells[system, column] for column in every} for system in systems}
    lower = metric in _LOWER
    return Table(title=title, metric=metric, label=label, columns=every, rows=rows, lower=lower)


def paired(data: pl.DataFrame, metric: str, label: str) -> pl.DataFrame:
    """A row a system and pair, in place of the two questions that have a label in common: the worse of both."""
    own = data.filter(pl.col(label).is_not_null())
    made = own.group_by("system", label, maintain_order=True).agg(
        pl.exclude("question", _METRIC + metric).first(), pl.col(_METRIC + metric).min()
    )
    return made.with_columns(pl.col(label).alias("question"))


def read(content: bytes, where: object) -> dict[str, Table]:
    """The tables of a run's ``tables.json``, by name; ``where`` is how an error speaks of the file.

    Raises:
        UserError: it is damaged, or of a later format.
    """
    try:
        own = json.loads(formats.checked("results", content, where))
        return {name: Table.model_validate(table) for name, table in own.items() if name != formats.KEY}
    except (ValueError, AttributeError) as error:
        raise UserError(f"{where}: not the tables of a run: {str(error)[:200]}. Run `dvc repro` to make it.") from error


def cell(found: stats.Estimate | None) -> Cell:
    """An estimate as a table has it."""
    if found is None:
        return Cell(mean=None, n=0)
    return Cell(mean=round(found.mean, DECIMALS), n=found.n, low=rounded(found.low), high=rounded(found.high))


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; the first column is words, the others are numbers."""
    lines = [list(heads), ["---", *["--:"] * (len(heads) - 1)], *map(list, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def interval(low: float | None, high: float | None, form: str = ".2f") -> str:
    """`` [low, high]``; nothing where there is none, because there are too few worlds."""
    return "" if low is None or high is None else f" [{low:{form}}, {high:{form}}]"


def asked(own: Table, column: str) -> int:
    """The number of questions in a column."""
    return max((row[column].n for row in own.rows.values()), default=0)


def shown(own: Cell, best: float | None = None) -> str:
    """A cell's mean and interval; bold if it is the best, a dash if there is none."""
    if own.mean is None:
        return "-"
    mean = f"**{own.mean:.3f}**" if own.mean == best else f"{own.mean:.3f}"
    return mean + interval(own.low, own.high)
