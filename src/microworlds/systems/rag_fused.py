"""RAG-Fused: words and vectors together, turns with their neighbours and sessions, and an answer from the best.

Sessions are indexed by utterance, logs by entry, documents by window of tokens, and all are in one ranking.

Source: issue 4, section 1; see ``retrieval.hybrid`` for how chunks are ranked.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pydantic import Field

from microworlds.core.records import PARTS, Observation, Record
from microworlds.retrieval.chunks import Chunking, indexed
from microworlds.retrieval.hybrid import EXAMPLE, HybridIndex, HybridSettings
from microworlds.systems.base import Tools
from microworlds.systems.base.ranked import Found, Ranked


class RagFused(Record):
    """The ``k`` chunks that stand best towards the question, of sessions, logs and documents alike."""

    k: int = Field(gt=0, examples=[3])
    context_tokens: int | None = Field(default=None, gt=0, examples=[None])
    chunk: Chunking = Field(examples=[Chunking(tokens=64, overlap=8)])
    ranking: HybridSettings = Field(examples=[EXAMPLE])

    def open(self, tools: Tools, folder: Path) -> HybridMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return HybridMemory(self, tools)


class HybridMemory(Ranked):
    """The chunks of what was observed, in one index."""

    def __init__(self, recipe: RagFused, tools: Tools) -> None:
        super().__init__(tools, recipe.k, tuple(PARTS), recipe.context_tokens)
        self._chunking = recipe.chunk
        self._index = HybridIndex((), tools.embedder, recipe.ranking)

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        chunks = (*self._index.chunks, *indexed(observation, self._chunking))
        self._index = replace(self._index, chunks=chunks)

    def nearest(self, text: str) -> list[Found]:
        """See ``Ranked.nearest``."""
        return list(map(Found.of, self._index.search(text, self._depth, self.kinds)))


SYSTEM = RagFused
