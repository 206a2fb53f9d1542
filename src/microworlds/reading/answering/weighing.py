"""What speaks for or against a candidate beside the words it shares a sentence with.

The conventions of law reports, of agreements and of meetings: where a document says what it is, who is asked to do
what, what was chosen.
"""

from __future__ import annotations

import re

from microworlds.reading.answering import cues, decisions, lexicon, naming, references, speaking, wording
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.ranking import Scored
from microworlds.reading.answering.seeking import Sought
from microworlds.reading.answering.value import Value

CHOSEN = ("choice", "organisation", "place", "spot", "person", "title")
"""Kinds of value between which people choose."""
_OPENING = 12
"""Sentences at the beginning of a document that may say what it is, of when and between whom."""
_LINE = 60
_THIS_AGREEMENT = wording.words(r"(?:this|the) (?:\w+ ){0,4}(?:agreement|contract|lease|amendment)")
_DOES = wording.parts(r"""
    \b(?:we|court)\b[^.;]{0,40}\b(?:affirm|reverse|vacate|remand|dismiss|deny|grant|uphold)s?\b
    | \b(?:is|are) (?:hereby |therefore )?\w+ed\b | (?-i:\b[A-Z]{6,}\b)
""")
_NOT_THE_APPEAL = wording.words("motion | objection | request | claim | counsel | trial court | below")
_ASKS_BELOW = wording.words("""
    below | trial | lower | first instance | appeal(?:ed)? from | from which | came from | come from | review\\w*
    | original
""")
_LOWER = wording.words("circuit | district | trial | superior | county | probate | family | tax | board | commission")
_REVIEWED = re.compile(
    r"\b(?:judgment|order|decision|decree|appeal|ruling|from|by|in)\s+(?:of|from|by|entered in)?\s*(?:the\s+)?$"
)


def bonus(context: Context, goal: Sought, value: Value, place: Scored, role: str | None, fits: bool | None) -> float:
    """What the role, the place and the kind of a candidate say for it."""
    text = place.unit.sentence.text
    total = _role(context, goal, value, place, fits)
    total += (
        _spoken(context, goal, value, place)
        if place.unit.turn is not None
        else _written(context, goal, value, place, role, fits)
    )
    if value.kind == "number" and goal.noun:
        total += _counts(value, text, goal.noun)
    if value.kind == "duration" and "-" in value.text and re.match(r"\s+[a-z]", text[value.end :]):
        total -= 0.15
    if value.kind == "court":
        total += _court(value, text, goal.clause, place.unit.sentence.in_caption)
    if value.kind == "outcome":
        total += _disposition(context, place) - (0.2 if _NOT_THE_APPEAL.search(text[: value.start]) else 0.0)
    return total


def _role(context: Context, goal: Sought, value: Value, place: Scored, fits: bool | None) -> float:
    """More for the role asked for, less for another; in a document more surely than in conversation."""
    spoken = place.unit.turn is not None
    if fits is None:
        unsaid = not spoken and goal.scope.asked and cues.asked(goal.clause, value.kind)
        return (-0.35 if value.kind == "person" else -0.15) if unsaid else 0.0
    if not fits:
        return -0.15 if spoken else -0.35
    return (0.25 if spoken else 0.45) * (1.0 if goal.scope.asked else min(1.0, 2 * place.full))


def _spoken(context: Context, goal: Sought, value: Value, place: Scored) -> float:
    """What speaks for a candidate in conversation."""
    text = place.unit.sentence.text
    total = 0.0
    if goal.described and any(place.unit.turn in link.turns for link in goal.scope.links):
        total -= 0.5
    if goal.scope.asked and not _speaks_of(context, goal, place):
        total -= 0.4
    if not goal.scope.asked and _speaks_of_other(context, goal, place):
        total -= 0.4
    if value.kind in ("person", "organisation") and _is_party(context, value):
        total -= 0.3
    if value.kind == "person" and speaking.asked_to(value, text):
        total += 0.25
    if value.kind in CHOSEN and decisions.decided(text, value.start, value.end):
        total += 0.25
    return total


def _speaks_of(context: Context, goal: Sought, place: Scored) -> bool:
    """True if a sentence of conversation means a document that the question is about."""
    meant = {link.document for link in references.mentioned(context, place.unit.number, 1).links}
    return any(link.document in meant for link in goal.scope.links)


def _speaks_of_other(context: Context, goal: Sought, place: Scored) -> bool:
    """True if a question is about the one lease there is, and a sentence of conversation means another document."""
    only = naming.only_one(context, goal.text)
    if only is None:
        return False
    meant = {link.document for link in references.mentioned(context, place.unit.number, 1).links}
    return bool(meant) and only not in meant


def _is_party(context: Context, value: Value) -> bool:
    """True if a name in a conversation is that of a document's party: then it stands for the document."""
    names = {lexicon.term(word) for word in value.text.split()}
    return bool(names & context.name_counts.keys()) and not names & context.speaker_terms


def _written(context: Context, goal: Sought, value: Value, place: Scored, role: str | None, fits: bool | None) -> float:
    """What speaks for a candidate in a document."""
    sentence = place.unit.sentence
    total = -0.2 if context.turns and not goal.scope.asked else 0.0
    if sentence.in_caption and (value.kind in ("docket", "court") or (fits and value.kind in ("date", "person"))):
        total += 0.3
    if value.kind == "person" and fits and len(sentence.text) < _LINE:
        total += 0.3
    if value.kind == "date" and role in ("signed", "effective"):
        total += 0.2 * _is_opening(context, place) + 0.15 * bool(_THIS_AGREEMENT.search(sentence.text))
    return total


def _is_opening(context: Context, place: Scored) -> bool:
    unit = place.unit
    return unit.document is not None and unit.number in context.documents[unit.document].units[:_OPENING]


def _counts(value: Value, text: str, noun: str) -> float:
    """More if a number counts what was asked for: the noun comes right after it; less if it counts something else."""
    after = [lexicon.term(word) for word in lexicon.tokens(text[value.end : value.end + 60])[:4]]
    one = lexicon.term(noun)
    if one in after:
        return 0.35 - 0.05 * after.index(one)
    if any(set(lexicon.classes(one)) & set(lexicon.classes(other)) for other in after[:3]):
        return 0.2
    following = re.match(r"\s+(?:\w+\s+)?(?P<noun>[a-z]+s)\b", text[value.end :])
    return -0.25 if following and following["noun"] not in lexicon.STOP else 0.0


def _court(value: Value, text: str, clause: str, in_caption: bool) -> float:
    """More for the court that decides, which stands in the caption; for the court below where that is asked for."""
    reviewed = _REVIEWED.search(text[: value.start]) is not None
    if _ASKS_BELOW.search(clause):
        return 0.4 * reviewed + 0.2 * bool(_LOWER.search(value.text)) - 0.6 * in_caption
    return -0.3 if reviewed else 0.6 if in_caption else 0.3 if len(text.split()) < 14 else -0.1


def _disposition(context: Context, place: Scored) -> float:
    """More for what the court itself does, which it says in the present, briefly, and last of all."""
    unit, text = place.unit, place.unit.sentence.text
    total = 0.3 * bool(_DOES.search(text)) + 0.15 * (len(text.split()) < 12)
    if unit.document is not None:
        units = context.documents[unit.document].units
        where = (unit.number - units[0]) / max(1, units[-1] - units[0])
        total += 0.25 * where if where > 0.8 else 0.0
    return total
