"""The event graph.

Source: MemoryDocDataSet 3.2, Appendix B.2.
"""

from __future__ import annotations

from datetime import date

from microworlds.authors.base import Task
from microworlds.core.records import Record
from microworlds.generation.session_plans import Event
from microworlds.suites.memorydoc.tasks.base import MODULE, people, summaries
from microworlds.suites.memorydoc.world import Persona, Summary


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
    names = "\n".join(f"- {name} ({phase})" for name, phase in given.names.items())
    return f"""\
Lay out exactly {given.count} events of {given.matter}, a matter about {given.label}. The first is on {given.start}, and
from the first to the last at least {given.months} months pass; no two are at the same time.

Each event has:
- id: e1, e2 and so on, in the order of time.
- time: date and time of day with zone, as in {given.start}T09:30:00Z.
- name: one of the names listed below, copied exactly, each used at most once; opening ones come first, closing ones
last.
- description: one sentence that says what happens, in whose hands, and what it is about.
- personas: the full names of at least two of the people who take part.
- documents: the ids of at least one document that it is about. Every document is in several events, and the first and
the last event together with any three others should leave none out.
- depends_on: ids of the earlier events that led to it. Together these form a directed acyclic graph: every event but
the first depends on at least one that is earlier, and some have two causes or two effects.

Names (phase):
{names}

People:
{people(given.personas)}

Documents:
{summaries(given.documents)}"""


EVENT_GRAPH = Task(
    "event_graph",
    MODULE,
    EventGraphWritten,
    "You lay out realistic sequences of events at work, with dates and causes, free of cycles.",
    _render_events,
)
