"""What a figure was measured on, and how: the machine in words, seconds, peak memory, Markdown tables."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

import numpy as np
import psutil

T = TypeVar("T")
PACKAGES = ("torch", "sentence-transformers", "lancedb", "numpy")


def described() -> str:
    """Processor, cores, memory, versions and load, on one line."""
    names = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next((line.split(":")[1].strip() for line in names if line.startswith("model name")), platform.processor())
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{model}, {len(os.sched_getaffinity(0))} cores, {psutil.virtual_memory().total / 1e9:.0f} GB of memory, "
        f"{platform.system()} {platform.release()}; Python {platform.python_version()}, {versions}; {load()}."
    )


def load() -> str:
    """What else is going on: processes that want a core, this one among them."""
    return "load {:.1f} (1 min), {:.1f} (5 min)".format(*os.getloadavg())


def seconds(work: Callable[[], object]) -> float:
    """Wall clock of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def apart(work: Callable[..., T], *given: Any) -> tuple[T, float]:
    """What ``work`` gives in a fresh process, and the most memory (MB) that this had at once; on Linux."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_weighed, work, given).result()


def _weighed(work: Callable[..., T], given: Sequence[Any]) -> tuple[T, float]:
    made = work(*given)
    # not getrusage: its peak is the parent's where that was larger when this process began
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return made, int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6


def spread(values: Sequence[float], form: str = ".1f") -> str:
    """Median and range.

    >>> spread([3.0, 1.0, 2.0])
    '2.0 (1.0-3.0)'
    """
    return f"{median(values):{form}} ({min(values):{form}}-{max(values):{form}})"


def p95(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return float(np.quantile(values, 0.95))


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; the first column holds names, the others figures.

    >>> print(table(["what", "s"], [["a", 1]]))
    | what | s |
    | --- | --: |
    | a | 1 |
    """
    lines = [header, ["---", *["--:"] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
