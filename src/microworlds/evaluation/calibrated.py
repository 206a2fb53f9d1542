"""Stage calibrated: the judge before answers whose label is known: what it accepts that is wrong, and the reverse.

Source: issue 4, section 2.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from microworlds import jsonl, stage, stats
from microworlds.authors.roles import author
from microworlds.errors import run
from microworlds.evaluation.judging import Grader, name, right
from microworlds.parallel import ordered_map
from microworlds.records import Judged, Label, Record, Rejection, Specimen

STAGE = "calibrated"
_DECIMALS = 4


class Rate(Record):
    """A share of ``n``, with its 95% interval; null without items."""

    count: int
    n: int
    share: float | None
    low: float | None
    high: float | None


class Sort(Record):
    """How one sort of answer was judged: ``label`` is the true one, ``labels`` counts the verdicts.

    ``mistaken`` are verdicts that are wrong about whether the answer is right: false accepts where it is not, false
    rejects where it is. ``errors`` got no verdict: they are neither mistaken nor left out of ``n``.
    """

    of: str
    label: Label
    right: bool
    n: int
    errors: int
    labels: dict[str, int]
    mistaken: Rate


class Calibration(Record):
    """The judge's mistakes over all sorts, and by sort."""

    judge: str
    n: int
    errors: int
    false_accepts: Rate
    false_rejects: Rate
    sorts: tuple[Sort, ...]


def rate(count: int, n: int) -> Rate:
    """A share with Wilson's interval: shares near 0 are what matters, and resampling worlds gives those no width."""
    found = stats.wilson(count, n)
    low, high = (round(found[0], _DECIMALS), round(found[1], _DECIMALS)) if found else (None, None)
    return Rate(count=count, n=n, share=round(count / n, _DECIMALS) if n else None, low=low, high=high)


def calibration(judge: str, specimens: Sequence[Specimen], judged: Iterable[Judged]) -> Calibration:
    """What the verdicts on specimens come to; each specimen has exactly one, or an error."""
    verdicts = {own.question: own.label for own in judged}
    names = dict.fromkeys(own.of for own in specimens)
    sorts = [_sort([own for own in specimens if own.of == of], verdicts) for of in names]
    wrong, good = [own.mistaken for own in sorts if not own.right], [own.mistaken for own in sorts if own.right]
    return Calibration(
        judge=judge,
        n=len(specimens),
        errors=sum(own.errors for own in sorts),
        false_accepts=rate(sum(own.count for own in wrong), sum(own.n for own in wrong)),
        false_rejects=rate(sum(own.count for own in good), sum(own.n for own in good)),
        sorts=tuple(sorts),
    )


def _sort(own: Sequence[Specimen], verdicts: Mapping[str, Label | None]) -> Sort:
    first = own[0]
    truth = right(first.label, first.answerable)
    given = [(one, label) for one in own if (label := verdicts[one.id]) is not None]
    mistaken = sum(right(label, one.answerable) != truth for one, label in given)
    return Sort(
        of=first.of,
        label=first.label,
        right=truth,
        n=len(own),
        errors=len(own) - len(given),
        labels=dict(sorted(Counter(label for _, label in given).items())),
        mistaken=rate(mistaken, len(own)),
    )


def main() -> None:
    """Specimens in, the judge's labels of them and its mistakes out."""
    source, out, report = stage.paths("calibration", "calibrated", "report")
    specimens = list(jsonl.read(source, Specimen))
    judge = author("grader", "memorydoc", STAGE)
    made: list[Judged | Rejection] = []
    for own in ordered_map(Grader(judge, STAGE).specimen, specimens, label=STAGE, waiting=judge.waiting):
        made += own
    found = calibration(name(judge), specimens, stage.write(out, made))
    jsonl.write_text(report, json.dumps(found.model_dump(mode="json"), indent=2) + "\n")


if __name__ == "__main__":
    run(main)
