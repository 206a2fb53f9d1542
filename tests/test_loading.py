"""``microworlds.load`` from folders, checkouts, tags and DVC remotes, and what other libraries read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from statistics import fmean

import pandas
import polars
import pytest
from huggingface_hub import DatasetCard

import microworlds
from microworlds import cli
from microworlds.core import canary, jsonl
from microworlds.core.errors import UserError
from microworlds.core.publication import Publication
from microworlds.core.records import Episode, Gold, Observation
from microworlds.publishing import opening, parquet, sources
from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.about import Origin
from microworlds.systems.empty import Empty
from microworlds.systems.truncated import Truncated
from tests import worlds
from tests.test_release import reseal

SPLITS = ("test", "train", "val")


def made(folder: Path, count: int = 3, version: str = "1.0.0") -> Path:
    folder.mkdir(parents=True)
    quality = folder.parent / ".quality.json"
    quality.write_text(json.dumps({"summary": {}}))
    origin = Origin(publication=Publication(version=version, published=date(2026, 1, 2), of="0" * 64))
    release.write(
        folder, [worlds.judged(number) for number in range(count)], [], quality, worlds.SEED, worlds.RULES, origin
    )
    quality.unlink()
    return folder


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    return made(tmp_path_factory.mktemp("loading") / "memorydoc")


@pytest.fixture
def folder(original, tmp_path):
    return Path(shutil.copytree(original, tmp_path / "memorydoc"))


# --- a plain folder


def test_a_release_is_typed_records_in_the_order_of_its_files(folder):
    loaded = microworlds.load("memorydoc", source=folder)
    observations = list(jsonl.read(folder / "observations.jsonl", Observation))
    assert list(loaded.observations) == observations
    assert loaded.observations[3] == observations[3] == loaded.observations[observations[3].id]
    assert list(loaded.observations[1:4]) == observations[1:4]
    assert loaded.observations[-1] == observations[-1]
    assert [world.split for world in loaded.worlds] == ["test", "train", "val"]
    assert len(loaded.questions) == len(loaded.gold) == len(loaded.proofs) == 60
    assert {item.question for item in loaded.gold} == {question.id for question in loaded.questions}
    assert loaded.gold[loaded.questions[0].id].labels["world"] == loaded.episodes[0].id
    assert len(loaded.ledger) == 3
    assert len(loaded.verdicts) == 0
    assert (loaded.version, loaded.splits) == ("1.0.0", SPLITS)


def test_a_split_has_its_own_worlds_observations_and_gold_only(folder):
    whole = microworlds.load("memorydoc", source=folder)
    for split in SPLITS:
        loaded = microworlds.load("memorydoc", source=folder, split=split)
        (episode,) = jsonl.read(folder / f"{split}.episodes.jsonl", Episode)
        assert list(loaded.episodes) == [episode]
        assert [item.id for item in loaded.observations] == list(episode.observed)
        assert list(loaded.observed(episode.id)) == list(loaded.observations)
        assert [world.id for world in loaded.worlds] == [episode.id] == list(loaded.ledger.ids)
        assert list(loaded.gold) == list(jsonl.read(folder / f"{split}.gold.jsonl", Gold))
        assert loaded.worlds[0] == whole.worlds[episode.id]


def test_opening_reads_the_manifest_and_nothing_else(folder):
    for path in folder.iterdir():
        if path.name != "manifest.json":
            path.unlink()
    loaded = microworlds.load("memorydoc", source=folder, split="test")
    assert loaded.splits == SPLITS
    with pytest.raises(UserError, match=r"test\.gold\.jsonl is listed in the manifest, but cannot be read.*withhold"):
        len(loaded.gold)


def test_a_split_whose_gold_is_withheld_has_its_questions_still(folder):
    for name in ("test.gold.jsonl", "test.proofs.jsonl", "ledger.jsonl"):
        (folder / name).unlink()
    loaded = microworlds.load("memorydoc", source=folder, split="test")
    assert len(loaded.questions) == 20
    assert list(loaded.observed(loaded.episodes[0].id))


def test_a_record_is_parsed_when_it_is_reached_and_a_wrong_one_is_named_by_its_line(folder):
    lines = (folder / "observations.jsonl").read_text().splitlines()
    broken = {**json.loads(lines[4]), "surprise": 1}
    (folder / "observations.jsonl").write_text("\n".join([*lines[:4], json.dumps(broken), *lines[5:]]) + "\n")
    reseal(folder)
    loaded = microworlds.load("memorydoc", source=folder)
    assert len(loaded.observations) == len(lines)
    assert loaded.observations[5].id == json.loads(lines[5])["id"]
    with pytest.raises(UserError, match=r"observations\.jsonl, line 5: not a Observation.*surprise"):
        loaded.observations[4]


@pytest.mark.parametrize(
    ("name", "reads"),
    [
        ("observations.jsonl", lambda loaded: loaded.observations[0]),
        ("test.gold.jsonl", lambda loaded: list(loaded.gold)),
        ("val.episodes.jsonl", lambda loaded: loaded.questions),
        ("worlds.jsonl", lambda loaded: loaded.worlds["w000"]),
        ("train.proofs.jsonl", lambda loaded: len(loaded.proofs)),
        ("README.md", lambda loaded: loaded.path("README.md")),
    ],
)
def test_one_altered_byte_is_an_error_when_its_file_is_read(folder, name, reads):
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data)
    loaded = microworlds.load("memorydoc", source=folder)
    with pytest.raises(UserError, match=f"{name} is not what the manifest says"):
        reads(loaded)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"suite": "memorydocs"}, "is a release of 'memorydoc', not of 'memorydocs'"),
        ({"version": "2.0.0"}, "is version 1.0.0, not 2.0.0"),
        ({"split": "tset"}, "no split 'tset' (did you mean 'test'?). It has: test, train, val"),
        ({"source": "nowhere"}, "there is no source 'nowhere'"),
        ({"source": "."}, "holds neither a release"),
        ({"source": "file:///nowhere/at/all.git"}, "is no git repository that can be reached"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(folder, tmp_path, monkeypatch, given, said):
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    with pytest.raises(UserError) as refused:
        microworlds.load(**{"suite": "memorydoc", "source": folder, **given})
    assert said in str(refused.value)


def test_a_wrong_id_and_a_wrong_file_name_the_nearest(folder):
    loaded = microworlds.load("memorydoc", source=folder)
    with pytest.raises(KeyError, match=r"no Gold 'w001-q0l' .did you mean 'w0"):
        loaded.gold["w001-q0l"]
    with pytest.raises(UserError, match=r"did you mean 'statistics\.json'"):
        loaded.path("statistic.json")
    assert "w001-q01" in loaded.gold
    assert "w009-q01" not in loaded.gold


def test_the_folder_of_all_releases_will_do_and_a_damaged_manifest_is_said_to_be_damaged(folder):
    assert microworlds.load("memorydoc", source=folder.parent).manifest.suite == "memorydoc"
    with pytest.raises(UserError, match=r"no suite 'memorydock' \(did you mean 'memorydoc'\?\)"):
        microworlds.load("memorydock", source=folder.parent)
    (folder / "manifest.json").write_text('{"suite": 3}')
    with pytest.raises(UserError, match=r"manifest\.json is damaged"):
        microworlds.load("memorydoc", source=folder)


def test_a_system_is_evaluated_on_a_split_and_one_that_reads_all_does_better_than_one_that_reads_nothing(folder):
    loaded = microworlds.load("memorydoc", source=folder, split="test")
    f1 = {}
    for recipe in (Empty(), Truncated(context_tokens=None, keep="last")):
        scores = loaded.evaluate(recipe)
        assert [score.question for score in scores] == [question.id for question in loaded.questions]
        f1[type(recipe).__name__] = fmean(score.values["f1"] or 0.0 for score in scores)
    assert f1["Truncated"] > f1["Empty"]


# --- git and DVC


class Project:
    """A git repository whose release is in a DVC remote; ``remote`` is the remote's folder."""

    def __init__(self, path: Path) -> None:
        self.path, self.remote = path / "project", path / "remote"
        self.path.mkdir()
        self.run("git", "init", "--quiet", "--initial-branch", "main")
        self.run("dvc", "init", "--quiet")
        self.run("dvc", "remote", "add", "--default", "store", str(self.remote))
        self.run("dvc", "remote", "add", "other", str(path / "other"))

    def run(self, *command: str) -> None:
        ours = {
            f"GIT_{role}_{what}": "someone@example.org"
            for role in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        }
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        subprocess.run(
            command, cwd=self.path, env={**os.environ, **ours, "PATH": path}, check=True, capture_output=True
        )

    def release(self, version: str, count: int) -> None:
        folder = self.path / "data" / "release" / "memorydoc"
        shutil.rmtree(folder, ignore_errors=True)
        made(folder, count, version)
        self.run("dvc", "add", "--quiet", str(folder))
        self.run("git", "add", "-A")
        self.run("git", "commit", "--quiet", "-m", version)
        self.run("git", "tag", f"memorydoc@v{version}")
        self.run("dvc", "push", "--quiet")

    def stored(self, digest: str, remote: Path | None = None) -> Path:
        return (remote or self.remote) / "files" / "md5" / digest[:2] / digest[2:]


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    path = tmp_path_factory.mktemp("project")
    project = Project(path)
    project.release("1.0.0", 3)
    project.release("1.1.0", 4)
    project.run("git", "tag", "memorydoc@v1.9.0")
    project.run("git", "tag", "memorydoc@v1.9.0!")
    project.run("git", "tag", "memorydoc@v2.0.0-rc.1")
    return project


