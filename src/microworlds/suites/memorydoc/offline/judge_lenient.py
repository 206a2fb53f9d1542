"""The lenient judge, offline: the strict one's findings, weighed with another attitude.

Source: MemoryDocDataSet 3.6, Appendix B.5.
"""

import random

from microworlds.reading.question_judge.judge import LENIENT
from microworlds.suites.memorydoc.offline.judge_strict import written
from microworlds.suites.memorydoc.tasks.judge import JudgeGiven, JudgeWritten


def write(given: JudgeGiven, rng: random.Random) -> JudgeWritten:
    """The judgement; nothing is drawn."""
    return written(given, LENIENT)
