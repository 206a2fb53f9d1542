"""Labels of answers by the built-in reader of answers: see ``microworlds.reading.grading``.

Of criteria it can judge those that say by which words they are met: see ``microworlds.metrics.accuracy``.
"""

import random
from collections.abc import Sequence

from microworlds.core.errors import ItemError
from microworlds.evaluation.judging import GradeGiven, GradeWritten
from microworlds.metrics.accuracy import meets
from microworlds.reading.grading.grade import grade


def write(given: GradeGiven, rng: random.Random) -> GradeWritten:
    """The label and its reason; nothing is drawn.

    Raises:
        ItemError: the answer is to be judged by criteria that only a language model can judge.
    """
    if given.rubric is not None:
        return _by_words(given.rubric, given.answer)
    found = grade(given.question, given.expected, given.answer, given.asked_at, given.answerable)
    return GradeWritten(reason=found.reason, label=found.label)


def _by_words(rubric: Sequence[str], answer: str) -> GradeWritten:
    verdicts = [meets(criterion, answer) for criterion in rubric]
    if None in verdicts:
        raise ItemError(
            "its gold is a rubric that says no words, which the offline judge cannot read: set models.grader to a model"
        )
    reason = f"it has the words of {sum(map(bool, verdicts))} of {len(verdicts)} criteria"
    label = "correct" if all(verdicts) else "partial" if any(verdicts) else "incorrect"
    return GradeWritten(reason=reason, label=label)
