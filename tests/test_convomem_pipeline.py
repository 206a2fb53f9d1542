"""ConvoMem's stages, with two personas: made, played, scored, released and verified by the commands that users type."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from microworlds.authors.roles import OFFLINE
from microworlds.core import params
from microworlds.publishing import publish
from tests.tree import Tree, clone

pytestmark = pytest.mark.pipeline
SCALE = """\
personas: 2
sizes_most: 6
cores: {user_facts: [1, 1, 1, 1, 1], changing_facts: [0, 1, 1], abstention: [1, 1], preferences: [1]}
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    tree = clone(tmp_path_factory.mktemp("convomem"), tmp_path_factory.mktemp("home"))
    tree.without("memorydoc", "dynamicmem")
    (tree.path / "conf/convomem/scale/two.yaml").write_text(SCALE)
    tree.edit("conf/config.yaml", "- convomem/scale: default", "- convomem/scale: two")
    oracle = "- system@convomem.oracles.oracle: oracle"
    tree.edit("conf/config.yaml", oracle, f"{oracle}\n  - answerer@convomem.validation.answerer: recorded")
    tree.module("microworlds.config.compose")
    tree.commit()
    assert {"convomem-personas", "convomem-answers@bm25", "convomem-oracle@oracle", "convomem-track"} <= tree.repro()
    tree.commit()
    return tree


def test_the_release_is_sound_and_its_results_are_there(made: Tree) -> None:
    made.module("microworlds.cli", "verify", "data/release/convomem")
    said = made.module("microworlds.cli", "results")
    assert "1  BM25" in said
    # of so few cores no block is whole, and that is told
    assert "- departure of the evidence's span from uniform placement" in said
    scores = json.loads(made.file("metrics/convomem/results/scores.json"))
    assert scores["bm25"]["accuracy"]["overall"] > scores["empty"]["accuracy"]["overall"] == 0
    plots = made.path / "metrics/convomem/results/plots"
    assert {"accuracy_context_size.png", "accuracy_evidence_count.csv"} <= {path.name for path in plots.iterdir()}


def test_a_run_whose_evidence_nobody_recorded_answers_to_is_read_by_its_own_reader(made: Tree) -> None:
    assert "answerer" in params.value("convomem.validation", params.tree(made.path / "params.yaml"))
    found = json.loads(made.file("metrics/convomem/validation.json"))
    assert found["reader"] == OFFLINE
    assert sum(kind["right"] for kind in found["kinds"]) > 0 == sum(kind["errors"] for kind in found["kinds"])


def test_nothing_is_made_again_and_another_machine_makes_the_same(made: Tree, tmp_path: Path) -> None:
    assert made.repro() == set()
    elsewhere = Tree(tmp_path / "tree", tmp_path / "home")
    made.run("git", "clone", "--quiet", str(made.path), str(elsewhere.path))
    elsewhere.repro(MICROWORLDS_WORKERS="2", PYTHONHASHSEED="7")
    assert elsewhere.file("dvc.lock") == made.file("dvc.lock")


def test_a_version_is_published_with_the_reason_for_what_is_outside_its_limit(made: Tree, tmp_path: Path) -> None:
    own = made.copied(tmp_path / "tree", tmp_path / "home")
    release = ("microworlds.cli", "release", "1.0.0", "--name", "convomem")
    assert "say why in convomem.release.despite" in own.module(*release, code=2)
    limits = "# why it is released with figures outside the limits of convomem.quality"
    own.edit("conf/config.yaml", f"despite: null          {limits}", f"despite: too few cores {limits}")
    own.module("microworlds.config.compose")
    own.repro()
    own.commit()
    own.module(*release)
    assert own.run("git", "tag").split() == ["convomem@v1.0.0"]
    assert set(publish._versions(own.path / "data/release/convomem").values()) == {"1.0.0"}
    log = own.file("releases/convomem/CHANGELOG.md")
    assert "The reason given: too few cores" in log
    assert "| Accuracy, answerable questions | 1.0.0 |" in log


def test_an_experiment_composes_sizes_and_one_that_cannot_be_says_what_would_fit(made: Tree) -> None:
    said = made.run("dvc", "exp", "run", "convomem-release", "-S", "convomem.scale.sizes_most=30", "-S",
                    "convomem.histories.sizes=[2,50]")  # fmt: skip
    assert "Ran experiment" in said
    said = made.run("dvc", "exp", "run", "convomem-release", "-S", "convomem.scale.sizes_most=300", code=None)
    assert "a history is to have 300: ask for sizes up to" in said
    assert "Traceback" not in said
