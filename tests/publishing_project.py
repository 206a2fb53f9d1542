"""Versions published to DVC remotes of three kinds."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.releasing import Objects, Project, Server, made, project, server

MANIFEST = "releases/memorydoc/v1.0.0.json"
TAG = "memorydoc@v1.0.0"


@pytest.fixture(name="s3", scope="module")
def s3_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("moto") / "log") as own:
        yield own


@pytest.fixture(name="three", scope="module")
def three_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("three") / "memorydoc", 3)


@pytest.fixture(name="four", scope="module")
def four_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("four") / "memorydoc", 4)


def configured(own: Project, kind: str, s3: Server | None, name: str) -> Objects:
    """Give the project a remote of a kind; its objects."""
    if kind == "folder":
        store = own.path.parent / f"{name}-store"
        own.remote(url=str(store), verify="true")
        return Objects(store)
    assert s3 is not None
    s3.bucket(name, versioned=kind == "versioned")
    more = {"version_aware": "true"} if kind == "versioned" else {}
    own.remote(url=f"s3://{name}/cache", endpointurl=s3.url, verify="true", **more)
    return Objects((s3, name))


def said_versions(folder: Path) -> set[str]:
    """Every version by which a release calls itself."""
    told = json.loads((folder / "croissant.json").read_text())
    card = (folder / "README.md").read_text().splitlines()[0]
    manifest = json.loads((folder / "manifest.json").read_text())
    return {manifest["version"], told["version"], *re.findall(r"version (?:= \{)?([\d.]+)", card + told["citeAs"])}


def oids(tree: Project) -> dict[str, str]:
    """The objects of the release of v1.1.0 by file name, and that of their list."""
    lock = yaml.safe_load(tree.file("dvc.lock"))["stages"]["memorydoc-release"]["outs"][0]["md5"]
    listed = json.loads((tree.path / f".dvc/cache/files/md5/{lock[:2]}/{lock[2:]}").read_text())
    return {**{own["relpath"]: own["md5"] for own in listed}, "list": lock}


@pytest.fixture(name="ready", scope="module")
def ready_fixture(tmp_path_factory: pytest.TempPathFactory, three: Path) -> Project:
    """A project with a folder as its remote and nothing released. Take a copy."""
    folder = tmp_path_factory.mktemp("ready")
    own = project(folder / "project", folder / "home", three)
    configured(own, "folder", None, "ready")
    return own


@pytest.fixture(name="own")
def own_fixture(ready: Project, tmp_path: Path) -> Project:
    """A copy of the project with a git remote and a DVC remote of its own."""
    path = tmp_path / "project"
    shutil.copytree(ready.path, path, symlinks=True)
    shutil.copytree(ready.path.with_suffix(".git"), path.with_suffix(".git"))
    shutil.copytree(ready.path.parent / "home", tmp_path / "home", dirs_exist_ok=True)
    copy = Project(path, tmp_path / "home")
    copy.run("git", "remote", "set-url", "origin", str(path.with_suffix(".git")))
    copy.remote(url=str(tmp_path / "store"), verify="true")
    return copy
