"""What a program reads from logs alone about one state, by rules: no item is released that it does not get right.

It knows what can be so of somebody (the tables), not what is: it has the logs that are said to show a state, and no
gold. Where one log says two things, an earlier or later one tells.

Source: issue 17, section 2 (a rule-based oracle that reads the gold logs).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from microworlds.core.text import normalized
from microworlds.core.value_types import FIRST_TO_FIFTH, WEEKDAYS, ordinal
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import inferred, told
from microworlds.suites.dynamicmem.records import Family, Log

_CLOCK = re.compile(r"\b\d\d:\d\d\b")


def read(family: Family, name: str, logs: Sequence[Log]) -> dict[str, str]:
    """Those fields of a state by name that the logs tell."""
    ordered = sorted(logs, key=lambda log: (log.timestamp, log.app_log_id))
    row = life_tables.row(family, name)
    match family:
        case "attributes":
            for log in reversed(ordered):
                if len(found := _standing(row.values, log)) == 1:
                    return {"value": found[0]}
            return {}
        case "collections":
            items = {item for log in ordered for item in _standing(row.items, log)}
            return {"items": ", ".join(sorted(items))} if items else {}
        case "preferences":
            found = _standing(row.options, ordered[-1]) if ordered else []
            return {"preferred": found[0], "over": found[1]} if len(found) >= 2 else {}
        case "habits":
            return _habit(row, ordered)


def _habit(row: life_tables.Habit, logs: Sequence[Log]) -> dict[str, str]:
    """Its days from when it was kept, the rest from the last log that has times; one log without says that it ended."""
    planned = [log for log in logs if len(_CLOCK.findall(_text(log))) >= 2]
    kept = [log for log in logs if log not in planned]
    found: dict[str, str] = {}
    if planned:
        start, end = sorted(_CLOCK.findall(_text(planned[-1]))[:2])
        found |= {"status": "kept up", "start_time": start, "end_time": end}
        if len(places := _standing(row.places, planned[-1])) == 1:
            found["location"] = places[0]
    elif len(kept) == 1 and names(kept[0], row.label):
        return {"status": "given up"}
    if (schedule := inferred({log.timestamp.date() for log in kept})) is not None:
        found["frequency"], found["days"] = told(schedule)
    return found


def bears(value: str, log: Log) -> bool:
    """Whether a log has a value or an item of it: in what its call was made with, or as its day."""
    parts, day = value.split(", "), log.timestamp.date()
    weekday = WEEKDAYS[day.weekday()]
    said = {
        weekday, ordinal(day.day), f"{FIRST_TO_FIFTH[(day.day - 1) // 7]} {weekday}", "every day", f"{day:%B %Y}",
    }  # fmt: skip
    return bool(_standing(parts, log)) or not said.isdisjoint(parts)


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
