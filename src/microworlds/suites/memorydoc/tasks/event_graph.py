"""The event graph.

Source: MemoryDocDataSet 3.2, Appendix B.2.
"""

from datetime import date

from microworlds.core.records import Record
from microworlds.generation.session_plans import Event
from microworlds.suites.memorydoc.tasks.base import people, summaries, task
from microworlds.suites.memorydoc.world import Persona, Summary


class EventGraphGiven(Record):
    """What the event-graph generator gets; ``names`` maps a kind of event to its phase."""

    label: str
    matter: str
    client: str
    opponent: str
    points: tuple[str, ...]
    count: int
    months: int
    start: date
    names: dict[str, str]
    personas: tuple[Persona, ...]
    documents: tuple[Summary, ...]


class EventGraphWritten(Record):
    """The events of a world, in any order that the dates allow."""

    events: tuple[Event, ...]


def _slots(given: EventGraphGiven) -> dict[str, str]:
    return {
        "points": ", ".join(given.points),
        "names": "\n".join(f"- {name} ({phase})" for name, phase in given.names.items()),
        "people": people(given.personas),
        "documents": summaries(given.documents),
    }


_SYSTEM = "You lay out realistic sequences of events at work, with dates and causes, free of cycles."
EVENT_GRAPH = task("event_graph", _SYSTEM, EventGraphWritten, _slots)
