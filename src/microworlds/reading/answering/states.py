"""Which of several values of one thing counts: corrections, reversals and turned-down proposals honoured.

The last valid one counts unless the question asks for an earlier one.
"""

from __future__ import annotations

import re
from dataclasses import replace

from microworlds.reading.answering import decisions, weighing, wording
from microworlds.reading.answering.asked import State
from microworlds.reading.answering.context import Context, Turn
from microworlds.reading.answering.finding import Found

_AMENDS = wording.words(r"""
    (?:is|are|was|were|be|hereby) (?:hereby |further )?(?:amended|deleted|replaced|modified|changed|extended)
    | (?:is|are|was|were|be|hereby) (?:hereby |further )?(?:substituted|raised|increased|reduced|lowered)
    | deleting | in (?:its|their) place | as amended | read as follows
""")
_ASKS_OLD = wording.words(r"""
    suggest\w* | propos\w+ | float\w* | turn(?:ed)? down | reject\w* | offer\w* | pitch\w* | want\w* | ask(?:ed)? for
    | like\w* | prefer\w* | refus\w*
""")
"""A question after what was proposed wants it even if it was turned down."""
_ASKS_CHOICE = wording.words(r"""
    choos\w+ | chose\w* | pick\w* | select\w* | decid\w+ | settl\w+ | switch\w* | book\w* | hir\w+ | us(?:e|ed|ing)
    | opt\w* | go(?:ing)? with | went with
""")
NEAR, ASKED, UPDATED = 0.3, 0.2, 0.3
"""How far below the best a candidate may score and still be about the same thing; what a question that asks for a
state, and a sentence that tells of a change, add to it."""


def settle(context: Context, found: list[Found], state: State, clause: str) -> list[Found]:
    """The candidates with the one that counts first."""
    if not found:
        return found
    kept = found if _ASKS_OLD.search(clause) else [one for one in found if not refused(context, one)]
    if not kept:
        return []
    gone = max((one.cover for one in found if one not in kept), default=0.0)
    kept = [one for one in kept if one.cover >= 0.65 * gone]
    if not kept:
        return []
    rivals = [one for one in kept if _rival(kept[0], one, state)]
    rivals += [one for one in _successors(rivals, kept) if one not in rivals]
    rivals = _corrected(context, rivals, kept)
    if kept[0].value.kind in weighing.CHOSEN and (state != "original" or _ASKS_CHOICE.search(clause)):
        rivals = [one for one in rivals if _decided(one)] or rivals
    if state == "original":
        chosen = min(rivals, key=lambda one: (_order(one), not outdated(one), -one.score))
    else:
        current = [one for one in rivals if not outdated(one)] or rivals
        chosen = max(current, key=lambda one: (_order(one), one.score))
        same = [one for one in current if _order(one) == _order(chosen)]
        chosen = max(same, key=lambda one: one.score)
    return [_as_sure(chosen, rivals), *(one for one in kept if one is not chosen)]


def _as_sure(chosen: Found, rivals: list[Found]) -> Found:
    """The chosen state with the cover of the best of its rivals: it speaks of the same thing, only in fewer words."""
    if chosen.place.unit.turn is None:
        return chosen
    spoken = [one for one in rivals if one.place.unit.turn is not None]
    cover = max([chosen.cover, *(0.95 * one.cover for one in spoken)])
    plain = max([chosen.plain or 0.0, *(0.95 * (one.plain or 0.0) for one in spoken)])
    return replace(chosen, cover=cover, plain=None if chosen.plain is None else plain)


def _decided(one: Found) -> bool:
    """True if the words around a value say that it was chosen."""
    return decisions.decided(one.place.unit.sentence.text, one.value.start, one.value.end)


def _order(one: Found) -> tuple[int, int]:
    """When something was said; parts of a document count as said at once, in order, if they amend it."""
    unit = one.place.unit
    return (unit.turn if unit.turn is not None else -1, unit.passage if unit.turn is None else 0)


