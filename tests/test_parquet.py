"""A release as Parquet tables, and as a folder for Hugging Face datasets."""

from __future__ import annotations

import os
import subprocess
import sys

import pandas
import polars
import pytest
from huggingface_hub import DatasetCard

import microworlds
from microworlds import cli
from microworlds.core import canary
from microworlds.core.errors import UserError
from microworlds.publishing import parquet
from tests.loadable_release import SPLITS, folder_fixture, original_fixture  # noqa: F401 (fixtures)

# --- Parquet, and the Hugging Face folder


@pytest.fixture(scope="module")
def tables(original, tmp_path_factory):
    out = tmp_path_factory.mktemp("parquet") / "memorydoc"
    parquet.write(original, out, ["test"])
    return out


def test_polars_and_pandas_read_every_table_as_it_is(tables, original):
    loaded = microworlds.load("memorydoc", source=original)
    observations = polars.read_parquet(tables / "data" / "observations" / "*.parquet")
    by_id = {row["id"]: row for row in observations.to_dicts()}
    for own in loaded.observations:
        assert by_id[own.id]["text"] == own.text
        assert by_id[own.id]["time"] == own.time
        assert [(part["id"], part["start"], part["end"]) for part in by_id[own.id]["parts"]] == [
            (part.id, part.start, part.end) for part in own.parts
        ]
    gold = pandas.read_parquet(tables / "data" / "gold" / "train.parquet")
    assert list(gold["answer"]) == [
        item.answer for item in microworlds.load("memorydoc", source=original, split="train").gold
    ]
    assert gold["labels"][0]["source"] in ("hybrid", "doc_only", "chat_only")
    assert [piece["text"] for piece in gold["evidence"][0]] == [
        piece.text for piece in loaded.gold[gold["question"][0]].evidence
    ]


def test_of_a_withheld_split_nothing_is_there_that_has_its_answers(tables, original):
    assert sorted(path.name for path in (tables / "data" / "gold").iterdir()) == ["train.parquet", "val.parquet"]
    assert sorted(path.name for path in (tables / "data" / "facts").iterdir()) == ["train.parquet", "val.parquet"]
    assert len(polars.read_parquet(tables / "data" / "questions" / "test.parquet")) == 20
    assert "withheld of: test" in (tables / "README.md").read_text()


def test_the_canary_is_found_in_parquet_too(tables):
    found = {path.relative_to(tables).as_posix() for path, _ in canary.found(tables)}
    assert found == {
        "README.md",
        *(f"data/{name}/{split}.parquet" for name in ("gold", "facts") for split in ("train", "val")),
    }


def test_a_release_whose_test_gold_is_withheld_already_can_be_exported(folder, tmp_path):
    (folder / "test.gold.jsonl").unlink()
    with pytest.raises(UserError, match="withhold"):
        parquet.write(folder, tmp_path / "all")
    assert not (tmp_path / "all").exists()
    assert parquet.write(folder, tmp_path / "public", ["test"])["gold"] == 40


def test_the_dataset_card_is_valid_and_names_every_file(tables):
    card = DatasetCard.load(tables / "README.md")
    assert card.data.license == "cc0-1.0"
    named = {file["path"] for config in card.data.to_dict()["configs"] for file in config["data_files"]}
    assert named == {path.relative_to(tables).as_posix() for path in tables.rglob("*.parquet")}
    assert canary.SENTENCE in card.text


def test_hugging_face_datasets_loads_the_folder_offline(tables, original, tmp_path):
    """In a process of its own: ``datasets`` reads its switches when it is imported."""
    code = (
        "import sys, datasets\n"
        "for name in ('questions', 'observations', 'episodes', 'gold', 'worlds', 'facts'):\n"
        "    found = datasets.load_dataset(sys.argv[1], name)\n"
        "    print(name, {split: len(own) for split, own in sorted(found.items())})\n"
        "print(datasets.load_dataset(sys.argv[1], split='train')[0]['id'])\n"
        "print(datasets.load_dataset(sys.argv[1], 'gold', split='train')[0]['labels']['category'])\n"
    )
    quiet = {
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HOME": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-c", code, str(tables)],
        env={**os.environ, **quiet},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded = microworlds.load("memorydoc", source=original, split="train")
    facts = {
        split: sum(len(each.facts) for each in microworlds.load("memorydoc", source=original, split=split).ledger)
        for split in ("train", "val")
    }
    seen = {split: len(microworlds.load("memorydoc", source=original, split=split).observations) for split in SPLITS}
    assert done.stdout.splitlines() == [
        "questions {'test': 20, 'train': 20, 'val': 20}",
        f"observations {seen}",
        "episodes {'test': 1, 'train': 1, 'val': 1}",
        "gold {'train': 20, 'val': 20}",
        "worlds {'test': 1, 'train': 1, 'val': 1}",
        f"facts {facts}",
        loaded.questions[0].id,
        loaded.gold[0].labels["category"],
    ]


def test_the_command_writes_the_folder_and_says_what_is_wrong(original, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(
        "sys.argv", ["microworlds", "parquet", str(original), str(tmp_path / "out"), "--withhold", "test"]
    )
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert "60 questions" in capsys.readouterr().out
    monkeypatch.setattr(
        "sys.argv", ["microworlds", "parquet", str(original), str(tmp_path / "two"), "--withhold", "tst"]
    )
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert "did you mean 'test'" in capsys.readouterr().err
