"""What a value is the value of: the words by which English tells one date, sum, period or person from another.

A date stands beside "argued" or beside "decided"; a period beside "renew" or beside "cure". The same roles are sought
in the question and around each value, so that a value of the right kind but of another role does not pass for the
answer.
"""

from __future__ import annotations

import re
from functools import lru_cache

from microworlds.reading.answering.roles import GENERAL, ROLES, SEVERAL, Role
from microworlds.reading.answering.value import Value

__all__ = ["SEVERAL", "asked", "fits", "stated"]

_ORDER = {role.name: place for place, role in enumerate(ROLES)}
_CLOSE = 32
"""Within so many characters a cue counts even if another is nearer."""
_WINDOW = 90
"""Characters to either side of a value in which a cue is sought."""
_PANEL = re.compile(r"\W*(?:Before|Present|Panel|Argued before|Sitting)\b")
_OPENS = re.compile(r"[A-Z’'-]{3,},\s*(?:Acting\s)?(?:[CP]\.\s?)?J\.\s+[A-Z]")
"""FAIRCHILD, J. The appellant: the judge who opens a paragraph wrote it."""
_BOUNDARY = re.compile(r"[;.]\s|,\s+(?:and|after|but|which)\b")
_BOUNDARY_AFTER = re.compile(r"[;.]\s|,\s|\band\b")


@lru_cache(maxsize=1 << 12)
def asked(clause: str, kind: str) -> tuple[Role, ...]:
    """Roles that a question asks for among values of a kind; the one meant most comes first.

    That is the one whose cue comes first, unless it is a general one.
    """
    found = []
    for order, role in enumerate(ROLES):
        match = role.asked.search(clause) if kind in role.kinds else None
        if match:
            found.append((role.name in GENERAL, match.start(), order, role))
    return tuple(role for *_, role in sorted(found, key=lambda one: one[:3]))


def stated(value: Value, sentence: str) -> str | None:
    """Name of the role that the words around a value give it; None if they give none.

    The nearest cue wins; one before the value is nearer than one after it.
    """
    found = _distances(value, sentence)
    return min(found, key=lambda name: (found[name], _ORDER[name])) if found else None


def fits(value: Value, sentence: str, clause: str) -> bool | None:
    """Whether a value has the role that a question asks for; None where none is asked for, or none is stated.

    A value may have two roles: made as of May 2 (the Effective Date).
    """
    wanted = asked(clause, value.kind)
    found = _distances(value, sentence) if wanted else {}
    if not found:
        return None
    own = found.get(wanted[0].name)
    return own is not None and (own <= _CLOSE or own == min(found.values()))


def _distances(value: Value, sentence: str) -> dict[str, float]:
    """How far the nearest cue of each role is from a value, for the roles that have one."""
    before, after = sentence[max(0, value.start - _WINDOW) : value.start], sentence[value.end : value.end + _WINDOW]
    found: dict[str, float] = {}
    for role in ROLES:
        if value.kind not in role.kinds or (role.name == "author" and _PANEL.match(sentence)):
            continue
        distance = _distance(role, before, after)
        if role.name == "author" and value.start == 0 and _OPENS.match(sentence):
            distance = 0.0
        if distance is not None:
            found[role.name] = distance
    return found


def _distance(role: Role, before: str, after: str) -> float | None:
    """Characters from the nearest cue of a role to the value, or None; crossing a clause boundary costs."""
    if role.after is not None and role.after.search(after):
        return 0.0
    if role.before is not None and role.before.search(before):
        return 1.0
    if role.stated is None:
        return None
    gaps = [before[match.end() :] for match in role.stated.finditer(before)]
    found = [len(gap) + 45.0 * len(_BOUNDARY.findall(gap)) for gap in gaps[-1:]]
    match = role.stated.search(after)
    if match:
        gap = after[: match.start()]
        found.append(14 + 1.3 * len(gap) + 45 * len(_BOUNDARY_AFTER.findall(gap)))
    return min(found, default=None)
