"""How well sentences cover a question: shared terms count whole, synonyms less, all weighted by rarity.

A sentence is not alone: what the speaker said around it, the turn before, the heading of the text count as well.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from microworlds.core import value_types
from microworlds.reading import relative, tagging, words
from microworlds.reading.context import Context, Unit

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

    def covered(self, vector: Sequence[float]) -> float:
        """The weighted share of the terms that are matched; names add little to the share of the other words."""
        rows = list(zip(self.terms, self.weights, vector, strict=True))
        every, others = (_share(some) for some in (rows, [row for row in rows if row[0] not in self.names]))
        return min(every, others + NAMES) if len(self.names) < len(rows) else every


def _share(rows: Sequence[tuple[str, float, float]]) -> float:
    return sum(weight * value for _, weight, value in rows) / (sum(weight for _, weight, _ in rows) or 1.0)


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


def scored(context: Context, asked: Query, units: Iterable[int]) -> list[Scored]:
    """Units by how much they cover, most first, ties in order of number."""
    own = _own(context, asked)
    nothing = [0.0] * len(asked.terms)
    found = []
    for number in units:
        unit = context.units[number]
        vector = own.get(number, nothing)
        terms, others = _beside(context, unit)
        around = [max(value, terms.get(one, 0.0)) for one, value in zip(asked.terms, vector, strict=True)]
        for other, credit in others:
            around = [max(pair[0], credit * pair[1]) for pair in zip(around, own.get(other, nothing), strict=True)]
        if any(around):
            found.append(
                Scored(unit, asked, asked.covered(vector), asked.covered(around), tuple(vector), tuple(around))
            )
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


def _beside(context: Context, unit: Unit) -> tuple[dict[str, float], list[tuple[int, float]]]:
    """Terms that hold for a sentence wherever it stands, and the sentences around it, each with what it counts."""
    if unit.turn is None:
        heading = context.documents[unit.document or 0].terms.terms
        near = [(unit.number - 1, NEAR), (unit.number + 1, BEFORE)]
        there = [one for one in near if 0 <= one[0] < len(context.units)]
        return dict.fromkeys(heading, 1.0), [one for one in there if context.units[one[0]].passage == unit.passage]
    turn = context.turns[unit.turn]
    terms = dict.fromkeys(context.occasions[turn.session], OCCASION)
    terms |= dict.fromkeys(context.speakers.get(turn.speaker or "", ()), 1.0)
    others = [(other, NEAR) for other in turn.units if other != unit.number]
    if turn.number and context.turns[turn.number - 1].session == turn.session:
        credit = ANSWERED if words.regex("search.reacts").search(turn.text) else BEFORE
        others += [(other, credit) for other in context.turns[turn.number - 1].units]
    return terms, others
