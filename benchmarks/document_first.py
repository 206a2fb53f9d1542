"""Whether the first text that a question is found to mean is the right one, given all utterances and all headings.

The right document is one that the gold says is meant; the right text is a section of it that holds gold evidence.
Asked of Hybrid questions with an answer, of ``microworlds.reading.general.references.ranked``, the offline author's
answer to the task ``locate``, whoever reads then.

Source: MemoryDocDataSet 6.2 and 6.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from importlib import import_module
from importlib.util import find_spec

from benchmarks.reader_inputs import READERS, World

from microworlds.core.records import Passage, Question
from microworlds.retrieval.chunks import Chunk, sections

HEAD = 500
"""Characters of a text that are its heading."""

REFERENCES = "microworlds.reading.general.references"

First = Callable[[str, datetime], int | None]
"""The number of the text that a question means most likely; None if nothing leads to one."""
Finder = Callable[[Sequence[Chunk], Sequence[Chunk]], First]
"""What finds it, given the utterances and the texts of a world."""


@dataclass(frozen=True)
class Found:
    """A question, and whether the first text was the right one, and of the right document."""

    question: Question
    text: bool
    document: bool


def found(name: str, worlds: Iterable[World]) -> list[Found]:
    """How the finder of this name, of ``FINDERS``, does on these worlds; nothing while it is not written."""
    return [] if name == "general" and not _written(REFERENCES) else found_by(FINDERS[name], worlds)


def _written(module: str) -> bool:
    """Whether there is a module of this name."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor a package for it
        return False


def found_by(finder: Finder, worlds: Iterable[World]) -> list[Found]:
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
        number = first(question.text, question.asked_at)
        span = None if number is None else texts[number].span
        yield Found(
            question=question,
            text=span is not None and any(piece.span.overlaps(span) for piece in gold.evidence),
            document=span is not None and span.observation in meant,
        )


def by_reader(utterances: Sequence[Chunk], texts: Sequence[Chunk], *, module: str) -> First:
    """The first text of the general reader's references."""
    ranked = import_module(module).ranked
    said = [chunk.passage() for chunk in utterances]
    headings = [Passage(text=chunk.text[:HEAD], source=chunk.source) for chunk in texts]

    def first(question: str, asked_at: datetime) -> int | None:
        meant = ranked(question, said, headings, asked_at)
        return int(meant[0].text) if meant else None

    return first


FINDERS: dict[str, Finder] = {name: partial(by_reader, module=REFERENCES) for name in READERS}
