"""How a shortcut is scored: F1, above the best constant, the share of a distance that it closes, whether it abstains.

Source: issue 14, section 1; ``evaluation.differences`` (the share of a distance).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from microworlds.core import stats
from microworlds.core.records import Record
from microworlds.core.stats import Numbers
from microworlds.quality.shortcuts import leaks
from microworlds.quality.shortcuts.blind import Asked, Reply
from microworlds.quality.shortcuts.inputs import Measured, measured, told


class Shortcut(Record):
    """A system that cuts corners: its F1 on answerable questions, and that above the best constant of each kind.

    ``closed`` is its share of the distance from ``read.BASE`` to ``read.CEILING`` on the questions of the audit's
    column, ``abstains`` how well it tells questions that have no answer, as AUC; null where the system does neither.
    """

    name: str
    f1: Measured | None
    gain: Measured | None
    closed: Measured | None = None
    abstains: Measured | None = None


@dataclass(frozen=True)
class Scoring:
    """All questions, and F1 on each of what shortcuts are compared with; NaN where nothing is the answer.

    ``column`` says on which questions distances are measured.
    """

    asked: Sequence[Asked]
    constant: Numbers
    base: Numbers
    ceiling: Numbers
    column: NDArray[np.bool_]

    def mean(self, values: Numbers, bounds: stats.Bounds = (0.0, 1.0), together: int = 1) -> Measured | None:
        """The mean over the questions that have a value."""
        there = ~np.isnan(values)
        return measured(values[there], self._worlds(there), bounds, together)

    def reading(self, name: str, right: Numbers) -> Shortcut:
        """One that reads."""
        return Shortcut(name=name, f1=self.mean(right), gain=self._gain(right), closed=self._closed(right))

    def blind(self, name: str, replies: Mapping[str, Reply]) -> Shortcut:
        """One that reads nothing, in the best of several ways, by F1 and by how well it abstains."""
        answerable = np.array([own.gold.answerable for own in self.asked])
        ways = len(replies)
        best = max(replies, key=lambda way: float(np.nansum(replies[way].right)))
        right = replies[best].right
        areas = []
        if answerable.any() and not answerable.all():
            # not turned: to abstain where there is an answer is no shortcut, and what learns from others errs that way
            worlds = self._worlds(np.full(len(self.asked), True))
            areas = [leaks.auc(own.abstained, ~answerable, worlds, ways, turned=False) for own in replies.values()]
        return Shortcut(
            name=f"{name} ({best})",
            f1=self.mean(right, together=ways),
            gain=self._gain(right, ways),
            abstains=max(areas, key=lambda area: area.value, default=None),
        )

    def _worlds(self, there: NDArray[np.bool_]) -> list[str]:
        return [own.world.id for own, kept in zip(self.asked, there, strict=True) if kept]

    def _gain(self, right: Numbers, together: int = 1) -> Measured | None:
        return self.mean(right - self.constant, (-1.0, 1.0), together)

    def _closed(self, right: Numbers) -> Measured | None:
        """None where the ceiling is not above the base: then there is no distance."""
        there = self.column & ~np.isnan(right)
        gained, distance = (right - self.base)[there], (self.ceiling - self.base)[there]
        found = stats.ratio(gained, distance, self._worlds(there)) if distance.sum() > 0 else None
        return told(found) if found else None
