"""What the two judges say, how far they agree, and what each catches.

Source: MemoryDocDataSet 3.6 (kappa is capped by the base rate), 6.4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean

from microworlds.quality.fault_injection import Catch, catches
from microworlds.quality.judge_agreement import Agreement, agreement, mean
from microworlds.suites.memorydoc.faulty_pairs import FAULTS
from microworlds.suites.memorydoc.world import Verdict
from microworlds.suites.memorydoc.world_bundle import Judged

JUDGES = ("strict", "lenient")


class VerdictMeasures(Agreement):
    """How far the judges agree, and by judge what it accepted, scored, flagged, caught and refused without need."""

    acceptance: dict[str, dict[str, float]]
    category_accuracy: dict[str, float | None]
    likert: dict[str, dict[str, float | None]]
    flagged: dict[str, int]
    catches: dict[str, dict[str, Catch]]
    false_alarms: dict[str, float | None]


def verdict_measures(worlds: Sequence[Judged], verdicts: Sequence[Verdict]) -> VerdictMeasures:
    """The figures of all verdicts."""
    by_judge: dict[str, dict[str, Verdict]] = {judge: {} for judge in JUDGES}
    for verdict in verdicts:
        by_judge[verdict.judge][verdict.world] = verdict
    labels = {
        judge: {world: list(own.correctness.values()) for world, own in verdicts.items()}
        for judge, verdicts in by_judge.items()
    }
    sources = {pair.id: pair.source for item in worlds for pair in item.questions.pairs}
    return VerdictMeasures(
        **dict(agreement([item.bundle.scenario.id for item in worlds], labels)),
        acceptance={judge: _acceptance(own, sources) for judge, own in by_judge.items()},
        category_accuracy={
            judge: mean([v for own in verdicts.values() for v in own.category_accuracy.values()])
            for judge, verdicts in by_judge.items()
        },
        likert={judge: _likert(own) for judge, own in by_judge.items()},
        flagged={judge: sum(len(v.flagged) for v in own.values()) for judge, own in by_judge.items()},
        catches={
            judge: catches([item for own in verdicts.values() for item in own.seeded.items()], FAULTS)
            for judge, verdicts in by_judge.items()
        },
        false_alarms={
            judge: mean([not v for own in verdicts.values() for v in own.correctness.values()])
            for judge, verdicts in by_judge.items()
        },
    )


def _acceptance(verdicts: Mapping[str, Verdict], sources: Mapping[str, str]) -> dict[str, float]:
    labels: dict[str, list[bool]] = defaultdict(list)
    for verdict in verdicts.values():
        for pair, label in verdict.correctness.items():
            labels[sources[pair]].append(label)
            labels["overall"].append(label)
    return {source: round(fmean(own), 4) for source, own in sorted(labels.items())}


def _likert(verdicts: Mapping[str, Verdict]) -> dict[str, float | None]:
    names = ("persona_consistency", "temporal_coherence", "document_grounding_accuracy")
    return {name: mean([getattr(own, name) for own in verdicts.values()]) for name in names}
