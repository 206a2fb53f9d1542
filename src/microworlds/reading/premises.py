"""How far the passages bear an answer out: whether all is there that the question takes for granted.

A question may name a person or thing that nobody mentions, credit one person with another's words, or ask for a kind
of value that is not there; then the best candidate is not an answer.
"""

import math
import re
from itertools import pairwise

from microworlds.reading import phrases, tagging, value_roles, words
from microworlds.reading.context import Context
from microworlds.reading.finding import NOTHING_ELSE, Found, Sought
from microworlds.reading.question_forms import Asked

_UNKNOWN, _FAR = 0.3, 0.55
"""What is left for each name that nobody mentions, for each that is not mentioned around the answer."""
_OTHER_ROLE, _NO_ROLE, _SAID_ONLY = 0.3, 0.55, 0.4
"""What is left if the value has another role than the one asked for, none, or is only spoken of in conversation."""
_OTHER_KIND = 0.48
"""What is left where who is asked and no person answers, or where any phrase of any text answers for a value."""
WEIGHTS = {
    "bias": -7.0, "cover": 1.9, "missing": -0.95, "several": 1.8, "known": 1.8, "speaker": 5.0, "addressed": 3.9,
    "spoken_of": 2.4, "another": 0.0, "away": -0.6,
}  # fmt: skip
"""What counts for something said: the share of the question that is covered, the heaviest noun that is not, more than
one person asked about, whether names are known and near, and who the question is about: the speaker, who is spoken
to, who is spoken of, somebody else. Fitted by logistic regression on three conversations of LoCoMo."""
_FIRST = re.compile(r"\b(?:I|me|my|mine|we|us|our|I['’]\w+|we['’]\w+)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|yours|you['’]\w+)\b", re.IGNORECASE)
_SEVERAL, _SEVERAL_ROLES = ("amount", "percent", "number", "duration"), ("date", "person", "place", "organisation")
"""Kinds of which a text has several values; and those that tell by their role which is which."""


def confidence(context: Context, asked: Asked, goal: Sought, found: Found) -> float:
    """How much of the question an answer's place bears out, 0 to 1."""
    if goal.scope.lost:
        return 0.0
    unit, kind, base = found.place.unit, found.value.kind, found.cover
    wanted = value_roles.asked(goal.clause, kind)
    people = _people(context, asked) if unit.turn is not None else []
    if people:
        base = _said(context, asked, found, people)
    else:
        several = kind in _SEVERAL or (kind in _SEVERAL_ROLES and not wanted)
        if goal.scope.links and unit.document is not None:
            alone = kind == goal.kinds[0] not in phrases.KINDS and not several
            base = max(base, NOTHING_ELSE) if found.fits or alone else base
        base *= known(context, asked) * (1.0 if goal.scope.asked else _FAR ** len(_away(context, found, asked)))
    if unit.turn is not None:
        asks = value_roles.asked(goal.clause, goal.kinds[0])
        written = bool(asks and asks[0].written and context.documents)
        base *= _SAID_ONLY if (written or (goal.scope.links and wanted)) and not found.fits else 1.0
    elif wanted and not found.fits:
        base *= _OTHER_ROLE if found.fits is False and not wanted[0].general else _NO_ROLE
    anything = unit.turn is None and not goal.scope.links and kind in phrases.KINDS
    base *= _OTHER_KIND if kind != goal.kinds[0] and (goal.kinds[0] == "person" or anything) else 1.0
    return min(1.0, base)


def known(context: Context, asked: Asked) -> float:
    """Less than 1 for each name in a question that no passage has."""
    return _UNKNOWN ** sum(not context.mentions(context.called(one)) for one in _names(asked))


def _away(context: Context, found: Found, asked: Asked) -> list[str]:
    """Names in a question that are not around the answer."""
    query = found.place.query
    matched = {one for one, value in zip(query.terms, found.place.around, strict=True) if value > 0}
    return [one for one in map(context.called, _names(asked)) if one in query.names and one not in matched]


def _names(asked: Asked) -> list[str]:
    """Terms of the capitalised words of a question, but for those that open it or a sentence of it."""
    tokens = words.TOKEN.findall(asked.text)
    inner = [word for before, word in pairwise(tokens) if before not in ".?!" and len(word) > 1]
    return [words.term(word) for word in inner if word[0].isupper() and word.lower() not in words.STOP]


def _said(context: Context, asked: Asked, found: Found, people: list[str]) -> float:
    """How far something said bears out a question about people, by a logistic sum, see ``WEIGHTS``."""
    unit, query = found.place.unit, found.place.query
    turn = context.turns[unit.turn or 0]
    nouns = {context.called(word.term) for word in tagging.words(asked.clause) if word.tag in "NA"} - query.names
    rows = zip(query.terms, query.weights, found.place.around, strict=True)
    missing = [weight * (1 - value) for term, weight, value in rows if term in nouns]
    spoken_of = {context.called(words.term(word)) for word in words.TOKEN.findall(unit.text)}
    relation = "another"
    if not context.speakers.get(turn.speaker or "", frozenset()).isdisjoint(people):
        relation = "speaker"
    elif _SECOND.search(unit.text):
        relation = "addressed"
    elif not _FIRST.search(unit.text) and not spoken_of.isdisjoint(people):
        relation = "spoken_of"
    total = WEIGHTS["bias"] + WEIGHTS[relation] + WEIGHTS["cover"] * found.cover
    total += WEIGHTS["known"] * known(context, asked) + WEIGHTS["several"] * (len(people) > 1)
    total += WEIGHTS["missing"] * max(missing, default=0.0)
    total += WEIGHTS["away"] * sum(one not in context.speaker_terms for one in _away(context, found, asked))
    return 1 / (1 + math.exp(-total))


def _people(context: Context, asked: Asked) -> list[str]:
    """Terms of the names of whom a question says that they did, are or have something."""
    subjects = [
        context.called(words.term(match["name"] or match["owner"]))
        for match in words.regex("premises.subject").finditer(asked.text)
    ]
    speakers = [one for one in map(context.called, _names(asked)) if one in context.speaker_terms]
    parties = {
        one for one in subjects if any(context.units[unit].turn is None for unit in context.postings.get(one, ()))
    }
    return [one for one in dict.fromkeys([*subjects, *speakers]) if one in speakers or one not in parties]
