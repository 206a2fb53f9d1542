"""Labels of answers by the built-in reader of answers: see ``microworlds.reading.grading``; no rubrics."""

import random

from microworlds.core.errors import ItemError
from microworlds.evaluation.judging import GradeGiven, GradeWritten
from microworlds.reading.grading.grade import grade


def write(given: GradeGiven, rng: random.Random) -> GradeWritten:
    """The label and its reason; nothing is drawn.

    Raises:
        ItemError: the answer is to be judged by criteria, which takes a language model.
    """
    if given.rubric is not None:
        raise ItemError("its gold is a rubric, which the offline judge cannot read: set models.grader to a model")
    found = grade(given.question, given.expected, given.answer, given.asked_at, given.answerable)
    return GradeWritten(reason=found.reason, label=found.label)
