"""An event graph without a model: dated events of an opening, middle and closing phase, and what led to what.

Source: MemoryDocDataSet 3.2, Appendix B.2.
"""

import random
from pathlib import Path

from microworlds.generation.event_graph import working_times
from microworlds.generation.grammar import Grammar, Writer
from microworlds.generation.session_plans import Event
from microworlds.suites.memorydoc.tasks.event_graph import EventGraphGiven, EventGraphWritten

_GRAMMAR = Grammar.load(Path(__file__).parent / "phrases" / "events.txt")


def write(given: EventGraphGiven, rng: random.Random) -> EventGraphWritten:
    """The events asked for, in order of time."""
    names = _names(given, rng)
    times = working_times(given.start, given.count, given.months, rng)
    people = [persona.name for persona in given.personas]
    documents = _documents(given, rng)
    writer = Writer(_GRAMMAR, rng)
    events: list[Event] = []
    for number, (name, time) in enumerate(zip(names, times, strict=True), start=1):
        present = sorted(rng.sample(people, min(len(people), rng.choice((2, 3, 3, 4)))), key=people.index)
        causes = [event.id for event in events[-3:] if rng.random() < 0.4] or [event.id for event in events[-1:]]
        description = writer.write(
            given.names[name],
            event=name,
            matter=given.matter,
            lead=present[0],
            client=given.client,
            opponent=given.opponent,
            subject=next((point for point in given.points if point in name), given.points[0]),
        )
        events.append(
            Event(
                id=f"e{number}",
                time=time,
                name=name,
                description=description,
                personas=tuple(present),
                documents=documents[number - 1],
                depends_on=tuple(causes),
            )
        )
    return EventGraphWritten(events=tuple(events))


def _names(given: EventGraphGiven, rng: random.Random) -> list[str]:
    """Opening names first, closing last, the rest between; each once."""
    by_phase = {
        phase: sorted(name for name, own in given.names.items() if own == phase)
        for phase in ("opening", "middle", "closing")
    }
    opening = rng.sample(by_phase["opening"], 2 if given.count >= 8 and rng.random() < 0.5 else 1)
    closing = rng.sample(by_phase["closing"], 2 if given.count >= 7 and rng.random() < 0.5 else 1)
    middle = rng.sample(by_phase["middle"], given.count - len(opening) - len(closing))
    return opening + middle + closing


def _documents(given: EventGraphGiven, rng: random.Random) -> list[tuple[str, ...]]:
    """For each event two or three documents or all, so that each document comes up in several events."""
    ids = rng.sample([document.id for document in given.documents], len(given.documents))
    chosen = []
    for number in range(given.count):
        extra = rng.sample(ids, min(len(ids), rng.randint(2, 3)))
        chosen.append(tuple(sorted({ids[number % len(ids)], *extra})))
    return chosen
