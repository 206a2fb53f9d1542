"""Values as a plan has them and as a text states them, in a form in which equal ones are equal.

A name is right if all its words are those of one of the forms that the plan gives it. A clause may end earlier or later
than the plan's, and a case may be called by the first words of its title: one then holds the other, word for word.
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from microworlds.core import value_types
from microworlds.corpora.attributes import AGREEMENT, OPINION

_QUALIFIER = re.compile(r"(?i)\b(?:business|calendar|working)\b")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s?(?:%|percent|per cent)")
_KINDS: Mapping[str, str] = {name: own.kind for table in (OPINION, AGREEMENT) for name, own in table.items()}
_PART = 0.3  # of the words of the longer of two clauses that are the same, the least share that the shorter has
SEVERAL = frozenset(name for table in (OPINION, AGREEMENT) for name, own in table.items() if own.several)
"""Attributes of which one text may state several values."""

Thing: TypeAlias = frozenset[Hashable]
"""One value of a plan: every form in which a text may state it."""


@dataclass(frozen=True)
class Planned:
    """What a plan says of one attribute; ``certain`` if the text is sure to state all of it.

    ``points`` are things that are stated on a point, each with the words in which the text speaks of that.
    """

    things: tuple[Thing, ...]
    certain: bool = False
    points: tuple[tuple[Thing, tuple[str, ...]], ...] = ()


Plan: TypeAlias = Mapping[str, Planned]
"""What a plan says, by attribute; it cannot speak of those that are not there."""


def form(attribute: str, value: str) -> Hashable:
    """What equal values of an attribute have in common.

    >>> form("award", "$1.5 million") == form("award", "$1,500,000")
    True
    >>> form("payment_period", "30 days") == form("payment_period", "thirty (30) business days")
    False
    """
    kind = _KINDS[attribute]
    read: Hashable = None
    if kind in ("date", "amount"):
        read = value_types.PARSERS[kind](value)
    elif kind == "duration":
        length, qualifier = value_types.parse_duration(value), _QUALIFIER.search(value)
        read = length and (*length, qualifier.group().lower() if qualifier else "")
    elif kind == "percent":
        figures = _PERCENT.findall(value)
        read = float(figures[-1]) if figures else None
    elif kind == "number":
        digits = re.search(r"\d[\d,]*", value)
        read = int(digits[0].replace(",", "")) if digits else None
    elif kind == "outcome":
        read = value_types.parse_outcome(value)
    elif kind == "docket":
        value = value[value.find("No. ") :] if "No. " in value else value
    return read if read is not None else words(value)


@lru_cache(maxsize=1 << 12)
def words(text: str) -> tuple[str, ...]:
    """The words and figures of a text without case, signs and a leading article.

    >>> words("THE O’DELL COURIER, INC.") == words("O'Dell Courier, Inc.")
    True
    >>> words("for Orrin, $41,250")
    ('for', 'orrin', '41,250')
    """
    found = re.findall(r"\d+(?:[.,]\d+)+|\w+", text.casefold())
    return tuple(found[1:] if found[:1] == ["the"] else found)


def same(attribute: str, read: Hashable, one: Thing) -> bool:
    """True if what was read is a planned thing.

    >>> same("found_below", words("he slept at the wheel"), thing("found_below", "he slept at the wheel all night"))
    True
    >>> same("found_below", words("he slept"), thing("found_below", "he slept at the wheel of the car all night"))
    False
    >>> same("followed", words("Bradton"), thing("followed", "Republic v. Bradton"))
    True
    """
    if read in one:
        return True
    if _KINDS[attribute] not in ("clause", "title") or not isinstance(read, tuple):
        return False
    return any(isinstance(own, tuple) and _holds(read, own, _KINDS[attribute]) for own in one)


def _holds(read: tuple[str, ...], own: tuple[str, ...], kind: str) -> bool:
    short, long = sorted((read, own), key=len)
    places = range(len(long) - len(short) + 1)
    within = bool(short) and any(long[place : place + len(short)] == short for place in places)
    return within and ((kind == "title" and short == read) or len(short) >= _PART * len(long))


def thing(attribute: str, *forms: str) -> Thing:
    """One value of a plan, from the ways in which it may be written."""
    return frozenset(form(attribute, text) for text in forms)


def planned(attribute: str, values: Iterable[str | None], *, certain: bool) -> Planned:
    """Values with one form each; those that are None are not there."""
    return Planned(tuple(thing(attribute, value) for value in values if value is not None), certain)
