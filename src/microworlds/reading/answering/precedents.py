"""Which of the decisions that a text cites is the oldest or the newest."""

from __future__ import annotations

import re

from microworlds.reading.answering import scopes, titles
from microworlds.reading.answering.asked import Asked
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.deriving import Known

_CITED_AS = r"(?:case|precedent|decision|authority|opinion)s?"
_ASKED = re.compile(
    rf"\b(?P<old>oldest|earliest|most ancient|first)\b.*\b{_CITED_AS}\b.*"
    r"\b(?:cit\w+|reli\w+|quot\w+|invok\w+|refer\w+|mention\w+)\b"
    rf"|\b(?P<new>newest|latest|most recent)\b.*\b{_CITED_AS}\b.*\b(?:cit\w+|quot\w+|invok\w+)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"^[^()]{0,80}?\([^()]{0,30}?(?P<year>1[6-9]\d\d|20\d\d)\)")


def asked_for(context: Context, asked: Asked) -> Known | None:
    """The oldest or newest decision cited in the document that a question is about, if that is what it asks."""
    match = _ASKED.search(asked.clause)
    if not match:
        return None
    scope = scopes.scope(context, asked.text, asked.state)
    if scope.lost:
        return None
    numbers = [link.document for link in scope.links] or range(len(context.documents))
    found = [one for number in numbers for one in _cited(context, number)]
    if not found:
        return None
    year, _, title, passage = min(found) if match["old"] else max(found, key=lambda one: (one[0], -one[1]))
    turns = scope.links[0].turns if scope.links else ()
    support = dict.fromkeys([*(context.turns[turn].passage for turn in turns), passage])
    return Known(title, year, 0.8, tuple(support), "title")


def _cited(context: Context, document: int) -> list[tuple[int, int, str, int]]:
    """Year, place, title and passage of every decision cited with its name and year."""
    own = context.documents[document].names
    found = []
    for passage, text in _texts(context, document):
        for start, end in titles.cases(text):
            year = _YEAR.match(text[end:])
            if year and not titles.names(text[start:end]) & own:
                found.append((int(year["year"]), start, text[start:end].rstrip(","), passage))
    return found


def _texts(context: Context, document: int) -> list[tuple[int, str]]:
    """What each passage shows of a document: a citation must not be cut where its sentence seems to end."""
    stretches: dict[int, tuple[int, int]] = {}
    for number in context.documents[document].units:
        unit = context.units[number]
        start, end = stretches.get(unit.passage, (unit.sentence.start, 0))
        stretches[unit.passage] = (start, max(end, unit.sentence.start + len(unit.sentence.text)))
    return [(passage, context.passages[passage].text[start:end]) for passage, (start, end) in stretches.items()]
