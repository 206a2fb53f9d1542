"""The client and its store against the loopback server: nothing is asked twice, and budgets and limits are kept."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from microworlds.core.errors import UserError
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Rejection
from microworlds.llm.records import BudgetError
from tests.calling import NOTE, NoteGiven, NoteWritten, Office
from tests.client_calls import server_fixture, totals  # noqa: F401 (fixtures)
from tests.closure import ROOT

COMMAND = [sys.executable, "-m", "tests.calling"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": "src:."}


def test_what_was_asked_once_is_never_asked_again(server, tmp_path):
    first = Office(tmp_path, server.url).notes(20)
    again = Office(tmp_path, server.url)
    assert again.notes(20) == first
    assert all(isinstance(note, NoteWritten) for note in first)
    assert server.stats()["requests"] == 20
    assert totals(again)["calls"] == totals(again)["store_hits"] == 20
    assert totals(again)["usd"] > 0


def test_another_sample_is_another_reply(server, tmp_path):
    author = Office(tmp_path, server.url).author
    notes = {
        author.write(NOTE, NoteGiven(topic="rain"), key="rain", sample=number).model_dump_json() for number in range(4)
    }
    assert len(notes) == 4
    assert server.stats()["requests"] == 4


def test_results_come_in_item_order_whatever_finishes_first_and_one_slow_call_holds_nobody_up(server, tmp_path):
    server.control(schedule=["drip"], drip=8.0)
    office = Office(tmp_path, server.url, max_concurrency=4)
    made = office.notes(40)
    assert made == Office(tmp_path, server.url).notes(40)
    slow = next(entry for entry in server.log() if entry["outcome"] == "drip")
    # all others were asked while it was still in flight
    assert sum(entry["time"] <= slow["time"] + 8.0 for entry in server.log()) == 40


def test_two_processes_that_want_the_same_ask_once(server, tmp_path):
    server.control(latency=0.2)
    command = [*COMMAND, str(tmp_path), server.url, "30"]
    running = [
        subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    said = [process.communicate(timeout=300)[0] for process in running]
    assert said[0] == said[1]
    assert len(said[0].splitlines()) == 30
    assert server.stats()["requests"] == 30


def test_twenty_percent_of_faults_and_every_item_is_a_record_or_a_rejection(server, tmp_path):
    shares = {
        "429": 0.02, "429-after": 0.01, "500": 0.01, "502": 0.01, "503": 0.01, "529": 0.01, "hangup": 0.01, "reset": 0.01,
        "not-json": 0.01, "malformed": 0.02, "prose": 0.02, "truncated": 0.02, "schema": 0.02, "empty": 0.01,
        "refusal": 0.01,
    }  # fmt: skip
    server.control(faults=shares, retry_after=0.2, seed=7)
    office = Office(tmp_path, server.url, max_concurrency=32)
    made = office.notes(500)
    kinds = Counter(type(one) for one in made)
    assert kinds[NoteWritten] + kinds[Rejection] == 500
    assert kinds[NoteWritten] >= 490
    counted, told = totals(office), server.stats()
    assert counted["calls"] + sum(counted["retries"].values()) == told["requests"]
    assert (counted["tokens_in"], counted["tokens_out"]) == (told["tokens_in"], told["tokens_out"])
    seen = Counter(told["outcomes"])
    assert counted["outcomes"]["valid"] == seen["ok"]
    for ours, theirs in {"malformed": "malformed", "prose": "prose", "truncated": "truncated", "schema": "schema",
                         "empty": "empty", "refused": "refusal"}.items():  # fmt: skip
        assert counted["outcomes"].get(ours, 0) == seen[theirs], ours
    assert counted["retries"]["429"] == seen["429"] + seen["429-after"]
    assert counted["retries"]["connection"] == seen["hangup"] + seen["reset"]
    # what broke off may have been paid for, and nobody knows
    assert counted["usd"] is None
    assert counted["calls_of_unknown_price"] == seen["hangup"] + seen["reset"] + seen["not-json"]


@pytest.mark.slow
def test_killed_ten_times_no_reply_that_arrived_is_asked_for_again(server, tmp_path):
    server.control(latency=0.05, sigma=0.5)
    command = [*COMMAND, str(tmp_path), server.url, "500"]
    rng = random.Random(5)
    for _ in range(10):
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        before = server.stats()["requests"]
        while server.stats()["requests"] < before + 20 and process.poll() is None:
            time.sleep(0.02)
        time.sleep(rng.random() * 0.2)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    said = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=True)
    assert len(said.stdout.splitlines()) == 500
    asked = Counter(entry["digest"] for entry in server.log())
    office = Office(tmp_path, server.url)
    killed = totals(office)["retries"].get("killed", 0)
    again = sum(count - 1 for count in asked.values())
    assert len(asked) == 500
    # only calls that were in flight when the process died were made again: at most one for each place
    assert again <= killed <= 10 * 16
    assert totals(office)["calls"] == 500
    assert totals(office)["calls"] + killed >= server.stats()["requests"]


def test_a_budget_stops_before_the_call_that_would_cross_it_and_the_run_goes_on_once_it_is_raised(server, tmp_path):
    office = Office(tmp_path, server.url, budget={"tokens": 5000}, max_concurrency=8)
    with pytest.raises(BudgetError, match=r"budget\.tokens is reached.*raise budget\.tokens") as caught:
        office.notes(100)
    assert caught.value.code == 3
    spent = totals(office)
    told = server.stats()
    assert spent["tokens_in"] + spent["tokens_out"] == told["tokens_in"] + told["tokens_out"] <= 5000
    assert told["tokens_in"] + told["tokens_out"] >= 5000 - 2 * 300  # and not long before
    richer = Office(tmp_path, server.url, budget={"tokens": 500_000})
    assert len(richer.notes(100)) == 100
    assert server.stats()["requests"] == 100
    assert server.stats()["answered_again"] == 0


def test_a_budget_is_charged_what_was_reserved_where_nobody_says_what_a_call_took(server, tmp_path):
    server.control(faults={"uncounted": 1.0})
    office = Office(tmp_path, server.url, budget={"tokens": 2000}, max_concurrency=2)
    with pytest.raises(BudgetError):
        office.notes(100)
    assert server.stats()["requests"] <= 10  # each reserves its 200 tokens of reply, and its prompt
    assert totals(office)["usd"] is None


def test_a_run_does_not_wait_for_the_claims_of_one_that_was_killed(server, tmp_path):
    server.control(latency=30)
    command = [*COMMAND, str(tmp_path), server.url, "16"]
    process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    office = Office(tmp_path, server.url, budget={"tokens": 5000})
    while server.stats()["requests"] < 16:
        time.sleep(0.05)
    assert office.store.rows("SELECT COUNT(*) AS n FROM claims")[0]["n"] == 16
    process.kill()
    process.wait()
    server.control(latency=0)
    assert isinstance(office.note("topic 3"), NoteWritten)
    assert totals(office)["retries"]["killed"] == 16


def test_giving_up_makes_no_further_calls(server, tmp_path):
    server.control(latency=0.3)
    office = Office(tmp_path, server.url, max_concurrency=4)

    def note(topic):
        if topic == "topic 6":
            raise KeyboardInterrupt
        return office.note(topic)

    with pytest.raises(KeyboardInterrupt):
        list(ordered_map(note, [f"topic {number}" for number in range(200)], label="notes", waiting=office.waiting))
    assert server.stats()["requests"] <= 16


def test_a_budget_in_dollars_needs_a_price(server, tmp_path):
    with pytest.raises(UserError, match="no price is known for hosted_vllm/mine"):
        Office(tmp_path, server.url, budget={"usd": 1.0}, model="hosted_vllm/mine")
    office = Office(tmp_path, server.url, budget={"usd": 0.001}, max_concurrency=4)
    with pytest.raises(BudgetError, match=r"budget\.usd"):
        office.notes(100)
    assert totals(office)["usd"] <= 0.001


def test_a_storm_of_429_slows_down_and_passes(server, tmp_path):
    office = Office(tmp_path, server.url, max_concurrency=32)
    office.notes(1)  # all is loaded: the storm is not over before the first call
    server.control(storm=2.0, retry_after=1)
    made = office.notes(60)
    assert all(isinstance(note, NoteWritten) for note in made)
    # the gate closes for all: not every call runs into the storm again and again
    assert totals(office)["retries"]["429"] <= 3 * 32
    assert totals(office)["calls"] == 60


def test_a_limit_of_requests_that_we_are_not_told_is_found(server, tmp_path):
    server.control(rpm=20, window=1.0, retry_after=None)
    office = Office(tmp_path, server.url, max_concurrency=32)
    assert all(isinstance(note, NoteWritten) for note in office.notes(80))
