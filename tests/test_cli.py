"""The commands about models, where they need no run."""

from __future__ import annotations

import json
import sys
from statistics import fmean

import pytest

from microworlds import cli
from microworlds.authors.probe import Noted
from microworlds.authors.recorded import Folder, Text
from microworlds.config import compose
from microworlds.core import tokens
from microworlds.core.errors import UserError
from microworlds.llm.records import Caller
from microworlds.pipeline import dry_run, estimate, retry


def test_an_estimate_without_a_model_says_how_to_choose_one():
    with pytest.raises(UserError, match=r"no role has a language model.*model=anthropic"):
        estimate.estimate(compose.composed(["scale=smoke"]), 3)


def test_a_reply_is_foreseen_as_long_as_those_that_were_recorded(tmp_path, monkeypatch):
    def noted(task: str) -> Noted:
        caller = Caller(suite="memorydoc", stage="questions", role="generator")
        return Noted(
            caller=caller, task=task, key="w0", model="m", digest=task, held=False, tokens_in=100, tokens_out=7
        )

    folder = Folder(tmp_path / "data/raw/memorydoc/written")
    for item, said in (("q1", "one"), ("q2", "one two three")):
        folder.put("question", Text(item=item, given="0", by="a test", written={"text": said}))
    folder.put("question", Text(item="q3", given="0", by="a test", written=None))
    mean = fmean(tokens.count(json.dumps({"text": said})) for said in ("one", "one two three"))
    tree = {"endpoints": compose.composed()["endpoints"], "models": {"generator": {"endpoint": "local"}}}
    monkeypatch.chdir(tmp_path)
    scale = {("memorydoc", "questions"): 10.0, ("convomem", "questions"): 1.0}
    (line,) = estimate.lines(tree, [noted("question"), noted("verdict")], scale)
    assert line.tokens_out == round(10 * (mean + 7))


def test_a_prompt_of_no_stage_names_those_that_ask():
    with pytest.raises(UserError, match=r"'conversation' asks a model \(did you mean 'conversations'\?\)"):
        dry_run.requests(compose.composed(), "conversation", "w000")


def test_probes_take_the_place_of_models_and_of_nobody_else(tmp_path):
    tree = compose.composed(["model=anthropic", "models.extractor={kind: offline}"])
    probed = dry_run.with_probes(tree, tmp_path)
    assert {role: own["kind"] for role, own in probed["models"].items()} == {
        "generator": "probe", "checker": "probe", "extractor": "offline", "answerer": "probe", "memory_extractor": "probe",
        "judge_strict": "probe", "judge_lenient": "probe", "grader": "offline",
    }  # fmt: skip
    shown = dry_run.with_probes(tree, tmp_path, show="w000")
    assert {own["kind"] for own in shown["models"].values()} == {"probe"}
    assert {role: own for role, own in tree.items() if role != "models"} == {
        role: own for role, own in probed.items() if role != "models"
    }


def test_a_retry_gives_every_stage_and_model_more_attempts(tmp_path):
    tree = compose.composed(["model=anthropic"])
    more = dict(setting.split("=") for setting in retry.overrides(tree, 3))
    assert "models.generator.attempts" not in more  # its stages have attempts of their own, which come after
    assert more["models.extractor.attempts"] == str(tree["models"]["extractor"]["attempts"] + 3)
    assert more["memorydoc.conversations.attempts"] == str(tree["memorydoc"]["conversations"]["attempts"] + 3)
    again = compose.composed(["model=anthropic", *retry.overrides(tree, 3)])
    assert again["models"]["answerer"]["attempts"] == 6
    (tmp_path / "data").mkdir()
    one = {"stage": "s", "item": "w000-q01", "reason": "r", "attempt": 0}
    (tmp_path / "data/a.rejections.json").write_text(json.dumps([one, {**one, "attempt": 1}]))
    (tmp_path / "data/b.rejections.json").write_text("[]")
    assert retry.rejected(tmp_path) == {str(tmp_path / "data/a.rejections.json"): 1}


def test_results_end_a_run_with_twelve_lines_of_who_is_ahead_and_where_to_look(tmp_path, capsys, monkeypatch):
    means = {
        "empty": 0.0,
        "navigator": 0.67,
        "rag_both": 0.15,
        "full_context": 0.75,
        "profile_store_model": 0.3,
        "mem0": 0.2,
        "oracle": 0.8,
    }
    rows = {name: {"overall": {"mean": mean, "n": 128, "low": mean, "high": mean}} for name, mean in means.items()}
    table = {"title": "F1", "metric": "f1", "label": "source", "columns": ["overall"], "rows": rows}
    (tmp_path / "tables.json").write_text(json.dumps({"f1_source": table}))
    (tmp_path / "results.md").write_text("# A page\n")
    monkeypatch.setattr(sys, "argv", ["microworlds", "results", str(tmp_path)])
    with pytest.raises(SystemExit):
        cli.main()
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 12
    assert "128 answerable" in said[0]
    assert "95% intervals" in said[0]
    assert [line[5:].split("  ")[0] for line in said[1:6]] == [
        "Full context",
        "Navigator",
        "Profile store (language model)",
        "Mem0",
        "RAG-Both",
    ]
    assert len({line.index(" 0.") for line in said[1:7]}) == 1  # means stand below one another
    assert "Oracle" in said[6]
    assert "0.800" in said[6]
    assert "A page" not in "".join(said)
    monkeypatch.setattr(sys, "argv", ["microworlds", "results", str(tmp_path), "--all"])
    with pytest.raises(SystemExit):
        cli.main()
    assert "A page" in capsys.readouterr().out
