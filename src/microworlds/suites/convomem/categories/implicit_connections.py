"""Suggestions that have to mind the user's circumstances, of which the request says nothing.

Source: ConvoMem 3.3 and A.1.
"""

from microworlds.suites.convomem.categories.base import Category, Draw, Planned, minded
from microworlds.suites.convomem.records import Side


def _plan(draw: Draw, k: int, side: Side) -> Planned:
    return minded(draw, k, side, "contexts")


CATEGORY = Category("implicit_connections", (1, 2, 3), "user", _plan)
