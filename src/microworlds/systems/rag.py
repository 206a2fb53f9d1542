"""Retrieval-augmented generation: the chunks most similar to the question, and an answer from those.

Over sessions alone it is the paper's RAG-Conv, over documents RAG-Doc, over both in one ranking RAG-Both.

Source: MemoryDocDataSet 5.1 and 5.2; Lewis et al. 2020.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import Field, model_validator

from microworlds.core.records import Kind, Observation, Record
from microworlds.retrieval.chunks import Chunking, indexed
from microworlds.systems.base import Tools
from microworlds.systems.base.ranked import Found, Indexed


class Rag(Record):
    """The ``k`` chunks most similar to the question, of these kinds of observation.

    Sessions are indexed by utterance, logs by entry, documents by window; where ``chunk`` is null these are left out.
    """

    kinds: tuple[Kind, ...] = Field(min_length=1, examples=[("session", "document", "log")])
    k: int = Field(gt=0, examples=[3])
    context_tokens: int | None = Field(default=None, gt=0, examples=[None])
    chunk: Chunking | None = Field(examples=[Chunking(tokens=64, overlap=8)])

    @model_validator(mode="after")
    def _can_cut(self) -> Rag:
        if "document" in self.kinds and self.chunk is None:
            raise ValueError("chunk is null, but kinds has document: say how documents are cut, or leave them out")
        return self

    def open(self, tools: Tools, folder: Path) -> RagMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return RagMemory(self, tools)


class RagMemory(Indexed):
    """The chunks of what was observed, those of kinds that are not searched too: one table then serves several."""

    def __init__(self, recipe: Rag, tools: Tools) -> None:
        super().__init__(tools, recipe.k, recipe.kinds, recipe.context_tokens)
        self._chunking = recipe.chunk

    def kept(self, observation: Observation) -> Iterable[Found]:
        """See ``Indexed.kept``."""
        return map(Found.of, indexed(observation, self._chunking))


SYSTEM = Rag
