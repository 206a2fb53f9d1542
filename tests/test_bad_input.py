"""Files and folders that are not what they should be: one line, what and where, and nothing half-written."""

import os
import subprocess
import sys

import pytest
import yaml

from microworlds.config import compose
from microworlds.core import caches, jsonl, params
from microworlds.core.errors import UserError
from microworlds.core.records import Question
from tests.closure import ROOT


def test_a_cache_that_cannot_be_made_names_the_setting(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(UserError, match="MICROWORLDS_CACHE"):
        caches.folder("vectors")


@pytest.mark.parametrize("data", [b"\xff\xfe not text\n", b'{"id": 1}\n', b"{\n"])
def test_a_damaged_line_is_named_with_its_file(tmp_path, data):
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b'{"id":"q","text":"Who?","asked_at":"2026-01-01T00:00:00Z","template":null}\n' + data)
    records = jsonl.read(path, Question)
    assert next(records).id == "q"
    with pytest.raises(UserError, match=r"questions.jsonl, line \d: not a Question"):
        next(records)


@pytest.mark.parametrize("data", [b"\xff\xfe", b"- a\n- b\n", b"a: [\n"])
def test_params_that_are_no_sections_are_an_error_with_a_remedy(tmp_path, data):
    path = tmp_path / "params.yaml"
    path.write_bytes(data)
    with pytest.raises(UserError, match="make params"):
        params.tree(path)


def documents(folder, *overrides):
    """The first stage, in a folder of its own, on a composition of its own."""
    tree = compose.composed(overrides, ROOT / "conf")
    (folder / "params.yaml").write_text(yaml.safe_dump(tree, sort_keys=False))
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "MICROWORLDS_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "microworlds.suites.memorydoc.documents", "data/documents"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_corpus_without_end_cannot_give_all_it_has(tmp_path):
    done = documents(tmp_path, "scale=max")
    assert done.returncode == 2
    assert "scale.worlds=max: this corpus has no end" in done.stderr
    assert not (tmp_path / "data").exists()


def test_a_corpus_of_which_nothing_is_left_says_why(tmp_path):
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "unlicensed.txt").write_text("This Agreement binds the parties. " * 6000)
    done = documents(tmp_path, "corpus=folder", f"corpus.path={texts}", "domain=contracts", "scale=max")
    assert done.returncode == 2
    assert "the corpus gave no document" in done.stderr
    assert "licence" in done.stderr
    assert "Traceback" not in done.stderr
