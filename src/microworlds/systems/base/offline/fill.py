"""Fills a template by the built-in reader, which is asked for one field after the other.

Source: DynamicMem (state completion).
"""

import random
import re

from microworlds.core.records import Passage
from microworlds.reading import calls
from microworlds.reading.reader import ABSTAIN, Reader
from microworlds.systems.base.tasks import Filled, FillGiven, FillWritten, ids


def write(given: FillGiven, rng: random.Random) -> FillWritten:
    """What the reader reads for each blank; it draws nothing, so the generator is not used.

    Where passages are logs of calls, these are read as such, and what is written in them as prose where that says no
    more.
    """
    made = calls.calls(given.passages)
    read = [_called(given, name, made) if made else _said(given, name, given.passages) for name in given.blanks]
    fields = [Filled(field=name, value=text) for name, (text, _) in zip(given.blanks, read, strict=True)]
    support = dict.fromkeys(place for _, places in read for place in places)
    return FillWritten(fields=tuple(fields), cited=ids(given.passages, support))


def _said(given: FillGiven, name: str, passages: tuple[Passage, ...]) -> tuple[str, tuple[int, ...]]:
    """What prose says of one field: for what its name says, then the whole question, which says of whom or what."""
    words = " ".join(re.findall(r"[A-Za-z0-9]+", name))
    one = Reader().read(f"What is the {words}? {given.question}", passages, asked_at=given.asked_at)
    return one.text, one.support


def _called(given: FillGiven, name: str, made: list[calls.Call]) -> tuple[str, tuple[int, ...]]:
    if len(given.blanks) == 2 and (both := calls.compared(made[-1].said)):
        return both[given.blanks.index(name)], (made[-1].passage,)
    filling = calls.fill(given.question, name, made, given.asked_at)
    if filling.text is not None:
        return filling.text, filling.support
    said = tuple(
        given.passages[call.passage].model_copy(
            update={"text": call.said or call.text, "speaker": None, "time": call.at}
        )
        for call in made
        if call.text
    )
    text, places = _said(given, name, said) if said else (ABSTAIN, ())
    return text, tuple(made[place].passage for place in places)
