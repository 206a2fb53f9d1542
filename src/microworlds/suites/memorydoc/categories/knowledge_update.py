"""Knowledge update: what holds last, after at least one change.

Source: MemoryDocDataSet Table 2, Table 8 (at least one superseded fact must exist).
Departs: there are no Doc-only questions of this category for opinions: a decided case does not change. The paper has
113 Doc-only questions in all and does not say how many are of which category.
"""

import random
from collections.abc import Iterator

from microworlds.generation.queries import Changed, Value
from microworlds.suites.memorydoc.categories.base import Draft, Proven, through, values, work
from microworlds.suites.memorydoc.view import WORK_KINDS, View


def _drafts(view: View, rng: random.Random) -> Iterator[Draft]:
    """What replaced what: in the team's own work, and among the documents it stands on."""
    for reference in view.references:
        if reference.changes:  # the document now holds a place that another held before
            slots = {"changes": str(reference.changes)}
            yield from values(view, "hybrid", "value", through(view, reference), slots)
    yield from _work(view)


def _work(view: View) -> Iterator[Draft]:
    for attribute, kind in WORK_KINDS.items():
        for subject in view.work(attribute, least=2):
            states = view.chat.states(subject, attribute)
            changes = len(states) - 1
            term = Changed(of=Value(value=subject), attribute=attribute, changes=changes)
            slots = {"changes": str(changes), "old": states[0].value}
            yield Draft("chat_only", "work_now", attribute, (work(view, subject),), term, kind, slots=slots)


CATEGORY = Proven("knowledge_update", _drafts)
