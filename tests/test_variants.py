"""The pipeline once more: on another machine, with other settings, code and systems, in sweeps, and killed."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
import yaml

from microworlds.core.manifest import digest
from tests.closure import ROOT
from tests.loopback import serving
from tests.tree import Tree

pytestmark = [pytest.mark.pipeline, pytest.mark.slow]
RELEASE = "data/release/memorydoc"
SYSTEMS = yaml.safe_load((ROOT / "params.yaml").read_text())["memorydoc"]["systems"]
CELLS = [name for name, own in SYSTEMS.items() if "answerer" not in own]  # the offline author answers
# those that k changes
RETRIEVING = {
    f"memorydoc-answers@{name}" for name in ("rag_conv", "rag_doc", "rag_both", "memory_system", "mem0", "rag_fused")
}
AFTER_ANSWERS = {"memorydoc-judged", "memorydoc-scores", "memorydoc-report", "memorydoc-track"}


def test_another_machine_reproduces_every_hash_and_logs_its_own_runs(made: Tree, tmp_path: Path) -> None:
    """With more processes and another seed of Python's hashes than the shared run had, and nothing in its caches."""
    made.run("git", "clone", "--quiet", str(made.path), str(tmp_path / "elsewhere"))
    elsewhere = Tree(tmp_path / "elsewhere", tmp_path / "home")
    elsewhere.repro(MICROWORLDS_WORKERS="3", PYTHONHASHSEED="77")
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


def test_the_code_of_one_category_changes_the_questions_and_nothing_before_them(tree: Tree) -> None:
    """A stage depends on rooms, so all the suite's steps run again; what is before the questions keeps its bytes."""
    earlier = ("data/interim/memorydoc/facts.jsonl", "data/interim/memorydoc/scenarios.jsonl",
               "data/interim/memorydoc/conversations.jsonl")  # fmt: skip
    before, manifest = [tree.file(path) for path in earlier], tree.file(f"{RELEASE}/manifest.json")
    tree.edit("src/microworlds/suites/memorydoc/categories/temporal.py", '("filed_on", "decided_on"),', "")
    ran = tree.repro("memorydoc-release")
    assert {"memorydoc-questions", "memorydoc-verdicts", "memorydoc-quality", "memorydoc-release"} <= ran
    assert [tree.file(path) for path in earlier] == before
    assert tree.file(f"{RELEASE}/manifest.json") != manifest


def test_a_new_system_reruns_its_one_cell_and_scoring(tree: Tree) -> None:
    shutil.copy(tree.path / "src/microworlds/systems/truncated.py", tree.path / "src/microworlds/systems/brief.py")
    shutil.copy(tree.path / "conf/system/base_llm.yaml", tree.path / "conf/system/brief.yaml")
    tree.edit("conf/system/brief.yaml", "kind: truncated", "kind: brief")
    tree.edit("conf/system/brief.yaml", "truncated.py", "brief.py")
    line = "  - systems: default"
    tree.edit("conf/config.yaml", line, f"  - system@memorydoc.systems.brief: brief\n{line}")
    tree.module("microworlds.config.compose")
    assert tree.repro() == {"config", "memorydoc-answers@brief"} | AFTER_ANSWERS
    assert tree.scores()["brief"]["f1"] == tree.scores()["base_llm"]["f1"]


