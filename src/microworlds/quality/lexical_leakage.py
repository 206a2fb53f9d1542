"""Whether a question leads to its document by itself, and how far its words overlap with its evidence.

A question that is to be understood by something else first must not: BM25 with the question alone may pick the right
document little more often than chance. Dense retrieval is measured where its vectors are made, by document accuracy.

Source: MemoryDocDataSet 3.4; issue 2, section 3; exomem's withdrawn comparison (overlap flatters retrieval).
"""

import functools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import bm25s
import numpy as np

from microworlds.core.parallel import ordered_map
from microworlds.core.records import Evidence, Observation, Record
from microworlds.core.text import stems

_PASSAGE_STEMS = 350  # about a 512-token chunk


@dataclass(frozen=True)
class LabelledQuestion:
    """A question that has an answer, its evidence, and the label under which it is counted."""

    label: str
    text: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class LibraryWorld:
    """The documents of a world, among which the right one is to be picked, and its answerable questions."""

    documents: tuple[Observation, ...]
    questions: tuple[LabelledQuestion, ...]


class Leakage(Record):
    """By label: mean overlap, and for those that read documents how often BM25 picks a right one, beside chance."""

    overlap: dict[str, float]
    bm25_document: dict[str, float]
    chance: dict[str, float]
    n: dict[str, int]


def leakage(worlds: Sequence[LibraryWorld], labels: Sequence[str]) -> Leakage:
    """The figures of all worlds together; what BM25 picks is told in the order of ``labels``."""
    overlaps: dict[str, list[float]] = defaultdict(list)
    for world in worlds:
        for question in world.questions:
            overlaps[question.label].append(overlap(question))
    picked: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for picks in ordered_map(_picks, worlds, label="bm25"):
        for label, right, chance in picks:
            picked[label].append((right, chance))
    picking = {label: picked[label] for label in labels if label in picked}
    return Leakage(
        overlap={label: round(fmean(values), 4) for label, values in sorted(overlaps.items())},
        bm25_document={label: round(fmean(right for right, _ in own), 4) for label, own in picking.items()},
        chance={label: round(fmean(chance for _, chance in own), 4) for label, own in picking.items()},
        n={label: len(own) for label, own in picking.items()},
    )


def overlap(question: LabelledQuestion) -> float:
    """Share of the question's distinct stems that stand in its evidence."""
    own = set(stems(question.text))
    return len(own & set(stems(" ".join(piece.text for piece in question.evidence)))) / max(1, len(own))


def _picks(world: LibraryWorld) -> list[tuple[str, bool, float]]:
    """Of each question that reads documents its label, whether the best passage lies in one, and the chance of it."""
    passages = [(document.id, window) for document in world.documents for window in _windows(document.text)]
    index = bm25s.BM25()
    index.index([list(window) for _, window in passages], show_progress=False)
    documents = {document.id for document in world.documents}
    picks = []
    for question in world.questions:
        meant = {piece.span.observation for piece in question.evidence} & documents
        if meant:
            ranked = index.get_scores(stems(question.text))
            right = passages[int(np.argmax(ranked))][0] in meant
            picks.append((question.label, right, len(meant) / len(documents)))
    return picks


@functools.cache
def _windows(text: str) -> tuple[tuple[str, ...], ...]:
    """A document in runs of so many stems, the last of what is left."""
    found = stems(text)
    return tuple(tuple(found[start : start + _PASSAGE_STEMS]) for start in range(0, len(found), _PASSAGE_STEMS))
