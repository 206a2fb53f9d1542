"""A held-out release from a private seed, as its publisher makes it, and as anyone checks it once it is revealed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from microworlds.core import private_seed
from tests.tree import small

pytestmark = [pytest.mark.slow, pytest.mark.long]
RELEASE = "data/release/memorydoc"


def holding(secret: str, folder: Path) -> list[Path]:
    """Every file below ``folder`` that has the secret, git's and DVC's own files too."""
    paths = (Path(root) / name for root, _, names in os.walk(folder) for name in names)
    return [path for path in paths if path.is_file() and secret.encode() in path.read_bytes()]


def test_a_private_seed_is_nowhere_in_what_is_published_and_makes_the_same_bytes_once_revealed(tmp_path):
    file = tmp_path / "secret" / "seed.json"
    own = private_seed.new(file)
    made = []
    for name in ("publisher", "reader"):
        tree = small(tmp_path / name, tmp_path / f"{name}-home")
        choices = ("experiment=held_out", f"seed.commitment={own.commitment}", "scale.worlds=2")
        said = tree.run("dvc", "exp", "run", *(word for choice in choices for word in ("-S", choice)), "memorydoc-release",
                        MICROWORLDS_SEED=str(file))  # fmt: skip
        assert str(own.seed) not in said
        made.append((tree.path / RELEASE / "manifest.json").read_bytes())
        for secret in (str(own.seed), own.salt):
            assert holding(secret, tree.path) + holding(secret, tmp_path / f"{name}-home") == []
    assert made[0] == made[1]
    assert f'"seed": "{own.commitment}"'.encode() in made[0]
    assert (tree.path / RELEASE / "train.gold.jsonl").read_text() == ""
    assert tree.module("microworlds.cli", "verify", RELEASE).splitlines()[-1] == f"{RELEASE}: sound"
    refused = tree.run("dvc", "repro", "--force", "--single-item", "memorydoc-documents", code=None)
    assert "set MICROWORLDS_SEED" in refused
