"""A clone of the project in a folder of its own, for tests that type what its users type."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from microworlds.retrieval import weights
from tests.closure import ROOT


class Tree:
    """A clone of the project, and the commands typed in it."""

    def __init__(self, path: Path, cache: Path) -> None:
        self.path = path
        binaries = str(Path(sys.executable).parent)
        self.environment = {
            "PATH": f"{binaries}:{os.environ['PATH']}",
            "HOME": str(cache),
            "MICROWORLDS_CACHE": str(cache / "microworlds"),
            "MICROWORLDS_WORKERS": "1",  # so little data: more processes would cost more than they gain
            "LANG": "C.UTF-8",
            **{f"GIT_{role}_{what}": "someone@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }  # fmt: skip

    def run(self, *command: str, code: int | None = 0, **more: str) -> str:
        """What a command prints, standard error included; fails unless it exits with ``code``."""
        done = subprocess.run(
            command, cwd=self.path, env=self.environment | more, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert code is None or done.returncode == code, f"{' '.join(command)}: {done.returncode}\n{done.stdout[-6000:]}"
        return done.stdout

    def repro(self, *targets: str, **more: str) -> set[str]:
        """The stages that ``dvc repro`` ran."""
        return set(re.findall(r"Running stage '([^']+)'", self.run("dvc", "repro", *targets, **more)))

    def module(self, name: str, *arguments: str, code: int | None = 0) -> str:
        return self.run(sys.executable, "-m", name, *arguments, code=code, PYTHONPATH="src")

    def commit(self) -> None:
        self.run("git", "add", "-A")
        self.run("git", "commit", "--quiet", "--allow-empty", "-m", "work")

    def copied(self, path: Path, cache: Path) -> Tree:
        """A copy with all that was made, whose data go to a DVC remote of its own, so that it can publish versions."""
        copy = Tree(Path(shutil.copytree(self.path, path, symlinks=True)), cache)
        cache.mkdir()
        copy.run("dvc", "remote", "add", "--default", "store", str(cache / "store"))
        copy.run("dvc", "remote", "modify", "store", "verify", "true")
        copy.commit()
        return copy

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.path / file
        text = path.read_text()
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new, 1))

    def without(self, *suites: str) -> None:
        """Leave out the stages of suites of dvc.yaml; their parameters stay."""
        pipeline = yaml.safe_load(self.file("dvc.yaml"))
        stages = pipeline["stages"].items()
        pipeline["stages"] = {
            name: own for name, own in stages if not name.startswith(tuple(f"{one}-" for one in suites))
        }
        for suite in suites:
            del pipeline["artifacts"][suite]
            pipeline["metrics"] = [path for path in pipeline["metrics"] if f"/{suite}/" not in path]
        (self.path / "dvc.yaml").write_text(yaml.safe_dump(pipeline, sort_keys=False))

    def file(self, name: str) -> str:
        return (self.path / name).read_text()

    def scores(self) -> dict[str, dict[str, dict[str, float]]]:
        return dict(json.loads(self.file("metrics/memorydoc/results/scores.json")))


def clone(path: Path, cache: Path) -> Tree:
    """The working tree as git sees it, committed in a repository of its own; the offline author writes in it."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True, capture_output=True, check=True)  # fmt: skip
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file() and name != "dvc.lock":
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, path / name)
    tree = Tree(path, cache)
    tree.edit("conf/config.yaml", "- model: recorded", "- model: offline")
    tree.module("microworlds.config.compose")
    tree.run("git", "init", "--quiet", "--initial-branch", "main")
    tree.commit()
    return tree


def shallow(folder: Path) -> str:
    """The bundled encoder's first layer alone, as a folder of a clone; its weights are the package's."""
    bundled = weights.located(weights.BUNDLED)
    folder.mkdir()
    for path in bundled.glob("[!.]*"):  # git follows no link to a .gitattributes, and says so each time
        (folder / path.name).symlink_to(path)
    (folder / "config.json").unlink()
    config = json.loads((bundled / "config.json").read_text()) | {"num_hidden_layers": 1}
    (folder / "config.json").write_text(json.dumps(config))
    return folder.name


def small(path: Path, cache: Path) -> Tree:
    """A clone that makes three worlds of documents as short as ``verify`` lets them be; nothing is made yet.

    It has the stages of MemoryDocDataSet alone; the other suites have a ``tests/test_SUITE_pipeline.py`` each. Its vectors
    are of the first of the model's six layers: what is tested with it is not how well they find.
    """
    tree = clone(path, cache)
    tree.without("convomem", "dynamicmem")
    tree.edit("conf/config.yaml", "- scale: default", "- scale: smoke")
    tree.edit("conf/config.yaml", "tokens_max: 50000", "tokens_max: 24000")
    tree.edit("conf/embedder/minilm.yaml", "model: bundled ", f"model: {shallow(tree.path / 'encoder')} ")
    tree.module("microworlds.config.compose")
    tree.commit()
    return tree
