"""A release to load."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path

import pytest

from microworlds.core.publication import Publication
from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.about import Origin
from tests import worlds

SPLITS = ("test", "train", "val")


def made(folder: Path, count: int = 3, version: str = "1.0.0") -> Path:
    folder.mkdir(parents=True)
    quality = folder.parent / ".quality.json"
    quality.write_text(json.dumps({"summary": {}}))
    origin = Origin(publication=Publication(version=version, published=date(2026, 1, 2), of="0" * 64))
    release.write(
        folder, [worlds.judged(number) for number in range(count)], [], quality, worlds.SEED, worlds.RULES, origin
    )
    quality.unlink()
    return folder


@pytest.fixture(name="original", scope="module")
def original_fixture(tmp_path_factory):
    return made(tmp_path_factory.mktemp("loading") / "memorydoc")


@pytest.fixture(name="folder")
def folder_fixture(original, tmp_path):
    return Path(shutil.copytree(original, tmp_path / "memorydoc"))
