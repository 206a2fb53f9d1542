"""Texts and answers that lie in the project: which of them a run needs, which are missing, and recording those.

The stages of dvc.yaml in which somebody writes run in a folder of their own; what comes before them is taken from the
last run, where that has the same settings. With ``answers`` it is about the systems and oracles whose answers are
recorded, in the last run as it is.

Source: issue 15, sections 1 and 3.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from microworlds.authors.recorded import UNNAMED, Folder, Used
from microworlds.config.compose import composed
from microworlds.core import jsonl, params
from microworlds.core.errors import UserError
from microworlds.llm.records import ModelSettings
from microworlds.pipeline.dry_run import Stage, Step, answerers, opened, with_answerers
from microworlds.suites import base as suites

ROLES = ("generator", "checker")  # whose texts are recorded
_TEXTS = 3  # of an item, before it is given up


@dataclass(frozen=True)
class Line:
    """How many texts of a task there are, were refused on the way, were given up, are missing, or nobody asks for."""

    task: str
    there: int
    refused: int
    given_up: int
    missing: tuple[str, ...]
    orphaned: tuple[str, ...]


@dataclass(frozen=True)
class Status:
    """What a run finds in a folder; ``stopped`` is why it did not get further, if it did not."""

    folder: Folder
    lines: tuple[Line, ...]
    stopped: str | None
    used: Mapping[str, set[tuple[str, str]]]

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return self.stopped is None and not any(line.missing for line in self.lines)


def status(
    tree: Mapping[str, Any], suite: str, folder: Path, worlds: int | None = None, *, answers: bool = False
) -> Status:
    """Which texts of a suite a run with these parameters finds in a folder, and which it lacks.

    Only of its first ``worlds``, or of whatever the suite counts.

    Where one is missing, what would be asked for after it is not foreseen.

    Raises:
        UserError: a stage cannot be run for another reason.
    """
    tree = params.tree() if answers else tree
    with opened(_first(tree, worlds), authors=partial(_replayed if answers else _played, folder=folder)) as stage:
        stopped = _run(stage, tree, suite, worlds, shown=False)
        notes = stage.notes / "used.jsonl"
        found = list(jsonl.read(notes, Used)) if notes.is_file() else []
    texts = Folder(folder)
    used: dict[str, set[tuple[str, str]]] = {}
    for one in found:
        used.setdefault(one.task, set()).add((one.item, one.given))
    missing = sorted({(one.task, one.item) for one in found if not one.there})
    if stopped and not missing:
        raise UserError(stopped)
    tasks = sorted({*texts.tasks, *used})
    lines = []
    for task in tasks:
        every = texts.of(task)
        asked = [every[key] for key in sorted(used.get(task, set())) if key in every]
        lines.append(
            Line(
                task=task,
                there=len(asked),
                refused=sum(len(text.refused) for text in asked),
                given_up=sum(text.written is None for text in asked),
                missing=tuple(item for own, item in missing if own == task),
                orphaned=tuple(sorted(item for item, given in every if (item, given) not in used.get(task, set()))),
            )
        )
    return Status(texts, tuple(lines), stopped, used)


def record(
    tree: Mapping[str, Any],
    suite: str,
    folder: Path,
    by: str = UNNAMED,
    worlds: int | None = None,
    *,
    answers: bool = False,
) -> None:
    """Have all of a suite written that a run with these parameters needs and a folder lacks; what it prints is shown.

    With ``worlds`` only what so many of its worlds need, the first ones. With ``answers`` the answerer of these
    parameters answers in the last run.

    Raises:
        UserError: who would write is no language model, or a stage fails; what was written is kept.
    """
    role = "answerer" if answers else ROLES[0]
    if tree["models"][role]["kind"] != "llm":
        raise UserError(f"models.{role} is no language model: choose one, such as model=anthropic or model=local.")
    if answers:
        answerer = _recorded_by(tree["models"][role], folder, by)
        run = {**params.tree(), **{name: tree[name] for name in ("endpoints", "budget") if name in tree}}
        with opened(run, authors=lambda own, _: with_answerers(own, lambda _: answerer)) as stage:
            stopped = _run(stage, run, suite, None, shown=True)
    else:
        with opened(_first(tree, worlds), authors=partial(_recording, folder=folder, by=by)) as stage:
            stopped = _run(stage, tree, suite, worlds, shown=True)
    texts = Folder(folder)
    texts.tidy()
    if stopped:
        raise UserError(stopped)
    if not answers:
        choices, most = suites.part(suite, "parameters").COVERED
        texts.cover(_first(tree, worlds), choices, most)


def usual(suite: str, *, answers: bool) -> Path:
    """The folder of ``model=recorded`` for the texts of a suite; for answers, that of the last run.

    Raises:
        UserError: no system of the last run has recorded answers.
    """
    if not answers:
        return Folder(Path(composed(["model=recorded"])["models"]["generator"]["folder"])).of_suite(suite).path
    own = next((one for one in answerers(params.tree()).values() if one["kind"] == "recorded"), None)
    if own is None:
        raise UserError("no system or oracle in params.yaml has recorded answers (`answerer`): see docs/models.md.")
    return Folder(Path(own["folder"])).of_suite(suite).path


def _first(tree: Mapping[str, Any], worlds: int | None) -> Mapping[str, Any]:
    """The parameters of fewer worlds, or of whatever a suite counts."""
    fewer = copy.deepcopy(dict(tree))
    for suite in suites.generated() if worlds is not None else ():
        for name in suites.part(suite, "parameters").COVERED[1]:
            section, _, last = name.rpartition(".")
            own = params.value(section, fewer)
            own[last] = min(own[last], worlds) if isinstance(own[last], int) else worlds
    return fewer


def _run(stage: Stage, tree: Mapping[str, Any], suite: str, worlds: int | None, *, shown: bool) -> str | None:
    """Run what has to be run for a suite; why it stopped, if it did.

    Raises:
        UserError: what the first of so many ``worlds`` rest on was not made: it depends on how many there are in all.
    """
    before, whole, steps = params.tree(), {**stage.tree, "scale": tree["scale"]}, stage.steps()
    made = {path for step in steps for path in step.writes}
    for step in (step for step in steps if step.name.partition("-")[0] in ("config", suite)):
        earlier = not stage.calls(step) and step.name != "config"  # which writes the parameters of this very run
        if earlier and _same(step, whole, before) and all(Path(path).exists() for path in step.writes):
            _link(step.writes, stage.folder)
            continue
        if earlier and worlds is not None:
            raise UserError(
                f"what {step.name} makes is not that of this run: `dvc exp run {step.name}` with its settings."
            )
        try:
            lying = [path for path in step.reads if path.startswith("data/") and path not in made]
            _link([path for path in lying if Path(path).exists() and not (stage.folder / path).exists()], stage.folder)
            stage.run(step, shown)
        except UserError as error:
            return str(error)
    return None


def _same(step: Step, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two trees have the same settings for a step."""
    return all(_value(name, one) == _value(name, other) for name in step.sections)


