"""How well sentences cover a question: shared stems count whole, synonyms less, all weighted by rarity.

A sentence is not alone: what the speaker said around it, the turn before, the heading of the document count as well,
for less.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from microworlds.core import value_types
from microworlds.reading import relative
from microworlds.reading.answering import lexicon, passages, tagging, wording
from microworlds.reading.answering.context import Context, Unit

SYNONYM = 0.55
"""Credit for a word of the same synonym class."""
NEAR = 0.65
"""Credit, of its own, for a match in another sentence of the same turn, or the sentence before in a document."""
BEFORE = 0.3
"""Credit, of its own, for a match in the turn before."""
ANSWERED = 0.7
"""The same where the turn plainly reacts to the one before it."""
SHARED = 0.5
"""Credit, of its own, for a match in an earlier turn that names the same person, company or thing."""
OCCASION = 0.8
"""Credit for a word of the session's heading, or its month."""
_REACTS = re.compile(
    "^"
    + wording.joined(r"""
        (?:yes|yeah|yep|sure|ok(?:ay)?|fine|agreed|will do|happy to|gladly|on it|of course|nope|rather|right|exactly)
        | no\b | not\b | i['’]d rather not | you are | so (?:am|do|are)\b | me too | same here | consider it | leave it
        | thanks | you['’]re right | good | the \w+ then\b | \w+(?: \w+)?\? | make it | i will | i can | i['’]ll
    """),
    re.IGNORECASE,
)
"""How a turn begins that reacts to the one before it."""
_CALENDAR = frozenset((*relative.WEEKDAYS, *(month.lower() for month in value_types.MONTHS)))


@dataclass(frozen=True)
class Query:
    """What is looked for: terms, how much each weighs, their synonym classes; which of them are names."""

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    classes: tuple[tuple[int, ...], ...]
    names: frozenset[str]

    @property
    def total(self) -> float:
        """The sum of the weights."""
        return sum(self.weights)

    def covered(self, vector: Sequence[float]) -> float:
        """The weighted share of the terms that are matched."""
        total = self.total
        return sum(weight * value for weight, value in zip(self.weights, vector, strict=True)) / total if total else 0.0

    def without_names(self, vector: Sequence[float]) -> float | None:
        """The same of the terms that are no names; None if there are none."""
        pairs = [
            (weight, value)
            for one, weight, value in zip(self.terms, self.weights, vector, strict=True)
            if one not in self.names
        ]
        total = sum(weight for weight, _ in pairs)
        return sum(weight * value for weight, value in pairs) / total if total else None


@dataclass(frozen=True)
class Scored:
    """A sentence with the share of the query that it covers itself, and with what surrounds it."""

    unit: Unit
    own: float
    full: float
    vector: tuple[float, ...]
    around: tuple[float, ...]


def query(context: Context, text: str, ignored: Iterable[str] = (), light: Iterable[str] = ()) -> Query:
    """The query of a text: its content words, without those ignored; ``light`` ones weigh a third."""
    skip, faint = set(ignored), set(light)
    terms: list[str] = []
    names: set[str] = set()
    words = [word for word in lexicon.tokens(text) if word[0].isalnum() or word[0] in "$€£"]
    found = lexicon.phrases(lexicon.term(word) for word in words)
    inside = {place for start, length, _ in found for place in range(start, start + length)}
    for place, word in enumerate(words):
        one = lexicon.term(word)
        if word.lower() in lexicon.STOP or one in skip or place in inside:
            continue
        if one not in terms:
            terms.append(one)
        if word[0].isupper() and word.lower() not in _CALENDAR and (place > 0 or not tagging.is_common(word.lower())):
            names.add(one)
    weights = [context.weight(one) * (1.4 if one in names else 1.0) * (0.33 if one in faint else 1.0) for one in terms]
    classes = [() if one in names else lexicon.classes(one) for one in terms]
    for start, length, numbers in found:
        if all(
            lexicon.term(word) in skip for word in words[start : start + length] if word.lower() not in lexicon.STOP
        ):
            continue
        terms.append(lexicon.joined([lexicon.term(word) for word in words[start : start + length]]))
        weights.append(0.8)
        classes.append(numbers)
    return Query(tuple(terms), tuple(weights), tuple(classes), frozenset(names))


