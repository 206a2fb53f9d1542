"""Finding a value: the sentences that speak of it, the values of the right kind in them, the best of these.

Source: classical extractive question answering: term overlap weighted by rarity, answer typing, proximity.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from microworlds.core import value_types
from microworlds.reading import (
    changes,
    phrases,
    scopes,
    search,
    tagging,
    titles,
    value_roles,
    values,
    words,
)
from microworlds.reading.context import Context, Turn, Unit
from microworlds.reading.question_forms import Asked
from microworlds.reading.scopes import Scope
from microworlds.reading.search import Query, Scored
from microworlds.reading.values import Value

ONE_OF_A_KIND = ("law", "statute", "docket", "citation", "court", "outcome", "holding", "issue", "standard")
"""Kinds of which a text has one or few, so that it is searched from end to end."""
NOTHING_ELSE = 0.6
"""What a sentence of the text meant covers where the question says nothing but which text and which kind."""
_FULL, _OWN, _NEAR, _RANK = 0.65, 0.35, 0.35, 0.12
"""What counts for a candidate: cover with and without what surrounds the sentence, proximity; less a kind's rank."""
_UNITS = 40
"""Sentences looked at."""
_WORTH_HAVING = 0.2
"""The score below which a value of the kind asked for gives way to any phrase."""
_MAY_REPEAT = frozenset(
    "date saying amount duration number percent law outcome holding issue reason court frequency statute".split()
)
"""Kinds whose values may consist of words of the question."""
_KIND_WORDS = {kind: words.listed_terms(f"kind_{kind}") for kind in words.listed("kinds")}
"""Words of a question that say which kind of value is wanted; a value of that kind bears them out."""
_TEXT = words.terms("case matter opinion decision ruling agreement contract document court")
_FIRST = re.compile(r"\b(?:I|I['’](?:ll|ve|d|m)|me|my|mine|myself)\b")


CHOSEN = ("choice", "organisation", "place", "spot", "person", "title")
"""Kinds of value between which people choose."""
_OTHER = 0.5
"""What speaks against something said that is not of the text meant, or only says which text is."""
_OPENING, _SHORT = 12, 12
"""Sentences that may say what a text is; words of a sentence that says no more than what was done."""


@dataclass(frozen=True)
class Sought:
    """What is looked for: ``clause`` is where the role of the value is asked for; it must not repeat ``barred``."""

    text: str
    clause: str
    kinds: tuple[str, ...]
    noun: str | None
    scope: Scope
    first: bool
    latest: bool
    barred: frozenset[str]


@dataclass(frozen=True)
class Found:
    """A candidate answer in its sentence.

    ``score`` ranks candidates; ``fits`` is whether the words around the value give it the role asked for (None: nobody
    says).
    """

    value: Value
    place: Scored
    score: float
    fits: bool | None

    @property
    def cover(self) -> float:
        """How much of what was asked the sentence covers."""
        return self.place.full


def sought(context: Context, asked: Asked, text: str, kinds: tuple[str, ...], scope: Scope | None = None) -> Sought:
    """What to look for to answer a question, or one of its parts."""
    of_text = kinds[0] in ONE_OF_A_KIND or any(
        role.written for kind in kinds for role in value_roles.asked(asked.clause, kind)
    )
    scope = scope or scopes.scope(context, text, of_text and bool(context.documents))
    clause = scope.about if scope.asked else asked.clause if text == asked.text else text
    if not any(value_roles.asked(clause, kind) for kind in kinds):
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
        found = [one for place in places for one in _in_sentence(context, step, place)]
        found.sort(key=lambda one: (-round(one.score, 9), one.place.unit.number, one.value.start, one.value.end))
        if found and found[0].value.kind in phrases.KINDS:
            order = phrases.agreed([one.value.text for one in found], [one.score for one in found])
            return [found[place] for place in order]
        if found and (found[0].score > _WORTH_HAVING or kinds is steps[-1]):
            return found
    return []


