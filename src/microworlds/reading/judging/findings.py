"""What a judge holds against a pair, and how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Fault = Literal["unsupported", "elsewhere", "stale", "ambiguous", "underived", "answered", "unfounded"]

REMARKS: dict[Fault, str] = {
    "unsupported": "the evidence does not state the answer",
    "elsewhere": "the evidence is of another document than the question means",
    "stale": "something said later replaces the answer",
    "ambiguous": "the question fits several documents",
    "underived": "the answer does not follow from the evidence",
    "answered": "the question has an answer after all",
    "unfounded": "the objection rests on what nobody says",
}


@dataclass(frozen=True)
class Finding:
    """A fault and how sure it is, 0 to 1."""

    fault: Fault
    weight: float
