"""What a program reads from logs alone about one state, by rules: no item is released that it does not get right.

It knows what can be so of somebody (the tables), not what is: it has the logs that are said to show a state, and no
gold. Where one log says two things, an earlier or later one tells.

Source: issue 17, section 2 (a rule-based oracle that reads the gold logs).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from microworlds.core.text import normalized
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import inferred, told
from microworlds.suites.dynamicmem.records import Family, Log

_CLOCK = re.compile(r"\b\d\d:\d\d\b")


def read(family: Family, name: str, logs: Sequence[Log]) -> dict[str, str] | None:
    """The fields of a state by name; None if the logs do not tell them."""
    ordered = sorted(logs, key=lambda log: (log.timestamp, log.app_log_id))
    row = life_tables.row(family, name)
    match family:
        case "attributes":
            for log in reversed(ordered):
                if len(found := _standing(row.values, log)) == 1:
                    return {"value": found[0]}
            return None
        case "collections":
            items = {item for log in ordered for item in _standing(row.items, log)}
            return {"items": ", ".join(sorted(items))} if items else None
        case "preferences":
            found = _standing(row.options, ordered[-1]) if ordered else []
            return {"preferred": found[0], "over": found[1]} if len(found) >= 2 else None
        case "habits":
            return _habit(row, ordered)


def _habit(row: life_tables.Habit, logs: Sequence[Log]) -> dict[str, str] | None:
    planned = [log for log in logs if len(_CLOCK.findall(_text(log))) >= 2]
    if not planned:
        given_up = any(f" {normalized(row.label)} " in f" {normalized(_text(log))} " for log in logs)
        return {"status": "given up"} if given_up else None
    plan = planned[-1]
    schedule = inferred({log.timestamp.date() for log in logs if log not in planned})
    places = _standing(row.places, plan)
    if schedule is None or len(places) != 1:
        return None
    frequency, on_days = told(schedule)
    start, end = _CLOCK.findall(_text(plan))[:2]
    times = {"start_time": min(start, end), "end_time": max(start, end), "location": places[0]}
    return {"status": "kept up", "frequency": frequency, "days": on_days, **times}


def _standing(values: Sequence[str], log: Log) -> list[str]:
    """Those values that stand in what a call was made with, in the order in which they stand there."""
    text = f" {normalized(_text(log))} "
    places = [(text.find(f" {normalized(value)} "), value) for value in values]
    return [value for at, value in sorted(places) if at >= 0]


def _text(log: Log) -> str:
    return " ".join(str(value) for value in log.request.values())


def names(log: Log, label: str) -> bool:
    """Whether a log has the name of a state in what its call was made with."""
    return bool(_standing([label], log))


def reason(logs: Sequence[Log]) -> str | None:
    """Why something changed, of all causes there are; None if the logs do not tell, or tell several."""
    said = " ".join(_text(log) for log in logs)
    found = [cause.why for own in life_tables.causes().values() for cause in own if cause.says in said]
    return found[0] if len(found) == 1 else None
