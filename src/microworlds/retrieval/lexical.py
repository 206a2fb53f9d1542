"""BM25 over stems: which texts use the question's words. The one file of retrieval that imports bm25s.

Source: Robertson and Zaragoza 2009 (BM25); Lucene's variant as in bm25s (Lu 2024); Porter 2001 (Snowball stems).
"""

from collections.abc import Collection, Sequence
from typing import TypeAlias

import bm25s
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


class Lexical:
    """An index of texts given by their terms."""

    def __init__(self, texts: Sequence[Sequence[str]], settings: Bm25) -> None:
        self._count = len(texts)
        self._index = None
        if any(texts):
            self._index = bm25s.BM25(k1=settings.k1, b=settings.b, dtype="float64")
            self._index.index([list(text) for text in texts], show_progress=False)

    def scores(self, query: Sequence[str]) -> Scores:
        """The texts' scores in their order; a term counts once, and one that no text has counts for nothing."""
        known = [] if self._index is None else [t for t in dict.fromkeys(query) if t in self._index.vocab_dict]
        if self._index is None or not known:
            return np.zeros(self._count)
        return np.asarray(self._index.get_scores(known), dtype=np.float64)

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
