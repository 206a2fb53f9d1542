"""MLflow: what runs are called and known by, and that its page comes up without a network."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from functools import cache

import pytest
import yaml

from microworlds.config import compose
from microworlds.evaluation import track
from tests.closure import ROOT

DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


# composing takes a third of a second
composed = cache(compose.composed)


def named(system, *overrides):
    """The name of a system's run with these overrides, where the last commit has none."""
    return track.run_name(system, *(track.deciding(composed(own), "memorydoc", system) for own in (overrides, ())))


@pytest.mark.parametrize(
    ("system", "overrides", "name"),
    [
        ("rag_both", [], "rag_both"),
        ("rag_both", ["retrieval.k=5", "chunk.tokens=256"], "rag_both k=5 chunk=256"),
        ("empty", ["retrieval.k=5", "chunk.tokens=256"], "empty"),  # they are nothing to it
        ("rag_fused", ["ranking.weights.dense=0.5"], "rag_fused ranking.weights.dense=0.5"),
        ("oracle", ["scale=smoke", "domain=contracts"], "oracle scale.worlds=3 corpus.genre=agreements domain=contracts"),
        ("rag_conv", ["corpus=cap"], "rag_conv corpus=cap"),
        ("rag_conv", ["model=anthropic"], "rag_conv answerer=anthropic/claude-sonnet-4-6"),
        ("rag_doc", ["memorydoc.systems.rag_doc.chunk=null"], "rag_doc chunk=None"),
    ],
)  # fmt: skip
def test_a_run_is_named_by_its_system_and_by_what_is_otherwise_than_in_the_last_commit(system, overrides, name):
    assert named(system, *overrides) == name


def test_a_system_that_the_last_commit_has_not_is_told_by_its_own_name():
    added = ("+system@memorydoc.systems.blocks=blocks", "embedder.precision=bf16")
    assert named("blocks", *added) == "blocks embedder.precision=bf16"


def test_what_is_usual_is_what_the_last_commit_says_or_the_one_an_experiment_began_at(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DVC_EXP_BASELINE_REV", raising=False)
    assert track.committed() == {}

    def commit(k):
        (tmp_path / "params.yaml").write_text(yaml.safe_dump({"retrieval": {"k": k}}))
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run([*git, "add", "params.yaml"], check=True)
        subprocess.run([*git, "commit", "-qm", "params"], check=True)

    subprocess.run(["git", "init", "-q"], check=True)
    for k in (10, 5):
        commit(k)
    (tmp_path / "params.yaml").write_text("retrieval: {k: 1}")
    assert track.committed() == {"retrieval": {"k": 5}}
    monkeypatch.setenv("DVC_EXP_BASELINE_REV", "HEAD~1")
    assert track.committed() == {"retrieval": {"k": 10}}


def test_tags_tell_data_apart_by_suite_version_domain_and_seed(tmp_path):
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"suite": "memorydoc", "version": "1.2.0", "domain": "contracts", "files": {}}))
    assert track.data_tags(manifest) == {
        "data.suite": "memorydoc", "data.version": "1.2.0", "data.domain": "contracts",
    }  # fmt: skip
    manifest.write_text(json.dumps({"suite": "locomo", "version": None, "files": {}}))
    assert track.data_tags(manifest) == {"data.suite": "locomo", "data.version": "unreleased"}


# --- the page

EXPERIMENT = "one of this test"


@pytest.fixture
def page(tmp_path):
    """`microworlds ui` in a project with one experiment, killed at the latest at the end; what it prints is in a file."""
    (tmp_path / "params.yaml").write_text(
        yaml.safe_dump({"tracking": {"uri": None, "experiment": EXPERIMENT, "traces": False}})
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MICROWORLDS_CACHE": str(tmp_path / "cache")}
    for name in track.QUIET:
        environment.pop(name, None)
    made = "from microworlds.evaluation import track; from microworlds.core import params;"
    made += "track.Tracker(params.section(track.TrackingParams, 'tracking'))"
    subprocess.run([sys.executable, "-c", made], cwd=tmp_path, env=environment, check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = tmp_path / "said.txt"
    command = [sys.executable, "-m", "microworlds.cli", "ui", "--port", str(port)]
    with said.open("w") as out, subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
    ) as process:  # fmt: skip
        try:
            yield process, said, port
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.pipeline
def test_the_page_comes_up_without_a_network_on_the_charts_of_this_project_and_ends_with_its_command(page):
    process, said, port = page
    deadline = time.monotonic() + 240
    while process.poll() is None and "\nopen " not in said.read_text() and time.monotonic() < deadline:
        time.sleep(0.2)
    address = re.search(r"^open (\S+)$", said.read_text(), re.MULTILINE)
    assert address, said.read_text()
    served, _, route = address[1].partition("#")
    with DIRECT.open(served, timeout=60) as reply:
        assert "<title>MLflow</title>" in reply.read().decode()
    number = re.fullmatch(r"/experiments/(\d+)/runs\?compareRunsMode=CHART", route)[1]
    with DIRECT.open(f"{served}api/2.0/mlflow/experiments/get?experiment_id={number}", timeout=60) as reply:
        assert json.load(reply)["experiment"]["name"] == EXPERIMENT
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == 130
    with pytest.raises(urllib.error.URLError):
        DIRECT.open(f"http://127.0.0.1:{port}/", timeout=5)


def test_the_page_of_a_server_that_is_not_there_is_an_error(tmp_path):
    (tmp_path / "params.yaml").write_text("tracking: {uri: 'http://127.0.0.1:9', experiment: a, traces: false}")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "microworlds.cli", "ui"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, "cannot reach MLflow on http://127.0.0.1:9" in done.stderr) == (2, True)


def test_a_port_that_is_taken_is_an_error_and_not_somebody_elses_page(tmp_path):
    (tmp_path / "params.yaml").write_text("tracking: {uri: null, experiment: a, traces: false}")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MICROWORLDS_CACHE": str(tmp_path / "cache")}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "microworlds.cli", "ui", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Address already in use. Give another: `microworlds ui --port 5001`" in done.stderr
