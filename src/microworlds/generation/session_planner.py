"""Plans the conversations of a world: how much room each session has, and what is placed in it.

Source: MemoryDocDataSet 3.2 and Appendix A, stages 2 and 3.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from microworlds.generation.person_names import first_name
from microworlds.generation.session_plans import Beat, Claim, Event, Exchange, SessionPlan, thing

_ROOM = 1  # things that a session speaks of: with more nothing belongs together


@dataclass
class PlannedSession:
    """One session being planned. ``room`` counts the things that may still come up; ``subjects`` are its points.

    ``order`` holds a draw for each thing that is spoken of: what is said of one thing stands together.
    """

    id: str
    number: int
    event: Event
    since: str | None
    personas: tuple[str, ...]
    subjects: tuple[str, ...]
    utterances: int
    room: int = _ROOM
    exchanges: list[Exchange] = field(default_factory=list)
    order: dict[str, float] = field(default_factory=dict)

    @property
    def day(self) -> str:
        """The session's date, year first."""
        return self.event.time.date().isoformat()

    @property
    def firsts(self) -> tuple[str, ...]:
        """First names of those present."""
        return tuple(first_name(name) for name in self.personas)


@dataclass
class SessionPlanner:
    """All sessions of a world being planned, and the numbering of claims and beats.

    ``besides`` gives the slots that a beat gets besides those it is made with. ``deciders`` are the full names of those
    who choose documents.
    """

    world: str
    people: tuple[str, ...]
    sessions: tuple[PlannedSession, ...]
    rng: random.Random
    besides: Callable[[Mapping[str, str]], Mapping[str, str]] = lambda _: {}
    deciders: frozenset[str] = frozenset()
    _claims: int = 0
    _beats: int = 0

    @staticmethod
    def of(
        world: str,
        people: Sequence[str],
        events: Sequence[Event],
        subjects: Sequence[tuple[str, ...]],
        utterances: Sequence[int],
        rng: random.Random,
    ) -> SessionPlanner:
        """An empty planner with a session at each of the events, about such points, of so many utterances."""
        sessions = [
            PlannedSession(
                f"{world}-s{number:02d}",
                number,
                event,
                _since(events[number - 2].time, event.time) if number > 1 else None,
                event.personas,
                about,
                count,
            )
            for number, (event, about, count) in enumerate(zip(events, subjects, utterances, strict=True), start=1)
        ]
        return SessionPlanner(world, tuple(people), tuple(sessions), rng)

    @property
    def everyone(self) -> tuple[str, ...]:
        """First names of all people."""
        return tuple(first_name(name) for name in self.people)

    def speaker(self, session: PlannedSession, *, not_: Iterable[str] = ()) -> str:
        """Someone present, if possible none of the first names in ``not_``."""
        barred = set(not_)
        free = [name for name in session.personas if first_name(name) not in barred]
        return self.rng.choice(free or session.personas)

    def decider(self, session: PlannedSession, *, not_: Iterable[str] = ()) -> str:
        """As ``speaker``, and if possible one of the deciders."""
        barred = set(not_)
        free = [name for name in session.personas if name in self.deciders and first_name(name) not in barred]
        return self.rng.choice(free) if free else self.speaker(session, not_=barred)

    def claim(
        self,
        subject: str,
        attribute: str,
        value: str,
        supersedes: Claim | None = None,
        meaning: str | None = None,
    ) -> Claim:
        """A new claim with the next id."""
        self._claims += 1
        return Claim(
            id=f"{self.world}-c{self._claims:03d}",
            subject=subject,
            attribute=attribute,
            value=value,
            meaning=meaning,
            supersedes=supersedes.id if supersedes else None,
        )

    def beat(
        self,
        act: str,
        speaker: str,
        claims: Iterable[Claim] = (),
        says: Iterable[str] = (),
        addressee: str | None = None,
        **slots: str,
    ) -> Beat:
        """A new beat with the next id."""
        slots |= self.besides(slots)
        self._beats += 1
        return Beat(
            id=f"{self.world}-b{self._beats:03d}",
            act=act,
            speaker=speaker,
            addressee=addressee,
            slots=slots,
            claims=tuple(claims),
            says=tuple(says),
        )

    def keep(self, session: PlannedSession, about: str) -> None:
        """Keep room in a session for a thing, if there is none yet."""
        if about not in session.order:
            session.room -= 1
            session.order[about] = self.rng.random()

    def place(self, session: PlannedSession, kind: str, *beats: Beat) -> None:
        """Put an exchange into a session, anywhere, but after those on the same thing that are there."""
        exchange = Exchange(kind=kind, beats=beats)
        self.keep(session, thing(exchange))
        session.exchanges.append(exchange)

    def with_room(self, first: int = 1) -> list[PlannedSession]:
        """Sessions from number ``first`` on that have room for one more thing."""
        return [session for session in self.sessions if session.number >= first and session.room]

    def plans(self) -> tuple[SessionPlan, ...]:
        """The finished plan."""
        return tuple(
            SessionPlan(
                id=session.id,
                event=session.event.id,
                name=session.event.name,
                time=session.event.time,
                since=session.since,
                personas=session.personas,
                documents=session.event.documents,
                subjects=session.subjects,
                utterances=session.utterances,
                exchanges=tuple(sorted(session.exchanges, key=lambda own: session.order[thing(own)])),
            )
            for session in self.sessions
        )


_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()


def _since(before: datetime, now: datetime) -> str:
    """The time between, as people say it."""
    days = (now.date() - before.date()).days
    count, unit = next((days // each, name) for each, name in ((61, "month"), (7, "week"), (1, "day")) if days >= each)
    if unit == "month":
        count = round(days / 30.4)
    words = _NUMBERS[count - 1] if count <= len(_NUMBERS) else str(count)
    return f"{words} {unit}{'s' if count > 1 else ''}"
