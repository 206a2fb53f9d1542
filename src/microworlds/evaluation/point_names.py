"""Names beside the points of a plot, so that no name covers a point or another name where there is room.

Source: issue 12, section 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

_MARK = 6.0  # half the side of a mark, in points
_SIZE = 9.5  # of the letters, in points
_STEP, _FAR = 6, 96  # how far a name may be moved up or down, in points
_LINE = 9  # from here on a thin line leads from the name to its point


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
