"""What the judge says of the systems, beside Exact Match and F1, and what it is worth: its mistakes on known answers.

Source: issue 4, section 2.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from microworlds.core import stats
from microworlds.core.records import CalibrationItem, Gold, Judged, Label, Record, Score
from microworlds.evaluation.system_names import name
from microworlds.evaluation.tables import CLUSTER, DECIMALS, Cell, cell, grid, interval, shown

_LABELS = ("correct", "partial", "incorrect", "abstained")
_COLUMNS = (*_LABELS, "error", "right", "as_em", "f1_correct", "f1_other")
_MISTAKES = {True: "false rejects", False: "false accepts"}


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
    low, high = (round(found[0], DECIMALS), round(found[1], DECIMALS)) if found else (None, None)
    return Rate(count=count, n=n, share=round(count / n, DECIMALS) if n else None, low=low, high=high)


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


class Judgement(Record):
    """One system's answers as judged. The labels and ``error`` are shares of the answerable questions, and add up to 1.

    ``right`` is the share of unanswerable questions declined or set right; ``as_em`` of the verdicts on answerable
    questions that agree with Exact Match; ``f1_correct`` and ``f1_other`` are F1 where the verdict was correct, and
    where it was another.
    """

    system: str
    correct: Cell
    partial: Cell
    incorrect: Cell
    abstained: Cell
    error: Cell
    right: Cell
    as_em: Cell
    f1_correct: Cell
    f1_other: Cell


def judgement(
    system: str, judged: Mapping[str, Judged], scores: Sequence[Score], gold: Mapping[str, Gold]
) -> Judgement:
    """The figures of one system; intervals are over worlds."""
    rows = [_row(judged[score.question], score, gold[score.question]) for score in scores]
    clusters = [gold[score.question].labels.get(CLUSTER, score.question) for score in scores]
    values = np.array([[row.get(column, np.nan) for column in _COLUMNS] for row in rows], dtype=np.float64)
    cells = dict(zip(_COLUMNS, map(cell, stats.estimates(values, clusters)), strict=True))
    return Judgement(system=system, **cells)


def _row(own: Judged, score: Score, gold: Gold) -> dict[str, float]:
    """What one answer adds to each column; a column that it is not named in does not count it."""
    if not gold.answerable:
        return {"right": float(right(own.label, False))}
    row = {label: float(own.label == label) for label in _LABELS} | {"error": float(own.label is None)}
    if own.label is not None:
        correct = own.label == "correct"
        row["as_em"] = float(correct == (score.values["exact_match"] == 1.0))
        row["f1_correct" if correct else "f1_other"] = score.values["f1"] or 0.0
    return row


def page(found: Sequence[Judgement], known: Calibration) -> str:
    """The section of the results page."""
    if not found:
        return ""
    first = found[0]
    heads = [
        *(f"{label} (n={first.correct.n})" for label in (*_LABELS, "no verdict")),
        f"right, unanswerable (n={first.right.n})", "as EM", "F1 where correct", "F1 elsewhere",
    ]  # fmt: skip
    rows = [[name(own.system), *(_cell(own, column) for column in _COLUMNS)] for own in found]
    return (
        f"## Judged answers\n\nJudge: {known.judge}. Shares of answerable questions; no verdict is an error of the "
        "judge, not of the system. A system that declines an unanswerable question, or says what is wrong with it, is "
        "right.\n\n"
        f"{grid(['system', *heads], rows)}\n\n{_known(known)}"
    )


def _cell(own: Judgement, column: str) -> str:
    """A cell, with its n where that is not the same for all systems."""
    there: Cell = getattr(own, column)
    return shown(there) + (f" n={there.n}" if column in _COLUMNS[-3:] and there.n else "")


def _known(known: Calibration) -> str:
    rows = [
        [own.of.replace("_", " "), own.label, str(own.n), _MISTAKES[own.right], _share(own.mistaken), str(own.errors)]
        for own in known.sorts
    ]
    return (
        f"### What the judge is worth\n\nOf answers whose label is known it accepts {_share(known.false_accepts)} of "
        f"{known.false_accepts.n} that are wrong and rejects {_share(known.false_rejects)} of {known.false_rejects.n} "
        f"that are right; {known.errors} of {known.n} got no verdict.\n\n"
        + grid(["sort of answer", "should be", "n", "mistakes", "share", "no verdict"], rows)
    )


def _share(own: Rate) -> str:
    return "-" if own.share is None else f"{own.share:.3f}{interval(own.low, own.high)}"
