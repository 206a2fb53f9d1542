"""What the two judges say, how far they agree, and what each catches.

Source: MemoryDocDataSet 3.6 (kappa is capped by the base rate), 6.4; Gwet 2008.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean, median

from microworlds.core import stats
from microworlds.core.records import Record
from microworlds.suites.memorydoc.fault_injection import FAULTS
from microworlds.suites.memorydoc.world import Verdict
from microworlds.suites.memorydoc.world_bundle import Judged

JUDGES = ("strict", "lenient")
KAPPA_MARKS = (0.40, 0.60, 0.70)


class Catch(Record):
    """Of faulty pairs, how many a judge refused; None where it was shown none."""

    caught: int
    shown: int
    rate: float | None


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
    acceptance: dict[str, dict[str, float]]
    category_accuracy: dict[str, float | None]
    likert: dict[str, dict[str, float | None]]
    flagged: dict[str, int]
    catches: dict[str, dict[str, Catch]]
    false_alarms: dict[str, float | None]


def agreement(worlds: Sequence[Judged], verdicts: Sequence[Verdict]) -> Agreement:
    """The figures of all verdicts."""
    by_judge: dict[str, dict[str, Verdict]] = {judge: {} for judge in JUDGES}
    for verdict in verdicts:
        by_judge[verdict.judge][verdict.world] = verdict
    both = [w.bundle.scenario.id for w in worlds if all(w.bundle.scenario.id in own for own in by_judge.values())]
    labels = {world: [list(by_judge[judge][world].correctness.values()) for judge in JUDGES] for world in both}
    kappa = {world: _rounded(stats.cohens_kappa(*own)) for world, own in labels.items()}
    ac1 = {world: _rounded(stats.gwets_ac1(*own)) for world, own in labels.items()}
    defined = [value for value in kappa.values() if value is not None]
    chance_free = [value for value in ac1.values() if value is not None]
    all_labels = [[label for own in labels.values() for label in own[judge]] for judge in (0, 1)]
    sources = {pair.id: pair.source for item in worlds for pair in item.questions.pairs}
    return Agreement(
        kappa=kappa,
        missing={judge: len(worlds) - len(own) for judge, own in by_judge.items()},
        kappa_median=_rounded(median(defined)) if defined else None,
        kappa_mean=_rounded(fmean(defined)) if defined else None,
        kappa_undefined=len(kappa) - len(defined),
        kappa_shares={
            f"{mark:.2f}": _rounded(fmean(value >= mark for value in defined)) if defined else None
            for mark in KAPPA_MARKS
        },
        ac1=ac1,
        ac1_median=_rounded(median(chance_free)) if chance_free else None,
        raw_agreement=_rounded(stats.raw_agreement(*all_labels)),
        acceptance={judge: _acceptance(own, sources) for judge, own in by_judge.items()},
        category_accuracy={
            judge: _mean([v for own in verdicts.values() for v in own.category_accuracy.values()])
            for judge, verdicts in by_judge.items()
        },
        likert={judge: _likert(own) for judge, own in by_judge.items()},
        flagged={judge: sum(len(v.flagged) for v in own.values()) for judge, own in by_judge.items()},
        catches={judge: _catches(own) for judge, own in by_judge.items()},
        false_alarms={
            judge: _mean([not v for own in verdicts.values() for v in own.correctness.values()])
            for judge, verdicts in by_judge.items()
        },
    )


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 4) if values else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _acceptance(verdicts: Mapping[str, Verdict], sources: Mapping[str, str]) -> dict[str, float]:
    labels: dict[str, list[bool]] = defaultdict(list)
    for verdict in verdicts.values():
        for pair, label in verdict.correctness.items():
            labels[sources[pair]].append(label)
            labels["overall"].append(label)
    return {source: round(fmean(own), 4) for source, own in sorted(labels.items())}


def _likert(verdicts: Mapping[str, Verdict]) -> dict[str, float | None]:
    names = ("persona_consistency", "temporal_coherence", "document_grounding_accuracy")
    return {name: _mean([getattr(own, name) for own in verdicts.values()]) for name in names}


def _catches(verdicts: Mapping[str, Verdict]) -> dict[str, Catch]:
    caught = {}
    for fault in FAULTS:
        labels = [
            label for own in verdicts.values() for pair, label in own.seeded.items() if pair.endswith(f"-{fault}")
        ]
        refused = sum(not label for label in labels)
        rate = round(refused / len(labels), 4) if labels else None
        caught[fault] = Catch(caught=refused, shown=len(labels), rate=rate)
    return caught
