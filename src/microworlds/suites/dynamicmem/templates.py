"""What a question asks of a state, and what belongs in its blanks: of the stage that asks, and of who checks.

Source: DynamicMem, task packs (spec 1.12, 1.13).
"""

from __future__ import annotations

from collections.abc import Sequence

from microworlds.core.text import normalized
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.checkpoints import fields
from microworlds.suites.dynamicmem.records import Change, Family, Item, State

UNKNOWN = "never_told"
ASKS: dict[Family, str] = {
    "attributes": "What is the user's {label}, as things stand?",
    "collections": "What are the user's {label}, as things stand? All of them, with commas between.",
    "preferences": "As for {label}: what does the user prefer, and to what, as things stand?",
    "habits": "Is {label} something that the user has kept up or given up, as things stand? If it is kept up: "
    "how often, on which days, from when to when, and where?",
}
HABIT = ("status", "frequency", "days", "start_time", "end_time", "location")
BEFORE = (25, 50)  # minutes before a habit at which its reminder is written


def named_text(state: State) -> str:
    """How a named state is asked for."""
    return ASKS[state.family].format(label=state.label)


def named_fields(state: State, change: Change) -> dict[str, str]:
    """What belongs in the blanks of a named state; what has one blank is called by its label there."""
    told = fields(state, change)
    return {blank(state.label): next(iter(told.values()))} if len(told) == 1 and "status" not in told else told


def service_fields(state: State, change: Change) -> dict[str, str]:
    """What belongs in the blanks of a task that needs a state."""
    row = life_tables.row(state.family, state.name)
    if state.family == "habits":
        told = fields(state, change)
        return {"activity": state.label, **{name: told[name] for name in ("start_time", "end_time", "location")}}
    if state.family == "preferences":
        return dict(zip(row.blanks, change.value, strict=True))
    return {row.blank: next(iter(fields(state, change).values()))}


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
