"""Stage events: what happens, so that every state of every window shows; and what happens besides.

The events of one change, or of what goes on unchanged in a window, are a chain. Life as it is has dials, each with its
default in conf/: with all of them at 0 every event is evidence of something, as in the original's world.

Source: DynamicMem, trajectory synthesis stage 2 (event chains; spec 1.7, 1.8, 2.7).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property, partial
from itertools import chain

from pydantic import Field

from microworlds.authors.base import Author
from microworlds.authors.roles import author, written_by
from microworlds.core import jsonl, params, seeds, stage
from microworlds.core.errors import ItemError, run
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Record, Rejection
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import clock, days, minutes
from microworlds.suites.dynamicmem.life_context import Days, opened
from microworlds.suites.dynamicmem.profiles import ProfilesParams
from microworlds.suites.dynamicmem.records import Change, Event, Profile, Routine, Shown, State, UserEvents
from microworlds.suites.dynamicmem.tasks.message import ASSISTANT, MESSAGE, MessageGiven, MessageWritten
from microworlds.suites.dynamicmem.typed_texts import faults, part_of_day

STAGE = "events"
_LATER = timedelta(minutes=4)  # a slip is put right
_ROOM = 10  # minutes that somebody has who types something
_PLANNED = 10  # days from when a habit is kept in which its times are told
_OPENS = "07:00"  # from when on things are typed
_TOLD = (120, 15)  # minutes before a habit between which it is told that it is left out
PLAN = ("start_time", "end_time", "location")


class EventsParams(Record):
    """See conf/config.yaml, section dynamicmem.events: the dials of life as it is, and attempts at a text."""

    noise: float = Field(ge=0)
    household: float = Field(ge=0)
    mistakes: float = Field(ge=0, le=1)
    exceptions: float = Field(ge=0, lt=0.5)
    jitter_minutes: int = Field(ge=0, le=25)
    gap_days: int = Field(ge=0, le=20)
    attempts: int = Field(ge=1)


@dataclass(frozen=True)
class EventMaker:
    """Makes the events of a user."""

    params: EventsParams
    profiles: ProfilesParams
    author: Author
    seed: int

    def events(self, profile: Profile) -> list[UserEvents | Rejection]:
        """All events of a user, after a rejection for each text that would not do."""
        life = _Life(self, profile, seeds.generator(self.seed, STAGE, profile.id))
        made = sorted(life.all(), key=lambda event: (event.time, event.id))
        return [*life.rejections, UserEvents(profile=profile, events=tuple(made))]


@dataclass
class _Life:
    """The events of one user, as they are made."""

    maker: EventMaker
    profile: Profile
    rng: random.Random
    rejections: list[Rejection] = field(default_factory=list)
    chains: int = 0
    quiet: set[date] = field(default_factory=set)

    @cached_property
    def days(self) -> Days:
        """The user's days, and what there is room for."""
        return Days(self.profile, self.maker.profiles.windows[-1][1])

    def all(self) -> Iterator[Event]:
        """Those that show states, and those that show nothing."""
        windows = self.maker.profiles.windows
        for first, last in windows:
            span = [first + timedelta(days=at) for at in range((last - first).days + 1)]
            changed = {change.day for state in self.profile.states for change in state.changes}
            self.quiet |= set(self.rng.sample([day for day in span if day not in changed], self.maker.params.gap_days))
        count = 0
        for window, (first, last) in enumerate(windows):
            for state in self.profile.states:
                made = list(self._state(state, window, first, last))
                count += len(made)
                yield from (event for event in made if event is not None)
        yield from self._noise(count)

    def _state(self, state: State, window: int, first: date, last: date) -> Iterator[Event | None]:
        """What shows a state in a window: as it was until it changed, the change, and as it is since."""
        held = [own for own in state.changes if own.day <= last]
        before = [own for own in held if own.window < window] or [held[0]]
        change = next((own for own in held if own.window == window and window), None)
        self.chains += 1
        name = f"{state.domain.split()[0].lower()}_w{window}_{self.chains}"
        goes_on = (before[-1], first, change.day - timedelta(days=1) if change else last)
        yield from self._goes_on(state, name, *goes_on, times=1 if change else 2)
        if change is not None:
            yield self._changes(state, name, change)
            yield from self._goes_on(state, name, change, change.day + timedelta(days=1), last, times=1)
        if state.family == "attributes" and self.rng.random() < self.maker.params.mistakes:
            yield from self._mistake(state, name, held[-1], (change.day if change else first) + timedelta(days=1), last)

    def _goes_on(
        self, state: State, name: str, own: Change, first: date, last: date, times: int
    ) -> Iterator[Event | None]:
        at = state.changes.index(own)
        if state.family == "habits":
            if own.routine is not None:
                yield self._plan(state, name, at, own, first, min(last, first + timedelta(days=_PLANNED - 1)))
                yield from self._kept(state, name, at, own.routine, first, last)
            return
        for number in range(times):
            if state.family == "collections":
                for item in own.value:
                    yield self._shown(state, name, at, item, (f"item {item}",), first, last, number)
            elif state.family == "attributes":
                yield self._shown(state, name, at, own.value[0], ("value",), first, last, number)
            else:
                shown = Shown(state=state.key, change=at, fields=("preferred", "over"))
                slots = {"a": own.value[0], "b": own.value[1]}
                yield self._typed(name, "preference", slots, self._moment(first, last), shown, must=("a", "b"))

    def _shown(
        self, state: State, name: str, at: int, value: str, fields: tuple[str, ...], first: date, last: date,
        number: int,
    ) -> Event | None:  # fmt: skip
        """A call that has the value, at a time at which it can be made; or a text that says it."""
        row = life_tables.row(state.family, state.name)
        shown = Shown(state=state.key, change=at, fields=fields)
        if number == 0 or self.rng.random() < 0.5:
            for app, api, request in self.rng.sample(row.shows, len(row.shows)):
                filled = {key: life_tables.filled(text, value=value, one=value) for key, text in request.items()}
                if (moment := self._moment(first, last, (app, api, filled))) is not None:
                    return self._event(name, moment, app, api, filled, (shown,), "shown")
        kind = "attribute" if state.family == "attributes" else "item"
        slots = {"label": state.label, "value": value, "one": value}
        must = ("value" if kind == "attribute" else "one",)
        return self._typed(name, kind, slots, self._moment(first, last), shown, must=must)

    def _changes(self, state: State, name: str, own: Change) -> Event | None:
        """The text that says that something changed, and why."""
        at = state.changes.index(own)
        slots = {"label": state.label, "reason": own.says or ""}
        fields: tuple[str, ...]
        must: tuple[str, ...]
        if state.family == "attributes":
            slots |= {"value": own.value[0], "old": state.changes[at - 1].value[0]}
            kind, must, fields = "attribute_changed", ("value", "old"), ("value",)
        elif state.family == "preferences":
            slots |= {"a": own.value[0], "b": own.value[1]}
            kind, must, fields = "preference_changed", ("a", "b"), ("preferred", "over")
        elif state.family == "collections":
            slots |= {"one": own.item or ""}
            kind, must = ("item_added" if own.op == "add" else "item_removed"), ("one",)
            fields = (f"item {own.item}",)
        elif own.routine is None:
            kind, must, fields = "habit_dropped", (), ("status",)
        else:
            slots |= _times(own.routine)
            kind = "habit_begun" if own.op == "acquire" else "habit_changed"
            must, fields = ("start", "end", "place"), PLAN
        shown = Shown(state=state.key, change=at, fields=(*fields, "reason"))
        named = () if state.family == "preferences" else ("label",)
        return self._typed(name, kind, slots, self._moment(own.day, own.day), shown, must=(*must, *named, "reason"))

    def _plan(self, state: State, name: str, at: int, own: Change, first: date, last: date) -> Event | None:
        assert own.routine is not None
        shown = Shown(state=state.key, change=at, fields=PLAN)
        slots = {"label": state.label, **_times(own.routine)}
        moment = self._moment(first, last)
        return self._typed(name, "habit", slots, moment, shown, must=("label", "start", "end", "place"))

    def _kept(self, state: State, name: str, at: int, own: Routine, first: date, last: date) -> Iterator[Event | None]:
        """Each time that a habit is kept; now and then it is left out, and that is told."""
        app, api, request = life_tables.row("habits", state.name).log
        length = minutes(own.end_time) - minutes(own.start_time)
        filled = {
            key: life_tables.filled(text, place=own.location, minutes=str(length)) for key, text in request.items()
        }
        fields = ("frequency", "days", *(["location"] if any(own.location in text for text in filled.values()) else []))
        shown = Shown(state=state.key, change=at, fields=tuple(fields))
        due = [day for day in days(own.schedule, first, last) if opened(own.location, day)]
        done = False
        for day in due:
            at_last = day == due[-1] and not done  # once it shows
            if day in self.quiet and not at_last:
                continue
            moment = datetime.combine(day, clock(own.start_time), UTC) + timedelta(minutes=self._jitter())
            if self.rng.random() < self.maker.params.exceptions and not at_last:
                start = minutes(own.start_time)
                before = (max(minutes(_OPENS), start - _TOLD[0]), start - _TOLD[1])
                if (told := self.days.moment(self.rng, [day], None, before)) is not None:
                    yield self._typed(name, "skipped", {"label": state.label}, told, None, must=("label",))
                    continue
            done = True
            yield self._event(name, moment, app, api, filled, (shown,), "kept")

    def _mistake(self, state: State, name: str, own: Change, first: date, last: date) -> Iterator[Event | None]:
        """Something wrong is typed, and put right some minutes later."""
        row = life_tables.row("attributes", state.name)
        known = {value for change in state.changes for value in change.value}
        wrong = self.rng.choice([value for value in row.values if value not in known] or [""])
        if not wrong:
            return
        moment = self._moment(first, last)
        if moment is None:
            return
        slots = {"label": state.label, "value": wrong}
        channel = self._channel("mistaken")
        slip = self._typed(name, "mistaken", slots, moment, None, must=("value",), channel=channel)
        shown = Shown(state=state.key, change=state.changes.index(own), fields=("value",))
        slots = {"label": state.label, "value": own.value[0], "old": wrong}
        righted = self._typed(name, "corrected", slots, moment + _LATER, shown, ("old", "value"), _continued(channel))
        yield from (None, None) if slip is None or righted is None else (slip, righted)

    def _noise(self, count: int) -> Iterator[Event]:
        """Calls that are evidence of nothing, and what others of the household do and are said to do."""
        dials, phrases = self.maker.params, life_tables.phrases()
        first, last = self.maker.profiles.windows[0][0], self.maker.profiles.windows[-1][1]
        for _ in range(round(dials.noise * count)):
            app, api, request = self.rng.choice(phrases.noise)
            slots = {slot: self.rng.choice(own) for slot, own in phrases.anything.items()}
            filled = {key: life_tables.filled(text, **slots) for key, text in request.items()}
            self.chains += 1
            if (moment := self._moment(first, last, (app, api, filled))) is None:
                continue
            made = self._event(f"noise_{self.chains}", moment, app, api, filled, (), "noise")
            yield made.model_copy(update={"reply": phrases.answered[slots["query"]]}) if app == ASSISTANT else made
        attributes = [state for state in self.profile.states if state.family == "attributes"]
        for _ in range(round(dials.household * count) if attributes else 0):
            state = self.rng.choice(attributes)
            known = {value for change in state.changes for value in change.value}
            values = [value for value in life_tables.row("attributes", state.name).values if value not in known]
            slots = {
                "label": state.label,
                "value": self.rng.choice(values or ["neither"]),
                "other": self.profile.partner,
            }
            self.chains += 1
            moment = self._moment(first, last)
            typed = self._typed(f"noise_{self.chains}", "other_person", slots, moment, None, must=("value", "other"))
            if typed is not None:
                yield typed.model_copy(update={"kind": "household"})

    def _typed(
        self, name: str, kind: str, slots: dict[str, str], moment: datetime | None, shown: Shown | None,
        must: tuple[str, ...], channel: life_tables.Call | None = None,
    ) -> Event | None:  # fmt: skip
        """A text in an app; None without a moment or if no attempt will do. No other text depends on that."""
        if moment is None:
            return None
        app, api, request = channel or self._channel(kind)
        when = part_of_day(moment)
        item = f"{self.profile.id}-{name}-{kind}-{self.rng.randrange(10**6):06d}"
        occasion = seeds.generator(self.maker.seed, "occasion", item).choice(life_tables.phrases().occasions[kind])
        texts = tuple(slots[key] for key in must)
        given = MessageGiven(kind=kind, app=app, when=when, slots=slots, must=texts, occasion=occasion)
        write = partial(self._text, given, item)
        made, refused = stage.attempted(STAGE, item, range(self.maker.params.attempts), write)
        self.rejections += refused
        event = self._event(name, moment, app, api, request, (shown,) if shown else (), kind)
        if made is None:
            return None
        filled = {key: life_tables.filled(text, text=made.text) for key, text in request.items()}
        return event.model_copy(update={"request": filled, "reply": made.reply})

    def _channel(self, kind: str) -> life_tables.Call:
        """Where a text is typed, and to whom; {text} is where it goes."""
        phrases = life_tables.phrases()
        # nobody is told about himself or herself
        channels = [own for own in phrases.channels if kind != "other_person" or "{other}" not in own[2].values()]
        app, api, request = self.rng.choice(channels)
        slots = {"friend": self.rng.choice(phrases.friends), "subject": self.rng.choice(phrases.subjects)}
        slots["other"] = self.profile.partner
        return app, api, {key: life_tables.filled(text, **slots) for key, text in request.items()}

    def _text(self, given: MessageGiven, item: str, attempt: int, refused: tuple[str, ...]) -> MessageWritten:
        written = self.maker.author.write(MESSAGE, given, key=item, sample=attempt, refused=refused)
        for fault in faults(given, written):
            raise ItemError(fault)
        return written

    def _event(
        self, name: str, moment: datetime, app: str, api: str, request: dict[str, str],
        shown: tuple[Shown, ...], kind: str,
    ) -> Event:  # fmt: skip
        number = self.rng.randrange(10**8)
        return Event(
            id=f"{name}_{number:08d}", chain=name, time=moment, app=app, api=api, request=request, evidence=shown,
            kind=kind,
        )  # fmt: skip

    def _moment(self, first: date, last: date, call: life_tables.Call | None = None) -> datetime | None:
        """When a call is made, or something typed, on a day on which anything is; None if there is no time."""
        span = [first + timedelta(days=at) for at in range(max(1, (last - first).days + 1))]
        return self.days.moment(self.rng, [day for day in span if day not in self.quiet] or span, call, room=_ROOM)

    def _jitter(self) -> int:
        most = self.maker.params.jitter_minutes
        return self.rng.randint(-most, most)


def _times(routine: Routine) -> dict[str, str]:
    return {"start": routine.start_time, "end": routine.end_time, "place": routine.location}


def _continued(channel: life_tables.Call) -> life_tables.Call:
    """Where another text is typed after one: with an assistant in the same conversation."""
    app, api, request = channel
    return app, "ContinueConversation" if app == ASSISTANT else api, request


def main() -> None:
    """Profiles in, events out."""
    profiles, out = stage.paths("profiles", "events")
    maker = EventMaker(
        params.section(EventsParams, "dynamicmem.events"),
        params.section(ProfilesParams, "dynamicmem.profiles"),
        author("generator", "dynamicmem", STAGE),
        params.seed(),
    )
    people = list(jsonl.read(profiles, Profile))
    made = ordered_map(maker.events, people, label=STAGE, waiting=maker.author.waiting)
    by = written_by("generator", "dynamicmem", STAGE, [MESSAGE.name])
    stage.write_kept(STAGE, out, stage.signed(chain.from_iterable(made), by), len(people), of="users")


if __name__ == "__main__":
    run(main)
