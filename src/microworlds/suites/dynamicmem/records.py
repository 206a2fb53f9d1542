"""What the stages of DynamicMem hand on: profiles, events, logs, and what is asked.

Source: DynamicMem, trajectory synthesis (profiles, event chains, app logs) and temporal checkpoint evaluation.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from pydantic import Field

from microworlds.core.records import Evidence, Record

Family = Literal["attributes", "collections", "habits", "preferences"]
Op = Literal["initial", "modify", "add", "remove", "acquire", "adjust", "drop", "shift"]
Frequency = Literal["daily", "weekly", "biweekly", "monthly_by_date", "monthly_nth_weekday"]


class Schedule(Record):
    """On which days something is done; weekdays are 0 (Monday) to 6.

    ``days`` are weekdays of a week, or days of a month; ``week`` (1 to 4) counts the weekday of a month, ``start`` is a
    day on which a biweekly one is done.
    """

    frequency: Frequency
    days: tuple[int, ...] = ()
    week: int | None = None
    start: date | None = None


class Routine(Record):
    """What a habit is: its days, clock times HH:MM, place."""

    schedule: Schedule
    start_time: str
    end_time: str
    location: str


class Change(Record):
    """What holds of a state from ``day`` on; ``op`` is how it came to that, ``reason`` why (none of what is initial).

    ``value`` of an attribute is one text; of a collection its items; of a preference what is preferred, and to what; a
    habit has a ``routine``. Of what was dropped there is neither. ``temporary``: a later change takes it back.
    """

    day: date
    window: int
    op: Op
    value: tuple[str, ...] = ()
    item: str | None = None
    routine: Routine | None = None
    reason: str | None = None
    says: str | None = None
    temporary: bool = False


class State(Record):
    """One thing that is so of a user, with all its changes in order; ``name`` is its key in the tables."""

    key: str
    family: Family
    domain: str
    name: str
    label: str
    changes: tuple[Change, ...]

    @property
    def steady(self) -> bool:
        """Whether it is there from the first window on and never changes."""
        return len(self.changes) == 1 and self.changes[0].window == 0

    def at(self, day: date) -> Change | None:
        """What holds on a day; None before anything does."""
        return next((change for change in reversed(self.changes) if change.day <= day), None)


class Profile(Record):
    """A user: the basic profile, which is never asked, and every state; ``causes`` are told by domain and window."""

    id: str
    number: int
    name: str
    partner: str
    basic: dict[str, Any]
    causes: dict[str, tuple[str, ...]]
    states: tuple[State, ...]


class Event(Record):
    """One thing that happens at a moment, which a call of an app records.

    ``chain`` are the events of one change, or of what goes on unchanged in a window. ``evidence`` says of which states
    it shows which fields; nothing, if it is noise. ``reply`` is what an assistant answers.
    """

    id: str
    chain: str
    time: datetime
    app: str
    api: str
    request: dict[str, str]
    reply: str | None = None
    evidence: tuple[Shown, ...] = ()
    kind: str


class Shown(Record):
    """Which fields of a state an event shows, and of which of its changes (counted from 0)."""

    state: str
    change: int
    fields: tuple[str, ...]


class UserEvents(Record):
    """All events of a user in order of time."""

    profile: Profile
    events: tuple[Event, ...]
    by: str = ""


class Log(Record):
    """A call as an app logs it: the six fields that are published."""

    app_log_id: str
    timestamp: datetime
    app_name: str
    api_name: str
    request: dict[str, Any]
    response: dict[str, Any]


class Grounded(Record):
    """A log with what only its makers know: the event, its chain, and what it shows."""

    log: Log
    event: str
    chain: str
    kind: str
    evidence: tuple[Shown, ...] = ()


class UserLogs(Record):
    """All logs of a user in order of time, with the profile that they come from."""

    profile: Profile
    logs: tuple[Grounded, ...]
    by: str = ""


class Item(Record):
    """One question at a checkpoint, its gold, and where it comes from.

    ``asks`` says in a word what is asked, apart from its wording. ``fields`` belong in the blanks, ``shown`` are for
    each of them the fewest logs from which it follows as it is now; ``gate`` is the field without which nothing counts.
    ``steady``: the state never changes, from the first day to the last. ``cumulative`` are all logs whose calls were
    made to show the state.
    """

    id: str
    checkpoint: int = Field(ge=1)
    state: str | None
    category: str
    asks: str
    family: str
    transition: str
    steady: bool = False
    text: str
    template: str
    asked_at: datetime
    fields: dict[str, str]
    stale: tuple[str, ...] = ()
    answerable: bool = True
    gate: str | None = None
    domain: str
    shown: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    cumulative: tuple[str, ...] = ()

    @property
    def evidence(self) -> tuple[str, ...]:
        """The logs of all fields, in order of time: as their ids count up."""
        return tuple(sorted({name for own in self.shown.values() for name in own}))


class ReleasedState(Record):
    """A state as it is released, with its provenance: by change, the ids of the logs that show it. It holds answers."""

    user: str
    state: State
    shown: tuple[tuple[str, ...], ...]
    canary: str


class ReleasedItem(Record):
    """What a question was made from, and its evidence. It holds the answer."""

    item: Item
    evidence: tuple[Evidence, ...]
    canary: str


Event.model_rebuild()
