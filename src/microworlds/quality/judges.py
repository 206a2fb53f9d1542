"""Judges measured: how far two agree, what one catches of faults put in on purpose, and answers of known labels.

A judge is only believed for what it catches. Nothing is labelled by reading: an item is faulty, an answer right, stale
or wrong, because of how it was made.

Source: MemoryDocDataSet 3.6 (kappa is capped by the base rate), 6.4; Gwet 2008; issue 2, section 3; issue 4, section 2.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean, median
from typing import Protocol, TypeVar

from microworlds.core import seeds, stats
from microworlds.core.records import CalibrationItem, Record

KAPPA_MARKS = (0.40, 0.60, 0.70)
T = TypeVar("T")


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


class Catch(Record):
    """Of faulty items, how many a judge refused; None where it was shown none."""

    caught: int
    shown: int
    rate: float | None


def faulty(
    items: Sequence[T], faults: Mapping[str, Callable[[T], T | None]], rng: random.Random
) -> Iterator[tuple[str, T]]:
    """For each fault its name and an item that has it, where one can: the first in an order that is drawn.

    A fault makes of a sound item one that has the fault, or None where the item cannot have it.
    """
    order = list(items)
    rng.shuffle(order)
    for name, put_in in faults.items():
        changed = next((made for item in order if (made := put_in(item)) is not None), None)
        if changed is not None:
            yield name, changed


def faulty_id(item: str, fault: str) -> str:
    """The id of an item that has a fault: it ends in the fault's name."""
    return f"{item}-{fault}"


def catches(accepted: Iterable[tuple[str, bool]], faults: Iterable[str]) -> dict[str, Catch]:
    """By fault how many a judge refused, of ids of faulty items and whether it accepted each."""
    every = list(accepted)
    found = {}
    for fault in faults:
        labels = [label for item, label in every if item.endswith(faulty_id("", fault))]
        refused = labels.count(False)
        rate = round(refused / len(labels), 4) if labels else None
        found[fault] = Catch(caught=refused, shown=len(labels), rate=rate)
    return found


class Answered(Protocol):
    """A question with its gold answer, of some kind."""

    @property
    def id(self) -> str:
        """The question's."""

    @property
    def answer_kind(self) -> str:
        """What the answer is: a date, an amount, a person ..."""


Q = TypeVar("Q", bound=Answered)


def calibration_items(
    questions: Iterable[Q], sorts: Iterable[str], make: Callable[[str, Q], CalibrationItem | None], each: int, seed: int
) -> Iterator[CalibrationItem]:
    """At most ``each`` of every sort, dealt over the kinds of answer so that none is crowded out.

    ``make`` gives the item of a sort and a question, None where there is none; the order of questions is drawn.
    """
    ordered = sorted(questions, key=lambda own: own.id)
    for sort in sorts:
        rng = seeds.generator(seed, "calibration", sort)
        kinds: dict[str, list[Q]] = defaultdict(list)
        for question in ordered:
            kinds[question.answer_kind].append(question)
        for own in kinds.values():
            rng.shuffle(own)
        yield from _dealt(kinds, partial(make, sort), each)


def _dealt(
    kinds: Mapping[str, Sequence[Q]], make: Callable[[Q], CalibrationItem | None], each: int
) -> Iterator[CalibrationItem]:
    """One of each kind in turn, as long as there are some and more are wanted."""
    waiting = [filter(None, map(make, kinds[kind])) for kind in sorted(kinds)]
    left = each
    while waiting and left:
        for items in list(waiting):
            found = next(items, None)
            if found is None:
                waiting.remove(items)
            elif left:
                left -= 1
                yield found
