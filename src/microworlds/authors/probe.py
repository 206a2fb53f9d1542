"""The author that asks nobody: it renders every prompt and notes it, so that a run can be foreseen and looked at.

Where the response store holds the reply, the run goes on with it, as the real one would; elsewhere the offline author
writes instead.

Source: issue 3, sections 1 and 4.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from microworlds.authors.base import In, Out, Task
from microworlds.authors.llm import LLMAuthor
from microworlds.authors.offline import OfflineAuthor
from microworlds.core import tokens
from microworlds.core.errors import FinalItemError
from microworlds.core.parallel import Waiting
from microworlds.core.records import Record
from microworlds.llm.records import Caller, ModelSettings, Reply, Request
from microworlds.llm.store import Store


class Noted(Record):
    """A call that a real run would make, or have made: ``held`` if its reply is in the store.

    ``tokens_in`` are the prompt's, the schema's among them; ``tokens_out`` those of the stored reply, else of what the
    offline author wrote. ``asked`` is given only for items that one wanted to see.
    """

    caller: Caller
    task: str
    key: str
    model: str
    digest: str
    held: bool
    tokens_in: int
    tokens_out: int
    asked: Request | None = None


def concerns(key: str, item: str) -> bool:
    """Whether the prompt of ``key`` has to do with an item: it is of the item, or the item is a part of what it asks.

    >>> concerns("w003-s02", "w003"), concerns("d-01-t2", "d-01-t2-award"), concerns("d-01-t2", "d-01-t22")
    (True, True, False)
    """
    return key.startswith(item) or item.startswith(f"{key}-")


class _NotHeldError(Exception):
    """The store has no reply to this request."""

    def __init__(self, asked: Request) -> None:
        super().__init__()
        self.asked = asked


@dataclass(frozen=True)
class ProbeAuthor:
    """Notes calls in a file of ``notes`` for each process.

    The requests that concern the item ``show`` are noted whole.
    """

    settings: ModelSettings
    caller: Caller
    offline: OfflineAuthor
    notes: Path
    show: str | None
    waiting: None = None

    def write(self, task: Task[In, Out], given: In, *, key: str, sample: int = 0, refused: Sequence[str] = ()) -> Out:
        """See ``Author.write``."""

        def ask(asked: Request, _: object) -> Reply:
            reply = _store().reply(asked.digest)
            if reply is None:
                raise _NotHeldError(asked)
            self._note(asked, key, reply.tokens_in, reply.tokens_out, held=True)
            return reply

        try:
            model = LLMAuthor(self.settings, ask, Waiting(1))
            return model.write(task, given, key=key, sample=sample, refused=refused)
        except _NotHeldError as missing:
            asked = missing.asked
        try:
            written = self.offline.write(task, given, key=key, sample=sample)
        except Exception as error:
            # it has to go on from what a model wrote, which it was not made for
            self._note(asked, key, _tokens(asked), 0, held=False)
            raise FinalItemError(f"{task.name}: the offline author cannot go on from here: {error}") from error
        self._note(asked, key, _tokens(asked), tokens.count(written.model_dump_json()), held=False)
        return written

    def _note(self, asked: Request, key: str, tokens_in: int, tokens_out: int, *, held: bool) -> None:
        shown = self.show is not None and concerns(key, self.show)
        noted = Noted(
            caller=self.caller,
            task=asked.task,
            key=key,
            model=asked.model,
            digest=asked.digest,
            held=held,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            asked=asked if shown else None,
        )
        with (self.notes / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
            file.write(noted.model_dump_json() + "\n")


@cache
def _store() -> Store:
    """One for each process: a connection cannot be handed to another."""
    return Store()


def _tokens(asked: Request) -> int:
    """What a request weighs, by cl100k: its messages, and its schema where that is sent beside them."""
    schema = json.dumps(asked.output) if asked.structured == "schema" else ""
    return sum(tokens.count(message.content) for message in asked.messages) + tokens.count(schema)
