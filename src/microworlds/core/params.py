"""params.yaml, section by section: stages read it and never compose it (DESIGN 6)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError, model_validator

from microworlds.core import plugins, private_seed
from microworlds.core.errors import UserError
from microworlds.core.plugins import nearest
from microworlds.core.records import Record

P = TypeVar("P", bound=BaseModel)
FILE = Path("params.yaml")


class SeedParams(Record):
    """See conf/seed/*.yaml: the seed itself, or the commitment to a private one."""

    value: int | None
    commitment: str | None = None

    @model_validator(mode="after")
    def _one(self) -> SeedParams:
        if (self.value is None) == (self.commitment is None):
            raise ValueError("give value, or the commitment to a private seed (`microworlds seed new FILE`)")
        return self

    @property
    def public(self) -> int | str:
        """What may be known of it: the seed, or the commitment."""
        return self.value if self.value is not None else str(self.commitment)


def seed() -> int:
    """The seed of params.yaml, or the private one that it commits to.

    Raises:
        UserError: the private one is not at hand.
    """
    own = section(SeedParams, "seed")
    return own.value if own.value is not None else private_seed.opened(str(own.commitment)).seed


def tree(path: Path = FILE) -> dict[str, Any]:
    """The whole file.

    Raises:
        UserError: it is missing or not YAML.
    """
    try:
        loaded = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise UserError(f"cannot read {path}: {error}. Run `make params` to compose it from conf/.") from error
    if not isinstance(loaded, dict):
        raise UserError(f"{path} holds no sections. Run `make params` to compose it from conf/.")
    return loaded


def section(kind: type[P], name: str, params: Mapping[str, Any] | None = None) -> P:
    """The section at a dotted ``name``, as a closed record.

    Raises:
        UserError: no such section, an unknown key (names the nearest known one) or a value out of range.
    """
    return checked(kind, name, value(name, params))


def plugin(package: str, attribute: str, name: str, params: Mapping[str, Any] | None = None) -> Any:
    """The plug-in that the ``kind`` of the section at ``name`` names, with the section's other values.

    ``code``, which tells DVC where the plug-in lies, is none of them, nor is a system's ``answerer``.

    Raises:
        UserError: no such section or plug-in, or a value it does not take.
    """
    own = value(name, params)
    if not isinstance(own, Mapping) or not isinstance(own.get("kind"), str):
        raise UserError(f"params: {name} has no kind. Known: {', '.join(plugins.names(package, attribute))}.")
    settings = {key: value for key, value in own.items() if key not in ("kind", "code", "answerer")}
    return checked(plugins.load(package, attribute, own["kind"]), name, settings)


def value(name: str, params: Mapping[str, Any] | None = None) -> Any:
    """What stands at a dotted ``name``.

    Raises:
        UserError: nothing does.
    """
    node: Any = tree() if params is None else params
    for key in name.split("."):
        if not isinstance(node, Mapping) or key not in node:
            raise UserError(f"params.yaml has no {name!r}. Run `make params` to compose it from conf/.")
        node = node[key]
    return node


def checked(kind: type[P], name: str, node: Any) -> P:
    """``node`` as a record of ``kind``; errors speak of it as ``name``.

    Raises:
        UserError: an unknown key or a value out of range.
    """
    try:
        return kind.model_validate(node)
    except ValidationError as error:
        raise UserError("; ".join(_explained(kind, name, fault) for fault in error.errors())) from error


def _explained(kind: type[BaseModel], name: str, fault: Mapping[str, Any]) -> str:
    where = ".".join([name, *(str(part) for part in fault["loc"])]).strip(".")
    if fault["type"] == "extra_forbidden":
        key = str(fault["loc"][-1])
        known = sorted(kind.model_fields) if len(fault["loc"]) == 1 else _known(kind, fault["loc"][:-1])
        return f"params: unknown key {where!r}{nearest(key, known)}. Known there: {', '.join(known)}. Correct conf/."
    message = str(fault["msg"]).removeprefix("Value error, ")
    value = f" (got {fault['input']!r})" if fault["type"] not in ("missing", "value_error") else ""
    return f"params: {where}: {message}{value}. Correct it where it was given: -S, or conf/ (then `make params`)."


def _known(kind: type[BaseModel], location: tuple[Any, ...]) -> list[str]:
    node: Any = kind
    for part in location:
        field = getattr(node, "model_fields", {}).get(part)
        node = field.annotation if field is not None else None
    return sorted(getattr(node, "model_fields", {}))
