"""What an importer of somebody else's benchmark makes, and the folder it writes: the shape that evaluation reads.

Source: DESIGN 3 and 7; issue 4, section 3.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from microworlds import jsonl
from microworlds.errors import UserError
from microworlds.records import Ask, Episode, Evidence, Gold, Observation, Observe, Part, Question, Record, Span

SPLIT = "test"
REPORT = "import.json"


class Tape(Record):
    """One conversation or haystack: its sessions in time order, then its questions, and their gold.

    ``faults`` counts what was wrong with the published file, by kind.
    """

    id: str
    observations: tuple[Observation, ...]
    questions: tuple[Question, ...]
    gold: tuple[Gold, ...]
    faults: dict[str, int]

    def episode(self) -> Episode:
        """The tape by ids."""
        steps: list[Observe | Ask] = [Observe(observation=item.id) for item in self.observations]
        return Episode(id=self.id, steps=(*steps, *(Ask(question=question) for question in self.questions)))


class Report(Record):
    """What was imported, and the faults of the source by kind; ``without_evidence`` is a number of questions."""

    suite: str
    tapes: int
    observations: int
    turns: int
    questions: int
    without_evidence: int
    faults: dict[str, int]


def session(id_: str, title: str, turns: Iterable[Part], texts: Iterable[str]) -> Observation:
    """A session: a line a turn, ``Speaker: what is said``; a part is what is said.

    ``turns`` come with their ids, speakers and times, and get their places here; the session's time is the first's.
    """
    text = ""
    parts: list[Part] = []
    for turn, said in zip(turns, texts, strict=True):
        text += f"{turn.speaker}: " if turn.speaker else ""
        parts.append(turn.model_copy(update={"start": len(text), "end": len(text) + len(said)}))
        text += f"{said}\n"
    time = parts[0].time if parts else None
    return Observation(id=id_, kind="session", title=title, text=text, time=time, parts=tuple(parts))


def evidence(observation: Observation, part: Part) -> Evidence:
    """A turn as evidence."""
    span = Span(observation=observation.id, start=part.start, end=part.end)
    return Evidence(span=span, text=observation.text[part.start : part.end])


def write(suite: str, folder: Path, tapes: Iterable[Tape]) -> Report:
    """The folder's files: observations, the episodes and gold of one split (``test``), and the report.

    Tapes are written as they come, so that a source of gigabytes is never held in whole.
    """
    counts: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    with (
        jsonl.replacing(folder / "observations.jsonl") as observations,
        jsonl.replacing(folder / f"{SPLIT}.episodes.jsonl") as episodes,
        jsonl.replacing(folder / f"{SPLIT}.gold.jsonl") as golds,
        observations.open("w", encoding="utf-8") as first,
        episodes.open("w", encoding="utf-8") as second,
        golds.open("w", encoding="utf-8") as third,
    ):
        for tape in tapes:
            first.writelines(f"{item.model_dump_json()}\n" for item in tape.observations)
            second.write(f"{tape.episode().model_dump_json()}\n")
            third.writelines(f"{item.model_dump_json()}\n" for item in tape.gold)
            faults.update(tape.faults)
            counts["tapes"] += 1
            counts["observations"] += len(tape.observations)
            counts["turns"] += sum(len(item.parts) for item in tape.observations)
            counts["questions"] += len(tape.questions)
            counts["without_evidence"] += sum(not item.evidence for item in tape.gold)
        if not counts["questions"]:
            raise UserError(f"{suite}: the source has no questions. Is it the published file?")
    report = Report(
        suite=suite,
        tapes=counts["tapes"],
        observations=counts["observations"],
        turns=counts["turns"],
        questions=counts["questions"],
        without_evidence=counts["without_evidence"],
        faults=dict(sorted(faults.items())),
    )
    jsonl.write_text(folder / REPORT, report.model_dump_json(indent=2) + "\n")
    return report


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
