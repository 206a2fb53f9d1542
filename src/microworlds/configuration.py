"""Stage config: params.yaml is what conf/ composes, and every section of it is valid.

`dvc repro` neither composes nor notices an edit in conf/, so this stage does. In an experiment DVC has composed
params.yaml itself, with the values given by -S, so it is then only validated.

Source: DESIGN 6.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from microworlds import compose, params
from microworlds.authors.roles import model
from microworlds.errors import UserError, run
from microworlds.evaluation.asked import AnswersParams
from microworlds.evaluation.track import TrackingParams
from microworlds.llm.records import Budget, Endpoint
from microworlds.records import Record
from microworlds.retrieval.chunks import Chunking
from microworlds.retrieval.embedding import EmbedderSettings
from microworlds.suites.memorydoc.allotment import ScaleParams
from microworlds.suites.memorydoc.calibration import CalibrationParams
from microworlds.suites.memorydoc.conversations import ConversationsParams
from microworlds.suites.memorydoc.documents import DocumentsParams
from microworlds.suites.memorydoc.domain import Domain
from microworlds.suites.memorydoc.facts import FactsParams
from microworlds.suites.memorydoc.scenarios import ScenariosParams
from microworlds.suites.memorydoc.selection import QuestionsParams
from microworlds.suites.memorydoc.verdicts import VerdictsParams

SPLITS = ("train", "val", "test")


class Models(Record):
    """Who writes in each role."""

    generator: dict[str, Any]
    extractor: dict[str, Any]
    answerer: dict[str, Any]
    memory_extractor: dict[str, Any]
    judge_strict: dict[str, Any]
    judge_lenient: dict[str, Any]
    grader: dict[str, Any]


class Retrieval(Record):
    """The sweep dial of every system that retrieves."""

    k: int = Field(gt=0)


class MemoryDoc(Record):
    """The sections of the suite, one for each stage that has parameters, its systems, and who reads the gold."""

    documents: DocumentsParams
    facts: FactsParams
    scenarios: ScenariosParams
    conversations: ConversationsParams
    questions: QuestionsParams
    verdicts: VerdictsParams
    calibration: CalibrationParams
    answers: AnswersParams
    systems: dict[str, dict[str, Any]]
    oracle: dict[str, Any]


class Params(Record):
    """The whole of params.yaml."""

    domain: Domain
    models: Models
    endpoints: dict[str, Endpoint]
    budget: Budget
    seed: params.SeedParams
    corpus: dict[str, Any]
    embedder: EmbedderSettings
    scale: ScaleParams
    retrieval: Retrieval
    chunk: Chunking
    tracking: TrackingParams
    memorydoc: MemoryDoc


def validated(tree: Mapping[str, Any]) -> Params:
    """The tree as closed records, plug-ins included.

    Raises:
        UserError: an unknown key or plug-in, or a value out of range.
    """
    absent = missing(tree)
    if absent:
        raise UserError(f"params: {absent} must be given: -S {absent}=...")
    whole = params.checked(Params, "", tree)
    for role in Models.model_fields:
        model(role, tree)
    params.plugin("microworlds.corpora", "CORPUS", "corpus", tree)
    systems = {f"systems.{name}": own for name, own in whole.memorydoc.systems.items()}
    for name, own in {**systems, "oracle": whole.memorydoc.oracle}.items():
        params.plugin("microworlds.systems", "SYSTEM", f"memorydoc.{name}", tree)
        watched(f"memorydoc.{name}", own)
    unknown = [split for split in whole.memorydoc.answers.splits if split not in SPLITS]
    if unknown or not whole.memorydoc.answers.splits:
        raise UserError(f"params: memorydoc.answers.splits: {unknown or 'empty'}; give some of {', '.join(SPLITS)}.")
    return whole


def missing(tree: Mapping[str, Any], name: str = "") -> str | None:
    """The dotted name of the first value that conf/ leaves to the user (``???``); None if there is none."""
    for key, value in tree.items():
        if value == "???":
            return f"{name}{key}"
        found = missing(value, f"{name}{key}.") if isinstance(value, Mapping) else None
        if found:
            return found
    return None


def watched(name: str, own: Mapping[str, Any]) -> None:
    """Nothing, if DVC sees changes of the code of the system in section ``name``.

    Raises:
        UserError: there is no ``code``, or the system's module lies elsewhere in the project.
    """
    code = own.get("code")
    if not isinstance(code, str) or not Path(code).exists():
        raise UserError(
            f"params: {name}.code is {code!r}: give the file or folder of its code, so that DVC sees when it changes."
        )
    file = Path(sys.modules[own["kind"]].__file__ or "") if "." in own["kind"] else Path(code)
    inside, lies = file.is_relative_to(Path.cwd()), file.resolve().is_relative_to(Path(code).resolve())
    if inside and not lies:
        there = file.relative_to(Path.cwd())
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


def main() -> None:
    """Stop with a message unless params.yaml is up to date and valid."""
    tree = params.tree()
    if not os.environ.get("DVC_EXP_NAME"):
        stale = difference(tree, compose.composed())
        if stale:
            raise UserError(f"params.yaml is stale: {stale} is not what conf/ composes. Run `make params`.")
    validated(tree)


if __name__ == "__main__":
    run(main)
