"""What an expected answer consists of: its parts, what kind each is, and by what it is compared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from microworlds.core import value_types
from microworlds.reading import moments
from microworlds.reading.answering import values

Kind = Literal["date", "amount", "duration", "percent", "number", "docket", "outcome", "choice", "name", "text"]
CHOICES = {
    "yes": "yes", "no": "no", "before": "before", "after": "after", "earlier": "before", "later": "after",
}  # fmt: skip
_KEYED: tuple[Kind, ...] = ("date", "amount", "percent", "duration")
_SPARE = re.compile(r"\b(?:the|a|an|on|in|at|of|about|around|full|whole|complete|each|per|exactly)\b|[^\w$€£]", re.I)
_COUNTED = re.compile(r"[\s,]*(?:[A-Za-z-]+\s*){0,3}\.?")
_NUMBERED = re.compile(r"(?:(?:docket|case|file|civ\.|crim\.|misc\.|c\.a\.)\s+)*(?:nos?|number)\.?\s", re.I)
_NAME = re.compile(r"(?:[A-Z][\w.'’-]*\s+){0,4}[A-Z][\w.'’-]*")
_BODY = re.compile(r"\b(?:court|board|department|commission|tribunal|agency|office|county|bench|inc|llc|corp)\b", re.I)
_ABBREVIATED = re.compile(r"\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.(?=\s+(?:\d|of))")
_THOUSANDS = re.compile(r"(?<=[$€£])(\d+(?:\.\d+)?)\s?[kK]\b|\b(\d+(?:\.\d+)?)[kK]\b")
_BARE = re.compile(r"[^\w$€£]*([\w ,-]*\w)\W*")
_THE = re.compile(r"\b[Tt]he\s+(?=\d{1,2}(?:st|nd|rd|th)\b)")


@dataclass(frozen=True)
class Wanted:
    """One thing that an answer has to say; ``key`` is what it amounts to, where its kind is not one of words."""

    text: str
    kind: Kind
    key: object = None


def plain(text: str) -> str:
    """A text with months, days and thousands written so that they are read, and without marks of emphasis."""
    text = _THE.sub("", _ABBREVIATED.sub(r"\1", text.replace("*", "")))
    return _THOUSANDS.sub(lambda match: f"{(Decimal(match[1] or match[2]) * 1000).normalize():,f}", text)


def parts(expected: str, asked_at: datetime) -> tuple[Wanted, ...]:
    """The things that are expected, one for each: a list says so by semicolons, line breaks, or commas and words."""
    whole = plain(expected).strip()
    pieces = [piece.strip() for piece in re.split(r";|\n", whole) if piece.strip()]
    if len(pieces) == 1 and whole.count(",") >= 1 and _wanted(whole, asked_at).kind == "text":
        listed = [piece.strip() for piece in re.split(r",\s*(?:and\s+)?|\s+and\s+", whole) if piece.strip()]
        if len(listed) > 2 and all(len(piece.split()) <= 3 for piece in listed):
            pieces = listed
    return tuple(_wanted(piece, asked_at) for piece in pieces)


def _wanted(text: str, asked_at: datetime) -> Wanted:
    bare = text.strip().rstrip(".")
    choice = CHOICES.get(bare.lower())
    if choice:
        return Wanted(bare, "choice", choice)
    if _NUMBERED.match(bare):
        return Wanted(bare, "docket")
    if len(bare.split()) <= 8 and value_types.parse_outcome(bare) is not None:
        return Wanted(bare, "outcome", acts(bare))
    for kind in _KEYED:
        found = mentioned(kind, bare, asked_at)
        if found and not _SPARE.sub("", bare[: found[0][0]] + bare[found[-1][1] :]):
            return Wanted(bare, kind, found[0][2])
    numbers = values.find("number", bare)
    if numbers and numbers[0].start == 0 and _COUNTED.fullmatch(bare[numbers[0].end :]):
        return Wanted(bare, "number", numbers[0].key)
    if _NAME.fullmatch(bare) and not _BODY.search(bare):
        return Wanted(bare, "name")
    return Wanted(bare, "text")


def acts(text: str) -> frozenset[str]:
    """What a court did, of all words of a text."""
    found = [value_types.parse_outcome(word) or frozenset() for word in re.findall(r"[A-Za-z]+", text)]
    return frozenset().union(*found)


def mentioned(kind: Kind, text: str, asked_at: datetime) -> list[tuple[int, int, object]]:
    """Start, end and key of what a text says of a kind."""
    if kind == "date":
        return [(one.start, one.end, (one.first, one.last)) for one in moments.find(text, asked_at)]
    if kind == "duration":
        return _durations(text)
    return [(value.start, value.end, value.key) for value in values.find(kind, text)]


def bare_number(text: str) -> list[tuple[int, int, object]]:
    """A text that is nothing but a number, in figures or words, as a mention of it."""
    bare = _BARE.fullmatch(text)
    number = value_types.parse_number(bare[1]) if bare else None
    return [] if bare is None or number is None else [(*bare.span(1), Decimal(number))]


_DAYS = {"hour": 1 / 24, "day": 1.0, "week": 7.0}
_MONTHS = {"month": 1.0, "year": 12.0}
Length = tuple[float, str]


def _durations(text: str) -> list[tuple[int, int, object]]:
    """Lengths of time in days or in months; 'two years and three months' is one."""
    found: list[tuple[int, int, Length]] = []
    for value in values.find("duration", text):
        assert isinstance(value.key, tuple)
        count, unit = value.key
        length = (round(count * _DAYS[unit], 4), "days") if unit in _DAYS else (count * _MONTHS[unit], "months")
        joined = found and re.fullmatch(r",?\s*(?:and)?\s*", text[found[-1][1] : value.start])
        if joined and found[-1][2][1] == length[1]:
            start, _, before = found.pop()
            found.append((start, value.end, (round(before[0] + length[0], 4), length[1])))
        else:
            found.append((value.start, value.end, length))
    return list(found)
