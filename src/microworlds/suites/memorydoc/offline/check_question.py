"""Checking a question where nobody is asked: in a dry run all is as it was meant.

Source: issue 15, section 2 (checks are calls like any others, estimated).
"""

import random

from microworlds.suites.memorydoc.tasks.check_question import CheckQuestionGiven, CheckQuestionWritten


def write(given: CheckQuestionGiven, rng: random.Random) -> CheckQuestionWritten:
    """What was to follow."""
    del rng
    return CheckQuestionWritten(verdict="not answered" if given.answer is None else "answered", answer=given.answer)
