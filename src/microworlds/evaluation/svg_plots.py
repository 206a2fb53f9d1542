"""The plots of the HTML report: inline SVG that takes the page's colours and font, the same bytes each time.

Marks that belong to a system carry its place as ``data-system``, so that the page can hide them.

Source: issue 4, section 5 (recall curves over k, accuracy against tokens spent, failure ladder, difficulty).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from itertools import groupby, product
from typing import Any, NamedTuple

from microworlds.core import seeds
from microworlds.evaluation.attribution import Ladder
from microworlds.evaluation.plots import Style, agg, heads, lay_out, styles, whiskers
from microworlds.evaluation.report_tables import order, rungs_in
from microworlds.evaluation.retrieval_scores import Point
from microworlds.evaluation.system_names import name, plural
from microworlds.evaluation.tables import OVERALL, Spent, Table, asked
from microworlds.metrics.ranking import DEPTHS

# written into the drawing, then replaced by what the page's colours are at the moment
_INK, _PAPER = "#010203", "#fdfcfb"
_STYLE = {
    "svg.fonttype": "none", "svg.hashsalt": "microworlds", "font.size": 11, "text.parse_math": False,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "axes.grid.axis": "y", "grid.alpha": 0.25, "grid.color": _INK,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), _INK),
}  # fmt: skip
# what the page has no use for, or says better itself
_PLAINER = (
    (r"(?s)<!--.*?-->|<style.*?</style>|<metadata>.*?</metadata>", ""),
    (r" font-family: [^;\"]*;?", ""),
    (r'transform="rotate\(-0 [^"]*"', ""),
    (r"(\d\.\d\d)\d+", r"\1"),
    (_INK, "currentColor"),
    (_PAPER, "var(--paper)"),
    (r"\s*\n\s*", "\n"),
)
_UNIT = -0.03, 1.03  # marks at 0 and 1 are whole
RIGHT = "#3a9a4b"
# from what the episode did not give (grey), over retrieval (blue, violet) and prompt (yellow), to reading (red)
RUNG_COLORS = {
    "no_answer": "#4d4d4d", "not_observed": "#7f7f7f", "not_indexed": "#a6a6a6", "cut_off": "#17becf",
    "not_in_list": "#1f77b4", "ranked_low": "#8fb8de", "not_in_prompt": "#9467bd", "prompt_unknown": "#c5b0d5",
    "abstained": "#e6b417", "not_cited": "#ff9896", "misread": "#d62728", "no_evidence": "#c49c94",
    "answered": "#d62728",
}  # fmt: skip

# names beside points
_MARK = 6.0  # half the side of a mark, in points
_SIZE = 9.5  # of the letters, in points
_STEP, _FAR = 6, 96  # how far a name may be moved up or down, in points
_LINE = 9  # from here on a thin line leads from the name to its point


def curves(points: Sequence[Point], systems: Sequence[str], title: str) -> str:
    """Recall over k with intervals, points of one level and measure; hollow where not all lists are k long."""
    with _styled():
        figure, axes = _axes()
        reached = [one for one in points if one.n_k and one.telling and one.k is not None]
        marked = styles(systems)
        for system, line in groupby(reached, key=lambda one: one.system):
            _curve(axes, list(line), systems.index(system), marked[system])
        depths = sorted({one.k for one in reached if one.k is not None})
        axes.set_xscale("log")
        axes.set_xticks(depths or DEPTHS, [str(k) for k in depths or DEPTHS])
        axes.minorticks_off()
        axes.set_xlabel(f"k ({plural(points[0].level)})" if points else "k")
        axes.set_ylim(*_UNIT)
        return _svg(figure, title)


def _curve(axes: Any, line: Sequence[Point], place: int, style: Style) -> None:
    shade, mark = style.color, style.mark
    ks, means = [one.k for one in line], [one.mean for one in line]
    low = [one.mean if one.low is None else one.low for one in line]
    high = [one.mean if one.high is None else one.high for one in line]
    axes.fill_between(ks, low, high, color=shade, alpha=0.10, linewidth=0, gid=_of(place))
    axes.plot(ks, means, color=shade, linewidth=1.6, gid=_of(place))
    for hollow, face in ((False, shade), (True, _PAPER)):
        own = [one for one in line if (one.n_k < one.n) == hollow]
        at, heights = [one.k for one in own], [one.mean for one in own]
        axes.plot(at, heights, mark, color=shade, markerfacecolor=face, markersize=5.5, gid=_of(place))


def dots(own: Table) -> str:
    """Means with intervals, a group for each column but the last one, side by side in the order of the systems."""
    with _styled():
        figure, axes = _axes()
        columns = [column for column in own.columns[:-1] if asked(own, column)]
        marked = list(styles(own.rows).values())
        there = [(at, row) for at, row in enumerate(own.rows.values()) if any(cell.n for cell in row.values())]
        step = 0.8 / max(len(there), 1)
        for order, (place, row) in enumerate(there):
            cells = [row[column] for column in columns]
            shift = (order + 0.5) * step - 0.4
            at = [column + shift for column in range(len(cells))]
            means = [float("nan") if cell.mean is None else cell.mean for cell in cells]
            _marks(axes, place, marked[place], at, means, yerr=whiskers(cells), markersize=5, elinewidth=1.2)
        axes.set_xticks(range(len(columns)), heads(own, columns))
        axes.set_ylim(*_UNIT)
        axes.set_ylabel(name(own.metric))
        return _svg(figure, own.title)


def ranked(own: Table) -> str:
    """Means over all questions with their intervals, the best system on top, the ceiling at the bottom."""
    with _styled():
        systems, marked, places = order(own), styles(own.rows), list(own.rows)
        figure, axes = _axes(height=0.9 + 0.27 * len(systems))
        for row, system in enumerate(systems):
            cell, style = own.rows[system][OVERALL], marked[system]
            mean = float("nan") if cell.mean is None else cell.mean
            place = places.index(system)
            _marks(axes, place, style, [mean], [row], xerr=whiskers([cell]), markersize=7, elinewidth=2)
        axes.set_yticks(range(len(systems)), [name(system) for system in systems])
        axes.invert_yaxis()
        axes.grid(visible=True, axis="x")
        axes.grid(visible=False, axis="y")
        axes.set_xlim(*_UNIT)
        axes.set_xlabel(f"{name(own.metric)}, answerable questions (n={asked(own, OVERALL)})")
        return _svg(figure, f"Systems by {name(own.metric)}, with 95% intervals")


def tokens(own: Table, spent: Sequence[Spent]) -> str:
    """The main metric with its interval over the mean tokens of context, with each system's name at its mark."""
    with _styled():
        figure, axes = _axes(height=4.6)
        marked = styles(own.rows)
        points = [(one.mean, own.rows[one.system][OVERALL]) for one in spent]
        for place, (one, (x, cell)) in enumerate(zip(spent, points, strict=True)):
            mean = cell.mean or 0.0
            _marks(axes, place, marked[one.system], [x], [mean], whiskers([cell]), markersize=8, elinewidth=1.4)
        axes.set_xscale("symlog", linthresh=100)  # a system may spend nothing
        most = max((x for x, _ in points), default=0.0)
        ticks = [0, *(10**power for power in range(2, 8) if 10**power <= 10 * most)]
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.minorticks_off()
        axes.set_xlim(-20, max(most * 2, 200))
        axes.set_xlabel("tokens of context a question, mean")
        axes.set_ylabel(f"{name(own.metric)}, answerable questions")
        axes.set_ylim(*_UNIT)
        named(axes, [(x, cell.mean or 0.0) for x, cell in points], [name(one.system) for one in spent])
        return _svg(figure, f"{name(own.metric)} against tokens of context")


