"""The shared run of the pipeline, which tests come when, and how long one may take."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from tests.tree import Tree, small

collect_ignore = ["harbour"]  # a project of its own: test_suites.py copies it
LONG_SECONDS = 1800  # of what runs the pipeline or is slow; ``timeout`` in pyproject.toml is for the others


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a browser is slow. Files with tests of the shared run come first: they take longest."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
        if item.get_closest_marker("pipeline") or item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(LONG_SECONDS))
    items.sort(key=lambda item: item.get_closest_marker("pipeline") is None)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run of the tests, the same in each of its processes."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def cache(shared: Path) -> Path:
    """A home, with the caches, of all that starts from the shared run."""
    (shared / "cache").mkdir(exist_ok=True)
    return shared / "cache"


@pytest.fixture(scope="session")
def made(shared: Path, cache: Path) -> Tree:
    """A small clone after its first ``dvc repro``, committed. Read it, or take a copy."""
    made, done = shared / "made", shared / "made.done"
    with FileLock(shared / "made.lock"):  # who comes second waits, so there are two processors for it
        if not done.exists():
            shutil.rmtree(made, ignore_errors=True)
            tree = small(made, cache)
            assert {"config", "memorydoc-release", "memorydoc-scores"} <= tree.repro(MICROWORLDS_WORKERS="2")
            tree.commit()
            done.touch()
    return Tree(made, cache)


@pytest.fixture
def tree(made: Tree, tmp_path: Path, cache: Path) -> Tree:
    """A copy of the finished clone to work in."""
    shutil.copytree(made.path, tmp_path / "copy", symlinks=True)
    return Tree(tmp_path / "copy", cache)
