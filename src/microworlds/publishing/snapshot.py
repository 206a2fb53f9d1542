"""What of a release two versions are compared by: worlds, observations, and each question with its gold.

Source: issue 5, section 1; DESIGN 3 (the episode).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from microworlds.core import jsonl, migration, seeds
from microworlds.core.records import Episode, Gold, Observation, Record


class Counts(Record):
    """How much there is of what; questions by split, and by the labels of their gold."""

    worlds: int
    documents: int
    sessions: int
    questions: int
    splits: dict[str, int]
    categories: dict[str, int]
    sources: dict[str, int]


@dataclass(frozen=True)
class Asked:
    """A question as it is released; ``gold`` is None where it is withheld."""

    world: str
    split: str
    text: str
    gold: Gold | None


@dataclass(frozen=True)
class World:
    """An episode: its split, and what is observed in which order."""

    split: str
    observed: tuple[str, ...]


@dataclass(frozen=True)
class Seen:
    """An observation by its kind and a digest of all that a system is handed."""

    kind: str
    digest: str


@dataclass(frozen=True)
class Snapshot:
    """A release by the ids of what is in it."""

    worlds: Mapping[str, World]
    observations: Mapping[str, Seen]
    questions: Mapping[str, Asked]


def taken(folder: Path) -> Snapshot:
    """What is in a release's folder, as a release of today's format has it.

    Raises:
        UserError: a file of it is missing, or is not what it should be.
    """
    folder = migration.current(folder)
    worlds: dict[str, World] = {}
    questions: dict[str, Asked] = {}
    for path in sorted(folder.glob("*.episodes.jsonl")):
        split = path.name.partition(".")[0]
        answers = folder / f"{split}.gold.jsonl"
        gold = {own.question: own for own in jsonl.read(answers, Gold)} if answers.exists() else {}
        for episode in jsonl.read(path, Episode):
            worlds[episode.id] = World(split, episode.observed)
            for asked in episode.questions:
                questions[asked.id] = Asked(episode.id, split, asked.text, gold.get(asked.id))
    seen = {
        own.id: Seen(own.kind, seeds.digest(own.model_dump_json()))
        for own in jsonl.read(folder / "observations.jsonl", Observation)
    }
    return Snapshot(worlds, seen, questions)


def counted(snapshot: Snapshot) -> Counts:
    """How much there is of what."""
    kinds = Counter(seen.kind for seen in snapshot.observations.values())
    asked = snapshot.questions.values()
    return Counts(
        worlds=len(snapshot.worlds),
        documents=kinds["document"],
        sessions=kinds["session"],
        questions=len(asked),
        splits=_sorted(Counter(own.split for own in asked)),
        categories=_labels(snapshot, "category"),
        sources=_labels(snapshot, "source"),
    )


def _labels(snapshot: Snapshot, name: str) -> dict[str, int]:
    golds = (own.gold for own in snapshot.questions.values())
    return _sorted(Counter(gold.labels.get(name, "none") for gold in golds if gold is not None))


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))
