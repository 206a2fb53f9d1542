"""Reads logs of calls: JSON objects that say what an app was asked to do, and what it gave back.

What a person did is in ``request``, or in the whole object if it has none. A value is a short text of it; sentences are
left to the reader of prose. Days and times come from when calls were made. It knows no app and no call by name.

Source: DynamicMem (logs of six fields, templates filled field by field).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Any

from microworlds.core.records import Passage
from microworlds.core.text import normalized, words
from microworlds.core.value_types import FIRST_TO_FIFTH, WEEKDAYS, ordinal

_CLOCK = re.compile(r"\b(?:[01]\d|2[0-3]):[0-5]\d\b")
_SENTENCE = re.compile(r"[.?!]$|[.?!] ")
_OPTIONS = re.compile(r"\bOne of: (.+?)\.?$")
_EITHER = re.compile(r"\b(\w+ up) or (\w+ up)\b|\b(yes) or (no)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:all of them|with commas)\b", re.IGNORECASE)
_PLACE = re.compile(r"(?:^|_)(?:location|place|where|address|venue)(?:_|$)")
_ID = re.compile(r"(?:^|_)(?:id|timestamp|amount|quantity|rating|minutes)$|_id$")
_RECENT = timedelta(days=50)
_SHORT = 7  # words of a value, at most
_SAID = 5  # words of a text from which a call is somebody's message, and its other values are whom it goes to
_CLOSE = 0.6  # of the words shared by the call that shares most
_STOP = frozenset(
    "the a an of is are as in on at to from and or if what which who when where how often days has it that up user "
    "users things stand something".split()
)
_COMPARED = re.compile(r"\b(?:rather than|instead of|over|before|not)\b")
_ENDS = frozenset(
    "i i'd i'm i've it it's was is am took take chose choose went for had to and but me my again now today "
    "come round of so you they".split()
)
"""Words at which what is compared begins or ends."""


@dataclass(frozen=True)
class Call:
    """One call: when it was made, which one, and what it was made with, by key."""

    at: datetime
    what: str
    given: tuple[tuple[str, str], ...]
    passage: int

    @property
    def short(self) -> list[str]:
        """The values that are no sentences, clock times or numbers of things; none of somebody's message."""
        if self.said:
            return []
        return [
            value
            for key, value in self.given
            if not _ID.search(key) and not _SENTENCE.search(value) and len(words(value)) <= _SHORT and words(value)
        ]

    @property
    def said(self) -> str:
        """What somebody says in it: its longest sentence; empty if there is none."""
        longest = max((value for _, value in self.given if _SENTENCE.search(value)), key=len, default="")
        return longest if len(words(longest)) >= _SAID else ""

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(value for _, value in self.given)

    @property
    def terms(self) -> frozenset[str]:
        """Its words, those of its name too."""
        named = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.what)
        return frozenset(normalized(f"{named} {self.text}").split())


def calls(passages: Sequence[Passage]) -> list[Call]:
    """The calls among passages, in order of time; none if they are prose."""
    found = []
    for number, passage in enumerate(passages):
        try:
            told = json.loads(passage.text)
        except ValueError:
            continue
        if isinstance(told, dict) and passage.time is not None:
            own = told.get("request", told)
            what = f"{passage.speaker or ''} {told.get('api_name', '')}".strip()
            found.append(Call(passage.time, what, tuple(_leaves(own, "")), number))
    return sorted(found, key=lambda call: call.at)


