"""What a reader is measured on: questions, each with the passages that answer it and what is right.

A question of a release has its gold evidence before it, as the oracle does: pieces of sessions, then of documents.
Questions of LoCoMo come through its importer, those worded by others from tests/data/reader_cases.yaml.

Source: MemoryDocDataSet 5.1; Maharana et al. 2024 (LoCoMo).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from tests import reader_cases

from microworlds.core import jsonl
from microworlds.core.records import Episode, Gold, Observation, Passage
from microworlds.evaluation.play.answers import episodes
from microworlds.evaluation.play.oracle import evidence_episodes
from microworlds.metrics.f1 import overlap
from microworlds.retrieval.chunks import sections
from microworlds.suites.imported.locomo import release as locomo_file

SPLITS = ("train", "val", "test")
DEVELOP = 3
"""Conversations of LoCoMo, from the first, on which readers may be tuned; the rest is held out."""


@dataclass(frozen=True)
class World:
    """An episode with its observations and its gold; ``held_out`` if no reader may be tuned on it."""

    episode: Episode
    observations: tuple[Observation, ...]
    gold: Mapping[str, Gold]
    held_out: bool = False


@dataclass(frozen=True)
class Asked:
    """A question with all there is to answer it from; without ``answers`` it is to be abstained from."""

    id: str
    question: str
    answers: tuple[str, ...]
    passages: tuple[Passage, ...]
    asked_at: datetime
    labels: Mapping[str, str]
    held_out: bool


@dataclass(frozen=True)
class Read:
    """What a reader made of a question: its F1 against the best answer, or whether it abstained from what has none."""

    asked: Asked
    text: str
    abstained: bool

    @property
    def score(self) -> float:
        """Between 0 and 1."""
        if not self.asked.answers:
            return float(self.abstained)
        return 0.0 if self.abstained else max(overlap(self.text, answer) for answer in self.asked.answers)


class Reading(Protocol):
    """What a reader gives."""

    @property
    def text(self) -> str: ...  # noqa: D102

    @property
    def abstained(self) -> bool: ...  # noqa: D102


class Reads(Protocol):
    """A reader, as ``microworlds.reading.reader.Reader`` is one."""

    def read(self, question: str, passages: Sequence[Passage], *, asked_at: datetime) -> Reading: ...  # noqa: D102


def read(one: Reads, questions: Iterable[Asked]) -> list[Read]:
    """What a reader makes of each question."""
    found = ((asked, one.read(asked.question, asked.passages, asked_at=asked.asked_at)) for asked in questions)
    return [Read(asked, reading.text.strip(), reading.abstained) for asked, reading in found]


def worlds(folder: Path) -> list[World]:
    """The worlds of a release, of all its splits; its test split is held out."""
    found = []
    for split in SPLITS:
        gold = {one.question: one for one in jsonl.read(folder / f"{split}.gold.jsonl", Gold)}
        if gold:
            found += [
                World(episode, tuple(own), {q.id: gold[q.id] for q in episode.questions}, split == "test")
                for episode, own in episodes(folder, [split])
            ]
    return found


def locomo(file: Path) -> list[World]:
    """The conversations of LoCoMo's published file."""
    return [
        World(own.episode(), own.observations, {one.question: one for one in own.gold}, number >= DEVELOP)
        for number, own in enumerate(locomo_file.episodes(file))
    ]


def evidence(world: World) -> Iterator[Asked]:
    """Each question of a world with its gold evidence: sessions before documents, else in the order observed."""
    for episode, observations in evidence_episodes([(world.episode, world.observations)], world.gold):
        question = episode.questions[0]
        gold = world.gold[question.id]
        ordered = sorted(observations, key=lambda one: one.kind == "document")
        yield Asked(
            id=question.id,
            question=question.text,
            answers=(gold.answer,) if gold.answerable else (),
            passages=tuple(chunk.passage() for one in ordered for chunk in sections(one)),
            asked_at=question.asked_at,
            labels=gold.labels,
            held_out=world.held_out,
        )


def cases(part: str) -> Iterator[Asked]:
    """The questions worded by others, of a part of tests/data/reader_cases.yaml: develop or held_out."""
    for case in reader_cases.cases(part):
        yield Asked(
            id=case.id,
            question=case.question,
            answers=case.answers,
            passages=case.passages,
            asked_at=reader_cases.ASKED_AT,
            labels={"form": case.form},
            held_out=part == "held_out",
        )
