"""Stage config: params.yaml is what conf/ composes, and every section of it is valid.

`dvc repro` neither composes nor notices an edit in conf/, so this stage does. In an experiment DVC has composed
params.yaml itself, with the values given by -S, so it is then only validated.

Source: DESIGN 6.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, create_model

from microworlds.authors.roles import model, of_player
from microworlds.config import compose
from microworlds.core import jsonl, params, stage
from microworlds.core.errors import UserError, run
from microworlds.core.plugins import nearest
from microworlds.core.records import Record
from microworlds.evaluation.play.evaluated_splits import PLAYERS, AnswersParams, ValidationParams, sections
from microworlds.evaluation.system_names import CEILING, is_ceiling
from microworlds.evaluation.track import TrackingParams
from microworlds.llm.records import Budget, Endpoint
from microworlds.retrieval.chunks import Chunking
from microworlds.retrieval.embedding import EmbedderSettings
from microworlds.retrieval.hybrid import HybridSettings
from microworlds.suites import base as suites


class Models(Record):
    """Who writes in each role."""

    generator: dict[str, Any]
    checker: dict[str, Any]
    extractor: dict[str, Any]
    answerer: dict[str, Any]
    memory_extractor: dict[str, Any]
    judge_strict: dict[str, Any]
    judge_lenient: dict[str, Any]
    grader: dict[str, Any]


class Retrieval(Record):
    """The sweep dials of systems: passages of those that retrieve, and tokens of those that show log entries."""

    k: int = Field(gt=0)
    log_tokens: int = Field(gt=0)


class Shared(Record):
    """What every params.yaml has."""

    models: Models
    endpoints: dict[str, Endpoint]
    budget: Budget
    seed: params.SeedParams
    embedder: EmbedderSettings
    retrieval: Retrieval
    chunk: Chunking
    ranking: HybridSettings
    tracking: TrackingParams


class Played(Record):
    """What the section of every suite has: what is played on it, and who reads the gold evidence."""

    answers: AnswersParams
    systems: dict[str, dict[str, Any]]
    oracles: dict[str, dict[str, Any]]
    validation: ValidationParams | None = None


def validated(tree: Mapping[str, Any], top: Path = Path()) -> Shared:
    """The tree as closed records, plug-ins included; ``top`` is the project's folder.

    A section that is not everybody's is that of a suite, or one that a suite's ``parameters.py`` names.

    Raises:
        UserError: an unknown key, suite or plug-in, or a value out of range.
    """
    absent = missing(tree)
    if absent:
        raise UserError(f"params: {absent} must be given: -S {absent}=...")
    known = [name for name in suites.names() if name in tree]
    fields: dict[str, Any] = {}
    for name in known:
        own = suites.part(name, "parameters")
        fields |= getattr(own, "SECTIONS", {}) | {name: create_model(name, __base__=(own.Params, Played))}
    required: dict[str, Any] = {name: (kind, ...) for name, kind in fields.items()}
    whole = params.checked(create_model("Params", __base__=Shared, **required), "", tree)
    for role in Models.model_fields:
        model(role, tree)
    if "corpus" in fields:
        params.plugin("microworlds.corpora", "CORPUS", "corpus", tree)
    for name in known:
        _played(
            name,
            params.checked(Played, name, {key: tree[name][key] for key in Played.model_fields if key in tree[name]}),
            tree,
            top,
        )
    return whole


def _played(suite: str, own: Played, tree: Mapping[str, Any], top: Path) -> None:
    """Check what is played: systems, splits, who validates."""
    if own.validation is not None and own.validation.oracle not in own.oracles:
        raise UserError(
            f"params: {suite}.validation.oracle: there is no oracle {own.validation.oracle!r}"
            f"{nearest(own.validation.oracle, list(own.oracles))}: {', '.join(own.oracles)}"
        )
    for group, players in (("systems", own.systems), ("oracles", own.oracles)):
        for name, system in players.items():
            place = f"{suite}.{group}.{name}"
            if is_ceiling(name) != (group == "oracles"):
                raise UserError(f"params: {place}: names of oracles begin with {CEILING}, and those of systems do not.")
            params.plugin("microworlds.systems", "SYSTEM", place, tree)
            model("answerer", of_player(place, tree))
            watched(place, system, top)
    splits = suites.find(suite).splits
    unknown = [split for split in own.answers.splits if split not in splits]
    if unknown or not own.answers.splits:
        raise UserError(f"params: {suite}.answers.splits: {unknown or 'empty'}; give some of {', '.join(splits)}.")


def missing(tree: Mapping[str, Any], name: str = "") -> str | None:
    """The dotted name of the first value that conf/ leaves to the user (``???``); None if there is none."""
    for key, value in tree.items():
        if value == "???":
            return f"{name}{key}"
        found = missing(value, f"{name}{key}.") if isinstance(value, Mapping) else None
        if found:
            return found
    return None


def watched(name: str, own: Mapping[str, Any], top: Path) -> None:
    """Nothing, if DVC sees changes of the code of the system in section ``name``; ``top`` is the project's folder.

    Raises:
        UserError: there is no ``code``, or the system's module lies elsewhere in the project.
    """
    code = own.get("code")
    if not isinstance(code, str) or not (top / code).exists():
        raise UserError(
            f"params: {name}.code is {code!r}: give the file or folder of its code, so that DVC sees when it changes."
        )
    file = Path(sys.modules[own["kind"]].__file__ or "") if "." in own["kind"] else top / code
    inside, lies = file.is_relative_to(top.resolve()), file.resolve().is_relative_to((top / code).resolve())
    if inside and not lies:
        there = file.relative_to(top.resolve())
        raise UserError(f"params: {name}.code is {code}, but {own['kind']} is {there}: give that, or its folder.")


def difference(one: Any, two: Any, name: str = "") -> str | None:
    """The dotted name of the first place in which two trees differ; None if they do not."""
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        for key in [*one, *(key for key in two if key not in one)]:
            place = f"{name}.{key}".strip(".")
            if key not in one or key not in two:
                return place
            found = difference(one[key], two[key], place)
            if found:
                return found
        return None
    return None if one == two else name


def write_long(folder: Path, tree: Mapping[str, Any]) -> None:
    """Write what is long as files for stages to depend on: dvc.lock then has a hash of each, not hundreds of lines.

    Those are the whole (``all.json``), the sections that suites have besides their own, systems and oracles of each
    suite, and for each of those all that its answers depend on.
    """
    long: dict[str, Any] = {"all": tree}
    for name in suites.names():
        if name not in tree:
            continue
        long |= {section: tree[section] for section in getattr(suites.part(name, "parameters"), "SECTIONS", {})}
        long |= {f"{name}.{group}": tree[name][group] for group in PLAYERS}
        for player in (f"{group}.{one}" for group in PLAYERS for one in tree[name][group]):
            long[f"{name}.{player}"] = {each: params.value(each, tree) for each in sections(name, player)}
    for title, own in long.items():
        jsonl.write_text(folder / f"{title}.json", json.dumps(own, indent=1, ensure_ascii=False) + "\n")


def main() -> None:
    """Stop with a message unless params.yaml is up to date with a file of a folder, and valid."""
    conf, name, *out = stage.paths("conf", "name", optional=("sections",))
    tree = params.tree()
    if not os.environ.get("DVC_EXP_NAME"):
        stale = difference(tree, compose.composed(conf=conf, name=str(name)))
        if stale:
            raise UserError(
                f"params.yaml is stale: {stale} is not what conf/ composes: conf/ was edited, or an experiment "
                "(-S) has left its settings here. `make params` composes it from conf/."
            )
    validated(tree, conf.parent)
    for folder in out:
        write_long(folder, tree)


if __name__ == "__main__":
    run(main)
