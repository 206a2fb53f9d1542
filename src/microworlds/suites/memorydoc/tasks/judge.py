"""The two judges: one prompt body, two attitudes.

Source: MemoryDocDataSet 3.6, Appendix B.5.
"""

from __future__ import annotations

from pydantic import AwareDatetime, Field

from microworlds.authors.base import Task
from microworlds.records import Observation, Passage, Record
from microworlds.suites.memorydoc.tasks.base import JSON_ONLY, MODULE, people
from microworlds.suites.memorydoc.world import Category, Persona


class JudgedPair(Record):
    """A question-answer pair as a judge sees it."""

    id: str
    category: Category
    question: str
    answer: str
    answerable: bool
    evidence: tuple[Passage, ...]


class JudgeGiven(Record):
    """A world as a judge sees it: personas, full sessions, pairs with their evidence inlined; no documents."""

    world: str
    label: str
    personas: tuple[Persona, ...]
    sessions: tuple[Observation, ...]
    asked_at: AwareDatetime
    pairs: tuple[JudgedPair, ...]


class JudgeWritten(Record):
    """A judge's labels for every pair, and three scores of the world from 1 to 5."""

    persona_consistency: int = Field(ge=1, le=5)
    temporal_coherence: int = Field(ge=1, le=5)
    document_grounding_accuracy: int = Field(ge=1, le=5)
    qa_answer_correctness: dict[str, bool]
    qa_category_accuracy: dict[str, bool]
    flagged_qa_ids: tuple[str, ...]
    notes: str


def _render_judge(given: JudgeGiven) -> str:
    sessions = "\n\n".join(f"{session.title}\n{session.text}" for session in given.sessions)
    pairs = "\n\n".join(
        f"{pair.id} ({pair.category}; {'answerable' if pair.answerable else 'not answerable'})\nQ: {pair.question}\n"
        f"A: {pair.answer}\n" + "\n".join(f"[{piece.source}] {piece.text}" for piece in pair.evidence)
        for pair in given.pairs
    )
    return (
        f"A simulated matter about {given.label}. Its people:\n{people(given.personas)}\n\nTheir conversations:\n"
        f"{sessions}\n\nQuestions, answers and the evidence cited for them:\n{pairs}\n\nScore from 1 to 5 how "
        "consistently the people behave (persona_consistency), whether dates and order hold together "
        "(temporal_coherence), and whether what is said of documents fits the excerpts (document_grounding_accuracy). "
        "For each pair say whether its answer is right (qa_answer_correctness: id to true or false) and whether its "
        "category fits (qa_category_accuracy). List the ids you would have someone look at (flagged_qa_ids), and put "
        "remarks into notes."
    )


_JUDGE = "You review question-answer pairs of a benchmark of conversations and long documents. "
JUDGE_STRICT = Task(
    "judge_strict",
    MODULE,
    JudgeWritten,
    f"{_JUDGE}Be sceptical: an answer that the cited evidence does not establish beyond doubt is wrong, a category "
    f"that could be argued with is wrong, and what is unsure is flagged. {JSON_ONLY}",
    _render_judge,
)


JUDGE_LENIENT = Task(
    "judge_lenient",
    MODULE,
    JudgeWritten,
    f"{_JUDGE}Be charitable: an answer that agrees with the cited evidence under some sensible reading is right, and "
    f"only plain errors are flagged. {JSON_ONLY}",
    _render_judge,
)
