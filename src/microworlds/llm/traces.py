"""What was asked and answered, call by call, for looking at: written beside the caches while a stage runs.

Opt-in (``tracking.traces``). The stage ``track`` makes MLflow traces of it, linked from the run.

Source: issue 3, section 6.
"""

import json
import threading
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from microworlds.core import caches, seeds
from microworlds.core.records import Record
from microworlds.llm.records import Caller, Outcome, Reply, Request


class Seen(Record):
    """One call for the item ``key``; ``seconds`` is what it took, next to nothing where the store had the reply."""

    key: str
    request: Request
    reply: Reply
    outcome: Outcome
    begun: datetime
    seconds: float


def path(tree: Mapping[str, Any], caller: Caller) -> Path:
    """The file of a stage's role: the calls of its last run with these parameters."""
    deciding = {name: own for name, own in tree.items() if name not in ("endpoints", "budget", "tracking")}
    digest = seeds.digest(json.dumps(deciding, sort_keys=True, default=str))
    return caches.folder("traces", caller.suite, digest[:16]) / f"{caller.stage}.{caller.role}.jsonl"


class Traces:
    """Writes what is seen; safe for threads. Begins a new file."""

    def __init__(self, tree: Mapping[str, Any], caller: Caller) -> None:
        self._path = path(tree, caller)
        self._path.write_bytes(b"")
        self._lock = threading.Lock()

    def __call__(self, seen: Seen) -> None:
        """Add a call."""
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(seen.model_dump_json() + "\n")
