"""How an answer stands to what it mentions: it says that it holds, that it held once, that it does not; or is open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from microworlds.reading import words
from microworlds.reading.grading.expected import Spot

Standing = Literal["holds", "former", "denied"]
NOW, BESIDE, MAYBE = (words.regex(f"grading.{name}") for name in ("now", "beside", "maybe"))
_FORMER, _FORMERLY, _NOT_THIS = (words.regex(f"grading.{name}") for name in ("former", "formerly", "not_this"))
_NEAR = 60
"""How many characters before and after a mention tell how it is meant."""
_DENIED = re.compile(
    r"(?:\b(?:not|never|rather than|instead of|other than|except|nor|(?:replac|supersed)(?:es|ed|ing)(?! by))|n['’]t)"
    r"(?:\s+[\w.]+){0,2}\s*[\"“'(]?$",
    re.IGNORECASE,
)
_FROM, _TO = re.compile(r"\bfrom\s+(?:the\s+)?$", re.I), re.compile(r"^\s*(?:,?\s*(?:up|down|over)?\s*to|→|->)\b", re.I)
_WORD = re.compile(r"[^\W\d_]{2,}")
_JOINING = frozenset("and or also the on in at by of to for then both".split())


@dataclass(frozen=True)
class Mention:
    """Something that an answer mentions."""

    start: int
    end: int
    key: object
    standing: Standing


def of(text: str, spots: Sequence[Spot]) -> list[Mention]:
    """Each mention with its standing, told from the words between it and its neighbours."""
    made: list[Mention] = []
    floor = 0
    for number, (start, end, key) in enumerate(spots):
        ceiling = spots[number + 1][0] if number + 1 < len(spots) else len(text)
        before, after = text[max(floor, start - _NEAR) : start], text[end : min(ceiling, end + _NEAR)]
        own = _FORMERLY.search(after)
        floor = end + (own.end() if own else 0)  # what is said of one thing says nothing of the next
        joined = made and re.fullmatch(r",?\s*(?:and|or)?\s*", text[made[-1].end : start])
        stands = _standing(before, after, number + 1 < len(spots))
        if joined:
            stands = made[-1].standing if stands == "holds" else stands
            made[-1] = replace(made[-1], standing=stands)
        made.append(Mention(start, end, key, stands))
    return made


def _standing(before: str, after: str, followed: bool) -> Standing:
    before = re.split(r"[.!?;]\s", before)[-1]
    if (_DENIED.search(before) and not re.search(r"\bif\b", before, re.IGNORECASE)) or _NOT_THIS.search(after):
        return "denied"
    if _FORMERLY.search(after) or (followed and _FROM.search(before) and _TO.search(after)):
        return "former"
    former = [match.end() for match in _FORMER.finditer(before)]
    now = [match.end() for match in NOW.finditer(before)]
    return "former" if former and former[-1] > max(now, default=-1) else "holds"


def claimed(mentions: Sequence[Mention]) -> list[Mention]:
    """What an answer settles on: what it says holds; if that is nothing, what it says held."""
    holding = [one for one in mentions if one.standing == "holds"]
    return holding or [one for one in mentions if one.standing == "former"]


def undecided(text: str, mentions: Sequence[Mention]) -> bool:
    """Whether several things that an answer mentions are left beside one another."""
    rest = text
    for one in mentions:
        rest = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
    if (
        any(text[one.end : one.end + 1] == "?" for one in mentions)
        or BESIDE.search(rest)
        or MAYBE.search(rest)
        or rest.rstrip().endswith("?")
        or re.search(r"\s/\s", rest)
    ):
        return True
    return not [word for word in _WORD.findall(rest) if word.lower() not in _JOINING]
