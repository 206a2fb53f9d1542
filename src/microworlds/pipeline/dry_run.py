"""A run without its calls: which replies it needs, and what its prompts look like; ``estimate`` says what it costs.

The stages of dvc.yaml run in a folder of their own, with authors that only note what they would ask: see
``authors.probe``.

Source: issue 3, sections 1 and 4.
"""

import copy
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import networkx as nx
import yaml

from microworlds.authors.probe import Noted
from microworlds.config.validate import validated
from microworlds.core import jsonl, params
from microworlds.core.errors import UserError
from microworlds.core.plugins import nearest
from microworlds.evaluation.play.evaluated_splits import PLAYERS, sections
from microworlds.llm.records import Caller, ModelSettings, Request
from microworlds.suites import base as suites

NOBODY = "nobody"
# what a role is asked with where the configuration has no model for it: enough to render its prompts
_UNKNOWN = {"endpoint": "none", "model": NOBODY, "temperature": None, "max_tokens": 1, "attempts": 1}
WORLDS = "scenarios.jsonl"


@dataclass(frozen=True)
class Step:
    """A stage of dvc.yaml: its command, what it reads and writes below data/, and which sections it depends on."""

    name: str
    command: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    sections: tuple[str, ...]


# the parameters with other authors, given those of a run and a folder for notes
Authors = Callable[[Mapping[str, Any], Path], dict[str, Any]]


def with_probes(tree: Mapping[str, Any], notes: Path, show: str | None = None) -> dict[str, Any]:
    """The parameters with a probe for every language model; for the offline author too, where something is shown."""

    def probe(own: Mapping[str, Any]) -> Mapping[str, Any]:
        unasked = own["kind"] in ("offline", "recorded")  # whose prompts can be shown all the same
        given = {**_UNKNOWN, "structured": "schema"} if unasked else own
        probed = own["kind"] == "llm" or (show is not None and unasked)
        return {**given, "kind": "probe", "notes": str(notes), "show": show} if probed else own

    models = {role: probe(own) for role, own in tree["models"].items()}
    return with_answerers({**tree, "models": models}, probe)


