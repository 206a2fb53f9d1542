"""Answers whose label is known, by which a judge of answers is measured: of every sort as many, of all kinds.

Nothing is labelled by reading: an answer is right, stale or wrong because of how it was made.

Source: issue 4, section 2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeVar

from microworlds.core import seeds
from microworlds.core.records import CalibrationItem


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
