"""A stage in little: items that each ask a model for a note, through the real author, client, store and provider.

As a program (``python -m tests.calling FOLDER URL COUNT``) it can be killed: it writes a line for each item it has done.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from microworlds.authors.base import Task
from microworlds.authors.llm import LLMAuthor
from microworlds.core.errors import ItemError, UserError, reported
from microworlds.core.parallel import Waiting, ordered_map
from microworlds.core.records import Record, Rejection
from microworlds.llm.client import ModelClient
from microworlds.llm.provider import LiteLLM
from microworlds.llm.records import Budget, Caller, Endpoint, ModelSettings
from microworlds.llm.store import Store

MODEL = "openai/gpt-4.1-mini"


class NoteGiven(Record):
    topic: str


class NoteWritten(Record):
    town: str
    count: int


NOTE = Task("note", "tests", NoteWritten, "You note things.", lambda given: f"Note something of {given.topic}.")


def settings(**changes: Any) -> ModelSettings:
    own = {
        "endpoint": "loopback", "model": MODEL, "temperature": 1.0, "max_tokens": 200, "attempts": 3,
        "structured": "schema",
    }  # fmt: skip
    return ModelSettings.model_validate({**own, **changes})


def endpoint(url: str, **changes: Any) -> Endpoint:
    own = {
        "api_base": f"{url}/v1", "key": None, "max_concurrency": 16, "requests_per_minute": None,
        "tokens_per_minute": None, "timeout_seconds": 20, "patience_seconds": 60, "price": None,
    }  # fmt: skip
    return Endpoint.model_validate({**own, **changes})


class Office:
    """A store, a client and an author, as ``authors.roles`` puts them together from params.yaml."""

    def __init__(
        self, folder: Path, url: str, *, stage: str = "notes", budget: dict[str, Any] | None = None, **of: Any
    ) -> None:
        self.store = Store(folder / "responses.db")
        self.budget = Budget.model_validate({"account": "test", "usd": None, "tokens": None, **(budget or {})})
        self.client = ModelClient(self.store, LiteLLM(), self.budget)
        self.caller = Caller(suite="suite", stage=stage, role="generator")
        own = settings(**{name: value for name, value in of.items() if name in ModelSettings.model_fields})
        place = endpoint(url, **{name: value for name, value in of.items() if name in Endpoint.model_fields})
        self.line = self.client.line("loopback", place, own, self.caller)
        given_up = UserError("given up")
        self.waiting = Waiting(place.max_concurrency, self.client.note, lambda: self.client.stop(given_up))
        self.author = LLMAuthor(own, lambda asked, judged: self.client.ask(asked, self.line, judged), self.waiting)

    def note(self, topic: str) -> NoteWritten | Rejection:
        try:
            return self.author.write(NOTE, NoteGiven(topic=topic), key=topic)
        except ItemError as error:
            return Rejection(stage="notes", item=topic, reason=str(error))

    def notes(self, count: int, first: int = 0) -> list[NoteWritten | Rejection]:
        topics = [f"topic {number}" for number in range(first, first + count)]
        return list(ordered_map(self.note, topics, label="notes", waiting=self.waiting))


def main() -> None:
    folder, url, count = sys.argv[1:]
    with reported():
        office = Office(Path(folder), url)
        topics = [f"topic {number}" for number in range(int(count))]
        for made in ordered_map(office.note, topics, label="notes", waiting=office.waiting):
            print(made.model_dump_json(), flush=True)


if __name__ == "__main__":
    main()
