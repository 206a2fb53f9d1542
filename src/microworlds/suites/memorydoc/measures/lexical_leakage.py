"""Whether a question leads to its document by itself, and how far its words overlap with its evidence.

A Hybrid question must not: BM25 with the question alone may pick the right document little more often than chance.
Dense retrieval is measured where its vectors are made, by the document accuracy of RAG-Doc.

Source: MemoryDocDataSet 3.4; issue 2, section 3; exomem's withdrawn comparison (overlap flatters retrieval).
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

import bm25s
import numpy as np

from microworlds.core.parallel import ordered_map
from microworlds.core.records import Record
from microworlds.core.text import paragraphs, stems
from microworlds.suites.memorydoc.world import SOURCES, QAPair
from microworlds.suites.memorydoc.world_bundle import Judged

_PASSAGE_STEMS = 350  # about a 512-token chunk


class Leading(Record):
    """By source: mean overlap, and for those that read documents how often BM25 picks a right one, beside chance."""

    overlap: dict[str, float]
    bm25_document: dict[str, float]
    chance: dict[str, float]
    n: dict[str, int]


class _Picked(Record):
    source: str
    right: bool
    chance: float


def leading(worlds: Sequence[Judged]) -> Leading:
    """The figures of all worlds together; BM25 is asked answerable questions only."""
    overlaps: dict[str, list[float]] = defaultdict(list)
    for item in worlds:
        for pair in item.questions.pairs:
            if pair.adversarial_type is None:
                overlaps[pair.source].append(overlap(pair))
    picked = [pick for picks in ordered_map(picks_of, worlds, label="bm25") for pick in picks]
    asked = [source for source in SOURCES if any(pick.source == source for pick in picked)]

    def mean(source: str, name: str) -> float:
        return round(fmean(float(getattr(pick, name)) for pick in picked if pick.source == source), 4)

    return Leading(
        overlap={source: round(fmean(values), 4) for source, values in sorted(overlaps.items())},
        bm25_document={source: mean(source, "right") for source in asked},
        chance={source: mean(source, "chance") for source in asked},
        n={source: sum(pick.source == source for pick in picked) for source in asked},
    )


def overlap(pair: QAPair) -> float:
    """Share of the question's distinct stems that stand in its evidence."""
    asked = set(stems(pair.question))
    return len(asked & set(stems(" ".join(piece.text for piece in pair.evidence)))) / max(1, len(asked))


def picks_of(item: Judged) -> list[_Picked]:
    """For each answerable question that reads documents whether the best passage lies in one of them."""
    passages = [(document.id, window) for document in item.bundle.documents for window in _windows(document.text)]
    index = bm25s.BM25()
    index.index([list(window) for _, window in passages], show_progress=False)
    documents = [document.id for document in item.bundle.documents]
    picks = []
    for pair in item.questions.pairs:
        meant = {piece.span.observation for piece in pair.evidence} & set(documents)
        if pair.adversarial_type is None and meant:
            ranked = index.get_scores(stems(pair.question))
            right = passages[int(np.argmax(ranked))][0] in meant
            picks.append(_Picked(source=pair.source, right=right, chance=len(meant) / len(documents)))
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
