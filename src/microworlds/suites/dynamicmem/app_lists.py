"""What apps list beside what a call is about: a mailbox, a feed, products, places; it proves nothing.

Each entry is drawn by its own name, so it is the same whenever it is listed, and nothing need be kept of it. What
comes day by day has its number instead: the newest entries of a moment are found without those before.

Source: DynamicMem, rich outputs that apps give back (spec 2.8); tables/lists.yaml.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from microworlds.core import seeds
from microworlds.core.records import Record
from microworlds.core.text import normalized
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.records import Log, State

_EPOCH = date(2023, 7, 1)  # from when on something comes day by day
_WAKES, _HOURS = 7, 16  # the hour from which on it comes, and for how many hours
_KEPT = 2000  # entries that came, in memory
_STAMPS = {"time": "%Y-%m-%d %H:%M", "date": "%Y-%m-%d"}
_TRIES = 40  # at each entry of a list
_SWING, _CYCLE = 0.12, 23.0  # by which share a price goes up and down, and in how many days
_SLOT = re.compile(r"\{(\w+?)(?:\.(\d))?\}")
_TYPES: Mapping[str, type] = {"int": int, "float": float, "money": str, "drifting": str}
Entry = dict[str, Any]


class Kind(Record):
    """A kind of list: the fields of an entry, its words; ``a_day`` how many come, if they come day by day."""

    a_day: float | None = None
    entry: dict[str, str]
    words: dict[str, tuple[str, ...]] = Field(default_factory=dict)


@cache
def kinds() -> dict[str, Kind]:
    """All kinds, each with the words that all have."""
    loaded = life_tables.loaded("lists")
    shared = loaded.pop("words")
    return {name: Kind.model_validate({**own, "words": shared | own.get("words", {})}) for name, own in loaded.items()}


@cache
def entry_type(kind: str) -> type[BaseModel]:
    """The closed record of an entry."""
    fields: dict[str, Any] = {
        name: (_TYPES.get(form.partition(" ")[0], str), ...) for name, form in kinds()[kind].entry.items()
    }
    return create_model(f"{kind.title()}Entry", __config__=ConfigDict(extra="forbid"), **fields)


def barred(states: Iterable[State]) -> tuple[str, ...]:
    """All that the states of a user ever are, as it is looked for in a text."""
    changes = [change for state in states for change in state.changes]
    found = {text for change in changes for text in (*change.value, change.item or "")}
    found |= {change.routine.location for change in changes if change.routine is not None}
    return tuple(sorted(f" {normalized(text)} " for text in found if text))


def stated(never: Sequence[str], own: object) -> str | None:
    """One of these that something listed says; None if there is none."""
    text = f" {normalized(json.dumps(own, ensure_ascii=False))} "
    return next((value for value in never if value in text), None)


def proving(states: Iterable[State], logs: Iterable[Log]) -> Iterator[str]:
    """Where a list states a value of a state, though no list is to prove anything."""
    never = barred(states)
    for log in logs:
        for name in kinds().keys() & log.response.keys():
            if (found := stated(never, log.response[name])) is not None:
                yield f"{log.app_log_id}: {name} has{found.rstrip()}"


@dataclass
class Lists:
    """The lists of one user's apps; no entry says any of ``barred``."""

    user: str
    barred: tuple[str, ...] = ()
    made: dict[tuple[str, int], Entry] = field(default_factory=dict)

    def entries(self, kind: str, count: int, at: datetime, asked: str, searched: str | None = None) -> list[Entry]:
        """As many entries: the newest, or those of what was asked; ``searched`` stands in them if it may."""
        if kinds()[kind].a_day is not None:
            found = self._newest(kind, at)
            return list(reversed(self._distinct(kind, count, found)))
        if searched is not None and stated(self.barred, searched) is not None:
            searched = None
        return self._distinct(kind, count, self._drawn(kind, at.date(), asked, searched))

    def in_all(self, kind: str, at: datetime) -> int:
        """How many have come."""
        clock = (at.hour + at.minute / 60 - _WAKES) / _HOURS
        return math.floor(((at.date() - _EPOCH).days + min(1.0, max(0.0, clock))) * (kinds()[kind].a_day or 0))

    def _distinct(self, kind: str, count: int, found: Iterator[Entry]) -> list[Entry]:
        name = next(iter(kinds()[kind].entry))
        kept: dict[str, Entry] = {}
        for _, entry in zip(range(_TRIES * count), found, strict=False):
            if len(kept) == count:
                break
            if stated(self.barred, list(entry.values())) is None:
                kept.setdefault(str(entry[name]), entry)
        return list(kept.values())

    def _drawn(self, kind: str, day: date, asked: str, searched: str | None) -> Iterator[Entry]:
        names = seeds.generator(kind, self.user, asked)
        name, form = next(iter(kinds()[kind].entry.items()))
        while True:
            words = _Words(kinds()[kind].words, searched)
            called = words.filled(form, names)
            rng = seeds.generator(kind, called)
            yield {name: called} | {
                key: _value(own, words, rng, day) for key, own in kinds()[kind].entry.items() if key != name
            }

    def _newest(self, kind: str, at: datetime) -> Iterator[Entry]:
        return (self._came(kind, number) for number in range(self.in_all(kind, at) - 1, -1, -1))

    def _came(self, kind: str, number: int) -> Entry:
        """The entry of a number; those that the next call lists again are kept."""
        if (kind, number) in self.made:
            return self.made[kind, number]
        if len(self.made) > _KEPT:
            self.made.clear()
        (rng, moment), words, own = self._moment(kind, number), _Words(kinds()[kind].words), Entry()
        for key, form in kinds()[kind].entry.items():
            what, _, summed = form.partition(" ")
            if what in _STAMPS:
                own[key] = moment.strftime(_STAMPS[what])
            elif what == "to_date":
                first = self._moment(kind, number - 1)[1].month != moment.month
                before = Decimal(0) if first else Decimal(self._came(kind, number - 1)[key])
                own[key] = f"{before + Decimal(own[summed]):.2f}"
            else:
                own[key] = _value(form, words, rng, moment.date())
        self.made[kind, number] = own
        return own

    def _moment(self, kind: str, number: int) -> tuple[random.Random, datetime]:
        """When the entry of a number came, and what draws the rest of it."""
        rng = seeds.generator(kind, self.user, number)
        came = (number + rng.random()) / (kinds()[kind].a_day or 1)
        waking = timedelta(hours=_WAKES, minutes=int(60 * _HOURS * (came % 1)))
        return rng, datetime.combine(_EPOCH, time()) + timedelta(days=int(came)) + waking


