"""Which of all that can be said of documents is said in which session: what is due most, of what can be said there.

Source: MemoryDocDataSet 3.2 (documents are read, discussed and weighed over several sessions).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from microworlds.core.errors import ItemError
from microworlds.generation.session_planner import PlannedSession, SessionPlanner
from microworlds.suites.memorydoc.storyline.matter import Matter
from microworlds.suites.memorydoc.storyline.mentions import Mentions
from microworlds.suites.memorydoc.storyline.readings import Readings
from microworlds.suites.memorydoc.storyline.standings import Standings
from microworlds.suites.memorydoc.world import DocumentFacts

# how often each thing happens in a world, at most
_TIMES = {"bring": 9, "put": 2, "replace": 1, "give": 2, "hand": 1, "praise": 1, "recall": 1}
_SPOKEN_OF = 2  # documents that a meeting speaks of, at most: with more nobody can follow
_URGENT, _SOON = 60.0, 2.0


def tell(
    planner: SessionPlanner,
    matter: Matter,
    document_facts: Sequence[DocumentFacts],
    spoken_of: Mapping[str, Counter[str]],
    decided: Mapping[str, frozenset[str]],
) -> None:
    """Fill the room of all sessions with what is said of documents.

    Raises:
        ItemError: the sessions have no room for a change.
    """
    mentions = Mentions(planner, matter, document_facts, spoken_of, decided, _TIMES["bring"], _TIMES["give"])
    readings = Readings(mentions)
    places = Standings(mentions, readings)
    acts: dict[str, Callable[[PlannedSession], bool]] = {
        "bring": mentions.bring,
        "put": places.put,
        "replace": places.replace,
        "give": readings.give,
        "hand": readings.hand,
        "praise": readings.praise,
        "recall": readings.recall,
    }
    done: Counter[str] = Counter()

    def due(act: str, session: PlannedSession) -> float:
        """How much an act is wanted now; 0 if not at all."""
        if act == "bring":
            return _SOON * mentions.wanted / _TIMES["bring"]
        share = (_TIMES[act] - done[act]) / _TIMES[act] * (0.5 + 0.5 * planner.rng.random())
        if act == "put":
            return _URGENT if session.number > 1 and not places.held else _SOON * share
        if act == "replace":
            return _URGENT if session.number > 2 and not places.replaced else _SOON * share
        return share if act != "give" or mentions.given else 0.0

    for session in planner.sessions:
        for _ in range(session.room):
            waiting = {act: due(act, session) for act in acts}
            free = _SPOKEN_OF - _spoken_of(session)
            for act in sorted(acts, key=lambda act: -waiting[act]):
                fits = free >= (_SPOKEN_OF if act == "replace" else 1)
                if waiting[act] > 0 and fits and acts[act](session):
                    done[act] += 1
                    break
    if not places.replaced:
        raise ItemError("no document gives way to another in time, so nothing that was said of one changes")


def _spoken_of(session: PlannedSession) -> int:
    """How many documents a session speaks of so far; one that takes the place of another is two."""
    beats = [beat for exchange in session.exchanges for beat in exchange.beats]
    return sum(("noun" in own.slots and own.slots.get("ref") != "it") + (own.act == "restand") for own in beats)
