"""What is in a release, and what changed from one version to another, question by question.

Source: issue 5, section 1; DESIGN 3 (the episode).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from microworlds.core import jsonl, migration, seeds
from microworlds.core.records import Episode, Evidence, Gold, Observation, Record
from microworlds.publishing.versions import Level

Change = Literal["added", "removed", "reworded", "gold changed", "evidence moved", "relabelled"]
_GOLD = ("answer", "aliases", "answerable", "fields", "rubric")
CHANGES: tuple[Change, ...] = ("added", "removed", "reworded", "gold changed", "evidence moved", "relabelled")


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
        splits=dict(sorted(Counter(own.split for own in asked).items())),
        categories=_labels(snapshot, "category"),
        sources=_labels(snapshot, "source"),
    )


def _labels(snapshot: Snapshot, name: str) -> dict[str, int]:
    golds = (own.gold for own in snapshot.questions.values())
    return dict(sorted(Counter(gold.labels.get(name, "none") for gold in golds if gold is not None).items()))


class State(Record):
    """A question in one version; what is gold is None where it is withheld."""

    split: str
    text: str
    answer: str | None
    answerable: bool | None
    evidence: tuple[Evidence, ...] | None
    labels: dict[str, str] | None


class QuestionChange(Record):
    """A question that is not the same in both versions: how, and both its states."""

    id: str
    world: str
    changes: tuple[Change, ...]
    old: State | None
    new: State | None


class Ids(Record):
    """Which ids are new, which are gone, and behind which of the others is something else."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]


class Diff(Record):
    """Everything that changed between two versions; a world changed if its episode or a text of it did."""

    old: str
    new: str
    counts: tuple[Counts, Counts]
    worlds: Ids
    documents: Ids
    sessions: Ids
    questions: tuple[QuestionChange, ...]

    @property
    def totals(self) -> dict[Change, int]:
        """How many questions changed in which way."""
        found = Counter(change for own in self.questions for change in own.changes)
        return {change: found[change] for change in CHANGES}

    @property
    def level(self) -> Level:
        """Which part of the version must rise."""
        ids = (self.worlds, self.documents, self.sessions)
        if any(own.removed or own.changed for own in ids) or any(own.old for own in self.questions):
            return "major"
        return "minor" if self.questions or any(own.added for own in ids) else "patch"


def compared(old: Snapshot, new: Snapshot, names: tuple[str, str]) -> Diff:
    """What changed from ``old`` to ``new``; ``names`` are what they are called."""
    documents, sessions = (_ids(_observed(old, kind), _observed(new, kind)) for kind in ("document", "session"))
    return Diff(
        old=names[0],
        new=names[1],
        counts=(counted(old), counted(new)),
        worlds=_ids(_worlds(old), _worlds(new)),
        documents=documents,
        sessions=sessions,
        questions=tuple(_questions(old, new)),
    )


def _ids(old: Mapping[str, object], new: Mapping[str, object]) -> Ids:
    return Ids(
        added=tuple(sorted(set(new) - set(old))),
        removed=tuple(sorted(set(old) - set(new))),
        changed=tuple(sorted(name for name in set(old) & set(new) if old[name] != new[name])),
    )


def _observed(snapshot: Snapshot, kind: str) -> dict[str, str]:
    return {name: seen.digest for name, seen in snapshot.observations.items() if seen.kind == kind}


def _worlds(snapshot: Snapshot) -> dict[str, object]:
    """Each world with the texts that a system is handed in it."""
    seen = snapshot.observations
    return {name: (own, [seen[item].digest for item in own.observed]) for name, own in snapshot.worlds.items()}


def _questions(old: Snapshot, new: Snapshot) -> Iterator[QuestionChange]:
    for name in sorted(set(old.questions) | set(new.questions)):
        was, now = old.questions.get(name), new.questions.get(name)
        changes = tuple(_changes(was, now))
        if changes:
            world = (new.questions.get(name) or old.questions[name]).world
            yield QuestionChange(id=name, world=world, changes=changes, old=_state(was), new=_state(now))


def _changes(was: Asked | None, now: Asked | None) -> Iterator[Change]:
    if was is None or now is None:
        yield "added" if was is None else "removed"
        return
    if was.text != now.text:
        yield "reworded"
    relabelled = was.split != now.split or was.world != now.world
    if was.gold is not None and now.gold is not None:  # what is withheld cannot be compared
        if any(getattr(was.gold, name) != getattr(now.gold, name) for name in _GOLD):
            yield "gold changed"
        if was.gold.evidence != now.gold.evidence:
            yield "evidence moved"
        relabelled |= was.gold.labels != now.gold.labels
    if relabelled:
        yield "relabelled"


def _state(asked: Asked | None) -> State | None:
    if asked is None:
        return None
    gold = asked.gold
    return State(
        split=asked.split,
        text=asked.text,
        answer=gold.answer if gold else None,
        answerable=gold.answerable if gold else None,
        evidence=gold.evidence if gold else None,
        labels=gold.labels if gold else None,
    )
