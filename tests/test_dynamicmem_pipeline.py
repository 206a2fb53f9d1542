"""DynamicMem's stages, with one user of few states: made, played, scored, released and verified as users type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from microworlds.publishing import publish
from tests.tree import Tree, clone

pytestmark = pytest.mark.pipeline


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    tree = clone(tmp_path_factory.mktemp("dynamicmem"), tmp_path_factory.mktemp("home"))
    tree.without("memorydoc", "convomem")
    tree.edit("conf/config.yaml", "- dynamicmem/scale: default", "- dynamicmem/scale: tiny")
    tree.module("microworlds.config.compose")
    tree.commit()
    ran = tree.repro()
    assert {
        "dynamicmem-profiles",
        "dynamicmem-answers@profile_store",
        "dynamicmem-oracle@oracle",
        "dynamicmem-track",
    } <= ran
    tree.commit()
    return tree


def test_the_release_is_sound_and_its_results_are_there(made: Tree) -> None:
    assert "sound" in made.module("microworlds.cli", "verify", "data/release/dynamicmem")
    scores = json.loads(made.file("metrics/dynamicmem/results/scores.json"))
    assert scores["oracle"]["completion"]["overall"] > scores["bm25"]["completion"]["overall"]
    assert scores["empty"]["completion"]["overall"] == 0
    plots = made.path / "metrics/dynamicmem/results/plots"
    assert {"completion_checkpoint.png", "completion_transition.csv"} <= {path.name for path in plots.iterdir()}


def test_another_machine_makes_the_same(made: Tree, tmp_path: Path) -> None:
    assert made.repro() == set()
    elsewhere = Tree(tmp_path / "tree", tmp_path / "home")
    made.run("git", "clone", "--quiet", str(made.path), str(elsewhere.path))
    elsewhere.repro(MICROWORLDS_WORKERS="2", PYTHONHASHSEED="7")
    assert elsewhere.file("dvc.lock") == made.file("dvc.lock")


def test_a_version_is_published_and_all_its_cards_say_it(made: Tree, tmp_path: Path) -> None:
    own = made.copied(tmp_path / "tree", tmp_path / "home")
    own.module("microworlds.cli", "release", "1.0.0", "--name", "dynamicmem")
    assert own.run("git", "tag").split() == ["dynamicmem@v1.0.0"]
    assert set(publish._versions(own.path / "data/release/dynamicmem").values()) == {"1.0.0"}
    assert "| Completion, answerable questions | 1.0.0 |" in own.file("releases/dynamicmem/CHANGELOG.md")


def test_windows_that_do_not_join_and_users_that_do_not_fit_are_one_line(made: Tree) -> None:
    for setting, says in (
        ("dynamicmem.profiles.windows=[['2023-10-01','2023-12-31'],['2023-12-30','2024-03-31']]", "not the day after 2023-12-31"),
        ("dynamicmem.scale.states.habits=99", "99 habits: there are 18"),
        ("dynamicmem.events.exceptions=0.9", "less than 0.5"),
    ):  # fmt: skip
        said = made.run("dvc", "exp", "run", "dynamicmem-release", "-S", setting, code=None)
        assert says in said
        assert "Traceback" not in said
