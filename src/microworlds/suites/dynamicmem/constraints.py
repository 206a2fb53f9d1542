"""The constraints of a profile, R1 to R5, as code: what is wrong with it, as sentences; none of a profile that is kept.

Departs: the original detects each once, has a model patch it, and does not look again. Here a profile is made until
nothing is wrong, and every release is checked anew.

Source: DynamicMem, rule cascade (spec 2.5), agreement across domains (2.6), life context (1.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import combinations

from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import clash, minutes, on
from microworlds.suites.dynamicmem.records import Change, Profile, Routine, State

BUFFER = 30  # minutes between two places
_LONGEST = 180  # minutes of a habit
_WORK = ("09:00", "17:00")  # of full-time work, Monday to Friday
_SATURDAY = 5
_OPS = {
    "attributes": {"modify"},
    "collections": {"add", "remove"},
    "habits": {"acquire", "adjust", "drop"},
    "preferences": {"shift"},
}


def violations(profile: Profile, last: date) -> list[str]:
    """Everything that breaks a rule; ``last`` is the last day of the last window."""
    found = [fault for state in profile.states for fault in _state(state)]
    return [*found, *_times(profile, last)]


def _state(state: State) -> Iterator[str]:
    if not state.changes or state.changes[0].op not in ("initial", "acquire"):
        yield f"R2 {state.key}: it does not begin"
        return
    for before, own in zip((None, *state.changes), state.changes, strict=False):
        yield from (f"R1 {state.key}, window {own.window}: {fault}" for fault in _form(state, own))
        if before is not None:
            yield from (f"R2 {state.key}, window {own.window}: {fault}" for fault in _legal(state, before, own))
    if state.family == "collections" and not state.changes[0].value:
        yield f"R3 {state.key}: it is empty at first"
    for at, own in enumerate(state.changes):
        if own.temporary and not any(later.window > own.window for later in state.changes[at + 1 :]):
            yield f"R4 {state.key}, window {own.window}: it is for a time only, and never taken back"


def _form(state: State, own: Change) -> Iterator[str]:
    if own.op != "initial" and not (own.reason and own.says):
        yield "no reason"
    elif own.says and not life_tables.explained(state.domain, state.name, own.says):
        yield f"{own.says!r} does not explain it"
    if state.family == "habits":
        if (own.routine is None) != (own.op == "drop"):
            yield "no routine" if own.op != "drop" else "a routine, and it is dropped"
        elif own.routine and not 0 < minutes(own.routine.end_time) - minutes(own.routine.start_time) <= _LONGEST:
            yield f"{own.routine.start_time} to {own.routine.end_time}"
    if state.family == "preferences" and (len(own.value) != 2 or own.value[0] == own.value[1]):
        yield f"{own.value} is no preference"


def _legal(state: State, before: Change, own: Change) -> Iterator[str]:
    if own.op not in _OPS[state.family]:
        yield f"{own.op} is nothing that happens to {state.family}"
    if own.day <= before.day:
        yield f"{own.day} is not after {before.day}"
    if own.op == "acquire" and before.op != "drop":
        yield "acquired, and it was there"
    if own.op in ("adjust", "drop") and before.op == "drop":
        yield f"{own.op}, and it was not there"
    if own.op in ("modify", "shift") and own.value == before.value:
        yield "nothing is changed"
    if own.op == "adjust" and own.routine == before.routine:
        yield "nothing is adjusted"
    if own.op in ("add", "remove") and own.item:
        expected = {*before.value, own.item} if own.op == "add" else {*before.value} - {own.item}
        if set(own.value) != expected or len(own.value) == len(before.value):
            yield f"{own.op} of {own.item!r} does not lead to {own.value}"


def _times(profile: Profile, last: date) -> Iterator[str]:
    habits = [(state, list(spans(state, last))) for state in profile.states if state.family == "habits"]
    for state, own in habits:
        for routine, first, until in own:
            if (day := at_work(profile, state.domain, routine, first, until)) is not None:
                yield f"R5 {state.key}: it is at work on {day}"
    for (one, mine), (other, theirs) in combinations(habits, 2):
        for routine, first, until in mine:
            for second, start, end in theirs:
                both = [(max(first, start), min(until, end))]
                if (found := clash(routine, second, both, BUFFER)) is not None:
                    yield f"R5 {one.key} and {other.key} cannot both be kept on {found}"


def spans(state: State, last: date) -> Iterator[tuple[Routine, date, date]]:
    """Each routine of a habit with the first and last day on which it holds."""
    ends: Sequence[date] = [*(change.day - timedelta(days=1) for change in state.changes[1:]), last]
    for change, end in zip(state.changes, ends, strict=True):
        if change.routine is not None:
            yield change.routine, change.day, end


def at_work(profile: Profile, domain: str, routine: Routine, first: date, until: date) -> date | None:
    """A day on which somebody is at work while a routine that is none of the job's is to be kept; None if none."""
    if profile.basic["employment_status"] != "Full_time" or domain.startswith("Work"):
        return None
    start, end = map(minutes, _WORK)
    if minutes(routine.end_time) <= start or minutes(routine.start_time) >= end:
        return None
    ahead = (first + timedelta(days=at) for at in range((until - first).days + 1))
    return next((day for day in ahead if day.weekday() < _SATURDAY and on(routine.schedule, day)), None)
