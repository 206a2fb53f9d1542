"""The symbolic truth of a world's conversations, decided before anyone writes a word of them.

What becomes known in which session, who says it, what changes later, and which document is meant by what: a plan of
beats with the claims they make. An author then words the plan, and the ledger is what the plan claims and the
sessions say. So whoever writes, a model or the offline author, every answer can be proved.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from microworlds.suites.memorydoc.domain import Domain
from microworlds.suites.memorydoc.storyline import documents, work
from microworlds.suites.memorydoc.storyline.session_planner import SessionPlanner
from microworlds.suites.memorydoc.world import DocumentFacts, Event, Persona, SessionPlan


def storyline(
    world: str,
    domain: Domain,
    personas: Sequence[Persona],
    events: Sequence[Event],
    document_facts: Sequence[DocumentFacts],
    rng: random.Random,
) -> tuple[SessionPlan, ...]:
    """A plan for a session at each of the events, in their order.

    Source: MemoryDocDataSet 3.2 and Appendix A, stages 2 and 3.
    """
    planner = SessionPlanner.of(world, personas, events, domain.document_nouns, rng)
    mentions = documents.introductions(planner, domain, document_facts)
    documents.standings(planner, domain, mentions)
    work.settlements(planner, domain)
    documents.assignments(planner, mentions)
    documents.opinions(planner, mentions)
    documents.recollections(planner, mentions, document_facts)
    return planner.plans()
