"""Single-hop: one fact, from one place once it is clear which document is meant.

Source: MemoryDocDataSet Table 2; Table 8 (some require navigating from conversation to document).
"""

import random
from collections.abc import Iterator

from microworlds.generation.queries import Get, Value
from microworlds.suites.memorydoc.categories.base import Draft, Proven, by_name, through, values, work
from microworlds.suites.memorydoc.view import WORK_KINDS, View


def _drafts(view: View, rng: random.Random) -> Iterator[Draft]:
    """Values of documents and of the team's own work."""
    for reference in view.references:
        if reference.hops == 1 and not reference.changes:
            yield from values(view, "hybrid", "value", through(view, reference))
    for target in view.targets:
        yield from values(view, "doc_only", "value", by_name(view, target))
    for attribute, kind in WORK_KINDS.items():
        for subject in view.work(attribute, most=1):
            term = Get(of=Value(value=subject), attribute=attribute)
            yield Draft("chat_only", "work_value", attribute, (work(view, subject),), term, kind)
    for reference in view.references:
        if reference.hops == 1 and reference.described.how == "purpose":
            term = Get(of=reference.term, attribute="brought_by")
            yield Draft("chat_only", "who_brought", "brought_by", (reference.described,), term, "person")


CATEGORY = Proven("single_hop", _drafts)
