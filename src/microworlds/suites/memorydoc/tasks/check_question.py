"""Answering a question from given passages alone: from its evidence it must follow, from its rivals it must not.

Source: issue 15, section 2; ConvoMem 3.2 (positive and negative checks).
"""

from typing import Literal

from pydantic import AwareDatetime

from microworlds.core.records import Passage, Record
from microworlds.suites.memorydoc.tasks.base import task


class CheckQuestionGiven(Record):
    """A question and passages. ``answer``, of a kind, is what follows from them, null if nothing; it is not told."""

    question: str
    asked_at: AwareDatetime
    passages: tuple[Passage, ...]
    kind: str
    answer: str | None


class CheckQuestionWritten(Record):
    """Whether the passages answer the question, and what they say."""

    verdict: Literal["answered", "not answered", "several answers"]
    answer: str | None


def _slots(given: CheckQuestionGiven) -> dict[str, str]:
    return {"passages": "\n\n".join(f"{piece.heading} {piece.said}" for piece in given.passages)}


_SYSTEM = "You answer questions from what you are given and from nothing else, and say when that is not enough."
CHECK_QUESTION = task("check_question", _SYSTEM, CheckQuestionWritten, _slots)
