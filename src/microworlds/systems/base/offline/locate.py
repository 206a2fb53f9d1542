"""Which texts a question means, by the built-in reader.

Source: MemoryDocDataSet 6.5.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from microworlds.reading.general.references import ranked
from microworlds.systems.base.tasks import Located, LocateGiven, MeantText, ids

_LEADING = 3  # utterances named for one text, at most


def write(given: LocateGiven, rng: random.Random) -> Located:
    """The texts as the reader ranks them; it draws nothing, so the generator is not used."""
    found = ranked(given.question, given.utterances, given.headings, given.asked_at)
    return Located(texts=tuple(_meant(given, one.text, one.utterances) for one in found))


def _meant(given: LocateGiven, text: int, utterances: Sequence[int]) -> MeantText:
    (id_,) = ids(given.headings, [text])
    return MeantText(text=id_, utterances=ids(given.utterances, utterances[:_LEADING]))
