"""Finding a value: the sentences that speak of it, the values of the right kind in them, the best of these.

Source: classical extractive question answering: term overlap weighted by rarity, answer typing, proximity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from microworlds.reading.answering import (
    consensus,
    cues,
    lexicon,
    phrases,
    seeking,
    speaking,
    timeline,
    values,
    weighing,
)
from microworlds.reading.answering.context import Context, Unit
from microworlds.reading.answering.ranking import Query, Scored
from microworlds.reading.answering.seeking import NOTHING_ELSE, Sought
from microworlds.reading.answering.value import Value

_NAMES = 0.3
"""How much the names of a question can add to what a sentence covers of its other words."""
_FULL, _OWN, _NEAR, _RANK = 0.65, 0.35, 0.35, 0.12
"""What counts for a candidate: cover with and without what surrounds the sentence, proximity; less a kind's rank."""
_WORTH_HAVING = 0.2
"""The score below which a value of the kind asked for gives way to any phrase."""
_CLEARLY = 0.25
"""How much more of a question the sentence of one candidate must cover to be clearly more to the point."""
_TO_WHOM = re.compile(r"\b(?:to|for|with|from|against|on) whom\b|\bwhom\b|\bwho\b.*\b(?:to|for|with|from|against|on)$")
_BARE_SUM = re.compile(r"\d{1,3}(?:,\d{3})+")
"""In conversation, a number that may be a sum of money of which the currency goes without saying."""
_PHRASES = ("open", "reason")
_MAY_REPEAT = frozenset(
    "date saying amount duration number percent law outcome holding issue reason court frequency statute".split()
)
"""Kinds whose values may consist of words of the question."""


@dataclass(frozen=True)
class Found:
    """A candidate answer in its sentence.

    ``cover`` is how much of what was asked the sentence covers, ``plain`` the same of the words that are no names,
    ``score`` ranks candidates. ``role`` is what the words around the value say it is, ``fits`` whether that is what
    was asked (None: nobody says). ``query`` is the one by which the sentence was found.
    """

    value: Value
    place: Scored
    query: Query
    cover: float
    plain: float | None
    score: float
    role: str | None
    fits: bool | None


def candidates(context: Context, goal: Sought) -> list[Found]:
    """Candidate answers, best first; ties go to the earlier sentence.

    Kinds are tried in steps: any phrase at all is considered only where no value of the kinds asked for was found.
    """
    places = seeking.places(context, goal)
    steps = _steps(goal)
    for kinds in steps:
        found = _among(context, replace(goal, kinds=kinds), places)
        if found and found[0].value.kind in _PHRASES:
            return _agreed(found)
        if found and _may_be_unnamed(goal):
            return _unnamed(context, goal, places, found[0]) or found
        if found and (found[0].score > _WORTH_HAVING or kinds is steps[-1]):
            return found
    return []


def _among(context: Context, goal: Sought, places: seeking.Places) -> list[Found]:
    """All candidates of the kinds asked for, best first."""
    found = [one for query, scored in places for place in scored for one in _in_sentence(context, goal, query, place)]
    return sorted(found, key=lambda one: (-one.score, one.place.unit.number, one.value.start, one.value.end))


def _may_be_unnamed(goal: Sought) -> bool:
    """True if somebody without a name may be asked for: the landlord, a neighbour."""
    return (
        goal.scope.asked
        and goal.kinds[0] == "person"
        and "open" in goal.kinds
        and not cues.asked(goal.clause, "person")
    )


def _unnamed(context: Context, goal: Sought, places: seeking.Places, named: Found) -> list[Found]:
    """Persons without a name, if the sentence of the best is clearly more to the point than that of the best name."""
    found = [one for one in _among(context, replace(goal, kinds=("open",)), places) if one.place.unit.turn is None]
    better = found and found[0].place.own > named.place.own + _CLEARLY
    return _agreed(found) if better or (found and _gives(goal, named)) else []


def _gives(goal: Sought, one: Found) -> bool:
    """True if a question asks to or for whom, and a candidate is the one who acts."""
    text = one.place.unit.sentence.text[one.value.end :]
    return _TO_WHOM.search(goal.clause) is not None and re.match(r"\s+(?:had |has )?\w+", text) is not None


def anywhere(context: Context, goal: Sought) -> Iterator[tuple[Unit, Value]]:
    """Values of the kinds asked for, wherever they stand, the kind most wanted first."""
    for kind in goal.kinds:
        for unit in context.units:
            place = Scored(unit, 0.0, 0.0, (), ())
            yield from ((unit, value) for value in _values(context, goal, kind, place))


def _steps(goal: Sought) -> list[tuple[str, ...]]:
    """The kinds asked for, then, where a phrase could do as well, phrases."""
    kinds = tuple(kind for kind in goal.kinds if kind != "open")
    people = cues.asked(goal.clause, "person")
    if "person" in kinds and people and "organisation" not in people[0].kinds:
        kinds = ("person",)
    elif people and people[0].name == "party" and "organisation" in kinds:
        kinds = ("organisation",)
    if not kinds:
        return [("open",)]
    written = goal.scope.asked and kinds[0] in ("person", "place", "organisation")
    loose = "open" in goal.kinds and not written and not any(cues.asked(goal.clause, kind) for kind in kinds)
    return [kinds, ("open",)] if loose else [kinds]


