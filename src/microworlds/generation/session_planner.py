"""Plans the conversations of a world: how much room each session has, and what is placed in it.

Source: MemoryDocDataSet 3.2 and Appendix A, stages 2 and 3.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from microworlds.generation.person_names import first_name
from microworlds.generation.session_plans import Beat, Claim, Event, SessionPlan

_OPENING_AND_CLOSING = 2


@dataclass
class PlannedSession:
    """One session being planned. ``room`` counts the utterances that are still free."""

    id: str
    number: int
    event: Event
    personas: tuple[str, ...]
    utterances: int
    room: int
    groups: list[tuple[float, tuple[Beat, ...]]] = field(default_factory=list)

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

    ``besides`` gives the slots that a beat gets besides those it is made with.
    """

    world: str
    people: tuple[str, ...]
    sessions: tuple[PlannedSession, ...]
    rng: random.Random
    besides: Callable[[Mapping[str, str]], Mapping[str, str]] = lambda _: {}
    _claims: int = 0
    _beats: int = 0

    @staticmethod
    def of(
        world: str, people: Sequence[str], events: Sequence[Event], utterances: Sequence[int], rng: random.Random
    ) -> SessionPlanner:
        """An empty planner with a session at each of the events, of so many utterances each."""
        sessions = [
            PlannedSession(f"{world}-s{number:02d}", number, event, event.personas, count, count - _OPENING_AND_CLOSING)
            for number, (event, count) in enumerate(zip(events, utterances, strict=True), start=1)
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

    def place(self, session: PlannedSession, *beats: Beat, late: float = 0.0) -> None:
        """Put beats into a session, together and in this order; groups with a larger ``late`` come later."""
        session.room -= len(beats)
        session.groups.append((self.rng.random() + late, beats))

    def with_room(self, least: int = 1, first: int = 1, last: int | None = None) -> list[PlannedSession]:
        """Sessions from number ``first`` to ``last`` that have room for so many more beats."""
        end = last if last is not None else len(self.sessions)
        return [session for session in self.sessions if first <= session.number <= end and session.room >= least]

    def plans(self) -> tuple[SessionPlan, ...]:
        """The finished plan."""
        return tuple(
            SessionPlan(
                id=session.id,
                event=session.event.id,
                name=session.event.name,
                time=session.event.time,
                personas=session.personas,
                documents=session.event.documents,
                utterances=session.utterances,
                beats=tuple(_in_turn(session.groups)),
            )
            for session in self.sessions
        )


def _in_turn(groups: list[tuple[float, tuple[Beat, ...]]]) -> Iterator[Beat]:
    """The beats in order of lateness; where it can be helped nobody speaks twice in a row.

    A group may be taken up to three places early, if it is at most half a unit of lateness later: what must come
    after something else in its session is a whole unit later.
    """
    waiting = sorted(groups, key=lambda item: item[0])
    speaker = ""
    while waiting:
        late = waiting[0][0]
        near = [place for place, (own, _) in enumerate(waiting[:4]) if own - late <= 0.5]
        chosen = next((place for place in near if waiting[place][1][0].speaker != speaker), 0)
        _, beats = waiting.pop(chosen)
        speaker = beats[-1].speaker
        yield from beats
