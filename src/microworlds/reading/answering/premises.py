"""How far the passages bear an answer out: whether all is there that the question takes for granted.

A question may name a person or thing that nobody mentions, credit one person with another's words, or ask for a kind
of value that is not there; then the best candidate is not an answer.
"""

from __future__ import annotations

import re
from itertools import pairwise

from microworlds.reading.answering import cues, decisions, lexicon, naming, passages, subjects
from microworlds.reading.answering.asked import Asked
from microworlds.reading.answering.context import Context, Turn, Unit
from microworlds.reading.answering.finding import Found
from microworlds.reading.answering.seeking import NOTHING_ELSE, ONE_OF_A_KIND, Sought

_NAMES = 0.3
"""How much the names of a question can add to what is borne out of its other words."""
_UNKNOWN, _FAR = 0.3, 0.55
"""What is left for each name that nobody mentions, for each that is not mentioned around the answer."""
_OTHER_ROLE, _NO_ROLE, _SAID_ONLY = 0.3, 0.55, 0.4
"""What is left if the value has another role than the one asked for, none, or is only spoken of in conversation."""
_OTHER_SUBJECT = 0.4
"""What is left if the value is said of another thing than the question asks about."""
_OTHER_DOCUMENT = 0.5
"""What is left if a sentence of conversation means another document than the question."""
_OWN_WORDS = 1.25
"""How much surer an answer is that the person asked about gives of themselves."""
_FIRST = re.compile(r"\b(?:I|me|my|mine|we|us|our|I['’]\w+|we['’]\w+)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|yours|you['’]\w+)\b", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\b(?:did|does|do|is|was|are|were|has|have|had|will|would|can|could|should|might|may)\s+(?P<name>[A-Z][\w’'-]+)"
    r"|\b(?P<owner>[A-Z][\w-]+)['’]s\b"
)
_CALLS = re.compile(r"(?:^|[,.!?]|\b(?:hey|hi|hello|thanks|wow|yeah|yes|ok|aww|oh|so|sure))[,!]?\s*$", re.IGNORECASE)


def confidence(context: Context, asked: Asked, goal: Sought, found: Found) -> float:
    """How much of the question an answer's place bears out, 0 to 1."""
    if goal.scope.lost:
        return 0.0
    base = _borne(goal, found) * named(context, asked) * _around(goal, found, _names(asked))
    wants_role = bool(cues.asked(goal.clause, found.value.kind))
    if found.place.unit.turn is not None:
        base *= _right_person(context, asked, found.place.unit)
        base *= _OTHER_SUBJECT if _of_another(context, asked, found) else 1.0
        base *= _OTHER_DOCUMENT if _of_another_document(context, goal, found) else 1.0
        return min(1.0, base * (_SAID_ONLY if goal.scope.asked and wants_role and not found.fits else 1.0))
    if found.fits is False:
        return min(1.0, base * _OTHER_ROLE)
    return min(1.0, base * (_NO_ROLE if found.fits is None and wants_role else 1.0))


def _of_another(context: Context, asked: Asked, found: Found) -> bool:
    """True if the value is said of another thing; a correction says it of what the sentence before speaks of."""
    unit = found.place.unit
    if subjects.differ(asked.clause, unit.sentence.text, found.value.start):
        return True
    before = context.units[unit.number - 1].sentence.text if unit.number else ""
    return decisions.CORRECTS.search(unit.sentence.text) is not None and subjects.differ(asked.clause, before)


def _of_another_document(context: Context, goal: Sought, found: Found) -> bool:
    """True if a sentence of conversation names documents, and not the one that the question is about."""
    if not goal.scope.links:
        return False
    meant = {link.document for link in naming.named(context, found.place.unit.sentence.text).links}
    return bool(meant) and meant.isdisjoint(link.document for link in goal.scope.links)


def _borne(goal: Sought, found: Found) -> float:
    """The share of what was asked that the place of an answer covers.

    In a document that was singled out, a value in the role asked for, or of a kind that a document has one of, is
    borne out by what it is.
    """
    base = found.cover if found.plain is None else min(found.cover, found.plain + _NAMES)
    singled_out = found.place.unit.document is not None and goal.scope.asked
    return max(base, NOTHING_ELSE) if singled_out and (found.fits or found.value.kind in ONE_OF_A_KIND) else base


def named(context: Context, asked: Asked) -> float:
    """Less than 1 for each name in a question that no passage has."""
    return _UNKNOWN ** sum(not context.mentions(one) for one in _names(asked))


def _around(goal: Sought, found: Found, names: list[str]) -> float:
    """Less than 1 for each name in a question that is not to be found around the answer.

    The names that singled out a document have been used up.
    """
    if goal.scope.asked:
        return 1.0
    matched = {one for one, value in zip(found.query.terms, found.place.around, strict=True) if value > 0}
    return _FAR ** sum(one in found.query.names and one not in matched for one in names)


def _names(asked: Asked) -> list[str]:
    """Terms of the capitalised words of a question, but for those that open it or a sentence of it."""
    words = lexicon.tokens(asked.text)
    inner = [word for before, word in pairwise(words) if before not in ".?!" and len(word) > 1]
    return [lexicon.term(word) for word in inner if word[0].isupper() and word.lower() not in lexicon.STOP]


def _right_person(context: Context, asked: Asked, unit: Unit) -> float:
    """Less than 1 where a question is about one person and the answer is another's words about themselves."""
    turn = context.turns[unit.turn or 0]
    people = _people(context, asked)
    if turn.speaker is None or not people:
        return 1.0
    if any(context.speaks(turn, [one]) for one in people):
        return _OWN_WORDS if _FIRST.search(unit.sentence.text) else 1.0
    spoken_of = [one for one in people if _speaks_of(turn, one)]
    first, second = (pattern.search(unit.sentence.text) is not None for pattern in (_FIRST, _SECOND))
    if any(one in unit.sentence.terms for one in spoken_of) or (spoken_of and not first):
        return 1.0
    if first and not second:
        return 0.3
    return 0.9 if second or spoken_of else 0.55


def _people(context: Context, asked: Asked) -> list[str]:
    """Terms of the names of whom a question says that they did, are or have something."""
    subjects = [lexicon.term(match["name"] or match["owner"]) for match in _SUBJECT.finditer(asked.text)]
    speakers = [one for one in _names(asked) if one in context.speaker_terms]
    return [one for one in dict.fromkeys([*subjects, *speakers]) if one not in context.name_counts]


def _speaks_of(turn: Turn, one: str) -> bool:
    """True if a turn has a name and does not only call it out: thanks, Ann! Hey Ann, ..."""
    if one not in passages.analysed(turn.text)[0]:
        return False
    for match in lexicon.TOKEN.finditer(turn.text):
        if lexicon.term(match.group()) == one:
            before, after = turn.text[: match.start()], turn.text[match.end() :]
            return not (re.match(r"\s*(?:[,!?.]|$)", after) and _CALLS.search(before))
    return True
