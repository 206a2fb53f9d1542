"""Navigator: first which document is meant, then what stands in it.

It builds a citation graph of what it observes, asks it which texts a question means, and retrieves inside those texts
alone. Where nothing leads to a text it is RAG over everything.

Source: MemoryDocDataSet 6.5, the two-stage system that the paper leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from pydantic import Field

from microworlds import tokens
from microworlds.reading.citations import CitationGraph, Cited
from microworlds.records import Answer, Observation, Question, Record, Span
from microworlds.retrieval.chunks import Chunk, Chunking, sections, windows
from microworlds.retrieval.index import Index
from microworlds.systems.base import Tools, answered


class Navigator(Record):
    """``turns`` utterances, and of each of the ``texts`` likeliest texts its head and the ``k`` best chunks.

    ``k`` chunks of everything are the way out where nothing refers to a text.
    """

    turns: int = Field(gt=0, examples=[8])
    texts: int = Field(gt=0, examples=[2])
    k: int = Field(gt=0, examples=[3])
    chunk: Chunking = Field(examples=[Chunking(tokens=64, overlap=8)])

    def open(self, tools: Tools, folder: Path) -> NavigatorMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return NavigatorMemory(self, tools)


class NavigatorMemory:
    """What was observed, by utterance and text, and the graph once there is a question."""

    def __init__(self, recipe: Navigator, tools: Tools) -> None:
        self._recipe = recipe
        self._tools = tools
        self._wholes: tuple[Chunk, ...] = ()
        self._windows: tuple[Chunk, ...] = ()
        self._graph: CitationGraph | None = None

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        self._graph = None
        self._wholes += tuple(sections(observation))
        if observation.kind == "document":
            self._windows += tuple(windows(observation, self._recipe.chunk))

    @property
    def kinds(self) -> tuple[str, ...]:
        """See ``Searching``."""
        return ("session", "document")

    def find(self, text: str) -> list[Span]:
        """See ``Searching``."""
        turns, found = self._found(text)
        return [chunk.span for chunk in (*found, *turns)]

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``."""
        turns, found = self._found(question.text)
        spans = [chunk.span for chunk in (*found, *turns)]
        return answered(self._tools.author, question, [chunk.passage() for chunk in (*turns, *found)], spans)

    def _found(self, question: str) -> tuple[list[Chunk], list[Chunk]]:
        """Utterances in order of time, and pieces of the texts that are meant, the likeliest text first."""
        if self._graph is None:
            self._graph = CitationGraph(self._wholes, self._tools.embedder)
        texts = self._graph.ranked(question)[: self._recipe.texts]
        if texts:
            found = [chunk for cited in texts for chunk in self._inside(cited, question)]
        else:
            index = Index(self._windows, self._tools.embedder, self._tools.indexes)
            found = [hit.item for hit in index.search(question, self._recipe.k, ("document",))]
        return self._turns(self._graph, question, texts), found

    def _turns(self, graph: CitationGraph, question: str, texts: list[Cited]) -> list[Chunk]:
        """The utterances that fit best and those that lead to the texts, in order of time."""
        if not graph.utterances:
            return []
        best = np.argsort(-graph.fits(question), kind="stable")[: self._recipe.turns].tolist()
        leading = [turn for cited in texts for turn in cited.turns[:3]]
        return [graph.utterance(turn) for turn in sorted({*best, *leading})]

    def _inside(self, cited: Cited, question: str) -> Iterator[Chunk]:
        """The head of a text and the pieces of it that are most like the question, in order."""
        own = _pieces(cited.text, self._recipe.chunk)
        vectors = self._tools.embedder.embed([chunk.text for chunk in own]).astype(np.float64)
        asked = self._tools.embedder.embed([question])[0].astype(np.float64)
        order = np.argsort(-np.round(vectors @ asked, 6), kind="stable")[: self._recipe.k].tolist()
        for number in sorted({0, *order}):
            yield own[number]


def _pieces(text: Chunk, chunking: Chunking) -> list[Chunk]:
    """A text in windows of its own: none holds anything of the text before or after it."""
    start = text.span.start
    spans = tokens.windows(text.text, chunking.tokens, chunking.overlap)
    return [
        text.model_copy(
            update={
                "span": Span(observation=text.span.observation, start=start + at, end=start + end),
                "text": text.text[at:end],
            }
        )
        for at, end in spans
    ]


SYSTEM = Navigator
