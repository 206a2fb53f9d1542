"""No context at all: the floor, which shows what a question or the answerer gives away by itself.

Source: issue 4, section 1; PersonaMem's and LongMemEval's users, who found questions that need no memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from microworlds.core.records import Answer, Observation, Question, Record
from microworlds.systems.base import Tools, answered


class Empty(Record):
    """Nothing to set."""

    def open(self, tools: Tools, folder: Path) -> EmptyMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return EmptyMemory(tools)


@dataclass(frozen=True)
class EmptyMemory:
    """Observes and keeps nothing."""

    tools: Tools

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``."""
        return answered(self.tools.author, question, [], [])


SYSTEM = Empty