def stacks(found: Sequence[Ladder], title: str) -> str:
    """A bar for each system: the share that is right, then those that stopped at each rung."""
    with _styled():
        figure, axes = _axes(height=1.1 + 0.3 * len(found))
        for row, own in enumerate(found):
            at = 0.0
            right = own.asked - sum(own.rungs.values())
            parts = {"right": right, **{rung: own.rungs.get(rung, 0) for rung in rungs_in(found)}}
            for part, count in parts.items():
                share = count / max(own.asked, 1)
                axes.barh(row, share, left=at, height=0.76, color=RUNG_COLORS.get(part, RIGHT))
                at += share
        axes.set_yticks(range(len(found)), [name(own.system) for own in found])
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
        axes.grid(visible=False)
        return _svg(figure, title)


@contextmanager
def _styled() -> Iterator[None]:
    with agg().rc_context(_STYLE):
        yield


def _axes(height: float = 4.0) -> tuple[Any, Any]:
    """A figure that a phone can show: 460 points wide."""
    figure, axes = agg().subplots(figsize=(6.4, height), layout="constrained")
    return figure, axes


def _of(place: int) -> str:
    return f"system-{place}"


def _marks(axes: Any, place: int, style: Style, *where: Any, **drawn: Any) -> None:
    """Marks with their intervals, all parts of which are said to be a system's."""
    for artist in axes.errorbar(*where, fmt=style.mark, color=style.color, **drawn).get_children():
        artist.set_gid(_of(place))


