"""The shared run of the pipeline, which tests come when, and how long one may take."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

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
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home, with the caches, of all that starts from the shared run."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Tree:
    """A small clone after its first ``dvc repro``, committed. Read it, or take a copy."""
    tree = small(tmp_path_factory.mktemp("made"), cache)
    ran = tree.repro()
    assert {"config", "memorydoc-release", "memorydoc-scores"} <= ran
    tree.commit()
    return tree


@pytest.fixture
def tree(made: Tree, tmp_path: Path, cache: Path) -> Tree:
    """A copy of the finished clone to work in."""
    shutil.copytree(made.path, tmp_path / "copy", symlinks=True)
    return Tree(tmp_path / "copy", cache)
