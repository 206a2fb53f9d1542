"""Sources met before: the same id, the same words, or nearly the same words.

Source: MemoryDocDataSet Appendix A, stage 1 (documents are deduped); A. Broder, On the resemblance and containment of
documents (1997), by way of the library datasketch.
"""

import hashlib
import re
import zlib
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from datasketch import MinHash, MinHashLSH

from microworlds.corpora.records import Source

_WORD = re.compile(r"[^\W_]+")
_SHINGLE = 5
_SAMPLED = 4
# 32 bands of 4 rows find what resembles by a half with probability .87, by seven tenths with .9999
_BANDS = (32, 4)
_PERMUTATIONS = 128


class Seen:
    """What was met so far; ``duplicate`` asks about one more and remembers it."""

    def __init__(self, resemblance: float, shortest: int) -> None:
        """``resemblance`` is the share of 5-word sequences from which two texts count as one (Jaccard, 0..1).

        Texts of fewer than ``shortest`` characters are compared word for word only: orders of a few lines are
        boilerplate and resemble each other without being the same.
        """
        self._resemblance = resemblance
        self._shortest = shortest
        self._ids: set[str] = set()
        self._same: dict[str, str] = {}
        self._sketches: dict[str, MinHash] = {}
        self._index = MinHashLSH(num_perm=_PERMUTATIONS, params=_BANDS)

    def duplicate(self, source: Source) -> str | None:
        """Why the source is a duplicate, or None; only what is none is remembered."""
        if source.id in self._ids:
            return f"a source with the id {source.id} came before"
        text = body(source)
        words = _WORD.findall(text.casefold())
        exact = hashlib.sha256(" ".join(words).encode()).hexdigest()
        if exact in self._same:
            return f"word for word the same as {self._same[exact]}"
        if len(text) >= self._shortest:
            sketch = _sketch(words)
            near = self._nearest(sketch)
            if near is not None:
                return f"about {near[0]:.0%} of its 5-word sequences are those of {near[1]}"
            self._index.insert(source.id, sketch)
            self._sketches[source.id] = sketch
        self._ids.add(source.id)
        self._same[exact] = source.id
        return None

    def _nearest(self, sketch: MinHash) -> tuple[float, str] | None:
        alike = [(self._sketches[key].jaccard(sketch), key) for key in sorted(self._index.query(sketch))]
        alike = [pair for pair in alike if pair[0] >= self._resemblance]
        return max(alike, key=lambda pair: pair[0], default=None)


def body(source: Source) -> str:
    """The text without its heading line, which differs between two printings of the same case."""
    return source.text[source.parts[0].start :] if source.parts else source.text


def _sketch(words: list[str]) -> MinHash:
    # a quarter of the sequences, chosen by their hash, estimates the same share in a quarter of the time
    codes = np.fromiter(map(_code, words), dtype=np.uint64, count=len(words))
    sequences = np.zeros(max(len(words) - _SHINGLE + 1, 0), dtype=np.uint64)
    for offset in range(_SHINGLE):
        # wraps around at 2**64, which is as good a hash as any
        sequences = sequences * np.uint64(0x9E3779B97F4A7C15) + codes[offset : offset + len(sequences)]
    sequences ^= sequences >> np.uint64(29)
    chosen = np.unique(sequences[sequences % np.uint64(_SAMPLED) == 0])
    sketch = _EMPTY.copy()  # its permutations are drawn once
    sketch.update_batch((chosen >> np.uint64(2) & np.uint64(0xFFFFFFFF)).tolist())
    return sketch


_IDENTITY: Callable[[int], int] = int
_EMPTY = MinHash(num_perm=_PERMUTATIONS, hashfunc=_IDENTITY)


@lru_cache(maxsize=1 << 17)
def _code(word: str) -> int:
    return zlib.crc32(word.encode())
