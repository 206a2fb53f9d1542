"""BM25 over stems: which texts use the question's words. Only the terms of questions are ever scored.

Source: Robertson and Zaragoza 2009 (BM25); Lucene's variant as in bm25s (Lu 2024); Porter 2001 (Snowball stems).
"""

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate
from typing import TypeAlias

import numpy as np
from bm25s.stopwords import STOPWORDS_EN_PLUS
from numpy.typing import NDArray
from pydantic import Field

from microworlds.core.records import Record
from microworlds.core.text import stem, words

Scores: TypeAlias = NDArray[np.float64]
# scores equal to so many decimals are a tie, which order breaks: what differs by rounding alone is no difference
DECIMALS = 6
_STOP = frozenset(STOPWORDS_EN_PLUS)


class Bm25(Record):
    """``k1``: how soon a word's repetition stops to count; ``b``: how far long texts are held to be long, 0 to 1."""

    k1: float = Field(gt=0, examples=[1.5])
    b: float = Field(ge=0, le=1, examples=[0.75])


def terms(text: str, without: Collection[str] = ()) -> list[str]:
    """Stems in order, without English function words and without the stems given.

    >>> terms("When did Melanie paint the sunrises?", without={"melani"})
    ['paint', 'sunris']
    """
    lowered = (word.lower().replace("’", "'") for word in words(text))
    stems = (stem(word) for word in lowered if word not in _STOP)
    return [each for each in stems if each not in without]


class Postings:
    """Some texts by their terms: each term has the places of the texts that have it, one as often as it has it."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        self.lengths: list[int] = []
        self.places: dict[str, list[int]] = {}
        for at, text in enumerate(texts):
            self.lengths.append(len(text))
            for term in text:
                self.places.setdefault(term, []).append(at)


class Lexical:
    """An index of texts by their terms; they may lie in several parts, one after another."""

    def __init__(self, parts: Sequence[Postings], settings: Bm25) -> None:
        lengths = np.array([length for part in parts for length in part.lengths])
        starts = accumulate((len(part.lengths) for part in parts), initial=0)
        self._parts = list(zip(starts, parts, strict=False))
        self._count = len(lengths)
        if lengths.any():
            # how often a term has to stand in a text to count for half of what it can
            self._half = settings.k1 * ((1 - settings.b) + settings.b * lengths / lengths.mean())

    def scores(self, query: Sequence[str]) -> Scores:
        """The texts' scores in their order; a term counts once, and one that no text has counts for nothing."""
        scores = np.zeros(self._count)
        for term in dict.fromkeys(query):
            found = [start + place for start, part in self._parts for place in part.places.get(term, ())]
            if found:
                places, times = np.unique(found, return_counts=True)
                rarity = math.log(1 + (self._count - len(places) + 0.5) / (len(places) + 0.5))
                scores[places] += rarity * (times / (self._half[places] + times))
        return scores

    def search(self, query: Sequence[str], k: int) -> list[int]:
        """Positions of the ``k`` texts of the highest scores, best first, ties in order."""
        return best(self.scores(query), k)


def best(scores: Scores, k: int) -> list[int]:
    """Positions of the ``k`` highest scores, highest first, ties in order.

    >>> best(np.array([0.5, 0.9, 0.5, 0.9000000001]), 3)
    [1, 3, 0]
    """
    order = np.argsort(-np.round(scores, DECIMALS), kind="stable")
    return [int(at) for at in order[:k]]
