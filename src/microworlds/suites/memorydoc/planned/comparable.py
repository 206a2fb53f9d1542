"""Values as a plan has them and as a text states them, in a form in which equal ones are equal.

Nothing is compared in part: a name is right if all its words are those of one of the forms that the plan gives it.
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from microworlds.core import value_types
from microworlds.corpora.attributes import AGREEMENT, OPINION

_QUALIFIER = re.compile(r"(?i)\b(?:business|calendar|working)\b")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s?(?:%|percent|per cent)")
_KINDS: Mapping[str, str] = {name: own.kind for table in (OPINION, AGREEMENT) for name, own in table.items()}
SEVERAL = frozenset(name for table in (OPINION, AGREEMENT) for name, own in table.items() if own.several)
"""Attributes of which one text may state several values."""

Thing: TypeAlias = frozenset[Hashable]
"""One value of a plan: every form in which a text may state it."""


@dataclass(frozen=True)
class Planned:
    """What a plan says of one attribute; ``certain`` if the text is sure to state all of it."""

    things: tuple[Thing, ...]
    certain: bool = False


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
    elif kind == "outcome":
        read = value_types.parse_outcome(value)
    elif kind == "docket":
        value = value[value.find("No. ") :] if "No. " in value else value
    return read if read is not None else words(value)


def words(text: str) -> tuple[str, ...]:
    """The words of a text without case, signs and a leading article.

    >>> words("THE O’DELL COURIER, INC.") == words("O'Dell Courier, Inc.")
    True
    """
    found = re.findall(r"\w+", text.casefold())
    return tuple(found[1:] if found[:1] == ["the"] else found)


def thing(attribute: str, *forms: str) -> Thing:
    """One value of a plan, from the ways in which it may be written."""
    return frozenset(form(attribute, text) for text in forms)


def planned(attribute: str, values: Iterable[str | None], *, certain: bool) -> Planned:
    """Values with one form each; those that are None are not there."""
    return Planned(tuple(thing(attribute, value) for value in values if value is not None), certain)
