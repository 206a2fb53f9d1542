"""Navigator: first which document is meant, then what stands in it.

It builds a citation graph of what it observes, asks it which texts a question means, and retrieves inside those texts
alone. Where nothing leads to a text it is RAG over everything.

Source: MemoryDocDataSet 6.5, the two-stage system that the paper leaves open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from pydantic import Field

from microworlds.core import tokens
from microworlds.core.records import PARTS, Answer, Observation, Question, Record, Span
from microworlds.reading.citations import CitationGraph, Cited
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
        return tuple(PARTS)

    def find(self, text: str) -> list[Span]:
        """See ``Searching``."""
        turns, found = self._found(text)
        return self._listed(turns, found)

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``; in the prompt utterances stand in order of time, and pieces as in their text."""
        turns, found = self._found(question.text)
        read = self._utterances(sorted(turns))
        read += [chunk for own in found for chunk in sorted(own, key=lambda chunk: chunk.span.start)]
        passages = [chunk.passage() for chunk in read]
        sources = [(chunk.span,) for chunk in read]
        return answered(self._tools.author, question, passages, self._listed(turns, found), sources=sources)

    def _found(self, question: str) -> tuple[list[int], list[list[Chunk]]]:
        """Numbers of turns, the best first, and pieces of each text that is meant, the likeliest and the best first."""
        if self._graph is None:
            self._graph = CitationGraph(self._wholes, self._tools.embedder)
        texts = self._graph.ranked(question)[: self._recipe.texts]
        if texts:
            found = [self._inside(cited, question) for cited in texts]
        else:
            index = Index(self._windows, self._tools.embedder, self._tools.indexes)
            found = [[hit.item] for hit in index.search(question, self._recipe.k, ("document",))]
        return self._turns(self._graph, question, texts), found

    def _listed(self, turns: Sequence[int], found: Sequence[Sequence[Chunk]]) -> list[Span]:
        """What was found as one list: what stands in documents before what was said."""
        chunks = [chunk for own in found for chunk in own]
        return [chunk.span for chunk in (*chunks, *self._utterances(turns))]

    def _utterances(self, turns: Iterable[int]) -> list[Chunk]:
        return [self._graph.utterance(turn) for turn in turns] if self._graph is not None else []

    def _turns(self, graph: CitationGraph, question: str, texts: list[Cited]) -> list[int]:
        """The utterances that fit best and those that lead to the texts."""
        order: list[int] = np.argsort(-graph.fits(question), kind="stable").tolist()
        leading = {turn for cited in texts for turn in cited.turns[:3]}
        return [turn for rank, turn in enumerate(order) if rank < self._recipe.turns or turn in leading]

    def _inside(self, cited: Cited, question: str) -> list[Chunk]:
        """The pieces of a text that are most like the question, and its head."""
        own = _pieces(cited.text, self._recipe.chunk)
        vectors = self._tools.embedder.embed([chunk.text for chunk in own]).astype(np.float64)
        asked = self._tools.embedder.embed([question])[0].astype(np.float64)
        order = np.argsort(-np.round(vectors @ asked, 6), kind="stable")[: self._recipe.k].tolist()
        return [own[number] for number in dict.fromkeys((*order, 0))]


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
