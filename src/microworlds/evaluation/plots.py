"""Plots as PNG, and the CSV that `dvc plots` draws from; no network, no clock, the same bytes each time.

A system has the same colour and mark in all plots.

Source: MemoryDocDataSet 5.4; issue 4, section 5 (recall curves over k); issue 12, section 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from microworlds.core import jsonl, seeds
from microworlds.core.records import PARTS
from microworlds.evaluation.system_names import CEILING, name, plural
from microworlds.evaluation.tables import OVERALL, Cell, Table, asked, bounded
from microworlds.metrics.ranking import DEPTHS

if TYPE_CHECKING:
    from microworlds.evaluation.retrieval_scores import Point

_LEVELS = ("chunk", *PARTS.values())
_DPI = 110


@dataclass(frozen=True)
class Style:
    """A colour as ``#rrggbb`` and a mark of matplotlib."""

    color: str
    mark: str


# each at least 3 to 1 against white and against the dark page, neighbours in the list unlike one another
PALETTE = (
    "#1f77b4", "#d95f02", "#2a9d3a", "#d62728", "#8e5bd0", "#8c6d31", "#d6409f", "#0f9aa8", "#7a8b1e", "#5566e0",
    "#b8741a", "#1b8f6b", "#e0506a", "#a04fb0", "#6b7f95", "#2d7800", "#a8563c", "#3d8fd6", "#c2487c", "#875a87",
)  # fmt: skip
_CEILING = Style("#808080", "p")  # no system, and no colour
MARKS = "osD^vP*X<>"
LETTERS = dict(zip(MARKS + _CEILING.mark, "●■◆▲▼✚★✖◀▶⬟", strict=True))  # the marks as letters of a page


