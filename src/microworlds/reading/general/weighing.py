"""What is looked for, and what speaks for or against a candidate beside the words it shares a sentence with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from microworlds.reading.general import changes, phrases, roles, tagging, words
from microworlds.reading.general.context import Context, Unit
from microworlds.reading.general.scopes import Scope
from microworlds.reading.general.search import Scored
from microworlds.reading.general.values import Value

CHOSEN = ("choice", "organisation", "place", "spot", "person", "title")
"""Kinds of value between which people choose."""
_CALLS = words.regex("weighing.calls")
_SHOWN = words.regex("weighing.shown")
_BELOW = words.regex("weighing.below")
_REVIEWED = words.regex("weighing.reviewed")
_CALLED, _ASIDE = 0.6, 0.3
"""What speaks against a name that is only called out; against what stands in brackets."""
_OPENING = 12
"""Sentences that may say what a text is."""


@dataclass(frozen=True)
class Sought:
    """What is looked for: ``clause`` is where the role of the value is asked for; it must not repeat ``barred``."""

    text: str
    clause: str
    kinds: tuple[str, ...]
    noun: str | None
    scope: Scope
    first: bool
    latest: bool
    barred: frozenset[str]


def bonus(context: Context, goal: Sought, value: Value, place: Scored, fits: bool | None) -> float:
    """What the role, the place and the kind of a candidate say for it."""
    unit, total = place.unit, 0.0
    spoken = unit.turn is not None
    if fits is None:
        unsaid = not spoken and goal.scope.links and roles.asked(goal.clause, value.kind)
        total -= (0.35 if value.kind == "person" else 0.15) if unsaid else 0.0
    elif fits:
        total += (0.25 if spoken else 0.45) * (1.0 if goal.scope.asked else min(1.0, 2 * place.full))
    else:
        total -= 0.15 if spoken else 0.35
    if spoken:
        total += _spoken(context, goal, value, unit)
    else:
        total += _written(context, goal, value, unit, fits)
    if value.kind == "number" and goal.noun:
        total += _counts(value, unit.text, goal.noun)
    return total


def _spoken(context: Context, goal: Sought, value: Value, unit: Unit) -> float:
    """What speaks for a candidate in conversation: less if a text is asked about, and not by this sentence."""
    total = 0.0
    meant = context.talk.meant.get(unit.turn or 0, {})
    if goal.scope.links:
        told = roles.asked(goal.clause, value.kind) and goal.scope.described
        total -= 0.5 if told and unit.turn in goal.scope.links[0].utterances[:3] else 0.0
        total -= 0.4 if goal.scope.documents.isdisjoint(meant) else 0.0
    if value.kind == "person" and _asked_to(value, unit.text):
        total += 0.25
    elif value.kind in (*CHOSEN, "open") and called_out(context, unit.text, value.start, value.end):
        total -= _CALLED
    if value.kind in phrases.KINDS and "[" in unit.text[: value.start] and not _SHOWN.search(goal.text):
        total -= _ASIDE
    if value.kind in CHOSEN and changes.decided(unit.text, value.start, value.end):
        total += 0.25
    return total


def called_out(context: Context, text: str, start: int, end: int) -> bool:
    """True if a stretch has a speaker's name that is only called out: thanks, Ann! Hey Ann, ..."""
    for match in re.finditer(r"\b[A-Z][\w-]+", text[start:end]):
        if context.called(words.term(match.group())) in context.speaker_terms:
            before, after = text[: start + match.start()], text[start + match.end() :]
            if re.match(r"\s*(?:[,!?.–—-]|$)", after) and _CALLS.search(before):
                return True
    return False


def _asked_to(value: Value, text: str) -> bool:
    """True if somebody is called by name and asked to do something: draft it, Ann; Ann, could you."""
    opens = re.search(r"(?:^|[,;–—-]\s*|\b(?:and|but|so|then)\s+)$", text[: value.start], re.IGNORECASE)
    if not opens or not re.match(r"\s*(?:[,?!.;–—]|$)", text[value.end :]):
        return False
    first = tagging.words(text)[0]
    return (words.is_verb(first.text.lower()) and value.start > 0) or bool(re.search(r"(?i)\byou\b|\bplease\b", text))


def _written(context: Context, goal: Sought, value: Value, unit: Unit, fits: bool | None) -> float:
    """What speaks for a candidate in a text: its beginning for what it is, its end for what was done."""
    units = context.documents[unit.document or 0].units
    place = units.index(unit.number) if len(units) < _OPENING else unit.number - units[0]
    total = -0.2 if context.turns and not goal.scope.asked else 0.0
    if place < _OPENING and (value.kind in ("docket", "court") or (fits and value.kind in ("date", "person"))):
        total += 0.3
    if value.kind == "outcome":
        short = len(unit.text.split()) < 12
        total += (
            0.3 * bool(re.search(r"\b(?:we|court|is|are)\b|^[A-Z][a-z]+ed\b|\b[A-Z]{6,}\b", unit.text)) + 0.15 * short
        )
        share = place / max(1, len(units) - 1)
        total += 0.25 * share if share > 0.8 else 0.0
    if value.kind == "court":
        below, reviewed = _BELOW.search(goal.clause), _REVIEWED.search(unit.text[: value.start])
        total += 0.4 * bool(reviewed) if below else -0.3 * bool(reviewed) + 0.3 * (len(unit.text.split()) < 14)
    return total


def _counts(value: Value, text: str, noun: str) -> float:
    """More if a number counts what was asked for: the noun comes right after it; less if it counts something else."""
    after = [words.term(word) for word in words.TOKEN.findall(text[value.end : value.end + 60])[:4]]
    one = words.term(noun)
    if one in after:
        return 0.35 - 0.05 * after.index(one)
    if any(words.classes(one) & words.classes(other) for other in after[:3]):
        return 0.2
    following = re.match(r"\s+(?:\w+\s+)?(?P<noun>[a-z]+s)\b", text[value.end :])
    return -0.25 if following and following["noun"] not in words.STOP else 0.0