def match(asked: Query, terms: frozenset[str], classes: frozenset[int]) -> tuple[float, ...]:
    """For each term of the query how well it is matched by these terms and classes."""
    return tuple(
        1.0 if one in terms else SYNONYM if any(number in classes for number in numbers) else 0.0
        for one, numbers in zip(asked.terms, asked.classes, strict=True)
    )


def own_matches(context: Context, asked: Query) -> dict[int, list[float]]:
    """Match vectors of all units that match anything themselves."""
    found: dict[int, list[float]] = {}
    size = len(asked.terms)
    for place, (one, numbers) in enumerate(zip(asked.terms, asked.classes, strict=True)):
        for number in numbers:
            for unit in context.postings.get(number, ()):
                found.setdefault(unit, [0.0] * size)[place] = SYNONYM
        for unit in context.postings.get(one, ()):
            found.setdefault(unit, [0.0] * size)[place] = 1.0
    return found


def scored(context: Context, asked: Query, units: Iterable[int] | None = None) -> list[Scored]:
    """Units by how much they cover, most first, ties in order of number; all of them unless ``units`` says which."""
    own = own_matches(context, asked)
    nothing = [0.0] * len(asked.terms)
    found = []
    for number in range(len(context.units)) if units is None else units:
        unit = context.units[number]
        vector = own.get(number, nothing)
        around = (
            _turn_around(context, asked, unit, own)
            if unit.turn is not None
            else _document_around(context, asked, unit, own)
        )
        full = [max(a, b) for a, b in zip(vector, around, strict=True)] if around else vector
        if any(full):
            found.append(Scored(unit, asked.covered(vector), asked.covered(full), tuple(vector), tuple(full)))
    return sorted(found, key=lambda one: (-one.full, -one.own, one.unit.number))


def _turn_around(context: Context, asked: Query, unit: Unit, own: dict[int, list[float]]) -> list[float]:
    """What the speaker's name, the rest of the turn and the turn before add."""
    assert unit.turn is not None
    turn = context.turns[unit.turn]
    around = [0.0] * len(asked.terms)
    names = context.speakers.get(turn.speaker or "", frozenset())
    for place, one in enumerate(asked.terms):
        if one in names:
            around[place] = 1.0
    for other in turn.units:
        if other != unit.number and other in own:
            _raise(around, own[other], NEAR)
    if turn.number and context.turns[turn.number - 1].session == turn.session:
        for other in context.turns[turn.number - 1].units:
            if other in own:
                _raise(around, own[other], ANSWERED if _REACTS.search(turn.text) else BEFORE)
    for shared in context.sharing(unit.number):
        for other in context.turns[context.units[shared].turn or 0].units:
            if other in own:
                _raise(around, own[other], SHARED)
    occasion = context.occasions[turn.session]
    for place, one in enumerate(asked.terms):
        if one in occasion:
            around[place] = max(around[place], OCCASION)
    return around


def _document_around(context: Context, asked: Query, unit: Unit, own: dict[int, list[float]]) -> list[float]:
    """What the heading and the neighbouring sentences of the passage add."""
    assert unit.document is not None
    document = context.documents[unit.document]
    around = list(match(asked, document.heading_terms, document.heading_classes))
    for other in (unit.number - 1, unit.number + 1):
        if other in own and 0 <= other < len(context.units) and context.units[other].passage == unit.passage:
            _raise(around, own[other], NEAR if other < unit.number else BEFORE)
    return around


def _raise(values: list[float], others: Sequence[float], factor: float) -> None:
    for place, value in enumerate(others):
        if value * factor > values[place]:
            values[place] = value * factor


def similarity(asked: Query, text: str) -> float:
    """The share of a query that a text covers."""
    return asked.covered(match(asked, *passages.analysed(text)))
