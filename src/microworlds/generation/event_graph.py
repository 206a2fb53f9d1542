"""Dated events and what led to what: when they can be, what keeps them from being a graph in time, which to tell of.

Source: MemoryDocDataSet 3.2 (the event graph), Appendix B.2; DynamicMem (chains of events).
"""

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import networkx as nx

from microworlds.core.errors import ItemError
from microworlds.generation.session_plans import Event

_LONGEST = 1.9  # times the months asked for
_TRIES = 200


def faults(events: Sequence[Event], months: int = 0) -> list[str]:
    """What keeps events from being an acyclic graph in time that spans so many months; empty if nothing does."""
    ids = {event.id: event for event in events}
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(ids)
    graph.add_edges_from((cause, event.id) for event in events for cause in event.depends_on)
    by_time = sorted(event.time for event in events)
    known = set(graph) <= set(ids)
    late = [event.id for event in events if known and any(ids[c].time >= event.time for c in event.depends_on)]
    days = (by_time[-1] - by_time[0]).days if by_time else 0
    cyclic = known and not nx.is_directed_acyclic_graph(graph)
    found = {
        "an event id is used twice": len(ids) < len(events),
        "an event depends on an unknown one": not known,
        "the events form a cycle": cyclic,
        f"the events span less than {months} months": days < 30 * months,
        "two events at the same time": any(one == two for one, two in pairwise(by_time)),
        f"{late[0] if late else ''} comes before what it depends on": bool(late) and not cyclic,
    }
    return [fault for fault, present in found.items() if present]


def covering(events: Sequence[Event], documents: Iterable[str], count: int, rng: random.Random) -> list[Event]:
    """The first event, the last and ``count`` - 2 between, drawn, that together refer to all of the documents.

    The order is that of time, and so topological where no event comes before its causes.

    Raises:
        ItemError: none were found.
    """
    wanted = set(documents)
    by_time = sorted(events, key=lambda event: event.time)
    for _ in range(_TRIES):
        between = rng.sample(by_time[1:-1], count - 2)
        chosen = sorted([by_time[0], *between, by_time[-1]], key=lambda event: event.time)
        if wanted <= {document for event in chosen for document in event.documents}:
            return chosen
    raise ItemError(f"no {count} events refer to all of the documents")


def working_times(start: date, count: int, months: int, rng: random.Random) -> list[datetime]:
    """Office hours of working days, at least three days apart, the last at least ``months`` after the first."""
    least = months * 31
    whole = rng.randint(least, round(least * _LONGEST))
    while True:
        cuts = sorted(rng.sample(range(3, whole - 3), count - 2))
        days = [0, *cuts, whole]
        if all(later - earlier >= 3 for earlier, later in pairwise(days)):
            break
    return [_office_hour(start + timedelta(days=day), rng) for day in days]


def _office_hour(day: date, rng: random.Random) -> datetime:
    weekday = day + timedelta(days=max(0, 7 - day.weekday())) if day.weekday() > 4 else day
    return datetime(
        weekday.year, weekday.month, weekday.day, rng.randint(9, 16), rng.choice((0, 15, 30, 45)), tzinfo=UTC
    )