def answerers(tree: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Who answers for players and validations that have an answerer of their own, by the place of their section."""
    found: dict[str, Mapping[str, Any]] = {}
    for suite in (name for name in suites.names() if name in tree):
        players = {f"{group}.{name}": own for group in PLAYERS for name, own in tree[suite].get(group, {}).items()}
        players["validation"] = tree[suite].get("validation") or {}
        found |= {f"{suite}.{name}": own["answerer"] for name, own in players.items() if own.get("answerer")}
    return found


def with_answerers(tree: Mapping[str, Any], given: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> dict[str, Any]:
    """The parameters with other answerers in place of those that players have of their own."""
    made = copy.deepcopy(dict(tree))
    for place, own in answerers(made).items():
        params.value(place, made)["answerer"] = given(own)
    return made


class Stage:
    """A folder in which stages run: dvc.yaml, the parameters with other ``authors``, the code, and the notes."""

    def __init__(self, folder: Path, tree: Mapping[str, Any], authors: Authors) -> None:
        """``authors`` gives the parameters that stages get."""
        self.folder = folder
        self.notes = folder / "notes"
        self.notes.mkdir()
        self.tree = authors(tree, self.notes)
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
            asked += [name for dep in plain for name in _of_player(Path(dep.def_path))]
            reads = tuple(dep.def_path for dep in plain if not dep.def_path.startswith("src/"))
            writes = tuple(out.def_path for out in stage.outs)
            steps[stage.name] = Step(stage.name, str(stage.cmd), reads, writes, tuple(asked))
        graph = index.graph
        calling = [stage for stage in index.stages if self.calls(steps[stage.name])]
        needed = {stage.name for root in calling for stage in nx.dfs_postorder_nodes(graph, root)}
        ordered = (stage.name for stage in nx.dfs_postorder_nodes(graph))
        return [steps[name] for name in ordered if name in needed]

    def calls(self, step: Step) -> bool:
        """Whether somebody writes in the stage of whom this is to know: an author that takes notes, or records."""
        models = self.tree["models"]
        asked = [models[role] for role in models if f"models.{role}" in step.sections]
        asked += [own for place, own in answerers(self.tree).items() if place in step.sections]
        return any(own.get("notes") or own["kind"] == "recording" for own in asked)

    def run(self, step: Step, shown: bool = False) -> None:
        """Run one stage; what it prints is ``shown``, or lost.

        Raises:
            UserError: it failed.
        """
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        done = subprocess.run(
            step.command, shell=True, cwd=self.folder, text=True, check=False,
            stdout=None if shown else subprocess.PIPE, stderr=subprocess.PIPE,
            # as in an experiment, the parameters are not what conf/ composes
            env={**os.environ, "PATH": path, "DVC_EXP_NAME": "dry-run"},
        )  # fmt: skip
        if done.returncode:
            said = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
            raise UserError(f"{step.name} could not be run dry: {said[0].removeprefix('error: ')}")

    def noted(self) -> Iterator[Noted]:
        """Every call that was noted so far."""
        for path in sorted(self.notes.iterdir()):
            yield from jsonl.read(path, Noted)


def _of_player(path: Path) -> tuple[str, ...]:
    """The sections that lie in a file which stage config writes for a system; none if it is no such file."""
    suite, _, player = path.stem.partition(".")
    one = player.startswith(("systems.", "oracles."))
    return sections(suite, player) if path.parent.name == "params" and one else ()


@contextmanager
def opened(tree: Mapping[str, Any], show: str | None = None, authors: Authors | None = None) -> Iterator[Stage]:
    """A stage in a temporary folder; with probes, unless other ``authors`` are given.

    Raises:
        UserError: there is no dvc.yaml here.
    """
    if not Path("dvc.yaml").is_file():
        raise UserError("there is no dvc.yaml here: run this at the top of the project.")
    validated(tree)
    with tempfile.TemporaryDirectory(prefix="microworlds-") as folder:
        yield Stage(Path(folder), tree, authors or partial(with_probes, show=show))


def needed(tree: Mapping[str, Any]) -> tuple[set[str], dict[Caller, ModelSettings]]:
    """The digests of all replies that a run with these parameters needs, and who asks with which settings.

    Where a reply is not in the store, it is among them all the same, and what would be asked after it is not foreseen.

    Raises:
        UserError: no role has a language model, or a stage fails.
    """
    with opened(tree) as stage:
        for step in calling(stage):
            stage.run(step)
        found = list(stage.noted())
        callers = {
            noted.caller: ModelSettings.model_validate(
                {name: stage.tree["models"][noted.caller.role][name] for name in ModelSettings.model_fields}
            )
            for noted in found
        }
    return {noted.digest for noted in found}, callers


def calling(stage: Stage) -> Iterator[Step]:
    """The steps of a stage, of which some call a model; each is told on standard error when its turn comes.

    Raises:
        UserError: none does.
    """
    steps = stage.steps()
    if not steps:
        raise UserError("no role has a language model: choose one, as in `microworlds estimate model=anthropic`.")
    for step in steps:
        print(f"dry run of {step.name} ...", file=sys.stderr, flush=True)
        yield step


def plain(name: str) -> str:
    """A stage's name in dvc.yaml less its suite (SUITE-answers@rag_both: answers@rag_both)."""
    return name.partition("-")[2]


def requests(tree: Mapping[str, Any], name: str, key: str) -> list[tuple[str, Request]]:
    """Key and request of a stage for the items whose key begins with ``key``, in order, from what the last run made.

    Where there are none they are those of which ``key`` is a part, such as a statement of a text: whatever id a
    rejection has leads to its prompt.

    Raises:
        UserError: no such stage or item, or the stage's inputs are not there.
    """
    # any question can be looked at, not only those of the split that the systems are asked
    every = {
        own: {**tree[own], "answers": {"splits": list(suites.find(own).splits), "pool": False}}
        for own in suites.names()
        if own in tree
    }
    with opened({**tree, **every}, show=key) as stage:
        steps = {step.name: step for step in stage.steps() if stage.calls(step)}
        known = [plain(own) for own in steps]
        named = [own for own in steps if name in (own, plain(own))]
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
    parts = max((len(own) for own, _ in found if key.startswith(f"{own}-")), default=0)
    found = [one for one in found if one[0].startswith(key)] or [one for one in found if len(one[0]) == parts]
    if not found:
        raise UserError(f"{step.name} asks nothing for an item that begins with {key!r}. Items are such as w003-s02.")
    return found


def _handed(source: Path, target: Path, key: str) -> int | None:
    """Give a stage one of its inputs: of a list of worlds that which ``key`` belongs to, else all of it.

    How many worlds that are; None if it is no list of worlds.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.name != WORLDS and not source.name.endswith(".episodes.jsonl"):
        target.symlink_to(source.resolve())
        return None
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    own = [line for line in lines if key.startswith(json.loads(line)["id"])]
    target.write_text("".join(own), encoding="utf-8")
    return len(own)
