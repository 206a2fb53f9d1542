"""What changed from one version to another, question by question.

Source: issue 5, section 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from microworlds.core.records import Evidence, Record
from microworlds.publishing.snapshot import Asked, Counts, Snapshot, counted
from microworlds.publishing.versions import Level

Change = Literal["added", "removed", "reworded", "gold changed", "evidence moved", "relabelled"]
_GOLD = ("answer", "answerable", "fields", "rubric")
CHANGES: tuple[Change, ...] = ("added", "removed", "reworded", "gold changed", "evidence moved", "relabelled")


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
