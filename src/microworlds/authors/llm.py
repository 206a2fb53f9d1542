"""The author that is a language model: renders the prompt, asks, validates; nothing is repaired.

Source: MemoryDocDataSet, Appendix B; issue 3, section 1; DESIGN 5.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from pydantic import BaseModel, ValidationError

from microworlds.authors.base import In, Out, Task
from microworlds.errors import FinalItemError, ItemError
from microworlds.llm import schema
from microworlds.llm.records import Message, ModelSettings, Outcome, Reply, Request
from microworlds.llm.traces import Seen
from microworlds.parallel import Waiting

_DEFINITIVE = ("too_long",)


class MalformedOutputError(ItemError):
    """None of the samples that the author may draw was a valid record."""


@dataclass(frozen=True)
class LLMAuthor:
    """One model in one role; ``watch`` is shown every call."""

    settings: ModelSettings
    ask: Callable[[Request, Callable[[Reply], Outcome]], Reply]
    waiting: Waiting
    watch: Callable[[Seen], None] | None = None

    def write(self, task: Task[In, Out], given: In, *, key: str, sample: int = 0) -> Out:
        """See ``Author.write``. Each attempt is a new sample; the same attempt is never asked for twice.

        Raises:
            MalformedOutputError: no attempt gave a valid record.
            FinalItemError: the prompt is too long for the model, or no reply came where others did.
        """
        faults: Counter[str] = Counter()
        for attempt in range(self.settings.attempts):
            asked = request(task, given, self.settings, (sample, attempt))
            begun = datetime.now(UTC)
            reply = self.ask(asked, partial(outcome, task.output))
            worth = outcome(task.output, reply)
            if self.watch is not None:
                seconds = (datetime.now(UTC) - begun).total_seconds()
                self.watch(Seen(key=key, request=asked, reply=reply, outcome=worth, begun=begun, seconds=seconds))
            if worth == "valid":
                return task.output.model_validate_json(reply.text)
            if worth in _DEFINITIVE:
                raise FinalItemError(f"{task.name}: {worth}: {reply.text}")
            faults[worth] += 1
        counted = ", ".join(f"{count} {worth}" for worth, count in sorted(faults.items()))
        raise MalformedOutputError(f"{task.name}: no valid reply in {self.settings.attempts} attempts: {counted}")


def request(task: Task[In, Out], given: In, settings: ModelSettings, sample: tuple[int, int]) -> Request:
    """The request for one attempt at a record."""
    output = schema.of(task.output)
    return Request(
        task=task.name,
        version=task.version,
        model=settings.model,
        messages=messages(task, given, None if settings.structured == "schema" else output),
        structured=settings.structured,
        output=output,
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        options=settings.options,
        sample=sample,
    )


def messages(task: Task[In, Out], given: In, output: dict[str, Any] | None) -> tuple[Message, Message]:
    """The two messages of a prompt; ``output`` is the schema, where the provider does not get it otherwise."""
    fields = ", ".join(task.output.model_fields)
    form = f"Your reply is one JSON object ({fields}) and nothing else: no remark before or after it, no code fence."
    if output is not None:
        form += f" Its JSON schema: {json.dumps(output, ensure_ascii=False)}"
    return (
        Message(role="system", content=f"{task.system}\n\n{form}"),
        Message(role="user", content=task.render(given)),
    )


def outcome(record: type[BaseModel], reply: Reply) -> Outcome:
    """What a reply is worth: valid, or the first of the faults that apply, each counted apart."""
    if reply.finish in ("refused", "too_long"):
        return "refused" if reply.finish == "refused" else "too_long"
    if reply.finish == "length":
        return "truncated"
    text = reply.text.strip()
    if not text:
        return "empty"
    try:
        json.loads(text)
    except ValueError:
        return "prose" if _holds_an_object(text) else "malformed"
    try:
        record.model_validate_json(text)
    except ValidationError:
        return "schema"
    return "valid"


def _holds_an_object(text: str) -> bool:
    """Whether a whole JSON object stands somewhere in the text, with something around it."""
    decoder = json.JSONDecoder()
    for at, character in enumerate(text):
        if character == "{":
            try:
                decoder.raw_decode(text, at)
            except ValueError:
                return False
            return True
    return False
