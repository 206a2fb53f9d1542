"""The benchmark of speed, each part at a tiny size: that it measures what it says. No time is asserted."""

import re
import subprocess
import sys
from datetime import UTC, datetime

import numpy as np
import pytest
from benchmarks.speed import embedding, latency, machine, nearest, reporting, scaling
from benchmarks.speed.material import Invented, by_words, chunks, directions, many, release, worlds

from microworlds.core import caches, jsonl
from microworlds.core.records import (
    Answer,
    Ask,
    Episode,
    Evidence,
    Gold,
    Observation,
    Observe,
    Part,
    Question,
    Score,
    Span,
)
from microworlds.retrieval.bert import bfloat16_is_fast
from tests.closure import ROOT

NOW = datetime(2024, 5, 6, tzinfo=UTC)
TOPICS = ("orchard", "harbour", "tannery", "quarry")


def world(number, split):
    """A document of twelve sections and a session; a question about each of them."""
    topic = TOPICS[number]
    said = [f"The {topic} survey cost {number + 4} thousand dollars.", "Please bring the maps along to the meeting."]
    notes, parts = "", []
    for at, words in enumerate(said):
        parts.append(Part(id=f"u{at}", start=len(notes) + 6, end=len(notes) + 6 + len(words), speaker="Ines", time=NOW))
        notes += f"Ines: {words}\n"
    filler = " ".join(
        f"Paragraph {at} of the {topic} file concerns drainage, fences and item {at}." for at in range(40)
    )
    fact = f"The judge fined the {topic} owner nine hundred dollars."
    page = f"{filler} {fact} {filler}"
    observed = [
        Observation(id=f"w{number}-s1", kind="session", title="Call", text=notes, time=NOW, parts=tuple(parts)),
        Observation(id=f"w{number}-d1", kind="document", title=f"{topic} file", text=page),
    ]
    evidence = {
        "hybrid": (observed[1], page.index(fact), page.index(fact) + len(fact)),
        "chat_only": (observed[0], parts[0].start, parts[0].end),
    }
    asked = {
        "hybrid": f"What did the judge fine the {topic} owner?",
        "chat_only": f"What did the {topic} survey cost?",
    }
    steps = [Observe(observation=one.id) for one in observed]
    gold = []
    for source, text in asked.items():
        one, start, end = evidence[source]
        steps.append(Ask(question=Question(id=f"w{number}-{source}", text=text, asked_at=NOW)))
        proof = Evidence(span=Span(observation=one.id, start=start, end=end), text=one.text[start:end])
        labels = {
            "world": f"w{number}", "source": source, "category": "single_hop", "difficulty": "easy", "split": split,
        }  # fmt: skip
        gold.append(Gold(question=f"w{number}-{source}", answer="x", answerable=True, evidence=(proof,), labels=labels))
    return Episode(id=f"w{number}", steps=tuple(steps)), observed, gold


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A release of two worlds to train on and one of each other split."""
    path = tmp_path_factory.mktemp("release")
    placed = {"train": (0, 1), "val": (2,), "test": (3,)}
    made = {split: [world(number, split) for number in numbers] for split, numbers in placed.items()}
    for split, own in made.items():
        jsonl.write(path / f"{split}.episodes.jsonl", [episode for episode, _, _ in own])
        jsonl.write(path / f"{split}.gold.jsonl", [one for _, _, gold in own for one in gold])
    jsonl.write(path / "observations.jsonl", [one for own in made.values() for _, seen, _ in own for one in seen])
    return path


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path / "cache"))


def cells(table):
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


# --- what is measured on


def test_copies_of_worlds_have_ids_of_their_own_and_their_evidence_where_it_was(folder):
    own = many(worlds(folder), 10)
    ids = [one.id for _, observed, _ in own for one in observed]
    assert (len(own), len(set(ids))) == (10, len(ids))
    texts = {one.id: one.text for _, observed, _ in own for one in observed}
    assert len(set(texts.values())) == len(texts)
    for episode, observed, gold in own:
        assert set(episode.observed) == {one.id for one in observed}
        assert [one.question for one in gold] == [question.id for question in episode.questions]
        pieces = [piece for one in gold for piece in one.evidence]
        assert all(texts[piece.span.observation][piece.span.start : piece.span.end] == piece.text for piece in pieces)
    assert many(worlds(folder), 3) == worlds(folder)[:3]


def test_worlds_written_as_a_release_are_read_back(folder, tmp_path):
    own = many(worlds(folder), 6)
    release(tmp_path, own)
    assert worlds(tmp_path, ["test"]) == [(episode, list(observed), list(gold)) for episode, observed, gold in own]


def test_a_vector_by_words_is_nearest_to_that_of_the_text_it_comes_from(folder):
    texts = [chunk.text for _, observed, _ in worlds(folder) for chunk in chunks(observed)]
    vectors = np.stack([by_words(text) for text in texts])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    found = int(np.argmax(vectors @ by_words("What did the judge fine the quarry owner?")))
    assert "fined the quarry owner" in texts[found]
    np.testing.assert_array_equal(by_words(""), by_words(""))


def test_an_embedder_by_words_keeps_its_vectors_where_the_real_one_looks_for_them(tmp_path):
    invented = Invented(embedding.settings("fp32"), tmp_path)
    texts = ["The mill burned down.", "The pump works again."]
    np.testing.assert_array_equal(invented.embed(texts), np.stack([by_words(text) for text in texts]))
    real = embedding.Embedder(embedding.settings("fp32"), tmp_path)
    np.testing.assert_array_equal(real.embed(texts), invented.embed(texts))


# --- the parts


def test_sentence_transformers_reads_the_word_pieces_that_ours_reads(folder):
    encoder = embedding._encoder("fp32")
    texts = [chunk.text for _, observed, _ in worlds(folder) for chunk in chunks(observed)]
    found = embedding.windows(encoder, texts)
    assert max(map(len, found)) > 1
    for text, own in zip(texts, found, strict=True):
        assert own[0][0].startswith(text.lstrip()[:20])
        assert own[-1][0].endswith(text.rstrip()[-20:])
        read = [len(ids) for ids in encoder.model.pieces([part for part, _ in own], marked=True)]
        assert read == [pieces for _, pieces in own]


def test_embedders_race_over_the_same_chunks_and_agree(folder):
    blocks = list(embedding.tables(folder, sample=3, repetitions=1, number=2))
    rows = {row[0]: row for row in cells(blocks[1])[2:]}
    assert list(rows)[:2] == [embedding.THEIRS, "ours, fp32"]
    assert float(rows["ours, fp32"][4]) > 0.99999
    assert rows[embedding.THEIRS][2] == "1.00 (1.00-1.00)"
    if not bfloat16_is_fast():
        return
    assert 0.999 < float(rows["ours, bf16"][4]) < 0.9999999
    first = {row[0]: row for row in cells(blocks[3])[2:]}
    assert list(first) == [f"recall@{k}" for k in embedding.DEPTHS]
    assert {row[1] for row in first.values()} == {"2"}  # one of each world is about a document
    deep = first["recall@10"]
    assert len(blocks) == 8
    assert deep[2:6] == ["1.0000", "1.0000", "+0.0000 [+0.0000, +0.0000]", "0"]
    assert list(caches.folder("vectors").glob("*.sqlite"))  # vectors for recall are kept with all others


def test_recall_counts_each_piece_of_evidence_that_a_chunk_of_the_first_k_overlaps(folder):
    own = worlds(folder, ["train"])
    texts = [chunk for _, observed, _ in own for chunk in chunks(observed)]
    first, second = embedding.asked(own, texts)
    for one in (first, second):
        (places,) = one.wanted
        assert places
        assert all("The judge fined" in texts[at].text or "nine hundred" in texts[at].text for at in places)
        assert embedding._share(one, places) == 1
        assert embedding._share(one, set(range(len(texts))) - places) == 0
    assert (first.world, second.world, second.evidence) == (
        "w0",
        "w1",
        "The judge fined the harbour owner nine hundred dollars.",
    )


@pytest.mark.parametrize("name", ["rag_both", "long_context"])
def test_a_question_is_timed_with_all_worlds_in_one_memory_and_no_size_that_would_take_too_long(
    folder, name, monkeypatch
):
    monkeypatch.setattr(latency, "_LIMIT", 0.0)
    (table,) = latency.tables(folder, names=[name], sizes=[2, 6], most=1)
    timed, left_out = cells(table)[2:]
    assert (timed[0], left_out) == (f"{name}, 2", [f"{name}, 6", *["-"] * 8])
    assert bool(timed[1]) == (name == "rag_both")  # only one of the two finds
    assert float(timed[3]) > 0
    assert int(timed[5]) >= 1
    assert float(timed[8].replace(",", "")) > 100


def test_every_system_of_the_benchmark_is_a_recipe(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert list(latency.recipes(latency.SYSTEMS)) == list(latency.SYSTEMS)


def test_every_way_to_search_but_quantised_ones_finds_the_same_ten():
    centres = directions(40, 384, 99)
    rows = nearest.cell(centres, centres[:5], 3000, 3000)
    recall = {row[0].removeprefix("3,000: "): float(row[5]) for row in rows}
    exact = ["product, in memory", "product, memory-mapped", "LanceDB, exact"]
    assert [recall[name] for name in exact] == [1.0, 1.0, 1.0]
    assert recall["LanceDB, IVF_PQ"] <= recall["LanceDB, IVF_PQ, 10 times refined"] <= 1
    assert 0 < recall["LanceDB, HNSW"] <= 1
    indexed = [row for row in rows if "IVF" in row[0] or "HNSW" in row[0]]
    assert all(float(row[2].replace(",", "")) > 0 for row in indexed)


def test_vectors_drawn_are_unit_vectors_near_a_centre():
    centres = directions(5, 384, 99)
    (block,) = nearest.drawn(centres, 200)
    near = (block @ centres.T).max(axis=1)
    assert 0.8 < near.min() < near.max() < 0.97
    assert block.shape == (200, 384)


def test_the_slope_of_a_power_is_its_exponent_with_an_interval_around_it():
    sizes = [10, 20, 50, 100]
    slope, low, high = scaling.exponent(sizes, [3 * size**1.5 for size in sizes])
    assert (round(slope, 6), round(low, 6), round(high, 6)) == (1.5, 1.5, 1.5)
    slope, low, high = scaling.exponent(sizes, [11, 19, 52, 97])
    # reference: scipy.stats.linregress of the logarithms, and its slope's 95% interval
    assert (round(slope, 4), round(low, 4), round(high, 4)) == (0.9664, 0.7927, 1.14)


def test_the_stages_are_watched_over_more_and_more_worlds(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    own = many(worlds(folder), 5)
    scaling.prepared(tmp_path, own)
    figures = scaling.measured(tmp_path, own)
    assert list(figures) == ["answers, s", "answers, CPU s", "answers, MB", "scores, s", "scores, CPU s", "scores, MB"]
    assert min(figures.values()) > 0
    answers = list(jsonl.read(tmp_path / "answers" / "rag_both.jsonl", Answer))
    assert [one.question for one in answers] == [question.id for episode, _, _ in own for question in episode.questions]
    assert len(list(jsonl.read(tmp_path / "scores.jsonl", Score))) == 20  # of the system, and of the ceiling


def test_scoring_and_the_report_are_measured_over_invented_questions(tmp_path):
    row = [float(cell.replace(",", "")) for cell in reporting.measured(tmp_path / "run", 60)]
    assert row[0] == 60
    assert min(row[2], row[4]) > 50  # MB
    scored = list(jsonl.read(tmp_path / "run" / "scores.jsonl", Score))
    assert len(scored) == 60 * (len(reporting.SYSTEMS) + 1)
    # two files of questions, two or more of texts, the list and the page
    assert row[7] == len([path for path in (tmp_path / "run/report").rglob("*") if path.is_file()]) >= 6
    observations = {own.id: own.text for own in jsonl.read(tmp_path / "run/release/observations.jsonl", Observation)}
    size = sum(map(len, observations.values())) / 3
    assert 400_000 < size < 600_000  # a world of memorydoc
    for gold in jsonl.read(tmp_path / "run/release/test.gold.jsonl", Gold):
        assert all(observations[own.span.observation][own.span.start :].startswith(own.text) for own in gold.evidence)


def test_a_stage_that_fails_is_an_error_and_no_time(tmp_path):
    with pytest.raises(SystemExit, match="no such thing"):
        scaling.watched(tmp_path, [sys.executable, "-c", "import sys; sys.exit('no such thing')"])


def test_a_process_of_its_own_gives_its_result_and_its_own_peak():
    _, idle = machine.apart(_filled, 1)
    count, peak = machine.apart(_filled, 300)
    assert count == 300_000_000
    assert idle + 250 < peak < idle + 400


def _filled(megabytes):
    return int(np.ones(megabytes * 1_000_000, np.uint8).sum())


def test_the_machine_is_described_with_its_versions_and_load():
    said = machine.described()
    assert re.search(r"\d+ cores, \d+ GB of memory, .*Python 3\.11\.\d+, torch 2\.\S+, .*load \d+\.\d \(1 min\)", said)


def test_a_part_that_there_is_not_is_an_error_that_names_those_there_are():
    done = subprocess.run([sys.executable, "-m", "benchmarks.speed", "size"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (
        2,
        "error: no part 'size': there are embedding, latency, nearest, reporting, scaling.\n",
    )
