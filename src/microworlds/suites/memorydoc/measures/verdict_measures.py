"""What the two judges say, how far they agree, and what each catches.

Source: MemoryDocDataSet 3.6 (kappa is capped by the base rate), 6.4.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean

from microworlds.quality.judges import Agreement, Catch, agreement, catches, mean
from microworlds.suites.memorydoc.faulty_pairs import FAULTS
from microworlds.suites.memorydoc.world import Judged, Verdict

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
    by_judge = {judge: {own.world: own for own in verdicts if own.judge == judge} for judge in JUDGES}
    labels = {
        judge: {world: list(own.correctness.values()) for world, own in said.items()}
        for judge, said in by_judge.items()
    }
    sources = {pair.id: pair.source for item in worlds for pair in item.questions.pairs}
    own = {judge: list(said.values()) for judge, said in by_judge.items()}
    fits = {judge: [fit for each in said for fit in each.category_accuracy.values()] for judge, said in own.items()}
    refused = {
        judge: [not label for each in said for label in each.correctness.values()] for judge, said in own.items()
    }
    seeded = {judge: [item for each in said for item in each.seeded.items()] for judge, said in own.items()}
    return VerdictMeasures(
        **dict(agreement([item.bundle.scenario.id for item in worlds], labels)),
        acceptance={judge: _acceptance(said, sources) for judge, said in own.items()},
        category_accuracy={judge: mean(values) for judge, values in fits.items()},
        likert={judge: _likert(said) for judge, said in own.items()},
        flagged={judge: sum(len(each.flagged) for each in said) for judge, said in own.items()},
        catches={judge: catches(shown, FAULTS) for judge, shown in seeded.items()},
        false_alarms={judge: mean(values) for judge, values in refused.items()},
    )


def _acceptance(verdicts: Sequence[Verdict], sources: Mapping[str, str]) -> dict[str, float]:
    labels: dict[str, list[bool]] = defaultdict(list)
    for verdict in verdicts:
        for pair, label in verdict.correctness.items():
            labels[sources[pair]].append(label)
            labels["overall"].append(label)
    return {source: round(fmean(own), 4) for source, own in sorted(labels.items())}


def _likert(verdicts: Sequence[Verdict]) -> dict[str, float | None]:
    names = ("persona_consistency", "temporal_coherence", "document_grounding_accuracy")
    return {name: mean([getattr(own, name) for own in verdicts]) for name in names}
