"""How far the passages bear an answer out: whether all is there that the question takes for granted.

A question may name a person or thing that nobody mentions, credit one person with another's words, or ask for a kind
of value that is not there; then the best candidate is not an answer.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise

from microworlds.reading.general import phrases, roles, tagging, titles, words
from microworlds.reading.general.context import Context
from microworlds.reading.general.finding import NOTHING_ELSE, Found
from microworlds.reading.general.questions import Asked
from microworlds.reading.general.weighing import Sought, called_out

_UNKNOWN, _FAR = 0.3, 0.55
"""What is left for each name that nobody mentions, for each that is not mentioned around the answer."""
_OTHER_ROLE, _NO_ROLE, _SAID_ONLY = 0.3, 0.55, 0.4
"""What is left if the value has another role than the one asked for, none, or is only spoken of in conversation."""
_OTHER_TEXT = 0.5
"""What is left if a sentence of conversation names another text."""
WEIGHTS = {
    "bias": -7.0, "cover": 1.9, "missing": -0.95, "several": 1.8, "known": 1.8, "speaker": 5.0, "addressed": 3.9,
    "spoken_of": 2.4, "another": 0.0, "unnamed": 1.0,
}  # fmt: skip
"""What counts for something said: the share of the question that is covered, the heaviest noun that is not, more than
one person asked about, whether names are known, and who it is that the question is about: the speaker, who is spoken
to, who is spoken of, somebody else. Fitted by logistic regression on three conversations of LoCoMo."""
_FIRST = re.compile(r"\b(?:I|me|my|mine|we|us|our|I['’]\w+|we['’]\w+)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|yours|you['’]\w+)\b", re.IGNORECASE)
_SUBJECT = words.regex("premises.subject")


def confidence(context: Context, asked: Asked, goal: Sought, found: Found) -> float:
    """How much of the question an answer's place bears out, 0 to 1."""
    if goal.scope.lost:
        return 0.0
    place, unit = found.place, found.place.unit
    base = place.full
    singled_out = unit.document is not None and bool(goal.scope.links)
    wants_role = bool(roles.asked(goal.clause, found.value.kind))
    counted = found.value.kind in ("amount", "percent", "number", "duration") or (
        found.value.kind in ("date", "person", "place", "organisation") and not wants_role
    )
    if singled_out and (found.fits or (found.value.kind == goal.kinds[0] not in phrases.KINDS and not counted)):
        base = max(base, NOTHING_ELSE)
    if unit.turn is not None:
        base = _said(context, asked, goal, found)
        other = context.talk.named(unit.text) if goal.scope.links else {}
        base *= _OTHER_TEXT if other and goal.scope.documents.isdisjoint(other) else 1.0
        return base * (_SAID_ONLY if goal.scope.links and wants_role and not found.fits else 1.0)
    base *= known(context, asked) * (1.0 if goal.scope.asked else _around(context, found, asked))
    if found.fits is False:
        general = roles.asked(goal.clause, found.value.kind)[0].general
        return min(1.0, base * (_NO_ROLE if general else _OTHER_ROLE))
    return min(1.0, base * (_NO_ROLE if found.fits is None and wants_role else 1.0))


def known(context: Context, asked: Asked) -> float:
    """Less than 1 for each name in a question that no passage has."""
    return _UNKNOWN ** sum(not context.mentions(context.called(one)) for one in _names(asked))


def _around(context: Context, found: Found, asked: Asked, others: bool = False) -> float:
    """Less than 1 for each name in a question, or each of ``others`` than speakers, that is not around the answer."""
    matched = {one for one, value in zip(found.query.terms, found.place.around, strict=True) if value > 0}
    names = [one for one in map(context.called, _names(asked)) if not (others and one in context.speaker_terms)]
    return _FAR ** sum(one in found.query.names and one not in matched for one in names)


def _names(asked: Asked) -> list[str]:
    """Terms of the capitalised words of a question, but for those that open it or a sentence of it."""
    tokens = words.TOKEN.findall(asked.text)
    inner = [word for before, word in pairwise(tokens) if before not in ".?!" and len(word) > 1]
    return [words.term(word) for word in inner if word[0].isupper() and word.lower() not in words.STOP]


def _said(context: Context, asked: Asked, goal: Sought, found: Found) -> float:
    """How far something said bears a question out; of a question about people by a logistic sum, see ``WEIGHTS``."""
    people, unit = _people(context, asked), found.place.unit
    if not people:
        return min(
            1.0, found.cover * known(context, asked) * (1.0 if goal.scope.asked else _around(context, found, asked))
        )
    turn = context.turns[unit.turn or 0]
    nouns = {context.called(word.term) for word in tagging.words(asked.clause) if word.tag in "NA"} - found.query.names
    rows = zip(found.query.terms, found.query.weights, found.place.around, strict=True)
    missing = [weight * (1 - value) for term, weight, value in rows if term in nouns]
    relation = "another"
    if context.speaks(turn, people):
        relation = "speaker"
    elif _SECOND.search(unit.text):
        relation = "addressed"
    elif not _FIRST.search(unit.text) and any(_speaks_of(context, unit.text, one) for one in people):
        relation = "spoken_of"
    total = (
        WEIGHTS["bias"] + WEIGHTS[relation] + WEIGHTS["cover"] * found.cover + WEIGHTS["known"] * known(context, asked)
    )
    total += WEIGHTS["missing"] * max(missing, default=0.0) + WEIGHTS["several"] * (len(people) > 1)
    return 1 / (1 + math.exp(-total - WEIGHTS["unnamed"] * math.log(_around(context, found, asked, others=True))))


def _people(context: Context, asked: Asked) -> list[str]:
    """Terms of the names of whom a question says that they did, are or have something."""
    subjects = [context.called(words.term(match["name"] or match["owner"])) for match in _SUBJECT.finditer(asked.text)]
    speakers = [one for one in map(context.called, _names(asked)) if one in context.speaker_terms]
    parties = {one for document in context.documents for one in titles.names(document.title)}
    return [one for one in dict.fromkeys([*subjects, *speakers]) if one not in parties]


def _speaks_of(context: Context, text: str, one: str) -> bool:
    """True if a sentence has a name and does not only call it out: thanks, Ann! Hey Ann, ..."""
    for match in words.TOKEN.finditer(text):
        if context.called(words.term(match.group())) == one:
            return not called_out(context, text, match.start(), match.end())
    return False
