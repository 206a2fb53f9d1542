"""The two judges: one prompt body, two attitudes.

Source: MemoryDocDataSet 3.6, Appendix B.5.
"""

from collections.abc import Mapping

from pydantic import AwareDatetime, Field

from microworlds.authors.base import Task
from microworlds.core.records import Observation, Passage, Record
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.tasks.base import people, task
from microworlds.suites.memorydoc.world import Category, Judge, Persona


class JudgedPair(Record):
    """A question-answer pair as a judge sees it."""

    id: str
    category: Category
    question: str
    answer: str
    answerable: bool
    evidence: tuple[Passage, ...]


class JudgeGiven(Record):
    """A world as a judge sees it: personas, full sessions, pairs with their evidence inlined.

    Of each document there is only how it begins, in ``documents``.
    """

    world: str
    label: str
    personas: tuple[Persona, ...]
    sessions: tuple[Observation, ...]
    documents: tuple[Passage, ...] = ()
    asked_at: AwareDatetime
    pairs: tuple[JudgedPair, ...]


class PairLabels(Record):
    """What a judge says of one pair, by its id."""

    pair: str
    answer_correct: bool
    category_fits: bool


class JudgeWritten(Record):
    """A judge's labels for every pair, and three scores of the world from 1 to 5."""

    # not the paper's two maps from id to label: strict structured output has no object with free keys
    persona_consistency: int = Field(ge=1, le=5)
    temporal_coherence: int = Field(ge=1, le=5)
    document_grounding_accuracy: int = Field(ge=1, le=5)
    labels: tuple[PairLabels, ...]
    flagged_qa_ids: tuple[str, ...]
    notes: str


def _slots(given: JudgeGiven) -> dict[str, object]:
    categories = question_categories.every().items()
    return {
        "people": people(given.personas),
        "sessions": "\n\n".join(
            f"{session.title}{f', {session.time:%Y-%m-%d %H:%M}' if session.time else ''}\n{session.text}"
            for session in given.sessions
        ),
        "documents": "\n".join(f"- {opening.source}" for opening in given.documents) or "(none)",
        "pairs": "\n\n".join(map(_pair, given.pairs)),
        "count": len(given.pairs),
        "categories": "\n".join(f"  - {name.replace('_', ' ')}: {own.rests_on}" for name, own in categories),
    }


def _pair(pair: JudgedPair) -> str:
    evidence = "\n".join(f"{piece.heading} {piece.said}" for piece in pair.evidence) or "(no evidence is cited)"
    answerable = "answerable" if pair.answerable else "not answerable"
    category = pair.category.replace("_", " ")
    return f"{pair.id} ({category}; {answerable})\nQ: {pair.question}\nA: {pair.answer}\n{evidence}"


_JUDGE = "You review question-answer pairs of a benchmark of conversations and long documents. "
_STRICT = (
    "Be sceptical: an answer that the cited evidence does not establish beyond doubt is wrong, a category that could "
    "be argued with is wrong, and what is unsure is flagged."
)
_LENIENT = (
    "Be charitable: an answer that agrees with the cited evidence under some sensible reading is right, and only plain "
    "errors are flagged."
)
JUDGES: Mapping[Judge, Task[JudgeGiven, JudgeWritten]] = {
    "strict": task("judge_strict", _JUDGE + _STRICT, JudgeWritten, _slots, prompt="judge"),
    "lenient": task("judge_lenient", _JUDGE + _LENIENT, JudgeWritten, _slots, prompt="judge"),
}
