"""The one ordered parallel map: results in item order, whatever finished first; progress; cancellation.

Processes serve the offline author, whose work is the processor's; threads serve calls to models, which wait.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

T = TypeVar("T")
U = TypeVar("U")
_inside = threading.local()


def workers(asked: int | None = None) -> int:
    """``asked``, else ``$MICROWORLDS_WORKERS``, else the number of processors this process may use.

    One inside a worker process: its siblings have the other processors.
    """
    if parent_process() is not None:
        return 1
    return asked or int(os.environ.get("MICROWORLDS_WORKERS") or len(os.sched_getaffinity(0)))


@dataclass(frozen=True)
class Waiting:
    """Work that waits for others and so is done in threads: how many at once, and what a progress bar may say of it."""

    threads: int
    note: Callable[[], str] = str


def together(*several: Waiting | None) -> Waiting | None:
    """The one that waits most; None if none waits."""
    return max((own for own in several if own is not None), key=lambda own: own.threads, default=None)


def ordered_map(
    function: Callable[[T], U], items: Iterable[T], *, label: str, waiting: Waiting | None = None
) -> Iterator[U]:
    """``function`` of each item, in item order; an error cancels what has not started and is raised.

    Work of the processor is spread over processes, work that waits over threads. With one worker, or one item,
    everything runs in this process. Of several errors the one of the earliest item is raised.
    """
    queue = list(items)
    many = min(waiting.threads if waiting else workers(), len(queue))
    with _progress(label, len(queue), waiting.note if waiting else str) as advance:
        if many <= 1:
            for item in queue:
                result = function(item)
                advance()
                yield result
            return
        pool: Executor
        if waiting:
            pool = ThreadPoolExecutor(many, initializer=_enter)
        else:
            pool = ProcessPoolExecutor(many, mp_context=get_context("forkserver"))
        try:
            futures = [pool.submit(function, item) for item in queue]
            given = 0
            for future in as_completed(futures):
                if future.exception() is not None:
                    pool.shutdown(wait=True, cancel_futures=True)
                    raise next(error for error in map(_error, futures) if error is not None)
                advance()
                while given < len(futures) and futures[given].done() and _error(futures[given]) is None:
                    yield futures[given].result()
                    given += 1
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _error(future: Future[U]) -> BaseException | None:
    return future.exception() if future.done() and not future.cancelled() else None


def _enter() -> None:
    _inside.worker = True


@contextmanager
def _progress(label: str, total: int, note: Callable[[], str]) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; elsewhere a plain line at each tenth; nothing inside a worker."""
    if parent_process() is not None or getattr(_inside, "worker", False):
        yield lambda: None
        return
    if not sys.stderr.isatty():
        done = 0

        def advance() -> None:
            nonlocal done
            done += 1
            if done == total or done * 10 // total != (done - 1) * 10 // total:
                print(" ".join(f"{label}: {done} of {total} {note()}".split()), file=sys.stderr, flush=True)

        yield advance
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(label, total=total, note="")
        yield lambda: bar.update(task, advance=1, note=note())
