"""What holds at a checkpoint and which logs show it: all that ever did, and the fewest from which it follows now.

Source: DynamicMem, temporal checkpoint evaluation (spec 1.11, 2.9); issue 17, section 2 (provenance, minimal evidence).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from microworlds.core.text import normalized
from microworlds.suites.dynamicmem.calendar import told
from microworlds.suites.dynamicmem.records import Change, Grounded, State, UserLogs
from microworlds.suites.dynamicmem.state_reading import names, read

TRANSITIONS = ("initial", "retained", "settled", "updated", "acquired", "dropped", "gone")
CHANGED = ("updated", "acquired", "dropped")
_SAYING = ("attribute", "attribute_changed", "item", "item_added")


@dataclass(frozen=True)
class Held:
    """A state at a checkpoint: its change, its fields, the logs that show each, and all its logs in order of time."""

    state: State
    change: Change
    fields: dict[str, str]
    shown: dict[str, tuple[Grounded, ...]]
    cumulative: tuple[Grounded, ...]
    transition: str

    @property
    def evidence(self) -> tuple[Grounded, ...]:
        """The logs that show its fields, in order of time."""
        every = {one.log.app_log_id: one for own in self.shown.values() for one in own}
        return tuple(every[name] for name in sorted(every))

    @property
    def dropped(self) -> bool:
        """Whether it is a habit that was given up."""
        return self.change.op == "drop"


def asked_at(last: date) -> datetime:
    """When the questions of a checkpoint are asked: at the end of the last day of its window."""
    return datetime.combine(last, time(23, 45), UTC)


def fields(state: State, change: Change) -> dict[str, str]:
    """What holds of a state, field by field."""
    if state.family == "attributes":
        return {"value": change.value[0]}
    if state.family == "collections":
        return {"items": ", ".join(sorted(change.value))}
    if state.family == "preferences":
        return {"preferred": change.value[0], "over": change.value[1]}
    if change.routine is None:
        return {"status": "given up"}
    frequency, on_days = told(change.routine.schedule)
    own = change.routine
    return {
        "status": "kept up", "frequency": frequency, "days": on_days,
        "start_time": own.start_time, "end_time": own.end_time, "location": own.location,
    }  # fmt: skip


def held(own: UserLogs, number: int, last: date) -> Iterator[Held]:
    """Every state that there is at checkpoint ``number`` (from 1), the last day of whose window is ``last``."""
    until = asked_at(last)
    seen = [one for one in own.logs if one.log.timestamp <= until]
    for state in own.profile.states:
        change = state.at(last)
        if change is None:
            continue
        shown = tuple(one for one in seen if any(shown.state == state.key for shown in one.evidence))
        at = state.changes.index(change)
        yield Held(
            state, change, fields(state, change), fewest(state, at, shown), shown,
            transition(state, at, number),
        )  # fmt: skip


def transition(state: State, at: int, number: int) -> str:
    """What has become of a state, of which change ``at`` holds at checkpoint ``number``: one of ``TRANSITIONS``."""
    change = state.changes[at]
    if number == 1:
        return "initial"
    if change.window == number - 1:
        return {"drop": "dropped", "acquire": "acquired"}.get(change.op, "updated")
    if change.op == "drop":
        return "gone"
    return "retained" if change.window == 0 else "settled"


def stale(state: State, at: int, asked: Collection[str]) -> tuple[str, ...]:
    """Values, or items of them, that these fields had before change ``at``, and that are in none of its values now.

    What something was preferred to never held itself.
    """
    now = [f" {normalized(value)} " for value in fields(state, state.changes[at]).values()]
    past = [
        part
        for change in state.changes[:at]
        for name, value in fields(state, change).items()
        if name in asked and name != "over"
        for part in value.split(", ")
    ]
    return tuple(dict.fromkeys(part for part in past if not any(f" {normalized(part)} " in value for value in now)))


def fewest(state: State, at: int, logs: Sequence[Grounded]) -> dict[str, tuple[Grounded, ...]]:
    """For each field the fewest logs, newest first taken, that say what it is of and from which it follows now."""
    current = [one for one in logs if shows(one, state, at)]
    change = state.changes[at]
    match state.family:
        case "attributes":
            return {"value": _attribute(state, change, current)}
        case "preferences":
            return dict.fromkeys(("preferred", "over"), tuple(current[-1:]))
        case "collections":
            return {"items": _items(state, change, logs)}
    if change.op == "drop":
        return {"status": tuple(current[-1:])}
    plan = tuple(one for one in current if one.kind != "kept")[-1:]
    kept = tuple(one for one in current if one.kind == "kept")
    gold = {name: value for name, value in fields(state, change).items() if name in ("frequency", "days")}
    counts = range(2, len(kept))
    few = next((n for n in counts if read("habits", state.name, [one.log for one in kept[-n:]]) == gold), len(kept))
    days = kept[-few:]
    return {name: days if name in gold else plan for name in fields(state, change)}


def _attribute(state: State, change: Change, current: Sequence[Grounded]) -> tuple[Grounded, ...]:
    """The newest text, the newest statement if it is none, the newest log with no other value if these have one.

    Nothing if no log says what it is.
    """
    said = saying(current, state, change.value[0])
    if not said:
        return ()
    chosen = [next((one for one in reversed(current) if one.kind != "shown"), said[-1])]
    if chosen[0] not in said or chosen[0].kind == "corrected":
        chosen += [one for one in said if one.kind != "corrected"][-1:]
    gold = fields(state, change)
    if read("attributes", state.name, [one.log for one in chosen]) != gold:
        chosen += [one for one in current if read("attributes", state.name, [one.log]) == gold][-1:]
    return tuple(sorted({one.log.app_log_id: one for one in chosen}.values(), key=_order))


def _items(state: State, change: Change, logs: Sequence[Grounded]) -> tuple[Grounded, ...]:
    """For each item the newest log that says what it is one of; where none does, the newest that has it."""
    newest: dict[str, Grounded] = {}
    for item in change.value:
        own = [one for one in logs if one.kind != "item_removed" and f"item {item}" in _fields(one, state)]
        for one in (saying(own, state, item) or own)[-1:]:
            newest[one.log.app_log_id] = one
    return tuple(sorted(newest.values(), key=_order))


def saying(logs: Sequence[Grounded], state: State, value: str) -> list[Grounded]:
    """The logs that say what a value is: somebody typed them to say so, or they have the name of the state.

    If there are none, calls that have two words besides the value.
    """
    said = [one for one in logs if one.kind in _SAYING or names(one.log, state.label)]
    return said or [
        one for one in logs if one.kind == "shown" and len(_words(one) - set(normalized(value).split())) > 1
    ]


def shows(one: Grounded, state: State, at: int) -> bool:
    """Whether a log shows what holds of a state from change ``at`` on."""
    return any(own.state == state.key and own.change == at for own in one.evidence)


def _fields(one: Grounded, state: State) -> set[str]:
    return {name for own in one.evidence if own.state == state.key for name in own.fields}


def _words(one: Grounded) -> set[str]:
    said = normalized(" ".join(str(value) for value in one.log.request.values()))
    return {word for word in said.split() if word.isalpha()}


def _order(one: Grounded) -> tuple[datetime, str]:
    return one.log.timestamp, one.log.app_log_id
