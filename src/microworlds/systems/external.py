"""A program of anyone's, in any language, that speaks JSON lines on its standard input and output: see docs/systems.md.

Source: issue 4, section 1.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

from microworlds.core import formats
from microworlds.core.errors import ItemError, UserError
from microworlds.core.records import Answer, Kind, Observation, Passage, Question, Record, Span
from microworlds.systems.base import Tools, answered, tasks

_STDERR_LINES = 5
_LINE_CHARACTERS = 200
# what a program needs to be found and to write text; the rest of our environment may hold keys
_PASSED = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR")
Reply = TypeVar("Reply", bound=BaseModel)


class External(Record):
    """``command`` is started once an episode, in a folder of its own, and gets ``timeout_seconds`` for each reply.

    A word of it that is a file of the project is found there. Of our environment the program gets what any program
    needs and the variables that ``environment`` names. ``finds``: the kinds of observation it finds when asked to,
    with which it proves that it indexed them; none: it is not asked.
    """

    command: tuple[str, ...] = Field(min_length=1, examples=[(sys.executable, "docs/examples/keywords.py")])
    environment: tuple[str, ...] = Field(examples=[()])
    timeout_seconds: float = Field(gt=0, examples=[60])
    finds: tuple[Kind, ...] = Field(examples=[("session", "document", "log")])

    def open(self, tools: Tools, folder: Path) -> ExternalMemory:
        """See ``System.open``; the program runs in ``folder``, its home and ``$MICROWORLDS_FOLDER``.

        Raises:
            UserError: a variable that ``environment`` names is not set, or the command cannot be started.
        """
        folder.mkdir(parents=True, exist_ok=True)
        kind = FindingMemory if self.finds else ExternalMemory
        return kind(self, tools, Program(self, folder.absolute()))

    def words(self) -> list[str]:
        """The command, with the whole path of each file of the project: it runs in another folder."""
        program, *given = self.command
        # a program without a slash is looked for on the PATH, as a shell does
        return [_whole(program) if os.sep in program else program, *map(_whole, given)]

    def variables(self, folder: Path) -> dict[str, str]:
        """The environment of a program that runs in ``folder``.

        Raises:
            UserError: a variable that the settings name is not set.
        """
        absent = [name for name in self.environment if name not in os.environ]
        if absent:
            raise UserError(
                f"`environment` of {' '.join(self.command)!r} names {', '.join(absent)}, not set here: "
                "set it and run again, or take it out of the system's file in conf/."
            )
        # at home there are keys: what looks for some finds an empty folder
        own = {"HOME": str(folder), "MICROWORLDS_FOLDER": str(folder), "PYTHONUNBUFFERED": "1"}
        own["MICROWORLDS_PROTOCOL"] = str(formats.VERSIONS["program"])
        return own | {name: os.environ[name] for name in (*_PASSED, *self.environment) if name in os.environ}


class Observed(Record):
    """The reply to ``{"observe": {...}}``."""

    ok: Literal[True]


class Asked(Record):
    """The reply to ``{"ask": {...}}``; see ``Answer``.

    Without ``text`` and ``fields`` the built-in answerer answers from what was ``retrieved``.
    """

    text: str | None = None
    abstained: bool | None = None
    retrieved: tuple[Span, ...] = ()
    ranked: bool = True
    context_tokens: int = Field(default=0, ge=0)
    fields: dict[str, str] | None = None
    cited: tuple[Span, ...] | None = None


class Found(Record):
    """The reply to ``{"find": "..."}``."""

    retrieved: tuple[Span, ...]


@dataclass
class ExternalMemory:
    """What one process knows of one episode."""

    recipe: External
    tools: Tools
    program: Program
    seen: dict[str, Observation] = field(default_factory=dict)

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        self.program.request({"observe": observation.model_dump(mode="json")}, Observed)
        self.seen[observation.id] = observation

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``."""
        reply = self.program.request({"ask": question.model_dump(mode="json")}, Asked)
        text = reply.text if reply.fields is None or reply.text is not None else tasks.sentence(reply.fields)
        if text is None:
            passages = [self._passage(span) for span in reply.retrieved]
            return answered(self.tools.author, question, passages, reply.retrieved, ranked=reply.ranked)
        abstained = tasks.abstains(text) if reply.abstained is None else reply.abstained
        return Answer(question=question.id, **dict(reply) | {"text": text, "abstained": abstained})

    def _passage(self, span: Span) -> Passage:
        """What a span covers.

        Raises:
            ItemError: it is of something that was not observed.
        """
        if span.observation not in self.seen:
            raise ItemError(f"{self.program.name} retrieved of {span.observation!r}, which it did not observe")
        return self.seen[span.observation].passage(span)


