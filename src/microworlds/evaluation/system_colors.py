"""Which colour and mark each system has in all plots.

Source: issue 12, section 2 (a system keeps its colour when others are added).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from microworlds.core import seeds
from microworlds.evaluation.tables import CEILING


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
