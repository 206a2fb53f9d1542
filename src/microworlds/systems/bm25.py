"""BM25: the turns, log entries or document windows that share most words with the question, and an answer from those.

Source: Robertson and Zaragoza 2009 (BM25); the baseline of every paper on retrieval.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pydantic import Field

from microworlds.core.records import Observation, Record
from microworlds.retrieval.chunks import Chunk, Chunking, indexed, kinds
from microworlds.retrieval.lexical import Bm25, Lexical, Postings, terms
from microworlds.systems.base import Tools
from microworlds.systems.base.ranked import Found, Ranked

# the words of an observation are the same in every history that it is part of
_KEPT = 4096


class Words(Record):
    """The ``k`` chunks with the question's rarest words, of sessions, logs and documents alike."""

    k: int = Field(gt=0, examples=[3])
    context_tokens: int | None = Field(default=None, gt=0, examples=[None])
    chunk: Chunking | None = Field(examples=[Chunking(tokens=64, overlap=8)])
    bm25: Bm25 = Field(examples=[Bm25(k1=1.5, b=0.75)])

    def open(self, tools: Tools, folder: Path) -> WordsMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return WordsMemory(self, tools)


class WordsMemory(Ranked):
    """The chunks of what was observed, and their words; they are indexed once there is a question."""

    def __init__(self, recipe: Words, tools: Tools) -> None:
        super().__init__(tools, recipe.k, kinds(recipe.chunk), recipe.context_tokens)
        self._recipe = recipe
        self._chunks: list[Chunk] = []
        self._postings: list[Postings] = []
        self._index: Lexical | None = None

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        chunks, postings = _read(_Read(observation.id, observation.text, self._recipe.chunk, observation))
        self._chunks += chunks
        self._postings.append(postings)
        self._index = None

    def nearest(self, text: str) -> list[Found]:
        """See ``Ranked.nearest``."""
        self._index = self._index or Lexical(self._postings, self._recipe.bm25)
        return [Found.of(self._chunks[at]) for at in self._index.search(terms(text), self._depth)]


@dataclass(frozen=True)
class _Read:
    """An observation and how it is cut, compared by what is quick to compare."""

    id: str
    text: str
    chunk: Chunking | None
    observation: Observation = field(compare=False)


@lru_cache(_KEPT)
def _read(own: _Read) -> tuple[tuple[Chunk, ...], Postings]:
    """The chunks of an observation, and their words."""
    chunks = tuple(indexed(own.observation, own.chunk))
    return chunks, Postings(terms(chunk.text) for chunk in chunks)


SYSTEM = Words
