"""Which of several values of one thing counts: corrections, reversals and turned-down proposals honoured.

The last valid one counts unless the question asks for an earlier one.
"""

from __future__ import annotations

import re
from dataclasses import replace

from microworlds.reading.general import changes, words
from microworlds.reading.general.context import Context, Turn
from microworlds.reading.general.finding import Found
from microworlds.reading.general.weighing import CHOSEN, Sought

_AMENDS = words.regex("states.amends")
_ASKS_OLD = words.regex("states.asks_old")
"""A question after what was proposed wants it even if it was turned down."""
_ASKS_CHOICE = words.regex("states.asks_choice")
_CONCLUDES = words.regex("states.concludes")
_TURNED_DOWN = words.regex("states.turned_down")
NEAR, ASKED, UPDATED = 0.3, 0.2, 0.3
"""How far below the best a candidate may score and still be about the same thing; what a question that asks for a
state, and a sentence that tells of a change, add to it."""


def settle(context: Context, goal: Sought, found: list[Found]) -> list[Found]:
    """The candidates with the one that counts first."""
    kept = found if _ASKS_OLD.search(goal.clause) else [one for one in found if not refused(context, one)]
    gone = max((one.cover for one in found if one not in kept), default=0.0)
    kept = [one for one in kept if one.cover >= 0.65 * gone]
    if not kept:
        return []
    rivals = _corrected(context, _rivals(goal, kept), kept)
    if kept[0].value.kind in CHOSEN and (not goal.first or _ASKS_CHOICE.search(goal.clause)):
        rivals = [
            one for one in rivals if changes.decided(one.place.unit.text, one.value.start, one.value.end)
        ] or rivals
    if goal.first:
        chosen = min(rivals, key=lambda one: (_order(one), not outdated(one), -one.score))
    else:
        current = [one for one in rivals if not outdated(one)] or rivals
        last = max(_order(one) for one in current)
        chosen = max((one for one in current if _order(one) == last), key=lambda one: one.score)
    if chosen.place.unit.turn is not None:
        spoken = [one for one in rivals if one.place.unit.turn is not None]
        full = max([chosen.cover, *(0.95 * one.cover for one in spoken)])
        plain = max([chosen.place.plain or 0.0, *(0.95 * (one.place.plain or 0.0) for one in spoken)])
        kept_plain = None if chosen.place.plain is None else plain
        sure = replace(chosen, place=replace(chosen.place, full=full, plain=kept_plain))
        return [sure, *(one for one in kept if one is not chosen)]
    return [chosen, *(one for one in kept if one is not chosen)]


def history(context: Context, goal: Sought, found: list[Found]) -> list[Found]:
    """The values that one thing had, oldest first, without what was turned down or put right at once."""
    kept = [one for one in found if not refused(context, one)]
    rivals = _corrected(context, _rivals(replace(goal, latest=True), kept), kept) if kept else []
    best: dict[tuple[int, int], Found] = {}
    for one in rivals:
        if not outdated(one) and (_order(one) not in best or best[_order(one)].score < one.score):
            best[_order(one)] = one
    return [best[order] for order in sorted(best)]


def _order(one: Found) -> tuple[int, int]:
    """When something was said; parts of a text count as said at once, in order, if they amend it."""
    unit = one.place.unit
    return (unit.turn, 0) if unit.turn is not None else (-1, unit.passage)


def _rivals(goal: Sought, found: list[Found]) -> list[Found]:
    """The candidates that may state another value of what the best one states, and those that take their place."""
    rivals = [one for one in found if _rival(goal, found[0], one)]
    known = {repr(one.value.key) for one in rivals}
    for old in sorted((one for one in found if outdated(one)), key=_order):
        if repr(old.value.key) not in known or old.place.unit.turn is None:
            continue
        for one in found:
            same = one.place.unit.turn == old.place.unit.turn and one.value.kind == old.value.kind
            if same and not outdated(one) and one not in rivals:
                rivals.append(one)
                known.add(repr(one.value.key))
    return rivals


def _rival(goal: Sought, top: Found, one: Found) -> bool:
    """True if a candidate may be another state of what the best one states."""
    if one is top:
        return True
    if one.value.kind != top.value.kind or (one.fits is False and top.fits is not False):
        return False
    if top.place.unit.turn is None or one.place.unit.turn is None:
        return _amended(top, one)
    state = goal.first or goal.latest
    later = one.place.unit.turn > top.place.unit.turn
    updates = later and _tells_of_change(one)
    if later and not updates and top.fits and not one.fits:
        return False
    margin = NEAR + (ASKED if state else 0.0) + (UPDATED if updates else 0.0)
    return one.score >= top.score - margin and one.cover >= (0.4 if updates or state else 0.6) * top.cover


def _tells_of_change(one: Found) -> bool:
    """True if the sentence of a value says that something has changed, or that what was asked about came to an end."""
    text = one.place.unit.text
    ends = one.value.kind != "date" and one.place.own > 0 and _CONCLUDES.search(text) is not None
    return changes.UPDATES.search(text) is not None or ends


def _corrected(context: Context, rivals: list[Found], found: list[Found]) -> list[Found]:
    """The rivals, each slip of the tongue among them replaced by what the next sentence puts in its place."""
    right = list(rivals)
    for one in found:
        if one.place.unit.turn is None or not changes.CORRECTS.search(one.place.unit.text):
            continue
        slips = [
            old
            for old in right
            if old.place.unit.turn is not None
            and old.value.kind == one.value.kind
            and old.value.key != one.value.key
            and old.place.unit.number == one.place.unit.number - 1
            and context.turns[old.place.unit.turn].session == context.turns[one.place.unit.turn].session
        ]
        if slips:
            right = [old for old in right if old not in slips and old is not one] + [one]
    return right


def _amended(top: Found, one: Found) -> bool:
    """True if two values are of one text, one of whose sentences amends the other."""
    unit, other = top.place.unit, one.place.unit
    if unit.document is None or other.document != unit.document or top.value.kind == "date":
        return False
    return one.score >= top.score - NEAR - ASKED and any(_AMENDS.search(place.text) for place in (unit, other))


def outdated(one: Found) -> bool:
    """True if the words around a value say that it no longer holds."""
    return changes.outdated(one.place.unit.text, one.value.start, one.value.end)


def refused(context: Context, one: Found) -> bool:
    """True if a value was only proposed and then turned down, in the same breath or in the turns that follow."""
    unit = one.place.unit
    if unit.turn is None:
        return False
    turn, rest = context.turns[unit.turn], unit.text[one.value.end :]
    if _TURNED_DOWN.search(rest):
        return True
    if not changes.PROPOSED.search(unit.text):
        return False
    if changes.REFUSED.search(rest) and not re.match(r"\s*,?\s*(?:not|rather)\b", rest):
        return True
    after = turn.units[turn.units.index(unit.number) + 1 :]
    if any(changes.REFUSED.search(context.units[other].text) for other in after):
        return True
    return any(_refuses(context, later, one, turn) for later in context.turns[turn.number + 1 :])


def _refuses(context: Context, later: Turn, one: Found, turn: Turn) -> bool:
    """True if a later turn turns a proposal down: the next one by saying no at once, any by saying no to it by name."""
    if not changes.REFUSED.search(later.text):
        return False
    if re.search(rf"\b{re.escape(one.value.text)}\b", later.text, re.IGNORECASE):
        return True
    opening = context.units[later.units[0]].text if later.units else ""
    follows = later.number == turn.number + 1 and later.session == turn.session
    return follows and changes.REFUSED.search(opening) is not None
