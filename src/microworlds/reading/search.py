"""How well sentences cover a question: shared terms count whole, synonyms less, all weighted by rarity.

A sentence is not alone: what the speaker said around it, the turn before, the heading of the text count as well.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from microworlds.core import value_types
from microworlds.reading import relative, tagging, words
from microworlds.reading.context import Context, Unit

Matrix: TypeAlias = NDArray[np.float64]
SYNONYM = 0.55
"""Credit for a word of the same synonym class."""
NEAR, BEFORE, ANSWERED, OCCASION = 0.65, 0.3, 0.7, 0.8
"""Credit for a match in another sentence of the turn; in the turn before; there, if this one reacts to it; in the
session's heading."""
NAMES = 0.3
"""What names add at most to the cover of other words."""
_CALENDAR = frozenset((*relative.WEEKDAYS, *(month.lower() for month in value_types.MONTHS)))


@dataclass(frozen=True)
class Query:
    """What is looked for: terms, how much each weighs, their synonym classes; which of them are names."""

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    classes: tuple[frozenset[int], ...]
    names: frozenset[str]

    def covered(self, matched: Matrix) -> Matrix:
        """The weighted share of the terms that each row matches; names add little to the share of the other words."""
        rows = list(zip(self.terms, self.weights, matched.T, strict=True))
        every, others = (_share(some) for some in (rows, [row for row in rows if row[0] not in self.names]))
        return np.minimum(every, others + NAMES) if len(self.names) < len(rows) else np.asarray(every)


def _share(rows: Sequence[tuple[str, float, Matrix]]) -> Matrix | float:
    # one by one, since NumPy's own sum depends on the machine in its last digits
    return sum(weight * values for _, weight, values in rows) / (sum(weight for _, weight, _ in rows) or 1.0)


@dataclass(frozen=True)
class Scored:
    """A sentence with the share of the query that it covers itself, and with what surrounds it."""

    unit: Unit
    query: Query
    own: float
    full: float
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


def scored(context: Context, asked: Query, units: Iterable[int], most: int | None = None) -> list[Scored]:
    """Units by how much they cover, most first, ties in order of number; the first ``most`` of them, None: all."""
    own, surroundings = _own(context, asked), _surroundings(context)
    around = np.maximum(own, surroundings.standing(asked.terms))
    surroundings.raised(around, own)
    numbers = np.fromiter(units, dtype=np.intp)
    numbers = numbers[around[numbers].any(axis=1)]
    if not len(numbers):
        return []
    alone, full = asked.covered(own[numbers]), asked.covered(around[numbers])
    order = np.lexsort((numbers, -np.round(alone, 9), -np.round(full, 9)))[:most]
    best = numbers[order]
    columns = (best, alone[order], full[order], own[best], around[best])
    return [
        Scored(context.units[number], asked, cover, beside, tuple(vector), tuple(near))
        for number, cover, beside, vector, near in zip(*(one.tolist() for one in columns), strict=True)
    ]


def _own(context: Context, asked: Query) -> Matrix:
    """How far each unit matches each term itself, ``n_units x n_terms``."""
    found = np.zeros((len(context.units), len(asked.terms)))
    for place, (one, classes) in enumerate(zip(asked.terms, asked.classes, strict=True)):
        for number in classes:
            found[context.postings.get(number, []), place] = SYNONYM
        found[context.postings.get(one, []), place] = 1.0
    return found


class _Surroundings:
    """What counts for the units of a context besides their own words.

    Terms that hold where they stand, and the units around them with the credit for a match there.
    """

    def __init__(self, context: Context) -> None:
        self._terms: list[dict[str, float]] = []
        places: dict[object, int] = {}
        of_unit, around = [], []
        for unit in context.units:
            turn = None if unit.turn is None else context.turns[unit.turn]
            place: object = unit.document if turn is None else (turn.session, turn.speaker)
            if place not in places:
                places[place] = len(self._terms)
                self._terms.append(_terms(context, unit))
            of_unit.append(places[place])
            around += [(unit.number, other, credit) for other, credit in _others(context, unit)]
        self._of_unit = np.array(of_unit, dtype=np.intp)
        self._units, self._others = (np.array([one[at] for one in around], dtype=np.intp) for at in (0, 1))
        self._credits = np.array([[one[2]] for one in around])
        self._units, self._firsts = np.unique(self._units, return_index=True)

    def standing(self, terms: Sequence[str]) -> Matrix:
        """How far each term holds for each unit because of where it stands, ``n_units x n_terms``."""
        found = [[own.get(one, 0.0) for one in terms] for own in self._terms]
        return np.array(found, dtype=np.float64).reshape(len(self._terms), len(terms))[self._of_unit]

    def raised(self, around: Matrix, own: Matrix) -> None:
        """Raise what holds ``around`` each unit to what the others' ``own`` matches are worth to it."""
        if len(self._units):
            worth = np.maximum.reduceat(self._credits * own[self._others], self._firsts)
            around[self._units] = np.maximum(around[self._units], worth)


_surroundings = lru_cache(maxsize=4)(_Surroundings)


def _terms(context: Context, unit: Unit) -> dict[str, float]:
    """Terms that hold for a sentence wherever it stands, each with what it counts."""
    if unit.turn is None:
        return dict.fromkeys(context.documents[unit.document or 0].terms.terms, 1.0)
    turn = context.turns[unit.turn]
    occasion = dict.fromkeys(context.occasions[turn.session], OCCASION)
    return occasion | dict.fromkeys(context.speakers.get(turn.speaker or "", ()), 1.0)


def _others(context: Context, unit: Unit) -> list[tuple[int, float]]:
    """The sentences around one, each with what it counts."""
    if unit.turn is None:
        near = [(unit.number - 1, NEAR), (unit.number + 1, BEFORE)]
        there = [one for one in near if 0 <= one[0] < len(context.units)]
        return [one for one in there if context.units[one[0]].passage == unit.passage]
    turn = context.turns[unit.turn]
    others = [(other, NEAR) for other in turn.units if other != unit.number]
    if turn.number and context.turns[turn.number - 1].session == turn.session:
        credit = ANSWERED if words.regex("search.reacts").search(turn.text) else BEFORE
        others += [(other, credit) for other in context.turns[turn.number - 1].units]
    return others
