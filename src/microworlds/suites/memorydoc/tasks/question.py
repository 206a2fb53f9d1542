"""Wording one question.

Source: MemoryDocDataSet 3.3, 4.5, Appendix B.4.
"""

from __future__ import annotations

from pydantic import AwareDatetime

from microworlds.authors.base import Task
from microworlds.records import Record
from microworlds.suites.memorydoc.tasks.base import JSON_ONLY, MODULE
from microworlds.suites.memorydoc.world import Category, Described


class QuestionGiven(Record):
    """A question to be worded: what it asks of which things, and the words that would give the document away."""

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


class QuestionWritten(Record):
    """The question, and for an adversarial one what is wrong with it."""

    question: str
    explanation: str | None = None


def _render_question(given: QuestionGiven) -> str:
    things = "\n".join(
        f"- known by '{thing.how}': " + "; ".join(f"{name}: {text}" for name, text in thing.slots.items())
        for thing in given.things
    )
    words = "; ".join(f"{name}: {text}" for name, text in given.slots.items())
    return (
        f"Word one question of the category {given.category} (form: {given.form}).\n"
        f"It asks: {given.asks}. Words: {words}.\n"
        f"The things it speaks of, each to be described only by what is given here:\n{things}\n"
        f"Its answer is: {given.answer}\n"
        f"None of these words may appear in it: {', '.join(given.forbidden) or 'none'}.\n"
        "It must be one natural sentence or two, and must have only this answer. "
        + _CATEGORY_INSTRUCTIONS[given.category]
    )


_CATEGORY_INSTRUCTIONS: dict[Category, str] = {
    "single_hop": "One fact answers it, found in one place once it is clear which document is meant.",
    "multi_hop": "It cannot be answered without putting at least two facts from different places together.",
    "temporal": "It is about order or distance in time and rests on at least two dates or times.",
    "knowledge_update": "Something changed in between: it asks for what holds last, and speaks of the change.",
    "adversarial": "It sounds as natural as the others, but its premise is false or nothing answers it; also write "
    "one or two sentences that say what is wrong with it, from the answer given.",
}


_AUTHOR = "You write careful questions for a benchmark of long-term memory and reading of long documents. "
QUESTION = Task("question", MODULE, QuestionWritten, f"{_AUTHOR}{JSON_ONLY}", _render_question)
