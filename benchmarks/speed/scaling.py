"""Time and memory of an evaluation as worlds grow: the stages themselves, answers of RAG-Both and all scores.

Vectors are there already; tables are made anew. The exponent is the slope of a straight line through the logarithms.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import yaml
from benchmarks.speed import machine
from benchmarks.speed.embedding import settings
from benchmarks.speed.material import Invented, World, chunks, many, release, worlds

from microworlds.config.compose import composed
from microworlds.core import text
from microworlds.evaluation.system_names import CEILING
from microworlds.retrieval.chunks import sections

SIZES = (10, 20, 50, 100)
SYSTEM = "rag_both"
# two-sided 95% quantiles of Student's t by degrees of freedom
_T = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 6: 2.4469, 7: 2.3646, 8: 2.3060, 9: 2.2622, 10: 2.2281}


def exponent(sizes: Sequence[float], values: Sequence[float]) -> tuple[float, float, float]:
    """Least-squares slope of log value on log size, and its 95% interval (Student's t).

    >>> [round(number, 3) for number in exponent([1, 2, 4], [3, 6, 12])]
    [1.0, 1.0, 1.0]
    """
    x, y = np.log(sizes), np.log(values)
    centred = x - x.mean()
    slope = float(centred @ y / (centred @ centred))
    rest = y - y.mean() - slope * centred
    free = len(x) - 2
    error = float(np.sqrt(rest @ rest / free / (centred @ centred)))
    half = _T.get(free, 1.96) * error
    return slope, slope - half, slope + half


def measured(folder: Path, own: Sequence[World]) -> dict[str, float]:
    """Seconds and peak memory (MB, all processes together) of both stages over these worlds."""
    release(folder / "release", own)
    shutil.rmtree(folder / "cache" / "indexes", ignore_errors=True)
    answers = folder / "answers" / f"{SYSTEM}.jsonl"
    found = {}
    for name, command in {
        "answers": ["microworlds.evaluation.play.answers", "memorydoc", SYSTEM, folder / "release", answers],
        "scores": [
            "microworlds.evaluation.scores", "memorydoc", folder / "release", folder / "answers",
            folder / "scores.jsonl", folder / "results",
        ],
    }.items():  # fmt: skip
        figures = watched(folder, [sys.executable, "-m", *map(str, command)])
        shutil.copyfile(answers, answers.with_name(f"{CEILING}.jsonl"))  # scored besides
        found |= {f"{name}, {unit}": value for unit, value in figures.items()}
    return found


def watched(folder: Path, command: Sequence[str]) -> dict[str, float]:
    """Wall clock and processor seconds of a command in ``folder``, and the most memory it had at once, in MB.

    Its children count. What a process uses after the last look at it, a twentieth of a second before its end, is lost.
    """
    source = str(Path(__file__).parents[2] / "src")
    own = {"PYTHONPATH": source, "MICROWORLDS_CACHE": str(folder / "cache")}
    start = time.perf_counter()
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, env=os.environ | own, stdout=log, stderr=log)
        memory = 0.0
        cpu: dict[int, float] = {}
        while process.poll() is None:
            looked = _looked(process.pid)
            memory = max(memory, sum(used for used, _ in looked.values()))
            cpu |= {pid: spent for pid, (_, spent) in looked.items()}
            time.sleep(0.05)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: {(folder / 'log').read_text()[-2000:]}")
    return {"s": time.perf_counter() - start, "CPU s": sum(cpu.values()), "MB": memory}


def _looked(pid: int) -> dict[int, tuple[float, float]]:
    """Memory (MB) and processor seconds so far of a process and its children, by id."""
    found = {}
    try:
        parent = psutil.Process(pid)
        for process in (parent, *parent.children(recursive=True)):
            spent = process.cpu_times()
            found[process.pid] = process.memory_info().rss / 1e6, spent.user + spent.system
    except psutil.Error:  # one has ended meanwhile
        pass
    return found


def _spread(found: Sequence[Mapping[str, float]], column: str) -> str:
    return machine.spread([one[column] for one in found], ".0f" if column.endswith("MB") else ".1f")


def prepared(folder: Path, own: Sequence[World]) -> None:
    """Parameters of one system and one split, and vectors of all that will be asked for."""
    tree: dict[str, Any] = composed()
    # where one memory holds all worlds, every question is compared with every text: that grows with the square
    tree["memorydoc"]["answers"] = {"splits": ["test"], "pool": False}
    tree["memorydoc"]["systems"] = {SYSTEM: tree["memorydoc"]["systems"][SYSTEM]}
    tree["memorydoc"]["oracles"] = {CEILING: tree["memorydoc"]["oracles"][CEILING]}
    (folder / "params.yaml").write_text(yaml.safe_dump(tree), encoding="utf-8")
    embedder = Invented(settings("fp32"), folder / "cache" / "vectors")
    for episode, observed, _ in own:
        turns = [chunk for one in observed if one.kind == "session" for chunk in sections(one)]
        texts = [chunk.text for chunk in (*turns, *chunks(observed))]
        embedder.embed([*texts, *(question.text for question in episode.questions)])
    # by these the first world's memory proves that it has what it was given
    embedder.embed([one.text[start:end] for one in own[0][1] for start, end in text.sentences(one.text)])


def tables(release: Path, *, sizes: Sequence[int] = SIZES, repetitions: int = 2) -> Iterator[str]:
    """Medians by number of worlds, and the exponent of each column; smallest and largest sizes in turn."""
    own = many(worlds(release), max(sizes))
    found: dict[int, list[Mapping[str, float]]] = {size: [] for size in sizes}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared(folder, own)
        start = measured(folder, own[:1])  # what it takes to start, and one world
        for _ in range(repetitions):
            for size in sizes:
                found[size].append(measured(folder, own[:size]))
    columns = list(start)
    rows = [["1", *(f"{start[column]:.1f}" for column in columns)]]
    rows += [[f"{size}", *(_spread(found[size], column) for column in columns)] for size in sizes]
    pairs = [(size, one) for size in sizes for one in found[size]]
    for label, zero in (("exponent", 0.0), ("without the first world", 1.0)):
        row = [label]
        for column in columns:
            x = [size - zero for size, _ in pairs]
            y = [max(1e-3, one[column] - zero * start[column]) for _, one in pairs]
            row.append("{:.2f} [{:.2f}, {:.2f}]".format(*exponent(x, y)))
        rows.append(row)
    yield machine.table(["worlds", *columns], rows)
