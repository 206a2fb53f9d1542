"""Formats: a release of an earlier one is read as one of today's, and a file of a later one is refused by what reads it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import polars
import pytest

import microworlds
from microworlds.browse import human_annotations, library
from microworlds.core import canary, formats, migration, private_seed
from microworlds.core.errors import UserError
from microworlds.core.manifest import FORMAT, digest
from microworlds.core.records import Gold
from microworlds.core.value_types import format_date
from microworlds.evaluation import tables
from microworlds.llm import archive
from microworlds.llm.store import Store
from microworlds.publishing import diff, opening, parquet, version_manifest
from microworlds.publishing.exports.base import export
from microworlds.suites.imported import importing
from microworlds.systems.external import External
from tests import releasing

DECISION = Path("docs/decisions/0008-formats-have-versions.md")
LATER = r"made by a later microworlds: {} of format {}, and this one reads up to {}\. Install a newer one"


@pytest.fixture(autouse=True)
def _cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    return releasing.made(tmp_path_factory.mktemp("formats") / "memorydoc", 3)


@pytest.fixture
def early(original, tmp_path):
    return as_format_1(original, tmp_path / "early")


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def as_format_1(release, folder):
    """The release as the first builds wrote it: the speaker's name in the words, the day in the title, no version."""
    shutil.copytree(release, folder)
    sessions = {item["id"]: item for item in lines(folder / "observations.jsonl") if item["kind"] == "session"}
    heads = {
        (name, part["start"]): len(f"{part['speaker']}: ") for name, item in sessions.items() for part in item["parts"]
    }
    days = {name: f", {format_date(datetime.fromisoformat(item['time']).date())}" for name, item in sessions.items()}

    def back(own, name=None):
        if isinstance(own, list):
            return [back(item, name) for item in own]
        if not isinstance(own, dict):
            return own
        if "text" in own and "span" in own:
            span = own["span"]
            text = sessions.get(span["observation"], {"text": ""})["text"]
            head = heads.get((span["observation"], span["start"]), 0)
            own = own | {"text": text[span["start"] - head : span["start"]] + own["text"]}
        made = {key: back(value, own.get("id", name)) for key, value in own.items()}
        if "start" in own:
            made["start"] -= heads.get((own.get("observation", name), own["start"]), 0)
        if own.get("id") in days:
            made["title"] += days[own["id"]]
        return made

    def part(own, name):
        return own | {"start": own["start"] - heads.get((name, own["start"]), 0)}

    for path in sorted(folder.glob("*.jsonl")):
        made = [back({key: value for key, value in own.items() if key != "aliases"}) for own in lines(path)]
        if path.name == "observations.jsonl":
            raw = {own["id"]: own for own in lines(path)}
            made = [own | {"parts": [part(one, own["id"]) for one in raw[own["id"]]["parts"]]} for own in made]
        path.write_text("".join(json.dumps(own) + "\n" for own in made))
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["format"]
    (folder / "manifest.json").write_text(json.dumps(manifest | {"version": None}))
    releasing.reseal(folder)
    return folder


def by_hand(folder):
    """A release of format 1 of another suite: one session of two turns, one document, one question."""
    folder.mkdir()
    span = {"observation": "s1", "start": 19, "end": 37}
    files = {
        "observations.jsonl": [
            {
                "id": "s1", "kind": "session", "title": "The kiln, May 8, 2022", "time": "2022-05-08T13:56:00Z",
                "text": "Ada: What happened?\nBo: The kiln broke.",
                "parts": [
                    {"id": "s1-1", "start": 0, "end": 19, "speaker": "Ada"},
                    {"id": "s1-2", "start": 20, "end": 39, "speaker": "Bo"},
                ],
            },
            {"id": "d1", "kind": "document", "title": "Kilns", "text": "Bo: a name.", "parts": [{"id": "d1-1", "start": 0, "end": 11}]},
        ],
        "test.episodes.jsonl": [
            {"id": "w", "steps": [{"observation": "s1"}, {"observation": "d1"},
             {"question": {"id": "q", "text": "What broke?", "asked_at": "2023-01-01T00:00:00Z"}}]},
        ],
        "test.gold.jsonl": [
            {
                "question": "q", "answer": "the kiln", "answerable": True, "labels": {"category": "single_hop"},
                "evidence": [{"span": span | {"start": 20, "end": 39}, "text": "Bo: The kiln broke."},
                             {"span": {"observation": "d1", "start": 0, "end": 11}, "text": "Bo: a name."}],
            },
        ],
    }  # fmt: skip
    for name, rows in files.items():
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = {"suite": "locomo", "files": {name: digest(folder / name) for name in files}}
    (folder / "manifest.json").write_text(json.dumps(told))
    return folder


