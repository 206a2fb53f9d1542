"""Which of several values of one thing counts: corrections, reversals and turned-down proposals honoured.

The last valid one counts unless the question asks for an earlier one.
"""

import re
from dataclasses import replace

from microworlds.reading import changes, words
from microworlds.reading.context import Context, Turn
from microworlds.reading.finding import CHOSEN, Found, Sought

NEAR, ASKED, UPDATED = 0.3, 0.2, 0.3
"""How far below the best a candidate may score and still be about the same thing; what a question that asks for a
state, and a sentence that tells of a change, add to it."""


def settle(context: Context, goal: Sought, found: list[Found]) -> list[Found]:
    """The candidates with the one that counts first."""
    asks_old = words.regex("states.asks_old").search(goal.clause)
    kept = [one for one in found if asks_old or not refused(context, one)]
    gone = max((one.cover for one in found if one not in kept), default=0.0)
    kept = [one for one in kept if one.cover >= 0.65 * gone]
    if not kept:
        return []
    rivals = [one for one in kept if one is kept[0] or _rival(goal, kept[0], one)]
    if kept[0].value.kind in CHOSEN and not goal.first:
        rivals = [one for one in rivals if decided(one)] or rivals
    if goal.first:
        chosen = min(rivals, key=lambda one: (_order(one), not outdated(one), -one.score))
    else:
        chosen = max(rivals, key=lambda one: (not outdated(one), _order(one), one.score))
    spoken = [one for one in rivals if one.place.unit.turn is not None]
    if chosen in spoken:
        full = max([chosen.cover, *(0.95 * one.cover for one in spoken)])
        chosen = replace(chosen, place=replace(chosen.place, full=full))
    return [chosen, *(one for one in kept if one.value is not chosen.value)]


def _order(one: Found) -> tuple[int, bool]:
    """When something was said; a text comes before all talk, and says what amends it last."""
    unit = one.place.unit
    corrects = changes.CORRECTS.search(unit.text) is not None
    return (unit.number - 1_000_000 if unit.turn is None else unit.turn, corrects)


def _rival(goal: Sought, top: Found, one: Found) -> bool:
    """True if a candidate may be another state of what the best one states."""
    if one.value.kind != top.value.kind or (one.fits is False and top.fits is not False):
        return False
    unit, other = top.place.unit, one.place.unit
    if unit.turn is None or other.turn is None:
        amends = any(words.regex("states.amends").search(place.text) for place in (unit, other))
        return amends and unit.document == other.document and one.score >= top.score - NEAR - ASKED
    if unit.number + 1 == other.number and changes.CORRECTS.search(other.text):
        return True
    state = goal.first or goal.latest
    later = _order(one) > _order(top)
    updates = later and changes.UPDATES.search(one.place.unit.text) is not None
    if later and not updates and top.fits and not one.fits:
        return False
    margin = NEAR + (ASKED if state else 0.0) + (UPDATED if updates else 0.0)
    return one.score >= top.score - margin and one.cover >= (0.4 if updates or state else 0.6) * top.cover


def decided(one: Found) -> bool:
    """True if the words around a value say that it was chosen."""
    return changes.decided(one.place.unit.text, one.value.start, one.value.end)


def outdated(one: Found) -> bool:
    """True if the words around a value say that it no longer holds."""
    return changes.outdated(one.place.unit.text, one.value.start, one.value.end)


def refused(context: Context, one: Found) -> bool:
    """True if a value was only proposed and then turned down, in the same breath or in the turns that follow."""
    unit = one.place.unit
    rest = unit.text[one.value.end :]
    if unit.turn is None or words.regex("states.turned_down").search(rest):
        return unit.turn is not None
    if not changes.PROPOSED.search(unit.text):
        return False
    if changes.REFUSED.search(rest) and not re.match(r"\s*,?\s*(?:not|rather)\b", rest):
        return True
    return any(_refuses(later, one, unit.turn) for later in context.turns[unit.turn + 1 :])


def _refuses(later: Turn, one: Found, turn: int) -> bool:
    """True if a later turn turns a proposal down: the next one by saying no at once, any by saying no to it by name."""
    named = re.search(rf"\b{re.escape(one.value.text)}\b", later.text, re.IGNORECASE)
    said = later.text if named else later.text.partition(".")[0] if later.number == turn + 1 else ""
    return changes.REFUSED.search(said) is not None
