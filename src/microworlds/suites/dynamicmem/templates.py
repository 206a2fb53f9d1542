"""What a question asks of a state, and what belongs in its blanks: of the stage that asks, and of who checks.

Source: DynamicMem, task packs (spec 1.12, 1.13).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from microworlds.core.text import normalized
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.checkpoints import fields
from microworlds.suites.dynamicmem.records import Change, Family, Item, State

T = TypeVar("T")
UNKNOWN = "never_told"
ASKS: dict[Family, str] = {
    "attributes": "What is the user's {label}, as things stand?",
    "collections": "What are the user's {label}, as things stand? All of them, with commas between.",
    "preferences": "As for {label}: what does the user prefer, and to what, as things stand?",
    "habits": "Is {label} something that the user has kept up or given up, as things stand? If it is kept up: "
    "how often, on which days, from when to when, and where?",
}
_ONE = {"attributes": "value", "collections": "items"}  # the field of what has one
HABIT = ("status", "frequency", "days", "start_time", "end_time", "location")
BEFORE = (25, 50)  # minutes before a habit at which its reminder is written


def subject(state: State) -> str:
    """What a question calls a state."""
    row = life_tables.row(state.family, state.name)
    return (row.asked or state.label) if state.family == "preferences" else state.label


def named_text(state: State) -> str:
    """How a named state is asked for."""
    return ASKS[state.family].format(label=subject(state))


def askable(state: State, change: Change) -> dict[str, str]:
    """What can be asked of a state: its fields, and of a habit which it is."""
    return fields(state, change) | ({"activity": state.label} if state.family == "habits" else {})


def named_blanks(state: State) -> dict[str, str]:
    """Which field belongs in which blank of a named state; what has one blank is called by its label there."""
    match state.family:
        case "habits":
            return {name: name for name in HABIT}
        case "preferences":
            return {name: name for name in ("preferred", "over")}
        case family:
            return {blank(state.label): _ONE[family]}


def service_blanks(state: State) -> dict[str, str]:
    """Which field belongs in which blank of a task that needs a state."""
    row = life_tables.row(state.family, state.name)
    match state.family:
        case "habits":
            return {name: name for name in ("activity", "start_time", "end_time", "location")}
        case "preferences":
            return dict(zip(row.blanks, ("preferred", "over"), strict=True))
        case family:
            return {row.blank: _ONE[family]}


def put(blanks: Mapping[str, str], own: Mapping[str, T]) -> dict[str, T]:
    """Into each blank what there is of its field; none of a field of which there is nothing."""
    return {name: own[field] for name, field in blanks.items() if field in own}


def active(state: State, change: Change) -> bool:
    """Whether it is an activity that is kept up."""
    return state.family == "habits" and change.op != "drop"


def newly(change: Change, checkpoint: int) -> bool:
    """Whether it changed since the checkpoint before."""
    return checkpoint > 1 and change.window == checkpoint - 1


def leak(item: Item, label: str) -> str | None:
    """What a task gives away of its answer, or of the name of what it needs; None if nothing."""
    said = f" {normalized(item.text)} "
    for text in (label, *(part for value in item.fields.values() for part in value.split(", "))):
        if f" {normalized(text)} " in said:
            return f"the task says {text!r}"
    return None


def blank(label: str) -> str:
    """What a blank for a state of this name is called."""
    return label.replace(" ", "_").replace("'", "")


def template(blanks: Sequence[str]) -> str:
    """A template with these blanks."""
    return "{" + ", ".join(f'"{name}": "{{{name}}}"' for name in blanks) + "}"
