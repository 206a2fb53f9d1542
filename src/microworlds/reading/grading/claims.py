"""What an answer says of one value that is expected: it, a part of it, another, more than one, nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from microworlds.core import value_types
from microworlds.reading import words
from microworlds.reading.grading import standing
from microworlds.reading.grading.expected import Spot, Wanted, mentioned
from microworlds.reading.grading.standing import Mention
from microworlds.reading.grading.wordings import Finding

_MAIN = frozenset(("affirm", "revers", "vacat", "remand", "dismiss"))
_OUTRIGHT = re.compile(
    r"(?:^|[.!?:;,/(]\s*|\b(?:is|answer|be|say|with|simply|a|or|and|to|was|it|but|either|possibly|perhaps|maybe)\s+)[\"“'(]?"
    r"(?P<word>yes|no)\b(?!\.?\s?\d)(?!\s+(?:longer|doubt|one)\b)",
    re.IGNORECASE,
)
_ORDER = {name: words.regex(f"grading.{name}") for name in ("before", "after")}
_BARE = re.compile(r"[^\w$€£]*([\w ,-]*\w)\W*")


@dataclass(frozen=True)
class Reply:
    """An answer as it is read: its text, the question, whether of a person, and when it was asked."""

    text: str
    question: str
    of_person: bool
    asked_at: datetime


def find(wanted: Wanted, reply: Reply, expected: Sequence[Wanted]) -> Finding:
    """How the reply stands to one of the things ``expected``."""
    spots = (
        mentioned(wanted.kind, reply.text, reply.asked_at) if wanted.kind != "choice" else _choices(wanted, reply.text)
    )
    if wanted.kind == "outcome":
        return _outcome(wanted, reply.text, standing.claimed(standing.of(reply.text, spots)))
    if not spots and wanted.kind in ("amount", "number"):
        spots = _bare_number(reply.text)
    keys = [one.key for one in expected if one.kind == wanted.kind]
    claimed = standing.claimed(standing.of(reply.text, spots))
    same = [one for one in claimed if _same(wanted, one.key)]
    vague = [one for one in claimed if _covers(one.key, wanted.key)]
    others = [one for one in claimed if one.key not in keys and one not in same and one not in vague]
    if same:
        return "said" if not others or _settled(reply, same, others, claimed) else "open"
    return "other" if others else "part" if vague else "none"


def _bare_number(text: str) -> list[Spot]:
    """A text that is nothing but a number, in figures or words, as a mention of it."""
    bare = _BARE.fullmatch(text)
    number = value_types.parse_number(bare[1]) if bare else None
    return [] if bare is None or number is None else [(*bare.span(1), Decimal(number))]


def _settled(reply: Reply, same: Sequence[Mention], others: Sequence[Mention], claimed: Sequence[Mention]) -> bool:
    """Whether the words around the right value single it out: they are those of the question, and no other's."""
    if standing.undecided(reply.text, claimed):
        return False
    asked = {*words.content(reply.question), *words.content("answer result conclusion")}
    around = {one: _around(reply.text, one, claimed) for one in claimed}
    elsewhere = {term for one in others for term in words.content(around[one])}
    now = [one for one in claimed if standing.NOW.search(around[one])]
    return any((asked & set(words.content(around[one]))) - elsewhere or now == [one] for one in same)


def _around(text: str, own: Mention, claimed: Sequence[Mention]) -> str:
    """The words between a value and those before and after it, no further than its sentence."""
    floor = max((one.end for one in claimed if one.end <= own.start), default=0)
    ceiling = min((one.start for one in claimed if one.start >= own.end), default=len(text))
    before, after = text[floor : own.start], text[own.end : ceiling]
    return re.split(r"[.!?]\s", before)[-1] + " " + re.split(r"[.!?,;]\s", after)[0]


def _same(wanted: Wanted, key: object) -> bool:
    """Whether a key is the one wanted; a date told without its year is right in any."""
    if wanted.kind != "date":
        return key == wanted.key
    assert isinstance(key, tuple)
    assert isinstance(wanted.key, tuple)
    if not re.search(r"\d{4}|/\d\d$", wanted.text):
        return [(day.month, day.day) for day in key] == [(day.month, day.day) for day in wanted.key]
    return key == wanted.key or _covers(wanted.key, key)


def _covers(wide: object, narrow: object) -> bool:
    """Whether a stretch of days takes in another and more; anything else does not."""
    if not (isinstance(wide, tuple) and isinstance(narrow, tuple)) or wide == narrow or isinstance(wide[0], Decimal):
        return False
    return bool(wide[0] <= narrow[0] and narrow[1] <= wide[1])


def _choices(wanted: Wanted, text: str) -> list[Spot]:
    """Where a text says before or after; or yes or no, outright or else in other words."""
    if wanted.key in _ORDER:
        return [*sorted((*match.span(), word) for word, form in _ORDER.items() for match in form.finditer(text))]
    outright: list[Spot] = [(*match.span("word"), match["word"].lower()) for match in _OUTRIGHT.finditer(text)]
    other = ((match, word) for word in ("no", "yes") if (match := words.regex(f"grading.{word}").search(text)))
    return outright or next(([(*match.span(), word)] for match, word in other), [])


def _outcome(wanted: Wanted, text: str, claimed: Sequence[Mention]) -> Finding:
    assert isinstance(wanted.key, frozenset)
    every = {str(one.key) for one in claimed}
    found = every & (_MAIN | wanted.key)
    if wanted.key <= found:
        if every - wanted.key and standing.undecided(text, claimed):
            return "open"
        return "said" if found == wanted.key else "other"
    return "none" if not found else "part" if found < wanted.key else "other"
