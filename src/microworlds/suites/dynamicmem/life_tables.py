"""The tables: domains with what can be so of somebody, causes of change, phrases. ``tables/*.yaml`` hold them.

Source: DynamicMem, six life domains (spec 2.4) and the catalogue of apps (spec 1.9).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import Field, model_validator

from microworlds.core.records import Record
from microworlds.suites.dynamicmem.records import Family, Frequency

FAMILIES: tuple[Family, ...] = ("attributes", "collections", "habits", "preferences")
_FOLDER = Path(__file__).parent / "tables"
Texts = Annotated[tuple[str, ...], Field(min_length=1)]
Call = tuple[str, str, dict[str, str]]
Way = Literal["either", "comes", "goes"]
_MARKS: dict[str, Way] = {"+": "comes", "-": "goes"}


class Attribute(Record):
    """Something of which one value holds at a time; ``at`` is the kind of place that it is, if it is one."""

    key: str
    label: str
    at: str | None = None
    values: Texts
    shows: tuple[Call, ...]
    task: str
    blank: str


class Collection(Record):
    """Something of which several items hold at a time; ``one`` is what an item is called."""

    key: str
    label: str
    one: str
    items: Texts
    shows: tuple[Call, ...]
    task: str
    blank: str


class Habit(Record):
    """Something that is done again and again; ``log`` is the call that records it once, ``at`` where it is done."""

    key: str
    label: str
    at: str
    places: Texts
    starts: Texts
    minutes: tuple[int, ...]
    kinds: tuple[Frequency, ...]
    log: Call


class Preference(Record):
    """Something that is preferred to something else; ``blanks`` are what a form calls the two.

    ``asked`` is what a question calls it, if not by its label.
    """

    key: str
    label: str
    asked: str | None = None
    options: Texts
    task: str
    blanks: tuple[str, str]


class Domain(Record):
    """One domain of a life."""

    name: str
    attributes: tuple[Attribute, ...]
    collections: tuple[Collection, ...]
    habits: tuple[Habit, ...]
    preferences: tuple[Preference, ...]


class Cause(Record):
    """Why things change: ``why`` is the reason, ``says`` how the user tells it.

    ``over`` is how the user tells that it has passed, None of what lasts. ``explains`` are the keys of what can change
    for it; see ``way`` for what a + or - after one means.
    """

    why: str
    says: str
    over: str | None = None
    explains: Texts

    @property
    def lasts(self) -> bool:
        """Whether what it has changed stays so."""
        return self.over is None

    def way(self, key: str) -> Way | None:
        """Which way it can change what has this key: what only comes does not go; None if it explains it not."""
        ways = {own.rstrip("+-"): _MARKS.get(own[-1], "either") for own in self.explains}
        return ways.get(key)


class Phrases(Record):
    """What users write and what apps show: see tables/phrases.yaml."""

    told: dict[str, Texts]
    occasions: dict[str, Texts]
    asked: dict[str, tuple[tuple[str, str], ...]]
    answered: dict[str, str]
    channels: tuple[Call, ...]
    subjects: Texts
    friends: Texts
    answers: Texts
    results: dict[str, Texts]
    noise: tuple[Call, ...]
    anything: dict[str, Texts]
    household: Texts


class ScaleParams(Record):
    """See conf/dynamicmem/scale: how many users, how many states of each family one has, how long lists are."""

    users: int = Field(ge=1)
    states: dict[Family, int]
    lists: int = Field(default=0, ge=0, le=100)

    @model_validator(mode="after")
    def _possible(self) -> ScaleParams:
        for family in FAMILIES:
            most = sum(len(getattr(domain, family)) for domain in domains())
            if not 0 <= self.states.get(family, 0) <= most:
                raise ValueError(f"{self.states.get(family)} {family}: there are {most}")
        if sum(self.states.values()) == 0:
            raise ValueError("no states: nothing could be asked")
        return self


@cache
def domains() -> tuple[Domain, ...]:
    """All domains, in order."""
    return tuple(Domain.model_validate(own) for own in loaded("domains"))


@cache
def phrases() -> Phrases:
    """All phrases."""
    return Phrases.model_validate(loaded("phrases"))


@cache
def causes() -> dict[str, tuple[Cause, ...]]:
    """All causes, by the domain in which they change something."""
    return {domain: tuple(map(Cause.model_validate, own)) for domain, own in loaded("causes").items()}


def explained(domain: str, key: str, says: str) -> bool:
    """Whether a sentence tells a cause that explains why what has this key changed, or that such a cause has passed."""
    return any(says in (own.says, own.over) and own.way(key) is not None for own in causes()[domain])


@cache
def named() -> tuple[str, ...]:
    """All that a text can name: values, items, places, what can be preferred, and people."""
    found = [*phrases().friends, *phrases().household]
    for domain in domains():
        found += [value for row in domain.attributes for value in row.values]
        found += [item for row in domain.collections for item in row.items]
        found += [place for row in domain.habits for place in row.places]
        found += [option for row in domain.preferences for option in row.options]
    return tuple(found)


@cache
def row(family: Family, key: str) -> Any:
    """The row of a state."""
    return next(own for domain in domains() for own in getattr(domain, family) if own.key == key)


def loaded(name: str) -> Any:
    """A table as it stands there."""
    return yaml.load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


def filled(text: str, /, **slots: str) -> str:
    """A phrase with its slots filled.

    >>> filled("My {label} is {value}.", label="gym", value="Pulse")
    'My gym is Pulse.'
    """
    for name, value in slots.items():
        text = text.replace(f"{{{name}}}", value)
    return text
