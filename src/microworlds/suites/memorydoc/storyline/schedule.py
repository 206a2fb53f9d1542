"""Which of all that can be said of documents is said in which session: one comes up, leads, or gives way.

Source: MemoryDocDataSet 3.2 (documents are read, discussed and weighed over several sessions).
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from microworlds.generation.session_planner import SessionPlanner
from microworlds.suites.memorydoc.storyline.matter import Matter
from microworlds.suites.memorydoc.storyline.mentions import Mentions
from microworlds.suites.memorydoc.storyline.standings import Standings
from microworlds.suites.memorydoc.world import DocumentFacts

_SOON = 0.65  # how often a place is given, or changes hands, where that could wait


def tell(
    planner: SessionPlanner,
    matter: Matter,
    document_facts: Sequence[DocumentFacts],
    spoken_of: Mapping[str, Counter[str]],
    decided: Mapping[str, frozenset[str]],
) -> Standings:
    """Fill the room of all sessions with what is said of documents; the places that they take."""
    mentions = Mentions(planner, matter, document_facts, spoken_of, decided)
    places = Standings(mentions)
    for session in planner.with_room():
        left, needed = len(planner.with_room(session.number)), 1 if places.held else 2
        last = left <= needed and not places.replaced
        wanted = not places.replaced and (last or planner.rng.random() < _SOON or not places.followed(session))
        done = wanted and (places.replace if places.held else places.put)(session, last=last)
        if not done:
            mentions.bring(session)
    return places
