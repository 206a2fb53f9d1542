"""What a judge of answers gets wrong, told from answers whose label is known: false accepts and false rejects.

Source: issue 4, section 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from microworlds.core import stats
from microworlds.core.records import CalibrationItem, Judged, Label, Record

_DECIMALS = 4


def right(label: Label | None, answerable: bool) -> bool:
    """Whether an answer with this label is a right one: correct, or an abstention where there is nothing to say."""
    return label == "correct" or (label == "abstained" and not answerable)


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
    """A share with Wilson's interval: shares near 0 are what matters."""
    found = stats.wilson(count, n)
    low, high = (round(found[0], _DECIMALS), round(found[1], _DECIMALS)) if found else (None, None)
    return Rate(count=count, n=n, share=round(count / n, _DECIMALS) if n else None, low=low, high=high)


def calibration(judge: str, calibration_items: Sequence[CalibrationItem], judged: Iterable[Judged]) -> Calibration:
    """What the verdicts on calibration items come to; each calibration item has exactly one, or an error."""
    verdicts = {own.question: own.label for own in judged}
    names = dict.fromkeys(own.of for own in calibration_items)
    sorts = [_sort([own for own in calibration_items if own.of == of], verdicts) for of in names]
    wrong, good = [own.mistaken for own in sorts if not own.right], [own.mistaken for own in sorts if own.right]
    return Calibration(
        judge=judge,
        n=len(calibration_items),
        errors=sum(own.errors for own in sorts),
        false_accepts=rate(sum(own.count for own in wrong), sum(own.n for own in wrong)),
        false_rejects=rate(sum(own.count for own in good), sum(own.n for own in good)),
        sorts=tuple(sorts),
    )


def _sort(own: Sequence[CalibrationItem], verdicts: Mapping[str, Label | None]) -> Sort:
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
