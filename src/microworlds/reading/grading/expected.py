"""What an expected answer consists of: its parts, what kind each is, and by what it is compared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from microworlds.core import value_types
from microworlds.reading import values

Kind = Literal["date", "amount", "percent", "duration", "number", "outcome", "choice", "name", "words"]
Spot = tuple[int, int, object]
"""Start, end and key of a value that a text mentions."""
_PLAIN: tuple[Kind, ...] = ("date", "amount", "percent", "duration")
CHOICES = {
    "yes": "yes", "no": "no", "before": "before", "after": "after", "earlier": "before", "later": "after",
}  # fmt: skip
_SPARE = re.compile(r"\b(?:the|a|an|on|in|at|of|about|around|full|whole|each|per|exactly)\b|[^\w$€£]", re.IGNORECASE)
_COUNTED = re.compile(r"[\s,]*(?:[A-Za-z-]+\s*){0,3}\.?")
_NAME = re.compile(r"(?:[A-Z][\w.'’-]*\s+){0,3}[A-Z][\w.'’-]*[^\W\d]\.?")
_MONTH = re.compile(r"\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.(?=\s+(?:\d|of))")
_THOUSANDS = re.compile(r"(?<=[$€£])(\d+(?:\.\d+)?)\s?[kK]\b|\b(\d+(?:\.\d+)?)[kK]\b")
_THE_DAY = re.compile(r"\b[Tt]he\s+(?=\d{1,2}(?:st|nd|rd|th)\b)")
_ACTS = {
    "affirmed": r"\b(?:upheld|upholds?)\b",
    "reversed": r"\b(?:overturn(?:ed|s)?|struck down)\b",
    "remanded": r"\b(?:sent|sends) (?:\w+ ){0,3}?back\b",
    "dismissed": r"\b(?:threw|throws|thrown) (?:\w+ ){0,3}?out\b",
}
_LENGTHS = {unit: (Decimal(size), "days") for unit, size in (("day", 1), ("week", 7))}
_LENGTHS |= {"hour": (Decimal(1) / 24, "days"), "month": (Decimal(1), "months"), "year": (Decimal(12), "months")}


@dataclass(frozen=True)
class Wanted:
    """One thing that an answer has to say; ``key`` is what it amounts to, where its kind is not one of words."""

    text: str
    kind: Kind
    key: object = None


def plain(text: str) -> str:
    """A text with months, days, thousands and verbs of judgment in one form, and without marks of emphasis."""
    text = _THE_DAY.sub("", _MONTH.sub(r"\1", text.replace("*", "")))
    for act, form in _ACTS.items():
        text = re.sub(form, act, text, flags=re.IGNORECASE)
    return _THOUSANDS.sub(lambda match: f"{(Decimal(match[1] or match[2]) * 1000).normalize():,f}", text)


def parts(expected: str, asked_at: datetime) -> tuple[Wanted, ...]:
    """The things that are expected, one for each: a list says so by semicolons, line breaks, or commas and words."""
    whole = plain(expected).strip()
    pieces = [piece.strip() for piece in re.split(r";|\n", whole) if piece.strip()]
    if len(pieces) == 1 and "," in whole and wanted(whole, asked_at).kind == "words":
        listed = [piece.strip() for piece in re.split(r",\s*(?:and\s+)?|\s+and\s+", whole) if piece.strip()]
        if len(listed) > 2 and all(len(piece.split()) <= 3 for piece in listed):
            pieces = listed
    return tuple(wanted(piece, asked_at) for piece in pieces)


def wanted(text: str, asked_at: datetime) -> Wanted:
    """One thing with its kind: the first of which it is nothing but a value."""
    bare = text.strip().rstrip(".")
    if bare.lower() in CHOICES:
        return Wanted(bare, "choice", CHOICES[bare.lower()])
    if len(bare.split()) <= 8 and value_types.parse_outcome(bare) is not None:
        return Wanted(bare, "outcome", frozenset(str(key) for _, _, key in _acts(bare)))
    for kind in _PLAIN:
        found = mentioned(kind, bare, asked_at)
        if found and not _SPARE.sub("", bare[: found[0][0]] + bare[found[-1][1] :]):
            return Wanted(bare, kind, found[0][2])
    numbers = mentioned("number", bare, asked_at)
    if numbers and numbers[0][0] == 0 and _COUNTED.fullmatch(bare[numbers[0][1] :]):
        return Wanted(bare, "number", numbers[0][2])
    return Wanted(bare, "name" if _NAME.fullmatch(bare) else "words")


def mentioned(kind: Kind, text: str, asked_at: datetime) -> list[Spot]:
    """What a text says of a kind of value, in order; no part of a longer one, as a year in a docket number."""
    if kind == "duration":
        return _lengths(text)
    if kind == "outcome":
        return _acts(text)
    longer = {"date": "docket", "number": "duration"}.get(kind, "")
    found = [(one.start, one.end, one.key) for one in values.find(kind, text, asked_at)]
    return [
        spot
        for spot in found
        if not any(low < spot[1] and spot[0] < high for low, high in value_types.find(longer, text))
    ]


def _acts(text: str) -> list[Spot]:
    """What a court did, word by word."""
    every = ((match, value_types.parse_outcome(match.group())) for match in re.finditer(r"[A-Za-z]+", text))
    return [(match.start(), match.end(), act) for match, acts in every for act in sorted(acts or ())]


def _lengths(text: str) -> list[Spot]:
    """Lengths of time in days or in months; 'two years and three months' is one."""
    found: list[tuple[int, int, tuple[Decimal, str]]] = []
    for start, end in value_types.find("duration", text):
        count, unit = value_types.parse_duration(text[start:end]) or (0.0, "day")
        size, base = _LENGTHS[unit]
        length = round(Decimal(str(count)) * size, 4)
        if found and found[-1][2][1] == base and re.fullmatch(r",?\s*(?:and)?\s*", text[found[-1][1] : start]):
            start, _, before = found.pop()
            length += before[0]
        found.append((start, end, (length, base)))
    return list(found)
