"""Whether a question leads to its document by itself, and how far its words overlap with its evidence.

A question that is to be understood by something else first must not: BM25 with the question alone may pick the right
document little more often than chance. Dense retrieval is measured where its vectors are made, by document accuracy.

Source: MemoryDocDataSet 3.4; issue 2, section 3; exomem's withdrawn comparison (overlap flatters retrieval).
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import bm25s
import numpy as np

from microworlds.core.parallel import ordered_map
from microworlds.core.records import Evidence, Observation, Record
from microworlds.core.text import paragraphs, stems

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


class _Picked(Record):
    label: str
    right: bool
    chance: float


def leakage(worlds: Sequence[LibraryWorld], labels: Sequence[str]) -> Leakage:
    """The figures of all worlds together; what BM25 picks is told in the order of ``labels``."""
    overlaps: dict[str, list[float]] = defaultdict(list)
    for world in worlds:
        for question in world.questions:
            overlaps[question.label].append(overlap(question))
    picked = [pick for picks in ordered_map(_picks, worlds, label="bm25") for pick in picks]
    picking = [label for label in labels if any(pick.label == label for pick in picked)]

    def mean(label: str, name: str) -> float:
        return round(fmean(float(getattr(pick, name)) for pick in picked if pick.label == label), 4)

    return Leakage(
        overlap={label: round(fmean(values), 4) for label, values in sorted(overlaps.items())},
        bm25_document={label: mean(label, "right") for label in picking},
        chance={label: mean(label, "chance") for label in picking},
        n={label: sum(pick.label == label for pick in picked) for label in picking},
    )


def overlap(question: LabelledQuestion) -> float:
    """Share of the question's distinct stems that stand in its evidence."""
    own = set(stems(question.text))
    return len(own & set(stems(" ".join(piece.text for piece in question.evidence)))) / max(1, len(own))


def _picks(world: LibraryWorld) -> list[_Picked]:
    """For each question that reads documents whether the best passage lies in one of them."""
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
            picks.append(_Picked(label=question.label, right=right, chance=len(meant) / len(documents)))
    return picks


@functools.cache
def _windows(text: str) -> tuple[tuple[str, ...], ...]:
    """A document in runs of whole paragraphs of about so many stems."""
    windows: list[tuple[str, ...]] = []
    current: list[str] = []
    for start, end in paragraphs(text):
        current += stems(text[start:end])
        while len(current) >= _PASSAGE_STEMS:
            windows.append(tuple(current[:_PASSAGE_STEMS]))
            current = current[_PASSAGE_STEMS:]
    if current:
        windows.append(tuple(current))
    return tuple(windows)
