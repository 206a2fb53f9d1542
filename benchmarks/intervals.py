"""How often 95% intervals from few worlds hold the true mean: the one in use, and resampled worlds.

    python benchmarks/intervals.py

Worlds are simulated: each has a chance of its own that a question is answered (logit-normal, standard deviation 0.6), a
question that is answered has an F1 between 0 and 1 (beta) or of 1. Coverage is over 4,000 samples of so many worlds.

Source: Cameron, Gelbach and Miller 2008 (what few clusters do to intervals).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from microworlds.core import stats
from microworlds.evaluation.tables import grid

CLUSTERS = (5, 8, 12, 30)
SAMPLES = 4_000
RESAMPLES = 1_000
TRUTH = 400_000  # worlds from which the true mean is taken
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A kind of score: ``draw`` gives values of shape (samples, worlds, questions), or two of them for a ratio."""

    name: str
    questions: int
    draw: Callable[[np.random.Generator, tuple[int, int, int]], Numbers]
    bounds: tuple[float, float] = (0.0, 1.0)
    unequal: bool = False

    def sizes(self, worlds: int) -> NDArray[np.intp]:
        """How many questions each world has: all of them, or from a tenth upwards."""
        share = np.linspace(0.1, 1.0, worlds) if self.unequal else np.ones(worlds)
        return np.round(share * self.questions).astype(np.intp)


def _answered(rng: np.random.Generator, shape: tuple[int, int, int], logit: float, world: Numbers) -> Numbers:
    return (rng.random(shape) < 1 / (1 + np.exp(-logit - 0.6 * world))).astype(np.float64)


def _world(rng: np.random.Generator, shape: tuple[int, int, int]) -> Numbers:
    return rng.normal(size=(*shape[:2], 1))


def f1(logit: float) -> Callable[[np.random.Generator, tuple[int, int, int]], Numbers]:
    """F1 of questions of which the given share (as a logit) is answered, half of them in full."""

    def draw(rng: np.random.Generator, shape: tuple[int, int, int]) -> Numbers:
        part = np.where(rng.random(shape) < 0.5, 1.0, rng.beta(2, 2, shape))
        return _answered(rng, shape, logit, _world(rng, shape)) * part

    return draw


def right(rng: np.random.Generator, shape: tuple[int, int, int]) -> Numbers:
    """0 or 1, nine of ten 1."""
    return _answered(rng, shape, 2.3, _world(rng, shape))


def difference(rng: np.random.Generator, shape: tuple[int, int, int]) -> Numbers:
    """F1 of one system less that of another on the same questions; what is hard for one is hard for both."""
    world = _world(rng, shape)
    sides = (_answered(rng, shape, logit, world + 0.5 * _world(rng, shape)) for logit in (0.3, -0.3))
    one, other = (side * rng.beta(2, 1, shape) for side in sides)
    return one - other


def rarely(rng: np.random.Generator, shape: tuple[int, int, int]) -> Numbers:
    """The same of two that differ on one question of 17, and then mostly in one direction."""
    differ = rng.random(shape) < 0.06 * np.exp(0.8 * _world(rng, shape) - 0.32)
    return np.where(differ, np.where(rng.random(shape) < 0.9, 1.0, -1.0), 0.0)


CASES = (
    Case("F1, .37, 16 questions a world", 16, f1(0.0)),
    Case("F1, .14, 4 a world", 4, f1(-1.6)),
    Case("F1, .14, 2 to 20 a world", 20, f1(-1.6), unequal=True),
    Case("0 or 1, .90, 4 a world", 4, right),
    Case("0 or 1, .90, 2 to 20 a world", 20, right, unequal=True),
    Case("paired difference, 16 a world", 16, difference, (-1.0, 1.0)),
    Case("paired difference, 2 to 20 a world", 20, difference, (-1.0, 1.0), unequal=True),
    Case("paired difference on few questions, 16 a world", 16, rarely, (-1.0, 1.0)),
)


def coverage(case: Case, worlds: int, rng: np.random.Generator) -> tuple[float, float]:
    """Share of samples whose interval holds the true mean: resampled worlds, and ours."""
    true = case.draw(rng, (1, TRUTH, case.questions)).mean()
    sizes = case.sizes(worlds)
    values = case.draw(rng, (SAMPLES, worlds, case.questions))
    values = np.where(np.arange(case.questions) < sizes[:, None], values, np.nan)
    sums, counts = np.nansum(values, axis=2).T, sizes.astype(np.float64)
    drawn = rng.multinomial(worlds, [1 / worlds] * worlds, size=RESAMPLES).astype(np.float64)
    low, high = np.quantile((drawn @ sums) / (drawn @ counts)[:, None], (0.025, 0.975), axis=0)
    rows = values.transpose(1, 2, 0).reshape(worlds * case.questions, SAMPLES)
    names = [f"w{at:02d}" for at in range(worlds) for _ in range(case.questions)]
    ours = [one for one in stats.estimates(rows, names, case.bounds) if one is not None]
    held = [one.low <= true <= one.high for one in ours if one.low is not None and one.high is not None]
    return float(np.mean((low <= true) & (true <= high))), float(np.mean(held))


def closed(worlds: int, rng: np.random.Generator) -> tuple[float, float, float]:
    """The same for a share of a distance that is closed (.6 of .3), 16 questions a world; and how many have none."""
    shape = (SAMPLES, worlds, 16)
    distance = difference(rng, shape) + 0.15
    gained = 0.6 * distance + 0.3 * (difference(rng, shape) - difference(rng, shape))
    wide = difference(rng, (1, TRUTH, 16)).mean() + 0.15
    true = 0.6 * wide / wide
    names = [f"w{at:02d}" for at in range(worlds) for _ in range(16)]
    drawn = rng.multinomial(worlds, [1 / worlds] * worlds, size=RESAMPLES).astype(np.float64)
    old, new, none = 0, 0, 0
    for one, all_ in zip(gained, distance, strict=True):
        shares = (drawn @ one.sum(axis=1)) / (drawn @ all_.sum(axis=1))
        low, high = np.quantile(shares, (0.025, 0.975))
        old += low <= true <= high
        found = stats.ratio(one.ravel(), all_.ravel(), names)
        if found is None or found.low is None or found.high is None:
            none += 1  # no share is ruled out, so the true one is not
        else:
            new += found.low <= true <= found.high
    return old / SAMPLES, (new + none) / SAMPLES, none / SAMPLES


def rows() -> Iterator[list[str]]:
    """A line a case; each pair of numbers is resampled worlds, then ours."""
    for place, case in enumerate(CASES):
        found = [coverage(case, worlds, np.random.default_rng((7, place, worlds))) for worlds in CLUSTERS]
        yield [case.name, *(f"{old:.3f} / {new:.3f}" for old, new in found)]
    shares = [closed(worlds, np.random.default_rng((7, 99, worlds))) for worlds in CLUSTERS]
    yield ["share closed, 16 a world", *(f"{old:.3f} / {new:.3f}" for old, new, _ in shares)]
    yield ["... samples that rule out no share", *(f"{none:.3f}" for _, _, none in shares)]


def main() -> None:
    """Print the table as Markdown, and the Monte Carlo error of its numbers."""
    print(grid(["resampled / in use", *(f"{worlds} worlds" for worlds in CLUSTERS)], rows()))
    errors = (np.sqrt(share * (1 - share) / SAMPLES) for share in (0.95, 0.88))
    print("\nMonte Carlo standard errors: {:.4f} at .95, {:.4f} at .88".format(*errors))


if __name__ == "__main__":
    main()
