"""Text to vectors, each text once and whole.

An encoder reads so many word pieces and no more: all-MiniLM-L6-v2 stops at 512, and by default at 256, while 512
tokens of cl100k_base are more than 512 word pieces in most chunks of legal prose. So a text is read in windows that
follow each other, and its vector is the mean of theirs, weighted by word pieces.

Source: MemoryDocDataSet 5.1; Reimers and Gurevych 2019 (Sentence-BERT).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from microworlds.core import seeds
from microworlds.core.parallel import Waiting, ordered_map, workers
from microworlds.core.records import Record
from microworlds.retrieval import weights
from microworlds.retrieval.recorded_vectors import RecordedVectors
from microworlds.retrieval.vectors import Vectors

if TYPE_CHECKING:
    from microworlds.retrieval.encoder import Encoder

Matrix: TypeAlias = NDArray[np.float32]
# how windows are cut, pooled and computed: a change that changes vectors is a new number
_POOLING = "equal windows, unit vectors, mean by word pieces: 1"
# what a precision's vectors depend on besides: the same rule
_PRECISION = {"fp32": "fp32", "bf16": "bf16, 512 rows or more, slots of 16: 2"}
# most word pieces that one thread works at together: measured best where the processor has 2 MB of cache a core
_BATCH = 1280
# texts that a process claims, makes and keeps together: a killed run loses seconds of work
_KEPT_TOGETHER = 64
# how often to look whether another process has made what it claimed
_LOOK_SECONDS = 0.1
# with fewer batches than this, threads are not worth it
_WORTH_SHARING = 8


class EmbedderSettings(Record):
    """A vector space.

    ``model`` is ``bundled`` (all-MiniLM-L6-v2, nothing is downloaded), a folder, or a name of the Hugging Face hub.
    ``window`` is in word pieces, special tokens included. ``bf16`` multiplies in bfloat16, much faster where
    the processor can.
    """

    model: str = Field(min_length=1)
    window: int = Field(ge=16)
    precision: Literal["fp32", "bf16"]


@dataclass(frozen=True)
class Embedder:
    """Texts to unit vectors, kept in ``cache``; the model is loaded when a text comes that is not there.

    ``recorded`` is a folder of vectors that come first, whatever the processor would make; see ``recorded_vectors``.
    """

    settings: EmbedderSettings
    cache: Path
    recorded: Path | None = None

    @cached_property
    def identity(self) -> str:
        """A digest of all that the vectors depend on."""
        return seeds.digest(self.space, self._recorded.digest) if self._recorded else self.space

    @cached_property
    def space(self) -> str:
        """A digest of what vectors have to have in common to be compared."""
        model = weights.digest(weights.located(self.settings.model))
        return seeds.digest(model, _POOLING, self.settings.window, _PRECISION[self._precision])

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Vectors of the texts in order, ``n_texts x d``, of length 1; at least one text.

        Raises:
            UserError: no such model, or its vectors cannot be kept.
        """
        known = self._recorded.get(texts) if self._recorded else {}
        known |= self._vectors.get([text for text in texts if text not in known])
        while absent := [text for text in dict.fromkeys(texts) if text not in known]:
            # few at a time, so that another process that wants the same texts makes some of them
            with self._vectors.claimed(absent, _KEPT_TOGETHER) as claimed:
                # asked again: before we had the claim, another process may have made them
                known |= self._vectors.get(claimed)
                made = dict(self._made([text for text in claimed if text not in known]))
                if made:
                    self._vectors.put(made)
                    known |= made
            if not claimed:
                time.sleep(_LOOK_SECONDS)
        return np.stack([known[text] for text in texts])

    def _made(self, texts: Sequence[str]) -> Iterator[tuple[str, Matrix]]:
        """New vectors by text, in order."""
        if not texts:
            return
        parts = self._encoder.windows(texts, self.settings.window)
        batches = list(_batches(window for windows in parts for window in windows))
        many = len(batches) >= _WORTH_SHARING
        results = (
            ordered_map(self._encoder.encode, batches, label=None, waiting=Waiting(workers()))
            if many
            else map(self._encoder.encode, batches)
        )
        vectors = (vector for made in results for vector in made)
        for text, windows in zip(texts, parts, strict=True):
            yield text, _pooled(windows, vectors)

    @cached_property
    def _vectors(self) -> Vectors:
        return Vectors(self.cache / f"{self.space[:32]}.sqlite")

    @cached_property
    def _recorded(self) -> RecordedVectors | None:
        return RecordedVectors(self.recorded / f"{self.space[:32]}.safetensors") if self.recorded else None

    @cached_property
    def _encoder(self) -> Encoder:
        # here and not above: importing it takes seconds, which a run that finds all its vectors need not spend
        from microworlds.retrieval.encoder import Encoder

        return Encoder.load(weights.located(self.settings.model), self._precision)

    @cached_property
    def _precision(self) -> Literal["fp32", "bf16"]:
        """What is really computed: bfloat16 only where the processor has it, and what is not is not called so."""
        if self.settings.precision == "bf16":
            from microworlds.retrieval.bert import bfloat16_is_fast

            if bfloat16_is_fast():
                return "bf16"
            print("embedder.precision: this processor has no bfloat16, using fp32", file=sys.stderr, flush=True)
        return "fp32"

    def __reduce__(self) -> tuple[type[Embedder], tuple[EmbedderSettings, Path, Path | None]]:
        # another process loads its own model
        return Embedder, (self.settings, self.cache, self.recorded)


def _pooled(windows: Sequence[list[int]], vectors: Iterator[Matrix]) -> Matrix:
    """The unit vector of a text, given by its windows and theirs, which are the next of ``vectors``."""
    mean = np.sum([len(window) * next(vectors) for window in windows], axis=0)
    unit: Matrix = (mean / np.linalg.norm(mean)).astype(np.float32)
    return unit


def _batches(windows: Iterable[list[int]]) -> Iterator[list[list[int]]]:
    """Windows in order, as many together as have at most ``_BATCH`` word pieces, or one that has more."""
    batch: list[list[int]] = []
    for window in windows:
        if batch and len(window) + sum(map(len, batch)) > _BATCH:
            yield batch
            batch = []
        batch.append(window)
    if batch:
        yield batch
