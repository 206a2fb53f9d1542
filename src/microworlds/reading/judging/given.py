"""What a judge looks at, and what it says: shapes only, so that any suite's records will do.

Source: MemoryDocDataSet, Appendix B.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from microworlds.core.records import Observation, Passage

Fault = Literal["unsupported", "elsewhere", "stale", "ambiguous", "underived", "told", "answered", "unfounded"]
REMARKS: dict[Fault, str] = {
    "unsupported": "the evidence does not state the answer",
    "elsewhere": "the evidence is of another document than the question means",
    "stale": "something said later replaces the answer",
    "ambiguous": "the question fits several documents",
    "underived": "the answer does not follow from the evidence",
    "told": "the question itself states the answer",
    "answered": "there is an answer",
    "unfounded": "the objection rests on what nobody says",
}


@dataclass(frozen=True)
class Finding:
    """A fault and how sure it is, 0 to 1."""

    fault: Fault
    weight: float


class Person(Protocol):
    """Someone who speaks."""

    @property
    def name(self) -> str:
        """First and last name."""


class Pair(Protocol):
    """A question, its answer (of an unanswerable one: what is wrong with it), and the passages cited for it."""

    @property
    def id(self) -> str:
        """What labels go by."""

    @property
    def question(self) -> str:
        """The question's text."""

    @property
    def answer(self) -> str:
        """The answer held to be right."""

    @property
    def answerable(self) -> bool:
        """False if the question is said to have no answer."""

    @property
    def evidence(self) -> tuple[Passage, ...]:
        """The passages cited."""


class World(Protocol):
    """People, their sessions, how each document begins, and question-answer pairs."""

    @property
    def personas(self) -> tuple[Person, ...]:
        """Everyone."""

    @property
    def sessions(self) -> tuple[Observation, ...]:
        """Conversations in the order given."""

    @property
    def documents(self) -> tuple[Passage, ...]:
        """The opening of each document."""

    @property
    def asked_at(self) -> datetime:
        """When the questions are asked."""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """What is judged."""


@dataclass(frozen=True)
class Judgement:
    """Of every pair whether its answer is right; what to look at, three scores from 1 to 5, and remarks."""

    persona_consistency: int
    temporal_coherence: int
    document_grounding_accuracy: int
    correctness: dict[str, bool]
    flagged: tuple[str, ...]
    notes: str
