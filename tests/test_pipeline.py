"""The pipeline as its users run it: what one run of it on a small clone made, and what changes nothing or little."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from statistics import median

import pytest
import yaml

from tests.closure import ROOT
from tests.tree import Tree

pytestmark = pytest.mark.pipeline
RELEASE = "data/release/memorydoc"
SYSTEMS = yaml.safe_load((ROOT / "params.yaml").read_text())["memorydoc"]["systems"]
CELLS = [name for name, own in SYSTEMS.items() if "answerer" not in own]  # the offline author answers


def test_the_second_repro_does_nothing(made: Tree) -> None:
    assert made.repro() == set()


def test_a_scale_given_for_one_run_is_the_scale_of_the_configuration(tree: Tree) -> None:
    tree.edit("conf/config.yaml", "- scale: smoke", "- scale: default")
    tree.module("microworlds.config.compose")
    assert "worlds: 50" in tree.file("params.yaml")
    printed = tree.run("dvc", "exp", "run", "-S", "scale=smoke")
    assert set(re.findall(r"Running stage '([^']+)'", printed)) == {"config"}


def test_the_release_is_sound_and_says_what_it_is(made: Tree) -> None:
    assert "sound" in made.module("microworlds.cli", "verify", RELEASE)
    for name in ("README.md", "datasheet.md", "statistics.json", "manifest.json", "observations.jsonl"):
        assert made.file(f"{RELEASE}/{name}").strip()


def test_any_prompt_can_be_looked_at(made: Tree) -> None:
    for stage, item in (("facts", "d-"), ("scenarios", "w002"), ("verdicts", "w002"), ("answers@rag_both", "w002-q01")):
        said = made.module("microworlds.cli", "prompt", stage, item, "scale=smoke")
        assert said.startswith("##### ")
        assert "### system" in said
        assert "### schema" in said
    assert "asks nothing for an item" in made.module("microworlds.cli", "prompt", "facts", "x", code=2)
    assert "retry" not in made.run("git", "status", "--short")


def test_what_ci_promises_of_quality_holds_at_smoke_scale(made: Tree) -> None:
    quality = json.loads(made.file("metrics/memorydoc/quality.json"))
    assert quality["proof"]["proven"] == quality["proof"]["answerable"] > 0
    assert quality["proof"]["verbatim"] == quality["proof"]["evidence"] > 0
    assert quality["proof"]["spans_in_evidence"] == quality["proof"]["spans"]
    leading = quality["leading"]
    chance, asked = leading["chance"]["hybrid"], leading["n"]["hybrid"]
    # all the worlds are one such standard error above chance, and few questions are asked here
    assert leading["bm25_document"]["hybrid"] <= chance + 3 * math.sqrt(chance * (1 - chance) / asked)
    assert quality["readable"]["dropped"] <= quality["readable"]["gold_overall"] / 2
    assert quality["readable"]["nothing"] <= quality["readable"]["constant"]


def test_a_stale_params_yaml_stops_the_run_before_anything_else(tree: Tree) -> None:
    tree.edit("conf/config.yaml", "k: 10 ", "k: 5 ")
    tree.edit("conf/seed/default.yaml", "20260601", "20260603")
    printed = tree.run("dvc", "repro", code=None)
    assert "params.yaml is stale" in printed
    assert "make params" in printed
    assert "Traceback" not in printed
    # a stage that has nothing to do may be looked at first; none may run
    assert "Running stage 'memorydoc-" not in printed


def test_every_table_has_the_floor_and_the_ceiling(made: Tree) -> None:
    tables = json.loads(made.file("metrics/memorydoc/results/tables.json"))
    for name, table in tables.items():
        assert list(table["rows"]) == [*CELLS, "oracle"], name
    means = {system: row["overall"]["mean"] for system, row in tables["f1_source"]["rows"].items()}
    assert means["empty"] == 0
    others = [mean for system, mean in means.items() if system != "oracle"]
    assert means["oracle"] > median(others)  # 16 questions: that it bounds each of them would be luck


def test_other_gold_reruns_scoring_and_no_answer(tree: Tree) -> None:
    gold = tree.path / RELEASE / "test.gold.jsonl"
    text = gold.read_text()
    gold.unlink()  # DVC links or copies from its cache: never write through
    gold.write_text(text.replace('"source":"hybrid"', '"source":"doc_only"', 1))
    printed = tree.run("dvc", "repro", "--single-item", "memorydoc-scores")
    assert set(re.findall(r"Running stage '([^']+)'", printed)) == {"memorydoc-scores"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda tree: tree.edit("conf/config.yaml", "k: 10 ", "k: 0 "), "retrieval.k: Input should be greater than 0"),
        (lambda tree: tree.edit("conf/config.yaml", "overlap: 64 ", "overlap: 600 "), "overlap"),
        (lambda tree: tree.edit("conf/scale/smoke.yaml", "worlds: 3", "worlds: 3\nwords: 9"), "'scale.words'"),
    ],
)
def test_a_bad_setting_ends_the_run_with_one_clear_line(tree: Tree, change: Callable[[Tree], None], said: str) -> None:
    change(tree)
    tree.module("microworlds.config.compose")
    printed = tree.run("dvc", "repro", code=None)
    assert said in printed
    assert "Traceback" not in printed
    # of the stages that read it DVC runs either first: that one says so, and no other is run
    assert printed.count("Running stage '") == 1


def test_too_few_documents_say_how_many_are_needed(tree: Tree) -> None:
    texts = tree.path / "texts"
    texts.mkdir()
    (texts / "one.txt").write_text("SUPPLY AGREEMENT\n\n" + "This Agreement binds the parties. " * 3600)
    printed = tree.run("dvc", "exp", "run", "-S", "corpus=folder", "-S", "corpus.path=texts", "-S", "corpus.licence=CC0-1.0", "-S", "domain=contracts", code=None)  # fmt: skip
    assert re.search(r"error: 3 worlds need \d+ documents", printed), printed[-2000:]
    assert "Traceback" not in printed


def test_a_full_disk_is_an_error_of_one_line_and_nothing_half_written(tree: Tree) -> None:
    out = "data/interim/memorydoc/again.jsonl"
    stage = f"ulimit -f 20; {sys.executable} -m microworlds.suites.memorydoc.conversations data/interim/memorydoc/scenarios.jsonl {out}"
    printed = tree.run("bash", "-c", stage, code=2, PYTHONPATH="src")
    assert f"cannot write {out}" in printed
    assert "Traceback" not in printed
    assert not (tree.path / out).exists()
    assert not list((tree.path / "data/interim/memorydoc").glob(".again*"))
