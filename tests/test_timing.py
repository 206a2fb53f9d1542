"""What each step of a system takes and costs: measured, kept beside the results, shown; no answer depends on it."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from array import array
from dataclasses import dataclass
from functools import partial
from operator import call
from pathlib import Path

import pytest

from microworlds import cli
from microworlds.authors.offline import OfflineAuthor
from microworlds.core import stage
from microworlds.core.errors import ItemError
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Answer, Ask, Episode, Observe
from microworlds.evaluation import track
from microworlds.evaluation.play import timing
from microworlds.evaluation.play.answers import Player
from microworlds.evaluation.play.timing import EpisodeTimes
from microworlds.retrieval.embedding import EmbedderSettings
from tests.test_answers import ASKED, SEEN

EMBEDDER = EmbedderSettings(model="bundled", window=256, precision="fp32")
NAP = 0.05  # seconds
TAPE = Episode(
    id="w",
    steps=(
        Observe(observation="o1"), Ask(question=ASKED[0]), Observe(observation="o2"), Ask(question=ASKED[1]),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Sleepy:
    """Sleeps in one step, or in none, and then fails there if it is told to."""

    where: str = ""
    fails: bool = False

    def open(self, tools, folder):
        return self

    def observe(self, observation):
        self._sleep("observe")

    def answer(self, question):
        self._sleep("answer")
        return Answer(question=question.id, text=f"{question.text} Me.", abstained=False)

    def _sleep(self, step):
        if step == self.where:
            time.sleep(NAP)
            if self.fails:
                raise ItemError("it fell asleep")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def player(where="", fails=False):
    return Player(Sleepy(where, fails), OfflineAuthor(1), EMBEDDER)


@pytest.mark.parametrize("fails", [False, True])
def test_who_sleeps_in_a_step_is_slow_in_that_step_also_if_the_step_fails(fails):
    _, taking_in = player("observe", fails).timed((TAPE, SEEN))
    _, answering = player("answer", fails).timed((TAPE, SEEN))
    for times, slow, other in (
        (taking_in, taking_in.taking_in, answering.taking_in), (answering, answering.answering, taking_in.answering),
    ):  # fmt: skip
        assert (len(times.taking_in), len(times.answering)) == (2, 2)
        assert min(slow) >= NAP
        assert sum(slow) > sum(other)
    found = timing.summed([taking_in], "")
    assert found.total.ms_observation > found.total.ms_question


def test_answers_are_the_same_bytes_however_long_they_took(tmp_path):
    made = [player(where).play((TAPE, SEEN)) for where in ("", "answer")]
    timed, _ = player("observe").timed((TAPE, SEEN))
    written = []
    for at, answers in enumerate([*made, timed]):
        stage.write(tmp_path / f"{at}.jsonl", answers)
        written.append((tmp_path / f"{at}.jsonl").read_bytes())
    assert len(set(written)) == 1
    assert b"Who? Me." in written[0]


def test_times_come_back_from_other_processes_with_their_episodes(monkeypatch):
    monkeypatch.setenv("MICROWORLDS_WORKERS", "2")
    tapes = [TAPE, Episode(id="v", steps=TAPE.steps[:3]), Episode(id="u", steps=TAPE.steps[1:2])]
    times = []
    played = timing.apart(ordered_map(call, [partial(player().timed, (one, SEEN)) for one in tapes], label=None), times)
    assert [item.question for item in next(played)] == ["q1", "q2"]
    assert len(times) == 1  # no more is taken than was asked for
    assert [[item.question for item in made] for made in played] == [["q1"], ["q1"]]
    assert [(len(own.taking_in), len(own.answering)) for own in times] == [(2, 2), (2, 1), (0, 1)]


def episode(taking_in, answering):
    return EpisodeTimes(array("d", taking_in), array("d", answering))


TIMES = [episode([0.002, 0.004, 0.009], [1.5]), episode([0.001], [0.5, 0.7]), episode([0.003], []), episode([], [0.25])]


def test_rows_are_by_number_of_observations_with_medians_over_steps():
    found = timing.summed(TIMES, "abc")
    assert [list(row.model_dump().values()) for row in (found.total, *found.rows)] == [
        [None, 4, 5, 0.019, 3.0, 4, 2.95, 600.0],
        [0, 1, 0, 0.0, None, 1, 0.25, 250.0],
        [1, 2, 2, 0.004, 2.0, 2, 1.2, 600.0],
        [3, 1, 3, 0.015, 4.0, 1, 1.5, 1500.0],
    ]
    assert timing.summed(TIMES[::-1], "abc").rows == found.rows


def written(suite="blue", system="bm25", text="answers"):
    answers = Path("answers.jsonl")
    answers.write_text(text)
    timing.write(suite, system, TIMES, answers)
    return Path("metrics") / suite


def test_times_lie_beside_the_results_and_of_a_system_that_is_left_out_there_are_none():
    metrics = written()
    found = timing.read(metrics, "bm25")
    assert found == timing.summed(TIMES, hashlib.md5(b"answers").hexdigest())
    assert timing.read(metrics, "rag") is None
    written(text="")
    assert timing.read(metrics, "bm25") is None


def test_it_is_no_error_that_times_cannot_be_written_or_read():
    Path("metrics").write_text("a file where the folder should be")
    assert timing.read(written(), "bm25") is None
    Path("metrics").unlink()
    timing.write("blue", "bm25", TIMES, Path("not there"))
    (written() / "time/bm25.json").write_text("{")
    assert timing.read(Path("metrics/blue"), "bm25") is None


def test_a_run_has_the_seconds_of_its_own_answers_as_metrics():
    metrics = written()
    own = {"seconds_in": 0.019, "seconds_answering": 2.95}
    assert track.seconds(metrics, "bm25", hashlib.md5(b"answers").hexdigest()) == own
    assert track.seconds(metrics, "bm25", None) == own
    assert track.seconds(metrics, "bm25", hashlib.md5(b"others").hexdigest()) == {}
    assert track.seconds(metrics, "rag", None) == {}


# --- the command


def shown(capsys, monkeypatch, *words):
    """The exit code, and the cells of each row of the tables, or what is said of an error."""
    monkeypatch.setattr(sys, "argv", ["microworlds", "cost", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr()
    rows = [[cell.strip() for cell in line.strip("│").split("│")] for line in said.out.splitlines() if line[:1] == "│"]
    return ended.value.code, rows, said.out + said.err


def line(stage, role, calls, usd=0.5, model="m"):
    return {
        "stage": stage, "role": role, "model": model, "calls": calls, "tokens_in": 1000 * calls, "tokens_out": calls,
        "usd": usd, "usd_known": usd or 0.0, "seconds": 1.0,
    }  # fmt: skip


def test_the_command_shows_times_and_calls_by_step(capsys, monkeypatch):
    ledger = [
        line("answers@bm25", "answerer", 3),
        line("answers@bm25", "answerer", 4, model="another"),
        line("answers@mem0", "memory_extractor", 5, usd=None),
        line("oracle@oracle", "answerer", 6),
        line("validation", "answerer", 70),
        line("questions", "generator", 80),
        line("answers@bm25", "grader", 90),
    ]
    (written() / "cost.json").write_text(json.dumps({"account": "mine", "total": {}, "lines": ledger}))
    code, rows, said = shown(capsys, monkeypatch, "blue")
    assert code == 0
    assert rows == [
        ["bm25", "takes in", "5", "3.000", "0.02", "-", "-", "-", "-"],
        ["", "answers", "4", "600.000", "2.95", "7", "7,000", "7", "1.0000"],
        ["mem0", "takes in", "-", "-", "-", "5", "5,000", "5", "0.0000 + ?"],
        ["", "answers", "-", "-", "-", "-", "-", "-", "-"],
        ["oracle", "takes in", "-", "-", "-", "-", "-", "-", "-"],
        ["", "answers", "-", "-", "-", "6", "6,000", "6", "0.5000"],
    ]
    assert "account 'mine'" in said


def test_by_size_there_is_a_row_for_each_number_of_observations(capsys, monkeypatch):
    written()
    _, rows, said = shown(capsys, monkeypatch, "--by-size")
    assert [row[:6] for row in rows] == [
        ["bm25", "takes in", "all", "5", "3.000", "0.02"],
        ["", "", "0", "0", "-", "0.00"],
        ["", "", "1", "2", "2.000", "0.00"],
        ["", "", "3", "3", "4.000", "0.01"],
        ["", "answers", "all", "4", "600.000", "2.95"],
        ["", "", "0", "1", "250.000", "0.25"],
        ["", "", "1", "2", "600.000", "1.20"],
        ["", "", "3", "1", "1,500.000", "1.50"],
    ]
    assert "account" not in said


def test_without_a_name_all_suites_are_shown_in_the_order_of_params(capsys, monkeypatch):
    written("blue")
    written("red")
    Path("params.yaml").write_text("{red: {}, blue: {}}")
    said = shown(capsys, monkeypatch)[2]
    assert 0 <= said.index("red: times") < said.index("blue: times")
    assert "red" not in shown(capsys, monkeypatch, "blue")[2]


@pytest.mark.parametrize("words", [(), ("red",)])
def test_where_nothing_was_measured_a_line_says_what_to_do(words, capsys, monkeypatch):
    if words:
        written("blue")
    code, rows, said = shown(capsys, monkeypatch, *words)
    assert (code, rows) == (2, [])
    assert said.count("\n") == 1
    assert (
        f"nothing was measured here{' for red' if words else ''}: `dvc repro -s -f {(words or ('SUITE',))[0]}-answers`"
        in said
    )


def test_a_damaged_ledger_is_named(capsys, monkeypatch):
    (written() / "cost.json").write_text('{"account": "mine"}')
    code, _, said = shown(capsys, monkeypatch)
    assert code == 2
    assert "metrics/blue/cost.json is damaged" in said