def _leaves(value: Any, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, own in value.items():
            yield from _leaves(own, str(name))
    elif isinstance(value, list):
        for own in value:
            yield from _leaves(own, key)
    elif value is not None:
        yield key, str(value)


@dataclass(frozen=True)
class Filling:
    """What fills a blank, and the passages it rests on; ``text`` is None where nothing does."""

    text: str | None
    support: tuple[int, ...] = ()


def fill(question: str, blank: str, made: Sequence[Call], asked_at: datetime) -> Filling:
    """What belongs in a blank, by what its name and the question ask for."""
    name = set(blank.lower().split("_"))
    near = _nearest(question, blank, made)
    if not near:
        return Filling(None)
    if options := _OPTIONS.search(question):
        return _option(options[1].split("; "), near)
    if name & {"time", "clock"} or blank in ("start", "end"):
        return _clock(near, last=bool(name & {"end", "until", "to"}))
    if name & {"month", "date"}:
        return Filling(f"{near[-1].at:%B %Y}", (near[-1].passage,))
    again = _repeated(near)
    if name & {"days", "frequency", "often", "weekday"}:
        told = _rhythm([call.at.date() for call in again])
        at = 0 if name & {"frequency", "often"} else 1
        return Filling(told[at] if told else None, tuple(call.passage for call in again))
    if (either := _EITHER.search(question)) and "status" in name:
        yes, no = (own for own in either.groups() if own)
        recent = [call for call in again if len(again) > 1 and asked_at - call.at < _RECENT]
        return Filling(yes if recent else no, tuple(call.passage for call in recent or near[-1:]))
    if name & {"location", "place", "where"} and len(name) == 1:
        for call in reversed(again or near):
            for key, value in call.given:
                if _PLACE.search(key):
                    return Filling(value, (call.passage,))
    return _value(near, several=bool(_SEVERAL.search(question)))


def compared(said: str) -> tuple[str, str] | None:
    """What somebody takes, and what it is taken before; None if a text compares nothing.

    >>> compared("They offered both. It was live jazz for me, not a quiet pub.")
    ('live jazz', 'a quiet pub')
    """
    for found in _COMPARED.finditer(said):
        before = _run(reversed(re.findall(r"[\w'-]+|[.?!:]", said[: found.start()])))
        after = _run(re.findall(r"[\w'-]+|[.,;?!]", said[found.end() :]))
        if before and after:
            return " ".join(reversed(before)), " ".join(after)
    return None


def _run(tokens: Iterable[str]) -> list[str]:
    """The first words that could be what something is called."""
    run: list[str] = []
    for token in tokens:
        if token.lower() in _ENDS or not token[0].isalnum():
            if run:
                break
            if token in ".?!;":
                break
            continue
        run.append(token)
    return run


def _nearest(question: str, blank: str, made: Sequence[Call]) -> list[Call]:
    """The calls that share most words with what is asked, or nearly, in order of time: all, if none shares any."""
    asked = set(normalized(f"{question} {blank.replace('_', ' ')}").split()) - _STOP
    shared = [len(asked & call.terms) for call in made]
    most = max(shared, default=0)
    return [call for call, count in zip(made, shared, strict=True) if count >= _CLOSE * most]


def _option(options: Sequence[str], near: Sequence[Call]) -> Filling:
    """The option most of whose words stand in a call."""
    scored = [
        (len((own := set(normalized(option).split())) & call.terms) / len(own), option, call.passage)
        for option in options
        for call in near
    ]
    best = max(scored, key=lambda own: own[0])
    return Filling(best[1] if best[0] > 0 else None, (best[2],))


def _clock(near: Sequence[Call], *, last: bool) -> Filling:
    """The first or last clock time of the latest call that tells two."""
    for call in reversed(near):
        told = sorted(_CLOCK.findall(call.text))
        if len(told) >= 2:
            return Filling(told[-1] if last else told[0], (call.passage,))
    return Filling(None)


def _repeated(near: Sequence[Call]) -> list[Call]:
    """The calls made again and again with the same: the latest such group."""
    groups: dict[tuple[object, ...], list[Call]] = {}
    for call in near:
        groups.setdefault((call.what, call.given), []).append(call)
    most = [own for own in groups.values() if len(own) > 1]
    return max(most, key=lambda own: own[-1].at) if most else []


def _rhythm(done: Sequence[date]) -> tuple[str, str] | None:
    """How often, and on which days, something was done; None of fewer than two days."""
    days = sorted(set(done))
    if len(days) < 2:
        return None
    weekdays = Counter(day.weekday() for day in days)
    often = sorted(day for day, count in weekdays.items() if 2 * count >= max(weekdays.values()))
    same = [day for day in days if day.weekday() == often[0]]
    gap = median((later - day).days for day, later in pairwise(same)) if len(same) > 1 else 31
    if gap <= 7:
        return "weekly", ", ".join(WEEKDAYS[day] for day in often)
    if gap <= 14 and len(weekdays) == 1:
        return "every two weeks", WEEKDAYS[often[0]]
    if len({day.day for day in days}) == 1:
        return "monthly", f"{ordinal(days[0].day)}"
    return "monthly", f"{FIRST_TO_FIFTH[(days[-1].day - 1) // 7]} {WEEKDAYS[days[-1].weekday()]}"


def _value(near: Sequence[Call], *, several: bool) -> Filling:
    """The first short value of the latest call that has one; of several calls, each one's."""
    named = [(call.short[0], call.passage) for call in near if call.short]
    if not named:
        return Filling(None)
    if several:
        found = dict(named)
        return Filling(", ".join(found), tuple(found.values()))
    return Filling(named[-1][0], (named[-1][1],))
