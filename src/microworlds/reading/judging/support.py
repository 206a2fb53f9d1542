"""Whether passages state an answer, in its own words or as the same value, or let it be worked out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import combinations

from microworlds.core.records import Passage
from microworlds.core.text import normalized
from microworlds.reading.answering import lexicon, values
from microworlds.reading.answering.deriving import between, magnitude

_KEYED = ("date", "amount", "duration", "percent", "docket", "statute")
"""Kinds of value whose sameness is not one of words."""
_INTERVAL = re.compile(r"(?P<count>\d+|[a-z-]+) (?:full |whole |complete |entire )?(?P<unit>day|week|month|year)s?")
_CHOICES = frozenset(("yes", "no", "before", "after", "earlier", "later", "same", "different"))
"""Answers that are no value."""


def is_choice(answer: str) -> bool:
    """True if an answer is yes, no, before, after or the like, which no passage can state."""
    return normalized(answer) in _CHOICES


def stated(answer: str, passages: Iterable[Passage]) -> float:
    """How far one of the passages states the answer: 1 word for word or the same value, else the share of words."""
    return max((_in_passage(answer, passage) for passage in passages), default=0.0)


def _in_passage(answer: str, passage: Passage) -> float:
    plain = normalized(answer)
    for text in (passage.text, passage.speaker or "", passage.source if passage.speaker is None else ""):
        if plain and (_stands_in(plain, normalized(text)) or _stands_in(answer.strip(), text)):
            return 1.0
    keyed = [(kind, value.key) for kind in _KEYED for value in values.find(kind, answer, passage.time)]
    if keyed:
        return 1.0 if any(_has(kind, key, passage) for kind, key in keyed) else 0.0
    wanted = dict.fromkeys(lexicon.content(answer))
    own = set(lexicon.content(passage.text)) | set(lexicon.content(passage.speaker or ""))
    return sum(one in own for one in wanted) / len(wanted) if wanted else 0.0


def _stands_in(words: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _has(kind: str, key: object, passage: Passage) -> bool:
    return any(value.key == key for value in values.find(kind, passage.text, passage.time))


def derivable(answer: str, passages: Sequence[Passage]) -> bool:
    """True if an answer is an interval between dates, a sum or difference of quantities, or a count, of passages."""
    interval = _INTERVAL.fullmatch(answer.strip().lower().rstrip("."))
    if interval and _spans(answer, interval["unit"], passages):
        return True
    if _computed(answer, passages):
        return True
    count = next(iter(values.find("number", answer)), None)
    whole = magnitude(count.key) if count and normalized(count.text) == normalized(answer) else None
    return whole is not None and whole <= len(passages)


def _spans(answer: str, unit: str, passages: Sequence[Passage]) -> bool:
    """True if two dates of the passages, or of when they were said, lie so far apart."""
    days = [value.key for passage in passages for value in values.find("date", passage.text, passage.time)]
    days += [(passage.time.date(), passage.time.date()) for passage in passages if passage.time is not None]
    wanted = re.sub(r"\b(?:full|whole|complete|entire) ", "", answer.strip().lower().rstrip("."))
    return any(between(a, b, unit) == wanted for a, b in combinations(days, 2))


def _computed(answer: str, passages: Sequence[Passage]) -> bool:
    """True if an answer is the sum or the difference of two quantities of its kind."""
    for kind in ("amount", "duration", "percent", "number"):
        wanted = [magnitude(value.key) for value in values.find(kind, answer)]
        if not wanted or wanted[0] is None:
            continue
        found = [magnitude(value.key) for passage in passages for value in values.find(kind, passage.text)]
        numbers = [number for number in found if number is not None]
        return any(wanted[0] in _combined(a, b) for a, b in combinations(numbers, 2))
    return False


def _combined(a: Decimal, b: Decimal) -> tuple[Decimal, Decimal]:
    return a + b, abs(a - b)


def agree(given: str, answer: str) -> bool:
    """True if two answers say the same: equal but for form, or one value of a kind."""
    if normalized(given) == normalized(answer):
        return True
    for kind in _KEYED:
        a, b = values.find(kind, given), values.find(kind, answer)
        if a and b:
            return a[0].key == b[0].key
    return False
