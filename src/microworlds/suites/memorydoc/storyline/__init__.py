"""The symbolic truth of a world's conversations, decided before anyone writes a word of them.

What becomes known in which session, who says it, what changes later, and which document is meant by what: exchanges of
beats with the claims they make, each session about one or two points of the matter. An author then words the plan, and
the ledger is what the plan claims and the sessions say. So whoever writes, every answer can be proved.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from microworlds.generation.session_planner import SessionPlanner
from microworlds.generation.session_plans import Event, SessionPlan
from microworlds.suites.memorydoc.domain import Domain
from microworlds.suites.memorydoc.storyline import work
from microworlds.suites.memorydoc.storyline.matter import Matter
from microworlds.suites.memorydoc.storyline.schedule import tell
from microworlds.suites.memorydoc.world import DocumentFacts, Persona

# MemoryDocDataSet Table 3: 6-16 utterances a session, 10.6 on average: 6 + Binomial(10, .46)
_UTTERANCES_LEAST, _UTTERANCES_SPREAD, _UTTERANCES_SHARE = 6, 10, 0.46


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
    planner = SessionPlanner.of(world, [persona.name for persona in personas], events, subjects, utterances, rng)

    def noun(slots: Mapping[str, str]) -> dict[str, str]:
        """What a beat that speaks of a document calls it."""
        return {"noun": rng.choice(domain.document_nouns)} if "ref" in slots or "target" in slots else {}

    planner.besides = noun
    work.settlements(planner, domain, matter)
    tell(planner, matter, document_facts, spoken_of, decided)
    return planner.plans()
