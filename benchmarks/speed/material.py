"""What is measured on: the worlds of a release, as many as are wanted, in one memory or each in its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, islice
from pathlib import Path

import numpy as np

from microworlds.core import jsonl, seeds, text
from microworlds.core.records import Ask, Episode, Evidence, Gold, Observation, Observe, Span
from microworlds.evaluation.play.answers import episodes
from microworlds.retrieval.chunks import Chunk, Chunking, windows
from microworlds.retrieval.embedding import Embedder, Matrix

SPLITS = ("train", "val", "test")
WIDTH = 384  # of all-MiniLM-L6-v2
CHUNKING = Chunking(tokens=512, overlap=64)
World = tuple[Episode, Sequence[Observation], Sequence[Gold]]


def worlds(release: Path, splits: Sequence[str] = SPLITS) -> list[World]:
    """The worlds of some splits of a release, in its order."""
    gold = {own.question: own for split in splits for own in jsonl.read(release / f"{split}.gold.jsonl", Gold)}
    return [
        (episode, list(observed), [gold[question.id] for question in episode.questions])
        for episode, observed in episodes(release, splits)
    ]


def many(own: Sequence[World], number: int) -> list[World]:
    """``number`` worlds: these, then copies of them whose ids and last words are others.

    A copy has another last line, so that its tables and its last chunks are made anew; the others' vectors are there.
    """
    return list(islice((_copy(world, time) if time else world for time in count() for world in own), number))


def _copy(world: World, time: int) -> World:
    episode, observed, gold = world
    steps = [
        Ask(question=step.question.model_copy(update={"id": f"{step.question.id}-{time}"}))
        if isinstance(step, Ask)
        else Observe(observation=f"{step.observation}-{time}")
        for step in episode.steps
    ]
    texts = [
        one.model_copy(update={"id": f"{one.id}-{time}", "text": f"{one.text}\n\nCopy {time}."}) for one in observed
    ]
    golds = [
        one.model_copy(
            update={
                "question": f"{one.question}-{time}",
                "evidence": tuple(_moved(piece, time) for piece in one.evidence),
                "labels": {name: f"{value}-{time}" if name == "world" else value for name, value in one.labels.items()},
            }
        )
        for one in gold
    ]
    return Episode(id=f"{episode.id}-{time}", steps=tuple(steps)), texts, golds


def _moved(piece: Evidence, time: int) -> Evidence:
    span = piece.span
    return Evidence(
        span=Span(observation=f"{span.observation}-{time}", start=span.start, end=span.end), text=piece.text
    )


def release(folder: Path, own: Sequence[World]) -> None:
    """Write worlds as a release of one split, ``test``: what answering and scoring read of it."""
    jsonl.write(folder / "observations.jsonl", (one for _, observed, _ in own for one in observed))
    jsonl.write(folder / "test.episodes.jsonl", (episode for episode, _, _ in own))
    jsonl.write(folder / "test.gold.jsonl", (one for _, _, gold in own for one in gold))


def chunks(observed: Sequence[Observation]) -> list[Chunk]:
    """The document chunks of a world, as RAG indexes them."""
    return [chunk for one in observed if one.kind == "document" for chunk in windows(one, CHUNKING)]


def directions(number: int, width: int, seed: int) -> Matrix:
    """Unit vectors in random directions, ``number x width``."""
    drawn = np.random.default_rng(seed).standard_normal((number, width), dtype=np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    return drawn


@cache
def _direction(word: str) -> Matrix:
    return directions(1, WIDTH, int(seeds.digest(word)[:8], 16))[0]


def by_words(content: str) -> Matrix:
    """A unit vector near those of texts that share words: the mean of a direction for each of its long words."""
    long = {word.lower() for word in text.words(content) if len(word) > 3} or {content}
    mean = np.sum([_direction(word) for word in sorted(long)], axis=0)
    unit: Matrix = (mean / np.linalg.norm(mean)).astype(np.float32)
    return unit


@dataclass(frozen=True)
class Invented(Embedder):
    """An embedder by words alone, in place of the model: how long a search takes does not depend on the model.

    With the model a hundred worlds would take half an hour. It reads ``questions`` all the same, since that takes time.
    """

    questions: frozenset[str] = frozenset()

    def _made(self, texts: Sequence[str]) -> Iterator[tuple[str, Matrix]]:
        list(super()._made([content for content in texts if content in self.questions]))
        yield from ((content, by_words(content)) for content in texts)
