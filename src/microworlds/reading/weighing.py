"""What is looked for, and what speaks for or against a candidate beside the words it shares a sentence with."""

from __future__ import annotations

from dataclasses import dataclass

from microworlds.reading import changes, roles
from microworlds.reading.context import Context
from microworlds.reading.scopes import Scope
from microworlds.reading.search import Scored
from microworlds.reading.values import Value

CHOSEN = ("choice", "organisation", "place", "spot", "person", "title")
"""Kinds of value between which people choose."""
_OTHER = 0.4
"""What speaks against something said that is not of the text meant."""
_OPENING, _SHORT = 12, 12
"""Sentences that may say what a text is; words of a sentence that says no more than what was done."""


@dataclass(frozen=True)
class Sought:
    """What is looked for: ``clause`` is where the role of the value is asked for; it must not repeat ``barred``."""

    text: str
    clause: str
    kinds: tuple[str, ...]
    noun: str | None
    scope: Scope
    first: bool
    latest: bool
    barred: frozenset[str]


def bonus(context: Context, goal: Sought, value: Value, place: Scored, fits: bool | None) -> float:
    """What the role, the place and the kind of a candidate say for it."""
    unit, total = place.unit, 0.0
    spoken = unit.turn is not None
    if fits:
        total += (0.25 if spoken else 0.45) * (1.0 if goal.scope.asked else min(1.0, 2 * place.full))
    elif fits is False or (not spoken and goal.scope.links and roles.asked(goal.clause, value.kind)):
        total -= 0.15 if spoken else 0.35
    if spoken:
        meant = context.talk.meant.get(unit.turn or 0, {})
        total -= _OTHER if goal.scope.links and goal.scope.documents.isdisjoint(meant) else 0.0
        chosen = value.kind in CHOSEN and changes.decided(unit.text, value.start, value.end)
        return total + (0.25 if chosen else 0.0)
    total -= 0.2 if context.turns and not goal.scope.asked else 0.0
    units = context.documents[unit.document or 0].units
    if value.kind == "outcome":
        short = len(unit.text.split()) < _SHORT
        return total + 0.3 * (short or unit.number > units[-_SHORT:][0])
    opening = unit.number < units[:_OPENING][-1]
    return total + 0.3 * (opening and (value.kind in ("docket", "court") or bool(fits)))
