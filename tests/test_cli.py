"""The commands about models, where they need no run."""

from __future__ import annotations

import json

import pytest

from microworlds.config import compose
from microworlds.core.errors import UserError
from microworlds.experiments import dry_run, estimate, retry


def test_an_estimate_without_a_model_says_how_to_choose_one():
    with pytest.raises(UserError, match=r"no role has a language model.*model=anthropic"):
        estimate.estimate(compose.composed(["scale=smoke"]), 3)


def test_a_prompt_of_no_stage_names_those_that_ask():
    with pytest.raises(UserError, match=r"'conversation' asks a model \(did you mean 'conversations'\?\)"):
        dry_run.requests(compose.composed(), "conversation", "w000")


def test_probes_take_the_place_of_models_and_of_nobody_else(tmp_path):
    tree = compose.composed(["model=anthropic", "models.extractor={kind: offline}"])
    probed = dry_run.with_probes(tree, tmp_path)
    assert {role: own["kind"] for role, own in probed["models"].items()} == {
        "generator": "probe", "extractor": "offline", "answerer": "probe", "memory_extractor": "probe",
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
