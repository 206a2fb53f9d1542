"""A record's JSON schema as providers take it.

The strict modes want every field required and every object closed; what a schema cannot say that way (an object with
free keys) makes it a schema that is not strict, which providers follow as far as they can. Either way the reply is
validated by the record itself.

Source: issue 3, section 1.
"""

from functools import cache
from typing import Any

from pydantic import BaseModel

# what strict modes refuse; the record's own validation keeps it
_REFUSED = ("default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
            "minItems", "maxItems", "format", "title", "pattern", "examples")  # fmt: skip


@cache
def of(record: type[BaseModel]) -> dict[str, Any]:
    """The schema of a record, in a form that a strict mode takes where there is one. Made once: not to be changed."""
    schema: dict[str, Any] = _plain(record.model_json_schema())
    return schema


def strict(schema: Any) -> bool:
    """Whether every object of the schema is closed."""
    if isinstance(schema, list):
        return all(map(strict, schema))
    if not isinstance(schema, dict):
        return True
    closed = schema.get("type") != "object" or schema.get("additionalProperties") is False
    return closed and all(map(strict, schema.values()))


def _plain(node: Any) -> Any:
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    if "properties" in node:
        # the names of fields are no keywords: a field called title stays
        fields = {name: _plain(field) for name, field in node["properties"].items()}
        rest = {key: _plain(value) for key, value in node.items() if key not in (*_REFUSED, "properties")}
        return rest | {"properties": fields, "required": list(fields), "additionalProperties": False}
    return {key: _plain(value) for key, value in node.items() if key not in _REFUSED}
