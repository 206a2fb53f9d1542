"""The event graph.

Source: MemoryDocDataSet 3.2, Appendix B.2.
"""

from __future__ import annotations

from datetime import date

from microworlds.authors.base import Task
from microworlds.records import Record
from microworlds.suites.memorydoc.tasks.base import JSON_ONLY, MODULE, people, summaries
from microworlds.suites.memorydoc.world import Event, Persona, Summary


class EventGraphGiven(Record):
    """What the event-graph generator gets; ``names`` maps a kind of event to its phase."""

    label: str
    matter: str
    count: int
    months: int
    start: date
    names: dict[str, str]
    personas: tuple[Persona, ...]
    documents: tuple[Summary, ...]


class EventGraphWritten(Record):
    """The events of a world, in any order that the dates allow."""

    events: tuple[Event, ...]


def _render_events(given: EventGraphGiven) -> str:
    names = "; ".join(f"{name} ({phase})" for name, phase in given.names.items())
    return (
        f"Lay out {given.count} events of {given.matter}, a matter about {given.label}, from {given.start} on and over "
        f"at least {given.months} months.\nEach event has an id (e1, e2 ...), a time with zone, a name (each used "
        f"once; opening ones first, closing ones last) from: {names}; a sentence of description; at least two of the "
        "people who take part, by name; at least one document id; and the ids of earlier events it depends on. The "
        "dependencies together form a directed acyclic graph in which every event but the first depends on something "
        "earlier, and every document is referred to by several events.\n"
        f"People:\n{people(given.personas)}\nDocuments:\n{summaries(given.documents)}"
    )


EVENT_GRAPH = Task(
    "event_graph",
    MODULE,
    EventGraphWritten,
    f"You lay out realistic sequences of events at work, with dates and causes, free of cycles. {JSON_ONLY}",
    _render_events,
)
