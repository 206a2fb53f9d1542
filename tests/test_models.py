"""A whole run with language models, as its users type it, against the loopback server. Minutes, not seconds."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.loopback import Server, serving
from tests.tree import Tree, small

pytestmark = [pytest.mark.slow, pytest.mark.long]
KEY = "-".join(("sk", "ant", "planted", "0123456789abcdef"))  # in pieces: this file is in the tree that is searched
RELEASE = "data/release/memorydoc"
FILE = "responses/memorydoc.parquet"


def overrides(server: Server) -> list[str]:
    own = ["experiment=memorydoc_paper", "scale=smoke", f"endpoints.anthropic.api_base={server.url}"]
    return [*own, "models.checker={kind: offline}"]  # the server writes at random: nobody could read it back


def experiment(settings: list[str], *more: str) -> list[str]:
    return ["dvc", "exp", "run", *(word for setting in (*settings, *more) for word in ("-S", setting))]


def totals(tree: Tree) -> dict:
    return json.loads(tree.file("metrics/memorydoc/cost.json"))["total"]


def answers(tree: Tree) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (tree.path / "data/interim/memorydoc/answers").glob("*.jsonl")}


def holders(folder: Path, text: str) -> list[Path]:
    """Files in which a text stands."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return [path for path in files if text.encode() in path.read_bytes()]


def assert_traces_are_linked(tree: Tree) -> None:
    """Each run leads to what was asked and answered for each of its questions."""
    said = tree.run(
        sys.executable, "-c",
        "import json, mlflow\n"
        "from microworlds.evaluation.track import store\n"
        "mlflow.set_tracking_uri(store(None)); mlflow.set_experiment('memorydoc')\n"
        "run = mlflow.search_runs(filter_string=\"tags.system = 'rag_both'\", output_format='list')[0]\n"
        "found = mlflow.search_traces(run_id=run.info.run_id, return_type='list')\n"
        "spans = [[span.name, span.inputs, span.outputs] for trace in found for span in trace.data.spans]\n"
        "print('##' + json.dumps(spans))",
        PYTHONPATH="src",
    )  # fmt: skip
    spans = json.loads(said.partition("##")[2])
    questions = [inputs["item"] for _, inputs, _ in spans if "item" in inputs]
    calls = [(inputs["messages"][1]["content"], outputs["text"]) for name, inputs, outputs in spans if name == "answer"]
    assert len(set(questions)) == 20
    assert len(calls) >= 20
    assert all("Question: " in prompt and reply for prompt, reply in calls)


def assert_the_bill_is_right(told: dict, spent: dict, foreseen: dict) -> None:
    killed = spent["retries"].get("killed", 0)
    assert killed <= 16
    assert spent["calls"] <= told["requests"] <= spent["calls"] + killed
    # what arrived is paid for and counted, but for what was on its way when the process died
    assert told["tokens_in"] * (1 - killed / told["requests"]) * 0.9 <= spent["tokens_in"] <= told["tokens_in"]
    assert spent["usd_known"] <= 40
    assert (spent["usd"] is None) == (killed > 0)
    asked = sum(line["calls"] for line in foreseen["lines"])
    assert 0.7 * asked <= spent["calls"] <= 1.5 * asked
    assert 0.7 * foreseen["usd"] <= spent["usd_known"] <= 1.5 * foreseen["usd"]


def assert_anyone_can_make_it_again(tree: Tree, tmp_path: Path) -> None:
    # from its responses: no server, no key, no store
    manifest, given = tree.file(f"{RELEASE}/manifest.json"), answers(tree)
    tree.module("microworlds.cli", "responses", "export", FILE)
    del tree.environment["ANTHROPIC_API_KEY"]
    shutil.rmtree(tmp_path / "cache/microworlds/responses")
    for folder in ("data", "metrics"):
        tree.run("git", "clean", "-fdxq", folder)
    replay = ["model=replay", f"models.generator.responses={FILE}", "scale=smoke", "systems=paper"]
    replay.append("models.checker={kind: offline}")
    tree.run(*experiment(replay))
    assert tree.file(f"{RELEASE}/manifest.json") == manifest
    assert answers(tree) == given
    said = tree.run(*experiment(replay, "seed.value=1"), code=None)
    assert "holds no reply to this request of facts" in said or "holds no reply to this request of" in said


def test_the_papers_models_make_a_release_within_budget_and_anyone_can_make_it_again(tmp_path: Path) -> None:
    with serving(latency=0.02, sigma=0.6, key=KEY) as server:
        tree = small(tmp_path / "tree", tmp_path / "cache")
        settings = overrides(server)

        # what it will cost
        said = tree.module("microworlds.cli", "estimate", "--json", *settings)
        foreseen = json.loads(said[said.index("{") :])
        assert server.stats()["requests"] == 0

        # without the key nothing is sent; with too little money it stops before the call that would be too much
        said = tree.run(*experiment(settings), code=None)
        assert "the environment variable ANTHROPIC_API_KEY is not set" in said
        assert server.stats()["requests"] == 0
        tree.environment["ANTHROPIC_API_KEY"] = KEY
        little = round(foreseen["usd"] / 10, 2)
        said = tree.run(*experiment(settings, f"budget.usd={little}"), code=None)
        assert "budget.usd is reached" in said
        assert "Traceback" not in said
        assert 0 < totals(tree)["usd"] <= little

        # killed on the way, resumed, ended
        process = subprocess.Popen(
            experiment(settings, "budget.usd=40"), cwd=tree.path, env=tree.environment, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while not any(entry["task"] == "session" for entry in server.log()):
            assert process.poll() is None
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        said = tree.run(*experiment(settings, "budget.usd=40", "tracking.traces=true"))
        traced = re.search(r"7 new runs and (\d+) traces", said)
        assert traced
        assert int(traced[1]) >= 7 * 20
        assert_traces_are_linked(tree)

        told, spent = server.stats(), totals(tree)
        assert_the_bill_is_right(told, spent, foreseen)

        said = tree.module("microworlds.cli", "estimate", "--json", *settings)
        assert all(line["calls"] == 0 for line in json.loads(said[said.index("{") :])["lines"])
        assert server.stats()["requests"] == told["requests"]

    tree.module("microworlds.cli", "verify", RELEASE)
    assert not holders(tmp_path, KEY)

    assert_anyone_can_make_it_again(tree, tmp_path)
