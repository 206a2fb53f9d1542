"""What people answered and judged: one file a person, one line a judgement, appended and never rewritten.

A line is on the disk before the page is told so, and a line that a power cut left half-written costs itself alone.

Source: issue 5, section 4; MemoryDocDataSet 6.4 (it has no human judgement).
"""

import json
import os
import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from microworlds.core import formats
from microworlds.core.errors import UserError
from microworlds.core.records import Record

_NAME = re.compile(r"\w[\w .'-]{0,39}")


class _Made(Record):
    """By whom, when, of what, and how long it took them; ``seen`` is ``Library.seen`` of the question."""

    annotator: str
    question: str
    seen: str
    time: AwareDatetime
    seconds: float = Field(ge=0)
    format: int = formats.VERSIONS["annotations"]


class HumanAnswer(_Made):
    """Someone's answer to a question, given before they saw the gold; empty if they say that nothing answers it."""

    kind: Literal["answer"] = "answer"
    text: str = Field(max_length=2_000)
    abstained: bool


class HumanVerdict(_Made):
    """Someone's verdict on a pair, given before they saw the judges': the same two labels that judges give."""

    kind: Literal["verdict"] = "verdict"
    correct: bool
    category: bool
    note: str = Field(default="", max_length=2_000)


Annotation = Annotated[HumanAnswer | HumanVerdict, Field(discriminator="kind")]
ANNOTATION: TypeAdapter[HumanAnswer | HumanVerdict] = TypeAdapter(Annotation)


class NotTakenError(UserError):
    """A judgement that cannot be taken: the message says why."""


def name_of(written: str) -> str:
    """A person's name as it is kept.

    Raises:
        NotTakenError: it is no name that a file can bear.
    """
    name = " ".join(unicodedata.normalize("NFC", written).split())
    if not _NAME.fullmatch(name) or name.endswith("."):
        raise NotTakenError(
            f"{written!r} cannot be a name here: letters, digits, spaces and .'-_ can be in it, at most 40."
        )
    return name


def why_not(made: HumanAnswer | HumanVerdict, before: Iterable[HumanAnswer | HumanVerdict]) -> str | None:
    """Why a judgement does not count after the same person's earlier ones; None if it does.

    Only the first is blind: after it the page shows the gold, or the judges' labels. A verdict shows the gold too.
    """
    kinds = {one.kind for one in before if one.question == made.question}
    if made.kind in kinds:
        return f"{made.annotator} gave a second {made.kind} to {made.question}: the first stands"
    if made.kind == "answer" and "verdict" in kinds:
        return f"{made.annotator} answered {made.question} after giving a verdict on it, so having seen its gold"
    return None


@dataclass(frozen=True)
class Folder:
    """A folder with a file for each person; names that differ in capitals alone are one person."""

    path: Path
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def file(self, name: str) -> Path:
        """Where a person's judgements are."""
        return self.path / f"{name_of(name).casefold().replace(' ', '_')}.jsonl"

    def of(self, name: str) -> list[HumanAnswer | HumanVerdict]:
        """A person's judgements so far; what cannot be read is left for ``microworlds annotations`` to tell of."""
        file = self.file(name)
        return [one for one in read(file) if not isinstance(one, str)] if file.exists() else []

    def append(self, made: HumanAnswer | HumanVerdict) -> None:
        """Add a judgement and have it on the disk.

        Raises:
            NotTakenError: see ``why_not``.
            UserError: the folder cannot be written.
        """
        with self._lock:
            if why := why_not(made, self.of(made.annotator)):
                raise NotTakenError(why)
            try:
                self._write(self.file(made.annotator), made.model_dump_json())
            except OSError as error:
                raise UserError(
                    f"cannot write to {self.path}: {error.strerror or error}. Nothing was saved."
                ) from error

    def _write(self, file: Path, line: str) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        with file.open("ab+") as opened:
            if opened.tell():
                opened.seek(-1, os.SEEK_END)
                if opened.read(1) != b"\n":  # a line that was cut off must not swallow the next
                    opened.write(b"\n")
            opened.write(f"{line}\n".encode())
            opened.flush()
            os.fsync(opened.fileno())
        folder = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(folder)  # a new file's name is the folder's affair
        finally:
            os.close(folder)


def read(file: Path) -> Iterator[HumanAnswer | HumanVerdict | str]:
    """The judgements of a file, and a sentence for each line that is none."""
    for number, line in enumerate(file.read_bytes().splitlines(keepends=True), start=1):
        if not line.strip():
            continue
        if later := _later(line):
            yield f"{file.name}, line {number}: {later}"
            continue
        try:
            yield ANNOTATION.validate_json(line)
        except ValidationError as error:
            half = not line.endswith(b"\n") or error.errors()[0]["type"] == "json_invalid"
            faults = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
            why = "half-written or damaged" if half else f"no annotation: {'; '.join(faults)}"
            yield f"{file.name}, line {number}: {why}"


def _later(line: bytes) -> str | None:
    """What is wrong with the version that a line tells of its format; None if nothing is, or it is no JSON object."""
    try:
        own = json.loads(line)
    except ValueError:
        return None
    return formats.later("annotations", own.get(formats.KEY)) if isinstance(own, dict) else None


def every(folder: Path) -> Iterator[HumanAnswer | HumanVerdict | str]:
    """All judgements of a folder, by file.

    Raises:
        UserError: there is none.
    """
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise UserError(
            f"{folder} holds no annotations (*.jsonl). `microworlds browse --annotate {folder}` collects some."
        )
    for file in files:
        yield from read(file)
