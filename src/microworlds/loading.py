"""A release in Python: ``microworlds.load("memorydoc", version="1.0.0", split="test")``.

Nothing is read before it is asked for. A file is compared with the manifest when it is first read, and a record is
parsed when it is reached.

Source: issue 5, section 2.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from pydantic import ValidationError

from microworlds import sources
from microworlds.errors import UserError
from microworlds.manifest import MANIFEST, Listed
from microworlds.plugins import nearest
from microworlds.records import Episode, Gold, Observation, Question, Record
from microworlds.sources import Source

if TYPE_CHECKING:
    from microworlds.suites.memorydoc.release import Proof, World, WorldLedger
    from microworlds.suites.memorydoc.world import Verdict

R = TypeVar("R", bound=Record)
_KEY = re.compile(rb'\{"(?:id|question|world)":("(?:[^"\\]|\\.)*")')
_EPISODES = ".episodes.jsonl"


@dataclass(frozen=True)
class _Place:
    path: Path
    start: int
    length: int
    line: int


class Table(Sequence[R], Generic[R]):
    """Records of a release, in its order: by number, slice, or the id of a world, an observation or a question.

    Places are found when the first record is asked for; each is parsed when it is reached, and not kept.
    """

    def __init__(
        self, kind: type[R], files: Callable[[], Sequence[Path]], only: Callable[[], Collection[str] | None]
    ) -> None:
        self._kind, self._files, self._only = kind, files, only

    @cached_property
    def _places(self) -> list[tuple[str, _Place]]:
        chosen = self._only()
        found = [place for path in self._files() for place in _places(path)]
        return found if chosen is None else [place for place in found if place[0] in chosen]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {key: number for number, (key, _) in reversed(list(enumerate(self._places)))}

    @property
    def ids(self) -> tuple[str, ...]:
        """The id of each record; no record is parsed."""
        return tuple(key for key, _ in self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[R]:
        return (self._parsed(place) for _, place in self._places)

    def __contains__(self, item: object) -> bool:
        return item in self._numbers if isinstance(item, str) else any(own == item for own in self)

    @overload
    def __getitem__(self, index: int | str) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[R]: ...
    def __getitem__(self, index: int | str | slice) -> R | Sequence[R]:
        if isinstance(index, slice):
            return [self._parsed(place) for _, place in self._places[index]]
        if isinstance(index, int):
            return self._parsed(self._places[index][1])
        if index not in self._numbers:
            raise KeyError(f"no {self._kind.__name__} {index!r}{nearest(index, list(self._numbers))}")
        return self._parsed(self._places[self._numbers[index]][1])

    def __repr__(self) -> str:
        return f"<{len(self)} of {self._kind.__name__}>"

    def _parsed(self, place: _Place) -> R:
        with place.path.open("rb") as file:
            file.seek(place.start)
            line = file.read(place.length)
        try:
            return self._kind.model_validate_json(line)
        except ValidationError as error:
            detail = " ".join(str(error).split())
            raise UserError(
                f"{place.path}, line {place.line}: not a {self._kind.__name__}: {detail[:300]}. The release was "
                "made by another version of microworlds: install that one."
            ) from error


def _places(path: Path) -> Iterator[tuple[str, _Place]]:
    """The key of each line and where it is; a line is not parsed if its key comes first, as it does in a release."""
    start = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            match = _KEY.match(line)
            own = json.loads(line) if match is None else {"id": json.loads(match[1])}
            key = next((str(own[name]) for name in ("id", "question", "world") if name in own), str(number))
            yield key, _Place(path, start, len(line), number)
            start += len(line)


@dataclass(frozen=True)
class Release:
    """A release, or one split of it; see ``load``. ``manifest`` has the SHA-256 of every file by name."""

    suite: str
    version: str | None
    split: str | None
    manifest: Listed
    source: Source

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits it has, whichever was chosen."""
        return tuple(sorted(name.removesuffix(_EPISODES) for name in self.manifest.files if name.endswith(_EPISODES)))

    @cached_property
    def episodes(self) -> Table[Episode]:
        """The tapes, one a world: which observations in which order, then which questions."""
        return self._of_splits(Episode, "episodes")

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """All questions, in order; what a system may see of them."""
        return tuple(question for episode in self.episodes for question in episode.questions)

    @cached_property
    def observations(self) -> Table[Observation]:
        """The documents and sessions."""
        return self._whole(Observation, "observations", self._observed)

    @cached_property
    def gold(self) -> Table[Gold]:
        """What is right, by question. Never show it to a system."""
        return self._of_splits(Gold, "gold")

    @cached_property
    def worlds(self) -> Table[World]:
        """Personas, events, sessions and documents (MemoryDoc)."""
        from microworlds.suites.memorydoc.release import World

        return self._whole(World, "worlds", self._worlds)

    @cached_property
    def ledger(self) -> Table[WorldLedger]:
        """Every fact of each world (MemoryDoc)."""
        from microworlds.suites.memorydoc.release import WorldLedger

        return self._whole(WorldLedger, "ledger", self._worlds)

    @cached_property
    def verdicts(self) -> Table[Verdict]:
        """What each judge says of each world (MemoryDoc)."""
        from microworlds.suites.memorydoc.world import Verdict

        return self._whole(Verdict, "verdicts", self._worlds)

    @cached_property
    def proofs(self) -> Table[Proof]:
        """Each question with the query that proves its answer (MemoryDoc). Never show it to a system."""
        from microworlds.suites.memorydoc.release import Proof

        return self._of_splits(Proof, "proofs")

    def observed(self, world: str) -> Iterator[Observation]:
        """The observations of one world's tape, in its order."""
        return (self.observations[name] for name in self.episodes[world].observed)

    def path(self, name: str) -> Path:
        """Where a file of the release lies on this machine, compared with the manifest.

        Raises:
            UserError: it has no such file, or it is missing, or was changed or damaged.
        """
        if name not in self.manifest.files:
            known = sorted(self.manifest.files)
            raise UserError(f"{self.source} has no {name}{nearest(name, known)}. It has: {', '.join(known)}.")
        return self.source.file(name, self.manifest.files[name])

    def _chosen(self) -> tuple[str, ...]:
        return self.splits if self.split is None else (self.split,)

    def _of_splits(self, kind: type[R], name: str) -> Table[R]:
        return Table(kind, lambda: [self.path(f"{split}.{name}.jsonl") for split in self._chosen()], lambda: None)

    def _whole(self, kind: type[R], name: str, only: Callable[[], Collection[str]]) -> Table[R]:
        return Table(kind, lambda: [self.path(f"{name}.jsonl")], lambda: None if self.split is None else only())

    def _worlds(self) -> Collection[str]:
        return set(self.episodes.ids)

    def _observed(self) -> Collection[str]:
        return {name for episode in self.episodes for name in episode.observed}


