"""The nearest vectors, in the real LanceDB."""

import json
import resource
import subprocess
import sys
from contextlib import contextmanager

import numpy as np
import pytest

from microworlds.core.errors import UserError
from microworlds.retrieval.chunks import Chunk
from microworlds.retrieval.index import Index
from microworlds.retrieval.vectors import Vectors
from tests.retrieval_texts import cache_fixture, embedder_fixture, no_network_fixture, prose, vector  # noqa: F401 (fixtures)

# --- index


def chunk(at: int, text: str, kind: str = "document") -> Chunk:
    return Chunk.model_validate(
        {"span": {"observation": "o", "start": at, "end": at + 1}, "kind": kind, "text": text, "source": "o"}
    )


@pytest.fixture(scope="module")
def items() -> tuple[Chunk, ...]:
    texts = [prose(12, seed) for seed in range(60)]
    return tuple(chunk(at, text, "session" if at % 6 else "document") for at, text in enumerate(texts))


def ids(hits) -> list[int]:
    return [hit.item.span.start for hit in hits]


@pytest.mark.parametrize("kinds", [["session"], ["document"], ["session", "document"]])
def test_a_search_finds_the_most_similar_of_the_kinds_asked_for(tmp_path, embedder, items, kinds):
    query = "Which notice did the tenant of the mill send?"
    hits = Index(items, embedder, tmp_path).search(query, 7, kinds)
    vectors = embedder.embed([item.text for item in items]).astype(np.float64)
    similarity = vectors @ embedder.embed([query])[0]
    best = sorted((at for at, item in enumerate(items) if item.kind in kinds), key=lambda at: (-similarity[at], at))
    assert ids(hits) == best[:7]
    np.testing.assert_allclose([hit.similarity for hit in hits], similarity[best[:7]], atol=1e-6)


def test_equal_texts_rank_in_order_even_where_they_are_more_than_are_asked_for(tmp_path, embedder):
    same = tuple(chunk(at, "Thanks, that works." if at != 40 else "The mill.") for at in range(90))
    index = Index(same, embedder, tmp_path)
    assert ids(index.search("Thanks", 5, ["document"])) == [0, 1, 2, 3, 4]
    assert ids(index.search("The mill", 3, ["document"])) == [40, 0, 1]


class Backwards(Index[Chunk]):
    """An index whose table breaks ties the wrong way round, as a table may."""

    def _nearest(self, vector, limit, kinds):
        return sorted(super()._nearest(vector, 1000, kinds), key=lambda found: (-found[1], -found[0]))[:limit]


def test_which_of_equal_texts_are_found_is_not_left_to_the_table(tmp_path, embedder):
    same = tuple(chunk(at, "Thanks, that works.") for at in range(90))
    assert ids(Backwards(same, embedder, tmp_path).search("Thanks", 5, ["document"])) == [0, 1, 2, 3, 4]


def test_a_search_for_more_than_there_is_gives_all(tmp_path, embedder, items):
    assert len(Index(items, embedder, tmp_path).search("rent", 1000, ["document"])) == 10


def test_an_index_of_nothing_finds_nothing(tmp_path, embedder, items):
    assert Index((), embedder, tmp_path).search("rent", 3, ["document"]) == []
    assert Index(items[1:3], embedder, tmp_path).search("rent", 3, ["document"]) == []


def test_a_table_is_made_once_for_the_same_texts_and_anew_for_others(tmp_path, embedder, items):
    for some in (items, items, items[:-1], tuple(reversed(items))):
        Index(some, embedder, tmp_path).search("rent", 1, ["document"])
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == 3


@pytest.mark.parametrize("damage", ["*.lance", "*.manifest", "seal.json"])
def test_a_damaged_or_missing_file_means_the_table_is_made_again(tmp_path, embedder, items, damage):
    before = ids(Index(items, embedder, tmp_path).search("rent", 5, ["session"]))
    file = next(path for path in tmp_path.rglob(damage) if path.is_file())
    file.write_bytes(file.read_bytes()[:-40])
    assert ids(Index(items, embedder, tmp_path).search("rent", 5, ["session"])) == before
    file = next(path for path in tmp_path.rglob(damage) if path.is_file())
    file.unlink()
    assert ids(Index(items, embedder, tmp_path).search("rent", 5, ["session"])) == before


def test_what_a_killed_builder_left_is_in_nobodys_way(tmp_path, embedder, items):
    index = Index(items, embedder, tmp_path)
    left = tmp_path / f"{index._name}.part" / "chunks.lance"
    left.mkdir(parents=True)
    (left / "half").write_text("x")
    assert len(index.search("rent", 5, ["session"])) == 5
    assert not left.exists()


@contextmanager
def full_disk():
    """Files cannot grow beyond 64 kB, as if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_an_error_that_says_what_to_do_and_leaves_nothing_half_written(tmp_path, embedder, items):
    index = Index(items, embedder, tmp_path / "indexes")
    embedder.embed([*(item.text for item in items), "rent"])
    with full_disk(), pytest.raises(UserError, match=r"cannot write the index .* \(MICROWORLDS_CACHE"):
        index.search("rent", 3, ["session"])
    vectors = Vectors(tmp_path / "v.sqlite")
    with full_disk(), pytest.raises(UserError, match=r"cannot use the vectors kept .* \(MICROWORLDS_CACHE"):
        vectors.put({f"text {at}": vector(at) for at in range(50)})
    assert len(index.search("rent", 3, ["session"])) == 3
    assert vectors.get([f"text {at}" for at in range(50)]) == {}


_SEARCHER = """
import json, sys
from pathlib import Path
from microworlds.retrieval.chunks import Chunk
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.retrieval.encoder import Encoder, _parts
from microworlds.retrieval.index import Index
given, cache, folder = map(Path, sys.argv[1:])
items = tuple(Chunk.model_validate(one) for one in json.loads(given.read_text()))
embedder = Embedder(EmbedderSettings(model="bundled", window=256, precision="fp32"), cache)
for at in range(-1, 25):
    hits = Index(items, embedder, folder / f"{at} {at < 0 and id(items)}").search("rent", 5, ["document"])
    if at < 0:  # all is imported, both processes go on together
        print("ready", flush=True)
        input()
    print(*(hit.item.span.start for hit in hits))
"""


def test_two_processes_build_the_same_index_at_once(tmp_path, embedder, cache):
    items = [chunk(at, prose(12, at)) for at in range(40)]
    embedder.embed([*(item.text for item in items), "rent"])
    (tmp_path / "items").write_text(json.dumps([item.model_dump() for item in items]))
    command = [sys.executable, "-c", _SEARCHER, str(tmp_path / "items"), str(cache), str(tmp_path / "indexes")]
    pair = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [one.stdout.readline() for one in pair] == ["ready\n", "ready\n"]
    for one in pair:
        one.stdin.write("\n")
        one.stdin.flush()
    said = [one.communicate()[0].splitlines() for one in pair]
    assert [one.returncode for one in pair] == [0, 0]
    assert said[0] == said[1]
    assert len(said[0]) == 26
    assert len(set(said[0])) == 1
    assert not list(tmp_path.rglob("*.part"))
