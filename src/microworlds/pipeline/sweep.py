"""One plot of all experiments of a sweep: a metric over one setting, a line for each value of another.

Source: issue 4, section 5; issue 2, section 5.
"""

import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import polars as pl

from microworlds.core import jsonl, params
from microworlds.core.errors import UserError
from microworlds.core.records import Record
from microworlds.evaluation import plots
from microworlds.evaluation.system_names import name
from microworlds.evaluation.tables import Cell, Table, grid, read, shown

# what DVC says of an experiment that is neither queued nor running nor failed
_DONE = (None, "Success")


@dataclass(frozen=True)
class Axes:
    """What is shown of a sweep: the metric, the setting on the axis, and that of the lines."""

    metric: str
    x: str
    line: str


class Swept(Record):
    """One system in one experiment: its mean at one value of the setting on the axis and one of the line's."""

    system: str
    x: float
    line: str
    cell: Cell


def experiments(base: str = "HEAD") -> tuple[list[str], str]:
    """The revisions of a commit and of its experiments that succeeded; and what was left out, in words, or nothing.

    Others, queued or failed, have the figures of the commit: nothing of their own was ever made.

    Raises:
        UserError: there is no such commit, or none of its experiments succeeded.
    """
    import dvc.api
    from dvc.exceptions import DvcException
    from dvc.scm import RevError

    try:
        rows = [row for row in dvc.api.exp_show(revs=base) if row["rev"] != "workspace"]
    except (DvcException, RevError) as error:
        raise UserError(f"cannot list the experiments of {base}: {error}") from error
    done = [str(row["rev"]) for row in rows if row["State"] in _DONE]
    others = Counter(str(row["State"]).lower() for row in rows if row["State"] not in _DONE)
    left_out = ", ".join(f"{count} {state}" for state, count in sorted(others.items()))
    if len(done) < 2:
        raise UserError(_none(base, left_out))
    return done, left_out


def _none(base: str, left_out: str) -> str:
    """That a commit has no experiments, and which have some."""
    said = f"{base} has no experiments that succeeded{f' ({left_out})' if left_out else ''}."
    # DVC names the refs of experiments after their commits
    refs = re.findall(r"^refs/exps/([0-9a-f]{2})/([0-9a-f]{38})/", _git("for-each-ref", "--format=%(refname)"), re.M)
    having = [commit for commit in dict.fromkeys(map("".join, refs)) if commit not in _git("rev-parse", base)]
    if having:
        listed = _git("log", "--no-walk", "--format=`--rev %h` (%s)", *having).splitlines()
        return f"{said} Those of another commit: {', '.join(listed)}."
    return f"{said} Make some: docs/sweeps.md, or `dvc exp run -S retrieval.k=5`."


def _git(*command: str) -> str:
    return subprocess.run(["git", *command], capture_output=True, text=True, check=False).stdout


def swept(file: Path, revisions: Iterable[str], cells: tuple[str | None, str], axes: Axes) -> list[Swept]:
    """What each system came to in each experiment, in order; the same settings twice are one.

    ``file`` is that of the tables, ``cells`` the table, None for the first, and its column.

    Raises:
        UserError: an experiment has no such table or column, or no such setting.
    """
    chosen, column = cells
    found: dict[tuple[str, float, str], Swept] = {}
    for revision in revisions:
        tables, settings = _read(file, revision)
        table = chosen or next(iter(tables))
        if table not in tables:
            raise UserError(f"experiment {revision} has no table {table!r}. It has: {', '.join(tables)}.")
        own = tables[table]
        if column not in own.columns:
            raise UserError(f"table {table} has no column {column!r}. It has: {', '.join(own.columns)}.")
        at, group = _number(params.value(axes.x, settings), axes.x), str(params.value(axes.line, settings))
        for system, row in own.rows.items():
            found[system, at, group] = Swept(system=system, x=at, line=group, cell=row[column])
    return sorted(found.values(), key=lambda one: (_order(one.line), one.x))


def _read(file: Path, revision: str) -> tuple[dict[str, Table], Mapping[str, Any]]:
    import dvc.api
    from dvc.exceptions import DvcException

    try:
        tables = dvc.api.read(str(file), rev=revision, mode="rb")
        settings = dvc.api.params_show("params.yaml", rev=revision)
    except (DvcException, OSError) as error:
        raise UserError(f"cannot read {file} of experiment {revision}: {error}") from error
    return read(tables, f"{file} of experiment {revision}"), settings


def _number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise UserError(
            f"{name} is {value!r}, no number to put on an axis: give another --x, or make it --line."
        ) from None


def _order(line: str) -> tuple[float, str]:
    """Numbers by size, words after them."""
    try:
        return float(line), ""
    except ValueError:
        return float("inf"), line


def moved(found: Sequence[Swept]) -> dict[str, list[Swept]]:
    """By system, those that any of the settings changed at all.

    Raises:
        UserError: there is none.
    """
    systems: dict[str, list[Swept]] = {}
    for one in found:
        systems.setdefault(one.system, []).append(one)
    changed = {system: own for system, own in systems.items() if len({one.cell for one in own}) > 1}
    if not changed:
        raise UserError("no system's scores differ between these experiments: they sweep something else.")
    return changed


def write(systems: Mapping[str, Sequence[Swept]], axes: Axes, folder: Path) -> None:
    """``sweep.md``, ``sweep.csv`` and ``sweep.png`` in a folder."""
    every = [one for own in systems.values() for one in own]
    rows = [{"system": o.system, axes.x: o.x, axes.line: o.line, **o.cell.model_dump()} for o in every]
    jsonl.write_text(folder / "sweep.csv", pl.DataFrame(rows).write_csv())
    jsonl.write_text(folder / "sweep.md", page(systems, axes))
    facets = {
        name(system): {
            f"{axes.line} {line}": [(one.x, one.cell) for one in points]
            for line, points in groupby(own, key=lambda one: one.line)
        }
        for system, own in systems.items()
    }
    plots.lines(facets, axes.metric, axes.x, folder / "sweep.png")


def page(systems: Mapping[str, Sequence[Swept]], axes: Axes) -> str:
    """A Markdown table, a row for each system and value of the line's setting."""
    ks = sorted({one.x for own in systems.values() for one in own})
    rows = []
    for system, own in systems.items():
        for line, points in groupby(own, key=lambda one: one.line):
            cells = {one.x: one.cell for one in points}
            rows.append([name(system), line, *(shown(cells[k]) if k in cells else "-" for k in ks)])
    asked = max(one.cell.n for own in systems.values() for one in own)
    heads = ["system", axes.line, *(f"{axes.x}={k:g}" for k in ks)]
    return f"# {axes.metric} (n={asked}; 95% intervals over worlds)\n\n{grid(heads, rows)}\n"
