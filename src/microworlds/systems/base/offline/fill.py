"""Fills a template by the built-in reader, which is asked for one field after the other.

Source: DynamicMem (state completion).
"""

import random
import re

from microworlds.reading.reader import Reader
from microworlds.systems.base.tasks import Filled, FillGiven, FillWritten, ids


def write(given: FillGiven, rng: random.Random) -> FillWritten:
    """What the reader reads for each blank; it draws nothing, so the generator is not used."""
    reader = Reader()
    read = [reader.read(_asked(given, name), given.passages, asked_at=given.asked_at) for name in given.blanks]
    fields = [Filled(field=name, value=one.text) for name, one in zip(given.blanks, read, strict=True)]
    support = dict.fromkeys(place for one in read for place in one.support)
    return FillWritten(fields=tuple(fields), cited=ids(given.passages, support))


def _asked(given: FillGiven, name: str) -> str:
    """A question for one field: for what its name says, then the whole question, which says of whom or what."""
    words = " ".join(re.findall(r"[A-Za-z0-9]+", name))
    return f"What is the {words}? {given.question}"
