"""What a format is given, what it makes, and the folder that comes of it: whole, or not there.

Source: DESIGN 7; issue 4, section 3.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from microworlds import __version__
from microworlds.core import formats, jsonl, manifest, migration, plugins
from microworlds.core.errors import UserError
from microworlds.core.records import Episode, Gold, Observation, Record, Span
from microworlds.evaluation.play.answers import episodes

REPORT = "export.json"
UNITS = "units.jsonl"
QUESTIONS = "questions.jsonl"


@dataclass(frozen=True)
class FullEpisode:
    """One episode with what it refers to; ``gold`` is by question."""

    episode: Episode
    observations: tuple[Observation, ...]
    gold: Mapping[str, Gold]


class Unit(Record):
    """Where a piece of the export comes from: characters of an observation of the release."""

    id: str
    span: Span


class Asked(Record):
    """Which question of the release a question of the export is."""

    id: str
    question: str


@dataclass
class Made:
    """What a format wrote: where everything comes from, how much there is, and what has no place in its shape.

    ``how`` says in words what stands for what.
    """

    units: list[Unit] = field(default_factory=list)
    questions: list[Asked] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    how: dict[str, str] = field(default_factory=dict)


class Report(Record):
    """What was exported; ``left_out`` counts what the shape has no place for, by kind.

    ``format`` is the shape; ``format_version`` is that of this report and of the two files beside it.
    """

    format_version: int
    format: str
    options: dict[str, Any]
    suite: str
    split: str
    made_by: str
    manifest: str
    counts: dict[str, int]
    left_out: dict[str, int]
    how: dict[str, str]


class Format(Protocol):
    """A shape; its fields are its options. A plug-in is a closed record of this kind."""

    def write(self, episodes: Iterable[FullEpisode], split: str, folder: Path) -> Made:
        """Write the files of this shape into an empty folder.

        Raises:
            UserError: an option must be chosen for these episodes, and was not.
        """
        ...


def export(name: str, release: Path, out: Path, split: str, options: Mapping[str, Any]) -> Report:
    """Write one split of a release to ``out`` in a format, beside it where everything comes from, and the report.

    Raises:
        UserError: no such format, option or split, a release that is not what its manifest says, or ``out`` is in use.
    """
    chosen = _chosen(name, options)
    wrong = list(manifest.faults(release))
    if wrong:
        more = f" ({len(wrong)} faults in all)" if len(wrong) > 1 else ""
        raise UserError(f"{release} is not exported: {wrong[0]}{more}. Get the release again, or make it again.")
    original = manifest.digest(release / manifest.MANIFEST)
    release = migration.current(release)
    splits = sorted(path.name.removesuffix(".episodes.jsonl") for path in release.glob("*.episodes.jsonl"))
    if split not in splits:
        raise UserError(
            f"{release} has no split {split!r}{plugins.nearest(split, splits)}: it has {', '.join(splits)}."
        )
    with fresh(out) as folder:
        made = chosen.write(_episodes(release, split), split, folder)
        if not made.counts["questions"]:
            raise UserError(f"{name}: no question is left ({dict(made.left_out)}). Choose other options.")
        report = Report(
            format_version=formats.VERSIONS["export"],
            format=name,
            options={key: value for key, value in options.items() if value is not None},
            suite=manifest.parsed((release / manifest.MANIFEST).read_bytes(), release).suite,
            split=split,
            made_by=f"microworlds {__version__}",
            manifest=original,
            counts=dict(made.counts),
            left_out=dict(sorted((+made.left_out).items())),
            how=made.how,
        )
        jsonl.write(folder / UNITS, made.units)
        jsonl.write(folder / QUESTIONS, made.questions)
        jsonl.write_text(folder / REPORT, report.model_dump_json(indent=2) + "\n")
    return report


def array(path: Path, items: Iterable[Any]) -> None:
    """Write a JSON list, an element a line, as the elements come: some lists are too large to hold."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for number, item in enumerate(items):
            file.write((",\n" if number else "\n") + json.dumps(item, ensure_ascii=False))
        file.write("\n]\n")


def _chosen(name: str, options: Mapping[str, Any]) -> Format:
    kind = plugins.load("microworlds.publishing.exports", "FORMAT", name)
    given = {key: value for key, value in options.items() if value is not None}
    known = sorted(kind.model_fields)
    for key in given:
        if key not in known:
            raise UserError(
                f"{name} has no option --{key}{plugins.nearest(key, known)}. It has: --{', --'.join(known)}."
            )
    try:
        made: Format = kind.model_validate(given)
    except ValidationError as error:
        fault = error.errors()[0]
        where = "".join(f"--{part}: " for part in fault["loc"][:1])
        raise UserError(f"{name}: {where}{str(fault['msg']).removeprefix('Value error, ')}") from error
    return made


def _episodes(release: Path, split: str) -> Iterator[FullEpisode]:
    gold = {item.question: item for item in jsonl.read(release / f"{split}.gold.jsonl", Gold)}
    for episode, observations in episodes(release, [split]):
        missing = [question.id for question in episode.questions if question.id not in gold]
        if missing:
            raise UserError(f"{release}: {missing[0]} has no gold, so nothing can be exported. Get the whole release.")
        yield FullEpisode(
            episode, tuple(observations), {question.id: gold[question.id] for question in episode.questions}
        )


@contextmanager
def fresh(out: Path) -> Iterator[Path]:
    """An empty folder that becomes ``out`` in the end, unless something is there, or is removed on any error."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UserError(f"{out} is there already and not empty. Name another folder, or remove it first.")
    with jsonl.replacing_folder(out) as made:
        yield made
