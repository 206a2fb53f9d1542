"""The plots of the HTML report: inline SVG that takes the page's colours and font, the same bytes each time.

Marks that belong to a system carry its place as ``data-system``, so that the page can hide them.

Source: issue 4, section 5 (recall curves over k, accuracy against tokens spent, failure ladder, difficulty).
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from itertools import groupby
from typing import Any

from microworlds.core import seeds
from microworlds.evaluation.attribution import Ladder
from microworlds.evaluation.plots import MARKS, agg, color, whiskers
from microworlds.evaluation.report_tables import Spent, name, rungs_in
from microworlds.evaluation.retrieval import Point
from microworlds.evaluation.system_names import plural
from microworlds.evaluation.tables import Table, asked
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
_NEAR, _LINE = 0.25, 0.05  # numbers nearer than this, in powers of ten of tokens and in F1, would cover each other
RIGHT = "#3a9a4b"
# from what the episode did not give (grey), over retrieval (blue, violet) and prompt (yellow), to reading (red)
RUNG_COLORS = {
    "no_answer": "#4d4d4d", "not_observed": "#7f7f7f", "not_indexed": "#a6a6a6", "cut_off": "#17becf",
    "not_in_list": "#1f77b4", "ranked_low": "#8fb8de", "not_in_prompt": "#9467bd", "prompt_unknown": "#c5b0d5",
    "abstained": "#e6b417", "misread": "#d62728", "no_evidence": "#c49c94", "answered": "#d62728",
}  # fmt: skip


def curves(points: Sequence[Point], systems: Sequence[str], title: str) -> str:
    """Recall over k with intervals, points of one level and measure; hollow where not all lists are k long."""
    with _styled():
        figure, axes = _axes()
        reached = [one for one in points if one.n_k and one.telling and one.k is not None]
        for system, line in groupby(reached, key=lambda one: one.system):
            _curve(axes, list(line), systems.index(system))
        depths = sorted({one.k for one in reached if one.k is not None})
        axes.set_xscale("log")
        axes.set_xticks(depths or DEPTHS, [str(k) for k in depths or DEPTHS])
        axes.minorticks_off()
        axes.set_xlabel(f"k ({plural(points[0].level)})" if points else "k")
        axes.set_ylim(*_UNIT)
        return _svg(figure, title)


def _curve(axes: Any, line: Sequence[Point], place: int) -> None:
    shade, mark = color(place), MARKS[place % len(MARKS)]
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
        there = [(at, row) for at, row in enumerate(own.rows.values()) if any(cell.n for cell in row.values())]
        step = 0.8 / max(len(there), 1)
        for order, (place, row) in enumerate(there):
            cells = [row[column] for column in columns]
            shift = (order + 0.5) * step - 0.4
            drawn = axes.errorbar(
                [at + shift for at in range(len(cells))], [float("nan") if c.mean is None else c.mean for c in cells],
                yerr=whiskers(cells), fmt=MARKS[place % len(MARKS)], color=color(place), ms=5, elinewidth=1.2,
            )  # fmt: skip
            _claim(drawn, place)
        axes.set_xticks(range(len(columns)), [f"{name(c)}\nn={asked(own, c)}" for c in columns])
        axes.set_ylim(*_UNIT)
        axes.set_ylabel("F1" if own.metric == "f1" else own.metric)
        return _svg(figure, own.title)


def tokens(found: Sequence[Spent]) -> str:
    """F1 with its interval over the mean tokens of context; the number at a mark is the system's."""
    with _styled():
        figure, axes = _axes()
        for place, one in enumerate(found):
            drawn = axes.errorbar(
                [one.tokens], [one.f1.mean or 0.0], whiskers([one.f1]), fmt=MARKS[place % len(MARKS)],
                color=color(place), markersize=8, elinewidth=1.4,
            )  # fmt: skip
            _claim(drawn, place)
        for place, height in _apart(found):
            beside = {"xytext": (8, 0), "textcoords": "offset points", "va": "center_baseline", "fontsize": 10}
            axes.annotate(str(place + 1), (found[place].tokens, height), gid=_of(place), **beside)
        axes.set_xscale("symlog", linthresh=100)  # a system may spend nothing
        most = max((one.tokens for one in found), default=0.0)
        ticks = [0, *(10**power for power in range(2, 8) if 10**power <= 10 * most)]
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.minorticks_off()
        axes.set_xlim(-20, max(most * 2, 200))
        axes.set_xlabel("tokens of context a question, mean")
        axes.set_ylabel("F1, answerable questions")
        axes.set_ylim(*_UNIT)
        return _svg(figure, "F1 against tokens of context")


def _apart(found: Sequence[Spent]) -> list[tuple[int, float]]:
    """The height of each system's number: its F1, or more where another's number stands there already."""
    made: list[tuple[int, float]] = []
    for place in sorted(range(len(found)), key=lambda at: (found[at].f1.mean or 0.0, at)):
        height = found[place].f1.mean or 0.0
        near = [
            other for at, other in made
            if abs(math.log10(found[at].tokens + 10) - math.log10(found[place].tokens + 10)) < _NEAR
        ]  # fmt: skip
        made.append((place, max([height, *(other + _LINE for other in near)])))
    return made


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


def _claim(drawn: Any, place: int) -> None:
    """Mark all parts of an error bar as a system's."""
    for artist in drawn.get_children():
        artist.set_gid(_of(place))


def _svg(figure: Any, title: str) -> str:
    """The drawing as an element for the page: named, without size, clock, comments or ids that another may have."""
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
