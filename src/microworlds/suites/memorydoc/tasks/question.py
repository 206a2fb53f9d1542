"""Wording one question.

Source: MemoryDocDataSet 3.3, 4.5, Appendix B.4.
"""

from __future__ import annotations

from pydantic import AwareDatetime

from microworlds.core.records import Record
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.tasks.asking import asked
from microworlds.suites.memorydoc.tasks.base import task
from microworlds.suites.memorydoc.world import Category, Described


class QuestionGiven(Record):
    """A question to be worded: what it asks of which things, and the words that would give the document away.

    ``refused`` are earlier wordings that would not do. ``held_out`` asks the offline author for the
    phrasing families of the test split; a model is not told.
    """

    number: int
    category: Category
    form: str
    asks: str
    things: tuple[Described, ...]
    slots: dict[str, str]
    answer: str
    forbidden: tuple[str, ...]
    asked_at: AwareDatetime
    held_out: bool
    nouns: tuple[str, ...]
    standings: dict[str, tuple[str, ...]]
    refused: tuple[str, ...] = ()


class QuestionWritten(Record):
    """The question, and for an adversarial one what is wrong with it."""

    question: str
    explanation: str | None = None


def _slots(given: QuestionGiven) -> dict[str, str]:
    noun = given.nouns[given.number % len(given.nouns)]
    refused = "\n".join(f"- {text}" for text in given.refused)
    return {
        "category": given.category.replace("_", " "),
        "wanted": asked(given.form, given.asks, given.things, given.slots, noun, given.standings),
        "forbidden": "\n".join(f"- {text}" for text in given.forbidden) or "- (none)",
        "asked_for": question_categories.every()[given.category].asked_for,
        "refused": f"{_REFUSED}{refused}" if refused else "",
    }


_REFUSED = """

These wordings were refused: they hold a word of the list, are no question of such a length, or were asked before. Word
it otherwise:
"""
_SYSTEM = "You write careful questions for a benchmark of long-term memory and reading of long documents."
QUESTION = task("question", _SYSTEM, QuestionWritten, _slots)
