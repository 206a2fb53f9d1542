"""How long a question takes each system, as more worlds are observed in one memory."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import chain, cycle, islice, zip_longest
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.speed import machine
from benchmarks.speed.embedding import settings
from benchmarks.speed.material import Invented, many, worlds

from microworlds.authors.offline import OfflineAuthor
from microworlds.config.compose import composed
from microworlds.core import params
from microworlds.core.records import Question
from microworlds.systems.base import Memory, Searching, System, Tools

SYSTEMS = (
    "rag_both", "rag_fused", "navigator", "memory_system", "mem0", "long_context", "extracted", "full_context",
)  # fmt: skip
SIZES = (1, 10, 100)
_LIMIT = 90.0


def recipes(names: Sequence[str]) -> dict[str, System]:
    """The systems of conf/system, as an experiment would have them."""
    tree = composed([f"+system@memorydoc.systems.{name}={name}" for name in names if name not in _default()])
    return {name: params.plugin("microworlds.systems", "SYSTEM", f"memorydoc.systems.{name}", tree) for name in names}


def _default() -> dict[str, Any]:
    found: dict[str, Any] = composed()["memorydoc"]["systems"]
    return found


def cell(recipe: System, release: Path, number: int, most: int, patience: float) -> dict[str, Any]:
    """One system with ``number`` worlds in its memory.

    Questions come from all worlds in turn, every other one to ``find`` where there is that, so that none is embedded
    twice; no more than ``most`` of each, and none after ``patience`` seconds.
    """
    own = many(worlds(release), number)
    asked = list(islice(_asked([episode.questions for episode, _, _ in own]), 2 * most + 1))
    with tempfile.TemporaryDirectory() as folder:
        embedder = Invented(settings("fp32"), Path(folder) / "vectors", questions=frozenset(one.text for one in asked))
        memory = recipe.open(Tools(OfflineAuthor(1), embedder, Path(folder) / "indexes"), Path(folder))
        embedder.embed([asked[0].text])  # the model is loaded
        start = time.perf_counter()
        for _, observed, _ in own:
            for one in observed:
                memory.observe(one)
        observing = time.perf_counter() - start
        first = machine.seconds(lambda: memory.answer(asked[0]))
        answer, find = _times(memory, asked[1:], patience)
    return {"observe": observing, "first": first, "answer": answer, "find": find}


def _asked(questions: Sequence[Sequence[Question]]) -> Iterator[Question]:
    """Distinct questions, one of each world in turn."""
    turns = chain.from_iterable(zip_longest(*questions))
    return iter({one.text: one for one in turns if one is not None}.values())


def _times(memory: Memory, asked: Sequence[Question], patience: float) -> tuple[list[float], list[float]]:
    """Milliseconds of ``answer`` and of ``find``."""
    times: tuple[list[float], list[float]] = ([], [])
    start = time.perf_counter()
    for question, finds in zip(
        asked, cycle((False, True) if isinstance(memory, Searching) else (False,)), strict=False
    ):
        if times[finds] and time.perf_counter() - start > patience:
            break
        work = (lambda q=question: memory.find(q.text)) if finds else (lambda q=question: memory.answer(q))  # type: ignore[attr-defined,misc]
        times[finds].append(1000 * machine.seconds(work))
    return times


def tables(
    release: Path,
    *,
    names: Sequence[str] = SYSTEMS,
    sizes: Sequence[int] = SIZES,
    most: int = 20,
    patience: float = 6.0,
) -> Iterator[str]:
    """A row for each system and size, each measured in a process of its own.

    A size is left out where ten times the worlds, in ten times the time, would take more than ``_LIMIT`` seconds
    before there is a second question.
    """
    rows = []
    for name, recipe in recipes(names).items():
        before, taken = 1, 0.0
        for size in sizes:
            if taken * size / before > _LIMIT:
                rows.append([f"{name}, {size}", *["-"] * 8])
                continue
            found, peak = machine.apart(cell, recipe, release, size, most, patience)
            before, taken = size, found["first"] + found["observe"]
            rows.append(
                [
                    f"{name}, {size}", *_figures(found["find"]), *_figures(found["answer"]), str(len(found["answer"])),
                    f"{found['first']:.1f}", f"{found['observe']:.1f}", f"{peak:,.0f}",
                ]
            )  # fmt: skip
    yield machine.table(
        ["system, worlds", "find, ms", "p95", "answer, ms", "p95", "answers", "first, s", "observe, s", "peak, MB"],
        rows,
    )


def _figures(times: Sequence[float]) -> list[str]:
    return [f"{median(times):.1f}", f"{machine.p95(times):.1f}"] if times else ["", ""]
