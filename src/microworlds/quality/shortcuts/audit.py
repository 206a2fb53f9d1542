"""The shortcut audit: everything that tells what it must not or answers without memory, each beside its limit.

A figure is outside its limit if all of its 95% interval is: what a release of so few worlds cannot show is not held
against it. Intervals of a table hold together, so that among many figures none is outside by chance.

Source: issue 14, section 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from pydantic import Field

from microworlds.core.records import Record
from microworlds.quality.shortcuts import blind, leaks, places, read
from microworlds.quality.shortcuts.inputs import Measured, World
from microworlds.quality.shortcuts.leaks import Leak
from microworlds.quality.shortcuts.places import Place
from microworlds.quality.shortcuts.read import Choice
from microworlds.quality.shortcuts.scoring import Scoring, Shortcut
from microworlds.quality.trust import Figure


class Limits(Choice):
    """See conf/config.yaml, section shortcuts of a suite."""

    auc_most: float = Field(ge=0.5, le=1)
    length_auc_most: float = Field(ge=0.5, le=1)
    departure_most: float = Field(ge=0, le=1)
    head_share_most: float = Field(ge=0, le=1)
    closed_most: float = Field(ge=0)
    gain_most: float = Field(ge=0, le=1)


class Audit(Record):
    """All measurements. ``column`` says of which questions distances are; ``base`` and ``ceiling`` are F1 on them."""

    limits: Limits
    column: str
    constant: Measured | None
    base: Measured | None
    ceiling: Measured | None
    systems: tuple[Shortcut, ...]
    questions: tuple[Leak, ...]
    utterances: tuple[Leak, ...]
    documents: tuple[Leak, ...]
    places: tuple[Place, ...]
    heads: Measured | None


@dataclass(frozen=True)
class Shown:
    """What of a suite's labels is to be kept from systems, and the label and value whose questions need memory most."""

    labels: tuple[str, ...]
    column: tuple[str, str]


def audit(
    worlds: Sequence[World], shown: Shown, limits: Limits, answers: Mapping[str, read.Answers], overlap: blind.Overlap
) -> Audit:
    """Measure all of it. ``answers`` are what was ``read.played``, ``overlap`` says how right an answer is."""
    asked = blind.every(worlds)
    constants = blind.Constants(asked, overlap)
    right = {name: constants.right(own) for name, own in answers.items()}
    label, value = shown.column
    column = np.array([own.gold.labels.get(label) == value for own in asked], dtype=np.bool_)
    scoring = Scoring(asked, constants.hindsight(), right[read.BASE], right[read.CEILING], column)
    return Audit(
        limits=limits,
        column=value,
        constant=scoring.mean(scoring.constant),
        base=scoring.mean(np.where(column, scoring.base, np.nan)),
        ceiling=scoring.mean(np.where(column, scoring.ceiling, np.nan)),
        systems=(
            *(scoring.blind(name, replies) for name, replies in blind.played(constants).items()),
            *(scoring.reading(name, right[name]) for name in read.SHORTCUTS),
        ),
        questions=leaks.of_questions(worlds, shown.labels),
        utterances=leaks.of_utterances(worlds),
        documents=leaks.of_documents(worlds),
        places=(*places.of_utterances(worlds), *places.of_documents(worlds, limits.head_characters)),
        heads=places.heads(worlds, limits.head_characters),
    )


def figures(found: Audit) -> tuple[Figure, ...]:
    """Of each group the one that is surest to be outside its limit; none of a group that the worlds have nothing of."""
    limits = found.limits
    around = [leak for leak in found.questions if leak.seen not in leaks.LENGTHS]
    # what a question is about says its category and source, and how long it is says no more; not so of its answer
    lengths = [leak for leak in found.questions if leak.seen in leaks.LENGTHS and leak.tells.startswith("answer")]
    abstain = [(own.name, own.abstains) for own in found.systems if own.abstains]
    closed = [(own.name, own.closed) for own in found.systems if own.closed]
    gains = [(own.name, own.gain) for own in found.systems if own.gain]
    groups = (
        ("shortcuts: what id, place or time of a question tell, AUC", _of(around), limits.auc_most),
        ("shortcuts: what the length of a question tells, AUC", _of(lengths), limits.length_auc_most),
        ("shortcuts: evidence utterances told from others, AUC", _of(found.utterances), limits.auc_most),
        ("shortcuts: the document meant told from others, AUC", _of(found.documents), limits.auc_most),
        (
            "shortcuts: evidence in one place, above or below chance",
            [(own.name, own.departure) for own in found.places],
            limits.departure_most,
        ),
        (
            f"shortcuts: document evidence in the first {limits.head_characters} characters of a section",
            [("share of all", found.heads)] if found.heads else [],
            limits.head_share_most,
        ),
        ("shortcuts: no answer told by the question alone, AUC", abstain, limits.auc_most),
        (f"shortcuts: share of the distance that a system closes, {found.column}", closed, limits.closed_most),
        ("shortcuts: F1 above the best constant of each kind", gains, limits.gain_most),
    )
    return tuple(_worst(name, group, most) for name, group, most in groups if group)


Named = tuple[str, Measured]


def _of(found: Iterable[Leak]) -> list[Named]:
    return [(f"{leak.seen}, for {leak.tells}", leak) for leak in found]


def _worst(name: str, group: Sequence[Named], most: float) -> Figure:
    """The one that is furthest outside, all of its interval; if none is, the highest."""

    def badness(own: Measured) -> tuple[float, float]:
        least = own.value if own.low is None else own.low
        return max(0.0, least - most), own.value

    of, own = max(group, key=lambda each: badness(each[1]))
    among = f"; the worst of {len(group)}" if len(group) > 1 else ""
    return Figure(name=name, value=own.value, low=own.low, high=own.high, most=most, told=f"{of}{among}")
