"""The two judges: one prompt body, two attitudes.

Source: MemoryDocDataSet 3.6, Appendix B.5.
"""

from __future__ import annotations

from pydantic import AwareDatetime, Field

from microworlds.authors.base import Task
from microworlds.core.records import Observation, Passage, Record
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.tasks.base import MODULE, people
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


def _render_judge(given: JudgeGiven) -> str:
    sessions = "\n\n".join(
        f"{session.title}{f', {session.time:%Y-%m-%d %H:%M}' if session.time else ''}\n{session.text}"
        for session in given.sessions
    )
    documents = "\n".join(f"- {opening.source}" for opening in given.documents) or "(none)"
    pairs = "\n\n".join(map(_pair, given.pairs))
    return f"""\
A simulated matter about {given.label}. The questions are asked on {given.asked_at:%Y-%m-%d}.

Its people:
{people(given.personas)}

Their conversations:

{sessions}

The documents that they can speak of:
{documents}

Questions, their answers, and the evidence that is cited for each, from conversations and documents:

{pairs}

Fill in:
- labels: for each of the {len(given.pairs)} pairs exactly one record, with pair, its id; answer_correct, whether the
answer is right, going by the evidence and the conversations (for one that is not answerable: whether the explanation
of what is wrong is right); and category_fits, whether the question is of the category it is labelled with. What a
question of each rests on:
{_categories()}
- persona_consistency, from 1 to 5: does everyone speak and act as described?
- temporal_coherence, from 1 to 5: do dates and order hold together?
- document_grounding_accuracy, from 1 to 5: does what is said of documents fit the excerpts?
- flagged_qa_ids: ids of the pairs that someone should look at; may be empty.
- notes: your remarks, in a few sentences."""


def _categories() -> str:
    return "\n".join(
        f"  - {name.replace('_', ' ')}: {own.rests_on}" for name, own in question_categories.every().items()
    )


def _pair(pair: JudgedPair) -> str:
    evidence = "\n".join(f"{piece.heading} {piece.said}" for piece in pair.evidence) or "(no evidence is cited)"
    answerable = "answerable" if pair.answerable else "not answerable"
    category = pair.category.replace("_", " ")
    return f"{pair.id} ({category}; {answerable})\nQ: {pair.question}\nA: {pair.answer}\n{evidence}"


_JUDGE = "You review question-answer pairs of a benchmark of conversations and long documents. "
JUDGE_STRICT = Task(
    "judge_strict",
    MODULE,
    JudgeWritten,
    f"{_JUDGE}Be sceptical: an answer that the cited evidence does not establish beyond doubt is wrong, a category "
    f"that could be argued with is wrong, and what is unsure is flagged.",
    _render_judge,
)


JUDGE_LENIENT = Task(
    "judge_lenient",
    MODULE,
    JudgeWritten,
    f"{_JUDGE}Be charitable: an answer that agrees with the cited evidence under some sensible reading is right, and "
    f"only plain errors are flagged.",
    _render_judge,
)
