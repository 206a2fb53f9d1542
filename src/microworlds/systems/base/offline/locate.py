"""Which texts a question means, by the words that it shares with what was said, and that with how texts begin.

Source: MemoryDocDataSet 6.5.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from microworlds.core import text
from microworlds.core.records import Passage
from microworlds.systems.base.tasks import Located, LocateGiven, MeantText, ids

_LEADING = 3  # utterances named for one text, at most
_NAMED = 6.0  # the least weight of words that an utterance shares with a heading which it names


@dataclass(frozen=True)
class Meant:
    """A text that may be meant, how well it fits, and the utterances that lead to it, the best first; by number."""

    text: int
    fit: float
    utterances: tuple[int, ...]


def write(given: LocateGiven, rng: random.Random) -> Located:
    """The texts as they are ranked; nothing is drawn, so the generator is not used."""
    return Located(
        texts=tuple(
            MeantText(
                text=ids(given.headings, [one.text])[0],
                utterances=ids(given.utterances, one.utterances[:_LEADING]),
            )
            for one in ranked(given.question, given.utterances, given.headings, given.asked_at)
        )
    )


def ranked(
    question: str, utterances: Sequence[Passage], headings: Sequence[Passage], asked_at: datetime
) -> list[Meant]:
    """The texts named by utterances with rare words of the question, the best first."""
    said = [set(text.stems(f"{one.speaker} {one.source} {one.text}")) for one in utterances]
    titles = [set(text.stems(one.source)) for one in headings]
    asked = set(text.stems(question))
    rare, telling = _rarity(said), _rarity(titles)
    fits: dict[int, list[tuple[float, int]]] = {}
    for number, words in enumerate(said):
        fit = round(sum(rare[word] for word in sorted(words & asked)), 6)
        for at, title in enumerate(titles):
            if fit and sum(telling[word] for word in sorted(words & title)) >= _NAMED:
                fits.setdefault(at, []).append((fit, number))
    found = [(max(own)[0], at, [number for _, number in sorted(own, reverse=True)]) for at, own in fits.items()]
    return [Meant(at, fit, tuple(leading)) for fit, at, leading in sorted(found, key=lambda one: (-one[0], one[1]))]


def _rarity(texts: Sequence[set[str]]) -> dict[str, float]:
    """The inverse document frequency of each word."""
    known = Counter(word for own in texts for word in sorted(own))
    return {word: math.log(1 + len(texts) / count) for word, count in known.items()}
