"""The constraints of a profile and its calls as code, R1 to R5 and R6, the life context: what is wrong, as sentences.

Departs: the original detects each once, has a model patch it, and does not look again. Here a profile is made until
nothing is wrong, and every release is checked anew.

Source: DynamicMem, rule cascade (spec 2.5), agreement across domains (2.6), life context (1.6).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import combinations

from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import days, minutes, on
from microworlds.suites.dynamicmem.life_context import Days, block, holiday, spans
from microworlds.suites.dynamicmem.records import Change, Log, Profile, Routine, State

_LONGEST = 180  # minutes of a habit
_LATE = 30  # minutes by which a habit begins early or late, at most
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
    """R5: habits beside one another and beside work. R6: their places are open, and a day has time for all."""
    life = Days(profile, last)
    habits = [(state, list(spans(state, last))) for state in profile.states if state.family == "habits"]
    for state, own in habits:
        for routine, first, until in own:
            if (found := impossible(life, routine, first, until)) is not None:
                yield f"{found[1]} {state.key}: {found[2]} on {found[0]}"
    for (one, mine), (other, theirs) in combinations(habits, 2):
        for routine, first, until in mine:
            for second, start, end in theirs:
                if (day := clash(life, routine, second, max(first, start), min(until, end))) is not None:
                    yield f"R5 {one.key} and {other.key} cannot both be kept on {day}"
    yield from (f"R6 no day has time for all of {day}" for day, own in life.booked.items() if life.load(day, own) > 0)


def impossible(life: Days, routine: Routine, first: date, until: date) -> tuple[date, str, str] | None:
    """The first day on which a routine cannot be kept, which rule that breaks, and why; holidays count for no place."""
    own = block(routine)
    for day in days(routine.schedule, first, until):
        if not (holiday(day) and life.closed(day, own)) and (why := life.off(day, own)) is not None:
            return day, "R5" if why == "it is work time" else "R6", why
    return None


def clash(life: Days, one: Routine, other: Routine, first: date, until: date) -> date | None:
    """The first day on which two routines cannot both be kept; None if there is none."""
    if life.apart(block(one), block(other)) >= 0:
        return None
    return next((day for day in days(one.schedule, first, until) if on(other.schedule, day)), None)


def untimely(profile: Profile, logs: Iterable[Log], last: date) -> Iterator[str]:
    """R6 of calls: places are open, and the user is free and can get there; all is done at its hours, in its season."""
    life = Days(profile, last)
    calls = [log for log in logs if not _keeps(profile, log)]
    for log in calls:
        at = 60 * log.timestamp.hour + log.timestamp.minute
        if (own := life.visit(log.app_name, log.api_name, log.request, at)) is not None:
            life.visits[log.timestamp.date()].append(own)
    for log in calls:
        if (fault := life.fault(log.app_name, log.api_name, log.request, log.timestamp)) is not None:
            yield f"R6 {log.app_log_id}, {log.timestamp:%Y-%m-%d %H:%M}: {log.app_name} {log.api_name}: {fault}"


def _keeps(profile: Profile, log: Log) -> bool:
    """Whether a call records a habit that is kept at that time."""
    for state in profile.states:
        held = state.at(log.timestamp.date()) if state.family == "habits" else None
        if held is not None and held.routine is not None and on(held.routine.schedule, log.timestamp.date()):
            app, api, request = life_tables.row("habits", state.name).log
            late = 60 * log.timestamp.hour + log.timestamp.minute - minutes(held.routine.start_time)
            fixed = {key: text for key, text in request.items() if "{" not in text}
            said = {key: log.request.get(key) for key in fixed}
            if (app, api, fixed) == (log.app_name, log.api_name, said) and abs(late) <= _LATE:
                return True
    return False
