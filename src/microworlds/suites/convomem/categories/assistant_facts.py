"""Facts that the assistant told, alone or to be put together from up to six messages.

Source: ConvoMem 3.3 and A.1.
"""

from microworlds.suites.convomem.categories.base import Category, Draw, Planned, recalled
from microworlds.suites.convomem.records import Side


def _plan(draw: Draw, k: int, side: Side) -> Planned:
    return recalled(draw, k, side, "assistant")


CATEGORY = Category("assistant_facts", (1, 2, 3, 4, 5, 6), "assistant", _plan)
