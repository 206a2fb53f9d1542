"""Completion: DynamicMem's score of a filled template, by exact matchers instead of a judge.

Source: DynamicMem (spec 3.4): a field has a core, right or wrong, and a detail of 0 to 2; it counts 0.8 core + 0.2
detail / 2. A service for a habit is worth nothing if its identity is missed.

Departs: a model judges core and detail there. Here a value that is the gold's, or one of its other forms, has both; one
that says the gold and more has the core and half of the detail; a list with some of its items has half of the detail.
"""

from microworlds.core.equivalents import equivalents
from microworlds.core.records import Answer, Gold
from microworlds.core.text import normalized
from microworlds.metrics.base import Metric

_CORE, _DETAIL = 0.8, 0.2
_PARTLY = 0.5  # F1 of a list's items from which it counts as partly right
_LONGEST = 3  # times the words of the gold that a value may have which says it and more


def score(answer: Answer, gold: Gold) -> float | None:
    """Mean over the gold's fields of 0.8 core + 0.2 detail / 2; None for questions whose gold has no fields.

    Where the label ``gate`` names a field, all is 0 if that one has not its core, and it does not count itself.

    >>> fields = {"days": "Monday, Thursday", "place": "the gym"}
    >>> gold = Gold(question="q", answer="", answerable=True, evidence=(), labels={}, fields=fields)
    >>> filled = {"days": "Thursday, Monday", "place": "Pulse"}
    >>> score(Answer(question="q", text="", abstained=False, fields=filled), gold)
    0.5
    """
    if not gold.fields:
        return None
    filled = {} if answer.abstained else answer.fields or {}
    own = {name: field(filled.get(name, ""), value) for name, value in gold.fields.items()}
    gate = gold.labels.get("gate")
    if gate in own:
        if own.pop(gate) < _CORE:
            return 0.0
        if not own:
            return 1.0
    return round(sum(own.values()) / len(own), 6)


def field(value: str, gold: str) -> float:
    """What one field is worth: one of 0, 0.1, 0.9 and 1.

    >>> field("Monday, Friday, Thursday", "Monday, Thursday"), field("18.30", "18:30"), field("at the Odeon", "Odeon")
    (0.1, 1.0, 0.9)
    """
    core, detail = _matched(value, gold)
    return round(_CORE * core + _DETAIL * detail / 2, 6)


def _matched(value: str, gold: str) -> tuple[int, int]:
    """Core, 0 or 1, and detail, 0 to 2."""
    mine, right = _items(value), _items(gold)
    if not mine:
        return 0, 0
    if mine == right:
        return 1, 2
    if len(right) > 1:
        return 0, int(2 * len(mine & right) / (len(mine) + len(right)) >= _PARTLY)
    forms = {normalized(form) for kind in ("date", "amount", "number") for form in equivalents(kind, gold)}
    said = normalized(value)
    if said in forms:
        return 1, 2
    longer = f" {normalized(gold)} " in f" {said} " and len(said.split()) <= _LONGEST * len(normalized(gold).split())
    if longer and len(mine) == 1:
        return 1, 1
    return 0, int(2 * len(mine & right) / (len(mine) + len(right)) >= _PARTLY)


def _items(text: str) -> frozenset[str]:
    """The parts of a list, in no order, each once."""
    return frozenset(part for own in text.split(", ") if (part := normalized(own)))


METRIC = Metric("completion", score)
