"""The pipeline as its users run it: DVC on a temporary clone, at smoke scale. Minutes, not seconds."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from microworlds.manifest import digest
from tests.closure import ROOT
from tests.tree import Tree, clone

pytestmark = pytest.mark.pipeline
RELEASE = "data/release/memorydoc"
CELLS = list(yaml.safe_load((ROOT / "params.yaml").read_text())["memorydoc"]["systems"])
# those that k changes
RETRIEVING = {
    f"memorydoc-answers@{name}" for name in ("rag_conv", "rag_doc", "rag_both", "memory_system", "mem0", "hybrid")
}
AFTER_ANSWERS = {"memorydoc-judged", "memorydoc-scores", "memorydoc-report", "memorydoc-track"}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Tree:
    """A clone at smoke scale after its first ``dvc repro``, committed. Read it, or take a copy."""
    tree = clone(tmp_path_factory.mktemp("made"), cache)
    tree.edit("conf/config.yaml", "- scale: default", "- scale: smoke")
    tree.module("microworlds.compose")
    ran = tree.repro()
    assert {"config", "memorydoc-release", "memorydoc-scores"} <= ran
    tree.commit()
    return tree


@pytest.fixture
def tree(made: Tree, tmp_path: Path, cache: Path) -> Tree:
    """A copy of the finished clone to work in."""
    shutil.copytree(made.path, tmp_path / "copy", symlinks=True)
    return Tree(tmp_path / "copy", cache)


def test_the_second_repro_does_nothing(made: Tree) -> None:
    assert made.repro() == set()


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
    assert quality["variety"]["questions_alike"] == 0
    assert quality["leading"]["bm25_document"]["hybrid"] <= quality["leading"]["chance"]["hybrid"] + 0.10
    assert quality["readable"]["dropped"] <= quality["readable"]["gold_overall"] / 2
    assert quality["readable"]["nothing"] <= quality["readable"]["constant"]


def test_another_machine_reproduces_every_hash_and_logs_its_own_runs(made: Tree, tmp_path: Path) -> None:
    made.run("git", "clone", "--quiet", str(made.path), str(tmp_path / "elsewhere"))
    elsewhere = Tree(tmp_path / "elsewhere", tmp_path / "home")
    elsewhere.repro()
    assert elsewhere.run("git", "status", "--porcelain") == ""
    assert elsewhere.file("dvc.lock") == made.file("dvc.lock")
    import mlflow

    mlflow.set_tracking_uri(f"sqlite:///{elsewhere.environment['MICROWORLDS_CACHE']}/mlflow/mlflow.db")
    runs = mlflow.search_runs(experiment_names=["memorydoc"], output_format="list")
    assert sorted(run.data.tags["system"] for run in runs) == sorted([*CELLS, "oracle"])
    for run in runs:
        assert run.data.tags["release.digest"] == digest(elsewhere.path / RELEASE / "manifest.json")
        assert run.data.tags["release.digest"].startswith(run.inputs.dataset_inputs[0].dataset.digest)
        assert run.data.tags["git.commit"] == made.run("git", "rev-parse", "HEAD").strip()
        assert any(tag.startswith("lock.") for tag in run.data.tags)


def test_another_k_reruns_the_cells_that_retrieve_and_scoring(tree: Tree) -> None:
    tree.edit("conf/config.yaml", "k: 10 ", "k: 5 ")
    tree.module("microworlds.compose")
    assert tree.repro() == {"config"} | RETRIEVING | AFTER_ANSWERS


def test_a_stale_params_yaml_stops_the_run_before_anything_else(tree: Tree) -> None:
    tree.edit("conf/config.yaml", "k: 10 ", "k: 5 ")
    tree.edit("conf/seed/default.yaml", "20260601", "20260603")
    printed = tree.run("dvc", "repro", code=None)
    assert "params.yaml is stale" in printed
    assert "make params" in printed
    assert "Traceback" not in printed
    assert "memorydoc-documents" not in printed


def test_the_code_of_one_category_reruns_questions_and_what_follows(tree: Tree) -> None:
    before = tree.file(f"{RELEASE}/manifest.json")
    tree.edit("src/microworlds/suites/memorydoc/categories/temporal.py", '("argued_on", "decided_on"),', "")
    ran = tree.repro()
    assert not {f"memorydoc-{stage}" for stage in ("documents", "facts", "scenarios", "conversations")} & ran
    assert {"memorydoc-questions", "memorydoc-verdicts", "memorydoc-quality", "memorydoc-release"} <= ran
    assert tree.file(f"{RELEASE}/manifest.json") != before


def test_a_new_system_reruns_its_one_cell_and_scoring(tree: Tree) -> None:
    shutil.copy(tree.path / "src/microworlds/systems/truncated.py", tree.path / "src/microworlds/systems/brief.py")
    shutil.copy(tree.path / "conf/system/base_llm.yaml", tree.path / "conf/system/brief.yaml")
    tree.edit("conf/system/brief.yaml", "kind: truncated", "kind: brief")
    tree.edit("conf/system/brief.yaml", "truncated.py", "brief.py")
    line = "  - systems: default"
    tree.edit("conf/config.yaml", line, f"  - system@memorydoc.systems.brief: brief\n{line}")
    tree.module("microworlds.compose")
    assert tree.repro() == {"config", "memorydoc-answers@brief"} | AFTER_ANSWERS
    assert tree.scores()["brief"]["f1"] == tree.scores()["base_llm"]["f1"]


def test_a_system_of_somebody_elses_package_reruns_when_its_code_changes(tree: Tree) -> None:
    (tree.path / "mine").mkdir()
    shutil.copy(tree.path / "src/microworlds/systems/empty.py", tree.path / "mine/nothing.py")
    (tree.path / "conf/system/mine.yaml").write_text("kind: mine.nothing\ncode: mine/nothing.py\n")
    tree.edit(
        "conf/config.yaml", "  - systems: default", "  - system@memorydoc.systems.mine: mine\n  - systems: default"
    )
    tree.module("microworlds.compose")
    assert tree.repro() == {"config", "memorydoc-answers@mine"} | AFTER_ANSWERS
    tree.edit("mine/nothing.py", '"""No context at all', '"""Nothing at all')
    assert tree.repro() == {"memorydoc-answers@mine"}  # its answers are what they were


def test_every_table_has_the_floor_and_the_ceiling(made: Tree) -> None:
    tables = json.loads(made.file("metrics/memorydoc/results/tables.json"))
    for name, table in tables.items():
        assert list(table["rows"]) == [*CELLS, "oracle"], name
    means = {system: row["overall"]["mean"] for system, row in tables["f1_source"]["rows"].items()}
    assert means["empty"] == 0
    assert means["oracle"] > max(means["rag_both"], means["long_context"])  # 16 questions: that it bounds all is luck


def test_other_gold_reruns_scoring_and_no_answer(tree: Tree) -> None:
    gold = tree.path / RELEASE / "test.gold.jsonl"
    text = gold.read_text()
    gold.unlink()  # DVC links or copies from its cache: never write through
    gold.write_text(text.replace('"source":"hybrid"', '"source":"doc_only"', 1))
    printed = tree.run("dvc", "repro", "--single-item", "memorydoc-scores")
    assert set(re.findall(r"Running stage '([^']+)'", printed)) == {"memorydoc-scores"}


def test_six_queued_experiments_differ_where_they_should_and_all_reach_mlflow(tree: Tree) -> None:
    sweep = ["-S", "retrieval.k=5,10,20", "-S", "chunk.tokens=256,512"]
    tree.run("dvc", "exp", "run", "--queue", *sweep)
    tree.run("dvc", "queue", "start", "--jobs", "2")
    status = ""
    deadline = time.monotonic() + 1500
    while time.monotonic() < deadline:
        status = tree.run("dvc", "queue", "status")
        if not re.search(r"\b(Queued|Running)\b", status):
            break
        time.sleep(3)
    assert status.count("Success") == 6, status
    rows = list(csv.DictReader(io.StringIO(tree.run("dvc", "exp", "show", "--csv"))))
    found = {}
    for row in rows:
        if row["Experiment"] and row["rev"] != "workspace" and row["typ"] not in ("baseline",):
            cells = {name: {key: value for key, value in row.items() if f"{name}." in key} for name in CELLS}
            # other people's benchmarks have a params.yaml too, so DVC names the file
            found[int(row["params.yaml:retrieval.k"]), int(row["params.yaml:chunk.tokens"])] = cells
    assert set(found) == {(k, tokens) for k in (5, 10, 20) for tokens in (256, 512)}
    for cells in found.values():
        assert {f"rag_doc.f1.{source}" for source in ("hybrid", "doc_only", "chat_only", "overall")} <= {
            key.rsplit(":", 1)[-1] for key in cells["rag_doc"]
        }
        assert cells["base_llm"] == found[10, 512]["base_llm"]
        assert cells["long_context"] == found[10, 512]["long_context"]
    for k in (5, 10, 20):  # conversations are not cut by tokens, so only the cells with documents change with them
        assert found[k, 256]["rag_conv"] == found[k, 512]["rag_conv"]
    assert len({json.dumps(cells["rag_conv"]) for cells in found.values()}) > 1
    assert len({json.dumps([cells["rag_doc"], cells["rag_both"]]) for cells in found.values()}) == 6
    said = tree.module("microworlds.cli", "sweep", "--column", "doc_only")
    assert re.search(r"\| RAG-Doc \| 512 \|( [01]\.\d{3} \[[^]]+\] \|){3}", said), said
    assert "RAG-Conv | 256" in said or "RAG-Conv" not in said
    assert (tree.path / "metrics/memorydoc/sweep/sweep.png").stat().st_size > 10_000
    rows = list(csv.DictReader(io.StringIO(tree.file("metrics/memorydoc/sweep/sweep.csv"))))
    shown = {(row["system"], float(row["retrieval.k"]), int(row["chunk.tokens"])): row["mean"] for row in rows}
    for k, tokens in found:
        assert float(shown["rag_doc", k, tokens]) == float(
            next(value for key, value in found[k, tokens]["rag_doc"].items() if key.endswith("f1.doc_only"))
        )
    import mlflow

    mlflow.set_tracking_uri(f"sqlite:///{tree.environment['MICROWORLDS_CACHE']}/mlflow/mlflow.db")
    runs = mlflow.search_runs(experiment_names=["memorydoc"], output_format="list")
    # what another test has logged with the same data and settings is not logged again
    both = [run for run in runs if run.data.tags["system"] == "rag_both"]
    logged = {(int(run.data.params["retrieval.k"]), int(run.data.params["chunk.tokens"])) for run in both}
    assert logged >= set(found)


def test_metrics_and_plots_are_shown_and_compared(tree: Tree) -> None:
    assert "rag_both" in tree.run("dvc", "metrics", "show", "--md")
    tree.run("dvc", "exp", "run", "--quiet", "-S", "retrieval.k=3")
    assert "rag_both" in tree.run("dvc", "metrics", "diff", "--md")
    assert "index.html" in tree.run("dvc", "plots", "show")
    for plot in ("f1_source", "f1_category"):
        assert (tree.path / f"metrics/memorydoc/results/plots/{plot}.png").stat().st_size > 5000


@pytest.mark.parametrize("override", ["domain=contracts", "seed.value=12345", "scale.worlds=4"])
def test_one_setting_makes_another_release(made: Tree, tree: Tree, override: str) -> None:
    tree.run("dvc", "exp", "run", "-S", override, "-S", "systems=paper")
    assert "sound" in tree.module("microworlds.cli", "verify", RELEASE)
    assert tree.file(f"{RELEASE}/manifest.json") != made.file(f"{RELEASE}/manifest.json")


def test_smoke_scale_is_one_setting_of_the_default_and_the_same_release(
    made: Tree, tmp_path: Path, cache: Path
) -> None:
    fresh = clone(tmp_path / "fresh", cache)
    fresh.run("dvc", "exp", "run", "-S", "scale=smoke", "-S", "systems=paper")
    assert fresh.file(f"{RELEASE}/manifest.json") == made.file(f"{RELEASE}/manifest.json")


@pytest.mark.parametrize(("workers", "hash_seed"), [("1", "1"), ("3", "77")])
def test_parallelism_and_hash_seed_change_no_byte(
    made: Tree, tmp_path: Path, cache: Path, workers: str, hash_seed: str
) -> None:
    again = clone(tmp_path / "again", cache)
    again.edit("conf/config.yaml", "- scale: default", "- scale: smoke")
    again.module("microworlds.compose")
    again.run("dvc", "repro", "memorydoc-release", MICROWORLDS_WORKERS=workers, PYTHONHASHSEED=hash_seed)
    assert again.file(f"{RELEASE}/manifest.json") == made.file(f"{RELEASE}/manifest.json")
    outs = [own["outs"] for own in (yaml.safe_load(made.file("dvc.lock"))["stages"]).values() if "outs" in own]
    hashes = {out["path"]: out["md5"] for group in outs for out in group}
    remade = yaml.safe_load(again.file("dvc.lock"))["stages"].values()
    for out in [out for own in remade for out in own.get("outs", [])]:
        assert out["md5"] == hashes[out["path"]], out["path"]


@pytest.mark.parametrize("seconds", [2.0, 7.0, 12.0])
def test_a_killed_run_leaves_no_torn_file_and_goes_on(made: Tree, tmp_path: Path, cache: Path, seconds: float) -> None:
    killed = clone(tmp_path / "killed", cache)
    killed.edit("conf/config.yaml", "- scale: default", "- scale: smoke")
    killed.module("microworlds.compose")
    process = subprocess.Popen(["dvc", "repro", "memorydoc-release"], cwd=killed.path, env=killed.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for path in [*killed.path.glob("data/**/*.jsonl"), *killed.path.glob("data/**/*.json")]:
        if not path.name.startswith("."):
            for line in path.read_text().splitlines() if path.suffix == ".jsonl" else [path.read_text()]:
                json.loads(line)
    killed.run("dvc", "repro", "memorydoc-release")
    assert killed.file(f"{RELEASE}/manifest.json") == made.file(f"{RELEASE}/manifest.json")


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
    tree.module("microworlds.compose")
    printed = tree.run("dvc", "repro", code=None)
    assert said in printed
    assert "Traceback" not in printed
    assert "Running stage 'memorydoc" not in printed


def test_too_few_documents_say_how_many_are_needed(tree: Tree) -> None:
    texts = tree.path / "texts"
    texts.mkdir()
    (texts / "one.txt").write_text("This Agreement binds the parties. " * 5000)
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
