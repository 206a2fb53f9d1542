"""The one ordered parallel map: results in item order, whatever finished first; progress; cancellation.

Processes serve the offline author, whose work is the processor's; threads serve calls to models, which wait.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Literal, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

T = TypeVar("T")
U = TypeVar("U")


def workers(asked: int | None = None) -> int:
    """``asked``, else ``$MICROWORLDS_WORKERS``, else the number of processors this process may use.

    One inside a worker process: its siblings have the other processors.
    """
    if parent_process() is not None:
        return 1
    return asked or int(os.environ.get("MICROWORLDS_WORKERS") or len(os.sched_getaffinity(0)))


def ordered_map(
    function: Callable[[T], U],
    items: Iterable[T],
    *,
    label: str,
    using: Literal["processes", "threads"] = "processes",
    count: int | None = None,
) -> Iterator[U]:
    """``function`` of each item, in item order; the first error cancels what has not started and is raised.

    With one worker, or one item, everything runs in this process.
    """
    queue = list(items)
    many = min(workers(count), len(queue))
    with _progress(label, len(queue)) as advance:
        if many <= 1:
            for item in queue:
                result = function(item)
                advance()
                yield result
            return
        pool: Executor
        if using == "threads":
            pool = ThreadPoolExecutor(many)
        else:
            pool = ProcessPoolExecutor(many, mp_context=get_context("forkserver"))
        try:
            futures = [pool.submit(function, item) for item in queue]
            for future in futures:
                result = future.result()
                advance()
                yield result
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _progress(label: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; elsewhere a plain line at each tenth; nothing inside a worker process."""
    if parent_process() is not None:
        yield lambda: None
        return
    if not sys.stderr.isatty():
        done = 0

        def advance() -> None:
            nonlocal done
            done += 1
            if done == total or done * 10 // total != (done - 1) * 10 // total:
                print(f"{label}: {done} of {total}", file=sys.stderr, flush=True)

        yield advance
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(label, total=total)
        yield lambda: bar.advance(task)
