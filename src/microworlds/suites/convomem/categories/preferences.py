"""Suggestions that have to mind what the user likes and dislikes, as told in passing.

Source: ConvoMem 3.3 and A.1.
"""

from microworlds.suites.convomem.categories.base import Category, Draw, Planned, minded
from microworlds.suites.convomem.records import Side


def _plan(draw: Draw, k: int, side: Side) -> Planned:
    return minded(draw, k, side, "preferences")


CATEGORY = Category("preferences", (1, 2), "user", _plan)
