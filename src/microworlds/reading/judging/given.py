"""What a judge looks at, and what it says: shapes only, so that any suite's records will do.

Source: MemoryDocDataSet, Appendix B.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from microworlds.core.records import Observation, Passage


class Person(Protocol):
    """Someone who speaks."""

    @property
    def name(self) -> str:
        """First and last name."""
        ...

    @property
    def role(self) -> str:
        """What they do."""
        ...

    @property
    def expertise_domain(self) -> str:
        """What they know about."""
        ...

    @property
    def communication_style(self) -> str:
        """How they speak."""
        ...


class Pair(Protocol):
    """A question, its answer, and the passages cited for it."""

    @property
    def id(self) -> str:
        """What labels go by."""
        ...

    @property
    def category(self) -> str:
        """single_hop, multi_hop, temporal, knowledge_update or adversarial."""
        ...

    @property
    def question(self) -> str:
        """The question's text."""
        ...

    @property
    def answer(self) -> str:
        """The answer held to be right; of an unanswerable question what is wrong with it."""
        ...

    @property
    def answerable(self) -> bool:
        """False if the question is said to have no answer."""
        ...

    @property
    def evidence(self) -> tuple[Passage, ...]:
        """The passages cited."""
        ...


class World(Protocol):
    """People, all their sessions, and question-answer pairs."""

    @property
    def personas(self) -> tuple[Person, ...]:
        """Everyone."""
        ...

    @property
    def sessions(self) -> tuple[Observation, ...]:
        """Conversations in the order given."""
        ...

    @property
    def asked_at(self) -> datetime:
        """When the questions are asked."""
        ...

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """What is judged."""
        ...


@dataclass(frozen=True)
class Judgement:
    """A label for every pair, what to look at, three scores from 1 to 5, and remarks."""

    persona_consistency: int
    temporal_coherence: int
    document_grounding_accuracy: int
    correctness: dict[str, bool]
    category_accuracy: dict[str, bool]
    flagged: tuple[str, ...]
    notes: str
