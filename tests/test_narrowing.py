"""`microworlds until`: rounds of experiments that stop on the width of intervals, with experiments that are invented."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from microworlds import cli
from microworlds.core import jsonl
from microworlds.core.records import Ask, Episode, Question
from microworlds.evaluation.tables import Cell, Table
from microworlds.pipeline import narrowing
from tests.closure import ROOT

NOW = datetime(2024, 1, 1, tzinfo=UTC)
EVERY, SIZES = 90, (2, 4)
SETTING = "convomem.answers.wordings"
Bounds = tuple[float, float] | None


class Experiments:
    """Stands in for ``dvc exp run``: leaves tables in which each system has the bounds that ``found`` says for N.

    ``said`` is what had been printed when each began.
    """

    def __init__(self, capsys, found: Callable[[int], Mapping[str, Bounds]], mean: float = 0.5, code: int = 0) -> None:
        self.capsys, self.found, self.mean, self.code = capsys, found, mean, code
        self.asked: list[int] = []
        self.commands: list[list[str]] = []
        self.said = ""

    def __call__(self, command: Sequence[str]) -> int:
        self.said += self.capsys.readouterr().out
        self.commands.append([*command])
        asked = next(int(word.partition("=")[2]) for word in command if word.startswith(f"{SETTING}="))
        self.asked.append(asked)
        answers = {"splits": ["test"], "pool": False, "wordings": asked}
        Path("params.yaml").write_text(yaml.safe_dump({"convomem": {"answers": answers}}))
        cells = {
            system: {"overall": Cell(mean=self.mean, n=asked, low=own and own[0], high=own and own[1])}
            for system, own in self.found(asked).items()
        }
        own = Table(title="Accuracy", metric="accuracy", label="category", columns=("overall",), rows=cells)
        # a table that is not the one
        narrow = {"x": {"overall": Cell(mean=0.5, n=1, low=0.5, high=0.5)}}
        tables = {"accuracy_category": own, "accuracy_depth": own.model_copy(update={"rows": narrow})}
        folder = Path("metrics/convomem/results")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "tables.json").write_text(json.dumps({key: one.model_dump() for key, one in tables.items()}))
        return self.code


@pytest.fixture(autouse=True)
def project(tmp_path, monkeypatch) -> None:
    """A folder with the project's settings, and a release of 90 questions at two sizes each."""
    monkeypatch.chdir(tmp_path)
    Path("conf").symlink_to(ROOT / "conf")
    episodes = [
        Episode(id=f"e{at}-{size}", steps=(Ask(question=Question(id=f"q{at}-{size}", text=f"Who {at}?", asked_at=NOW)),))
        for at in range(EVERY)
        for size in SIZES
    ]  # fmt: skip
    jsonl.write(Path("data/release/convomem/test.episodes.jsonl"), episodes)


def until(monkeypatch, experiments: Callable[[Sequence[str]], int], *given: str) -> int:
    """The exit code of the command."""
    monkeypatch.setattr(narrowing, "experiment", experiments)
    monkeypatch.setattr(sys, "argv", ["microworlds", "until", *given])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return int(ended.value.code or 0)


def widths(asked: int) -> dict[str, Bounds]:
    """BM25 is narrow from 40 on, the ceiling, which comes last, not before 80; from .7 to .9 is .2, as one reads it."""
    return {"bm25": (0.4, 0.5) if asked >= 40 else (0.2, 0.8), "oracle": (0.7, 0.9) if asked >= 80 else (0.6, 0.9)}


def test_rounds_double_until_the_intervals_of_all_are_narrow_enough(capsys, monkeypatch):
    tried = Experiments(capsys, widths)
    assert until(monkeypatch, tried, "0.2", "model=offline", "seed.value=7", "--first", "20") == 0
    assert tried.asked == [20, 40, 80]
    assert tried.commands[1] == [
        "dvc", "exp", "run", "-S", f"{SETTING}=40", "-S", "model=offline", "-S", "seed.value=7", "convomem-scores",
    ]  # fmt: skip
    assert tried.said.splitlines() == [
        "20 of 90 wordings, 40 questions asked; widest interval: 0.6000 (BM25)",
        "40 of 90 wordings, 80 questions asked; widest interval: 0.3000 (Oracle)",
    ]
    line, ranking, *_, end = capsys.readouterr().out.splitlines()
    assert line == "80 of 90 wordings, 160 questions asked; widest interval: 0.2000 (Oracle)"
    assert "of 80 answerable questions" in ranking
    assert "Stopped: every interval is at most 0.2 wide" in end
    assert "stays at 80 wordings" in end
    assert "git checkout HEAD -- params.yaml dvc.lock" in end


