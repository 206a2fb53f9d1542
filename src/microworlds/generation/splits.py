"""Which documents and which split a world gets, whatever the number of worlds: 60 hold the first 50 as they were.

Source: MemoryDocDataSet 3.5 and 4.7 (document isolation), Appendix A, stages 2 and 6; issue 2, section 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from microworlds.core import seeds
from microworlds.core.errors import UserError
from microworlds.core.records import Record

SplitName = Literal["train", "val", "test"]
SPLITS: tuple[SplitName, ...] = ("train", "val", "test")

_GOLDEN = 0.6180339887498949


class Spread(Record):
    """Whole numbers with weights: a draw that is even over many worlds, not only on average."""

    least: int = Field(ge=1)
    weights: tuple[Annotated[float, Field(gt=0)], ...] = Field(min_length=1)

    def at(self, position: float) -> int:
        """The value at ``position`` (0..1) of the cumulative weights."""
        total = sum(self.weights)
        for offset, weight in enumerate(self.weights):
            position -= weight / total
            if position < 0:
                return self.least + offset
        return self.least + len(self.weights) - 1


class Ratios(Record):
    """Shares of the worlds; they sum to one."""

    train: float = Field(ge=0, le=1)
    val: float = Field(ge=0, le=1)
    test: float = Field(ge=0, le=1)

    @model_validator(mode="after")
    def _whole(self) -> Ratios:
        if abs(self.train + self.val + self.test - 1) > 1e-9:
            raise ValueError(f"the three must sum to 1, not {self.train + self.val + self.test:g}")
        return self


class ScaleParams(Record):
    """How many worlds; ``max`` is as many as the documents are enough for."""

    worlds: int | Literal["max"] = Field(union_mode="left_to_right")

    @field_validator("worlds")
    @classmethod
    def _positive(cls, worlds: int | str) -> int | str:
        if isinstance(worlds, int) and worlds < 1:
            raise ValueError(f"at least 1 world, not {worlds}")
        return worlds


def even(seed: int, what: str, number: int) -> float:
    """A point in 0..1 for world ``number``: points of successive worlds are spread evenly (golden section)."""
    return (seeds.generator(seed, what).random() + number * _GOLDEN) % 1.0


def rounded_evenly(exact: float, number: int, offset: float) -> int:
    """``exact`` rounded up or down so that the mean over consecutive numbers is exact."""
    position = (offset + number * _GOLDEN) % 1.0
    return int(exact) + (position < exact - int(exact))


def document_count(counts: Spread, seed: int, number: int) -> int:
    """How many documents world ``number`` has, whatever the number of worlds."""
    return counts.at(even(seed, "documents", number))


def documents_needed(counts: Spread, seed: int, worlds: int) -> int:
    """How many documents so many worlds take."""
    return sum(document_count(counts, seed, number) for number in range(worlds))


def worlds_possible(counts: Spread, seed: int, documents: int) -> int:
    """How many worlds so many documents are enough for."""
    worlds = 0
    while documents_needed(counts, seed, worlds + 1) <= documents:
        worlds += 1
    return worlds


def split_of(ratios: Ratios, number: int) -> SplitName:
    """The split of world ``number`` (from 0): each prefix of the worlds is as near to the ratios as can be.

    The first worlds go to test, train and val in turn, so that a small run has something of each that is asked for.
    Departs: the paper shuffles the worlds once; worlds are alike by construction, and this way none changes its
    split when more are made.
    """
    shares: dict[SplitName, float] = {"test": ratios.test, "train": ratios.train, "val": ratios.val}
    taken: Counter[SplitName] = Counter()
    first = [name for name in shares if shares[name] > 0]
    chosen = first[0]
    for made in range(number + 1):
        if made < len(first):
            chosen = first[made]
        else:
            chosen = max(SPLITS, key=lambda name: (shares[name] * (made + 1) - taken[name], name))
        taken[chosen] += 1
    return chosen


def ordered(documents: Sequence[tuple[str, int]], seed: int) -> list[str]:
    """Document ids in the order in which worlds take them: groups in order, shuffled within a group.

    ``documents`` are pairs of id and group. What a growing corpus adds forms later groups, so the order so far stays.
    """
    return [name for name, _ in sorted(documents, key=lambda item: (item[1], seeds.digest(seed, "order", item[0])))]


def allotted(counts: Spread, seed: int, documents: Sequence[tuple[str, int]], worlds: int) -> list[list[str]]:
    """For each world the ids of its documents; no document is in two worlds.

    Raises:
        UserError: there are too few documents (says how many are needed and how many worlds they are enough for).
    """
    order = ordered(documents, seed)
    needed = documents_needed(counts, seed, worlds)
    if needed > len(order):
        raise UserError(
            f"{worlds} worlds need {needed} documents of 20,000-50,000 tokens, and the corpus gave {len(order)}: "
            f"enough for {worlds_possible(counts, seed, len(order))} worlds. Set scale.worlds to that or to max, or "
            "give the corpus more volumes."
        )
    allotment, at = [], 0
    for number in range(worlds):
        count = document_count(counts, seed, number)
        allotment.append(order[at : at + count])
        at += count
    return allotment
