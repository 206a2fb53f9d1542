"""Faults put into sound items on purpose: a judge is only believed for what it catches.

Source: issue 2, section 3 (verdicts); MemoryDocDataSet 6.4 (limits of LLM judges).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from microworlds.core.records import Record

T = TypeVar("T")


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
