"""Single-hop: one fact, from one place once it is clear which document is meant.

Source: MemoryDocDataSet Table 2; Table 8 (some require navigating from conversation to document).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from microworlds.generation.queries import Get, Value
from microworlds.suites.memorydoc.categories.base import Draft, asked_of, asked_of_named, proven, shuffled
from microworlds.suites.memorydoc.view import WORK_KINDS, View
from microworlds.suites.memorydoc.world import Described, Proposal


class SingleHop:
    """Values of documents and of the team's own work."""

    def propose(self, view: View, rng: random.Random) -> Iterator[Proposal]:
        """See ``QuestionCategory.propose``."""
        drafts = [*_hybrid(view), *_doc_only(view), *_chat_only(view)]
        for draft in shuffled(rng, drafts):
            proposal = proven(view, draft)
            if proposal is not None:
                yield proposal


def _hybrid(view: View) -> Iterator[Draft]:
    for reference in view.references:
        if reference.hops == 1 and not reference.changes:
            for attribute, term, kind in asked_of(view, reference):
                yield Draft(
                    "single_hop", "hybrid", "value", attribute, (reference.described,), term, kind,
                    targets=(reference.target,),
                )  # fmt: skip


def _doc_only(view: View) -> Iterator[Draft]:
    for target in view.targets:
        for attribute, term, kind in asked_of_named(view, target):
            yield Draft(
                "single_hop", "doc_only", "value", attribute, (view.named(target),), term, kind, targets=(target,)
            )


def _chat_only(view: View) -> Iterator[Draft]:
    for attribute, kind in WORK_KINDS.items():
        for subject in view.work(attribute, most=1):
            thing = Described(how="work", slots=view.work_slots(subject))
            term = Get(of=Value(value=subject), attribute=attribute)
            yield Draft("single_hop", "chat_only", "work_value", attribute, (thing,), term, kind)
    for reference in view.references:
        if reference.hops == 1 and reference.described.how == "purpose":
            term = Get(of=reference.term, attribute="brought_by")
            yield Draft("single_hop", "chat_only", "who_brought", "brought_by", (reference.described,), term, "person")


CATEGORY = SingleHop()
