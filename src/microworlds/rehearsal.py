"""A run without its calls: what it will cost, and what its prompts look like.

The stages of dvc.yaml run in a folder of their own, with authors that only note what they would ask: see
``authors.probe``.

Source: issue 3, sections 1 and 4.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import networkx as nx
import yaml
from rich.table import Table

from microworlds import jsonl
from microworlds.authors.probe import Noted
from microworlds.configuration import SPLITS, validated
from microworlds.errors import UserError
from microworlds.llm.desk import Provider
from microworlds.llm.records import Caller, Endpoint, ModelSettings, Request
from microworlds.llm.store import Store
from microworlds.plugins import nearest

NOBODY = "nobody"
# what a role is asked with where the configuration has the offline author: enough to render its prompts
_UNKNOWN = {"endpoint": "none", "model": NOBODY, "temperature": None, "max_tokens": 1, "attempts": 1}
_WORLDS = "scenarios.jsonl"
# stages that ask as often for few worlds as for many
_FIXED = ("calibrated",)


@dataclass(frozen=True)
class Step:
    """A stage of dvc.yaml: its command, what it reads and writes below data/, and which sections it depends on."""

    name: str
    command: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    sections: tuple[str, ...]


def with_probes(tree: Mapping[str, Any], notes: Path, show: str | None = None) -> dict[str, Any]:
    """The parameters with a probe for every language model; for the offline author too, where something is shown."""
    models = {}
    for role, own in tree["models"].items():
        settings = {key: value for key, value in own.items() if key != "kind"}
        if own["kind"] == "offline" and show is not None:
            settings = {**_UNKNOWN, "structured": "schema"}
        probe = own["kind"] == "llm" or (show is not None and own["kind"] == "offline")
        models[role] = {**settings, "kind": "probe", "notes": str(notes), "show": show} if probe else own
    return {**tree, "models": models}


class Stage:
    """A folder in which stages run: dvc.yaml, the parameters with probes, the code, and the notes."""

    def __init__(self, folder: Path, tree: Mapping[str, Any], show: str | None = None) -> None:
        self.folder = folder
        self.notes = folder / "notes"
        self.notes.mkdir()
        self.tree = with_probes(tree, self.notes, show)
        jsonl.write_text(folder / "params.yaml", yaml.safe_dump(self.tree, sort_keys=False))
        # all that a relative path in the parameters may lead to, but for what stages write
        own = {"params.yaml", "dvc.lock", "data", "metrics", "notes"}
        for entry in Path().iterdir():
            if entry.name not in own and not entry.name.startswith("."):
                (folder / entry.name).symlink_to(entry.resolve())

    def steps(self) -> list[Step]:
        """The stages that call a model, and those they need, in order."""
        from dvc.repo import Repo

        os.environ["DVC_NO_ANALYTICS"] = "1"
        (self.folder / ".dvc").mkdir()
        (self.folder / ".dvc" / "config").write_text("[core]\n    no_scm = true\n    analytics = false\n")
        index = Repo(str(self.folder)).index
        steps = {}
        for stage in index.stages:
            plain = [dep for dep in stage.deps if not hasattr(dep, "params")]
            asked = [str(name) for dep in stage.deps for name in getattr(dep, "params", None) or ()]
            reads = tuple(dep.def_path for dep in plain if not dep.def_path.startswith("src/"))
            writes = tuple(out.def_path for out in stage.outs)
            steps[stage.name] = Step(stage.name, str(stage.cmd), reads, writes, tuple(asked))
        graph = index.graph
        calling = [stage for stage in index.stages if self.calls(steps[stage.name])]
        needed = {stage.name for root in calling for stage in nx.dfs_postorder_nodes(graph, root)}
        ordered = (stage.name for stage in nx.dfs_postorder_nodes(graph))
        return [steps[name] for name in ordered if name in needed]

    def calls(self, step: Step) -> bool:
        """Whether the stage has a role that is played by a probe."""
        models = self.tree["models"]
        return any(models[role]["kind"] == "probe" for role in models if f"models.{role}" in step.sections)

    def run(self, step: Step) -> None:
        """Run one stage.

        Raises:
            UserError: it failed.
        """
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        done = subprocess.run(
            step.command, shell=True, cwd=self.folder, env={**os.environ, "PATH": path},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            said = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
            raise UserError(f"{step.name} could not be rehearsed: {said[0].removeprefix('error: ')}")

    def noted(self) -> Iterator[Noted]:
        """Every call that was noted so far."""
        for path in sorted(self.notes.iterdir()):
            yield from jsonl.read(path, Noted)


@contextmanager
def opened(tree: Mapping[str, Any], show: str | None = None) -> Iterator[Stage]:
    """A stage in a temporary folder.

    Raises:
        UserError: there is no dvc.yaml here.
    """
    if not Path("dvc.yaml").is_file():
        raise UserError("there is no dvc.yaml here: run this at the top of the project.")
    validated(tree)
    with tempfile.TemporaryDirectory(prefix="microworlds-") as folder:
        yield Stage(Path(folder), tree, show)


@dataclass(frozen=True)
class Line:
    """What one role of one stage will ask one model for. ``usd`` is None where the price is not known."""

    stage: str
    role: str
    model: str
    calls: int
    held: int
    tokens_in: int
    tokens_out: int
    usd: float | None


@dataclass(frozen=True)
class Estimate:
    """What a run will ask for. Stages after the scenarios were rehearsed with ``sampled`` of ``worlds`` worlds."""

    lines: tuple[Line, ...]
    sampled: int
    worlds: int

    @property
    def usd(self) -> float | None:
        """The sum; None if a price is not known."""
        known = [line.usd for line in self.lines if line.usd is not None]
        return sum(known) if len(known) == len(self.lines) else None


def needed(tree: Mapping[str, Any]) -> tuple[set[str], dict[Caller, ModelSettings]]:
    """The digests of all replies that a run with these parameters needs, and who asks with which settings.

    Where a reply is not in the store, it is among them all the same, and what would be asked after it is not foreseen.

    Raises:
        UserError: no role has a language model, or a stage fails.
    """
    with opened(tree) as stage:
        for step in _some(stage):
            _tell(step)
            stage.run(step)
        found = list(stage.noted())
        callers = {
            noted.caller: ModelSettings.model_validate(
                {name: stage.tree["models"][noted.caller.role][name] for name in ModelSettings.model_fields}
            )
            for noted in found
        }
    return {noted.digest for noted in found}, callers


def _some(stage: Stage) -> list[Step]:
    steps = stage.steps()
    if not steps:
        raise UserError("no role has a language model: choose one, as in `microworlds estimate model=anthropic`.")
    return steps


def _tell(step: Step) -> None:
    print(f"rehearsing {step.name} ...", file=sys.stderr, flush=True)


def estimate(tree: Mapping[str, Any], sample: int) -> Estimate:
    """What a run with these parameters will ask for, from the real prompts of a sample of its worlds.

    Documents, facts and scenarios are rehearsed for all worlds, the rest for ``sample`` of them, evenly spaced. What
    the store holds is counted, but not paid for. Invalid replies and retries are not foreseen.

    Raises:
        UserError: no role has a language model, or a stage fails.
    """
    scale = {}
    sampled = total = 0
    with opened(tree) as stage:
        for step in _some(stage):
            _tell(step)
            stage.run(step)
            name = _plain(step.name)
            scale[name] = total / sampled if sampled and name not in _FIXED else 1.0
            for written in step.writes:
                if Path(written).name == _WORLDS:
                    sampled, total = _sampled(stage.folder / written, sample)
        found = list(stage.noted())
    return Estimate(tuple(_lines(tree, found, scale)), sampled, total)


def _sampled(path: Path, most: int) -> tuple[int, int]:
    """Keep so many lines of a file, evenly spaced; how many are left, and how many there were."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    count = min(most, len(lines))
    path.write_text("".join(lines[number * len(lines) // count] for number in range(count)), encoding="utf-8")
    return count, len(lines)


def _lines(tree: Mapping[str, Any], found: Iterable[Noted], scale: Mapping[str, float]) -> Iterator[Line]:
    from microworlds.llm.provider import LiteLLM

    groups: dict[tuple[str, str, str], list[Noted]] = defaultdict(list)
    for noted in found:
        groups[noted.caller.stage, noted.caller.role, noted.model].append(noted)
    provider = LiteLLM()
    spoken = _replies()
    order = list(scale)
    for (stage, role, model), calls in sorted(groups.items(), key=lambda item: order.index(item[0][0])):
        by = scale[stage]
        asked = [noted for noted in calls if not noted.held]
        tokens_in = round(by * sum(noted.tokens_in for noted in asked))
        tokens_out = round(by * sum(spoken.get((noted.task, model), noted.tokens_out) for noted in asked))
        endpoint = Endpoint.model_validate(tree["endpoints"][tree["models"][role]["endpoint"]])
        usd = _price(provider, model, endpoint, tokens_in, tokens_out, len(asked) * by)
        held = round(by * (len(calls) - len(asked)))
        yield Line(stage, role, model, round(by * len(asked)), held, tokens_in, tokens_out, usd)


def _price(
    provider: Provider, model: str, endpoint: Endpoint, tokens_in: int, tokens_out: int, calls: float
) -> float | None:
    """What so many calls cost that take so many tokens together: some prices depend on the length of a call."""
    if not calls:
        return 0.0
    one = provider.cost(model, endpoint, round(tokens_in / calls), round(tokens_out / calls))
    return None if one is None else one * calls


def _plain(name: str) -> str:
    """A stage's name in dvc.yaml less its suite (memorydoc-answers@rag_both: answers@rag_both)."""
    return name.partition("-")[2]


def _replies() -> dict[tuple[str, str], float]:
    """The mean length of the valid replies that the store has to a task by a model, where it has several."""
    rows = Store().rows(
        "SELECT task, model, AVG(tokens_out) AS tokens FROM replies WHERE outcome = 'valid' GROUP BY task, model "
        "HAVING COUNT(*) >= 5"
    )
    return {(row["task"], row["model"]): row["tokens"] for row in rows}


def requests(tree: Mapping[str, Any], name: str, key: str) -> list[tuple[str, Request]]:
    """Key and request of a stage for the items whose key begins with ``key``, in order, from what the last run made.

    Raises:
        UserError: no such stage or item, or the stage's inputs are not there.
    """
    # any question can be looked at, not only those of the split that the systems are asked
    suite = {**tree["memorydoc"], "answers": {"splits": list(SPLITS)}}
    with opened({**tree, "memorydoc": suite}, show=key) as stage:
        steps = {step.name: step for step in stage.steps() if stage.calls(step)}
        known = [_plain(own) for own in steps]
        named = [own for own in steps if name in (own, _plain(own))]
        if not named:
            raise UserError(
                f"no stage {name!r} asks a model{nearest(name, known)}. Those are: {', '.join(known) or 'none'}."
            )
        step = steps[named[0]]
        missing = [path for path in step.reads if not Path(path).exists()]
        if missing:
            raise UserError(f"{missing[0]} is not there yet: run `dvc repro {step.name}` first.")
        worlds = [_handed(Path(path), stage.folder / path, key) for path in step.reads]
        found: list[tuple[str, Request]] = []
        if any(worlds) or set(worlds) == {None}:
            try:
                stage.run(step)
            except UserError:  # the offline author may not be able to go on: the prompt was rendered before
                if not any(one.asked for one in stage.noted()):
                    raise
            found = [(one.key, one.asked) for one in stage.noted() if one.asked is not None]
    if not found:
        raise UserError(f"{step.name} asks nothing for an item that begins with {key!r}. Items are such as w003-s02.")
    return found


def _handed(source: Path, target: Path, key: str) -> int | None:
    """Give a stage one of its inputs: of a list of worlds that which ``key`` belongs to, else all of it.

    How many worlds that are; None if it is no list of worlds.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.name != _WORLDS and not source.name.endswith(".episodes.jsonl"):
        target.symlink_to(source.resolve())
        return None
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    own = [line for line in lines if key.startswith(json.loads(line)["id"])]
    target.write_text("".join(own), encoding="utf-8")
    return len(own)


def table(found: Estimate) -> Table:
    """The estimate, a row for each stage, role and model."""
    several = found.sampled < found.worlds
    by = f"from {found.sampled} of {found.worlds} worlds" if several else f"all {found.worlds} worlds"
    made = Table(title=f"What a run will ask for ({by}; no retries)", title_justify="left")
    made.add_column("stage")
    made.add_column("role")
    made.add_column("model")
    for name in ("in store", "calls", "tokens in", "tokens out", "US$"):
        made.add_column(name, justify="right")
    for line in found.lines:
        counts = (f"{own:,}" for own in (line.held, line.calls, line.tokens_in, line.tokens_out))
        made.add_row(line.stage, line.role, line.model, *counts, _dollars(line.usd))
    sums = (sum(getattr(line, name) for line in found.lines) for name in ("held", "calls", "tokens_in", "tokens_out"))
    made.add_section()
    made.add_row("all", "", "", *(f"{own:,}" for own in sums), _dollars(found.usd))
    return made


def _dollars(usd: float | None) -> str:
    return "unknown" if usd is None else f"{usd:,.2f}"
