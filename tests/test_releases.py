"""Versions and diffs where they need no remote: numbers, tags, what changed, manifests, changelogs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml
from semver import Version

from microworlds.cli import main
from microworlds.core.errors import UserError
from microworlds.publishing import diff_pages, opening, publish, version_manifest, versions
from microworlds.publishing.diff import Diff, compared, counted, taken
from tests.closure import ROOT
from tests.releasing import made, reseal, tables


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    return made(tmp_path_factory.mktemp("three") / "memorydoc", 3)


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    return made(tmp_path_factory.mktemp("four") / "memorydoc", 4)


@pytest.fixture
def other(three, tmp_path):
    return shutil.copytree(three, tmp_path / "other")


def edit(folder, name, change):
    lines = [json.loads(line) for line in (folder / name).read_text().splitlines()]
    (folder / name).write_text("".join(json.dumps(new) + "\n" for line in lines if (new := change(line)) is not None))
    reseal(folder)


def diff(old: Path, new: Path) -> Diff:
    return compared(taken(old), taken(new), ("1.0.0", "1.1.0"))


@pytest.mark.parametrize("text", ["1", "1.0", "one", "01.0.0", "1.0.0.0", "", "vv1.0.0", "1.0.0 "])
def test_what_is_no_semantic_version_is_refused(text):
    with pytest.raises(UserError, match=r"is no semantic version: give three numbers, such as 1\.0\.0"):
        versions.parse(text)


def test_versions_are_those_of_the_name_in_order_with_those_taken_back():
    tags = ["memorydoc@v1.10.0", "memorydoc@v1.9.0", "other@v3.0.0", "v4.0.0", "memorydoc@v2.0.0!", "memorydoc#prod#1"]
    assert [str(own) for own in versions.tagged("memorydoc", tags)] == ["1.9.0", "1.10.0", "2.0.0"]
    assert versions.tag("memorydoc", versions.parse("v1.0.0")) == "memorydoc@v1.0.0"


@pytest.mark.parametrize(
    ("last", "level", "least"),
    [
        ("1.2.3", "major", "2.0.0"),
        ("1.2.3", "minor", "1.3.0"),
        ("1.2.3", "patch", "1.2.4"),
        ("0.2.3", "major", "0.3.0"),
    ],
)
def test_what_changed_decides_which_number_must_rise(last, level, least):
    old, enough = Version.parse(last), Version.parse(least)
    versions.check_step(old, enough, level)
    versions.check_step(old, enough.bump_major(), level)
    versions.check_step(old, enough.replace(prerelease="rc.1"), level)
    if level != "patch":
        with pytest.raises(UserError, match=f"too small a step from {last}.* {least} at least"):
            versions.check_step(old, old.bump_patch(), level)


@pytest.mark.parametrize("new", ["1.2.3", "1.2.2", "0.9.0", "1.2.3-rc.1"])
def test_a_version_must_be_above_the_last(new):
    with pytest.raises(UserError, match=r"is not above the last one, 1\.2\.3"):
        versions.check_above(Version.parse("1.2.3"), Version.parse(new))


def test_the_same_data_are_the_same(three, other):
    found = diff(three, other)
    assert (found.questions, found.level) == ((), "patch")
    assert "questions: none changed" in diff_pages.page(found, 20)


def test_more_worlds_are_a_minor_step_that_leaves_the_others_as_they_were(three, four):
    found = diff(three, four)
    assert found.level == "minor"
    assert (found.worlds.added, found.worlds.removed, found.worlds.changed) == (("w003",), (), ())
    assert found.totals == {
        "added": 20, "removed": 0, "reworded": 0, "gold changed": 0, "evidence moved": 0, "relabelled": 0,
    }  # fmt: skip
    assert {own.world for own in found.questions} == {"w003"}
    assert found.counts[1].questions - found.counts[0].questions == 20
    assert found.counts[1].categories["single_hop"] - found.counts[0].categories["single_hop"] == 4
    assert diff(four, three).level == "major"
    assert diff(four, three).totals["removed"] == 20


def first(line, key, change):
    """A line changed if it is the first question of world 1."""
    return change(line) if line[key] == "w001-q01" else line


def asking(text):
    def change(tape):
        for step in tape["steps"]:
            if "question" in step and step["question"]["id"] == "w001-q01":
                step["question"]["text"] = text
        return tape

    return change


def moved(gold):
    gold["evidence"][0]["span"]["start"] += 1
    gold["evidence"][0]["text"] = gold["evidence"][0]["text"][1:]
    return gold


@pytest.mark.parametrize(
    ("kind", "change", "changes"),
    [
        ("episodes", asking("Who was it?"), ("reworded",)),
        ("gold", lambda own: first(own, "question", lambda gold: {**gold, "answer": "nobody"}), ("gold changed",)),
        ("gold", lambda own: first(own, "question", lambda gold: {**gold, "answerable": not gold["answerable"]}), ("gold changed",)),
        ("gold", lambda own: first(own, "question", moved), ("evidence moved",)),
        ("gold", lambda own: first(own, "question", lambda gold: {**gold, "labels": {**gold["labels"], "source": "chat_only"}}), ("relabelled",)),
        ("gold", lambda own: first(own, "question", lambda gold: {**moved(gold), "answer": "nobody"}), ("gold changed", "evidence moved")),
    ],
)  # fmt: skip
def test_each_kind_of_change_is_told_of_the_one_question(three, other, kind, change, changes):
    split = taken(three).questions["w001-q01"].split
    edit(other, f"{split}.{kind}.jsonl", change)
    found = diff(three, other)
    assert [(own.id, own.changes) for own in found.questions] == [("w001-q01", changes)]
    assert found.level == "major"
    told = diff_pages.page(found, 20)
    for own in changes:
        assert f"1 {own}" in told
        assert f"Questions {own} (1):\n\n- w001-q01: " in told


def test_another_document_is_a_major_step_even_if_no_question_changed(three, other):
    edit(other, "observations.jsonl", lambda own: {**own, "title": "x"} if own["kind"] == "document" else own)
    found = diff(three, other)
    assert found.questions == ()
    assert found.documents.changed
    assert found.worlds.changed
    assert found.level == "major"


def test_withheld_gold_is_no_changed_gold(three, other):
    (other / "test.gold.jsonl").unlink()
    assert diff(three, other).totals["gold changed"] == 0
    assert diff(three, other).questions == ()


def test_the_command_compares_folders_and_prints_json(three, four, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["microworlds", "diff", str(three), str(four), "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    found = Diff.model_validate_json(capsys.readouterr().out)
    assert [own.changes for own in found.questions] == [("added",)] * 20
    assert all(own.old is None and own.new and own.new.answer for own in found.questions)


def test_a_damaged_folder_is_not_compared(other):
    (other / "README.md").write_text("other words")
    with (
        pytest.raises(UserError, match=r"is damaged: README\.md: its SHA-256"),
        opening.opened(str(other), "memorydoc"),
    ):
        pass


def described(folder, version, results=Path("nowhere")):
    counts = counted(taken(folder))
    return version_manifest.described("memorydoc", version, folder, counts, results)


def test_a_folder_is_checked_against_a_version_by_the_command(three, other, tmp_path, capsys, monkeypatch):
    path = tmp_path / "v1.0.0.json"
    version_manifest.write(path, described(three, "1.0.0"))
    assert version_manifest.read(path) == described(three, "1.0.0")
    assert len(path.read_bytes()) < 4000
    assert version_manifest.faults(three, version_manifest.read(path)) == []
    edit(other, "test.gold.jsonl", lambda gold: {**gold, "labels": {}})  # its own manifest fits
    monkeypatch.setattr("sys.argv", ["microworlds", "verify", str(other), "--against", str(path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "test.gold.jsonl: its SHA-256 is not version 1.0.0's" in capsys.readouterr().out
    with pytest.raises(UserError, match=r"cannot read .*v9\.9\.9\.json"):
        version_manifest.read(tmp_path / "v9.9.9.json")


def test_a_release_that_names_two_versions_is_refused_with_the_files_that_do(three, tmp_path, monkeypatch):
    folder = tmp_path / version_manifest.data("memorydoc")
    shutil.copytree(three, folder)
    told = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**told, "version": "1.1.0"}))
    monkeypatch.chdir(tmp_path)
    said = r"README\.md says 0\.0\.0-unreleased; croissant\.json says 0\.0\.0-unreleased; the citation in .* says None"
    with pytest.raises(UserError, match=rf"is not version 1\.1\.0 throughout: {said}"):
        publish.stamp("memorydoc", Version.parse("1.1.0"))


def test_an_entry_tells_worlds_questions_and_scores_with_n(three, four, tmp_path):
    (tmp_path / "tables.json").write_text(tables(0.25, 48))
    old = described(three, "1.0.0", tmp_path)
    (tmp_path / "tables.json").write_text(tables(0.5, 64))
    new = described(four, "1.1.0", tmp_path)
    entry = diff_pages.entry(new, old, diff(three, four))
    assert entry.startswith("## 1.1.0\n\n4 worlds, ")
    assert "80 questions" in entry
    assert "- worlds: 1 added (w003)" in entry
    assert "- questions: 20 added" in entry
    assert "| questions | 60 | 80 | +20 |" in entry
    assert "| RAG-Doc | 0.250 (n=48) | 0.500 (n=64) |" in entry
    assert "| RAG-Doc | 0.250 (n=48) |" in diff_pages.entry(old, None, None)


def test_an_entry_comes_on_top_and_takes_the_place_of_its_own():
    log = publish._with_entry("# memorydoc\n", "## 1.0.0\n\nfirst\n")
    assert log == "# memorydoc\n\n## 1.0.0\n\nfirst\n"
    log = publish._with_entry(log, "## 1.1.0\n\nsecond\n")
    assert publish._with_entry(log, "## 1.1.0\n\nthird\n") == "# memorydoc\n\n## 1.1.0\n\nthird\n\n## 1.0.0\n\nfirst\n"


def test_the_project_declares_its_release_where_the_commands_look_for_it():
    tree = yaml.safe_load((ROOT / "dvc.yaml").read_text())
    assert tree["artifacts"]["memorydoc"]["path"] == str(version_manifest.data("memorydoc"))
    assert tree["artifacts"]["memorydoc"]["type"] == "dataset"
