"""From a question understood to an answer with its confidence and the passages it rests on."""

from __future__ import annotations

import re
from dataclasses import replace

from microworlds.reading.answering import (
    comparing,
    finding,
    polarity,
    precedents,
    references,
    results,
    seeking,
    sessions,
    titles,
)
from microworlds.reading.answering.asked import Asked
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.deriving import Known
from microworlds.reading.answering.finding import Found
from microworlds.reading.answering.scopes import Scope

_DECISIVE = ("order", "choose", "same", "more")
"""Forms that no single value can answer."""
_MOST = 5
"""Items of a list."""
_CONSTANT = {
    "date": "2020", "amount": "$10,000", "number": "2", "duration": "30 days", "percent": "5%", "outcome": "affirmed",
    "court": "Supreme Court", "law": "State of Delaware", "docket": "No. 1",
}  # fmt: skip
_AUXILIARY = re.compile(r"^\s*(?:did|does|do|was|is|were|are|has|had|have|will)\b", re.IGNORECASE)


def answer(context: Context, asked: Asked) -> Known | None:
    """The answer, or None if nothing of the kind asked for is there."""
    if not context.units:
        return None
    if asked.form in comparing.FORMS:
        worked_out = comparing.answer(context, asked)
        if worked_out is not None or asked.form in _DECISIVE:
            return worked_out
    if asked.form == "yes_no":
        return polarity.answer(context, asked)
    if asked.form == "list":
        return _title(context, asked) or _list(context, asked)
    return _value(context, asked)


def guess(context: Context, asked: Asked) -> Known:
    """What to say when one has to say something: the likeliest value of the kind asked for, wherever it stands."""
    if asked.form == "order":
        return Known("before", "before", 0.0, ())
    if asked.form in ("yes_no", "same", "more"):
        return Known("no", False, 0.0, ())
    goal = seeking.sought(context, asked, asked.text, asked.kinds, Scope())
    found = finding.candidates(context, goal)
    if found:
        return replace(results.known(context, asked, goal, found[0]), confidence=0.0)
    for unit, value in finding.anywhere(context, goal):
        return Known(value.text, value.key, 0.0, (unit.passage,), value.kind)
    return Known(_CONSTANT.get(asked.kinds[0], "unknown"), None, 0.0, ())


def _value(context: Context, asked: Asked) -> Known | None:
    """The one value asked for."""
    special = sessions.asked_for(context, asked.clause) or precedents.asked_for(context, asked)
    special = special or _title(context, asked)
    if special is not None:
        return special
    goal = seeking.sought(context, asked, asked.text, asked.kinds)
    found = results.best(context, goal)
    if not found:
        return None
    return results.together(context, asked, goal, found) or results.known(context, asked, goal, found[0])


def _title(context: Context, asked: Asked) -> Known | None:
    """Which document was meant: the title of the one of which the question's own words were said."""
    if asked.kinds[0] != "title":
        return None
    words = re.sub(rf"^.*?\b{titles.DOCUMENT_NOUN}\b", "", asked.clause, count=1, flags=re.IGNORECASE)
    links = references.resolve(context, _AUXILIARY.sub("", f"{words} {asked.lead}").strip(), asked.state)
    if not links:
        return None
    support = tuple(dict.fromkeys(context.turns[turn].passage for turn in reversed(links[0].turns)))
    title = context.documents[links[0].document].title
    return Known(title, title.lower(), max(0.4, links[0].weight), support, "title")


def _list(context: Context, asked: Asked) -> Known | None:
    """The best value of each passage that answers well, joined."""
    goal = seeking.sought(context, asked, asked.text, asked.kinds)
    found = finding.candidates(context, goal)
    if not found:
        return None
    first = results.together(context, asked, goal, found)
    if first is not None:
        return first
    picked = _picked(found)
    first = results.known(context, asked, goal, found[0])
    words = ", ".join(results.shown(context, asked, one) for one in picked)
    support = dict.fromkeys([*first.support, *(one.place.unit.passage for one in picked)])
    return replace(first, text=words, support=tuple(support))


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