@dataclass
class _Words:
    """The words of one entry. Of one in several parts, with | between, {word} is the first and {word.2} the next."""

    words: Mapping[str, Sequence[str]]
    searched: str | None = None
    drawn: dict[str, list[str]] = field(default_factory=dict)

    def filled(self, form: str, rng: random.Random) -> str:
        """A field with its slots filled."""

        def word(slot: re.Match[str]) -> str:
            name, part = slot[1], int(slot[2] or 1)
            parts = self.drawn.get(name) or rng.choice(self.words[name]).split(" | ")
            if len(parts) > 1:
                self.drawn[name] = parts
            return self.searched if name == "asked" and self.searched else parts[part - 1]

        return _SLOT.sub(word, form)


def _value(form: str, words: _Words, rng: random.Random, day: date) -> Any:
    what, _, limits = form.partition(" ")
    if what not in _TYPES:
        return words.filled(form, rng)
    least, most = map(float, limits.split())
    if what == "int":
        return rng.randint(int(least), int(most))
    drawn = rng.uniform(least, most)
    if what == "float":
        return round(drawn, 1)
    if what == "drifting":
        drawn *= 1 + _SWING * math.sin((day - _EPOCH).days / _CYCLE + 7 * rng.random())
    return f"{drawn:.2f}"
