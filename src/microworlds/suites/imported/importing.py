"""What an importer of somebody else's benchmark makes, and the folder it writes: the shape that evaluation reads.

Source: DESIGN 3 and 7; issue 4, section 3.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from microworlds import __version__
from microworlds.core import jsonl, records, stage
from microworlds.core.errors import UserError
from microworlds.core.manifest import FORMAT, MANIFEST, digests
from microworlds.core.records import Ask, Episode, Evidence, Gold, Observation, Observe, Part, Question, Record

SPLIT = "test"
REPORT = "import.json"


class ImportedEpisode(Record):
    """One conversation or haystack: its sessions in time order, then its questions, and their gold.

    ``asked`` says after how many sessions each question is asked, where that is not after all of them. ``faults``
    counts what was wrong with the published file, by kind.
    """

    id: str
    observations: tuple[Observation, ...]
    questions: tuple[Question, ...]
    gold: tuple[Gold, ...]
    asked: tuple[int, ...] | None = None
    faults: dict[str, int]

    def episode(self) -> Episode:
        """The episode by ids."""
        count = len(self.observations)
        steps: list[tuple[int, Observe | Ask]] = [
            (place, Observe(observation=item.id)) for place, item in enumerate(self.observations)
        ]
        asked = self.asked or (count,) * len(self.questions)
        steps += [(place - 1, Ask(question=own)) for place, own in zip(asked, self.questions, strict=True)]
        return Episode(id=self.id, steps=tuple(step for _, step in sorted(steps, key=lambda one: one[0])))


class Report(Record):
    """What was imported, and the faults of the source by kind; ``without_evidence`` is a number of questions."""

    suite: str
    episodes: int
    observations: int
    turns: int
    questions: int
    without_evidence: int
    faults: dict[str, int]


class Manifest(Record):
    """What an import consists of: SHA-256 of every other file, by name."""

    suite: str
    format: int
    made_by: str
    files: dict[str, str]


def session(id_: str, title: str, turns: Iterable[Part], texts: Iterable[str]) -> Observation:
    """A session: a line a turn, ``Speaker: what is said``; a part is what is said.

    ``turns`` come with their ids, speakers and times, and get their places here; the session's time is the first's.
    """
    text, parts = records.transcript(turns, texts)
    time = parts[0].time if parts else None
    return Observation(id=id_, kind="session", title=title, text=text, time=time, parts=parts)


def evidence(observation: Observation, part: Part) -> Evidence:
    """A turn as evidence."""
    span = records.Span(observation=observation.id, start=part.start, end=part.end)
    return Evidence(span=span, text=observation.text[part.start : part.end])


def gold(
    question: str,
    answer: str,
    answerable: bool,
    pieces: Iterable[Evidence],
    world: str,
    category: str,
    labels: Mapping[str, str] | None = None,
) -> Gold:
    """A question's gold, with the labels that all imports have before its own."""
    cited = tuple(pieces)
    common = {"world": world, "split": SPLIT, "category": category, "source": "chat_only"}
    labels = {**common, "evidence_count": str(len(cited)), **(labels or {})}
    return Gold(question=question, answer=answer, answerable=answerable, evidence=cited, labels=labels)


def write(suite: str, folder: Path, episodes: Iterable[ImportedEpisode]) -> Report:
    """The folder's files: observations, the episodes and gold of one split (``test``), the report and the manifest.

    Episodes are written as they come, so that a source of gigabytes is never held in whole.
    """
    counts: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    with (
        jsonl.replacing(folder / "observations.jsonl") as observations,
        jsonl.replacing(folder / f"{SPLIT}.episodes.jsonl") as played,
        jsonl.replacing(folder / f"{SPLIT}.gold.jsonl") as golds,
        observations.open("w", encoding="utf-8") as first,
        played.open("w", encoding="utf-8") as second,
        golds.open("w", encoding="utf-8") as third,
    ):
        for own in episodes:
            first.writelines(f"{item.model_dump_json()}\n" for item in own.observations)
            second.write(f"{own.episode().model_dump_json()}\n")
            third.writelines(f"{item.model_dump_json()}\n" for item in own.gold)
            faults.update(own.faults)
            counts["episodes"] += 1
            counts["observations"] += len(own.observations)
            counts["turns"] += sum(len(item.parts) for item in own.observations)
            counts["questions"] += len(own.questions)
            counts["without_evidence"] += sum(not item.evidence for item in own.gold)
        if not counts["questions"]:
            raise UserError(f"{suite}: the source has no questions. Is it the published file?")
    report = Report(suite=suite, **counts, faults=dict(sorted(faults.items())))
    jsonl.write_text(folder / REPORT, report.model_dump_json(indent=2) + "\n")
    manifest = Manifest(suite=suite, format=FORMAT, made_by=f"microworlds {__version__}", files=digests(folder))
    jsonl.write_text(folder / MANIFEST, manifest.model_dump_json(indent=2) + "\n")
    return report


def episodes(
    source: Path,
    shape: tuple[str, str],
    named: Callable[[int, Mapping[str, Any]], str],
    made: Callable[[int, str, Mapping[str, Any]], ImportedEpisode],
) -> Iterator[ImportedEpisode]:
    """The entries of a file or folder as episodes, in order; of two that are the same, one.

    ``shape`` is the benchmark's name and a key that every entry has; ``named`` and ``made`` are given an entry's number
    among the different ones, from 1.

    Raises:
        UserError: there are none, an entry lacks what every entry has, or two have one id and are not the same.
    """
    benchmark, key = shape
    seen: dict[str, tuple[str, bytes]] = {}
    for place, entry in items(source, key):
        number, name = len(seen) + 1, "?"
        own = hashlib.sha256(json.dumps(entry, sort_keys=True).encode()).digest()
        try:
            name = named(number, entry)
            first, content = seen.setdefault(name, (place, own))
            if len(seen) == number:
                yield made(number, name, entry)
            elif content != own:
                raise UserError(
                    f"{source}: {first} and {place} both are {name}, and differ. Name one file, not their folder."
                )
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise UserError(f"{source}, {place} ({name}): not {benchmark}'s shape: {error!r}.") from error


def main(suite: str, own: Callable[[Path], Iterator[ImportedEpisode]]) -> None:
    """The published file or folder in, a folder of episodes out; prints what was found."""
    source, out = stage.paths("source", "release")
    print(write(suite, out, own(source)).model_dump_json(indent=2))


def items(source: Path, key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The entries of a JSON file, or of all of a folder, in order of file names; each with where it stands.

    Entries without ``key`` are of another file that lies beside, and are left out.

    Raises:
        UserError: nothing there has such entries, or a file is no JSON.
    """
    files = [source] if source.is_file() else sorted(source.glob("*.json"))
    found = False
    for file in files:
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UserError(f"{file} cannot be read as JSON: {error}. Get the file again.") from error
        for number, entry in enumerate(content if isinstance(content, list) else [content]):
            if isinstance(entry, dict) and key in entry:
                found = True
                yield f"{file.name}, entry {number}", entry
    if not found:
        raise UserError(
            f"{source} holds no JSON file with entries that have {key!r}. Name the published file's folder."
        )
