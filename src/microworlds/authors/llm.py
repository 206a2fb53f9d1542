"""The author that is a language model: renders the prompt, asks, validates; the content of a reply is not repaired.

Source: MemoryDocDataSet, Appendix B; issue 3, section 1; DESIGN 5.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from microworlds.authors.base import In, Out, Task
from microworlds.core.errors import FinalItemError, ItemError
from microworlds.core.parallel import Waiting
from microworlds.llm import schema
from microworlds.llm.records import Message, ModelSettings, Outcome, Reply, Request
from microworlds.llm.traces import Seen

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_DEFINITIVE = ("too_long",)
_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*)```", re.S | re.I)
_TOLD = 5  # faults of a reply that the next attempt is told, at most
_AGAIN = """

What was written for this before was refused. Avoid these faults:
"""


class MalformedOutputError(ItemError):
    """None of the samples that the author may draw was a valid record."""


@dataclass(frozen=True)
class LLMAuthor:
    """One model in one role; ``watch`` is shown every call."""

    settings: ModelSettings
    ask: Callable[[Request, Callable[[Reply], Outcome]], Reply]
    waiting: Waiting
    watch: Callable[[Seen], None] | None = None

    def write(self, task: Task[In, Out], given: In, *, key: str, sample: int = 0, refused: Sequence[str] = ()) -> Out:
        """See ``Author.write``. Each attempt is a new sample, and is told why those before it were refused.

        The same attempt is never asked for twice.

        Raises:
            MalformedOutputError: no attempt gave a valid record.
            FinalItemError: the prompt is too long for the model, or no reply came where others did.
        """
        faults: Counter[str] = Counter()
        reasons = [*refused]
        for attempt in range(self.settings.attempts):
            asked = request(task, given, self.settings, (sample, attempt), reasons)
            begun = datetime.now(UTC)
            reply = self.ask(asked, partial(outcome, task.output, given=given))
            worth, reason = weighed(task.output, reply, given)
            if self.watch is not None:
                seconds = (datetime.now(UTC) - begun).total_seconds()
                self.watch(Seen(key=key, request=asked, reply=reply, outcome=worth, begun=begun, seconds=seconds))
            if worth == "valid":
                return task.output.model_validate_json(unfenced(reply.text), context=given)
            if worth in _DEFINITIVE:
                raise FinalItemError(f"{task.name}: {worth}: {reply.text}")
            faults[worth] += 1
            reasons += [reason]
        counted = ", ".join(f"{count} {worth}" for worth, count in sorted(faults.items()))
        raise MalformedOutputError(
            f"{task.name}: no valid reply in {self.settings.attempts} attempts: {counted}; the last: {reasons[-1]}"
        )


def request(
    task: Task[In, Out], given: In, settings: ModelSettings, sample: tuple[int, int], refused: Sequence[str] = ()
) -> Request:
    """The request for one attempt at a record; ``refused`` is why those before it failed."""
    output = schema.of(task.output)
    return Request(
        task=task.name,
        version=task.version,
        model=settings.model,
        messages=messages(task, given, None if settings.structured == "schema" else output, refused),
        structured=settings.structured,
        output=output,
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        options=settings.options,
        sample=sample,
    )


def messages(
    task: Task[In, Out], given: In, output: dict[str, Any] | None, refused: Sequence[str] = ()
) -> tuple[Message, Message]:
    """The two messages of a prompt; ``output`` is the schema, where the provider does not get it otherwise."""
    fields = ", ".join(schema.of(task.output)["properties"])
    form = f"Your reply is one JSON object ({fields}) and nothing else: no remark before or after it, no code fence."
    if output is not None:
        form += f" Its JSON schema: {json.dumps(output, ensure_ascii=False)}"
    reasons = "\n".join(f"- {reason}" for reason in dict.fromkeys(refused))
    return (
        Message(role="system", content=f"{task.system}\n\n{form}"),
        Message(role="user", content=task.render(given) + (f"{_AGAIN}{reasons}" if reasons else "")),
    )


def outcome(record: type[BaseModel], reply: Reply, given: BaseModel | None = None) -> Outcome:
    """What a reply is worth; see ``weighed``."""
    return weighed(record, reply, given)[0]


def weighed(record: type[BaseModel], reply: Reply, given: BaseModel | None = None) -> tuple[Outcome, str]:
    """What a reply is worth, and why: valid, or the first of the faults that apply, each counted apart.

    ``given`` is the context of the record's validators: a reply can be at fault for what it was a reply to.
    """
    if reply.finish == "refused":
        return "refused", "the model would not reply"
    if reply.finish == "too_long":
        return "too_long", reply.text
    if reply.finish == "length":
        return "truncated", "the reply was cut off: it was too long"
    text = unfenced(reply.text)
    if not text:
        return "empty", "the reply was empty"
    try:
        json.loads(text)
    except ValueError as error:
        if _holds_an_object(text):
            return "prose", "there was something before or after the JSON object"
        return "malformed", f"the reply was no JSON: {error}"
    try:
        record.model_validate_json(text, context=given)
    except ValidationError as error:
        return "schema", "; ".join(map(_said, error.errors()[:_TOLD]))
    return "valid", ""


def unfenced(text: str) -> str:
    """What a reply holds that is nothing but one code fence, else the reply; without the space around it."""
    fenced = _FENCED.fullmatch(text.strip())
    return (fenced[1] if fenced else text).strip()


def _said(fault: ErrorDetails) -> str:
    """Where a record is at fault and how, without pydantic's words: they change with its version, and with them keys.

    What our own validators say is kept.
    """
    where = ".".join(map(str, fault["loc"])) or "the object"
    context = fault.get("ctx", {})
    if "error" in context:
        return f"{where}: {context['error']}"
    bounds = ", ".join(f"{name} {value}" for name, value in context.items())
    return f"{where}: {fault['type'].replace('_', ' ')}" + (f" ({bounds})" if bounds else "")


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
