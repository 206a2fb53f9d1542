"""What a metric is.

Source: MemoryDocDataSet 5.3.
"""

from __future__ import annotations

from typing import Protocol

from microworlds.core.records import Answer, Gold


class Metric(Protocol):
    """A frozen object named as its file is; a metric's file ends ``METRIC = ...``."""

    @property
    def name(self) -> str:
        """The column of reports under which its values stand."""
        ...

    def score(self, answer: Answer, gold: Gold) -> float | None:
        """A value in 0..1; None where the metric does not apply to this question, which leaves it out of means."""
        ...