def _agreed(found: list[Found]) -> list[Found]:
    """Phrases in the order of how much the others agree with them, other kinds after them."""
    loose = [one for one in found if one.value.kind in _PHRASES]
    order = consensus.order([one.value.text for one in loose], [one.score for one in loose])
    return [*(loose[place] for place in order), *(one for one in found if one.value.kind not in _PHRASES)]


def _in_sentence(context: Context, goal: Sought, query: Query, place: Scored) -> Iterator[Found]:
    """The candidates of one sentence."""
    text = place.unit.sentence.text
    plain = query.without_names(place.around)
    for rank, kind in enumerate(goal.kinds):
        for value in _values(context, goal, kind, place):
            if _barred(context, value, goal):
                continue
            role, fits = cues.stated(value, text), cues.fits(value, text, goal.clause)
            where = _borne_out(place) if fits and _singled_out(goal, place) else place
            full = where.full if plain is None else min(where.full, plain + _NAMES)
            score = value.prior + _FULL * full + _OWN * where.own + _NEAR * _proximity(query, place, value)
            score += weighing.bonus(context, goal, value, where, role, fits) - _RANK * rank
            yield Found(value, where, query, where.full, plain, score, role, fits)


def _singled_out(goal: Sought, place: Scored) -> bool:
    return place.unit.document is not None and goal.scope.asked


def _borne_out(place: Scored) -> Scored:
    """A sentence of the document meant whose value has the role asked for: that bears the question out."""
    return replace(place, own=max(place.own, NOTHING_ELSE), full=max(place.full, NOTHING_ELSE))


def _values(context: Context, goal: Sought, kind: str, place: Scored) -> list[Value]:
    """Values of a kind in a sentence."""
    unit, text = place.unit, place.unit.sentence.text
    if kind in phrases.KINDS:
        return phrases.find(kind, text, goal.clause)
    if unit.turn is None:
        sums = kind == "number" and goal.kinds[0] == "amount"
        return [] if sums else values.find(kind, text, context.passages[unit.passage].time)
    said = context.turns[unit.turn].time
    if kind == "saying":
        asks_role = goal.scope.asked and bool(cues.asked(goal.clause, "date"))
        return timeline.of_saying(text, said) if said is not None and not asks_role else []
    found = values.find(kind, text, said, timeline.near(context, unit.turn) if kind == "date" else None)
    if kind == "number" and goal.kinds[0] == "amount":
        return [value for value in found if _counts_nothing(value, text) and not _BARE_SUM.fullmatch(value.text)]
    if kind == "amount":
        bare = [value for value in values.find("number", text) if _BARE_SUM.fullmatch(value.text)]
        found = [*found, *(replace(value, kind="amount") for value in bare if _counts_nothing(value, text))]
    return [*found, *speaking.speakers(context, unit), *speaking.meant(context, unit)] if kind == "person" else found


def _counts_nothing(value: Value, text: str) -> bool:
    """True if a number counts nothing that is named: it may be a sum of money."""
    return (
        re.match(
            r"\s*(?:[.,;!?)]|$|(?:an?|per|each|up|in the|for (?:the|it|all)|to|all|instead|now|and|or|but)\b)",
            text[value.end :],
        )
        is not None
    )


def _barred(context: Context, value: Value, goal: Sought) -> bool:
    """True if a value only repeats the question, or names a speaker where no person is asked for."""
    if value.kind in _MAY_REPEAT:
        return False
    terms = lexicon.content(value.text)
    speakers = [one for one in terms if one in context.speaker_terms]
    if value.kind in ("choice", "place", "organisation") and "person" not in goal.kinds and speakers == terms:
        return True
    if value.kind in ("organisation", "person") and terms and terms[0] in goal.barred and not speakers:
        return True
    return all(one in goal.barred for one in terms)


def _proximity(query: Query, place: Scored, value: Value) -> float:
    """How near the matched words of the question stand to a value, by weight."""
    total = query.total
    if not total:
        return 0.0
    near = 0.0
    for index, starts in _spots(query, place.unit.sentence.text).items():
        gap = min(max(start - value.end, value.start - start, 0) for start in starts)
        near += query.weights[index] * (1.0 if place.vector[index] == 1.0 else 0.7) / (1.0 + gap / 30.0)
    return near / total


def _spots(query: Query, text: str) -> dict[int, list[int]]:
    """Where in a sentence each term of the query is matched."""
    found: dict[int, list[int]] = {}
    for match in lexicon.TOKEN.finditer(text):
        one = lexicon.term(match.group())
        numbers = set(lexicon.classes(one))
        for index, (wanted, classes) in enumerate(zip(query.terms, query.classes, strict=True)):
            if one == wanted or not numbers.isdisjoint(classes):
                found.setdefault(index, []).append(match.start())
    return found
