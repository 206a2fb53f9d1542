"""Retrieval-augmented generation: the chunks most similar to the question, and an answer from those.

Over sessions alone it is the paper's RAG-Conv, over documents RAG-Doc, over both in one ranking RAG-Both.

Source: MemoryDocDataSet 5.1 and 5.2; Lewis et al. 2020.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pydantic import Field, model_validator

from microworlds.core.records import Answer, Kind, Observation, Question, Record, Span
from microworlds.retrieval.chunks import Chunk, Chunking, indexed
from microworlds.retrieval.index import Index
from microworlds.systems.base import DEPTH, Tools, answered_from


class Rag(Record):
    """The ``k`` chunks most similar to the question, of these kinds of observation.

    Sessions are indexed by utterance, logs by entry, documents by window; where ``chunk`` is null these are left out.
    """

    kinds: tuple[Kind, ...] = Field(min_length=1, examples=[("session", "document", "log")])
    k: int = Field(gt=0, examples=[3])
    chunk: Chunking | None = Field(examples=[Chunking(tokens=64, overlap=8)])

    @model_validator(mode="after")
    def _can_cut(self) -> Rag:
        if "document" in self.kinds and self.chunk is None:
            raise ValueError("chunk is null, but kinds has document: say how documents are cut, or leave them out")
        return self

    def open(self, tools: Tools, folder: Path) -> RagMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return RagMemory(self, tools)


class RagMemory:
    """The chunks of what was observed, and their index once there is a question."""

    def __init__(self, recipe: Rag, tools: Tools) -> None:
        self._recipe = recipe
        self._tools = tools
        self._chunks: tuple[Chunk, ...] = ()
        self._index: Index[Chunk] | None = None

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        self._index = None
        self._chunks += tuple(indexed(observation, self._recipe.chunk))

    @property
    def kinds(self) -> Collection[str]:
        """See ``Searching.kinds``."""
        return self._recipe.kinds

    def find(self, text: str) -> list[Span]:
        """See ``Searching.find``."""
        return [chunk.span for chunk in self._nearest(text)]

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``."""
        return answered_from(self._tools.author, question, self._nearest(question.text), self._recipe.k)

    def _nearest(self, text: str) -> list[Chunk]:
        if self._index is None:
            # kinds that are not searched are in the table too: one table then serves RAG-Doc and RAG-Both
            self._index = Index(self._chunks, self._tools.embedder, self._tools.indexes)
        return [hit.item for hit in self._index.search(text, max(self._recipe.k, DEPTH), self._recipe.kinds)]


SYSTEM = Rag
