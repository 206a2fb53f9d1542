"""From a question understood to an answer with its confidence and the passages it rests on."""

import re
from dataclasses import dataclass, replace
from datetime import date

from microworlds.reading import changes, finding, premises, references, scopes, search, states, value_roles, words
from microworlds.reading.context import Context
from microworlds.reading.finding import Found, Sought
from microworlds.reading.question_forms import Asked

_SURE = 0.5
"""How sure one is of who said something."""
_MOST = 5
"""Items of a list."""
_LOOKED_AT, _SURER = 12, 0.1
"""Sentences that may settle yes or no; what such a question needs less, since there is always one of two answers."""
_BRINGS = words.regex("answers.brings")
"""How one says that somebody brought a text up."""


@dataclass(frozen=True)
class Known:
    """Something found out: what to call it, what it amounts to, how sure that is, and the passages it rests on."""

    text: str
    key: object
    confidence: float
    support: tuple[int, ...]
    kind: str = ""


def value(context: Context, asked: Asked) -> Known | None:
    """The value asked for, or the list of values."""
    known_of = _of_text(context, asked)
    if known_of is not None:
        return known_of
    goal = finding.sought(context, asked, asked.text, asked.kinds)
    settled = states.settle(context, goal, finding.candidates(context, goal))
    first = known(context, asked, goal, settled[0]) if settled else None
    if first is None:
        return None
    wanted, best = value_roles.asked(goal.clause, settled[0].value.kind), settled[0]
    if best.fits and wanted and wanted[0].several:  # a panel, the parties
        picked = [one for one in settled if one.fits and one.place.unit.number == best.place.unit.number]
        picked.sort(key=lambda one: one.value.start)
    elif asked.form == "list":
        picked = _picked(settled)
    else:
        return first
    text = ", ".join(dict.fromkeys(shown(asked, one) for one in picked))
    support = dict.fromkeys([*first.support, *(one.place.unit.passage for one in picked)])
    return replace(first, text=text, support=tuple(support))


def _of_text(context: Context, asked: Asked) -> Known | None:
    """Which text was meant, or who brought it up, if that is what is asked."""
    scope, links = scopes.scope(context, asked.text), references.resolved(context.talk, asked.text)
    if not links:
        return None
    if asked.kinds[0] == "title" and context.documents:
        support = tuple(dict.fromkeys(context.turns[turn].passage for turn in links[0].utterances[:2]))
        name = context.title(links[0].text)
        return Known(name, name.lower(), links[0].fit, support, "title")
    brings = asked.kinds[0] == "person" and scope.described and _BRINGS.search(asked.clause)
    if not brings or value_roles.asked(scope.about, "person") or links[0].fit < references.enough(context.talk):
        return None
    turns = [context.turns[turn] for turn in context.talk.naming(links[0].text)[:1]]
    found = [Known(turn.speaker, "", _SURE, (turn.passage,), "person") for turn in turns if turn.speaker]
    return found[0] if found else None


def yes_no(context: Context, asked: Asked) -> Known | None:
    """Whether something is so, by what was said of it last; None if nothing speaks of it."""
    scored = search.scored(context, search.query(context, asked.clause), range(len(context.units)), _LOOKED_AT)
    if not scored:
        return None
    best = scored[0]
    near = [one for one in scored if one.own >= 0.7 * best.own and one.full >= 0.6 * best.full]
    last = max(near, key=lambda one: (-1 if one.unit.turn is None else one.unit.turn, one.full))
    unit = last.unit if best.unit.turn is not None else best.unit
    after = context.turns[unit.turn + 1 : unit.turn + 2] if unit.turn is not None else []
    refused = any(changes.REFUSED.search(turn.text) for turn in after)
    so = not refused and changes.NEGATED.search(unit.text) is None
    sure = best.full * premises.known(context, asked) + _SURER
    return Known("yes" if so else "no", so, sure, (unit.passage,), "yes_no")


def likeliest(context: Context, asked: Asked) -> str:
    """What to say when one has to say something: the first value of a kind asked for, wherever it stands."""
    if asked.form in ("yes_no", "same", "more", "order"):
        return "before" if asked.form == "order" else "no"
    goal = finding.sought(context, asked, asked.text, asked.kinds)
    places = ((kind, unit) for kind in asked.kinds for unit in context.units)
    found = (value.text for kind, unit in places for value in finding.values_of(context, goal, kind, unit))
    return next(found, "unknown")


def known(context: Context, asked: Asked, goal: Sought, found: Found) -> Known:
    """What a candidate says, how sure it is, and the passages it rests on: first those that say which text."""
    sure = premises.confidence(context, asked, goal, found)
    turns = goal.scope.links[0].utterances[:1] if goal.scope.links and found.place.unit.turn is None else ()
    support = dict.fromkeys([*(context.turns[turn].passage for turn in turns), found.place.unit.passage])
    return Known(shown(asked, found), found.value.key, sure, tuple(support), found.value.kind)


def shown(asked: Asked, found: Found) -> str:
    """The answer's words: a year is all that is said of a date if it was asked."""
    key = found.value.key
    if asked.noun == "year" and isinstance(key, tuple) and isinstance(key[0], date):
        return str(key[0].year)
    ago = " ago" if found.value.kind == "duration" and re.search(r"\bhow long ago\b", asked.text, re.IGNORECASE) else ""
    return found.value.text.strip() + ago


def _picked(found: list[Found]) -> list[Found]:
    """The best candidate of each passage, as long as they are good and none repeats another."""
    picked: list[Found] = []
    for one in found:
        good = one.cover >= 0.5 * found[0].cover and one.score >= found[0].score - 0.8
        again = any(
            one.place.unit.passage == other.place.unit.passage or one.value.text.lower() in other.value.text.lower()
            for other in picked
        )
        if good and not again and len(picked) < _MOST:
            picked.append(one)
    return picked
