"""The offline author: built in, deterministic, without key, network or GPU.

It sees exactly what a model would see. Each task has its own file in the ``offline`` folder beside the task.
"""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from microworlds.authors.base import In, Out, Task
from microworlds.core import seeds


@dataclass(frozen=True)
class OfflineAuthor:
    """Finds ``<task.module>.offline.<task.name>`` and calls its ``write(given, rng)``."""

    seed: int
    waiting: None = None

    def write(self, task: Task[In, Out], given: In, *, key: str, sample: int = 0, refused: Sequence[str] = ()) -> Out:
        """See ``Author.write``; another sample is all that a refusal changes."""
        module = importlib.import_module(f"{task.module}.offline.{task.name}")
        return cast(Out, module.write(given, seeds.generator(self.seed, task.name, key, sample)))