def _places(context: Context, goal: Sought) -> list[Scored]:
    """Sentences to look into: of conversation, and of the texts in scope or all of them."""
    ignored = _KIND_WORDS.get(goal.kinds[0], frozenset())
    about = search.query(context, goal.scope.about if goal.scope.described else goal.text, light=ignored)
    whole = search.query(context, goal.text, light=ignored) if goal.scope.links else about
    of_text = {turn for turn, meant in context.talk.meant.items() if not goal.scope.documents.isdisjoint(meant)}
    texts = [unit.number for unit in context.units if unit.turn is None]
    near = [unit.number for unit in context.units if unit.turn in of_text]
    far = [unit.number for unit in context.units if unit.turn is not None and unit.turn not in of_text]
    written, *spoken = (
        search.scored(context, query, units, _UNITS) for query, units in ((about, texts), (about, near), (whole, far))
    )
    return [*spoken[0], *spoken[1], *(_in_texts(context, goal, ignored) if goal.scope.links else written)]


def _in_texts(context: Context, goal: Sought, ignored: frozenset[str]) -> list[Scored]:
    """Sentences of the texts in scope: those that say most, and the first ones.

    What names the text weighs little: every sentence is of that text.
    """
    documents = [context.documents[number] for number in sorted(goal.scope.documents)]
    names = {one for document in documents for one in titles.names(document.title)}
    about = changes.LATEST.sub(" ", goal.scope.about)
    query = search.query(context, about, {*context.speaker_terms, *ignored, *_TEXT}, light=names)
    units = [unit for document in documents for unit in document.units]
    scored = search.scored(context, query, units)
    known = {one.unit.number for one in scored}
    given, nothing = 0.0 if query.terms else NOTHING_ELSE, (0.0,) * len(query.terms)
    rest = [
        Scored(context.units[unit], query, given, given, nothing, nothing)
        for unit in (units if goal.kinds[0] in ONE_OF_A_KIND else units[:_UNITS])
        if unit not in known
    ]
    return [*scored, *rest]


def _steps(goal: Sought, alone: bool) -> list[tuple[str, ...]]:
    """The kinds asked for, then, where a phrase could do as well, phrases; ``alone`` if there is only conversation."""
    kinds = tuple(kind for kind in goal.kinds if kind != "open")
    people = value_roles.asked(goal.clause, "person")
    if "person" in kinds and people and "organisation" not in people[0].kinds:
        kinds = ("person",)
    if not kinds:
        return [("open",)]
    written = goal.scope.links and kinds[0] in ("person", "place", "organisation")
    if kinds[0] in ("holding", "issue"):
        return [kinds, ("open",)]
    loose = "open" in goal.kinds and not written and not any(value_roles.asked(goal.clause, kind) for kind in kinds)
    return [kinds, ("open",)] if loose or (alone and kinds[0] in ("amount", "percent")) else [kinds]


def _in_sentence(context: Context, goal: Sought, place: Scored) -> Iterator[Found]:
    """The candidates of one sentence."""
    text, matched = place.unit.text, _matched(place)
    for rank, kind in enumerate(goal.kinds):
        for value in values_of(context, goal, kind, place.unit):
            if kind not in _MAY_REPEAT and _barred(context, value, goal):
                continue
            fits = value_roles.fits(value.kind, text, value.start, value.end, goal.clause)
            where = place
            if fits and goal.scope.links and place.unit.document is not None:
                where = replace(place, own=max(place.own, NOTHING_ELSE), full=max(place.full, NOTHING_ELSE))
            near = _proximity(place.query, matched, value)
            score = value.prior + _FULL * where.full + _OWN * where.own + _NEAR * near
            yield Found(value, where, score + _bonus(context, goal, value, where, fits) - _RANK * rank, fits)


def values_of(context: Context, goal: Sought, kind: str, unit: Unit) -> Sequence[Value]:
    """Values of a kind in a sentence."""
    text = unit.text
    if kind in phrases.KINDS:
        return phrases.find(kind, text, goal.clause)
    if kind == "number" and goal.kinds[0] == "amount":
        return []
    if unit.turn is None:
        return values.find(kind, text, context.passages[unit.passage].time)
    turn = context.turns[unit.turn]
    if kind == "saying":
        day = turn.time.date() if turn.time and not goal.scope.links else None
        return [Value(0, len(text), value_types.format_date(day), "saying", (day, day), -0.35)] if day else []
    found = values.find(kind, text, turn.time)
    if kind == "amount":
        return [*found, *(replace(one, kind=kind) for one in values.find("number", text) if "," in one.text)]
    return [*found, *_speakers(turn, text)] if kind == "person" else found


