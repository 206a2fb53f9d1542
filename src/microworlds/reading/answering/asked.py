"""A question, understood: the record that the steps of reading hand on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Form = Literal["value", "list", "yes_no", "order", "choose", "interval", "sum", "difference", "same", "more"]
State = Literal["latest", "original"] | None


@dataclass(frozen=True)
class Asked:
    """A question, understood.

    ``clause`` is what is asked, ``lead`` what was said before it ("In the ruling Ann sent,"). ``kinds`` are the kinds
    of value that may answer, best first, ``noun`` the noun asked for. ``operands`` are the two things compared,
    ``word`` the comparative or connective between them, ``unit`` the unit of an interval.
    """

    text: str
    clause: str
    lead: str
    form: Form
    kinds: tuple[str, ...]
    noun: str | None = None
    state: State = None
    operands: tuple[str, str] | None = None
    word: str = ""
    unit: str = ""
