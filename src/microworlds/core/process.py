"""A process and those that work for it: how many, what they are forked from, how often they look for garbage."""

import gc
import os
import sys
from multiprocessing import forkserver, parent_process


def processors() -> int:
    """``$MICROWORLDS_WORKERS``, else the number of processors this process may use."""
    return int(os.environ.get("MICROWORLDS_WORKERS") or len(os.sched_getaffinity(0)))


def collect_rarely() -> None:
    """Look for cyclic garbage seldom, in this process: stages make millions of objects that live on, and few cycles."""
    gc.set_threshold(200_000, 50, 50)


def serve_workers() -> None:
    """Start what workers are forked from, if there can be any: it imports what this program has, while that reads.

    Only for a command that was started as a module, as stages are: a test or a script may go on to import anything.
    """
    if sys.modules["__main__"].__spec__ is not None and parent_process() is None and processors() > 1:
        forkserver.set_forkserver_preload([name for name in sys.modules if name.startswith("microworlds.")])
        forkserver.ensure_running()
