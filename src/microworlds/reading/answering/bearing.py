"""How far a sentence of conversation bears out what a phrase says of a document: who did what with it, and when."""

from __future__ import annotations

import re

from microworlds.reading.answering import naming, passages, pointing, wording
from microworlds.reading.answering.context import Context, Turn, Unit
from microworlds.reading.answering.ranking import Query, Scored

_SAYING = 0.5
"""The share of a phrase that says no more than who spoke of a document which a turn of theirs covers."""
_SPEAKER = 0.12
"""What it adds that the person of a phrase is the one who speaks."""
_BORROWED = 0.25
"""The most that the turn before can add for a sentence which speaks of a document of its own."""
_OWNED = re.compile(r"(?:[A-Z]\w+\s?)+['’]s")
_NEGATIVE = wording.parts(r"""
    \b(?:not|no|never|nobody|none|cannot|without|out|aside|against|instead of|rather than|neither|nor|hardly)\b
    | \b(?:drop(?:ped|ping)?|dump(?:ed)?|shelved?|leave out|left out|overruled|abandon\w*|forget|discard\w*)\b
    | n['’]t\b | \bany ?more\b
""")
_ASSIGNED = re.compile(r"\b(?:was|were|is|been|being|got|gets|has|had|have)\s+(?:\w+ed|told|given|to)\b", re.IGNORECASE)


def weight(context: Context, query: Query, scored: Scored, turn: Turn, words: str) -> float:
    """How much of a phrase a sentence says, less if of the wrong person, or the contrary."""
    said = _said(context, query, scored, turn, words) * _fit(context, query, scored.unit, turn, words)
    return said * _polarity(scored.unit, _NEGATIVE.search(words) is not None)


def _people(context: Context, query: Query) -> list[str]:
    return [one for one in query.terms if one in context.speaker_terms or one in query.names]


def _said(context: Context, query: Query, scored: Scored, turn: Turn, words: str) -> float:
    """How much of what a phrase says, names apart, a sentence says; a little more if the right person speaks."""
    speaks = any(context.speaks(turn, [one]) for one in _people(context, query))
    plain = query.without_names(scored.around)
    if plain is None:
        named = _OWNED.fullmatch(words) is not None and query.names <= scored.unit.sentence.terms
        return _SAYING if speaks else 0.9 * _SAYING if named else 0.0
    if _of_its_own(context, scored.unit, turn):
        plain = min(plain, (query.without_names(scored.vector) or 0.0) + _BORROWED)
    return min(1.0, 0.9 * plain + (_SPEAKER if speaks else 0.0))


def _of_its_own(context: Context, unit: Unit, turn: Turn) -> bool:
    """True if a sentence speaks of another document than the turn before: what was said of that is not said of this."""
    sentence = unit.sentence.text
    if not turn.number or not (naming.named(context, sentence).links or pointing.phrases(sentence)):
        return False
    before = context.turns[turn.number - 1]
    return before.session == turn.session and bool(
        naming.named(context, before.text).links or pointing.phrases(before.text)
    )


def _fit(context: Context, query: Query, unit: Unit, turn: Turn, words: str) -> float:
    """Less than 1 where a phrase has a person who neither speaks here nor is spoken of.

    One who was asked to do something need not speak.
    """
    people = _people(context, query)
    missing = [one for one in people if not context.speaks(turn, [one]) and one not in unit.sentence.terms]
    if not missing:
        return 1.0
    terms, _ = passages.analysed(turn.text)
    if not all(one in terms for one in missing):
        return 0.25
    return 0.95 if _ASSIGNED.search(words) else 0.7


def _polarity(unit: Unit, negative: bool) -> float:
    """Less than 1 where the sentence denies what the phrase says, or the other way round."""
    denies = _NEGATIVE.search(unit.sentence.text) is not None
    return 1.0 if denies == negative else 0.75 if negative else 0.6
