"""Labels of answers by the built-in reader of answers: see ``microworlds.reading.grading``."""

from __future__ import annotations

import random

from microworlds.evaluation.judging import GradeGiven, GradeWritten
from microworlds.reading.grading.grade import grade


def write(given: GradeGiven, rng: random.Random) -> GradeWritten:
    """The label and its reason; nothing is drawn."""
    found = grade(given.question, given.expected, given.answer, given.asked_at, given.answerable)
    return GradeWritten(reason=found.reason, label=found.label)