def test_rounds_end_when_everything_is_asked(capsys, monkeypatch):
    tried = Experiments(capsys, widths)
    assert until(monkeypatch, tried, "0.1") == 0
    assert tried.asked == [25, 50, 100]
    said = capsys.readouterr().out
    assert "90 of 90 wordings, 180 questions asked" in said
    assert "Stopped: all 90 wordings are asked, and not every interval is at most 0.1 wide" in said


def test_all_questions_are_not_asked_twice(capsys, monkeypatch):
    tried = Experiments(capsys, widths)
    assert until(monkeypatch, tried, "0.1", "--first", "45") == 0
    assert tried.asked == [45, 90]


def test_a_system_without_an_interval_is_as_wide_as_can_be(capsys, monkeypatch):
    tried = Experiments(capsys, lambda asked: {"empty": None if asked < 50 else (0.0, 0.1), "bm25": (0.4, 0.5)})
    assert until(monkeypatch, tried, "0.99") == 0
    assert tried.asked == [25, 50]
    assert "widest interval: none yet (Empty)" in tried.said


@pytest.mark.parametrize("shift", [-0.1, 0.0, 0.1])
def test_only_widths_count_and_no_mean_is_printed_before_the_end(shift, capsys, monkeypatch):
    def found(asked: int) -> dict[str, Bounds]:
        return {key: own and (own[0] + shift, own[1] + shift) for key, own in widths(asked).items()}

    tried = Experiments(capsys, found, mean=0.617 + shift)
    assert until(monkeypatch, tried, "0.2", "--first", "20") == 0
    assert tried.asked == [20, 40, 80]
    assert tried.said.splitlines() == [
        "20 of 90 wordings, 40 questions asked; widest interval: 0.6000 (BM25)",
        "40 of 90 wordings, 80 questions asked; widest interval: 0.3000 (Oracle)",
    ]
    assert f"{0.617 + shift:.3f}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["0"], "'0' is no number between 0 and 1"),
        (["1"], "'1' is no number between 0 and 1"),
        (["nan"], "'nan' is no number between 0 and 1"),
        (["wide"], "'wide' is no number between 0 and 1"),
        (["0.2", "--first", "0"], "'0' is no whole number above 0"),
        (["0.2", "--suite", "convomen"], "no suite called 'convomen' (did you mean 'convomem'?)"),
        (["0.2", "--suite", "memorydoc"], "conf/ has no memorydoc.answers.wordings"),
        (["0.2", "--suite", "locomo"], "conf/ has no locomo.answers.wordings"),
        (["0.2", f"{SETTING}=25"], f"{SETTING} is set by this command alone"),
        (["0.2", "model=offlin"], "model has no 'offlin' (did you mean 'offline'?)"),
    ],
)
def test_what_cannot_be_run_is_said_before_anything_runs(given, said, capsys, monkeypatch):
    tried = Experiments(capsys, widths)
    assert until(monkeypatch, tried, *given) == 2
    assert tried.asked == []
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_an_experiment_that_fails_ends_it(capsys, monkeypatch):
    tried = Experiments(capsys, widths, code=255)
    assert until(monkeypatch, tried, "0.2") == 2
    assert tried.asked == [25]
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        "error: the experiment with 25 wordings failed (exit code 255). Back: "
        "`git checkout HEAD -- params.yaml dvc.lock; dvc checkout`."
    ]
    assert told.out == ""


def test_results_without_the_table_are_an_error(capsys, monkeypatch):
    assert until(monkeypatch, Experiments(capsys, lambda _: {}), "0.2") == 2
    assert "has no system in a table accuracy_category" in capsys.readouterr().err


def test_a_program_that_is_not_there_is_an_error(capsys, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert until(monkeypatch, narrowing.experiment, "0.2") == 2
    assert capsys.readouterr().err.startswith("error: cannot run dvc: ")
