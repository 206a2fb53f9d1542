"""Which texts a question means, by the built-in reader.

Source: MemoryDocDataSet 6.5.
"""

import random
from collections.abc import Iterable, Sequence

from microworlds.core.records import Passage
from microworlds.reading.references import Meant, ranked
from microworlds.systems.base.tasks import Located, LocateGiven, MeantText, ids

_LEADING = 3  # utterances named for one text, at most
_ALIKE = 0.8  # a document that fits so much of what a part of it does is meant as a whole; ours, train split


def write(given: LocateGiven, rng: random.Random) -> Located:
    """The texts as the reader ranks them; it draws nothing, so the generator is not used."""
    found = whole(ranked(given.question, given.utterances, given.headings), given.headings)
    return Located(texts=tuple(_meant(given, one) for one in found))


def whole(found: Iterable[Meant], headings: Sequence[Passage]) -> list[Meant]:
    """The texts with documents in place of such of their parts as fit hardly better, each once.

    A part's source is that of its document, a comma, and a title of its own.
    """
    ranked_texts = list(found)
    by_source = {headings[one.text].source: one for one in reversed(ranked_texts)}
    chosen: dict[int, Meant] = {}
    for one in ranked_texts:
        document = next((by_source[above] for above in _above(headings[one.text].source) if above in by_source), one)
        kept = document if document.fit >= _ALIKE * one.fit else one
        chosen.setdefault(kept.text, kept)
    return list(chosen.values())


def _above(source: str) -> Iterable[str]:
    """What stands before each comma of a source, the shortest first."""
    parts = source.split(", ")
    return (", ".join(parts[:cut]) for cut in range(1, len(parts)))


def _meant(given: LocateGiven, one: Meant) -> MeantText:
    (id_,) = ids(given.headings, [one.text])
    return MeantText(text=id_, utterances=ids(given.utterances, one.utterances[:_LEADING]))
