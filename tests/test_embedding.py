"""Texts as vectors, by the real model."""

import os
import subprocess
import sys

import numpy as np
import pytest
import torch

from microworlds.core import tokens
from microworlds.core.errors import UserError
from microworlds.retrieval import bert, embedding, weights
from microworlds.retrieval.bert import BertModel
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.retrieval.encoder import Encoder
from tests.retrieval_texts import SETTINGS, cache_fixture, embedder_fixture, no_network_fixture, prose  # noqa: F401 (fixtures)

SHORT = ("What was decided?", "The hearing is on 3 May 2021.", "x", "", "Notice by fax, she said, is notice.")


@pytest.fixture(scope="module")
def encoder(embedder):
    return embedder._encoder


def test_nothing_heavy_is_imported_before_it_is_used():
    script = (
        "import sys, microworlds.systems.rag, microworlds.systems.memory, microworlds.systems.truncated\n"
        "print({'torch', 'lancedb', 'sentence_transformers', 'transformers'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


# --- embedding


@pytest.fixture(scope="module")
def theirs():
    from microworlds.retrieval.sentence_model import SentenceModel

    return SentenceModel.load(weights.located("bundled"), half=False)


def test_vectors_of_short_texts_are_those_of_sentence_transformers(embedder, theirs):
    theirs = theirs.model.encode(list(SHORT), normalize_embeddings=True, show_progress_bar=False)
    assert np.sum(embedder.embed(SHORT) * theirs, axis=1).min() > 0.99999


def test_a_chunk_is_read_to_its_last_sentence(embedder, encoder):
    start = prose(700)
    whole, changed = f"{start} The fine is nine hundred dollars.", f"{start} The bees are asleep at night."
    assert tokens.count(whole) > 512
    first, second = encoder.windows([whole, changed], 256)
    assert first[:-1] == second[:-1]  # only the last window can tell them apart
    one, other = embedder.embed([whole, changed])
    assert float(one @ other) < 0.9999  # the same text computed in two ways agrees to 0.999999


def test_a_vector_is_the_mean_of_its_windows_by_word_pieces(embedder, encoder):
    text = prose(500)
    ((*parts,),) = encoder.windows([text], 256)
    assert len(parts) > 1
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    mean = sum(len(part) * encoder.encode([part])[0] for part in parts)
    np.testing.assert_allclose(embedder.embed([text])[0], mean / np.linalg.norm(mean), atol=1e-6)


def test_windows_laid_end_to_end_give_what_the_models_own_forward_pass_gives(encoder, theirs):
    slow = Encoder.of(theirs)
    texts = [*SHORT, prose(400), "Çà et là: the “naïve” café, 北京.\n\tUNBROKEN" + "x" * 300]
    windows = encoder.windows(texts, 256)
    assert slow.windows(texts, 256) == windows
    assert (slow.before, slow.after, slow.model.limit) == (encoder.before, encoder.after, encoder.model.limit)
    parts = [part for text in windows for part in text]
    assert np.abs(encoder.encode(parts) - slow.encode(parts)).max() < 1e-6


@pytest.fixture(scope="module")
def halved():
    """The same encoder in bfloat16; it can be computed anywhere, if slowly."""
    return Encoder.load(weights.located("bundled"), "bf16")


@pytest.mark.parametrize("precision", ["encoder", "halved"])
def test_a_vector_does_not_depend_on_the_batch_it_came_in(precision, request):
    encoder = request.getfixturevalue(precision)
    parts = [part for text in encoder.windows([*SHORT, prose(900), prose(90, 1)], 256) for part in text]
    together = encoder.encode(parts)
    alone = np.concatenate([encoder.encode([part]) for part in parts])
    backwards = encoder.encode(parts[::-1])[::-1]
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(together, backwards)
    np.testing.assert_array_equal(encoder.encode(parts * 3)[len(parts) : 2 * len(parts)], together)


def test_rows_that_fill_up_a_window_are_not_read(encoder, halved):
    parts = [part for text in encoder.windows(["The rent is due.", prose(30), prose(100)], 256) for part in text]
    assert any(len(part) % 16 for part in parts)
    assert np.sum(halved.encode(parts) * encoder.encode(parts), axis=1).min() > 0.9995


def test_windows_go_together_in_order_until_they_have_too_many_word_pieces(monkeypatch):
    monkeypatch.setattr(embedding, "_BATCH", 10)
    windows = [[1] * count for count in (4, 6, 1, 12, 3, 3, 3, 3)]
    assert [list(map(len, batch)) for batch in embedding._batches(windows)] == [[4, 6], [1], [12], [3, 3, 3], [3]]


def test_vectors_are_in_the_order_of_the_texts_whatever_was_known_and_however_many_threads(
    tmp_path, encoder, monkeypatch
):
    texts = [prose(60, seed) for seed in range(30)]
    monkeypatch.setattr(embedding, "_BATCH", 128)  # many batches of little text
    monkeypatch.setenv("MICROWORLDS_WORKERS", "3")
    many = Embedder(SETTINGS, tmp_path / "many")
    vars(many)["_encoder"] = encoder  # loading it again would take seconds
    many.embed(texts[12:16])
    got = many.embed([*texts, texts[0]])
    monkeypatch.setenv("MICROWORLDS_WORKERS", "1")
    one = Embedder(SETTINGS, tmp_path / "one")
    vars(one)["_encoder"] = encoder
    np.testing.assert_array_equal(got[:-1], one.embed(texts))
    np.testing.assert_array_equal(got[0], got[-1])


def test_what_is_known_is_not_computed_again_and_needs_no_model(embedder, cache):
    before = embedder.embed(SHORT)
    again = Embedder(SETTINGS, cache)
    np.testing.assert_array_equal(again.embed(SHORT), before)
    assert "_encoder" not in vars(again)


def test_each_setting_that_changes_vectors_changes_their_identity(cache):
    spaces = {
        Embedder(SETTINGS.model_copy(update=change), cache).identity
        for change in ({}, {"window": 128}, {"window": 512}, {"precision": "bf16"})
    }
    assert len(spaces) == (4 if bert.bfloat16_is_fast() else 3)


def test_bfloat16_where_the_processor_has_none_is_float32_and_is_not_called_otherwise(
    embedder, cache, monkeypatch, capsys
):
    monkeypatch.setattr(bert, "bfloat16_is_fast", lambda: False)
    assert Embedder(SETTINGS.model_copy(update={"precision": "bf16"}), cache).identity == embedder.identity
    assert "no bfloat16, using fp32" in capsys.readouterr().err


@pytest.mark.skipif(not bert.bfloat16_is_fast(), reason="this processor has no bfloat16")
def test_bfloat16_differs_from_float32_by_little(embedder, tmp_path):
    texts = [*SHORT, prose(400)]
    half = Embedder(SETTINGS.model_copy(update={"precision": "bf16"}), tmp_path)
    similarity = np.sum(half.embed(texts) * embedder.embed(texts), axis=1)
    assert 0.999 < similarity.min() < similarity.max() < 1.0001
    assert not np.array_equal(half.embed(texts), embedder.embed(texts))


def test_a_bert_with_mean_pooling_is_read_from_its_files_however_it_was_saved(tmp_path, theirs, encoder):
    theirs.model.save(str(tmp_path), create_model_card=False)
    again = Encoder.load(tmp_path, "fp32")
    assert isinstance(again.model, BertModel)
    parts = again.windows([prose(100)], 256)[0]
    np.testing.assert_array_equal(again.encode(parts), encoder.encode(parts))
    pooling = tmp_path / "1_Pooling" / "config.json"
    pooling.write_text(pooling.read_text().replace('"mean"', '"cls"'))
    assert BertModel.read(tmp_path, torch.float32) is None


def test_the_bundled_model_is_computed_without_the_libraries_that_load_any_model(tmp_path):
    script = (
        "import sys\nfrom pathlib import Path\nfrom microworlds.retrieval.embedding import Embedder, EmbedderSettings\n"
        "settings = EmbedderSettings(model='bundled', window=256, precision='fp32')\n"
        "Embedder(settings, Path(sys.argv[1])).embed(['A lease.'])\n"
        "print({'sentence_transformers', 'transformers', 'torch'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == "{'torch'}\n"


def test_a_model_of_another_architecture_and_pooling_is_used_as_it_is(tmp_path):
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Pooling, Transformer
    from transformers import BertTokenizerFast, DistilBertConfig, DistilBertModel

    config = DistilBertConfig(dim=32, hidden_dim=64, n_layers=1, n_heads=2, max_position_embeddings=64)
    DistilBertModel(config).save_pretrained(tmp_path / "plain")
    BertTokenizerFast.from_pretrained(weights.located("bundled")).save_pretrained(tmp_path / "plain")
    word = Transformer(str(tmp_path / "plain"))
    theirs = SentenceTransformer(modules=[word, Pooling(32, pooling_mode="cls")], device="cpu")
    theirs.save(str(tmp_path / "model"), create_model_card=False)
    settings = EmbedderSettings(model=str(tmp_path / "model"), window=64, precision="fp32")
    ours = Embedder(settings, tmp_path / "cache")
    assert not isinstance(ours._encoder.model, BertModel)
    want = theirs.encode(list(SHORT), normalize_embeddings=True, show_progress_bar=False)
    assert np.abs(ours.embed(SHORT) - want).max() < 1e-6
    assert ours.embed([prose(300)]).shape == (1, 32)
    with pytest.raises(UserError, match="at most 64"):
        Embedder(settings.model_copy(update={"window": 65}), tmp_path / "cache").embed(["new"])


def test_a_model_of_the_hub_is_found_by_its_name(tmp_path, embedder):
    kept = tmp_path / "hub" / "models--somebody--mini"
    (kept / "refs").mkdir(parents=True)
    (kept / "refs" / "main").write_text("0" * 40)
    (kept / "snapshots").mkdir()
    (kept / "snapshots" / ("0" * 40)).symlink_to(weights.located("bundled"), target_is_directory=True)
    script = "from microworlds.retrieval import weights as w; print(w.digest(w.located('somebody/mini')))"
    env = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == weights.digest(weights.located("bundled"))


def test_a_model_that_is_nowhere_is_an_error_that_says_so(cache):
    script = "from microworlds.retrieval.weights import located; located('nobody/has-this')"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "HF_HUB_OFFLINE": "1"}, capture_output=True, text=True
    )
    assert "UserError: embedder.model 'nobody/has-this': no folder of that name" in done.stderr
