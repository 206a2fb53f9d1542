"""What a value is the value of: the words by which English tells one date, sum, period or person from another.

A date stands beside "argued" or beside "decided"; a period beside "renew" or beside "cure". The same roles are sought
in the question and around each value.

Source: the conventions of law reports and contracts, and plain usage, in ``value_roles.txt``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from microworlds.reading import words

_CLOSE = 32
"""Within so many characters a cue counts even if another is nearer."""
_WINDOW = 90
"""Characters to either side of a value in which a cue is sought."""
_OPENS = re.compile(r"[A-Z’'-]{3,},\s*(?:Acting\s)?(?:[CP]\.\s?)?J\.\s+[A-Z]")
"""FAIRCHILD, J. The appellant: the judge who opens a paragraph wrote it."""


@dataclass(frozen=True)
class Role:
    """One thing a value may be the value of.

    ``general`` ones are meant only if a question asks for no other, ``several`` persons are at once, ``written`` ones
    are told by a text alone.
    """

    name: str
    kinds: tuple[str, ...]
    general: bool
    several: bool
    written: bool
    patterns: dict[str, re.Pattern[str]]


@cache
def _roles() -> tuple[Role, ...]:
    found: list[Role] = []
    for line in words.lines("value_roles.txt"):
        first, _, rest = line.strip().partition(" ")
        if not line.startswith(" "):
            found.append(Role(first.rstrip("*+!"), tuple(rest.split()), "*" in first, "+" in first, "!" in first, {}))
            continue
        own = found[-1].patterns
        own[first] = own["asked"] if rest == "=" else re.compile(rest, re.IGNORECASE)
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def asked(clause: str, kind: str) -> tuple[Role, ...]:
    """Roles that a question asks for among values of a kind; the one meant most comes first."""
    found = []
    for order, role in enumerate(_roles()):
        match = role.patterns["asked"].search(clause) if kind in role.kinds else None
        if match:
            found.append((role.general, match.start(), order, role))
    return tuple(role for *_, role in sorted(found, key=lambda one: one[:3]))


@lru_cache(maxsize=1 << 16)
def _stated(kind: str, sentence: str, start: int, end: int) -> dict[str, float]:
    """How far the nearest cue of each role is from a value, for the roles that have one."""
    before, after = sentence[max(0, start - _WINDOW) : start], sentence[end : end + _WINDOW]
    found = {role.name: min(_gaps(role, before, after), default=None) for role in _roles() if kind in role.kinds}
    if "author" in found and start == 0 and _OPENS.match(sentence):
        found["author"] = 0.0
    return {name: distance for name, distance in found.items() if distance is not None}


def _gaps(role: Role, before: str, after: str) -> Iterator[float]:
    """Characters from each cue of a role to the value."""
    if "after" in role.patterns and role.patterns["after"].search(after):
        yield 0.0
    if "before" in role.patterns and role.patterns["before"].search(before):
        yield 1.0
    if "near" in role.patterns:
        yield from (float(len(before) - match.end()) for match in role.patterns["near"].finditer(before))
        yield from (14 + 1.3 * match.start() for match in role.patterns["near"].finditer(after))


def fits(kind: str, sentence: str, start: int, end: int, clause: str) -> bool | None:
    """Whether a value has the role that a question asks for; None where none is asked for, or none is stated.

    Of several roles that a question may ask for, one that it means less leaves it open.
    """
    wanted = asked(clause, kind)
    found = _stated(kind, sentence, start, end) if wanted else {}
    if not found:
        return None
    nearest = min(found.values())
    fit = [role.name in found and (found[role.name] <= _CLOSE or found[role.name] == nearest) for role in wanted]
    return True if fit[0] else None if any(fit) else False
