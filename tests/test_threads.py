"""What threads share, where a model is asked, gives what one alone gives; and processes wait for one another."""

from __future__ import annotations

import importlib.util
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from threading import Barrier, Timer
from typing import Any

import pytest
import Stemmer

from microworlds.core import text
from microworlds.llm import provider
from microworlds.llm.store import Store
from microworlds.reading import words
from microworlds.retrieval.vectors import Vectors
from tests.closure import ROOT

THREADS = 16
STARTS = ("carb", "hon", "just", "magn", "nav", "pol", "quart", "rad", "sol", "trib")
ENDINGS = ("ization", "fulness", "ational", "ically", "ements", "ousness", "ibility", "ingly", "alities", "ations")


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Threads take turns a thousand times as often as usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


def at_once(work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    """What each item gives, when as many threads begin together."""
    ready = Barrier(len(items))

    def begun(item: Any) -> Any:
        ready.wait()
        return work(item)

    with ThreadPoolExecutor(len(items)) as pool:
        return list(pool.map(begun, items))


def unseen(prefix: str) -> list[list[str]]:
    """Words for each thread that nobody has stemmed yet."""
    found = [f"{prefix}{start}{letter}{end}" for start, letter, end in product(STARTS, "abdefginorstu", ENDINGS)]
    return [found[place::THREADS] for place in range(THREADS)]


@pytest.mark.parametrize(
    ("prefix", "stemmed"), [("", text.stems), ("un", lambda given: [words.term(one) for one in given.split()])]
)
def test_many_threads_find_the_stems_that_one_finds(prefix, stemmed):
    alone = Stemmer.Stemmer("english")
    every = unseen(prefix)
    assert at_once(lambda own: stemmed(" ".join(own)), every) == [alone.stemWords(own) for own in every]


def test_all_threads_call_models_on_one_event_loop():
    found = importlib.util.spec_from_file_location("fresh_provider", provider.__file__)
    fresh = importlib.util.module_from_spec(found)
    found.loader.exec_module(fresh)
    assert len({id(loop) for loop in at_once(lambda _: fresh._loop(), range(THREADS))}) == 1


@pytest.mark.parametrize("looked", [lambda path: Store(path).reply("none"), lambda path: Vectors(path).get(["none"])])
def test_a_store_that_another_process_is_making_is_waited_for(tmp_path, looked):
    maker = sqlite3.connect(tmp_path / "new.db", isolation_level=None, check_same_thread=False)
    maker.execute("BEGIN IMMEDIATE")
    Timer(0.3, maker.execute, ["COMMIT"]).start()
    assert not looked(tmp_path / "new.db")


def test_a_stage_in_processes_says_how_far_it_is_and_nothing_else(tmp_path):
    stage = [sys.executable, "-m", "microworlds.suites.dynamicmem.profiles", str(tmp_path / "profiles.jsonl")]
    environment = {**os.environ, "PYTHONPATH": "src", "MICROWORLDS_WORKERS": "2"}
    done = subprocess.run(stage, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert all(re.fullmatch(r"profiles: \d+ of \d+", line) for line in done.stderr.splitlines())
    assert done.stderr
