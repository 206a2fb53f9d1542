"""All of it, as somebody does who has nothing but the project's URL: a version is pulled, checked, loaded, played on
and looked at; then the next version, and what is new in it. Versions are made by the real pipeline, data lie in S3.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.releasing import Project, server
from tests.tree import clone

pytestmark = pytest.mark.pipeline
DATA = "data/release/memorydoc"
LOADED = """
import sys
from statistics import fmean
import microworlds
from microworlds.systems.rag import Rag
from microworlds.retrieval.chunks import Chunking

release = microworlds.load("memorydoc", version="1.0.0", split="test", source=sys.argv[1])
print("worlds", len(list(release.worlds)), "questions", len(list(release.questions)))
scores = release.evaluate(Rag(kinds=("session",), k=5, chunk=None))
print("scored", len(scores), 0 <= fmean(s.values["f1"] for s in scores if s.values["f1"] is not None) <= 1)
"""


def published(own: Project, version: str, *settings: tuple[str, str]) -> str:
    """Make the release with these settings, and publish it."""
    for old, new in settings:
        own.edit("conf/scale/smoke.yaml" if old.startswith("worlds") else "conf/config.yaml", old, new)
    own.module("microworlds.compose")
    own.run("dvc", "repro")
    own.commit()
    return own.microworlds("release", version)


def test_a_version_is_pulled_checked_loaded_played_on_and_looked_at_and_so_is_the_next(tmp_path: Path) -> None:
    with server(tmp_path / "moto.log") as s3:
        s3.bucket("versions")
        # the publisher's side: three worlds, then ten more
        made = clone(tmp_path / "publisher", tmp_path / "home")
        own = Project(made.path, tmp_path / "home")
        origin = tmp_path / "microworlds.git"
        subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch", "main", str(origin)], check=True)
        own.run("git", "remote", "add", "origin", str(origin))
        own.run("git", "push", "--quiet", "--set-upstream", "origin", "main")
        own.run("dvc", "remote", "add", "--default", "store", "s3://versions/cache")
        own.run("dvc", "remote", "modify", "store", "endpointurl", s3.url)
        own.run("dvc", "remote", "modify", "store", "verify", "true")
        own.commit()
        published(own, "1.0.0", ("- scale: default", "- scale: smoke"))
        # somebody's side: an empty folder, an empty home
        for name in ("elsewhere", "another"):
            (tmp_path / name).mkdir()
        anyone = Project(tmp_path / "elsewhere", tmp_path / "another")
        anyone.run("git", "clone", "--quiet", str(origin), "microworlds")
        cloned = Project(anyone.path / "microworlds", tmp_path / "another")
        cloned.run("git", "checkout", "--quiet", "memorydoc@v1.0.0")
        cloned.run("dvc", "pull", DATA)
        assert "sound" in cloned.microworlds("verify", DATA, "--against", "releases/memorydoc/v1.0.0.json")
        said = anyone.run("python", "-c", LOADED, str(origin))
        assert "worlds 1 questions 20" in said
        assert "scored 20 True" in said
        anyone.microworlds("get", "1.0.0", "bench", "--project", str(origin))
        anyone.microworlds("browse", "bench", "--export", "page")
        shown = (anyone.path / "page/index.html").read_text()
        assert "<script" in shown
        assert any("w002" in path.read_text() for path in (anyone.path / "page").rglob("*.js"))
        # ten worlds more: what was there is as it was
        entry = published(own, "1.1.0", ("worlds: 3", "worlds: 13"), ("version: 1.0.0", "version: 1.1.0"))
        assert "13 worlds" in entry or "10 added" in entry
        diff = json.loads(anyone.microworlds("diff", "v1.0.0", "v1.1.0", "--json", "--project", str(origin)))
        assert len(diff["worlds"]["added"]) == 10
        assert not any(
            diff[name][how] for name in ("worlds", "documents", "sessions") for how in ("removed", "changed")
        )
        assert {change for own in diff["questions"] for change in own["changes"]} == {"added"}
        said = anyone.microworlds("diff", "v1.0.0", "v1.1.0", "--project", str(origin))
        assert "200 added" in said
