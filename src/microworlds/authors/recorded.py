"""The author whose texts were written earlier and lie in the project; and the one that writes them down.

A text is found by its task, its item and the digest of the typed input: a better prompt or a new field orphans none. A
file a task, a line an item, sorted; while it is recorded a line is added at each step, of which the last holds, so
that nothing is lost when a recording is stopped.

Source: DESIGN 5 (recorded author); issue 15, section 1.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from microworlds.authors.base import Author, In, Out, Task
from microworlds.core import jsonl, params
from microworlds.core.errors import FinalItemError, UnwrittenError, UserError
from microworlds.core.masking import Phrases
from microworlds.core.parallel import Waiting
from microworlds.core.records import Record

SUITE = "{suite}"  # in the name of a folder: that of the suite for which is written
RECORDS = ("written", "answered")  # folders of texts, in data/raw/<suite>
UNNAMED = "a language model, unnamed"
_DIGITS = 16  # of a digest: 64 bits
_COVERS = "covers.json"


class Refused(Record):
    """A text that would not do, and why."""

    why: str
    written: dict[str, Any]


class Text(Record):
    """What was written for an item of a task, ``given`` its typed input (a digest), ``by`` whom.

    ``written`` is null if nothing would do: then the item was given up.
    """

    item: str
    given: str
    by: str
    written: dict[str, Any] | None
    refused: tuple[Refused, ...] = ()


class Used(Record):
    """That a run asked for a text: of which task and item, for which input; ``there`` says whether there is one."""

    task: str
    item: str
    given: str
    there: bool


class Covers(Record):
    """For which runs the texts of a folder were written: those with these ``choices``, and at ``most`` so much.

    Both by the dotted name of the parameter.
    """

    choices: dict[str, Any]
    most: dict[str, int]

    @staticmethod
    def of(tree: Mapping[str, Any], choices: Iterable[str], most: Iterable[str]) -> Covers:
        """The run of these parameters."""
        return Covers(
            choices={name: params.value(name, tree) for name in choices},
            most={name: params.value(name, tree) for name in most},
        )

    def lacking(self, tree: Mapping[str, Any]) -> list[str]:
        """Which choices of a run they were not written for."""
        found = [name for name, own in self.choices.items() if params.value(name, tree) != own]
        for name, most in self.most.items():
            own = params.value(name, tree)
            if not isinstance(own, int) or own > most:
                found.append(f"{name}={own}, and they are of {most}")
        return found


_RUNS = TypeAdapter(tuple[Covers, ...])


def digest(given: BaseModel) -> str:
    """The digest of a typed input: of its canonical JSON without fields at their defaults, in hexadecimal digits."""
    plain = json.dumps(given.model_dump(mode="json", exclude_defaults=True), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()[:_DIGITS]


class Folder:
    """The texts of a folder: a file of lines for each task. Threads may share it; other processes read their own.

    Where the name of the folder has ``{suite}`` in it, the files of all suites' folders are looked at.
    """

    def __init__(self, path: Path) -> None:
        """Nothing is read before it is asked for."""
        self.path = path
        self._texts: dict[str, dict[tuple[str, str], Text]] = {}
        self._lock = threading.Lock()

    @property
    def covers(self) -> tuple[Covers, ...]:
        """For which runs it was written, as far as that is known."""
        path = self.path / _COVERS
        return _RUNS.validate_json(path.read_bytes()) if path.is_file() else ()

    def lacking(self, tree: Mapping[str, Any]) -> str | None:
        """Which choices of a run it was not written for; None if it was, or nothing is known."""
        reasons = sorted((own.lacking(tree) for own in self.covers), key=len)
        return ", ".join(reasons[0]) if reasons and reasons[0] else None

    def cover(self, tree: Mapping[str, Any], choices: Iterable[str], most: Iterable[str]) -> None:
        """Note that it has all that a run with these parameters needs; see ``Covers`` for what is told of it."""
        if self.covers and not self.lacking(tree):
            return
        new = Covers.of(tree, choices, most)
        others = [own for own in self.covers if own.choices != new.choices]
        jsonl.write_text(self.path / _COVERS, _RUNS.dump_json((*others, new), indent=2).decode() + "\n")

    def of_suite(self, suite: str) -> Folder:
        """That of one suite."""
        return Folder(Path(str(self.path).replace(SUITE, suite)))

    def file(self, task: str) -> Path:
        """Where the texts of a task are."""
        found = [path for path in self._files if path.stem == task]
        return found[0] if found else self.path / f"{task}.jsonl"

    @property
    def _files(self) -> list[Path]:
        root, _, rest = str(self.path / "*.jsonl").partition(SUITE)
        if not rest:
            return sorted(self.path.glob("*.jsonl"))
        return sorted(Path(root).glob(f"*{rest}"))

    def of(self, task: str) -> Mapping[tuple[str, str], Text]:
        """All texts of a task, by item and digest.

        Raises:
            UserError: a line is damaged.
        """
        with self._lock:
            if task not in self._texts:
                path = self.file(task)
                lines = jsonl.read(path, Text) if path.is_file() else ()
                self._texts[task] = {(text.item, text.given): text for text in lines}
            return self._texts[task]

    def find(self, task: str, item: str, given: str) -> Text | None:
        """The text of an item, if there is one."""
        return self.of(task).get((item, given))

    def put(self, task: str, text: Text) -> None:
        """Add a text, or what has become of one: on disk, whole or not at all, when this returns."""
        self.of(task)
        with self._lock:
            self._texts[task][text.item, text.given] = text
            self.path.mkdir(parents=True, exist_ok=True)
            with self.file(task).open("ab", buffering=0) as file:
                file.write(_line(text).encode())

    def by(self, tasks: Iterable[str]) -> str:
        """Who wrote the texts of these tasks."""
        return ", ".join(sorted({text.by for task in tasks for text in self.of(task).values()}))

    def __reduce__(self) -> tuple[Callable[[Path], Folder], tuple[Path]]:
        return opened, (self.path,)

    def tidy(self, kept: Mapping[str, set[tuple[str, str]]] | None = None) -> None:
        """Write each file anew: a line an item, in order; of tasks that are named in ``kept``, only those."""
        for path in self._files:
            every = self.of(path.stem)
            chosen = [text for key, text in sorted(every.items()) if kept is None or key in kept.get(path.stem, {key})]
            jsonl.write_text(path, "".join(map(_line, chosen)))

    @property
    def tasks(self) -> Iterator[str]:
        """Those of which there are texts."""
        return (path.stem for path in self._files)


@cache
def opened(path: Path) -> Folder:
    """The folder of texts at a path: one for all of a process, so that its texts are read once."""
    return Folder(path)


def _line(text: Text) -> str:
    return json.dumps(text.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class RecordedAuthor:
    """Plays texts back: the accepted one at once, whatever the attempt.

    ``notes`` is where it notes what it was asked for, if somebody wants to know.
    """

    folder: Folder
    notes: Path | None = None
    waiting: None = None

    def write(self, task: Task[In, Out], given: In, *, key: str, sample: int = 0, refused: Sequence[str] = ()) -> Out:
        """See ``Author.write``.

        Raises:
            UnwrittenError: there is no text.
            FinalItemError: the item was given up when it was recorded, or its text does not pass any more.
        """
        text = self.folder.find(task.name, key, digest(given))
        self._note(Used(task=task.name, item=key, given=digest(given), there=text is not None))
        if text is None:
            raise UnwrittenError(key)
        if text.written is None:
            raise FinalItemError(f"given up when it was recorded: {text.refused[-1].why}")
        if refused:
            raise FinalItemError(f"what is recorded does not pass any more: {refused[-1]}")
        return read(task, text.written, given)

    def _note(self, used: Used) -> None:
        if self.notes is not None:
            # one write a line: several processes may add to the file
            with self.notes.open("ab", buffering=0) as file:
                file.write(f"{used.model_dump_json()}\n".encode())


@dataclass
class Recorder:
    """Hands on to an author what is not recorded yet, and records it: of an item at most ``texts`` texts.

    A text of a task that is to be ``varied`` is refused if it has a phrase that too many other items have already.
    """

    folder: Folder
    author: Author
    by: str
    texts: int
    _phrases: dict[str, Phrases] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def waiting(self) -> Waiting | None:
        """As long as the author whose texts are recorded; in threads, which share the folder."""
        return self.author.waiting or Waiting(1)

    def write(self, task: Task[In, Out], given: In, *, key: str, sample: int = 0, refused: Sequence[str] = ()) -> Out:
        """See ``Author.write``. That the last text will not do is known when another is asked for.

        Raises:
            FinalItemError: so many texts would not do.
        """
        own = digest(given)
        text = self.folder.find(task.name, key, own) or Text(item=key, given=own, by=self.by, written=None)
        if text.written is not None:
            if not refused:
                return read(task, text.written, given)
            text = self._refuse(task, text, refused[-1])
        while len(text.refused) < self.texts:
            reasons = list(dict.fromkeys([*refused, *(one.why for one in text.refused)]))
            attempt = max(sample, len(text.refused))
            written = self.author.write(task, given, key=key, sample=attempt, refused=reasons)
            text = text.model_copy(update={"written": written.model_dump(mode="json"), "by": self.by})
            self.folder.put(task.name, text)
            if not (why := self._worn(task, text, given)):
                return written
            text = self._refuse(task, text, why)
        raise FinalItemError(f"given up after {self.texts} texts: {text.refused[-1].why}")

    def _refuse(self, task: Task[In, Out], text: Text, why: str) -> Text:
        assert text.written is not None
        again = (*text.refused, Refused(why=why, written=text.written))
        text = text.model_copy(update={"refused": again, "written": None})
        self.folder.put(task.name, text)
        return text

    def _worn(self, task: Task[In, Out], text: Text, given: In) -> str | None:
        """Why a text is too much like those of other items, if it is; else its phrases are counted from now on."""
        if not task.varied:
            return None
        with self._lock:
            if task.name not in self._phrases:
                others = [one for one in self.folder.of(task.name).values() if one.written and one.item != text.item]
                self._phrases[task.name] = Phrases.of({one.item: plain(one.written) for one in others})
            return self._phrases[task.name].added(text.item, plain(text.written), plain(given.model_dump(mode="json")))


def plain(value: object) -> str:
    """All texts of a value made of lists and mappings, a line each, without ids and other single words."""
    if isinstance(value, Mapping):
        return "\n".join(map(plain, value.values()))
    if isinstance(value, list | tuple):
        return "\n".join(map(plain, value))
    return value if isinstance(value, str) and " " in value else ""


def read(task: Task[In, Out], written: Mapping[str, Any], given: In) -> Out:
    """A text as the record that the task asks for.

    Raises:
        UserError: it is none: somebody has changed it, or the record has changed.
    """
    try:
        return task.output.model_validate_json(json.dumps(written), context=given)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"]))
        raise UserError(
            f"a recorded text of {task.name} is no {task.output.__name__}: {where}: {fault['msg']}"
        ) from error