@pytest.mark.long
def test_a_model_answers_beside_the_reader_and_anybody_plays_that_back(tree: Tree) -> None:
    line = "  - systems: default"
    tree.edit("conf/config.yaml", line, f"{line}\n  - answered: default")
    tree.module("microworlds.config.compose")
    said = tree.run("dvc", "repro")
    assert "rag_both_model is left out: of 20 questions 20 have no recorded answer" in said
    names = [own for own in SYSTEMS if own.endswith("_model")] + ["oracle_model"]
    assert not set(names) & set(tree.scores())
    written = ["microworlds.cli", "written"]
    assert "incomplete" in tree.module(*written, "status", "--answers", code=1)
    with serving() as server:
        model = ["model=local", "models.generator.model=hosted_vllm/m"]
        model += [f"endpoints.local.api_base={server.base('hosted_vllm/m')}"]
        said = tree.module(*written, "record", "--answers", *model, "--by", "a test")
    assert said.rstrip().endswith("\ncomplete")
    lines = map(json.loads, tree.file("data/raw/memorydoc/answered/answer.jsonl").splitlines())
    recorded = {one["written"]["text"].strip() for one in lines if one["by"] == "a test"}
    assert recorded
    # there is no server any more
    assert tree.repro() == AFTER_ANSWERS | {
        f"memorydoc-{'oracle' if name.startswith('oracle') else 'answers'}@{name}"
        for name in [*SYSTEMS, "oracle", "oracle_model"]
    }
    assert set(names) <= set(tree.scores())
    for name in names:
        answers = [json.loads(one) for one in tree.file(f"data/interim/memorydoc/answers/{name}.jsonl").splitlines()]
        assert len(answers) == 20
        assert {one["text"] for one in answers} <= recorded


def test_a_system_of_somebody_elses_package_reruns_when_its_code_changes(tree: Tree) -> None:
    (tree.path / "mine").mkdir()
    shutil.copy(tree.path / "src/microworlds/systems/empty.py", tree.path / "mine/nothing.py")
    (tree.path / "conf/system/mine.yaml").write_text("kind: mine.nothing\ncode: mine/nothing.py\n")
    tree.edit(
        "conf/config.yaml", "  - systems: default", "  - system@memorydoc.systems.mine: mine\n  - systems: default"
    )
    tree.module("microworlds.config.compose")
    assert tree.repro() == {"config", "memorydoc-answers@mine"} | AFTER_ANSWERS
    tree.edit("mine/nothing.py", '"""No context at all', '"""Nothing at all')
    assert tree.repro() == {"memorydoc-answers@mine"}  # its answers are what they were


@pytest.mark.long
def test_queued_experiments_differ_where_they_should_and_all_reach_mlflow(tree: Tree) -> None:
    sweep = ["-S", "retrieval.k=5,10", "-S", "chunk.tokens=256,512"]
    tree.run("dvc", "exp", "run", "--queue", *sweep)
    tree.run("dvc", "queue", "start", "--jobs", "2")
    status = ""
    deadline = time.monotonic() + 1500
    while time.monotonic() < deadline:
        status = tree.run("dvc", "queue", "status")
        if not re.search(r"\b(Queued|Running)\b", status):
            break
        time.sleep(5)  # a look at the queue costs a second of a processor
    assert status.count("Success") == 4, status
    rows = list(csv.DictReader(io.StringIO(tree.run("dvc", "exp", "show", "--csv"))))
    found = {}
    for row in rows:
        if row["Experiment"] and row["rev"] != "workspace" and row["typ"] not in ("baseline",):
            cells = {name: {key: value for key, value in row.items() if f"{name}." in key} for name in CELLS}
            # other people's benchmarks have a params.yaml too, so DVC names the file
            found[int(row["params.yaml:retrieval.k"]), int(row["params.yaml:chunk.tokens"])] = cells
    assert set(found) == {(k, tokens) for k in (5, 10) for tokens in (256, 512)}
    for cells in found.values():
        assert {f"rag_doc.f1.{source}" for source in ("hybrid", "doc_only", "chat_only", "overall")} <= {
            key.rsplit(":", 1)[-1] for key in cells["rag_doc"]
        }
        assert cells["base_llm"] == found[10, 512]["base_llm"]
        assert cells["long_context"] == found[10, 512]["long_context"]
    for k in (5, 10):  # conversations are not cut by tokens, so only the cells with documents change with them
        assert found[k, 256]["rag_conv"] == found[k, 512]["rag_conv"]
    assert len({json.dumps(cells["rag_conv"]) for cells in found.values()}) > 1
    assert len({json.dumps([cells["rag_doc"], cells["rag_both"]]) for cells in found.values()}) == 4
    said = tree.module("microworlds.cli", "sweep", "--table", "evidence_recall")
    assert re.search(r"\| RAG-Fused \| 512 \|( [01]\.\d{3} \[[^]]+\] \|){2}", said), said
    assert "RAG-Conv | 256" in said or "RAG-Conv" not in said
    assert (tree.path / "metrics/memorydoc/sweep/sweep.png").stat().st_size > 10_000
    rows = list(csv.DictReader(io.StringIO(tree.file("metrics/memorydoc/sweep/sweep.csv"))))
    shown = {(row["system"], float(row["retrieval.k"]), int(row["chunk.tokens"])): row["mean"] for row in rows}
    # a system that the settings did not move is not shown
    for (system, k, tokens), mean in shown.items():
        cells = {key.rsplit(":", 1)[-1]: value for key, value in found[k, tokens][system].items()}
        assert float(mean) == float(cells[f"{system}.evidence_recall"])
    assert {key[1:] for key in shown if key[0] == "rag_fused"} == set(found)
    import mlflow

    mlflow.set_tracking_uri(f"sqlite:///{tree.environment['MICROWORLDS_CACHE']}/mlflow/mlflow.db")
    runs = mlflow.search_runs(experiment_names=["memorydoc"], output_format="list")
    # what another test has logged with the same data and settings is not logged again
    both = [run for run in runs if run.data.tags["system"] == "rag_both"]
    logged = {(int(run.data.params["retrieval.k"]), int(run.data.params["chunk.tokens"])) for run in both}
    assert logged >= set(found)