def load(
    suite: str,
    version: str | None = None,
    split: str | None = None,
    source: str | os.PathLike[str] | None = None,
    remote: str | None = None,
) -> Release:
    """A release of a suite, or one split of it; only its manifest is read now.

    ``version`` is that of a tag (``"1.0.0"`` is memorydoc@v1.0.0); None is what lies in the folder or checkout, else
    the newest. ``source`` is a folder with a release, a checkout, or the URL of a git repository; None is the checkout
    around the working folder. ``remote`` names the DVC remote to get files from; None is the repository's default.

    Raises:
        UserError: no such source, suite, version or split, or a damaged manifest; the message names the nearest.
    """
    place = sources.find(suite, version, source, remote)
    try:
        manifest = Listed.model_validate_json(place.manifest())
    except ValidationError as error:
        raise UserError(
            f"{place}: {MANIFEST} is damaged: {error.errors()[0]['msg']}. Get the release again."
        ) from error
    if manifest.suite != suite:
        raise UserError(f"{place} is a release of {manifest.suite!r}, not of {suite!r}.")
    tag = place.tag if isinstance(place, sources.Repository) else None
    found = tag.rpartition("@v")[2] if tag else manifest.version
    if version is not None and found != version.removeprefix("v"):
        raise UserError(
            f"{place} is version {found or 'unknown'}, not {version}: leave version out, or name a repository."
        )
    made = Release(suite=suite, version=found, split=split, manifest=manifest, source=place)
    if split is not None and split not in made.splits:
        raise UserError(
            f"{place} has no split {split!r}{nearest(split, made.splits)}. It has: {', '.join(made.splits)}."
        )
    return made
