"""Vectors that lie in the project come first, and are those of the model."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from microworlds.core.errors import UserError
from microworlds.retrieval.embedding import Embedder
from microworlds.retrieval.recorded_vectors import FOLDER, RecordedVectors, record
from microworlds.retrieval.vectors import Vectors
from tests.retrieval_texts import SETTINGS, cache_fixture, embedder_fixture, no_network_fixture, vector  # noqa: F401

ROOT = Path(__file__).parent.parent


def recorded(folder: Path, embedder: Embedder, **made: np.ndarray) -> Path:
    """A folder with these vectors, by text."""
    kept = folder / f"{embedder.space[:32]}.sqlite"
    Vectors(kept).put(made)
    return record(kept, folder / "recorded").parent


def test_what_is_recorded_comes_first_at_length_one_and_the_rest_is_made(tmp_path, embedder):
    folder = recorded(tmp_path, embedder, lease=vector(3.0), notice=vector(1.0))
    own = Embedder(SETTINGS, tmp_path / "own", folder)
    vars(own)["_encoder"] = embedder._encoder
    got = own.embed(["notice", "A lease.", "lease", "notice"])
    np.testing.assert_array_equal(got[[0, 2, 3]], np.full((3, 384), 384**-0.5, np.float32))
    np.testing.assert_array_equal(got[1:2], embedder.embed(["A lease."]))
    assert set(Vectors(tmp_path / "own" / f"{own.space[:32]}.sqlite").get(["lease", "A lease."])) == {"A lease."}


def test_an_index_of_other_recorded_vectors_is_another(tmp_path, embedder):
    one = Embedder(SETTINGS, tmp_path, recorded(tmp_path / "one", embedder, lease=vector(1.0)))
    other = Embedder(SETTINGS, tmp_path, recorded(tmp_path / "other", embedder, notice=vector(1.0)))
    none = Embedder(SETTINGS, tmp_path, tmp_path / "none")
    assert len({one.identity, other.identity, none.identity}) == 3
    assert one.space == other.space == none.space == embedder.identity
    assert none.embed(["A lease."]).shape == (1, 384)


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "space.safetensors"
    path.write_bytes(b"no tensors")
    with pytest.raises(UserError, match=f"{path} holds no vectors.*git checkout"):
        RecordedVectors(path).get(["lease"])


def test_what_cannot_be_recorded_is_named(tmp_path):
    with pytest.raises(UserError, match="there is no such file"):
        record(tmp_path / "none.sqlite", tmp_path)
    Vectors(tmp_path / "empty.sqlite").put({})
    with pytest.raises(UserError, match="there is no vector in it"):
        record(tmp_path / "empty.sqlite", tmp_path)
    assert not list(tmp_path.glob("*.safetensors"))


def test_those_of_the_project_are_what_the_model_makes(embedder):
    lines = (ROOT / "data/raw/memorydoc/written/question.jsonl").read_text(encoding="utf-8").splitlines()
    questions = {own["item"]: own["written"]["question"] for own in map(json.loads, lines) if own["written"]}
    kept = RecordedVectors(ROOT / FOLDER / f"{embedder.space[:32]}.safetensors").get(questions.values())
    worlds = Counter(item.partition("-")[0] for item, text in questions.items() if text in kept)
    assert sorted(worlds.values())[-8:] == [20] * 8  # of the test split
    assert len(kept) < 170  # others ask the same, or are what somebody says in a conversation
    some = list(kept)[::40]
    likeness = np.sum(embedder.embed(some) * np.stack([kept[text] for text in some]), axis=1)
    assert likeness.min() > 0.99999