@pytest.fixture
def clone(released, tmp_path, monkeypatch):
    """A fresh clone beside a copy of the remote of its own, and an empty cache."""
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path / "cache"))
    own = Project.__new__(Project)
    own.path, own.remote = tmp_path / "clone", tmp_path / "store"
    shutil.copytree(released.remote, own.remote)
    subprocess.run(["git", "clone", "--quiet", str(released.path), str(own.path)], check=True)
    own.run("dvc", "remote", "modify", "store", "url", str(own.remote))
    own.run("git", "commit", "--quiet", "-a", "-m", "remote")
    own.run("git", "tag", "--force", "memorydoc@v1.1.0")
    return own


def md5(path: Path) -> str:
    import hashlib

    return hashlib.md5(path.read_bytes()).hexdigest()


def test_a_tag_of_a_git_url_is_loaded_from_its_dvc_remote(released, original, tmp_path, monkeypatch):
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path / "cache"))
    url = released.path.as_uri()
    loaded = microworlds.load("memorydoc", version="1.0.0", split="test", source=url)
    here = microworlds.load("memorydoc", split="test", source=original)
    assert loaded.version == "1.0.0"
    assert list(loaded.observations) == list(here.observations)
    assert list(loaded.gold) == list(here.gold)
    # what was read was fetched, and nothing else
    fetched = {path.stem for path in (tmp_path / "cache" / "releases").rglob("*.jsonl")}
    names = {name for name, digest in loaded.manifest.files.items() if digest in fetched}
    assert names == {"observations.jsonl", "test.episodes.jsonl", "test.gold.jsonl"}


