"""From a question understood to an answer with its confidence and the passages it rests on."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from microworlds.core import value_types
from microworlds.reading.general import changes, finding, premises, references, roles, scopes, search, states, words
from microworlds.reading.general.context import Context
from microworlds.reading.general.finding import Found
from microworlds.reading.general.questions import Asked
from microworlds.reading.general.scopes import Scope
from microworlds.reading.general.search import Scored
from microworlds.reading.general.weighing import Sought

_SURE = 0.5
"""How sure one is of who said something."""
_MOST = 5
"""Items of a list."""
_LOOKED_AT, _SURER = 12, 0.1
"""Sentences that may settle yes or no; what such a question needs less, since there is always one of two answers."""
_BRINGS = words.regex("answers.brings")
"""How one says that somebody brought a text up."""
_CONSTANT = {
    "date": "2020", "amount": "$10,000", "number": "2", "duration": "30 days", "percent": "5%", "outcome": "affirmed",
    "court": "Supreme Court", "law": "State of Delaware", "docket": "No. 1",
}  # fmt: skip


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
    if asked.kinds[0] == "title":
        found = title(context, asked)
        if found is not None:
            return found
        asked = replace(asked, kinds=asked.kinds[1:])
    brought = bringer(context, asked) if asked.kinds[0] == "person" else None
    if brought is not None:
        return brought
    goal = finding.sought(context, asked, asked.text, asked.kinds)
    settled = states.settle(context, goal, finding.candidates(context, goal))
    if not settled:
        return None
    several = _together(context, asked, goal, settled)
    if several is not None or asked.form != "list":
        return several or known(context, asked, goal, settled[0])
    first = known(context, asked, goal, settled[0])
    picked = _picked(settled)
    text = ", ".join(dict.fromkeys(shown(context, asked, one) for one in picked))
    support = dict.fromkeys([*first.support, *(one.place.unit.passage for one in picked)])
    return replace(first, text=text, support=tuple(support))


def title(context: Context, asked: Asked) -> Known | None:
    """Which text was meant: the title of the one of which the question's own words were said."""
    links = references.resolved(context.talk, asked.text)
    if not links or not context.documents:
        return None
    support = tuple(dict.fromkeys(context.turns[turn].passage for turn in links[0].utterances[:2]))
    name = context.documents[links[0].text].title
    return Known(name, name.lower(), links[0].fit, support, "title")


def bringer(context: Context, asked: Asked) -> Known | None:
    """Who brought a text up: the first who named it, if that is what is asked."""
    scope = scopes.scope(context, asked.text)
    if not scope.described or not _BRINGS.search(asked.clause) or roles.asked(scope.about, "person"):
        return None
    links = references.resolved(context.talk, asked.text)
    if not links or links[0].fit < references.enough(context.talk):
        return None
    for turn in context.talk.naming(links[0].text)[:1]:
        who = context.turns[turn].speaker
        if who:
            return Known(who, who.split()[0].lower(), _SURE, (context.turns[turn].passage,), "person")
    return None


def yes_no(context: Context, asked: Asked) -> Known | None:
    """Whether something is so, by what was said of it last; None if nothing speaks of it."""
    scored = search.scored(context, search.query(context, asked.clause), range(len(context.units)))[:_LOOKED_AT]
    if not scored:
        return None
    so, unit = _verdict(context, scored)
    sure = scored[0].full * premises.known(context, asked) + _SURER
    return Known("yes" if so else "no", so, sure, (context.units[unit].passage,), "yes_no")


def _verdict(context: Context, scored: list[Scored]) -> tuple[bool, int]:
    """Whether what is asked is so, by the last word on it, and the sentence that says so."""
    best = scored[0]
    near = [
        one for one in scored if one.own >= 0.7 * best.own and one.full >= 0.6 * best.full and one.unit.turn is not None
    ] or [best]
    last = max(near, key=lambda one: (one.unit.turn or 0, one.full)) if best.unit.turn is not None else best
    said, where = changes.NEGATED.search(last.unit.text) is None, last.unit.number
    if last.unit.turn is None:
        return said, where
    turn = context.turns[last.unit.turn]
    for other in context.turns[turn.number + 1 : turn.number + 3]:
        if other.session != turn.session:
            break
        if changes.REFUSED.search(other.text):
            return False, other.units[0]
        if changes.AGREED.search(other.text):
            return said, where
    return said, where


def guess(context: Context, asked: Asked) -> Known:
    """What to say when one has to say something: the likeliest value of the kind asked for, wherever it stands."""
    if asked.form == "order":
        return Known("before", "before", 0.0, ())
    if asked.form in ("yes_no", "same", "more"):
        return Known("no", False, 0.0, ())
    goal = finding.sought(context, asked, asked.text, asked.kinds, Scope((), False, False, False, asked.text))
    found = finding.candidates(context, goal)
    if found:
        return replace(known(context, asked, goal, found[0]), confidence=0.0)
    for unit, one in finding.anywhere(context, goal):
        return Known(one.text, one.key, 0.0, (unit.passage,), one.kind)
    return Known(_CONSTANT.get(asked.kinds[0], "unknown"), None, 0.0, ())


def known(context: Context, asked: Asked, goal: Sought, found: Found) -> Known:
    """What a candidate says, how sure it is, and the passages it rests on: first those that say which text."""
    sure = premises.confidence(context, asked, goal, found)
    turns = goal.scope.links[0].utterances[:1] if goal.scope.links and found.place.unit.turn is None else ()
    support = dict.fromkeys([*(context.turns[turn].passage for turn in turns), found.place.unit.passage])
    return Known(shown(context, asked, found), found.value.key, sure, tuple(support), found.value.kind)


def shown(context: Context, asked: Asked, found: Found) -> str:
    """The answer's words: a speaker goes by their whole name, a year is all that is said of a date if it was asked."""
    if found.value.kind == "person":
        names = [name for name in context.speakers if name.split()[0] == found.value.text]
        if len(names) == 1:
            return names[0]
    key = found.value.key
    if asked.noun == "year" and isinstance(key, tuple) and isinstance(key[0], date):
        return str(key[0].year)
    ago = " ago" if found.value.kind == "duration" and re.search(r"\bhow long ago\b", asked.text, re.IGNORECASE) else ""
    return found.value.text.strip() + ago


def _together(context: Context, asked: Asked, goal: Sought, found: list[Found]) -> Known | None:
    """All who have the role asked for in one sentence, where several have it at once: a panel, the parties."""
    first = found[0]
    wanted = roles.asked(goal.clause, first.value.kind)
    if not first.fits or not wanted or not wanted[0].several:
        return None
    several = [one for one in found if one.fits and one.place.unit.number == first.place.unit.number]
    several.sort(key=lambda one: one.value.start)
    text = ", ".join(dict.fromkeys(shown(context, asked, one) for one in several))
    return replace(known(context, asked, goal, first), text=text)


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


def day(when: date, passage: int) -> Known:
    """A day as an answer."""
    return Known(value_types.format_date(when), (when, when), 0.9, (passage,), "date")
