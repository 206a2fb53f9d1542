"""Vectors that lie in the project, of the texts that the default run embeds: it is quick, and ranks alike everywhere.

What a processor computes differs from another's in the last digits, and so may what is found. A safetensors file a
vector space: ``keys``, the first 64 bits of each text's digest, in order, and ``vectors``, a row each, as float16.

``python -m microworlds.retrieval.recorded_vectors VECTORS.sqlite FOLDER`` records all that a run has kept in its cache;
docs/extending.md says how such a cache is made.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from microworlds.core import jsonl, seeds, stage
from microworlds.core.errors import UserError, run

FOLDER = Path("data/raw/vectors")
Vector = NDArray[np.float32]
_DIGITS = 16  # of a text's digest, in hexadecimal


@dataclass(frozen=True)
class RecordedVectors:
    """The recorded vectors of one space; none if there is no such file."""

    path: Path

    @cached_property
    def digest(self) -> str:
        """What tells these vectors from others; empty if there are none."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest() if self.path.is_file() else ""

    def get(self, texts: Iterable[str]) -> dict[str, Vector]:
        """The unit vectors of those texts that are there, by text.

        Raises:
            UserError: the file is damaged.
        """
        if not self.path.is_file():
            return {}
        keys, vectors = _read(self.path)
        wanted = list(dict.fromkeys(texts))
        sought = np.array([int(seeds.digest(text)[:_DIGITS], 16) for text in wanted], dtype=np.uint64)
        places = np.minimum(np.searchsorted(keys, sought), len(keys) - 1)
        rows = vectors[places].astype(np.float64)
        unit = (rows / np.sqrt((rows * rows).sum(axis=1, keepdims=True))).astype(np.float32)
        found = (keys[places] == sought).tolist()
        return {text: vector for text, vector, there in zip(wanted, unit, found, strict=True) if there}


@cache
def _read(path: Path) -> tuple[NDArray[np.uint64], NDArray[np.float16]]:
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        tensors = load_file(path)
        return tensors["keys"], tensors["vectors"]
    except (SafetensorError, KeyError, OSError) as error:
        raise UserError(
            f"{path} holds no vectors: {error}. Restore it (`git checkout {path}`), or remove it: they are made again."
        ) from error


def record(kept: Path, folder: Path) -> Path:
    """Write all vectors of a file of the cache into a folder; the file that was made.

    Raises:
        UserError: there is no such file, or no vector in it.
    """
    from safetensors.numpy import save_file

    if not kept.is_file():
        raise UserError(f"{kept}: there is no such file. Give one of the cache's `vectors` (docs/extending.md).")
    with closing(sqlite3.connect(f"{kept.resolve().as_uri()}?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT key, vector FROM vectors ORDER BY key").fetchall()
    if not rows:
        raise UserError(f"{kept}: there is no vector in it.")
    keys = np.array([int(key[:_DIGITS], 16) for key, _ in rows], dtype=np.uint64)
    vectors = np.stack([np.frombuffer(blob, "<f4") for _, blob in rows]).astype(np.float16)
    out = folder / f"{kept.stem}.safetensors"
    with jsonl.replacing(out) as part:
        save_file({"keys": keys, "vectors": vectors}, part)
    return out


def main() -> None:
    """A file of the cache in, a file of recorded vectors out."""
    kept, folder = stage.paths("cache", "folder")
    print(record(kept, folder))


if __name__ == "__main__":
    run(main)
