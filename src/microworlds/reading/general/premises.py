"""How far the passages bear an answer out: whether all is there that the question takes for granted.

A question may name a person or thing that nobody mentions, credit one person with another's words, or ask for a kind
of value that is not there; then the best candidate is not an answer.
"""

from __future__ import annotations

import re
from itertools import pairwise

from microworlds.reading.general import finding, phrases, roles, titles, words
from microworlds.reading.general.context import Context, Turn, Unit
from microworlds.reading.general.finding import NOTHING_ELSE, Found, Sought
from microworlds.reading.general.questions import Asked

_UNKNOWN, _FAR = 0.3, 0.55
"""What is left for each name that nobody mentions, for each that is not mentioned around the answer."""
_OTHER_ROLE, _NO_ROLE, _SAID_ONLY = 0.3, 0.55, 0.4
"""What is left if the value has another role than the one asked for, none, or is only spoken of in conversation."""
_OTHER_TEXT, _OWN_WORDS = 0.5, 1.25
"""What is left if a sentence of conversation names another text; how much surer are words about oneself."""
_FIRST = re.compile(r"\b(?:I|me|my|mine|we|us|our|I['’]\w+|we['’]\w+)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|yours|you['’]\w+)\b", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\b(?:did|does|do|is|was|are|were|has|have|had|will|would|can|could|should|might|may)\s+(?P<name>[A-Z][\w’'-]+)"
    r"|\b(?P<owner>[A-Z][\w-]+)['’]s\b"
)


def confidence(context: Context, asked: Asked, goal: Sought, found: Found) -> float:
    """How much of the question an answer's place bears out, 0 to 1."""
    if goal.scope.lost:
        return 0.0
    place, unit = found.place, found.place.unit
    base = place.full
    singled_out = unit.document is not None and bool(goal.scope.links)
    counted = found.value.kind in ("amount", "percent", "number", "duration")
    if singled_out and (found.fits or (found.value.kind == goal.kinds[0] not in phrases.KINDS and not counted)):
        base = max(base, NOTHING_ELSE)
    base *= known(context, asked) * (1.0 if goal.scope.asked else _around(context, found, asked))
    wants_role = bool(roles.asked(goal.clause, found.value.kind))
    if unit.turn is not None:
        base *= _right_person(context, asked, unit)
        other = context.talk.named(unit.text) if goal.scope.links else {}
        base *= _OTHER_TEXT if other and goal.scope.documents.isdisjoint(other) else 1.0
        return min(1.0, base * (_SAID_ONLY if goal.scope.links and wants_role and not found.fits else 1.0))
    if found.fits is False:
        general = roles.asked(goal.clause, found.value.kind)[0].general
        return min(1.0, base * (_NO_ROLE if general else _OTHER_ROLE))
    return min(1.0, base * (_NO_ROLE if found.fits is None and wants_role else 1.0))


def known(context: Context, asked: Asked) -> float:
    """Less than 1 for each name in a question that no passage has."""
    return _UNKNOWN ** sum(not context.mentions(context.called(one)) for one in _names(asked))


def _around(context: Context, found: Found, asked: Asked) -> float:
    """Less than 1 for each name in a question that is not to be found around the answer."""
    matched = {one for one, value in zip(found.query.terms, found.place.around, strict=True) if value > 0}
    names = [context.called(one) for one in _names(asked)]
    return _FAR ** sum(one in found.query.names and one not in matched for one in names)


def _names(asked: Asked) -> list[str]:
    """Terms of the capitalised words of a question, but for those that open it or a sentence of it."""
    tokens = words.TOKEN.findall(asked.text)
    inner = [word for before, word in pairwise(tokens) if before not in ".?!" and len(word) > 1]
    return [words.term(word) for word in inner if word[0].isupper() and word.lower() not in words.STOP]


def _right_person(context: Context, asked: Asked, unit: Unit) -> float:
    """Less than 1 where a question is about one person and the answer is another's words about themselves."""
    turn = context.turns[unit.turn or 0]
    people = _people(context, asked)
    if turn.speaker is None or not people:
        return 1.0
    first, second = (pattern.search(unit.text) is not None for pattern in (_FIRST, _SECOND))
    if context.speaks(turn, people):
        return _OWN_WORDS if first else 1.0
    spoken_of = [one for one in people if _speaks_of(context, turn, one)]
    if any(one in unit.terms.terms for one in spoken_of) or (spoken_of and not first):
        return 1.0
    if first and not second:
        return 0.3
    return 0.9 if second or spoken_of else 0.55


def _people(context: Context, asked: Asked) -> list[str]:
    """Terms of the names of whom a question says that they did, are or have something."""
    subjects = [context.called(words.term(match["name"] or match["owner"])) for match in _SUBJECT.finditer(asked.text)]
    speakers = [one for one in map(context.called, _names(asked)) if one in context.speaker_terms]
    parties = {one for document in context.documents for one in titles.names(document.title)}
    return [one for one in dict.fromkeys([*subjects, *speakers]) if one not in parties]


def _speaks_of(context: Context, turn: Turn, one: str) -> bool:
    """True if a turn has a name and does not only call it out: thanks, Ann! Hey Ann, ..."""
    for match in words.TOKEN.finditer(turn.text):
        if context.called(words.term(match.group())) == one:
            return not finding.called_out(context, turn.text, match.start(), match.end())
    return False
