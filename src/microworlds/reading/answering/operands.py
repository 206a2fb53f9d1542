"""The two things that a question compares, each found as the answer to a smaller question."""

from __future__ import annotations

import re
from dataclasses import replace

from microworlds.reading.answering import (
    comparisons,
    cues,
    deriving,
    finding,
    naming,
    referents,
    results,
    scopes,
    seeking,
    sessions,
    states,
    wording,
)
from microworlds.reading.answering.asked import Asked
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.deriving import Known
from microworlds.reading.answering.finding import Found
from microworlds.reading.answering.scopes import Scope

_CLEARER = 0.15
"""How much better one of two things must be found by itself not to take over the document of the other."""
_RELATED = 0.45
"""The share of the best cover that a second value must have to be the other thing compared."""
_OF_A_DATE = wording.words(r"""
    decid\w* | decision | argu\w* | hear\w* | submi\w* | sign\w* | dated? | effect\w* | forc\w* | enter\w* | expir\w*
    | end\w* | deliver\w* | fil\w* | issu\w* | hand\w* | ruling | made | conclud\w* | execut\w* | start\w* | beg\w+
    | commenc\w* | due | happen\w*
""")


def part(
    context: Context, asked: Asked, text: str, kinds: tuple[str, ...], shared: Scope | None = None
) -> Known | None:
    """One of the things compared, as an answer to a smaller question.

    What the other one says of a document holds for this one too, unless this one is clear without it.
    """
    scope = scopes.scope(context, text, asked.state)
    if scope.lost:
        return None
    goal = seeking.sought(context, asked, text, kinds, scope)
    if not any(cues.asked(goal.clause, kind) for kind in kinds):
        goal = replace(goal, clause=f"{goal.clause} {_predicate_of_both(asked)}")
    found = results.best(context, goal)
    if not scope.asked and shared is not None and shared.asked and naming.only_one(context, text) is None:
        narrow = replace(goal, scope=replace(shared, phrases=()))
        within = results.best(context, narrow)
        if within and (not found or found[0].cover <= within[0].cover + _CLEARER):
            goal, found = narrow, within
    return results.known(context, asked, goal, found[0]) if found else None


def _predicate_of_both(asked: Asked) -> str:
    """The question without the phrases that mean documents: what is asked of both."""
    text = asked.clause
    for referent in reversed(referents.find(text)):
        text = text[: referent.start] + text[referent.end :]
    return text


def dates(context: Context, asked: Asked) -> tuple[Known | None, Known | None]:
    """When the two things were."""
    if asked.operands is None:
        return None, None
    a, b = asked.operands
    return _when(context, asked, a, b), _when(context, asked, b, a)


def _when(context: Context, asked: Asked, text: str, other: str) -> Known | None:
    """When something was: a meeting, a date that is stated, a document's own date, an event."""
    met = sessions.when(context, text)
    if met is not None:
        return met
    said = deriving.stated("date", text, None)
    if said is not None and not re.search(r"[a-z]{4,}", text.replace(said.text, "")):
        return Known(said.text, said.key, 1.0, (), "date")
    scope = scopes.scope(context, text, asked.state)
    if scope.links and not _OF_A_DATE.search(text):
        match = _OF_A_DATE.search(other) or _OF_A_DATE.search(asked.clause)
        text = f"{text} {match.group() if match else 'decided dated made'}"
    return part(context, asked, text, ("date", "saying"), scopes.scope(context, asked.text, asked.state))


def pair(context: Context, asked: Asked, kinds: tuple[str, ...]) -> list[Known]:
    """The two things compared, or, where the question does not part them, the two best values that differ."""
    if asked.operands and all(asked.operands):
        found = [one for one in _each(context, asked, kinds) if one]
        if len(found) == 2 and (found[0].support[-1:] != found[1].support[-1:] or found[0].key != found[1].key):
            return found
    goal = seeking.sought(context, asked, comparisons.plain(asked.text), kinds, Scope())
    several = [one for one in finding.candidates(context, goal) if not states.refused(context, one)]
    return [results.known(context, asked, goal, one) for one in _two(several, asked.form == "sum")]


def _each(context: Context, asked: Asked, kinds: tuple[str, ...]) -> list[Known | None]:
    """The two things as the question names them; a short name is looked for with what is asked of both."""
    a, b = asked.operands or ("", "")
    shared = scopes.scope(context, asked.text, asked.state)
    lead = comparisons.plain(asked.clause.replace(a, " ").replace(b, " ")) if asked.form in ("sum", "same") else ""
    return [
        part(context, asked, f"{lead} {text}".strip() if len(text.split()) < 4 else text, kinds, shared)
        for text in (a, b)
    ]


def _two(found: list[Found], all_of_them: bool) -> list[Found]:
    """The best value and another of its kind: in the same sentence if nothing beside it is as much to the point."""
    if not found:
        return []
    first = found[0]
    near = [one for one in found if one.value.kind == first.value.kind and one.cover >= _RELATED * first.cover]
    inside = [one for one in near if one.place.unit.number == first.place.unit.number]
    beside = [one for one in near if one not in inside and one.value.key != first.value.key]
    if len(inside) > 1 and (all_of_them or not beside or first.cover > 1.2 * beside[0].cover):
        return inside
    return [first, *beside[:1]]
