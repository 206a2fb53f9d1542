"""How well sentences cover a question: shared terms count whole, synonyms less, all weighted by rarity.

A sentence is not alone: what the speaker said around it, the turn before, the heading of the text count as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from microworlds.core import value_types
from microworlds.reading import relative
from microworlds.reading.general import tagging, words
from microworlds.reading.general.context import Context, Unit

SYNONYM = 0.55
"""Credit for a word of the same synonym class."""
NEAR, BEFORE, ANSWERED, SHARED, OCCASION = 0.65, 0.3, 0.7, 0.5, 0.8
"""Credit for a match in another sentence of the turn; in the turn before; there, if this one reacts to it; in an
earlier turn that shares a rare name; in the session's heading."""
_RARE = 8
"""A name that more sentences have than this ties them together no longer."""
_REACTS = words.regex("search.reacts")
_CALENDAR = frozenset((*relative.WEEKDAYS, *(month.lower() for month in value_types.MONTHS)))


@dataclass(frozen=True)
class Query:
    """What is looked for: terms, how much each weighs, their synonym classes; which of them are names."""

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    classes: tuple[frozenset[int], ...]
    names: frozenset[str]

    def covered(self, vector: Sequence[float], names: bool = True) -> float | None:
        """The weighted share of the terms that are matched, with or without names; None if there are none."""
        rows = [row for row in zip(self.terms, self.weights, vector, strict=True) if names or row[0] not in self.names]
        total = sum(weight for _, weight, _ in rows)
        return sum(weight * value for _, weight, value in rows) / total if total else None


@dataclass(frozen=True)
class Scored:
    """A sentence with the share of the query that it covers itself, and with what surrounds it."""

    unit: Unit
    own: float
    full: float
    plain: float | None
    vector: tuple[float, ...]
    around: tuple[float, ...]


def query(context: Context, text: str, ignored: Iterable[str] = (), light: Iterable[str] = ()) -> Query:
    """The query of a text: its content words, without those ignored; ``light`` ones weigh a third."""
    skip, faint = frozenset(ignored), frozenset(light)
    terms: dict[str, None] = {}
    names: set[str] = set()
    for place, word in enumerate(words.TOKEN.findall(text)):
        one = context.called(words.term(word)) if word[0].isupper() else words.term(word)
        if not (word[0].isalnum() or word[0] in "$€£") or word.lower().replace("’", "'") in words.STOP or one in skip:
            continue
        terms.setdefault(one)
        if word[0].isupper() and word.lower() not in _CALENDAR and (place > 0 or not tagging.is_common(word.lower())):
            names.add(one)
    weights = [context.weight(one) * (1.4 if one in names else 1.0) * (0.33 if one in faint else 1.0) for one in terms]
    known = words.classes_in(text)
    classes = [frozenset() if one in names else known.get(one, frozenset()) for one in terms]
    return Query(tuple(terms), tuple(weights), tuple(classes), frozenset(names))


def scored(context: Context, asked: Query, units: Iterable[int]) -> list[Scored]:
    """Units by how much they cover, most first, ties in order of number."""
    own = _own(context, asked)
    nothing = [0.0] * len(asked.terms)
    found = []
    for number in units:
        unit = context.units[number]
        vector = own.get(number, nothing)
        around = list(vector)
        for place, value in (_spoken if unit.turn is not None else _written)(context, asked, unit, own):
            around[place] = max(around[place], value)
        if any(around):
            full = asked.covered(around) or 0.0
            plain = asked.covered(around, names=False)
            found.append(Scored(unit, asked.covered(vector) or 0.0, full, plain, tuple(vector), tuple(around)))
    return sorted(found, key=lambda one: (-round(one.full, 9), -round(one.own, 9), one.unit.number))


def _own(context: Context, asked: Query) -> dict[int, list[float]]:
    """Match vectors of all units that match anything themselves."""
    found: dict[int, list[float]] = {}
    for place, (one, classes) in enumerate(zip(asked.terms, asked.classes, strict=True)):
        for number in sorted(classes):
            for unit in context.postings.get(number, ()):
                found.setdefault(unit, [0.0] * len(asked.terms))[place] = SYNONYM
        for unit in context.postings.get(one, ()):
            found.setdefault(unit, [0.0] * len(asked.terms))[place] = 1.0
    return found


def _spoken(context: Context, asked: Query, unit: Unit, own: dict[int, list[float]]) -> list[tuple[int, float]]:
    """What the speaker's name, the rest of the turn, the turn before and the session add."""
    turn = context.turns[unit.turn or 0]
    found: list[tuple[int, float]] = []
    names = context.speakers.get(turn.speaker or "", frozenset())
    occasion = context.occasions[turn.session]
    for place, one in enumerate(asked.terms):
        if one in names:
            found.append((place, 1.0))
        if one in occasion:
            found.append((place, OCCASION))
    others = [(other, NEAR) for other in turn.units if other != unit.number]
    if turn.number and context.turns[turn.number - 1].session == turn.session:
        credit = ANSWERED if _REACTS.search(turn.text) else BEFORE
        others += [(other, credit) for other in context.turns[turn.number - 1].units]
    for other in _sharing(context, unit):
        others += [(near, SHARED) for near in context.turns[context.units[other].turn or 0].units]
    for other, credit in others:
        found += [(place, credit * value) for place, value in enumerate(own.get(other, ()))]
    return found


def _sharing(context: Context, unit: Unit) -> list[int]:
    """Earlier units of conversation that share a rare name with a unit."""
    found: set[int] = set()
    for match in re.finditer(r"(?<!^)\b[A-Z][a-z]{2,}\b", unit.text):
        one = words.term(match.group())
        others = context.postings.get(one, ())
        if (
            1 < len(others) <= _RARE
            and one not in context.speaker_terms
            and not tagging.is_common(match.group().lower())
        ):
            found.update(other for other in others if other < unit.number and context.units[other].turn is not None)
    return sorted(found)


def _written(context: Context, asked: Query, unit: Unit, own: dict[int, list[float]]) -> list[tuple[int, float]]:
    """What the heading and the neighbouring sentences of the passage add."""
    document = context.documents[unit.document or 0]
    found = [(place, 1.0) for place, one in enumerate(asked.terms) if one in document.terms.terms]
    found += [
        (place, SYNONYM)
        for place, classes in enumerate(asked.classes)
        if not classes.isdisjoint(document.terms.classes)
    ]
    for other, credit in ((unit.number - 1, NEAR), (unit.number + 1, BEFORE)):
        if 0 <= other < len(context.units) and context.units[other].passage == unit.passage:
            found += [(place, credit * value) for place, value in enumerate(own.get(other, ()))]
    return found
