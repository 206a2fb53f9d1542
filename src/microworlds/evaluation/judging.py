"""Judged answers: a judge with a rubric labels each answer, beside F1 and never instead of it.

A judge sees the question, the expected answer and the answer; neither who gave it nor what it was found in. It is asked
of the answers on file, so judging again, with another judge or another rubric, asks nothing of those who answered.

Source: issue 4, section 2; DynamicMem, appendix (the reason is written before the label, and details never override
what is central); ConvoMem 3.4 and A.4.5 (judging apart from answering).
"""

from dataclasses import dataclass
from pathlib import Path

from pydantic import AwareDatetime, Field

from microworlds.authors.base import Author, Task
from microworlds.authors.llm import LLMAuthor
from microworlds.core.errors import ItemError
from microworlds.core.records import Answer, CalibrationItem, Gold, Judged, Label, Question, Record, Rejection

Asked = tuple[Question, Gold, Answer]


class GradeGiven(Record):
    """A question, the answer expected (of one that has none: what is wrong with it), and the answer to be judged.

    ``rubric`` are the criteria that an answer has to meet, where the gold has such.
    """

    question: str
    asked_at: AwareDatetime
    expected: str
    answerable: bool
    answer: str
    rubric: tuple[str, ...] | None = None


class GradeWritten(Record):
    """A short reason, then the label."""

    reason: str = Field(min_length=1)
    label: Label


def _render(given: GradeGiven) -> str:
    what = (
        f"Expected answer: {given.expected}"
        if given.answerable
        else f"The question has no answer. Why: {given.expected}"
    )
    if given.rubric is not None:
        criteria = "\n".join(f"- {criterion}" for criterion in given.rubric)
        what += (
            "\nThe expected answer is only an example. Judge by these criteria instead: correct meets all of them, "
            f"partial meets some and goes against none, incorrect meets none or goes against one.\n{criteria}"
        )
    return (
        f"The question was asked on {given.asked_at:%A, %Y-%m-%d}.\nQuestion: {given.question}\n{what}\n\n"
        f"The answer to judge stands between the lines of dashes.\n-----\n{given.answer}\n-----"
    )


GRADE = Task[GradeGiven, GradeWritten](
    name="grade",
    module="microworlds.evaluation",
    output=GradeWritten,
    system=Path(__file__).with_name("grade.txt").read_text(encoding="utf-8"),
    render=_render,
)


def name(judge: Author) -> str:
    """What a report calls a judge: its model, or offline."""
    return judge.settings.model if isinstance(judge, LLMAuthor) else "offline"


@dataclass(frozen=True)
class Grader:
    """Has a judge label answers one by one; ``stage`` names the stage in rejections."""

    judge: Author
    stage: str

    def answer(self, asked: Asked) -> list[Judged | Rejection]:
        """What the judge says of an answer; with a rejection beside it where it failed.

        The reserved token and an empty answer need no judge: nobody is asked.
        """
        question, gold, answer = asked
        if answer.abstained:
            return [Judged(question=question.id, label="abstained", reason="it declines", read=False)]
        if not answer.text.strip():
            return [Judged(question=question.id, label="incorrect", reason="nothing was answered", read=False)]
        given = GradeGiven(
            question=question.text,
            asked_at=question.asked_at,
            expected=gold.answer,
            answerable=gold.answerable,
            answer=answer.text,
            rubric=gold.rubric,
        )
        return self._judged(question.id, given)

    def calibration_item(self, own: CalibrationItem) -> list[Judged | Rejection]:
        """What the judge says of an answer whose label is known; it is not told."""
        given = GradeGiven.model_validate(own.model_dump(include=set(GradeGiven.model_fields)))
        return self._judged(own.id, given)

    def _judged(self, name: str, given: GradeGiven) -> list[Judged | Rejection]:
        try:
            written = self.judge.write(GRADE, given, key=name)
        except ItemError as error:
            refused = Rejection(stage=self.stage, item=name, reason=str(error))
            return [refused, Judged(question=name, label=None, reason="the judge gave no verdict")]
        return [Judged(question=name, label=written.label, reason=written.reason)]
