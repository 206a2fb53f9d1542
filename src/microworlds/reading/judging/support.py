"""Whether passages state an answer, in its own words or as the same value, or let it be worked out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import combinations

from microworlds.core import value_types
from microworlds.core.records import Passage
from microworlds.core.text import normalized
from microworlds.reading import values, words

KEYED = ("date", "amount", "duration", "percent", "docket", "statute")
"""Kinds of value whose sameness is not one of words."""
_NAME = re.compile(r"(?<=[\w,;]\s)[A-Z][\w’'-]+")
"""A capitalised word that does not open an answer: no other word will do for it."""
_CHOICES = frozenset(("yes", "no", "before", "after", "earlier", "later", "same", "different"))


def is_choice(answer: str) -> bool:
    """True if an answer is yes, no, before, after or the like, which no passage can state."""
    return normalized(answer) in _CHOICES


def stated(answer: str, passages: Iterable[Passage]) -> float:
    """How far one of the passages states the answer: 1 word for word or the same value, else the share of words."""
    return max((_in_passage(answer, passage) for passage in passages), default=0.0)


def _in_passage(answer: str, passage: Passage) -> float:
    plain = normalized(answer)
    texts = (passage.text, passage.speaker or "", passage.source if passage.speaker is None else "")
    if any(plain and (says(normalized(text), plain) or says(text, answer.strip())) for text in texts):
        return 1.0
    keyed = [
        (value.end - value.start, kind, value.key)
        for kind in KEYED
        for value in values.find(kind, answer, passage.time)
    ]
    if keyed:
        longest = max(length for length, _, _ in keyed)
        return float(any(_has(kind, key, passage) for length, kind, key in keyed if length == longest))
    if any(not says(passage.text, name) for name in _NAME.findall(answer)):
        return 0.0
    wanted = dict.fromkeys(words.content(answer))
    own = {*words.content(passage.text), *words.content(passage.speaker or "")}
    return sum(one in own for one in wanted) / len(wanted) if wanted else 0.0


def says(text: str, words: str) -> bool:
    """True if words stand in a text as a whole."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _has(kind: str, key: object, passage: Passage) -> bool:
    return any(value.key == key for value in values.find(kind, passage.text, passage.time))


def derivable(answer: str, passages: Sequence[Passage]) -> bool:
    """True if an answer is an interval between dates, a sum or difference of quantities, or a count, of passages."""
    length = value_types.parse_duration(answer)
    if length is not None and _apart(length, passages):
        return True
    for kind in ("amount", "duration", "percent", "number"):
        wanted = next((_figure(value.key) for value in values.find(kind, answer)), None)
        if wanted is not None:
            found = [_figure(value.key) for passage in passages for value in values.find(kind, passage.text)]
            numbers = [number for number in found if number is not None]
            sums = any(wanted in (a + b, abs(a - b)) for a, b in combinations(numbers, 2))
            return sums or (answer.strip(". ").isalnum() and kind == "number" and wanted <= len(passages))
    return False


def _apart(length: tuple[float, str], passages: Sequence[Passage]) -> bool:
    """True if two dates of the passages, or of when they were said, lie so far apart."""
    keys = [value.key for passage in passages for value in values.find("date", passage.text, passage.time)]
    days = [key[0] for key in keys if isinstance(key, tuple)] + [one.time.date() for one in passages if one.time]
    for first, last in (sorted(pair) for pair in combinations(days, 2)):
        months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
        passed = {"day": (last - first).days, "week": (last - first).days // 7, "month": months, "year": months // 12}
        if passed.get(length[1]) == length[0]:
            return True
    return False


def _figure(key: object) -> Decimal | None:
    """A key as a number, if it is one; a period counts in its own unit."""
    if isinstance(key, tuple) and isinstance(key[1], str):
        return Decimal(str(key[0]))
    return key if isinstance(key, Decimal) else None


def agree(given: str, answer: str) -> bool:
    """True if two answers say the same: equal but for form, or one value of a kind."""
    if normalized(given) == normalized(answer):
        return True
    both = ((values.find(kind, given), values.find(kind, answer)) for kind in KEYED)
    return next((a[0].key == b[0].key for a, b in both if a and b), False)
