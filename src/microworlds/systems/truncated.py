"""All that was observed, cut off where the context window ends: Base LLM and Long-Context LLM.

Source: MemoryDocDataSet 5.2 and Table 5 (4,096 and 60,000 tokens).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from pydantic import Field

from microworlds import tokens
from microworlds.records import Answer, Observation, Question, Record, Span
from microworlds.retrieval.chunks import Chunk, sections
from microworlds.systems import tasks
from microworlds.systems.base import Tools, answered


class Truncated(Record):
    """The first ``context_tokens`` cl100k tokens of all sessions in order, then all documents."""

    context_tokens: int = Field(gt=0, examples=[60])

    def open(self, tools: Tools, folder: Path) -> TruncatedMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return TruncatedMemory(self, tools)


class TruncatedMemory:
    """What was observed, by utterance and section, and as much of it as fits once there is a question."""

    def __init__(self, recipe: Truncated, tools: Tools) -> None:
        self._recipe = recipe
        self._tools = tools
        self._chunks: tuple[Chunk, ...] = ()
        self._fitting: tuple[Chunk, ...] | None = None

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        self._fitting = None
        self._chunks += tuple(sections(observation))

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``; retrieved is what was shown of each observation, in the order of the context."""
        if self._fitting is None:
            # sorting is stable: within sessions, and within documents, the order is that of the tape
            ordered = sorted(self._chunks, key=lambda chunk: chunk.kind == "document")
            self._fitting = fitting(ordered, self._recipe.context_tokens)
        passages = [chunk.passage() for chunk in self._fitting]
        return answered(self._tools.author, question, passages, _shown(self._fitting), ranked=False)


def fitting(chunks: Sequence[Chunk], limit: int) -> tuple[Chunk, ...]:
    """As many of the chunks from the first as have, with their headings, ``limit`` tokens; the last one may be cut."""
    enough = _enough(chunks, limit)
    text = tasks.context(chunk.passage() for chunk in enough)
    for fewer in range(limit, 0, -1):
        kept = tuple(_before(enough, len(tokens.truncate(text, fewer))))
        # the first try does, but for the rare cut after which what is left is spelt in more tokens than it had
        if tokens.count(tasks.context(chunk.passage() for chunk in kept)) <= limit:
            return kept
    return ()


def _enough(chunks: Sequence[Chunk], limit: int) -> list[Chunk]:
    """Chunks from the first until they are sure to have ``limit`` tokens, so that a long tape is not all counted."""
    enough = []
    counted = 0
    for chunk in chunks:
        if counted > limit:
            break
        enough.append(chunk)
        counted += tokens.count(chunk.text)
    return enough


def _before(chunks: Iterable[Chunk], end: int) -> Iterable[Chunk]:
    """The chunks, whole or cut, whose text stands before character ``end`` of their context."""
    at = 0
    paired = [(chunk, mark) for chunk, (mark, _) in zip(chunks, tasks.marked(c.passage() for c in chunks), strict=True)]
    for chunk, mark in paired:
        at += len(mark)
        room = end - at
        if room <= 0:
            return
        at += len(chunk.text)
        yield chunk if room >= len(chunk.text) else _cut(chunk, room)


def _cut(chunk: Chunk, length: int) -> Chunk:
    start = chunk.span.start
    span = Span(observation=chunk.span.observation, start=start, end=start + length)
    return chunk.model_copy(update={"text": chunk.text[:length], "span": span})


def _shown(chunks: Iterable[Chunk]) -> list[Span]:
    """One span for each observation: from its first character shown to its last."""
    spans = []
    for observation, shown in groupby((chunk.span for chunk in chunks), key=lambda span: span.observation):
        pieces = list(shown)
        spans.append(Span(observation=observation, start=pieces[0].start, end=pieces[-1].end))
    return spans


SYSTEM = Truncated
