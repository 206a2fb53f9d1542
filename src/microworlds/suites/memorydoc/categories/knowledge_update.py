"""Knowledge update: what holds last, after at least one change.

Source: MemoryDocDataSet Table 2, Table 8 (at least one superseded fact must exist).
Departs: there are no Doc-only questions of this category for opinions: a decided case does not change. The paper has
113 Doc-only questions in all and does not say how many are of which category.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from microworlds.generation.queries import Changed, Term, Value
from microworlds.suites.memorydoc.categories.base import Draft, asked_of, proven, shuffled
from microworlds.suites.memorydoc.view import WORK_KINDS, View
from microworlds.suites.memorydoc.world import Described, Proposal


class KnowledgeUpdate:
    """What replaced what: in the team's own work, and among the documents it stands on."""

    def propose(self, view: View, rng: random.Random) -> Iterator[Proposal]:
        """See ``QuestionCategory.propose``."""
        for draft in shuffled(rng, [*_hybrid(view), *_work(view), *_readers(view)]):
            proposal = proven(view, draft)
            if proposal is not None:
                yield proposal


def _hybrid(view: View) -> Iterator[Draft]:
    """A value in the document that now holds a place another held before."""
    for reference in view.references:
        if reference.changes:
            for attribute, term, kind in asked_of(view, reference):
                yield Draft(
                    "knowledge_update", "hybrid", "value", attribute, (reference.described,), term, kind,
                    targets=(reference.target,), slots={"changes": str(reference.changes)},
                )  # fmt: skip


def _work(view: View) -> Iterator[Draft]:
    for attribute, kind in WORK_KINDS.items():
        for subject in view.work(attribute, least=2):
            changes = len(view.chat.states(subject, attribute)) - 1
            term = Changed(of=Value(value=subject), attribute=attribute, changes=changes)
            thing = Described(how="work", slots=view.work_slots(subject))
            slots = {"changes": str(changes), "old": view.chat.states(subject, attribute)[0].value}
            yield Draft("knowledge_update", "chat_only", "work_now", attribute, (thing,), term, kind, slots=slots)


def _readers(view: View) -> Iterator[Draft]:
    for reference in view.references:
        if reference.described.how in ("brought", "purpose") and not reference.changes:
            states = view.chat.states(reference.mention, "reader")
            if len(states) == 2:
                term: Term = Changed(of=reference.term, attribute="reader", changes=1)
                slots = {"changes": "1", "old": states[0].value}
                yield Draft(
                    "knowledge_update", "chat_only", "reader_now", "reader", (reference.described,), term, "person",
                    slots=slots,
                )  # fmt: skip


CATEGORY = KnowledgeUpdate()
