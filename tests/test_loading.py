"""``microworlds.load`` from folders."""

from __future__ import annotations

import json
from statistics import fmean

import pytest

import microworlds
from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.records import Episode, Gold, Observation
from microworlds.systems.empty import Empty
from microworlds.systems.truncated import Truncated
from tests.loadable_release import SPLITS, folder_fixture, original_fixture  # noqa: F401 (fixtures)
from tests.test_release import reseal

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
