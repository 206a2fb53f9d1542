"""RAG-Fused: words and vectors together, turns with their neighbours and sessions, and an answer from the best.

Sessions are indexed by utterance, logs by entry, documents by window of tokens, and all are in one ranking.

Source: issue 4, section 1; see ``retrieval.hybrid`` for how chunks are ranked.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pydantic import Field

from microworlds.core.records import PARTS, Answer, Observation, Question, Record, Span
from microworlds.retrieval.chunks import Chunk, Chunking, indexed
from microworlds.retrieval.hybrid import HybridIndex, HybridSettings, Weights
from microworlds.retrieval.lexical import Bm25
from microworlds.systems.base import DEPTH, Tools, answered_from

_EXAMPLE = HybridSettings(
    bm25=Bm25(k1=1.5, b=0.75),
    reach=2,
    weights=Weights(dense=1, speaker=1, reply=1, moment=1, date=4),
)


class RagFused(Record):
    """The ``k`` chunks that stand best towards the question, of sessions, logs and documents alike."""

    k: int = Field(gt=0, examples=[3])
    chunk: Chunking = Field(examples=[Chunking(tokens=64, overlap=8)])
    ranking: HybridSettings = Field(examples=[_EXAMPLE])

    def open(self, tools: Tools, folder: Path) -> HybridMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return HybridMemory(self, tools)


class HybridMemory:
    """The chunks of what was observed, and their index once there is a question."""

    def __init__(self, recipe: RagFused, tools: Tools) -> None:
        self._recipe = recipe
        self._tools = tools
        self._chunks: tuple[Chunk, ...] = ()
        self._index: HybridIndex | None = None

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        self._index = None
        self._chunks += tuple(indexed(observation, self._recipe.chunk))

    @property
    def kinds(self) -> Collection[str]:
        """See ``Searching.kinds``."""
        return PARTS.keys()

    def find(self, text: str) -> list[Span]:
        """See ``Searching.find``."""
        return [chunk.span for chunk in self._best(text)]

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``."""
        return answered_from(self._tools.author, question, self._best(question.text), self._recipe.k)

    def _best(self, text: str) -> list[Chunk]:
        if self._index is None:
            self._index = HybridIndex(self._chunks, self._tools.embedder, self._recipe.ranking)
        return self._index.search(text, max(self._recipe.k, DEPTH), self.kinds)


SYSTEM = RagFused
