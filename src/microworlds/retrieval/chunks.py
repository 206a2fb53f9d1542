"""Chunks: the pieces in which observations are indexed and shown.

Documents are cut into windows of tokens, sessions into utterances, logs into entries. What is embedded is a chunk's own
text; what an answerer sees is a passage, which also says where it comes from and who spoke.

Source: MemoryDocDataSet 5.1 (512-token windows with 64 tokens of overlap), 5.2 (conversations by utterance).
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import AwareDatetime, Field, model_validator

from microworlds.core import tokens
from microworlds.core.records import PARTS, Kind, Observation, Part, Passage, Record, Span


class Chunking(Record):
    """How documents are cut: cl100k tokens of a window, and how many of them it shares with the one before."""

    tokens: int = Field(gt=0, examples=[128])
    overlap: int = Field(ge=0, examples=[16])

    @model_validator(mode="after")
    def _advances(self) -> Chunking:
        if self.overlap >= self.tokens:
            raise ValueError(f"overlap ({self.overlap} tokens) must be less than a chunk ({self.tokens} tokens)")
        return self


class Chunk(Record):
    """A piece of an observation. ``source`` is its title, and the title of the section it lies in."""

    span: Span
    kind: Kind
    text: str
    source: str
    speaker: str | None = None
    time: AwareDatetime | None = None

    def passage(self) -> Passage:
        """What an answerer sees of it."""
        return Passage(text=self.text, source=self.source, speaker=self.speaker, time=self.time)

    def cut(self, start: int, end: int) -> Chunk:
        """Its characters from ``start`` to before ``end``, or to its own end."""
        first, text = self.span.start + start, self.text[start:end]
        span = Span(observation=self.span.observation, start=first, end=first + len(text))
        return self.model_copy(update={"span": span, "text": text})


def indexed(observation: Observation, chunking: Chunking | None) -> Iterator[Chunk]:
    """The chunks in which an observation is looked for: a document's windows, anything else's parts.

    Without ``chunking`` a document has none.
    """
    if observation.kind != "document":
        yield from sections(observation)
    elif chunking is not None:
        yield from windows(observation, chunking)


def kinds(chunking: Chunking | None) -> tuple[str, ...]:
    """The kinds of observation that ``indexed`` takes chunks of."""
    return tuple(kind for kind in PARTS if kind != "document" or chunking is not None)


def windows(observation: Observation, chunking: Chunking) -> Iterator[Chunk]:
    """The observation in windows, in order; ``source`` is the section in which most of a window lies."""
    for start, end in tokens.windows(observation.text, chunking.tokens, chunking.overlap):
        yield from _chunk(observation, start, end, _mostly(observation.parts, start, end))


def sections(observation: Observation) -> Iterator[Chunk]:
    """The observation by its parts, in order: a session's utterances, a log's entries, a document's articles.

    Of a document the text between parts comes as well, so that nothing of it is lost; between utterances or entries
    there is only what the chunks' ``speaker`` and ``time`` say already.
    """
    at = 0
    for part in observation.parts:
        if observation.kind == "document":
            yield from _chunk(observation, at, part.start, None)
        yield from _chunk(observation, part.start, part.end, part)
        at = part.end
    if observation.kind == "document" or not observation.parts:
        yield from _chunk(observation, at, len(observation.text), None)


def _chunk(observation: Observation, start: int, end: int, part: Part | None) -> Iterator[Chunk]:
    """One chunk, or none if there is nothing but space between ``start`` and ``end``."""
    text = observation.text[start:end]
    if not text.strip():
        return
    title = part.title if part else None
    yield Chunk(
        span=Span(observation=observation.id, start=start, end=end),
        kind=observation.kind,
        text=text,
        source=f"{observation.title}, {title}" if title else observation.title,
        speaker=part.speaker if part else None,
        time=(part.time if part else None) or observation.time,
    )


def _mostly(parts: tuple[Part, ...], start: int, end: int) -> Part | None:
    """The part that has most characters of the span, the earlier of two that have as many; None if no part has any."""
    shares = ((min(end, part.end) - max(start, part.start), part) for part in parts)
    share, best = max(shares, key=lambda pair: pair[0], default=(0, None))
    return best if share > 0 else None