def _speakers(turn: Turn, text: str) -> list[Value]:
    """The speaker as an answer to who, where they speak of themselves or take something on."""
    takes = _FIRST.search(text) or changes.AGREED.match(text)
    if not turn.speaker or not takes:
        return []
    prior = -0.25 if re.search(r"\byou(?:r|['’]re)?\b", text, re.IGNORECASE) else 0.0
    return [Value(*takes.span(), turn.speaker, "person", turn.speaker.split()[0].lower(), prior)]


def _barred(context: Context, value: Value, goal: Sought) -> bool:
    """True if a value only repeats the question, or names a speaker where no person is asked for."""
    terms = words.content(value.text)
    if value.kind in ("organisation", "person") and context.speaker_terms.isdisjoint(terms):
        terms = terms[:1]
    barred = goal.barred if "person" in goal.kinds else goal.barred | context.speaker_terms
    return barred.issuperset(terms)


@lru_cache(maxsize=1 << 12)
def _starts(text: str) -> dict[str | int, list[int]]:
    """Where the words of a sentence start, by term and by synonym class."""
    found: dict[str | int, list[int]] = {}
    for word in tagging.words(text):
        keys: list[str | int] = [word.term, *words.classes(word.term)]
        for key in keys:
            found.setdefault(key, []).append(word.start)
    return found


def _matched(place: Scored) -> list[tuple[float, list[int]]]:
    """The weight of each matched word of the question, and where the words that match it start."""
    starts = _starts(place.unit.text)
    query, found = place.query, []
    for wanted, weight, classes in zip(query.terms, query.weights, query.classes, strict=True):
        keys: tuple[str | int, ...] = (wanted, *classes)
        found.append((weight, [start for key in keys for start in starts.get(key, ())]))
    return [(weight, own) for weight, own in found if own]


def _proximity(query: Query, matched: list[tuple[float, list[int]]], value: Value) -> float:
    """How near the matched words of the question stand to a value, by weight."""
    near = 0.0
    for weight, starts in matched:
        gap = min(max(start - value.end, value.start - start, 0) for start in starts)
        near += weight / (1.0 + gap / 30.0)
    return near / (sum(query.weights) or 1.0)


def _bonus(context: Context, goal: Sought, value: Value, place: Scored, fits: bool | None) -> float:
    """What the role, the place and the kind of a candidate say for it."""
    unit, total = place.unit, 0.0
    spoken, wanted = unit.turn is not None, value_roles.asked(goal.clause, value.kind)
    if fits:
        total += (0.25 if spoken else 0.45) * (1.0 if goal.scope.asked else min(1.0, 2 * place.full))
    elif fits is False or (not spoken and goal.scope.links and wanted):
        total -= 0.15 if spoken else 0.35
    if spoken:
        meant = context.talk.meant.get(unit.turn or 0, {})
        points = goal.scope.links[0].utterances[:3] if goal.scope.described and goal.scope.links and wanted else ()
        total -= _OTHER if goal.scope.links and wanted and wanted[0].written else 0.0
        total -= _OTHER if unit.turn in points or goal.scope.documents.difference(meant) else 0.0
        chosen = value.kind in CHOSEN and changes.decided(unit.text, value.start, value.end)
        return total + (0.25 if chosen else 0.0)
    total -= 0.2 if context.turns and not goal.scope.asked else 0.0
    units = context.documents[unit.document or 0].units
    if value.kind == "outcome":
        return total + 0.15 * (len(unit.text.split()) < _SHORT) + 0.3 * units.index(unit.number) / len(units)
    tells = value.kind in ("docket", "court") or (fits and value.kind in ("date", "person"))
    return total + 0.3 * bool(tells and unit.number < units[:_OPENING][-1])
