"""How far two judges of a release agree, world by world.

Source: MemoryDocDataSet 3.6 (kappa is capped by the base rate), 6.4; Gwet 2008.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median

from microworlds.core import stats
from microworlds.core.records import Record

KAPPA_MARKS = (0.40, 0.60, 0.70)


class Agreement(Record):
    """Per world and over all; a kappa that is undefined is null and counted in no median or share."""

    kappa: dict[str, float | None]
    missing: dict[str, int]
    kappa_median: float | None
    kappa_mean: float | None
    kappa_undefined: int
    kappa_shares: dict[str, float | None]
    ac1: dict[str, float | None]
    ac1_median: float | None
    raw_agreement: float | None


def agreement(worlds: Sequence[str], labels: Mapping[str, Mapping[str, Sequence[bool]]]) -> Agreement:
    """The figures of two judges: by judge and world, what it accepted of the same items in the same order.

    A world of which a judge said nothing has no labels by it.
    """
    both = [world for world in worlds if all(world in own for own in labels.values())]
    pairs = {world: [own[world] for own in labels.values()] for world in both}
    kappa = {world: rounded(stats.cohens_kappa(*own)) for world, own in pairs.items()}
    ac1 = {world: rounded(stats.gwets_ac1(*own)) for world, own in pairs.items()}
    defined = [value for value in kappa.values() if value is not None]
    chance_free = [value for value in ac1.values() if value is not None]
    all_labels = [[label for own in pairs.values() for label in own[judge]] for judge in (0, 1)]
    return Agreement(
        kappa=kappa,
        missing={judge: len(worlds) - len(own) for judge, own in labels.items()},
        kappa_median=rounded(median(defined)) if defined else None,
        kappa_mean=mean(defined),
        kappa_undefined=len(kappa) - len(defined),
        kappa_shares={f"{mark:.2f}": mean([value >= mark for value in defined]) for mark in KAPPA_MARKS},
        ac1=ac1,
        ac1_median=rounded(median(chance_free)) if chance_free else None,
        raw_agreement=rounded(stats.raw_agreement(*all_labels)),
    )


def mean(values: Sequence[float]) -> float | None:
    """The mean to four places; None of nothing."""
    return round(fmean(values), 4) if values else None


def rounded(value: float | None) -> float | None:
    """A figure to four places; None if it is undefined."""
    return None if value is None else round(value, 4)