def _svg(figure: Any, title: str) -> str:
    """The drawing as an element for the page: named, without size, clock, comments or ids that another may have."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    FigureCanvasSVG(figure)
    lay_out(figure, 72)  # of which SVG has an inch
    buffer = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(buffer, format="svg", transparent=True, metadata=nothing)
    agg().close(figure)
    drawn = buffer.getvalue()
    view = re.search(r'viewBox="[^"]+"', drawn)
    assert view is not None, "matplotlib wrote no viewBox"
    body = drawn[drawn.index(">", drawn.index("<svg")) + 1 :]
    prefix = f"f{seeds.digest(title)[:6]}-"
    used = set(re.findall(r"#([\w-]+)[\")]", body))
    body = re.sub(r' id="system-(\d+)"', r' data-system="\1"', body)
    body = re.sub(r' id="([^"]+)"', lambda own: f' id="{prefix}{own[1]}"' if own[1] in used else "", body)
    for pattern, instead in (*_PLAINER, (r'xlink:href="#', f'href="#{prefix}'), (r"url\(#", f"url(#{prefix}")):
        body = re.sub(pattern, instead, body)
    return f'<svg {view[0]} role="img" aria-label="{escape(title)}">{body.strip()}'


class Box(NamedTuple):
    """A rectangle, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def covers(self, other: Box) -> float:
        """The area that two share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(0.0, wide) * max(0.0, high)


def named(axes: Any, points: Sequence[tuple[float, float]], names: Sequence[str]) -> None:
    """Write each name where it covers least: beside its point if that is free, else above or below, with a line.

    Names are placed from the top down, marked as of the system at the point's place.
    """
    figure = axes.figure
    figure.draw_without_rendering()  # so that places on the paper are known
    scale = 72 / figure.dpi
    at = [tuple(scale * place for place in axes.transData.transform(point)) for point in points]
    frame = Box(*(scale * side for side in axes.bbox.extents))
    taken = [Box(x - _MARK, y - _MARK, x + _MARK, y + _MARK) for x, y in at]
    for place in sorted(range(len(at)), key=lambda one: (-at[one][1], at[one][0], names[one])):
        x, y = at[place]
        width = _width(axes, names[place]) * scale
        moves = sorted(_moves(width), key=lambda move: _cost(_box(x, y, width, move), frame, taken, move))
        move = moves[0]
        taken.append(_box(x, y, width, move))
        far = abs(move[1]) > _LINE
        written = axes.annotate(
            names[place], points[place], xytext=move, textcoords="offset points", va="center", fontsize=_SIZE,
            arrowprops={"arrowstyle": "-", "linewidth": 0.5, "alpha": 0.6, "shrinkB": 4} if far else None,
            gid=f"system-{place}",
        )  # fmt: skip
        written.set_in_layout(False)
        if far:
            written.arrow_patch.set_gid(f"system-{place}")


def _moves(width: float) -> Iterator[tuple[float, float]]:
    """Where a name may begin, from its point: right or left of it, or over it; at its height, above or below."""
    yield from product((9.0, -9.0 - width, -width / 2), (step for n in range(0, _FAR, _STEP) for step in (n, -n)))


def _box(x: float, y: float, width: float, move: tuple[float, float]) -> Box:
    left, middle = x + move[0], y + move[1]
    return Box(left, middle - _SIZE * 0.65, left + width, middle + _SIZE * 0.65)


def _cost(own: Box, frame: Box, taken: Sequence[Box], move: tuple[float, float]) -> float:
    """What is covered or outside, before all else; then how far the name is moved, to the right rather than left."""
    inside = own.covers(frame) / ((own.right - own.left) * (own.top - own.bottom))
    return 100 * sum(map(own.covers, taken)) + 10_000 * (1 - inside) + abs(move[1]) + 5 * (move[0] < 0)


def _width(axes: Any, name: str) -> float:
    from matplotlib.font_manager import FontProperties

    renderer = axes.figure.canvas.get_renderer()
    return float(renderer.get_text_width_height_descent(name, FontProperties(size=_SIZE), ismath=False)[0])
