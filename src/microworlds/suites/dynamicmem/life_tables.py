"""The tables: domains with what can be so of somebody, phrases, causes. ``tables/*.yaml`` hold them.

Source: DynamicMem, six life domains (spec 2.4) and the catalogue of apps (spec 1.9).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field

from microworlds.core.records import Record
from microworlds.suites.dynamicmem.records import Family, Frequency

_FOLDER = Path(__file__).parent / "tables"
Texts = Annotated[tuple[str, ...], Field(min_length=1)]
Call = tuple[str, str, dict[str, str]]


class Attribute(Record):
    """Something of which one value holds at a time."""

    key: str
    label: str
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
    """Something that is done again and again; ``log`` is the call that records it once."""

    key: str
    label: str
    places: Texts
    starts: Texts
    minutes: tuple[int, ...]
    kinds: tuple[Frequency, ...]
    log: Call


class Preference(Record):
    """Something that is preferred to something else; ``blanks`` are what a form calls the two."""

    key: str
    label: str
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
    """Why things change: ``why`` is the reason, ``says`` how the user tells it; what does not last is taken back.

    ``fits`` are the first words of the domains in which it can be why.
    """

    why: str
    fits: Texts
    says: str
    lasts: bool


class Phrases(Record):
    """What users write and what apps show: see tables/phrases.yaml."""

    told: dict[str, Texts]
    channels: tuple[Call, ...]
    causes: tuple[Cause, ...]
    over: str
    subjects: Texts
    friends: Texts
    answers: Texts
    replies: Texts
    results: dict[str, Texts]
    noise: tuple[Call, ...]
    anything: dict[str, Texts]
    household: Texts


@cache
def domains() -> tuple[Domain, ...]:
    """All domains, in order."""
    return tuple(Domain.model_validate(own) for own in _yaml("domains"))


@cache
def phrases() -> Phrases:
    """All phrases."""
    return Phrases.model_validate(_yaml("phrases"))


@cache
def row(family: Family, key: str) -> Any:
    """The row of a state."""
    return next(own for domain in domains() for own in getattr(domain, family) if own.key == key)


def _yaml(name: str) -> Any:
    return yaml.load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


def filled(text: str, /, **slots: str) -> str:
    """A phrase with its slots filled.

    >>> filled("My {label} is {value}.", label="gym", value="Pulse")
    'My gym is Pulse.'
    """
    for name, value in slots.items():
        text = text.replace(f"{{{name}}}", value)
    return text