class FindingMemory(ExternalMemory):
    """One that can be asked to find."""

    @property
    def kinds(self) -> Collection[str]:
        """See ``Searching.kinds``."""
        return self.recipe.finds

    def find(self, text: str) -> Sequence[Span]:
        """See ``Searching.find``."""
        return self.program.request({"find": text}, Found).retrieved


class Program:
    """A running program: a line in, a line out. It is killed when nobody refers to this any more."""

    def __init__(self, recipe: External, folder: Path) -> None:
        self.name = " ".join(recipe.command)
        self._timeout = recipe.timeout_seconds
        self._stderr = folder / "stderr.txt"
        self._replies: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._requests: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._sent = 0
        self._failed = ""
        with self._stderr.open("wb") as errors:
            try:
                self._process = subprocess.Popen(
                    recipe.words(),
                    cwd=folder,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    env=recipe.variables(folder),
                    encoding="utf-8",
                    errors="replace",
                    start_new_session=True,
                )
            except OSError as error:
                raise UserError(f"cannot start {self.name!r}: {error.strerror}. See `command` in its conf/.") from error
        # threads of their own: a program that does not read or write must not keep us from counting seconds
        for act, stream, lines in (
            (_read, self._process.stdout, self._replies),
            (_write, self._process.stdin, self._requests),
        ):
            threading.Thread(target=act, args=(stream, lines), daemon=True).start()
        self._kill = weakref.finalize(self, _end, self._process, self._requests)

    def request(self, request: Mapping[str, Any], reply: type[Reply]) -> Reply:
        """The reply to one request.

        Raises:
            ItemError: it is late, is not what was expected, or the program has ended.
            UserError: the program ended, or said nothing that can be read, before its first reply.
        """
        if self._failed:
            raise ItemError(self._failed)
        self._sent += 1
        (asked,) = request
        if not self._replies.empty():  # an empty line is its end, which may come before the request
            more = "it has said more than one line to the request before"
            raise self._broken(more) if self._replies.get() else self._ended(asked)
        self._requests.put(json.dumps(request, ensure_ascii=False) + "\n")
        try:
            said = self._replies.get(timeout=self._timeout)
        except queue.Empty:
            raise self._broken(f"no reply to {asked} in {self._timeout:g} seconds") from None
        if not said:
            raise self._ended(asked)
        try:
            return reply.model_validate_json(said)
        except ValidationError as error:
            fault = error.errors()[0]
            where = ".".join(map(str, fault["loc"]))
            why = f"{where}: {fault['msg']}" if where else str(fault["msg"])
            raise self._broken(f"its reply to {asked} is {said.strip()[:_LINE_CHARACTERS]!r}: {why}") from error

    def _ended(self, asked: str) -> Exception:
        return self._broken(f"it ended (exit code {self._process.wait()}) instead of a reply to {asked}")

    def _broken(self, what: str) -> Exception:
        """The error, after which the program is not asked again: its replies would be to other requests."""
        self._kill()
        said = self._stderr.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-_STDERR_LINES:]
        told = f" Its last words: {' | '.join(said)}" if said else ""
        message = f"{self.name!r}, line {self._sent}: {what}.{told}"
        self._failed = f"{self.name!r} was ended after line {self._sent}: {what}"
        return UserError(message) if self._sent == 1 else ItemError(message)


def _whole(word: str) -> str:
    """The whole path of a word that is a file of the project; any other word as it is."""
    return str(Path(word).absolute()) if os.path.isfile(word) else word  # noqa: PTH113 (a word too long for a path is none)


def _read(stdout: IO[str], lines: queue.SimpleQueue[str]) -> None:
    """Hand on each line, and an empty one at the end."""
    for line in stdout:
        lines.put(line)
    lines.put("")


def _write(stdin: IO[str], lines: queue.SimpleQueue[str]) -> None:
    """Hand over each line until there is an empty one, or nobody reads."""
    with suppress(OSError):
        while line := lines.get():
            stdin.write(line)
            stdin.flush()
    with suppress(OSError):
        stdin.close()


def _end(process: subprocess.Popen[str], requests: queue.SimpleQueue[str]) -> None:
    """Kill a program and whatever it started."""
    requests.put("")
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


SYSTEM = External