def test_no_version_is_the_newest_that_is_neither_withdrawn_nor_early(released):
    loaded = microworlds.load("memorydoc", source=released.path.as_uri())
    assert (loaded.version, len(loaded.worlds)) == ("1.1.0", 4)


def test_a_version_of_a_checkout_is_that_of_its_tag_whatever_lies_in_the_folder(released, monkeypatch):
    (released.path / "deep").mkdir(exist_ok=True)
    monkeypatch.chdir(released.path / "deep")
    assert len(microworlds.load("memorydoc").worlds) == 4
    assert len(microworlds.load("memorydoc", version="v1.0.0").worlds) == 3
    for given, said in (("1.0.1", "did you mean '1.0.0'"), ("1.9.0", "no version '1.9.0'")):
        with pytest.raises(UserError) as refused:
            microworlds.load("memorydoc", version=given)
        assert said in str(refused.value)
        assert "It has: 2.0.0-rc.1, 1.0.0, 1.1.0" in str(refused.value)
    with pytest.raises(UserError, match=r"no suite 'memorydock' \(did you mean 'memorydoc'\?\)"):
        microworlds.load("memorydock")


def test_a_checkout_whose_data_were_not_pulled_is_loaded_from_its_remote(clone):
    assert not (clone.path / "data" / "release" / "memorydoc").exists()
    loaded = microworlds.load("memorydoc", source=clone.path)
    assert len(loaded.worlds) == 4