def _value(name: str, tree: Mapping[str, Any]) -> Any:
    try:
        return params.value(name, tree)
    except UserError:
        return None


def _link(paths: Sequence[str], folder: Path) -> None:
    for path in paths:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(Path(path).resolve())


def _played(tree: Mapping[str, Any], notes: Path, folder: Path) -> dict[str, Any]:
    """The parameters with recorded texts in the roles that write, and notes of what is asked for; else offline."""
    own = {"kind": "recorded", "folder": str(folder.resolve()), "notes": str(notes / "used.jsonl")}
    models = tree["models"]
    unread = models["generator"]["kind"] != "offline" and models["checker"]["kind"] == "offline"
    played = ROLES[:1] if unread else ROLES
    return {**tree, "models": {role: own if role in played else {"kind": "offline"} for role in models}}


def _recording(tree: Mapping[str, Any], _: Path, folder: Path, by: str) -> dict[str, Any]:
    """The parameters with the language model of each role that writes, recorded; else offline."""
    models = {role: own for role, own in tree["models"].items() if role in ROLES and own["kind"] == "llm"}
    asked = {role: _recorded_by(own, folder, by) for role, own in models.items()}
    return {**tree, "models": {role: asked.get(role, {"kind": "offline"}) for role in tree["models"]}}


def _recorded_by(model: Mapping[str, Any], folder: Path, by: str) -> dict[str, Any]:
    more = {"kind": "recording", "folder": str(folder.resolve()), "by": by, "texts": _TEXTS}
    return {name: model[name] for name in ModelSettings.model_fields} | more


def _replayed(tree: Mapping[str, Any], notes: Path, folder: Path) -> dict[str, Any]:
    """The parameters with notes of what is asked for of recorded answers."""
    own = {"kind": "recorded", "folder": str(folder.resolve()), "notes": str(notes / "used.jsonl")}
    return with_answerers(tree, lambda _: own)


def table(found: Status) -> str:
    """A line a task, then what is missing and what nobody asks for."""
    rows: list[tuple[str, ...]] = [("task", "there", "missing", "given up", "refused", "orphaned")]
    for line in found.lines:
        counts = (line.there, len(line.missing), line.given_up, line.refused, len(line.orphaned))
        rows.append((line.task, *map(str, counts)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    told = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    told += [f"missing of {line.task}: {', '.join(line.missing)}" for line in found.lines if line.missing]
    told.append("complete" if found.complete else "incomplete: what follows from what is missing is not known yet")
    return "\n".join(told)
