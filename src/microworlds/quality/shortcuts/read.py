"""Systems that read some of a world, chosen without a look at the question, and the two between which they stand.

Source: issue 14, section 1 (heads of sections, longest utterances, the first document).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import bm25s
import numpy as np
from pydantic import Field

from microworlds.core import tokens
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Gold, Observation, Passage, Question, Record, Span
from microworlds.core.text import stems
from microworlds.quality.shortcuts.inputs import World, parts

# what a reader answers from passages; None if it abstains
Reader = Callable[[Question, Sequence[Passage]], str | None]
# question by question in the order of the worlds; None where it abstains
Answers = Sequence[str | None]
BASE, CEILING = "passages found by the question's words", "the evidence itself"
HEADS, LONGEST, FIRST = SHORTCUTS = ("heads of sections", "longest utterances", "first document")


class Choice(Record):
    """How much of a world the systems read; see conf/config.yaml, section shortcuts of a suite."""

    head_characters: int = Field(gt=0)
    passages: int = Field(gt=0)
    chunk_tokens: int = Field(gt=0)
    chunk_overlap: int = Field(ge=0)


def played(worlds: Sequence[World], choice: Choice, reader: Reader) -> Mapping[str, Answers]:
    """What each of the systems answers."""
    found: dict[str, list[str | None]] = {name: [] for name in (HEADS, LONGEST, FIRST, BASE, CEILING)}
    for answers in ordered_map(partial(_world, choice=choice, reader=reader), worlds, label="shortcuts"):
        for name, own in answers.items():
            found[name] += own
    return found


def _world(world: World, choice: Choice, reader: Reader) -> dict[str, list[str | None]]:
    said = [passage for text in world.texts if text.kind != "document" for passage in _whole(text)]
    heads = [passage for text in world.documents for passage in _whole(text, choice.head_characters)]
    first = [passage for text in world.documents[:1] for passage in _whole(text)]
    longest = sorted(range(len(said)), key=lambda at: (-len(said[at].text), at))[: choice.passages]
    found = _Found(world, choice)
    shown: Mapping[str, Callable[[Question, Gold], Sequence[Passage]]] = {
        HEADS: lambda question, gold: [*said, *heads],
        LONGEST: lambda question, gold: [said[at] for at in sorted(longest)],
        FIRST: lambda question, gold: [*said, *first],
        BASE: lambda question, gold: found.best(question.text),
        CEILING: lambda question, gold: _evidence(world, gold),
    }
    return {
        name: [reader(question, show(question, gold)) for question, gold in world.asked] for name, show in shown.items()
    }


def _whole(text: Observation, most: int | None = None) -> Iterator[Passage]:
    """The parts of a text, or so many first characters of each."""
    for part in parts(text):
        end = part.end if most is None else min(part.end, part.start + most)
        if text.text[part.start : end].strip():
            yield text.passage(Span(observation=text.id, start=part.start, end=end))


def _evidence(world: World, gold: Gold) -> list[Passage]:
    spans = dict.fromkeys(piece.span for piece in gold.evidence)
    return [world.observations[span.observation].passage(span) for span in spans]


class _Found:
    """What of a world shares most words with a question, by BM25: utterances, and windows of documents."""

    def __init__(self, world: World, choice: Choice) -> None:
        self._most = choice.passages
        self._passages = [passage for text in world.texts for passage in _chunks(text, choice)]
        self._index = bm25s.BM25()
        self._index.index([stems(passage.text) or [""] for passage in self._passages], show_progress=False)

    def best(self, text: str) -> list[Passage]:
        """The best first, of equal ones the first."""
        scores = np.round(self._index.get_scores(stems(text)).astype(np.float64), 5)
        return [self._passages[at] for at in np.argsort(-scores, kind="stable")[: self._most]]


def _chunks(text: Observation, choice: Choice) -> Iterator[Passage]:
    if text.kind != "document":
        yield from _whole(text)
        return
    for start, end in tokens.windows(text.text, choice.chunk_tokens, choice.chunk_overlap):
        yield text.passage(Span(observation=text.id, start=start, end=end))