def styles(systems: Iterable[str]) -> dict[str, Style]:
    """The style of each system.

    A place in the palette follows from the system's name alone, by hash. If a system before it in the list has that
    place, it takes the next free one. So a system added at the end of the list changes no other, and one added
    elsewhere at most those after it whose place it takes. After twenty systems the colours come again with other
    marks. No finite palette can do more: names are many, and a place that never moves may be wanted twice.

    >>> before, after = styles(["rag", "notes"]), styles(["rag", "notes", "new", "newer"])
    >>> all(after[system] == style for system, style in before.items())
    True
    """
    made: dict[str, Style] = {}
    taken: set[int] = set()
    many = len(PALETTE)
    for system in systems:
        if system == CEILING:
            made[system] = _CEILING
            continue
        first = int(seeds.digest(system)[:8], 16) % many
        wanted = (many * turn + (first + step) % many for turn in count() for step in range(many))
        place = next(at for at in wanted if at not in taken)
        taken.add(place)
        made[system] = Style(PALETTE[place % many], MARKS[(place + place // many) % len(MARKS)])
    return made


def csv(own: Table) -> str:
    """A line a system and column: mean, n, and the interval's bounds."""
    lines = [f"system,{own.label},{own.metric},n,low,high"]
    for system, row in own.rows.items():
        for column, cell in row.items():
            numbers = ("" if value is None else str(value) for value in (cell.mean, cell.n, cell.low, cell.high))
            lines.append(",".join((name(system), name(column), *numbers)))
    return "\n".join(lines) + "\n"


def drawn(own: Table, path: Path) -> None:
    """A table as a plot: curves where its columns are numbers, else bars. Columns without a question are left out."""
    columns = [column for column in own.columns if asked(own, column)]
    if all(column.isdigit() for column in columns if column != OVERALL) and columns != [OVERALL]:
        lines({own.title: _over(own)}, name(own.metric), name(own.label), path)
    else:
        bars(own.model_copy(update={"columns": tuple(columns)}), path)


def crossed(made: Mapping[str, Table], facet: str, path: Path) -> None:
    """Tables over numbers beside one another, a small plot for each value of another label; the CSV beside it."""
    first, rows = next(iter(made.values())), []
    for value, own in made.items():
        head, *body = csv(own).splitlines()
        rows += [*([f"{facet},{head}"] if own is first else []), *(f"{value},{line}" for line in body)]
    jsonl.write_text(path.with_suffix(".csv"), "\n".join(rows) + "\n")
    facets = {f"{value} {name(facet)}": _over(own) for value, own in made.items()}
    lines(facets, name(first.metric), name(first.label), path)


def _over(own: Table) -> dict[str, list[tuple[float, Cell]]]:
    """The cells of each system over the numbers of the columns that have a question."""
    numbers = [column for column in own.columns if column != OVERALL and asked(own, column)]
    return {name(system): [(float(column), row[column]) for column in numbers] for system, row in own.rows.items()}


def bars(own: Table, path: Path) -> None:
    """Grouped bars with intervals, a group for each column and a bar for each system."""
    pyplot = agg()
    figure, axes = pyplot.subplots(figsize=(9, 4.4), layout="constrained")
    width = 0.84 / len(own.rows)
    for place, (system, style) in enumerate(styles(own.rows).items()):
        row = own.rows[system]
        cells = [row[column] for column in own.columns]
        positions = [group - 0.42 + (place + 0.5) * width for group in range(len(own.columns))]
        heights = [cell.mean or 0.0 for cell in cells]
        label = name(system)
        axes.bar(
            positions, heights, width * 0.92, label=label, color=style.color,
            yerr=whiskers(cells), error_kw={"elinewidth": 0.8, "ecolor": "0.25"},
        )  # fmt: skip
    axes.set_xticks(range(len(own.columns)), heads(own, own.columns))
    axes.set_ylabel(name(own.metric))
    axes.set_title(f"{own.title} (95% intervals over worlds)" if bounded(own) else own.title, loc="left")
    _finish(axes)
    figure.legend(ncols=4, frameon=False, fontsize=8, loc="outside lower left")
    _save(figure, path)


def curves(points: Sequence[Point], systems: Sequence[str], path: Path) -> None:
    """Recall (fraction) over k by level, with intervals; a hollow mark where not all lists are k long.

    ``systems`` are all of the run, in their order.
    """
    pyplot, marked = agg(), styles(systems)
    levels = [level for level in _LEVELS if any(one.level == level for one in points)] or _LEVELS[:1]
    figure, grid = pyplot.subplots(1, len(levels), figsize=(12, 4.4), layout="constrained", sharey=True, squeeze=False)
    every = grid[0]
    for axes, level in zip(every, levels, strict=True):
        own = [one for one in points if (one.scope, one.level, one.column) == ("world", level, OVERALL)]
        own = [one for one in own if one.measure == "fraction" and one.telling]
        for system, line in groupby(own, key=lambda one: one.system):
            _curve(axes, list(line), marked[system])
        axes.set_xscale("log")
        axes.set_xticks(DEPTHS, [str(k) for k in DEPTHS])
        axes.minorticks_off()
        axes.set_xlabel(f"k {plural(level)}")
        axes.set_title(f"{name(level)} level, n={own[0].n if own else 0}", loc="left")
        _finish(axes)
    every[0].set_ylabel("fraction of gold found in the first k\n(hollow: not all lists are k long)")
    _legend(figure, map(name, systems))
    _save(figure, path)


def _curve(axes: Any, line: Sequence[Point], style: Style) -> None:
    reached = [one for one in line if one.n_k]
    if not reached:
        return
    ks, means = [one.k for one in reached], [one.mean for one in reached]
    axes.plot(ks, means, color=style.color, linewidth=1.4, label=name(line[0].system))
    for one in reached:
        face = style.color if one.n_k == one.n else "white"
        axes.plot([one.k], [one.mean], style.mark, color=style.color, markerfacecolor=face, markersize=5)
    _band(axes, ks, reached, style.color)


def _band(axes: Any, xs: Sequence[float | None], found: Sequence[Point | Cell], color: Any) -> None:
    """The intervals of a line; no width where there is none."""
    low = [one.mean if one.low is None else one.low for one in found]
    high = [one.mean if one.high is None else one.high for one in found]
    axes.fill_between(xs, low, high, color=color, alpha=0.12, linewidth=0)


def lines(facets: Mapping[str, Mapping[str, Sequence[tuple[float, Cell]]]], metric: str, x: str, path: Path) -> None:
    """A small plot for each facet, in it a line with its interval for each group: means over numbers."""
    pyplot = agg()
    across = min(3, len(facets))
    down = -(-len(facets) // across)
    size = (max(7, 4 * across), 3 * down + 0.8)
    figure, every = pyplot.subplots(down, across, figsize=size, layout="constrained", sharey=True, squeeze=False)
    groups = list(dict.fromkeys(group for own in facets.values() for group in own))
    marked = styles(groups)
    for axes, (title, own) in zip(every.flat, facets.items(), strict=False):
        for group, cells in own.items():
            style = marked[group]
            known = [(at, cell) for at, cell in cells if cell.mean is not None]
            ks = [at for at, _ in known]
            axes.plot(ks, [cell.mean for _, cell in known], f"{style.mark}-", color=style.color, label=group)
            _band(axes, ks, [cell for _, cell in known], style.color)
        axes.set_title(title, loc="left")
        axes.set_xlabel(x)
        axes.set_xticks(sorted({at for cells in own.values() for at, _ in cells}))
        _finish(axes)
    for axes in list(every.flat)[len(facets) :]:
        axes.set_visible(False)
    for row in every:
        row[0].set_ylabel(metric)
    if any(cell.low is not None for own in facets.values() for line in own.values() for _, cell in line):
        figure.suptitle("bands: 95% intervals over worlds", x=0.01, ha="left", fontsize=9)
    _legend(figure, groups)
    _save(figure, path)


def heads(own: Table, columns: Sequence[str]) -> list[str]:
    """What stands below the groups of a plot, a word a line so that they stand side by side."""
    return [f"{name(column).replace(' ', chr(10))}\nn={asked(own, column)}" for column in columns]


def whiskers(cells: Sequence[Cell]) -> list[list[float]]:
    """Lengths below and above each bar; none where there is no interval. A mean may round past its own bound."""
    below, above = [], []
    for cell in cells:
        known = cell.mean is not None and cell.low is not None and cell.high is not None
        below.append(max(0.0, (cell.mean or 0.0) - (cell.low or 0.0)) if known else 0.0)
        above.append(max(0.0, (cell.high or 0.0) - (cell.mean or 0.0)) if known else 0.0)
    return [below, above]


def _legend(figure: Any, labels: Iterable[str]) -> None:
    """One legend for the lines of all axes, in this order, in as many columns as the longest leaves room for."""
    lines = {line.get_label(): line for axes in figure.axes for line in axes.get_lines()}
    handles = [lines[label] for label in labels if label in lines]
    widest = 0.5 + 0.062 * max((len(handle.get_label()) for handle in handles), default=0)  # inches, with its line
    columns = min(6, max(1, int(figure.get_figwidth() / widest)))
    figure.legend(handles=handles, ncols=columns, frameon=False, fontsize=8, loc="outside lower left")


def _finish(axes: Any) -> None:
    axes.set_ylim(0, 1)
    axes.spines[["top", "right"]].set_visible(False)
    axes.yaxis.grid(visible=True, alpha=0.3)
    axes.set_axisbelow(True)


def agg() -> Any:
    """Pyplot without a screen, imported when something is drawn."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def lay_out(figure: Any, dpi: float) -> None:
    """Place the parts of a figure on its canvas, for good: one that is saved with its layout engine is drawn twice."""
    figure.set_dpi(dpi)
    figure.get_layout_engine().execute(figure)
    figure.set_layout_engine(None)


def _save(figure: Any, path: Path) -> None:
    lay_out(figure, _DPI)
    path.parent.mkdir(parents=True, exist_ok=True)
    with jsonl.replacing(path) as temporary:
        figure.savefig(temporary, format="png", dpi=_DPI, metadata={"Software": None})
    agg().close(figure)
