"""A release in Python: ``microworlds.load(SUITE, version="1.0.0", split="test")``.

Nothing is read before it is asked for. A file is compared with the manifest when it is first read, and a record is
parsed when it is reached.

Source: issue 5, section 2.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from microworlds.core.errors import UserError
from microworlds.core.lazy_records import Rows
from microworlds.core.manifest import FORMAT, Listed
from microworlds.core.plugins import nearest
from microworlds.core.records import Answer, Episode, Gold, Observation, Question, Record, Score
from microworlds.publishing import sources
from microworlds.publishing.sources import Source
from microworlds.suites import base as suites

if TYPE_CHECKING:
    from microworlds.authors.base import Author
    from microworlds.systems.base import System

R = TypeVar("R", bound=Record)
_EPISODES = ".episodes.jsonl"


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
    def episodes(self) -> Rows[Episode]:
        """The episodes, one a world: which observations in which order, then which questions."""
        return self._of_splits(Episode, "episodes")

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """All questions, in order; what a system may see of them."""
        return tuple(question for episode in self.episodes for question in episode.questions)

    @cached_property
    def observations(self) -> Rows[Observation]:
        """The documents and sessions."""
        return self._whole(
            Observation, "observations", lambda: {own for each in self.episodes for own in each.observed}
        )

    @cached_property
    def gold(self) -> Rows[Gold]:
        """What is right, by question. Never show it to a system."""
        return self._of_splits(Gold, "gold")

    def __getattr__(self, name: str) -> Rows[Any]:
        """The records of a file that only releases of this suite have, such as ``worlds``: see its ``files.py``."""
        files = {} if name.startswith("_") else suites.files(self.suite)
        if name not in files:
            raise AttributeError(f"a release of {self.suite} has no {name!r}{nearest(name, list(files))}")
        own = files[name]
        rows = (self._of_splits if own.by_split else self._whole)(own.kind, name)
        self.__dict__[name] = rows
        return rows

    def observed(self, world: str) -> Iterator[Observation]:
        """The observations of one world's episode, in its order."""
        return (self.observations[name] for name in self.episodes[world].observed)

    def evaluate(self, system: System, author: Author | None = None) -> list[Score]:
        """The system's scores under all metrics, question by question; it plays one episode after the other.

        ``author`` is who answers, None: the offline reader. Nothing is cached or tracked: for that, make it a system of
        the pipeline.

        Raises:
            UserError: the system did not index what it was given, or there is no gold.
        """
        from microworlds.authors.offline import OfflineAuthor
        from microworlds.evaluation.play.answers import Player
        from microworlds.evaluation.retrieval_scores import Retrieval
        from microworlds.evaluation.scores import before, scores
        from microworlds.retrieval.embedding import EmbedderSettings

        gold = {item.question: item for item in self.gold}
        settings = EmbedderSettings(model="bundled", window=256, precision="fp32")
        player = Player(system, author or OfflineAuthor(0), settings, proving=self.episodes[0].id)
        played = [item for each in self.episodes for item in player.play((each, list(self.observed(each.id))))]
        answers = [item for item in played if isinstance(item, Answer)]
        levels = suites.find(self.suite).labels.levels
        retrieval = Retrieval({item.id: item for item in self.observations}, levels)
        return scores(type(system).__name__, answers, gold, before(self.episodes), retrieval)

    def path(self, name: str) -> Path:
        """Where a file of the release lies on this machine, compared with the manifest.

        Raises:
            UserError: it has no such file, or it is missing, or was changed or damaged.
        """
        if name not in self.manifest.files:
            known = sorted(self.manifest.files)
            raise UserError(f"{self.source} has no {name}{nearest(name, known)}. It has: {', '.join(known)}.")
        return self.source.file(name, self.manifest.files[name])

    def _of_splits(self, kind: type[R], name: str) -> Rows[R]:
        chosen = self.splits if self.split is None else (self.split,)
        return Rows(kind, lambda: [self.path(f"{split}.{name}.jsonl") for split in chosen], lambda: None)

    def _whole(self, kind: type[R], name: str, only: Callable[[], Collection[str]] | None = None) -> Rows[R]:
        """Of one split those of a file whose id ``only`` has, by default those of its worlds."""
        wanted = only or (lambda: set(self.episodes.ids))
        return Rows(kind, lambda: [self.path(f"{name}.jsonl")], lambda: None if self.split is None else wanted())


def load(
    suite: str,
    version: str | None = None,
    split: str | None = None,
    source: str | os.PathLike[str] | None = None,
    remote: str | None = None,
) -> Release:
    """A release of a suite, or one split of it; only its manifest is read now.

    ``version`` is that of a tag (``"1.0.0"`` is SUITE@v1.0.0); None is what lies in the folder or checkout, else
    the newest. A release of an earlier format is read as one of today's, and a warning says so. ``source`` is a folder
    with a release, a checkout, or the URL of a git repository; None is the checkout around the working folder.
    ``remote`` names the DVC remote to get files from; None is the repository's default.

    Raises:
        UserError: no such source, suite, version or split, a damaged manifest, or one of a later format; the message
            names the nearest.
    """
    place = sources.find(suite, version, source, remote)
    manifest = sources.listed(place)
    if manifest.suite != suite:
        raise UserError(f"{place} is a release of {manifest.suite!r}, not of {suite!r}.")
    tag = place.tag if isinstance(place, sources.Repository) else None
    found = tag.rpartition("@v")[2] if tag else manifest.version
    if version is not None and found != version.removeprefix("v"):
        raise UserError(
            f"{place} is version {found or 'unknown'}, not {version}: leave version out, or name a repository."
        )
    if manifest.format < FORMAT:
        warnings.warn(
            f"{place} is of format {manifest.format}, and is read as format {FORMAT}: ids are as they were, places in "
            "texts may not be. Scores of the two cannot be compared.",
            stacklevel=2,
        )
        place = sources.migrated(place)
        manifest = sources.listed(place)
    made = Release(suite=suite, version=found, split=split, manifest=manifest, source=place)
    if split is not None and split not in made.splits:
        raise UserError(
            f"{place} has no split {split!r}{nearest(split, made.splits)}. It has: {', '.join(made.splits)}."
        )
    return made
