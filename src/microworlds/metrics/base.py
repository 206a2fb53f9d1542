"""What a metric is.

Source: MemoryDocDataSet 5.3.
"""

from collections.abc import Callable
from dataclasses import dataclass

from microworlds.core.records import Answer, Gold


@dataclass(frozen=True)
class Metric:
    """``name`` is its file's and a report's column; its file ends ``METRIC = Metric("name", score)``.

    ``score`` gives a value in 0..1; None where the metric does not apply to a question, which leaves it out of means.
    """

    name: str
    score: Callable[[Answer, Gold], float | None]
