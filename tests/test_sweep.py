"""`microworlds sweep`: which experiments count, in a small project of DVC's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.closure import ROOT

PARAMS = "retrieval:\n  k: 10\nchunk:\n  tokens: 512\n"
STAGE = """
stages:
  report:
    cmd: python report.py
    params: [retrieval, chunk]
    outs: [metrics/memorydoc/results/tables.json]
"""
# F1 is k in hundredths; 99 is no k
REPORT = """
import json, pathlib, yaml
k = yaml.safe_load(open("params.yaml"))["retrieval"]["k"]
assert k < 99
cell = {"mean": k / 100, "n": 8, "low": None, "high": None}
table = {"title": "F1", "metric": "f1", "label": "source", "columns": ["overall"]}
folder = pathlib.Path("metrics/memorydoc/results")
folder.mkdir(parents=True, exist_ok=True)
(folder / "tables.json").write_text(json.dumps({"f1_source": table | {"rows": {"rag_both": {"overall": cell}}}}))
"""
ROW = r"\| RAG-Both \| 512 \| 0?\.050[^|]*\| 0?\.100[^|]*\|\n"


class Project:
    """A repository of git and DVC with one stage, which makes a table of results."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.environment = {
            **os.environ, "PYTHONPATH": str(ROOT / "src"), "DVC_SITE_CACHE_DIR": str(path.parent / "site"),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "DVC_NO_ANALYTICS": "1",
        }  # fmt: skip
        for name, text in {"params.yaml": PARAMS, "dvc.yaml": STAGE, "report.py": REPORT}.items():
            (path / name).write_text(text)
        self.run("git", "init", "-q", "-b", "main")
        self.run("git", "config", "user.name", "a")
        self.run("git", "config", "user.email", "a@b")
        self.run("dvc", "init", "-q")
        self.run("dvc", "repro", "-q")
        self.run("git", "add", "-A")
        self.run("git", "commit", "-qm", "The base of the sweep")

    def run(self, *command: str, code: int = 0) -> str:
        """What a command prints; it has to end with this code."""
        done = subprocess.run(
            command, cwd=self.path, env=self.environment, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode == code, done.stdout
        return done.stdout

    def sweep(self, *options: str, code: int = 0) -> str:
        return self.run(sys.executable, "-m", "microworlds.cli", "sweep", *options, code=code)


@pytest.mark.pipeline
def test_only_experiments_that_succeeded_are_shown_and_those_of_another_commit_if_asked_for(tmp_path):
    project = Project(tmp_path)
    project.run("dvc", "exp", "run", "--queue", "-S", "retrieval.k=20")
    assert "HEAD has no experiments that succeeded (1 queued). Make some" in project.sweep(code=2)

    project.run("dvc", "queue", "remove", "--all")
    project.run("dvc", "exp", "run", "--queue", "-S", "retrieval.k=99")
    assert "Failed to reproduce" in project.run("dvc", "exp", "run", "--run-all")
    project.run("dvc", "exp", "run", "--temp", "-S", "retrieval.k=5")
    said = project.sweep()
    assert "| system | chunk.tokens | retrieval.k=5 | retrieval.k=10 |" in said
    assert re.search(ROW, said), said
    assert "1 failed (`dvc queue status`)" in said

    (tmp_path / "more.txt").touch()
    project.run("git", "add", "more.txt")
    project.run("git", "commit", "-qm", "A commit of one's own")
    assert "`--rev" in (said := project.sweep(code=2))
    assert "(The base of the sweep)" in said
    assert re.search(ROW, project.sweep("--rev", "HEAD~1"))
    assert "cannot list the experiments of nothing" in project.sweep("--rev", "nothing", code=2)
