"""Queries of a fact ledger: terms that can be put into one another, as records.

Source: DESIGN 3 (the fact ledger); MemoryDocDataSet 3.4; DynamicMem (states at checkpoints, collections).
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from microworlds.core.records import Record
from microworlds.generation.derived import Derived


class Value(Record):
    """A constant: an id or a text."""

    is_: Literal["value"] = "value"
    value: str


class Get(Record):
    """Values of ``attribute`` of the subjects that ``of`` gives, whatever was superseded left out."""

    is_: Literal["get"] = "get"
    of: Term
    attribute: str


class Having(Record):
    """Subjects whose present ``attribute`` is one of the values that ``value`` gives."""

    is_: Literal["having"] = "having"
    attribute: str
    value: Term


class Both(Record):
    """What all the terms give."""

    is_: Literal["both"] = "both"
    terms: tuple[Term, ...]


class Changed(Record):
    """The last of exactly ``changes`` + 1 states of an attribute, each superseding the one before.

    Every state is needed: without an earlier one nothing is known to have changed, without the last nothing is final.
    """

    is_: Literal["changed"] = "changed"
    of: Term
    attribute: str
    changes: int = Field(ge=1)


class Before(Record):
    """The first of exactly ``changes`` + 1 states: what held before anything changed."""

    is_: Literal["before"] = "before"
    of: Term
    attribute: str
    changes: int = Field(ge=1)


class Derive(Record):
    """A value computed from the single values of the terms, in the order given.

    order: is the first date before or after the second? interval: ``unit`` between two dates. sum: of amounts or
    numbers. same: are all values equal, yes or no? greater: is the first more than the second, yes or no?
    """

    is_: Literal["derive"] = "derive"
    how: Derived
    terms: tuple[Term, ...]
    unit: Literal["days", "weeks", "months", "years"] = "days"


class Each(Record):
    """A derivation over what ``path`` leads to from the exactly ``count`` subjects that ``of`` gives."""

    is_: Literal["each"] = "each"
    how: Literal["sum"]
    of: Term
    path: tuple[str, ...]
    count: int


class Members(Record):
    """All members of a set after exactly ``changes`` additions and removals, as one answer: sorted, with commas.

    Every change is needed: without one the set is not known. An empty set is no answer.
    """

    is_: Literal["members"] = "members"
    of: Term
    attribute: str
    changes: int = Field(ge=1)


class AsOf(Record):
    """What ``of`` gave at a moment, or at the end of a day: facts that hold from later on are left out.

    A day is that of the fact's own time zone.
    """

    is_: Literal["as_of"] = "as_of"
    of: Term
    at: Annotated[AwareDatetime | date, Field(union_mode="left_to_right")]


Term = Annotated[
    Value | Get | Having | Both | Changed | Before | Derive | Each | Members | AsOf, Field(discriminator="is_")
]
for _record in (Get, Having, Both, Changed, Before, Derive, Each, Members, AsOf):
    _record.model_rebuild()


def first_states(term: Term) -> Term:
    """The same query, of the first state of whatever changed: what its answer was before anything did."""
    if isinstance(term, Changed):
        return Before(of=first_states(term.of), attribute=term.attribute, changes=term.changes)
    if isinstance(term, Get | Before | Each | AsOf):
        return term.model_copy(update={"of": first_states(term.of)})
    if isinstance(term, Having):
        return term.model_copy(update={"value": first_states(term.value)})
    if isinstance(term, Both | Derive):
        return term.model_copy(update={"terms": tuple(map(first_states, term.terms))})
    return term
