"""Finding a value: the sentences that speak of it, the values of the right kind in them, the best of these.

Source: classical extractive question answering: term overlap weighted by rarity, answer typing, proximity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from microworlds.core import value_types
from microworlds.reading.general import (
    changes,
    phrases,
    roles,
    scopes,
    search,
    tagging,
    titles,
    values,
    weighing,
    words,
)
from microworlds.reading.general.context import Context, Unit
from microworlds.reading.general.questions import Asked
from microworlds.reading.general.scopes import Scope
from microworlds.reading.general.search import Query, Scored
from microworlds.reading.general.values import Value
from microworlds.reading.general.weighing import Sought

ONE_OF_A_KIND = ("law", "statute", "docket", "citation", "court", "outcome", "holding", "issue", "standard")
"""Kinds of which a text has one or few, so that it is searched from end to end."""
NOTHING_ELSE = 0.6
"""What a sentence of the text meant covers where the question says nothing but which text and which kind."""
_NAMES, _FULL, _OWN, _NEAR, _RANK = 0.3, 0.65, 0.35, 0.35, 0.12
"""What names add at most to the cover of other words; what counts for a candidate: cover with and without what
surrounds the sentence, proximity; less a kind's rank."""
_UNITS, _LINE = 40, 60
"""Sentences looked at; characters of a line that may stand by itself."""
_WORTH_HAVING = 0.2
"""The score below which a value of the kind asked for gives way to any phrase."""
_BARE_SUM = re.compile(r"\d{1,3}(?:,\d{3})+")
_MAY_REPEAT = frozenset(
    "date saying amount duration number percent law outcome holding issue reason court frequency statute".split()
)
"""Kinds whose values may consist of words of the question."""
_KIND_WORDS = {kind: words.listed_terms(f"kind_{kind}") for kind in words.listed("kinds")}
"""Words of a question that say which kind of value is wanted; a value of that kind bears them out."""
_TEXT = words.terms("case opinion decision ruling agreement contract court")
_FIRST = re.compile(r"\b(?:I|I['’](?:ll|ve|d|m)|me|my|mine|myself)\b")
_DECLINES = words.regex("finding.declines")
_HIM = words.regex("finding.him")
_AHEAD = words.regex("finding.ahead")
_DONE = words.regex("finding.done")


@dataclass(frozen=True)
class Found:
    """A candidate answer in its sentence.

    ``score`` ranks candidates; ``fits`` is whether the words around the value give it the role asked for (None: nobody
    says). ``query`` is the one by which the sentence was found.
    """

    value: Value
    place: Scored
    query: Query
    score: float
    fits: bool | None

    @property
    def cover(self) -> float:
        """How much of what was asked the sentence covers."""
        return self.place.full


def sought(context: Context, asked: Asked, text: str, kinds: tuple[str, ...], scope: Scope | None = None) -> Sought:
    """What to look for to answer a question, or one of its parts."""
    of_text = kinds[0] in ONE_OF_A_KIND or any(
        role.written for kind in kinds for role in roles.asked(asked.clause, kind)
    )
    scope = scope or scopes.scope(context, text, of_text and bool(context.documents))
    clause = scope.about if scope.asked else asked.clause if text == asked.text else text
    if not any(roles.asked(clause, kind) for kind in kinds):
        clause = f"{clause} {titles.without_nouns(text)}"
    plain = changes.LATEST.sub(" ", text)
    return Sought(
        plain, clause, kinds, asked.noun, scope, asked.first, asked.latest, frozenset(words.content(asked.text))
    )


def candidates(context: Context, goal: Sought) -> list[Found]:
    """Candidate answers, best first; any phrase is considered only where no value of the kinds asked for was found."""
    places = _places(context, goal)
    steps = _steps(goal, not context.documents)
    for kinds in steps:
        step = replace(goal, kinds=kinds)
        found = [
            one for query, scored in places for place in scored for one in _in_sentence(context, step, query, place)
        ]
        found.sort(key=lambda one: (-round(one.score, 9), one.place.unit.number, one.value.start, one.value.end))
        if found and found[0].value.kind in phrases.KINDS:
            order = phrases.agreed([one.value.text for one in found], [one.score for one in found])
            return [found[place] for place in order]
        if found and (found[0].score > _WORTH_HAVING or kinds is steps[-1]):
            return found
    return []


