"""All that was observed, cut off where the context window ends: Base LLM, Long-Context LLM, full context, heads.

Source: MemoryDocDataSet 5.2 and Table 5 (4,096 and 60,000 tokens); ConvoMem 3.4 (full context); issue 13, section 2
(the heads of all sections).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Literal

from pydantic import Field

from microworlds.core import text, tokens
from microworlds.core.records import Answer, Observation, Question, Record, Span
from microworlds.retrieval.chunks import Chunk, sections
from microworlds.systems.base import Tools, answered, tasks


class Truncated(Record):
    """At most ``context_tokens`` cl100k tokens of what was observed; null: all of it.

    Of what does not fit, ``keep: first`` keeps the beginning, sessions before documents, as the paper's baselines do;
    ``keep: last`` keeps the newest, in the order in which it was observed. Of each section of a document only the first
    ``section_characters`` are taken; null: all of it.
    """

    context_tokens: int | None = Field(gt=0, examples=[60])
    keep: Literal["first", "last"] = Field(examples=["first"])
    section_characters: int | None = Field(default=None, gt=0, examples=[None])

    def open(self, tools: Tools, folder: Path) -> TruncatedMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return TruncatedMemory(self, tools)


@dataclass
class TruncatedMemory:
    """What was observed, by utterance and section, and as much of it as fits once there is a question."""

    recipe: Truncated
    tools: Tools
    seen: list[Observation] = field(default_factory=list)
    fitting: tuple[Chunk, ...] | None = None

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        self.fitting = None
        self.seen.append(observation)

    def _cut(self, observation: Observation) -> list[Chunk]:
        head = self.recipe.section_characters if observation.kind == "document" else None
        return [chunk if head is None else chunk.cut(0, head) for chunk in sections(observation)]

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``; retrieved is what was shown of each observation, in the order of the context."""
        if self.fitting is None:
            self.fitting = self._kept()
        passages = [chunk.passage() for chunk in self.fitting]
        sources = [(chunk.span,) for chunk in self.fitting]
        shown = _shown(self.fitting, self.recipe.section_characters is not None)
        return answered(self.tools.author, question, passages, shown, sources=sources, ranked=False)

    def _kept(self) -> tuple[Chunk, ...]:
        limit = self.recipe.context_tokens
        if self.recipe.keep == "last" and limit is not None:
            return newest(self._last(2 * limit), limit)  # headings and joints count too
        chunks = tuple(chunk for observation in self.seen for chunk in self._cut(observation))
        if self.recipe.keep == "last":
            return chunks
        # sorting is stable: within sessions, and within documents, the order is that of the episode
        ordered = tuple(sorted(chunks, key=lambda chunk: chunk.kind == "document"))
        return ordered if limit is None else fitting(ordered, limit)

    def _last(self, enough: int) -> list[Chunk]:
        """The chunks of the last observations that have more than ``enough`` tokens together, or of all."""
        found: list[Chunk] = []
        counted = 0
        for observation in reversed(self.seen):
            own = self._cut(observation)
            found = own + found
            counted += sum(tokens.count(chunk.text) for chunk in own)
            if counted > enough:
                break
        return found


def newest(chunks: Sequence[Chunk], limit: int) -> tuple[Chunk, ...]:
    """As many chunks up to the last as have, with their headings, ``limit`` tokens; the first may lack sentences."""
    kept: list[Chunk] = []
    room = limit
    for chunk in reversed(chunks):
        weight = _count([chunk, *kept[:1]]) - _count(kept[:1])
        if weight > room:
            kept = [*_end(chunk, room), *kept]
            break
        kept.insert(0, chunk)
        room -= weight
    # tokens do not quite add up where texts are put together
    while _count(kept) > limit:
        del kept[0]
    return tuple(kept)


def _count(chunks: Iterable[Chunk]) -> int:
    return tokens.count(tasks.context(chunk.passage() for chunk in chunks))


def _end(chunk: Chunk, room: int) -> list[Chunk]:
    """The most whole sentences at a chunk's end that have, with their heading, ``room`` tokens, if any have."""
    rests = [chunk.cut(start, len(chunk.text)) for start, _ in text.sentences(chunk.text)]
    first = bisect_left(rests, True, key=lambda rest: _count([rest]) <= room)
    return rests[first : first + 1]


def fitting(chunks: Sequence[Chunk], limit: int) -> tuple[Chunk, ...]:
    """As many of the chunks from the first as have, with their headings, ``limit`` tokens; the last one may be cut."""
    enough = _enough(chunks, limit)
    whole = tasks.context(chunk.passage() for chunk in enough)
    for fewer in range(limit, 0, -1):
        kept = tuple(_before(enough, len(tokens.truncate(whole, fewer))))
        # the first try does, but for the rare cut after which what is left is spelt in more tokens than it had
        if _count(kept) <= limit:
            return kept
    return ()


def _enough(chunks: Sequence[Chunk], limit: int) -> list[Chunk]:
    """Chunks from the first until they are sure to have ``limit`` tokens, so that a long episode is not all counted."""
    enough = []
    counted = 0
    for chunk in chunks:
        if counted > limit:
            break
        enough.append(chunk)
        counted += tokens.count(chunk.text)
    return enough


def _before(chunks: Sequence[Chunk], end: int) -> Iterable[Chunk]:
    """The chunks, whole or cut, whose text stands before character ``end`` of their context."""
    at = 0
    for chunk, (mark, _) in zip(chunks, tasks.marked(chunk.passage() for chunk in chunks), strict=True):
        at += len(mark)
        room = end - at
        if room <= 0:
            return
        at += len(chunk.text)
        yield chunk.cut(0, room)


def _shown(chunks: Iterable[Chunk], heads: bool) -> list[Span]:
    """One span for each observation, from its first character shown to its last; for each section, if ``heads``."""

    def whole(chunk: Chunk) -> tuple[str, int]:
        return chunk.span.observation, chunk.span.start if heads and chunk.kind == "document" else 0

    spans = []
    for (observation, _), shown in groupby(chunks, key=whole):
        pieces = [chunk.span for chunk in shown]
        spans.append(Span(observation=observation, start=pieces[0].start, end=pieces[-1].end))
    return spans


SYSTEM = Truncated
