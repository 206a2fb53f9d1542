"""The sheet on which a world's sessions are planned: how much room each has, and what is placed in it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from microworlds.suites.memorydoc.world import Beat, Claim, Event, Persona, SessionPlan

# MemoryDocDataSet Table 3: 6-16 utterances a session, 10.6 on average: 6 + Binomial(10, .46)
UTTERANCES_LEAST, UTTERANCES_SPREAD, UTTERANCES_SHARE = 6, 10, 0.46
_OPENING_AND_CLOSING = 2


def first_name(name: str) -> str:
    """How colleagues call each other; unique in a world."""
    return name.split()[0]


@dataclass
class Sheet:
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
    """All sessions of a world being planned, and the numbering of claims and beats."""

    world: str
    personas: tuple[Persona, ...]
    sheets: tuple[Sheet, ...]
    rng: random.Random
    nouns: tuple[str, ...]
    _claims: int = 0
    _beats: int = 0

    @staticmethod
    def of(
        world: str, personas: Sequence[Persona], events: Sequence[Event], nouns: tuple[str, ...], rng: random.Random
    ) -> SessionPlanner:
        """An empty planner with a sheet for each event."""
        sheets = []
        for number, event in enumerate(events, start=1):
            count = UTTERANCES_LEAST + sum(rng.random() < UTTERANCES_SHARE for _ in range(UTTERANCES_SPREAD))
            room = count - _OPENING_AND_CLOSING
            sheets.append(Sheet(f"{world}-s{number:02d}", number, event, event.personas, count, room))
        return SessionPlanner(world, tuple(personas), tuple(sheets), rng, nouns)

    @property
    def everyone(self) -> tuple[str, ...]:
        """First names of all personas."""
        return tuple(first_name(persona.name) for persona in self.personas)

    def speaker(self, sheet: Sheet, *, not_: Iterable[str] = ()) -> str:
        """Someone present, if possible none of the first names in ``not_``."""
        barred = set(not_)
        free = [name for name in sheet.personas if first_name(name) not in barred]
        return self.rng.choice(free or sheet.personas)

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
        """A new beat with the next id; one that speaks of a document gets a noun for it."""
        if "ref" in slots or "target" in slots:
            slots["noun"] = self.rng.choice(self.nouns)
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

    def place(self, sheet: Sheet, *beats: Beat, late: float = 0.0) -> None:
        """Put beats into a session, together and in this order; groups with a larger ``late`` come later."""
        sheet.room -= len(beats)
        sheet.groups.append((self.rng.random() + late, beats))

    def with_room(self, least: int = 1, first: int = 1, last: int | None = None) -> list[Sheet]:
        """Sessions from number ``first`` to ``last`` that have room for so many more beats."""
        end = last if last is not None else len(self.sheets)
        return [sheet for sheet in self.sheets if first <= sheet.number <= end and sheet.room >= least]

    def plans(self) -> tuple[SessionPlan, ...]:
        """The finished plan."""
        return tuple(
            SessionPlan(
                id=sheet.id,
                event=sheet.event.id,
                name=sheet.event.name,
                time=sheet.event.time,
                personas=sheet.personas,
                documents=sheet.event.documents,
                utterances=sheet.utterances,
                beats=tuple(_in_turn(sheet.groups)),
            )
            for sheet in self.sheets
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
