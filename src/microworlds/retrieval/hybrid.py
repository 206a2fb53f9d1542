"""Lexical and dense retrieval together, over single chunks, windows of neighbours, and what lies around them.

Each chunk gets six standings towards a question: BM25 of the chunk with the one before it, of a wider window, and of
its whole observation; cosine of its nearest sentence, and of the window's mean vector; and the cues of ``cues``. Each
is standardised over the chunks of one kind, so that turns and document windows can be ranked together although one
text is fifty times the other; then they are added with a weight each. No training and no language model.

Source: issue 4, section 1; field notes E4 (hybrids, windows, session evidence). DESIGN 7.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from microworlds.core.records import Record
from microworlds.core.text import sentences
from microworlds.retrieval import cues
from microworlds.retrieval.chunks import Chunk
from microworlds.retrieval.embedding import Embedder, Matrix
from microworlds.retrieval.lexical import Bm25, Lexical, Postings, Scores, best, terms


class Weights(Record):
    """What each standing counts for, in standard deviations of the lexical one, which counts for 1.

    ``speaker``, ``reply``, ``moment`` and ``date`` are added where the cue is there: see ``cues``.
    """

    dense: float = Field(ge=0)
    speaker: float = Field(ge=0)
    reply: float = Field(ge=0)
    moment: float = Field(ge=0)
    date: float = Field(ge=0)


class HybridSettings(Record):
    """``reach``: how many neighbours on each side are in a window."""

    bm25: Bm25
    reach: int = Field(ge=0)
    weights: Weights


EXAMPLE = HybridSettings(
    bm25=Bm25(k1=1.5, b=0.75), reach=2, weights=Weights(dense=1, speaker=1, reply=1, moment=1, date=4)
)


@dataclass(frozen=True)
class Signals:
    """The standings of ``n`` chunks of one kind towards one question, each of mean 0 over them.

    ``lexical`` (``3 x n``) and ``dense`` (``2 x n``) have a standard deviation of 1.
    """

    lexical: NDArray[np.float64]
    dense: NDArray[np.float64]
    speaker: Scores
    reply: Scores
    moment: Scores
    date: Scores

    def score(self, weights: Weights) -> Scores:
        """The weighted sum."""
        total: Scores = self.lexical.mean(axis=0) + weights.dense * self.dense.mean(axis=0)
        total += weights.speaker * self.speaker + weights.reply * self.reply
        total += weights.moment * self.moment + weights.date * self.date
        return total


class KindIndex:
    """The chunks of one kind, neighbours beside each other."""

    def __init__(self, chunks: Sequence[Chunk], embedder: Embedder, settings: HybridSettings) -> None:
        self._chunks = chunks
        self._embedder = embedder
        self._settings = settings
        # in a document a person's name is a word like others
        self._names = cues.names(chunks)

    def signals(self, question: str) -> Signals:
        """How every chunk stands towards the question."""
        asked = terms(question, self._names)
        vector = self._embedder.embed([cues.nameless(question, self._names)])[0]
        moment = self._times if cues.asks_when(question) else np.zeros(len(self._chunks))
        return Signals(
            lexical=np.stack([_standard(index.scores(asked)[at]) for index, at in self._lexical]),
            dense=np.stack([_standard(self._nearest_sentence(vector)), _standard(self._windows @ vector)]),
            speaker=_centred(cues.speaker(question, self._chunks)),
            reply=_centred(self._replies),
            moment=_centred(moment),
            date=_centred(cues.dated(question, self._chunks)),
        )

    def _nearest_sentence(self, vector: Matrix) -> Scores:
        """The cosine of each chunk's sentence that is nearest to the question."""
        vectors, starts = self._sentences
        return np.maximum.reduceat(vectors @ vector.astype(np.float64), starts)

    @cached_property
    def _lexical(self) -> list[tuple[Lexical, NDArray[np.int64]]]:
        """Three indexes, each with the position in it of every chunk: with the one before, window, observation."""
        own = [terms(chunk.text, self._names) for chunk in self._chunks]
        each = range(len(own))
        whole = [(first, last) for first, last in dict.fromkeys(self._bounds)]
        place = {bounds: at for at, bounds in enumerate(whole)}
        widths = ([self._around(at, 1, 0) for at in each], [self._around(at, *self._reach) for at in each], whole)
        positions = (np.array(each), np.array(each), np.array([place[bounds] for bounds in self._bounds]))
        return [
            (Lexical([Postings([t for text in own[a:b] for t in text] for a, b in spans)], self._settings.bm25), at)
            for spans, at in zip(widths, positions, strict=True)
        ]

    @cached_property
    def _sentences(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Unit vectors of all sentences, and where each chunk's begin. What is no speech is not cut further."""
        pieces = [_sentences(chunk) for chunk in self._chunks]
        starts = np.cumsum([0, *(len(own) for own in pieces[:-1])])
        return self._embedder.embed([text for own in pieces for text in own]).astype(np.float64), starts

    @cached_property
    def _windows(self) -> NDArray[np.float64]:
        """The direction of the mean vector of each chunk's window (``n x d``)."""
        vectors = self._embedder.embed([chunk.text for chunk in self._chunks]).astype(np.float64)
        means = np.stack([vectors[slice(*self._around(at, *self._reach))].mean(0) for at in range(len(vectors))])
        unit: NDArray[np.float64] = means / np.linalg.norm(means, axis=1, keepdims=True)
        return unit

    @cached_property
    def _bounds(self) -> list[tuple[int, int]]:
        """For each chunk, first and past the last of its observation."""
        bounds: list[tuple[int, int]] = []
        for _, group in groupby(self._chunks, key=lambda chunk: chunk.span.observation):
            count = sum(1 for _ in group)
            bounds += [(len(bounds), len(bounds) + count)] * count
        return bounds

    @cached_property
    def _replies(self) -> Scores:
        return cues.reply(self._chunks)

    @cached_property
    def _times(self) -> Scores:
        return cues.tells_time(self._chunks)

    @property
    def _reach(self) -> tuple[int, int]:
        return self._settings.reach, self._settings.reach

    def _around(self, at: int, before: int, after: int) -> tuple[int, int]:
        """First and past the last of a chunk's neighbours in its observation."""
        first, last = self._bounds[at]
        return max(first, at - before), min(last, at + after + 1)


@dataclass(frozen=True)
class HybridIndex:
    """All chunks, in the order of the episode."""

    chunks: tuple[Chunk, ...]
    embedder: Embedder
    settings: HybridSettings

    def search(self, question: str, k: int, kinds: Collection[str]) -> list[Chunk]:
        """The ``k`` best chunks of these kinds, or all there are, best first, ties in order."""
        wanted = [at for at, chunk in enumerate(self.chunks) if chunk.kind in kinds]
        scores = np.full(len(self.chunks), -np.inf)
        for kind in sorted({self.chunks[at].kind for at in wanted}):
            index, places = self._kinds[kind]
            scores[places] = index.signals(question).score(self.settings.weights)
        return [self.chunks[at] for at in best(scores, min(k, len(wanted)))]

    @cached_property
    def _kinds(self) -> dict[str, tuple[KindIndex, list[int]]]:
        """An index for each kind, and where its chunks stand among all."""
        places: dict[str, list[int]] = {}
        for at, chunk in enumerate(self.chunks):
            places.setdefault(chunk.kind, []).append(at)
        return {
            kind: (KindIndex([self.chunks[at] for at in own], self.embedder, self.settings), own)
            for kind, own in places.items()
        }


def _sentences(chunk: Chunk) -> list[str]:
    if chunk.kind != "session":
        return [chunk.text]
    return [chunk.text[start:end] for start, end in sentences(chunk.text)]


def _centred(values: Scores) -> Scores:
    centred: Scores = values - values.mean()
    return centred


def _standard(values: Scores) -> Scores:
    """Mean 0 and standard deviation 1; all 0 if all are the same."""
    spread = values.std()
    centred = _centred(values)
    return centred / spread if spread > 1e-9 else centred
