"""The ten nearest of many vectors: LanceDB, exact and with an index, against a plain matrix product.

Vectors are drawn around those of real chunks, queries are real questions. The exact LanceDB search is the one of
``retrieval.index``: cosine, with the filter on kinds, ten and sixteen more.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import torch
from benchmarks.speed import machine
from benchmarks.speed.embedding import settings
from benchmarks.speed.material import WIDTH, chunks, directions, worlds

from microworlds.core import caches
from microworlds.retrieval.embedding import Embedder, Matrix

K = 10
SPARE = 16
QUERIES = 30
NOISE = 0.5  # its length beside a chunk's vector of length 1: a cosine of 0.89 to that chunk
BLOCK = 10_000

Search = Callable[[Matrix], Sequence[int]]


@dataclass(frozen=True)
class Way:
    """One way to search: what it took to make, and how."""

    name: str
    build: float
    disk: float
    search: Search


def drawn(centres: Matrix, number: int) -> Iterator[Matrix]:
    """``number`` unit vectors around the centres, in blocks."""
    for start in range(0, number, BLOCK):
        rows = min(BLOCK, number - start)
        near = np.random.default_rng(start).integers(len(centres), size=rows)
        block = centres[near] + NOISE * directions(rows, WIDTH, start + 1)
        yield block / np.linalg.norm(block, axis=1, keepdims=True)


def product(matrix: Matrix, query: Matrix) -> list[int]:
    """The rows most similar to the query, by one product and a partial sort."""
    scores = matrix @ query
    top = np.argpartition(-scores, min(K, len(scores) - 1))[:K]
    return [int(at) for at in top[np.argsort(-scores[top])]]


def lance(table: Any, query: Matrix, refine: int | None = None, exact: bool = False) -> list[int]:
    """The rows that LanceDB finds."""
    search = table.search(query).distance_type("cosine").where("kind IN ('document', 'session')", prefilter=True)
    search = search.bypass_vector_index() if exact else search
    search = search.refine_factor(refine) if refine else search
    found: list[int] = search.select(["order", "_distance"]).limit(K + SPARE).to_arrow()["order"].to_pylist()[:K]
    return found


def ways(folder: Path, centres: Matrix, number: int, hnsw_most: int) -> Iterator[Way]:
    """All of them, over ``number`` vectors; the exact product first."""
    matrix = np.empty((number, WIDTH), np.float32)
    seconds = machine.seconds(lambda: [_put(matrix, at, block) for at, block in enumerate(drawn(centres, number))])
    np.save(folder / "matrix.npy", matrix)
    mapped = np.load(folder / "matrix.npy", mmap_mode="r")
    yield Way("product, in memory", 0.0, 0.0, partial(product, matrix))
    yield Way("product, memory-mapped", 0.0, _megabytes(folder), partial(product, mapped))
    import lancedb

    made: list[Any] = []
    store = folder / "lance"
    seconds = machine.seconds(lambda: made.append(_table(lancedb.connect(store), matrix)))
    (table,) = made
    yield Way("LanceDB, exact", seconds, _megabytes(store), partial(lance, table, exact=True))
    if number < 10 * 256:  # fewer than a codebook is trained on
        return
    before = _megabytes(store)
    parts = max(2, int(number**0.5))
    seconds = machine.seconds(
        lambda: table.create_index(
            metric="cosine", index_type="IVF_PQ", num_partitions=parts, num_sub_vectors=WIDTH // 8, replace=True
        )
    )
    disk = _megabytes(store) - before
    yield Way("LanceDB, IVF_PQ", seconds, disk, partial(lance, table))
    yield Way("LanceDB, IVF_PQ, 10 times refined", seconds, disk, partial(lance, table, refine=10))
    if number > hnsw_most:
        return
    before = _megabytes(store)
    seconds = machine.seconds(lambda: table.create_index(metric="cosine", index_type="IVF_HNSW_SQ", replace=True))
    yield Way("LanceDB, HNSW", seconds, _megabytes(store) - before, partial(lance, table))


def _put(matrix: Matrix, at: int, block: Matrix) -> None:
    matrix[at * BLOCK : at * BLOCK + len(block)] = block


def _table(store: Any, matrix: Matrix) -> Any:
    import pyarrow

    data = pyarrow.table(
        {
            "order": pyarrow.array(range(len(matrix)), pyarrow.int32()),
            "kind": ["document" if at % 20 else "session" for at in range(len(matrix))],
            "vector": pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(matrix.ravel()), WIDTH),
        }
    )
    return store.create_table("chunks", data)


def _megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def cell(centres: Matrix, queries: Matrix, number: int, hnsw_most: int) -> list[list[str]]:
    """A row for each way: seconds to make, megabytes, milliseconds of a query, recall@10 of the exact ten."""
    torch.set_num_threads(1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        right: list[Sequence[int]] = []
        for way in ways(Path(folder), centres, number, hnsw_most):
            way.search(queries[0])
            found, times = _asked(way.search, queries)
            right = right or found
            share = np.mean([len(set(a) & set(b)) / K for a, b in zip(found, right, strict=True)])
            rows.append(
                [
                    f"{number:,}: {way.name}", f"{way.build:.1f}", f"{way.disk:,.0f}", f"{median(times):.2f}",
                    f"{machine.p95(times):.2f}", f"{share:.3f}",
                ]
            )  # fmt: skip
    return rows


def _asked(search: Search, queries: Matrix) -> tuple[list[Sequence[int]], list[float]]:
    """What is found for each query, and the milliseconds that takes."""
    found: list[Sequence[int]] = []
    times = [1000 * machine.seconds(lambda query=query: found.append(search(query))) for query in queries]  # type: ignore[misc]
    return found, times


def tables(
    release: Path, *, sizes: Sequence[int] = (1_000, 100_000, 1_000_000), number: int = 4, hnsw_most: int = 100_000
) -> Iterator[str]:
    """A table over all sizes; each size in a process of its own."""
    own = worlds(release, ["train"])[:number]
    embedder = Embedder(settings("fp32"), caches.folder("vectors"))
    centres = embedder.embed([chunk.text for _, observed, _ in own for chunk in chunks(observed)])
    queries = embedder.embed([q.text for episode, _, _ in own for q in episode.questions][:QUERIES])
    rows = []
    peaks = []
    for size in sizes:
        made, peak = machine.apart(cell, centres, queries, size, hnsw_most)
        rows += made
        peaks.append(f"{size:,}: {peak:,.0f} MB")
    yield machine.table(["chunks", "build, s", "disk, MB", "query, ms", "p95", "recall@10"], rows)
    yield f"{len(queries)} queries. Peak memory of the process that measures, vectors in it: {'; '.join(peaks)}."
