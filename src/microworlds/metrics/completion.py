"""Completion: DynamicMem's score of a filled template, by exact matchers instead of a judge.

Source: DynamicMem (spec 3.4): a field has a core, right or wrong, and a detail of 0 to 2; it counts 0.8 core + 0.2
detail / 2. A service for a habit is worth nothing if its identity is missed.

Departs: a model judges core and detail there. Here a value that is the gold's, or one of its other forms, has both; one
that says the gold and more has the core and half of the detail, unless what is more leaves it open or denies it; a list
with some of its items has half of the detail.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import lru_cache

from microworlds.core.equivalents import equivalents
from microworlds.core.records import Answer, Gold
from microworlds.core.text import normalized
from microworlds.core.value_types import WEEKDAYS
from microworlds.metrics.base import Metric

CORE, _DETAIL = 0.8, 0.2  # what a field is worth for its core and, at most, for its detail
_PARTLY = 0.5  # F1 of a list's items from which it counts as partly right
_LONGEST = 3  # times the words of the gold that a value may have which says it and more
_OPEN = re.compile(r"\b(?:or|not|no|never|either|neither|formerly|previously|until|unless)\b|n['’]t\b", re.IGNORECASE)
_CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)\s*([ap])?\.?\s*m?\.?", re.IGNORECASE)
_MONTHS = ("%B %Y", "%b %Y", "%Y-%m", "%m/%Y")
_OFTEN = {
    "daily": "every day, each day, everyday, once a day",
    "weekly": "every week, each week, once a week",
    "every two weeks": "biweekly, fortnightly, every 2 weeks, every other week, every second week",
    "monthly": "every month, each month, once a month",
}
_SAME = {form: often for often, forms in _OFTEN.items() for form in forms.split(", ")}
_WEEKDAY = re.compile(rf"\b(?:on |every |each )?({'|'.join(WEEKDAYS)})s?\b", re.IGNORECASE)
_OF_MONTH = re.compile(
    r"^(?:on |the )*(\d{1,2})(?:st|nd|rd|th)?(?: (?:day )?of (?:the|each|every) month)?$", re.IGNORECASE
)


def score(answer: Answer, gold: Gold) -> float | None:
    """Mean over the gold's fields of 0.8 core + 0.2 detail / 2; None for questions whose gold has no fields.

    Where the label ``gate`` names a field, all is 0 if that one has not its core, and it does not count itself.

    >>> fields = {"days": "Monday, Thursday", "place": "the gym"}
    >>> gold = Gold(question="q", answer="", answerable=True, evidence=(), labels={}, fields=fields)
    >>> filled = {"days": "Thursdays and Mondays", "place": "Pulse"}
    >>> score(Answer(question="q", text="", abstained=False, fields=filled), gold)
    0.5
    """
    own = fields(answer, gold)
    if not own:
        return None
    if gate_missed(own, gold):
        return 0.0
    counted = [worth for name, worth in own.items() if name != gold.labels.get("gate")]
    return round(sum(counted) / len(counted), 6) if counted else 1.0


def fields(answer: Answer, gold: Gold) -> dict[str, float]:
    """What each of the gold's fields is worth by itself, in their order: 0 if it was left empty; none without fields.

    >>> own = {"day": "Monday", "at": "18:00"}
    >>> gold = Gold(question="q", answer="", answerable=True, evidence=(), labels={}, fields=own)
    >>> fields(Answer(question="q", text="", abstained=False, fields={"day": "Mondays"}), gold)
    {'day': 1.0, 'at': 0.0}
    """
    given = filled(answer)
    return {name: field(given.get(name, ""), value) for name, value in (gold.fields or {}).items()}


def filled(answer: Answer) -> dict[str, str]:
    """What an answer puts into the blanks; nothing if it abstains."""
    return {} if answer.abstained else answer.fields or {}


def gate_missed(worth: Mapping[str, float], gold: Gold) -> bool:
    """Whether the field that the label ``gate`` names, if it does, has not its core; ``worth`` are what fields are."""
    return worth.get(gold.labels.get("gate", ""), CORE) < CORE


@lru_cache(maxsize=1 << 16)  # the score and the labels of a field ask the same
def field(value: str, gold: str) -> float:
    """What one field is worth: one of 0, 0.1, 0.9 and 1.

    >>> field("Monday, Friday, Thursday", "Monday, Thursday"), field("6:30 PM", "18:30"), field("at the Odeon", "Odeon")
    (0.1, 1.0, 0.9)
    >>> field("the Odeon or the Apollo", "the Odeon"), field("not the Odeon", "the Odeon"), field("biweekly", "weekly")
    (0.0, 0.0, 0.0)
    """
    core, detail = _matched(value, gold)
    return round(CORE * core + _DETAIL * detail / 2, 6)


def _matched(value: str, gold: str) -> tuple[int, int]:
    """Core, 0 or 1, and detail, 0 to 2."""
    right, mine = _items(gold), _items(value)
    if not mine:
        return 0, 0
    joined = _items(re.sub(r",? and ", ", ", value))
    if right in (mine, joined) or _canonical(value) == _canonical(gold):
        return 1, 2
    if len(right) == 1 and len(mine) == 1:
        forms = {normalized(form) for kind in ("date", "amount", "number") for form in equivalents(kind, gold)}
        said, whole = normalized(value), normalized(gold)
        if said in forms:
            return 1, 2
        longer = f" {whole} " in f" {said} " and len(said.split()) <= _LONGEST * len(whole.split())
        return (1, 1) if longer and not _OPEN.search(_without(value, gold)) else (0, 0)
    return 0, int(max(_f1(mine, right), _f1(joined, right)) >= _PARTLY)


def _f1(mine: frozenset[str], right: frozenset[str]) -> float:
    return 2 * len(mine & right) / (len(mine) + len(right))


def _without(value: str, gold: str) -> str:
    """What a value says besides the gold."""
    return re.sub(re.escape(gold), " ", value, flags=re.IGNORECASE)


def _items(text: str) -> frozenset[str]:
    """The parts of a list, in no order, each once."""
    return frozenset(part for own in re.split(r"[,;] ", text) if (part := normalized(_plain(own))))


def _plain(text: str) -> str:
    """A part of a list as weekdays and days of a month are called plainly."""
    text = _WEEKDAY.sub(lambda found: found[1], text.strip())
    return found[1] if (found := _OF_MONTH.match(text)) else text


def _canonical(text: str) -> str:
    """A clock time, month or frequency in its one form; else the text, normalised."""
    readers: tuple[Callable[[str], str | None], ...] = (_clock, _month)
    for read in readers:
        if (found := read(text.strip())) is not None:
            return found
    said = " ".join(text.lower().replace("-", " ").split())
    return normalized(_SAME.get(said, _SAME.get(said.replace(" ", ""), said)))


def _clock(text: str) -> str | None:
    """HH:MM of a time of day; None if it is none.

    >>> _clock("6:30 p.m."), _clock("7.05"), _clock("7.05 euros")
    ('18:30', '07:05', None)
    """
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    hour = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0) if found[3] else int(found[1])
    return f"{hour:02d}:{found[2]}"


def _month(text: str) -> str | None:
    """A month of a year as YYYY-MM; None if it is none."""
    for form in _MONTHS:
        with suppress(ValueError):
            return datetime.strptime(text, form).strftime("%Y-%m")
    return None


METRIC = Metric("completion", score)
