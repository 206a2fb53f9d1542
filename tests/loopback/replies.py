"""Replies: what is asked for is recognised by its schema, read from the prompt, and answered in words of its own.

The same server seed, body and count of the body give the same reply; the next time the body is asked, another.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.loopback import reading, writing
from tests.loopback.protocols import Asked, Json


@dataclass(frozen=True)
class Writer:
    """Who replies to requests whose schema has these fields; ``write(system, user, rng)``."""

    name: str
    fields: frozenset[str]
    write: Callable[[str, str, random.Random], Json]


def _writer(name: str, fields: str, write: Callable[[str, str, random.Random], Json]) -> Writer:
    return Writer(name, frozenset(fields.split()), write)


_WRITERS = (
    _writer("personas", "personas", writing.personas),
    _writer("event_graph", "events", writing.events),
    _writer("session", "utterances", writing.session),
    _writer("question", "question", writing.question),
    _writer("judge", "labels", reading.judgment),
    _writer("grade", "label reason", reading.grade),
    _writer("answer", "text", reading.answer),
    _writer("locate", "texts", reading.locate),
)
# two tasks have a field of this name: what is in it tells them apart
_FACTS = {
    "quote": _writer("facts", "facts", reading.facts),
    "utterances": _writer("memories", "facts", reading.memories),
}


def recognised(asked: Asked) -> Writer | None:
    """Who can reply to this."""
    schema = _schema(asked) or {}
    fields = schema.get("properties", {})
    if "facts" in fields:
        inner = json.dumps(schema)
        return next((writer for field, writer in _FACTS.items() if f'"{field}"' in inner), None)
    return next((writer for writer in _WRITERS if writer.fields <= set(fields)), None)


def written(asked: Asked, rng: random.Random) -> str:
    """The reply's text."""
    writer = recognised(asked)
    if writer is not None:
        return json.dumps(writer.write(asked.system, asked.user, rng), ensure_ascii=False)
    schema = _schema(asked)
    return json.dumps(_any(schema, schema, rng)) if schema else "Yes, that is about right."


def _schema(asked: Asked) -> Json | None:
    """The schema that the provider was given, or that stands in the prompt."""
    if asked.schema is not None:
        return asked.schema
    for at in (place for place, letter in enumerate(asked.system) if letter == "{"):
        try:
            found, _ = json.JSONDecoder().raw_decode(asked.system, at)
        except ValueError:
            continue
        if isinstance(found, dict) and "properties" in found:
            return found
    return None


def _any(node: Json, root: Json, rng: random.Random) -> Any:
    """Any value of a schema."""
    if "$ref" in node:
        return _any(root["$defs"][node["$ref"].rsplit("/", 1)[1]], root, rng)
    if "anyOf" in node:
        return _any(rng.choice(node["anyOf"]), root, rng)
    if "enum" in node:
        return rng.choice(node["enum"])
    match node.get("type"):
        case "object":
            return {name: _any(child, root, rng) for name, child in node.get("properties", {}).items()}
        case "array":
            return [_any(node.get("items", {}), root, rng) for _ in range(rng.randint(1, 3))]
        case "integer":
            return rng.randint(1, 5)
        case "number":
            return round(rng.random(), 3)
        case "boolean":
            return rng.random() < 0.7
        case "null":
            return None
    return writing.phrase(rng)
