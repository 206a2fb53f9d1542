"""Answers from passages by the built-in extractive reader.

Source: MemoryDocDataSet 5.2 and 5.3.
"""

import random

from microworlds.reading.reader import Reader
from microworlds.systems.base.tasks import AnswerGiven, AnswerWritten, ids


def write(given: AnswerGiven, rng: random.Random) -> AnswerWritten:
    """What the reader reads; it draws nothing, so the generator is not used."""
    reading = Reader().read(given.question, given.passages, asked_at=given.asked_at)
    return AnswerWritten(text=reading.text, cited=ids(given.passages, reading.support))
