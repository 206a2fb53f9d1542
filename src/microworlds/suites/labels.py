"""By which labels of its gold a suite's results are shown. A suite says so in its ``labels.py``: ``LABELS = ...``.

Source: DESIGN 3 (a report is one group-by; a new breakdown is a new label).
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from microworlds.core import plugins
from microworlds.core.records import Record


class Labels(Record):
    """Labels and the values of each, in the order of the page; the first label is the main one.

    ``unanswerable`` are values that only questions have which nothing answers. ``whole`` are tables over all questions,
    by name: the label, and a title. ``note`` is what has to be known of F1 here, for the head of the page. ``metric``
    is the main metric: systems are ranked, plotted and compared by it.
    """

    columns: dict[str, tuple[str, ...]]
    unanswerable: tuple[str, ...]
    whole: dict[str, tuple[str, str]]
    note: str
    metric: str = "f1"

    @property
    def main(self) -> str:
        """The label by which everything is shown that is shown once."""
        return next(iter(self.columns))

    def answerable(self, label: str) -> tuple[str, ...]:
        """The values of a label that answerable questions have."""
        return tuple(value for value in self.columns[label] if value not in self.unanswerable)

    def refusable(self, label: str) -> tuple[str, ...]:
        """The values of a label that questions have which nothing answers: those of their own, else all."""
        return tuple(value for value in self.columns[label] if value in self.unanswerable) or self.columns[label]


def labels(suite: str) -> Labels:
    """Those of a suite.

    Raises:
        UserError: there is no such suite.
    """
    own = f"microworlds.suites.{suite}"
    package = own if find_spec(own) else f"microworlds.suites.imported.{suite}"
    found: Any = plugins.load("microworlds.suites", "LABELS", f"{package}.labels")
    assert isinstance(found, Labels)
    return found
