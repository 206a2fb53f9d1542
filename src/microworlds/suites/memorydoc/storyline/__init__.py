"""The symbolic truth of a world's conversations, decided before anyone writes a word of them.

What becomes known in which session, who says it, what changes later, and which document is meant by what: exchanges of
beats with the claims they make, each session about one or two points of the matter. An author then words the plan, and
the ledger is what the plan claims and the sessions say. So whoever writes, every answer can be proved.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from microworlds.core.errors import ItemError
from microworlds.generation.session_planner import SessionPlanner
from microworlds.generation.session_plans import Event, SessionPlan
from microworlds.suites.memorydoc.domain import Domain
from microworlds.suites.memorydoc.storyline import work
from microworlds.suites.memorydoc.storyline.matter import Matter
from microworlds.suites.memorydoc.storyline.schedule import tell
from microworlds.suites.memorydoc.world import DocumentFacts, Persona

# MemoryDocDataSet Table 3: 6-16 utterances a session, 10.6 on average: 6 + Binomial(10, .46)
_UTTERANCES_LEAST, _UTTERANCES_SPREAD, _UTTERANCES_SHARE = 6, 10, 0.46
_DRAWS = 24  # of plans, until every document that holds a place says something on its point


def storyline(
    world: str,
    domain: Domain,
    matter: Matter,
    personas: Sequence[Persona],
    events: Sequence[Event],
    document_facts: Sequence[DocumentFacts],
    spoken_of: Mapping[str, Counter[str]],
    decided: Mapping[str, frozenset[str]],
    rng: random.Random,
) -> tuple[SessionPlan, ...]:
    """A plan for a session at each of the events, in their order.

    ``spoken_of`` are the subjects that each target treats, ``decided`` those that it has something to say on.

    Raises:
        ItemError: a session is left with nothing to speak of, or nothing changes in time.

    Source: MemoryDocDataSet 3.2 and Appendix A, stages 2 and 3.
    """
    utterances = [
        _UTTERANCES_LEAST + sum(rng.random() < _UTTERANCES_SHARE for _ in range(_UTTERANCES_SPREAD)) for _ in events
    ]
    points = matter.points
    subjects = []
    for number, event in enumerate(events):
        first = matter.about[event.name]
        others = [point for point in points if point != first]
        subjects.append((first, others[number % len(others)]))
    names = [persona.name for persona in personas]
    deciders = frozenset(own.name for own in personas if own.role in domain.deciders)

    def noun(slots: Mapping[str, str]) -> dict[str, str]:
        """What a beat that speaks of a document calls it."""
        return {"noun": rng.choice(domain.document_nouns)} if "ref" in slots or "target" in slots else {}

    for _ in range(_DRAWS):
        planner = SessionPlanner.of(world, names, events, subjects, utterances, rng)
        planner.besides, planner.deciders = noun, deciders
        work.settlements(planner, domain, matter)
        places = tell(planner, matter, document_facts, spoken_of, decided)
        full = all(session.exchanges for session in planner.sessions)
        if full and places.replaced and not places.strange:
            return planner.plans()
    if not full:
        raise ItemError(
            "a meeting is left with no document to speak of; the world has too few of which enough is known"
        )
    if not places.replaced:
        raise ItemError("no document gives way to another in time, so nothing that was said of one changes")
    return planner.plans()
