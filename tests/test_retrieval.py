"""Retrieval with the real model, the real SQLite and the real LanceDB; no test here may open a connection."""

import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from microworlds.core import tokens
from microworlds.core.errors import UserError
from microworlds.core.records import Observation, Part
from microworlds.retrieval import bert, embedding, weights
from microworlds.retrieval.bert_model import BertModel
from microworlds.retrieval.chunks import Chunk, Chunking, sections, windows
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.retrieval.encoder import Encoder, _parts
from microworlds.retrieval.index import Index
from microworlds.retrieval.vectors import Vectors

SETTINGS = EmbedderSettings(model="bundled", window=256, precision="fp32")
SHORT = ("What was decided?", "The hearing is on 3 May 2021.", "x", "", "Notice by fax, she said, is notice.")
WORDS = "court lease notice harbour rent judge mill clause tenant owner river deed storm claim pump grain".split()


def prose(words: int, seed: int = 0) -> str:
    """Sentences of invented words: long enough to be read in several windows."""
    draw = random.Random(seed)
    return " ".join(
        " ".join(draw.choice(WORDS) for _ in range(9)).capitalize() + "." for _ in range(max(1, words // 9))
    )


@pytest.fixture(autouse=True, scope="module")
def _no_network():
    """Notes whoever looks up or calls another machine: libraries swallow what is raised in their way."""
    tried = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", lambda *address, **_: tried.append(address) or [])
        patch.setattr(socket.socket, "connect", lambda self, address: tried.append(address))
        yield
    assert tried == []


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("vectors")


@pytest.fixture(scope="module")
def embedder(cache):
    return Embedder(SETTINGS, cache)


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


# --- chunks


def document() -> Observation:
    heading, first, second = "IN THE COURT OF QUILL\n\n", prose(300, 1), prose(120, 2)
    text = f"{heading}{first}\n\n{second}"
    return Observation(
        id="d1",
        kind="document",
        title="4 Quill Reports",
        text=text,
        parts=(
            Part(id="d1-1", start=len(heading), end=len(heading) + len(first), title="Mill v. Pump"),
            Part(id="d1-2", start=len(text) - len(second), end=len(text), title="In re Harbour"),
        ),
    )


def session() -> Observation:
    day = datetime(2024, 3, 5, 10, tzinfo=UTC)
    text = "Ana: We settle.\nBo: By Friday."
    return Observation(
        id="s1",
        kind="session",
        title="Kickoff",
        text=text,
        time=day,
        parts=(
            Part(id="u1", start=5, end=15, speaker="Ana", time=day),
            Part(id="u2", start=20, end=len(text), speaker="Bo"),
        ),
    )


def test_windows_of_a_document_overlap_and_cover_it():
    chunks = list(windows(document(), Chunking(tokens=64, overlap=16)))
    assert chunks[0].span.start == 0
    assert chunks[-1].span.end == len(document().text)
    assert all(chunk.text == document().text[chunk.span.start : chunk.span.end] for chunk in chunks)
    assert all(late.span.start < early.span.end for early, late in pairwise(chunks))
    assert all(tokens.count(chunk.text) <= 65 for chunk in chunks)


@given(st.text("ab cé漢🙂\n“", max_size=60), st.integers(1, 6), st.data())
def test_windows_begin_where_tiktoken_says_that_their_tokens_begin(text, width, data):
    overlap = data.draw(st.integers(0, width - 1))
    ids = tokens.encoding().encode_ordinary(text)
    starts = [*tokens.encoding().decode_with_offsets(ids)[1], len(text)]
    firsts = range(0, max(1, len(ids) - overlap), width - overlap) if ids else ()
    want = [(starts[first], starts[min(first + width, len(ids))]) for first in firsts]
    assert tokens.windows(text, width, overlap) == want


def test_a_window_is_named_after_the_section_in_which_most_of_it_lies():
    for chunk in windows(document(), Chunking(tokens=64, overlap=16)):
        shares = [min(chunk.span.end, part.end) - max(chunk.span.start, part.start) for part in document().parts]
        title = document().parts[shares.index(max(shares))].title
        assert chunk.source == f"4 Quill Reports, {title}"


def test_an_utterance_is_a_chunk_with_its_speaker_and_the_time_of_the_session():
    first, second = sections(session())
    assert (first.text, first.speaker, first.source) == ("We settle.", "Ana", "Kickoff")
    assert (second.text, second.speaker, second.time) == ("By Friday.", "Bo", session().time)
    assert first.passage().speaker == "Ana"


def test_sections_of_a_document_lose_nothing_but_blank_lines():
    chunks = list(sections(document()))
    assert [chunk.source for chunk in chunks] == [
        "4 Quill Reports",
        "4 Quill Reports, Mill v. Pump",
        "4 Quill Reports, In re Harbour",
    ]
    assert "".join("".join(chunk.text.split()) for chunk in chunks) == "".join(document().text.split())


def test_an_observation_without_parts_is_one_section():
    plain = session().model_copy(update={"parts": ()})
    assert [chunk.text for chunk in sections(plain)] == [plain.text]


def test_an_overlap_that_is_not_less_than_the_chunk_is_refused():
    with pytest.raises(ValueError, match="must be less than a chunk"):
        Chunking(tokens=64, overlap=64)


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


# --- vectors kept


def vector(number: float) -> np.ndarray:
    return np.full(384, number, np.float32)


def test_vectors_come_back_bit_by_bit(tmp_path):
    kept = Vectors(tmp_path / "v.sqlite")
    values = {f"text {at}": np.random.default_rng(at).standard_normal(384).astype(np.float32) for at in range(100)}
    kept.put(values)
    got = kept.get([*values, "never put"])
    assert sorted(got) == sorted(values)
    assert all(got[text].tobytes() == values[text].tobytes() for text in values)


@pytest.mark.parametrize("damage", ["cut", "overwritten", "emptied"])
def test_a_damaged_file_is_made_again(tmp_path, damage, capsys):
    path = tmp_path / "v.sqlite"
    kept = Vectors(path)
    kept.put({f"text {at}": vector(at) for at in range(50)})
    whole = path.read_bytes()
    path.write_bytes({"cut": whole[: len(whole) // 2], "overwritten": b"\x07" * len(whole), "emptied": b""}[damage])
    assert len(kept.get([f"text {at}" for at in range(50)])) < 50
    kept.put({"text 1": vector(1)})
    np.testing.assert_array_equal(kept.get(["text 1"])["text 1"], vector(1))


def test_a_row_whose_bytes_changed_counts_as_absent(tmp_path):
    path = tmp_path / "v.sqlite"
    Vectors(path).put({"one": vector(3), "two": vector(5)})
    whole = bytearray(path.read_bytes())
    whole[whole.index(vector(3).tobytes()) + 100] ^= 1
    path.write_bytes(whole)
    assert list(Vectors(path).get(["one", "two"])) == ["two"]


def test_a_folder_that_cannot_be_made_is_an_error_that_says_what_to_do(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="MICROWORLDS_CACHE"):
        Vectors(tmp_path / "file" / "v.sqlite").get(["x"])


_WRITER = """
import sys
import numpy as np
from pathlib import Path
from microworlds.retrieval.vectors import Vectors
path, name, rounds = sys.argv[1:]
for at in range(int(rounds)):
    Vectors(Path(path)).put({f"{name} {at} {n}": np.full(384, at, np.float32) for n in range(20)})
    print(at, flush=True)
"""


def writer(path: Path, name: str, rounds: int) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path), name, str(rounds)], stdout=subprocess.PIPE, text=True
    )


def test_two_processes_write_at_once_and_nothing_is_lost(tmp_path):
    path = tmp_path / "v.sqlite"
    writers = [writer(path, name, 15) for name in ("a", "b")]
    assert [one.wait() for one in writers] == [0, 0]
    wanted = [f"{name} {at} {n}" for name in "ab" for at in range(15) for n in range(20)]
    got = Vectors(path).get(wanted)
    assert len(got) == len(wanted)
    assert all((got[text] == int(text.split()[1])).all() for text in wanted)


_EMBEDDING = """
import sys
from pathlib import Path
import numpy as np
from microworlds.retrieval.embedding import Embedder, EmbedderSettings

class Slow:
    # an encoder that says what it is given and goes on when it is told to
    def windows(self, texts, window):
        return [[[int(text)] * 3] for text in texts]
    def encode(self, windows):
        print(*(ids[0] for ids in windows), flush=True)
        input()
        return np.ones((len(windows), 4), np.float32)

embedder = Embedder(EmbedderSettings(model="bundled", window=256, precision="fp32"), Path(sys.argv[1]))
vars(embedder)["_encoder"] = Slow()
embedder.identity
print("ready", flush=True)
input()
print(*embedder.embed(sys.argv[2:]).shape)
"""


def embedders(folder: Path, *texts: Sequence[str]) -> list[subprocess.Popen]:
    """Processes that are ready to embed texts: each goes on with every line that it is given."""
    command = [sys.executable, "-c", _EMBEDDING, str(folder)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    processes = [subprocess.Popen([*command, *own], **pipes) for own in texts]
    assert [one.stdout.readline() for one in processes] == ["ready\n"] * len(texts)
    return processes


def test_a_process_waits_for_the_texts_that_another_is_embedding_and_for_no_others(tmp_path):
    first, second = embedders(tmp_path, "123", "341")
    first.stdin.write("\n")
    assert first.stdout.readline() == "1 2 3\n"
    second.stdin.write("\n")
    assert second.stdout.readline() == "4\n"
    second.stdin.write("\n")  # it has embedded 4, and waits for 3 and 1
    assert first.communicate("\n")[0] == "3 4\n"
    assert second.communicate()[0] == "3 4\n"


def test_what_a_killed_process_had_begun_to_embed_another_does(tmp_path):
    first, second = embedders(tmp_path, "1", "1")
    first.stdin.write("\n")
    assert first.stdout.readline() == "1\n"
    second.stdin.write("\n")
    time.sleep(0.3)  # it is waiting now, or will find the text unclaimed: both are right
    first.kill()
    first.communicate()
    assert second.communicate("\n")[0] == "1\n1 4\n"


def test_a_writer_killed_in_the_middle_leaves_every_batch_whole_or_absent(tmp_path):
    path = tmp_path / "v.sqlite"
    one = writer(path, "a", 100_000)
    told = [int(one.stdout.readline()) for _ in range(5)]
    one.send_signal(signal.SIGKILL)
    one.wait()
    rounds = [Vectors(path).get([f"a {at} {n}" for n in range(20)]) for at in range(told[-1] + 200)]
    assert all(len(rounds[at]) == 20 for at in told)
    assert {len(batch) for batch in rounds} <= {0, 20}
    Vectors(path).put({"after": vector(1)})
    assert "after" in Vectors(path).get(["after"])


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


@given(st.lists(st.integers(0, 3), min_size=1, max_size=30), st.integers(1, 40))
def test_windows_of_ids_are_equal_and_lose_nothing(ids, room):
    parts = _parts(ids, room)
    assert [id_ for part in parts for id_ in part] == ids
    assert max(map(len, parts)) <= room
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
