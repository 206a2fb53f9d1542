"""Whether the first text that a question is found to mean is the right one, given all utterances and all headings.

The right document is one that the gold says is meant; the right text is a section of it that holds gold evidence.
Asked of Hybrid questions with an answer.

Source: MemoryDocDataSet 6.2 and 6.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.reader_inputs import World

from microworlds.core.records import Passage, Question
from microworlds.reading import references
from microworlds.retrieval.chunks import Chunk, sections

HEAD = 500
"""Characters of a text that are its heading."""

First = Callable[[str], int | None]
"""The number of the text that a question means most likely; None if nothing leads to one."""
Finder = Callable[[Sequence[Chunk], Sequence[Chunk]], First]
"""What finds it, given the utterances and the texts of a world."""


@dataclass(frozen=True)
class Found:
    """A question, and whether the first text was the right one, and of the right document."""

    question: Question
    text: bool
    document: bool


def found(finder: Finder, worlds: Iterable[World]) -> list[Found]:
    """How a finder does on the Hybrid questions with an answer of these worlds."""
    return [one for world in worlds for one in _of_world(finder, world)]


def _of_world(finder: Finder, world: World) -> Iterator[Found]:
    chunks = [chunk for observation in world.observations for chunk in sections(observation)]
    texts = [chunk for chunk in chunks if chunk.kind == "document"]
    first = finder([chunk for chunk in chunks if chunk.kind != "document"], texts)
    for question in world.episode.questions:
        gold = world.gold[question.id]
        meant = gold.labels.get("meant", "").split()
        if not (gold.answerable and meant and gold.labels["source"] == "hybrid"):
            continue
        number = first(question.text)
        span = None if number is None else texts[number].span
        yield Found(
            question=question,
            text=span is not None and any(piece.span.overlaps(span) for piece in gold.evidence),
            document=span is not None and span.observation in meant,
        )


def by_references(utterances: Sequence[Chunk], texts: Sequence[Chunk]) -> First:
    """The first text of the reader's references."""
    said = [chunk.passage() for chunk in utterances]
    headings = [Passage(text=chunk.text[:HEAD], source=chunk.source) for chunk in texts]

    def first(question: str) -> int | None:
        meant = references.ranked(question, said, headings)
        return meant[0].text if meant else None

    return first
