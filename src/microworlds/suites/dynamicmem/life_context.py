"""The life context: places, ways between them, opening hours, work, what is booked: when something can happen.

``tables/context.yaml`` holds the hours; in which part of the town something is is drawn for each user.

Source: DynamicMem, capability, authority and coupling constraints (spec 1.6), declared there and never used.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, cached_property
from itertools import chain

from pydantic import Field

from microworlds.core import seeds
from microworlds.core.records import Record
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import days, minutes
from microworlds.suites.dynamicmem.records import Profile, Routine, State

_SATURDAY = 5
_STEP = 5  # minutes between two moments that are looked at
_GUESSES = 30  # moments tried at random before all are
# kinds of place that are one spot, whatever their name
_SPOTS = {"home": "home", "house": "home", "workplace": "work", "meeting_room": "work", "country": "country"}
Span = tuple[int, int]  # minutes of a day


class Kind(Record):
    """A kind of place: when it is open from Monday to Friday, on Saturday, on Sunday; minutes of a visit."""

    open: tuple[str | None, str | None, str | None]
    stay: int = Field(ge=0)


class Hours(Record):
    """When a call is made; ``work``: also at work."""

    between: tuple[str, ...]
    work: bool


class Context(Record):
    """See tables/context.yaml."""

    kinds: dict[str, Kind]
    places: dict[str, str]
    areas: dict[str, tuple[int, int]]
    ways: dict[str, int]
    work: dict[str, str]
    up: str
    phone: str
    budget: dict[str, int]
    holidays: tuple[str, ...]
    shows_place: dict[str, dict[str, str]]
    hours: dict[str, Hours]
    seasons: dict[str, tuple[int, ...]]


@cache
def context() -> Context:
    """The table."""
    return Context.model_validate(life_tables.loaded("context"))


@cache
def kinds() -> dict[str, str]:
    """Each place that is known, with its kind."""
    found: dict[str, str] = {}
    for domain in life_tables.domains():
        for row in domain.habits:
            found |= dict.fromkeys(row.places, row.at)
        for own in domain.attributes:
            if own.at is not None:
                found |= dict.fromkeys(own.values, own.at)
    return found | context().places


@cache
def _span(text: str) -> Span:
    start, _, end = text.partition("-")
    return minutes(start), minutes(end)


def holiday(day: date) -> bool:
    """Whether nobody works on a day, whatever weekday it is."""
    return f"{day:%m-%d}" in context().holidays


def opened(place: str, day: date) -> Span | None:
    """From when to when a place is open on a day; None if it is closed, or unknown."""
    at = 2 if holiday(day) else max(0, day.weekday() - _SATURDAY + 1)
    text = context().kinds[kinds()[place]].open[at] if place in kinds() else None
    return _span(text) if text else None


def in_season(request: Mapping[str, str], day: date) -> bool:
    """Whether nothing that a call was made with belongs to another season."""
    said = " ".join(map(str, request.values()))
    return all(day.month in months for word, months in context().seasons.items() if word in said)


@cache
def _area(user: str, spot: str) -> tuple[int, int]:
    return seeds.generator("area", user, spot).choice(tuple(context().areas.values()))


@dataclass(frozen=True)
class Block:
    """Something that takes time on a day, at a place."""

    start: int
    end: int
    place: str


@dataclass
class Days:
    """A user's days until ``last``: what is booked, what has been found room for, and what there is room for yet."""

    profile: Profile
    last: date
    visits: dict[date, list[Block]] = field(default_factory=lambda: defaultdict(list))
    calls: dict[date, list[int]] = field(default_factory=lambda: defaultdict(list))

    @cached_property
    def booked(self) -> dict[date, list[Block]]:
        """The habits of each day, left out or not, where their places are open."""
        found: dict[date, list[Block]] = defaultdict(list)
        for state in self.profile.states:
            for routine, first, until in spans(state, self.last):
                for day in days(routine.schedule, first, until):
                    if opened(routine.location, day):
                        found[day].append(block(routine))
        return found

    def way(self, one: str, other: str) -> int:
        """Minutes from one place to another."""
        spots = [self._spot(place) for place in (one, other)]
        if spots[0] == spots[1]:
            return 0
        ways = context().ways
        if "country" in spots:
            return ways["country"]
        (left, down), (right, up) = (_area(f"{self.profile.id} {self.profile.name}", spot) for spot in spots)
        return ways["door"] + ways["step"] * (abs(left - right) + abs(down - up))

    def _spot(self, place: str) -> str:
        kind = kinds().get(place, place)
        return _SPOTS.get(kind, place)

    def work(self, day: date) -> Block | None:
        """Working hours of a day; None if it is free."""
        text = context().work.get(self.profile.basic["employment_status"])
        if text is None or day.weekday() >= _SATURDAY or holiday(day):
            return None
        return Block(*_span(text), "work")

    def closed(self, day: date, own: Block) -> bool:
        """Whether a place is not open all that time."""
        hours = opened(own.place, day)
        return hours is None or not hours[0] <= own.start <= own.end <= hours[1]

    def off(self, day: date, own: Block) -> str | None:
        """Why somebody cannot be at a place then, whatever else is booked; None if one can."""
        if self.closed(day, own):
            return f"{own.place} is closed"
        from_home, (up, home) = self.way("home", own.place), _span(context().up)
        if own.start - from_home < up or own.end + from_home > home:
            return "it is night"
        work = self.work(day)
        if work and self._spot(own.place) != "work" and self.apart(own, work) < 0:
            return "it is work time"
        return None

    def apart(self, one: Block, other: Block) -> int:
        """Minutes left between two, after the way from one to the other; less than 0 if both cannot be."""
        return max(other.start - one.end, one.start - other.end) - self.way(one.place, other.place)

    def load(self, day: date, own: Sequence[Block]) -> int:
        """By how many minutes habits and the ways there go beyond what a day has for them."""
        spent = sum(one.end - one.start + 2 * self.way("home", one.place) for one in own)
        return spent - context().budget["work" if self.work(day) else "free"]

    # --- calls ---

    def visit(self, app: str, api: str, request: Mapping[str, str], at: int) -> Block | None:
        """Where somebody is or goes who makes a call, and for how long; None if the call has no place."""
        place = request.get(context().shows_place.get(app, {}).get(api, ""), "")
        if place not in kinds():
            return None
        start = at + (self.way("home", place) if api == "GetDirections" else 0)
        return Block(start, start + context().kinds[kinds()[place]].stay, place)

    def fault(self, app: str, api: str, request: Mapping[str, str], moment: datetime) -> str | None:
        """Why nobody makes a call at a moment; None if somebody could. A visit of its own is no hindrance."""
        day, at = moment.date(), 60 * moment.hour + moment.minute
        if not in_season(request, day):
            return "it is of another season"
        hours = context().hours.get(app)
        times = hours.between if hours else (context().phone,)
        if not any(_span(text)[0] <= at <= _span(text)[1] for text in times):
            return "nobody does it at that hour"
        work = self.work(day)
        if hours and not hours.work and work and work.start <= at < work.end:
            return "it is work time"
        others = [*self.booked[day], *self.visits[day]] if day in self.visits else self.booked.get(day, [])
        own = self.visit(app, api, request, at)
        if own is None:
            busy = next((one for one in others if one.start <= at < one.end), None)
            return f"it is during {busy.start // 60:02d}:{busy.start % 60:02d} at {busy.place}" if busy else None
        if (why := self.off(day, own)) is not None:
            return why
        near = next((one for one in others if one != own and self.apart(own, one) < 0), None)
        return f"there is no time for it beside {near.place}" if near else None

    def moment(
        self, rng: random.Random, ahead: Sequence[date], call: life_tables.Call | None, window: Span | None = None,
        room: int = _STEP,
    ) -> datetime | None:  # fmt: skip
        """A moment at which a call can be made, or something typed (None); None if there is none.

        ``window`` are minutes of the day, ``room`` how many of them it takes.
        """
        app, api, request = call or ("", "", {})
        start, end = window or _span(context().phone)
        moments = range(start, end - room + 1, _STEP)
        if not ahead or not moments:
            return None
        guessed = ((rng.choice(ahead), [rng.choice(moments)]) for _ in range(_GUESSES))
        every = ((day, rng.sample(moments, len(moments))) for day in rng.sample(ahead, len(ahead)))
        for day, some in chain(guessed, every):
            at = next(self._left(day, app, api, request, some, room), None) if in_season(request, day) else None
            if at is not None:
                own = self.visit(app, api, request, at)
                if own is not None:
                    self.visits[day].append(own)
                self.calls[day].append(at)
                return datetime.combine(day, time(at // 60, at % 60, rng.randrange(60)), UTC) + timedelta(
                    minutes=0 if own else rng.randrange(_STEP - 1)
                )
        return None

    def _left(
        self, day: date, app: str, api: str, request: Mapping[str, str], moments: Sequence[int], room: int
    ) -> Iterator[int]:
        midnight = datetime.combine(day, time(), UTC)
        for at in moments:
            if self.fault(app, api, request, midnight + timedelta(minutes=at)) is not None:
                continue
            own = self.visit(app, api, request, at)
            if own is None and self.fault(app, api, request, midnight + timedelta(minutes=at + room - 1)) is not None:
                continue
            if own is None or not any(own.start - _STEP < other < own.end for other in self.calls[day]):
                yield at


def block(routine: Routine) -> Block:
    """What a habit takes of a day on which it is kept."""
    return Block(minutes(routine.start_time), minutes(routine.end_time), routine.location)


def spans(state: State, last: date) -> Iterator[tuple[Routine, date, date]]:
    """Each routine of a habit with the first and last day on which it holds."""
    ends = [*(change.day - timedelta(days=1) for change in state.changes[1:]), last]
    for change, end in zip(state.changes, ends, strict=True):
        if change.routine is not None:
            yield change.routine, change.day, end
