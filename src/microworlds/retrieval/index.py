"""The index: the texts nearest to a question, by exact cosine similarity. The one file that imports lancedb.

A table holds texts in one vector space and is named by a digest of both, so all who index the same texts share it.
It lies in the cache and can be made again at any time: it is built in a temporary folder under a lock, renamed into
place, and opened only if each of its files is what was written.

Source: MemoryDocDataSet 5.1 and 5.2 (cosine similarity, one ranking over all kinds of chunk).
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from microworlds.core import seeds
from microworlds.core.errors import UserError
from microworlds.retrieval.embedding import Embedder

if TYPE_CHECKING:
    from lancedb.table import Table

_TABLE = "chunks"
_SEAL = "seal.json"
# how a table is laid out: a change, or another lancedb, means another name, and old tables are left alone
_LAYOUT = 1
# similarities equal to so many decimals are a tie, which the order of the items breaks: what differs by rounding
# alone (measured: 3e-7 between two ways to compute the same vector) should not depend on luck
_DECIMALS = 6
# asked for beyond k, so that items that tie with the k-th are seen as well
_SPARE = 16


class Indexed(Protocol):
    """What can be indexed: a text, and a word by which a search can leave it out."""

    @property
    def text(self) -> str:
        """What is embedded."""
        ...

    @property
    def kind(self) -> str:
        """A session's or a document's."""
        ...


Item = TypeVar("Item", bound=Indexed)


@dataclass(frozen=True)
class Hit(Generic[Item]):
    """An item found, and the cosine of the angle between it and the query."""

    item: Item
    similarity: float


@dataclass(frozen=True)
class Index(Generic[Item]):
    """Items and their table, a folder of ``cache``, which is made at the first search that does not find it."""

    items: tuple[Item, ...]
    embedder: Embedder
    cache: Path

    def search(self, query: str, k: int, kinds: Collection[str]) -> list[Hit[Item]]:
        """The ``k`` items of these kinds most similar to the query, or all there are, best first, ties in order."""
        if not any(item.kind in kinds for item in self.items):
            return []
        vector = self.embedder.embed([query])[0]
        limit = k + _SPARE
        while True:
            ranked = sorted((-similarity, order) for order, similarity in self._nearest(vector, limit, kinds))
            # that all were seen, or the last one seen is behind the k-th, says that none unseen belongs to the best
            if len(ranked) < limit or ranked[-1][0] > ranked[k - 1][0]:
                return [Hit(self.items[order], -negated) for negated, order in ranked[:k]]
            limit *= 4

    def _nearest(self, vector: NDArray[np.float32], limit: int, kinds: Collection[str]) -> list[tuple[int, float]]:
        """Order and rounded similarity of the nearest, in any order."""
        wanted = ", ".join(f"'{kind}'" for kind in sorted(kinds))
        rows = (
            self._table.search(vector)
            .distance_type("cosine")
            .where(f"kind IN ({wanted})", prefilter=True)
            .select(["order", "vector", "_distance"])
            .limit(limit)
            .to_arrow()
        )
        # computed again in double precision: the table's distances depend on the processor's instructions
        vectors = np.stack(rows["vector"].to_numpy()).astype(np.float64)
        similarities = np.round(vectors @ vector.astype(np.float64), _DECIMALS)
        return list(zip(rows["order"].to_pylist(), similarities.tolist(), strict=True))

    @cached_property
    def _table(self) -> Table:
        """The open table.

        Raises:
            UserError: the cache cannot be written, or the disk is full.
        """
        import lancedb

        folder = self.cache / self._name
        if not _whole(folder):
            try:
                self._build(folder)
            except (OSError, RuntimeError) as error:  # lancedb reports a full disk as a RuntimeError
                raise UserError(
                    f"cannot write the index {folder}: {error}. Free some space or make the folder writable "
                    "(MICROWORLDS_CACHE moves it), then run the same command again."
                ) from error
        return lancedb.connect(folder).open_table(_TABLE)

    @property
    def _name(self) -> str:
        texts = seeds.digest(*(f"{item.kind} {seeds.digest(item.text)}" for item in self.items))
        return seeds.digest(_LAYOUT, version("lancedb"), self.embedder.identity, texts)[:32]

    def _build(self, folder: Path) -> None:
        """Make the table, unless another process has made it meanwhile."""
        import lancedb

        folder.parent.mkdir(parents=True, exist_ok=True)
        vectors = self.embedder.embed([item.text for item in self.items])
        with FileLock(f"{folder}.lock"):
            if _whole(folder):
                return
            temporary = folder.with_name(f"{folder.name}.part")
            # what lies here was damaged, or left by a process that was killed: nobody else can hold the lock
            for remains in (folder, temporary):
                shutil.rmtree(remains, ignore_errors=True)
            lancedb.connect(temporary).create_table(_TABLE, _arrow(self.items, vectors))
            (temporary / _SEAL).write_text(json.dumps(_digests(temporary)), encoding="utf-8")
            temporary.rename(folder)


def _arrow(items: tuple[Item, ...], vectors: NDArray[np.float32]) -> object:
    import pyarrow

    return pyarrow.table(
        {
            "order": pyarrow.array(range(len(items)), pyarrow.int32()),
            "kind": [item.kind for item in items],
            "text": [item.text for item in items],
            "vector": pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(vectors.ravel()), vectors.shape[1]),
        }
    )


def _whole(folder: Path) -> bool:
    """Whether the table is there and each of its files is as it was written."""
    try:
        written = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(written == _digests(folder))


def _digests(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != _SEAL)
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