def test_another_k_reruns_what_retrieves_and_its_metrics_and_plots_are_compared(tree: Tree) -> None:
    assert "rag_both" in tree.run("dvc", "metrics", "show", "--md")
    printed = tree.run("dvc", "exp", "run", "-S", "retrieval.k=3")
    assert set(re.findall(r"Running stage '([^']+)'", printed)) == {"config"} | RETRIEVING | AFTER_ANSWERS
    assert "rag_both" in tree.run("dvc", "metrics", "diff", "--md")
    assert "index.html" in tree.run("dvc", "plots", "show")
    for plot in ("f1_source", "f1_category"):
        assert (tree.path / f"metrics/memorydoc/results/plots/{plot}.png").stat().st_size > 5000


@pytest.mark.parametrize(
    ("override", "target"),
    [
        # of one batch of agreements few are as short as the shared run's documents
        (("domain=contracts", "memorydoc.documents.tokens_max=50000"), "memorydoc-scores"),
        (("scale.worlds=4",), "memorydoc-release"),
        pytest.param(("seed.value=12345",), "memorydoc-release", marks=pytest.mark.long),
    ],
    ids=["domain", "worlds", "seed"],
)
def test_one_setting_makes_another_release(made: Tree, tree: Tree, override: tuple[str, ...], target: str) -> None:
    settings = [word for own in (*override, "systems=paper") for word in ("-S", own)]
    tree.run("dvc", "exp", "run", *settings, target)
    assert "sound" in tree.module("microworlds.cli", "verify", RELEASE)
    assert tree.file(f"{RELEASE}/manifest.json") != made.file(f"{RELEASE}/manifest.json")


@pytest.mark.parametrize(
    "name",
    [
        "data/interim/memorydoc/*facts.jsonl*",
        pytest.param("data/interim/memorydoc/*conversations.jsonl*", marks=pytest.mark.long),
        "data/release/*memorydoc*",
    ],
)
def test_a_killed_run_leaves_no_torn_file_and_goes_on(made: Tree, tmp_path: Path, cache: Path, name: str) -> None:
    killed = Tree(tmp_path / "killed", cache)
    made.run("git", "clone", "--quiet", str(made.path), str(killed.path))
    (killed.path / "dvc.lock").unlink()
    process = subprocess.Popen(["dvc", "repro", "memorydoc-release"], cwd=killed.path, env=killed.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
    deadline = time.monotonic() + 300
    while not any(killed.path.glob(name)):  # half written, or just written and not yet in the lock
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for path in [*killed.path.glob("data/**/*.jsonl"), *killed.path.glob("data/**/*.json")]:
        if not path.name.startswith("."):
            for line in path.read_text().splitlines() if path.suffix == ".jsonl" else [path.read_text()]:
                json.loads(line)
    killed.run("dvc", "repro", "memorydoc-release")
    assert killed.file(f"{RELEASE}/manifest.json") == made.file(f"{RELEASE}/manifest.json")
