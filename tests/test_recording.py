"""A world of another seed recorded as its users type it: begun, stopped, shown as incomplete, gone on with, played back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.loopback import serving
from tests.tree import Tree, clone

pytestmark = [pytest.mark.slow, pytest.mark.pipeline]
FOLDER = "data/raw/memorydoc/written"
WORLD = ["seed=alternate", "scale.worlds=2"]
SECONDS = 240  # until something must have been written


def lines(tree: Tree, task: str) -> list[dict]:
    """What was recorded here of a task."""
    path = tree.path / FOLDER / f"{task}.jsonl"
    every = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
    return [one for one in every if one["by"] == "a test"]


def test_a_record_is_begun_stopped_shown_as_incomplete_and_gone_on_with(tree: Tree) -> None:
    more = [word for setting in WORLD for word in ("-S", setting)]
    tree.run("dvc", "exp", "run", "memorydoc-facts", *more)  # what is written rests on them
    with serving(latency=0.05) as server:
        settings = ["model=local", "models.generator.model=hosted_vllm/m", "models.checker={kind: offline}"]
        settings += [f"endpoints.local.api_base={server.base('hosted_vllm/m')}", "endpoints.local.max_concurrency=1"]
        said = tree.module("microworlds.cli", "written", "status", *settings, *WORLD, code=1)
        assert "missing of personas: w000, w001" in said
        assert "incomplete" in said

        command = [sys.executable, "-m", "microworlds.cli", "written", "record", *settings, *WORLD, "--by", "a test"]
        begun = subprocess.Popen(
            command, cwd=tree.path, env=tree.environment | {"PYTHONPATH": "src"}, start_new_session=True
        )
        end = time.monotonic() + SECONDS
        while len(lines(tree, "session")) < 2:
            assert time.monotonic() < end
            assert begun.poll() is None
            time.sleep(0.05)
        os.killpg(begun.pid, signal.SIGKILL)  # and the stage that it runs
        begun.wait()

        before = {task: lines(tree, task) for task in ("personas", "event_graph", "session")}
        assert len(before["personas"]) >= 2
        said = tree.module("microworlds.cli", "written", "status", *settings, *WORLD, code=1)
        assert "missing of session: w00" in said
        assert "incomplete" in said

        said = tree.module("microworlds.cli", "written", "record", *settings, *WORLD, "--by", "a test", code=None)
        assert said.rstrip().endswith("complete")
        assert "incomplete" not in said
        first = tree.module("microworlds.cli", "written", "status", *settings, *WORLD, "--worlds", "1")
        assert "missing" in first.splitlines()[0]
        assert first.rstrip().endswith("\ncomplete")
    # what had been written stayed
    kept = {(one["item"], one["given"]) for one in lines(tree, "session")}
    assert {(one["item"], one["given"]) for one in before["session"]} <= kept
    assert len(kept) == len(lines(tree, "session"))
    assert lines(tree, "question")

    # and anybody plays it back: there is no server any more
    overrides = [
        word for setting in ("model=recorded", "models.checker={kind: offline}", *WORLD) for word in ("-S", setting)
    ]
    tree.run("dvc", "exp", "run", "memorydoc-questions", *overrides)
    spoken = {
        turn["text"]
        for line in tree.file("data/interim/memorydoc/conversations.jsonl").splitlines()
        for session in json.loads(line)["sessions"]
        for turn in session["utterances"]
    }
    accepted = [one["written"] for one in lines(tree, "session") if one.get("written")]
    assert spoken <= {turn["text"] for one in accepted for turn in one["utterances"]}
    assert spoken
    # of three worlds there are none, and the offline author writes them
    said = tree.run("dvc", "exp", "run", "memorydoc-questions", *overrides[:-2], "-S", "scale.worlds=3")
    assert "has no texts of this run (scale.worlds=3, and they are of 2): the offline author writes" in said
    assert '"by":"the offline author"' in tree.file("data/interim/memorydoc/conversations.jsonl")


@pytest.mark.long
def test_nothing_is_missing_of_the_default_worlds(tmp_path: Path, cache: Path) -> None:
    """What a current ``dvc.lock`` says too, since a run stops where a text is missing."""
    tree = clone(tmp_path, cache)
    tree.run("dvc", "repro", "memorydoc-facts", MICROWORLDS_WORKERS="2")
    said = tree.module("microworlds.cli", "written", "status", "model=recorded")
    assert said.rstrip().endswith("\ncomplete")


def test_what_a_language_model_wrote_for_the_default_worlds_is_released_and_sound(tree: Tree) -> None:
    tree.edit("conf/config.yaml", "- model: offline", "- model: recorded")
    tree.edit("conf/config.yaml", "tokens_max: 24000", "tokens_max: 50000")
    tree.module("microworlds.config.compose")
    tree.run("dvc", "repro", "memorydoc-release")
    assert "written by a language model" in tree.file("data/release/memorydoc/README.md")
    assert "sound" in tree.module("microworlds.cli", "verify", "data/release/memorydoc")
