"""The one ordered parallel map: results in item order, whatever finished first; progress; cancellation.

Processes serve the offline author, whose work is the processor's; threads serve calls to models, which wait.
"""

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, wraps
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import ParamSpec, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

from microworlds.core import process

P = ParamSpec("P")
T = TypeVar("T")
U = TypeVar("U")
_inside = threading.local()
_AHEAD = 4  # items handed to the pool, or done and not yet given on, for each process


def workers(asked: int | None = None) -> int:
    """``asked``, else ``$MICROWORLDS_WORKERS``, else the number of processors this process may use.

    One inside a worker process: its siblings have the other processors.
    """
    if parent_process() is not None:
        return 1
    return asked or process.processors()


def once(function: Callable[P, T]) -> Callable[P, T]:
    """A function that makes something for all threads: like ``cache``, but the others wait while one makes it."""
    kept = cache(function)
    lock = threading.RLock()

    @wraps(function)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        with lock:
            return kept(*args, **kwargs)  # type: ignore[arg-type]  # as with cache, they must be hashable

    return made


@dataclass(frozen=True)
class Waiting:
    """Work that waits for others and so is done in threads: how many at once, and what a progress bar may say of it.

    ``stop`` is called when the work is given up: nothing new is to be waited for.
    """

    threads: int
    note: Callable[[], str] = str
    stop: Callable[[], None] = lambda: None


ALONE = Waiting(threads=1)  # work of which there is so little that it is done before processes have begun


def together(*several: Waiting | None) -> Waiting | None:
    """As many threads as the one that waits most, and what it says; stops them all. None if none waits."""
    waiting = [own for own in several if own is not None]
    if not waiting:
        return None
    most = max(waiting, key=lambda own: own.threads)

    def stop() -> None:
        for own in waiting:
            own.stop()

    return Waiting(most.threads, most.note, stop)


def ordered_map(
    function: Callable[[T], U],
    items: Iterable[T],
    *,
    label: str | None,
    waiting: Waiting | None = None,
    count: int | None = None,
) -> Iterator[U]:
    """``function`` of each item, in item order; an error cancels what has not started and is raised.

    ``label`` names the progress bar; without one there is none. With ``count``, how many items there are, they are
    taken as they are needed; no more than a few for each process are held at once.

    Work of the processor is spread over processes, work that waits over threads. With one worker, or one item,
    everything runs in this process. Of several errors the one of the earliest item is raised.
    """
    queue: Iterable[T] = items
    if count is None:
        queue = list(items)
        count = len(queue)
    many = min(waiting.threads if waiting else workers(), count)
    with _progress(label, count, waiting.note if waiting else str) as advance:
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
            pool = ProcessPoolExecutor(many, mp_context=get_context("forkserver"), initializer=process.collect_rarely)
        try:
            left = iter(queue)
            # a call that waits holds up nobody behind it, however long it takes
            most = count if waiting else _AHEAD * many
            ahead = deque(pool.submit(function, item) for item in islice(left, most))
            told: set[Future[U]] = set()
            while ahead:
                wait(set(ahead) - told, return_when=FIRST_COMPLETED)
                for future in [own for own in ahead if own.done() and own not in told]:
                    if future.exception() is not None:
                        pool.shutdown(wait=True, cancel_futures=True)
                        raise next(error for error in map(_error, ahead) if error is not None)
                    told.add(future)
                    advance()
                while ahead and ahead[0] in told:
                    future = ahead.popleft()
                    told.remove(future)
                    ahead.extend(pool.submit(function, item) for item in islice(left, 1))
                    yield future.result()
        except BaseException:
            if waiting:
                waiting.stop()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _error(future: Future[U]) -> BaseException | None:
    return future.exception() if future.done() and not future.cancelled() else None


def _enter() -> None:
    _inside.worker = True


@contextmanager
def _progress(label: str | None, total: int, note: Callable[[], str]) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; elsewhere a plain line at each tenth; nothing inside a worker."""
    if label is None or parent_process() is not None or getattr(_inside, "worker", False):
        yield lambda: None
    elif sys.stderr.isatty():
        timed = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        with Progress("{task.description}", *timed, "{task.fields[note]}", console=Console(stderr=True)) as bar:
            task = bar.add_task(label, total=total, note="")
            yield lambda: bar.update(task, advance=1, note=note())
    else:
        done = 0

        def advance() -> None:
            nonlocal done
            done += 1
            if done == total or done * 10 // total != (done - 1) * 10 // total:
                print(" ".join(f"{label}: {done} of {total} {note()}".split()), file=sys.stderr, flush=True)

        yield advance