def anywhere(context: Context, goal: Sought) -> Iterator[tuple[Unit, Value]]:
    """Values of the kinds asked for, wherever they stand, the kind most wanted first."""
    for kind in goal.kinds:
        for unit in context.units:
            yield from ((unit, value) for value in _values(context, goal, kind, unit))


def _places(context: Context, goal: Sought) -> list[tuple[Query, list[Scored]]]:
    """Sentences to look into: of conversation, and of the texts in scope or all of them."""
    ignored = _KIND_WORDS.get(goal.kinds[0], frozenset())
    about = goal.scope.about if goal.scope.asked and goal.scope.described else goal.text
    query = search.query(context, about, light=ignored)
    spoken = [unit.number for unit in context.units if unit.turn is not None]
    found = [(query, search.scored(context, query, spoken)[:_UNITS])]
    if goal.scope.links:
        found.append(_in_texts(context, goal, ignored))
    else:
        written = [unit.number for unit in context.units if unit.document is not None]
        found.append((query, search.scored(context, query, written)[:_UNITS]))
    return found


def _in_texts(context: Context, goal: Sought, ignored: frozenset[str]) -> tuple[Query, list[Scored]]:
    """Sentences of the texts in scope: those that say most, short lines, the first ones.

    What names the text weighs little: every sentence is of that text.
    """
    documents = [context.documents[number] for number in sorted(goal.scope.documents)]
    names = {one for document in documents for one in titles.names(document.title)}
    about = changes.LATEST.sub(" ", goal.scope.about)
    query = search.query(context, about, {*context.speaker_terms, *ignored, *_TEXT}, light=names)
    units = [unit for document in documents for unit in document.units]
    scored = search.scored(context, query, units)
    heads = [unit for unit in units if len(context.units[unit].text) < _LINE]
    rest = units if goal.kinds[0] in ONE_OF_A_KIND else units[:_UNITS]
    looked = dict.fromkeys([*(one.unit.number for one in scored[:_UNITS]), *heads, *rest])
    known = {one.unit.number: one for one in scored}
    given = 0.0 if query.terms else NOTHING_ELSE
    nothing = (0.0,) * len(query.terms)
    return query, [
        known.get(unit) or Scored(context.units[unit], given, given, None, nothing, nothing) for unit in looked
    ]


def _steps(goal: Sought, alone: bool) -> list[tuple[str, ...]]:
    """The kinds asked for, then, where a phrase could do as well, phrases; ``alone`` if there is only conversation."""
    kinds = tuple(kind for kind in goal.kinds if kind != "open")
    people = roles.asked(goal.clause, "person")
    if "person" in kinds and people and "organisation" not in people[0].kinds:
        kinds = ("person",)
    if not kinds:
        return [("open",)]
    written = goal.scope.links and kinds[0] in ("person", "place", "organisation")
    if kinds[0] in ("holding", "issue"):
        return [kinds, ("open",)]
    loose = "open" in goal.kinds and not written and not any(roles.asked(goal.clause, kind) for kind in kinds)
    return [kinds, ("open",)] if loose or (alone and kinds[0] in ("amount", "percent")) else [kinds]


def _in_sentence(context: Context, goal: Sought, query: Query, place: Scored) -> Iterator[Found]:
    """The candidates of one sentence."""
    text = place.unit.text
    for rank, kind in enumerate(goal.kinds):
        for value in _values(context, goal, kind, place.unit):
            if _barred(context, value, goal):
                continue
            fits = roles.fits(value.kind, text, value.start, value.end, goal.clause)
            where = place
            if fits and goal.scope.links and place.unit.document is not None:
                where = replace(place, own=max(place.own, NOTHING_ELSE), full=max(place.full, NOTHING_ELSE), plain=None)
            full = where.full if where.plain is None else min(where.full, where.plain + _NAMES)
            score = value.prior + _FULL * full + _OWN * where.own + _NEAR * _proximity(query, place, value)
            score += weighing.bonus(context, goal, value, where, fits) - _RANK * rank
            yield Found(value, replace(where, full=full), query, score, fits)