def _rival(top: Found, one: Found, state: State) -> bool:
    """True if a candidate may be another state of what the best one states."""
    if one is top:
        return True
    if one.value.kind != top.value.kind or (one.fits is False and top.fits is not False):
        return False
    if top.place.unit.turn is not None and one.place.unit.turn is not None:
        later = one.place.unit.turn > top.place.unit.turn
        updates = later and _tells_of_change(one)
        if later and not updates and ((top.fits and not one.fits) or one.role not in (None, top.role)):
            return False
        margin = NEAR + (ASKED if state else 0.0) + (UPDATED if updates else 0.0)
        return one.score >= top.score - margin and one.cover >= (0.4 if updates or state else 0.6) * top.cover
    return _amended(top, one)


def _tells_of_change(one: Found) -> bool:
    """True if the sentence of a value says that something has changed, or that what was asked about came to an end."""
    text = one.place.unit.sentence.text
    if decisions.UPDATES.search(text):
        return True
    return one.value.kind != "date" and one.place.own > 0 and decisions.CONCLUDES.search(text) is not None


def _successors(rivals: list[Found], found: list[Found]) -> list[Found]:
    """Values that take the place of one of the rivals: spoken where that one is said to hold no longer."""
    successors: list[Found] = []
    known = {one.value.key for one in rivals}
    for old in sorted((one for one in found if outdated(one)), key=_order):
        if old.value.key not in known or old.place.unit.turn is None:
            continue
        for one in found:
            if one.place.unit.turn == old.place.unit.turn and one.value.kind == old.value.kind and not outdated(one):
                successors.append(one)
                known.add(one.value.key)
    return successors


def _corrected(context: Context, rivals: list[Found], found: list[Found]) -> list[Found]:
    """The rivals, each slip of the tongue among them replaced by what the next sentence puts in its place."""
    right = list(rivals)
    for one in found:
        if one.place.unit.turn is None or not decisions.CORRECTS.search(one.place.unit.sentence.text):
            continue
        slips = [old for old in right if _follows(context, old, one)]
        if slips:
            right = [old for old in right if old not in slips and old is not one] + [one]
    return right


def _follows(context: Context, old: Found, one: Found) -> bool:
    """True if a value stands in the sentence after another of its kind, in the same conversation."""
    if old.value.kind != one.value.kind or old.value.key == one.value.key or old.place.unit.turn is None:
        return False
    sessions = {context.turns[found.place.unit.turn or 0].session for found in (old, one)}
    return old.place.unit.number == one.place.unit.number - 1 and len(sessions) == 1


def _amended(top: Found, one: Found) -> bool:
    """True if two values are of one document, one of whose sentences amends the other."""
    if (
        top.place.unit.document is None
        or one.place.unit.document != top.place.unit.document
        or top.value.kind == "date"
    ):
        return False
    if one.score < top.score - NEAR - ASKED:
        return False
    return any(_AMENDS.search(found.place.unit.sentence.text) for found in (top, one))


def outdated(one: Found) -> bool:
    """True if the words around a value say that it no longer holds."""
    return decisions.outdated(one.place.unit.sentence.text, one.value.start, one.value.end)


def refused(context: Context, one: Found) -> bool:
    """True if a value was only proposed and then turned down, in the same breath or in the turns that follow."""
    unit = one.place.unit
    if unit.turn is None:
        return False
    turn = context.turns[unit.turn]
    text = unit.sentence.text
    rest = text[one.value.end :]
    if decisions.TURNED_DOWN.search(rest):
        return True
    if not decisions.PROPOSED.search(text):
        return False
    if decisions.REFUSED.search(rest) and not re.match(r"\s*,?\s*(?:not|rather)\b", rest):
        return True
    place = turn.units.index(unit.number)
    if any(decisions.REFUSED.search(context.units[other].sentence.text) for other in turn.units[place + 1 :]):
        return True
    return any(_refuses(context, after, one, turn) for after in context.turns[turn.number + 1 :])


def _refuses(context: Context, later: Turn, one: Found, turn: Turn) -> bool:
    """True if a later turn turns a proposal down: the next one by saying no at once, any by saying no to it by name."""
    if not decisions.REFUSED.search(later.text):
        return False
    if re.search(rf"\b{re.escape(one.value.text)}\b", later.text, re.IGNORECASE):
        return True
    opening = context.units[later.units[0]].sentence.text
    return (
        later.number == turn.number + 1
        and later.session == turn.session
        and decisions.REFUSED.search(opening) is not None
    )
