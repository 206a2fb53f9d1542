"""What holds at a checkpoint and which logs show it: all that ever did, and the fewest from which it follows now.

Source: DynamicMem, temporal checkpoint evaluation (spec 1.11, 2.9); issue 17, section 2 (provenance, minimal evidence).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from microworlds.suites.dynamicmem.calendar import told
from microworlds.suites.dynamicmem.records import Change, Grounded, State, UserLogs
from microworlds.suites.dynamicmem.state_reading import read

TRANSITIONS = ("initial", "retained", "settled", "updated", "acquired", "dropped", "gone")
CHANGED = ("updated", "acquired", "dropped")


@dataclass(frozen=True)
class Held:
    """A state at a checkpoint: its change, its fields, and its logs in order of time."""

    state: State
    change: Change
    fields: dict[str, str]
    evidence: tuple[Grounded, ...]
    cumulative: tuple[Grounded, ...]
    transition: str

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
            state, change, fields(state, change), _fewest(state, at, shown), shown,
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


def _fewest(state: State, at: int, shown: Sequence[Grounded]) -> tuple[Grounded, ...]:
    """The fewest logs, newest first taken, that say what the state is and from which it follows as it is now.

    All if it follows from none; of an attribute that nobody told of, what shows it.
    """
    current = [one for one in shown if _of(one, state, at)]
    if state.family == "attributes":
        told = [one for one in current if one.kind != "shown"][-1:]
        if told and told[0].kind == "attribute":
            return tuple(told)
        return tuple(sorted([*told, *[one for one in current if one.kind == "shown"][-1:]], key=_order))
    if state.family == "preferences":
        return tuple(current[-1:])
    if state.family == "collections":
        newest: dict[str, Grounded] = {}
        for one in shown:
            for item in state.changes[at].value:
                if one.kind != "item_removed" and any(f"item {item}" in own.fields for own in one.evidence):
                    newest[item] = one
        return tuple(sorted({one.log.app_log_id: one for one in newest.values()}.values(), key=_order))
    if state.changes[at].op == "drop":
        return tuple(current[-1:])
    plans = [one for one in current if one.kind != "kept"][-1:]
    kept = [one for one in current if one.kind == "kept"]
    gold = fields(state, state.changes[at])
    for count in range(2, len(kept) + 1):
        chosen = [*plans, *kept[-count:]]
        if read("habits", state.name, [one.log for one in chosen]) == gold:
            return tuple(sorted(chosen, key=_order))
    return tuple(sorted([*plans, *kept], key=_order))


def _of(one: Grounded, state: State, at: int) -> bool:
    return any(own.state == state.key and own.change == at for own in one.evidence)


def _order(one: Grounded) -> tuple[datetime, str]:
    return one.log.timestamp, one.log.app_log_id