def test_a_release_of_format_1_is_read_as_it_would_be_written_today(tmp_path):
    folder = by_hand(tmp_path / "release")
    before = {path.name: digest(path) for path in folder.iterdir()}
    with pytest.warns(UserWarning, match=r"is of format 1, and is read as format 4: ids are as they were"):
        loaded = microworlds.load("locomo", source=folder)
    session, document = loaded.observations
    assert (session.title, document.title) == ("The kiln", "Kilns")
    assert [session.text[part.start : part.end] for part in session.parts] == ["What happened?", "The kiln broke."]
    (gold,) = loaded.gold
    assert [piece.text for piece in gold.evidence] == ["The kiln broke.", "Bo: a name."]
    for piece in gold.evidence:
        text = loaded.observations[piece.span.observation].text
        assert text[piece.span.start : piece.span.end] == piece.text
    assert loaded.manifest.format == FORMAT == 4
    assert {path.name: digest(path) for path in folder.iterdir()} == before


def without_names(one):
    """A gold without further forms of its answer: those of an earlier format lack the names that a world has in full."""
    return one.model_copy(update={"aliases": ()}) if isinstance(one, Gold) else one


def test_a_release_of_format_1_loads_as_the_same_records_as_one_of_today(original, early):
    today = microworlds.load("memorydoc", source=original)
    assert lines(early / "observations.jsonl") != lines(original / "observations.jsonl")
    with pytest.warns(UserWarning, match="format 1"):
        loaded = microworlds.load("memorydoc", source=early)
    for name in ("observations", "episodes", "gold", "worlds", "ledger", "proofs", "verdicts"):
        own, now = ([without_names(one) for one in getattr(of, name)] for of in (loaded, today))
        assert own == now, name
    own, now = (diff.taken(of) for of in (early, original))
    assert (own.worlds, own.observations) == (now.worlds, now.observations)
    for name, asked in now.questions.items():
        assert replace(own.questions[name], gold=None) == replace(asked, gold=None)


def test_a_release_of_format_1_is_verified_and_what_was_changed_in_it_is_found(early):
    assert opening.unsound(early) == []
    path = early / "train.gold.jsonl"
    first, *rest = lines(path)
    path.write_text("".join(json.dumps(own) + "\n" for own in [first | {"answer": "Nobody"}, *rest]))
    assert opening.unsound(early) == [
        "train.gold.jsonl: its SHA-256 is not the manifest's: it was changed or damaged",
    ]
    releasing.reseal(early)
    (fault,) = opening.unsound(early)
    assert fault == f"{first['question']}: train.gold.jsonl has another answer than its proof"


def test_a_release_of_format_1_without_its_gold_stays_without_and_gets_it_when_it_comes(early, tmp_path):
    (early / "test.gold.jsonl").rename(tmp_path / "kept.jsonl")
    copy = migration.current(early)
    assert not (copy / "test.gold.jsonl").exists()
    assert copy == migration.current(early)  # made once
    (tmp_path / "kept.jsonl").rename(early / "test.gold.jsonl")
    assert (migration.current(early) / "test.gold.jsonl").exists()


def test_a_copy_that_was_damaged_is_made_again_and_a_damaged_original_is_refused(early):
    copy = migration.current(early)
    sound = (copy / "worlds.jsonl").read_bytes()
    (copy / "worlds.jsonl").write_bytes(b"{}\n")
    assert (migration.current(early) / "worlds.jsonl").read_bytes() == sound
    (early / "worlds.jsonl").write_bytes(b"{}\n")
    with pytest.raises(UserError, match=r"worlds\.jsonl is not what the manifest says"):
        migration.current(early)


# --- from the future


def of_format(folder, number):
    """The release with a manifest that may look like anything but for its format."""
    (folder / "manifest.json").write_text(json.dumps({"format": number, "sealed": {}}))
    return folder


