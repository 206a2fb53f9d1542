"""What there is to look at: a release, and beside it what systems answered and what they scored, if that is there.

Source: issue 5, section 4; DESIGN 3.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from microworlds.core import jsonl, manifest, migration, seeds
from microworlds.core.errors import UserError
from microworlds.core.manifest import MANIFEST
from microworlds.core.records import Answer, Episode, Gold, Judged, Observation, Question, Score, Span
from microworlds.suites import base as suites

R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True)
class Library:
    """A release as read from its folder; ``gold`` lacks what was withheld.

    ``worlds`` and ``tracks`` lack what a suite does not have. ``given`` has for each question each system's answer;
    ``scores`` and ``judged`` have, by question and system, its score and what a judge said of it.
    """

    suite: str
    digest: str
    episodes: Mapping[str, Episode]
    splits: Mapping[str, str]
    observations: Mapping[str, Observation]
    gold: Mapping[str, Gold]
    worlds: Mapping[str, Any]
    verdicts: Mapping[str, Sequence[Any]]
    tracks: Mapping[str, Sequence[suites.Track]]
    given: Mapping[str, Mapping[str, Answer]]
    scores: Mapping[tuple[str, str], Score]
    judged: Mapping[tuple[str, str], Judged]

    @property
    def systems(self) -> list[str]:
        """Systems in the order of their scores, those without any after them."""
        scored = dict.fromkeys(system for _, system in self.scores)
        answered = dict.fromkeys(system for own in self.given.values() for system in own)
        return list(scored | answered)

    @property
    def questions(self) -> Iterator[tuple[str, Question]]:
        """The world and the question, for all questions in order."""
        for episode in self.episodes.values():
            for question in episode.questions:
                yield episode.id, question

    def seen(self, question: Question) -> str:
        """A digest of all that a judgement of this question rests on: the same in every version that keeps it."""
        gold = self.gold.get(question.id)
        return seeds.digest(question.id, question.text, gold.model_dump_json() if gold else "")[:16]


def read(release: Path, played: Path | None = None) -> Library:
    """The release of a folder, and what was played on it.

    ``played`` has ``answers/``, ``scores.jsonl`` and ``judged/``, or some of them.

    Raises:
        UserError: no release there, a damaged line, or answers to another release.
    """
    original, release = release, migration.current(release)
    suite, digest = _manifest(original)
    files = sorted(release.glob("*.episodes.jsonl"))
    if not files:
        raise UserError(
            f"{release} holds no release: it has no *.episodes.jsonl. `make run` (or `dvc pull`) makes one."
        )
    splits = {path: path.name.removesuffix(".episodes.jsonl") for path in files}
    episodes = {path: list(jsonl.read(path, Episode)) for path in files}
    every = sorted((own for found in episodes.values() for own in found), key=lambda own: own.id)
    verdicts: dict[str, list[Any]] = {}
    for verdict in _of_suite(release, suite, "verdicts"):
        verdicts.setdefault(verdict.world, []).append(verdict)
    library = Library(
        suite=suite,
        digest=digest,
        episodes={own.id: own for own in every},
        splits={own.id: splits[path] for path, found in episodes.items() for own in found},
        observations={own.id: own for own in jsonl.read(release / "observations.jsonl", Observation)},
        gold={own.question: own for path in sorted(release.glob("*.gold.jsonl")) for own in jsonl.read(path, Gold)},
        worlds={own.id: own for own in _of_suite(release, suite, "worlds")},
        verdicts=verdicts,
        tracks=_tracks(release, suite),
        given={},
        scores={},
        judged={},
    )
    _checked(library, release)
    return library if played is None else _with_answers(library, played)


def _manifest(release: Path) -> tuple[str, str]:
    """The suite and the SHA-256 of the manifest; an imported benchmark has none, and is called as its folder is."""
    path = release / MANIFEST
    if not path.is_file():
        return release.resolve().name, ""
    return manifest.parsed(path.read_bytes(), release).suite, manifest.digest(path)


def _optional(path: Path, kind: type[R]) -> Iterator[R]:
    return jsonl.read(path, kind) if path.is_file() else iter(())


def _of_suite(release: Path, suite: str, name: str) -> Iterator[Any]:
    """The records of a file that only some suites have."""
    own = suites.files(suite).get(name)
    return _optional(release / f"{name}.jsonl", own.kind) if own else iter(())


def _tracks(release: Path, suite: str) -> dict[str, list[suites.Track]]:
    """By world, what is so and then otherwise, where a suite has such."""
    found: dict[str, list[suites.Track]] = {}
    for name, made in suites.tracks(suite).items():
        for own in map(made, _of_suite(release, suite, name)):
            found.setdefault(own.world, []).append(own)
    return found


def _checked(library: Library, release: Path) -> None:
    """Every episode has its texts, and every gold its place in them.

    Raises:
        UserError: one has not.
    """
    for episode in library.episodes.values():
        for name in episode.observed:
            if name not in library.observations:
                raise UserError(f"{release}: world {episode.id} needs observation {name}, which is not there.")
    for world, question in library.questions:
        if gold := library.gold.get(question.id):
            _within(library, world, (piece.span for piece in gold.evidence), f"{release}: the gold of {question.id}")


def _within(library: Library, world: str, spans: Iterable[Span], whose: str) -> None:
    """Every span lies on the world's episode."""
    observed = library.episodes[world].observed
    for span in spans:
        if span.observation in observed and span.end <= len(library.observations[span.observation].text):
            continue
        raise UserError(
            f"{whose} points at {span.observation}, characters {span.start} to {span.end}, which this release does not "
            "have: it was made on another one. Run `dvc repro`, or name the right folder with --run."
        )


def _with_answers(library: Library, played: Path) -> Library:
    known = {question.id: world for world, question in library.questions}
    files = {path.stem: path for path in sorted((played / "answers").glob("*.jsonl"))}
    given: dict[str, dict[str, Answer]] = {}
    for system, path in files.items():
        for answer in jsonl.read(path, Answer):
            if answer.question not in known:
                raise UserError(
                    f"{path} answers {answer.question}, which this release does not ask: it was made on another one. "
                    "Run `dvc repro`, or name the right folder with --run."
                )
            seen = (*answer.retrieved, *(answer.context or ()))
            _within(library, known[answer.question], seen, f"{path}: the answer to {answer.question}")
            given.setdefault(answer.question, {})[system] = answer
    scores = {(own.question, own.system): own for own in _optional(played / "scores.jsonl", Score)}
    both = {key: own for key, own in scores.items() if key[1] in given.get(key[0], {})}
    judged = {
        (own.question, system): own
        for system in files
        for own in _optional(played / "judged" / f"{system}.jsonl", Judged)
    }
    return replace(library, given=given, scores=both, judged=judged)