def test_a_damaged_or_missing_object_of_a_remote_is_an_error_and_nothing_of_it_is_kept(clone, released, tmp_path):
    folder = released.path / "data" / "release" / "memorydoc"
    stored = clone.stored(md5(folder / "test.gold.jsonl"))
    data = bytearray(stored.read_bytes())
    data[10] ^= 1
    stored.chmod(0o644)
    stored.write_bytes(data)
    loaded = microworlds.load("memorydoc", version="1.1.0", source=clone.path, split="test")
    assert len(loaded.questions) == 20
    with pytest.raises(UserError, match=r"test\.gold\.jsonl is not what the manifest says.*Nothing was kept"):
        list(loaded.gold)
    stored.unlink()
    with pytest.raises(UserError, match=r"cannot get data/release/memorydoc/test\.gold\.jsonl"):
        list(loaded.gold)
    assert not list((tmp_path / "cache").rglob(f"{loaded.manifest.files['test.gold.jsonl']}*"))


def test_a_manifest_that_was_changed_on_the_remote_is_found(clone, released):
    manifest = clone.stored(md5(released.path / "data" / "release" / "memorydoc" / "manifest.json"))
    manifest.chmod(0o644)
    manifest.write_bytes(manifest.read_bytes().replace(b'"worlds": 4', b'"worlds": 5'))
    with pytest.raises(UserError, match=r"manifest\.json is not what dvc\.lock says"):
        microworlds.load("memorydoc", version="1.1.0", source=clone.path)


def test_a_file_that_was_changed_in_the_cache_is_fetched_again(clone, tmp_path):
    first = microworlds.load("memorydoc", version="1.1.0", source=clone.path, split="test").path("worlds.jsonl")
    content = first.read_bytes()
    first.write_bytes(b"{}\n")
    again = microworlds.load("memorydoc", version="1.1.0", source=clone.path, split="test")
    assert again.path("worlds.jsonl").read_bytes() == content


def test_the_command_that_gets_a_version_fetches_and_checks_as_load_does(clone, released, tmp_path):
    """A revision here: these tags have no manifest in git, which is compared too (test_releases_remotes)."""
    found = opening.get("HEAD", "memorydoc", str(clone.path), tmp_path / "got")
    original = released.path / "data" / "release" / "memorydoc"
    assert {path.name: path.read_bytes() for path in found.folder.iterdir()} == {
        path.name: path.read_bytes() for path in original.iterdir()
    }
    shutil.rmtree(clone.remote)  # what was fetched is kept, for both
    loaded = microworlds.load("memorydoc", source=found.folder)
    kept = {path.stem for path in (tmp_path / "cache" / "releases").rglob("*") if path.is_file()}
    assert set(loaded.manifest.files.values()) < kept
    for version in ("1.0.0", "3.0.0"):
        said = rf"cannot get releases/memorydoc/v{version}\.json from .* at memorydoc@v{version}: .*git fetch --tags"
        with pytest.raises(UserError, match=said):
            opening.get(version, "memorydoc", str(clone.path), tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_damaged_object_is_not_got_and_leaves_no_folder(clone, released, tmp_path):
    gold = released.path / "data" / "release" / "memorydoc" / "test.gold.jsonl"
    stored = clone.stored(md5(gold))
    stored.chmod(0o644)
    stored.write_bytes(gold.read_bytes()[:-1])
    with pytest.raises(UserError, match=r"test\.gold\.jsonl is not what the manifest says"):
        opening.get("HEAD", "memorydoc", str(clone.path), tmp_path / "got")
    assert not (tmp_path / "got").exists()


def test_a_manifest_that_names_a_file_elsewhere_is_not_followed(clone, monkeypatch):
    place = sources.Repository(str(clone.path), "memorydoc", None)
    told = {"suite": "memorydoc", "files": {"../stolen": "0" * 64}}
    monkeypatch.setattr(sources.Repository, "manifest", lambda _: json.dumps(told).encode())
    with pytest.raises(UserError, match=r"names '\.\./stolen', which is no file of a release"):
        list(place.files())


def test_a_remote_can_be_named(clone, released, tmp_path):
    shutil.rmtree(clone.remote)
    with pytest.raises(UserError, match="cannot get"):
        len(microworlds.load("memorydoc", version="1.1.0", source=clone.path).worlds)
    clone.run("dvc", "remote", "add", "spare", str(released.remote))
    clone.run("git", "commit", "--quiet", "-a", "-m", "spare")
    clone.run("git", "tag", "--force", "memorydoc@v1.1.0")
    loaded = microworlds.load("memorydoc", version="1.1.0", source=clone.path, remote="spare")
    assert len(loaded.worlds) == 4
    with pytest.raises(UserError, match="nothing"):
        len(microworlds.load("memorydoc", version="1.1.0", source=clone.path, remote="nothing").worlds)


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