@pytest.mark.parametrize(
    "reads",
    [
        lambda folder, _: microworlds.load("memorydoc", source=folder),
        lambda folder, _: opening.unsound(folder),
        lambda folder, _: diff.taken(folder),
        lambda folder, _: library.read(folder),
        lambda folder, out: export("beir", folder, out, "test", {"unit": "turn"}),
        parquet.write,
    ],
    ids=["load", "verify", "diff", "browse", "export", "parquet"],
)
def test_a_release_from_the_future_is_refused_by_whatever_reads_one(original, tmp_path, reads):
    folder = of_format(Path(shutil.copytree(original, tmp_path / "release")), 5)
    with pytest.raises(UserError, match=LATER.format("release", 5, 4)):
        reads(folder, tmp_path / "out")


def test_a_format_that_is_no_number_is_damage(original, tmp_path):
    folder = of_format(Path(shutil.copytree(original, tmp_path / "release")), "two")
    with pytest.raises(UserError, match=r"its format is 'two', which is no version"):
        microworlds.load("memorydoc", source=folder)


def test_other_files_from_the_future_are_refused(tmp_path):
    later = tmp_path / "later.json"
    later.write_text(json.dumps({"format": 2, "seed": 3, "salt": "x" * 40, "more": 1}))
    for name, reads in {
        "private seed": lambda: private_seed.read(str(later)),
        "version": lambda: version_manifest.read(later),
        "results": lambda: tables.read(later.read_bytes(), later),
    }.items():
        with pytest.raises(UserError, match=LATER.format(name, 2, 1)):
            reads()


def test_responses_and_their_store_from_the_future_are_refused(tmp_path):
    file = tmp_path / "responses.parquet"
    told = {"microworlds": json.dumps({"format": "microworlds responses 2", "callers": []})}
    polars.DataFrame({"digest": []}).write_parquet(file, metadata=told)
    with pytest.raises(UserError, match=LATER.format("responses", 2, 1)):
        archive.Archive.read(file)
    assert Store(tmp_path / "responses.db").rows("SELECT * FROM replies") == []
    with sqlite3.connect(tmp_path / "responses.db") as database:
        database.execute("PRAGMA user_version = 2")
    with pytest.raises(UserError, match=LATER.format("response store", 2, 1)):
        Store(tmp_path / "responses.db")


def test_a_judgement_without_a_version_is_read_and_one_from_the_future_is_named(tmp_path):
    made = {
        "annotator": "Ada", "question": "q", "seen": "s", "time": "2026-01-01T00:00:00Z", "seconds": 1.0,
        "kind": "answer", "text": "the kiln", "abstained": False,
    }  # fmt: skip
    rows = [made, made | {"format": 1}, made | {"format": 2, "mood": "good"}]
    (tmp_path / "ada.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    first, second, third = human_annotations.read(tmp_path / "ada.jsonl")
    assert first == second
    assert third == f"ada.jsonl, line 3: {formats.later('annotations', 2)}"


def test_what_is_written_says_its_version(original, tmp_path):
    assert json.loads((original / "manifest.json").read_text())["format"] == formats.VERSIONS["release"]
    assert importing.FORMAT == FORMAT
    report = export("beir", original, tmp_path / "beir", "test", {"unit": "turn"})
    assert report.format_version == json.loads((tmp_path / "beir" / "export.json").read_text())["format_version"] == 1
    parquet.write(original, tmp_path / "parquet")
    for path in (tmp_path / "parquet").rglob("*.parquet"):
        assert polars.read_parquet_metadata(path)["microworlds.format"] == "1", path
    assert canary.SENTENCE in polars.read_parquet_metadata(tmp_path / "parquet/data/gold/test.parquet").values()
    assert (
        External(command=("true",), environment=(), timeout_seconds=1, finds=()).variables(tmp_path)[
            "MICROWORLDS_PROTOCOL"
        ]
        == "1"
    )
    private_seed.new(tmp_path / "seed.json")
    assert json.loads((tmp_path / "seed.json").read_text())["format"] == 1


def test_the_decision_lists_every_format_with_its_version():
    rows = [line.split("|")[1:3] for line in DECISION.read_text().splitlines() if line.startswith("| ")]
    listed = {name.strip(): version.strip() for name, version in rows}
    assert {name: listed.get(name) for name in formats.VERSIONS} == {
        name: str(version) for name, version in formats.VERSIONS.items()
    }
