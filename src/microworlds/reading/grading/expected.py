"""What an expected answer consists of: its parts, what kind each is, and by what it is compared."""

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from microworlds.core import value_types
from microworlds.reading import values, words
from microworlds.reading.grading.standing import Mention

Kind = Literal["date", "amount", "percent", "duration", "number", "outcome", "choice", "name", "words"]
_PLAIN: tuple[Kind, ...] = ("outcome", "date", "amount", "percent", "duration")
_CHOICES = {"yes": "yes", "no": "no", "before": "before", "after": "after", "earlier": "before", "later": "after"}
_SPARE = re.compile(r"\b(?:the|a|an|on|in|at|of|about|around|full|whole|each|per|exactly)\b|[^\w$€£]", re.IGNORECASE)
_COUNTED = re.compile(r"[\s,]*(?:[A-Za-z-]+\s*){0,3}\.?")
_NAME = re.compile(r"(?:[A-Z][\w.'’-]*\s+){0,3}[A-Z][\w.'’-]*[^\W\d]\.?")
_THOUSANDS = re.compile(r"(?<=[$€£])(\d+(?:\.\d+)?)\s?[kK]\b|\b(\d+(?:\.\d+)?)[kK]\b")
_THE_DAY = re.compile(r"\b[Tt]he\s+(?=\d{1,2}(?:st|nd|rd|th)\b)")
_DAYS = {"hour": Decimal(1) / 24, "day": Decimal(1), "week": Decimal(7)}
_MONTHS = {"month": Decimal(1), "year": Decimal(12)}


@dataclass(frozen=True)
class Wanted:
    """One thing that an answer has to say; ``key`` is what it amounts to, where its kind is not one of words."""

    text: str
    kind: Kind
    key: Any = None


def plain(text: str) -> str:
    """A text with days, thousands and verbs of judgment in one form, and without marks of emphasis."""
    text = _THE_DAY.sub("", text.replace("*", ""))
    for act in ("affirmed", "reversed", "remanded", "dismissed"):
        text = words.regex(f"grading.{act}").sub(act, text)
    return _THOUSANDS.sub(lambda match: f"{(Decimal(match[1] or match[2]) * 1000).normalize():,f}", text)


def parts(expected: str, asked_at: datetime) -> tuple[Wanted, ...]:
    """The things that are expected, one for each: a list says so by semicolons, line breaks, or commas and words."""
    whole = plain(expected).strip()
    pieces = [piece.strip() for piece in re.split(r";|\n", whole) if piece.strip()]
    if len(pieces) == 1 and "," in whole and _wanted(whole, asked_at).kind == "words":
        listed = [piece.strip() for piece in re.split(r",\s*(?:and\s+)?|\s+and\s+", whole) if piece.strip()]
        if len(listed) > 2 and all(len(piece.split()) <= 3 for piece in listed):
            pieces = listed
    return tuple(_wanted(piece, asked_at) for piece in pieces)


def _wanted(text: str, asked_at: datetime) -> Wanted:
    """One thing with its kind: the first of which it is nothing but a value."""
    bare = text.strip().rstrip(".")
    if bare.lower() in _CHOICES:
        return Wanted(bare, "choice", _CHOICES[bare.lower()])
    for kind in _PLAIN:
        found = mentioned(kind, bare, asked_at)
        if found and not _SPARE.sub("", bare[: found[0].start] + bare[found[-1].end :]):
            return Wanted(bare, kind, found[0].key)
    numbers = mentioned("number", bare, asked_at)
    if numbers and numbers[0].start == 0 and _COUNTED.fullmatch(bare[numbers[0].end :]):
        return Wanted(bare, "number", numbers[0].key)
    return Wanted(bare, "name" if _NAME.fullmatch(bare) else "words")


def mentioned(kind: Kind, text: str, asked_at: datetime) -> list[Mention]:
    """What a text says of a kind of value, in order; no part of a longer one, as a year in a docket number."""
    if kind == "duration":
        return _lengths(text)
    longer = list(value_types.find({"date": "docket", "number": "duration"}.get(kind, ""), text))
    return [
        Mention(one.start, one.end, frozenset(one.text.split(" and ")) if kind == "outcome" else one.key)
        for one in values.find(kind, text, asked_at)
        if not any(low < one.end and one.start < high for low, high in longer)
    ]


def _lengths(text: str) -> list[Mention]:
    """Lengths of time in days or in months; 'two years and three months' is one."""
    found: list[tuple[int, int, Decimal, bool]] = []
    for start, end in value_types.find("duration", text):
        count, unit = value_types.parse_duration(text[start:end]) or (0.0, "day")
        length, in_days = round(Decimal(str(count)) * (_DAYS | _MONTHS)[unit], 4), unit in _DAYS
        if found and found[-1][3] == in_days and re.fullmatch(r",?\s*(?:and)?\s*", text[found[-1][1] : start]):
            start, _, before, _ = found.pop()
            length += before
        found.append((start, end, length, in_days))
    return [Mention(start, end, (length, in_days)) for start, end, length, in_days in found]