def _values(context: Context, goal: Sought, kind: str, unit: Unit) -> list[Value]:
    """Values of a kind in a sentence."""
    text = unit.text
    if kind in phrases.KINDS:
        return phrases.find(kind, text, goal.clause)
    turn = context.turns[unit.turn] if unit.turn is not None else None
    if turn is None:
        return (
            []
            if kind == "number" and goal.kinds[0] == "amount"
            else values.find(kind, text, context.passages[unit.passage].time)
        )
    if kind == "saying":
        told = turn.time is not None and not _AHEAD.search(text) and not goal.scope.links
        day, prior = turn.time.date() if told and turn.time else None, -0.3 if _DONE.search(text) else -0.4
        return [Value(0, len(text), value_types.format_date(day), "saying", (day, day), prior)] if day else []
    found = values.find(kind, text, turn.time, context.near(turn.number) if kind == "date" else None)
    if kind in ("number", "amount") and goal.kinds[0] == "amount":
        bare = [one for one in values.find("number", text) if _counts_nothing(one, text)]
        sums = [one for one in bare if _BARE_SUM.fullmatch(one.text)]
        if kind == "number":
            return [one for one in bare if one not in sums]
        return [*found, *(replace(one, kind="amount") for one in sums)]
    return [*found, *_speakers(context, unit)] if kind == "person" else found


def _counts_nothing(value: Value, text: str) -> bool:
    """True if a number counts nothing that is named: it may be a sum of money."""
    follows = r"\s*(?:[.,;!?)]|$|(?:an?|per|each|up|in the|for (?:the|it|all)|to|all|instead|now|and|or|but)\b)"
    return re.match(follows, text[value.end :]) is not None


def _speakers(context: Context, unit: Unit) -> list[Value]:
    """The speaker as an answer to who, where they speak of themselves or take something on; whom him or her means."""
    turn = context.turns[unit.turn or 0]
    found: list[Value] = []
    match = _HIM.search(unit.text)
    before = context.turns[turn.number - 1] if turn.number else None
    if match and before and before.session == turn.session:
        named = [one for one in values.find("person", before.text) if words.term(one.text) not in context.speaker_terms]
        if len({one.text for one in named}) == 1:
            found.append(Value(*match.span(), named[0].text, "person", named[0].key))
    takes = _FIRST.search(unit.text) or (None if found else changes.AGREED.match(unit.text))
    if turn.speaker and takes and not _DECLINES.search(unit.text):
        prior = -0.25 if re.search(r"\b(?:you|you['’]re|your)\b", unit.text, re.IGNORECASE) else 0.0
        found.append(Value(*takes.span(), turn.speaker, "person", turn.speaker.split()[0].lower(), prior))
    return found


def _barred(context: Context, value: Value, goal: Sought) -> bool:
    """True if a value only repeats the question, or names a speaker where no person is asked for."""
    if value.kind in _MAY_REPEAT:
        return False
    terms = words.content(value.text)
    speakers = tuple(one for one in terms if one in context.speaker_terms)
    if value.kind in ("choice", "place", "organisation") and "person" not in goal.kinds and speakers == terms:
        return True
    if value.kind in ("organisation", "person") and terms and terms[0] in goal.barred and not speakers:
        return True
    return all(one in goal.barred for one in terms)


def _proximity(query: Query, place: Scored, value: Value) -> float:
    """How near the matched words of the question stand to a value, by weight."""
    total = sum(query.weights)
    near = 0.0
    for index, starts in _spots(query, place.unit.text).items():
        gap = min(max(start - value.end, value.start - start, 0) for start in starts)
        near += query.weights[index] * (1.0 if place.vector[index] == 1.0 else 0.7) / (1.0 + gap / 30.0)
    return near / total if total else 0.0


def _spots(query: Query, text: str) -> dict[int, list[int]]:
    """Where in a sentence each term of the query is matched."""
    found: dict[int, list[int]] = {}
    for word in tagging.words(text):
        for index, (wanted, classes) in enumerate(zip(query.terms, query.classes, strict=True)):
            if word.term == wanted or not classes.isdisjoint(words.classes(word.term)):
                found.setdefault(index, []).append(word.start)
    return found
