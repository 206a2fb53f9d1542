import json

import pytest

from microworlds.cli import main
from microworlds.core import manifest as manifest_of
from microworlds.core.errors import UserError
from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.verify import verify
from tests import worlds


@pytest.fixture
def released(tmp_path):
    quality = tmp_path / "quality.json"
    quality.write_text(worlds.measured(3))
    folder = tmp_path / "memorydoc"
    folder.mkdir()
    release.write(folder, [worlds.judged(number) for number in range(3)], [], quality, worlds.SEED, worlds.RULES)
    return folder


def reseal(folder):
    """Make the manifest fit the files again, so that what is wrong inside them must be found."""
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"] = {name: manifest_of.digest(folder / name) for name in manifest["files"]}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def edit(folder, name, change):
    lines = (folder / name).read_text().splitlines()
    changed = [json.dumps(change(json.loads(line))) for line in lines]
    (folder / name).write_text("\n".join(changed) + "\n")


def test_a_release_is_sound(released):
    # the tests' documents are short, and say 25,000 tokens
    assert verify(released) == []


def test_a_release_without_a_manifest_is_no_release(tmp_path):
    with pytest.raises(UserError, match=r"has no manifest.json"):
        verify(tmp_path)


@pytest.mark.parametrize("name", ["observations.jsonl", "test.gold.jsonl", "README.md", "statistics.json"])
def test_a_changed_byte_is_found(released, name):
    data = bytearray((released / name).read_bytes())
    data[len(data) // 2] ^= 1
    (released / name).write_bytes(data)
    assert verify(released) == [f"{name}: its SHA-256 is not the manifest's: it was changed or damaged"]


def named(session):
    if session["kind"] == "session":
        part = session["parts"][0]
        part["start"] -= len(f"{part['speaker']}: ")
    return session


def test_a_part_that_begins_with_its_speakers_name_is_found(released):
    edit(released, "observations.jsonl", named)
    reseal(released)
    assert any("a part begins with its speaker's name" in fault for fault in verify(released))


def test_missing_and_additional_files_are_found(released):
    (released / "ledger.jsonl").unlink()
    (released / "notes.txt").write_text("mine")
    assert verify(released) == [
        "ledger.jsonl: listed in the manifest, but missing",
        "notes.txt: not listed in the manifest",
    ]


def moved(gold):
    gold["evidence"][0]["span"]["start"] += 1
    return gold


def doubled(pair):
    return {**pair, "question": "What is the same in all of these questions?"}


def unproven(pair):
    return pair if pair["query"] is None else {**pair, "answer": "something else"}


def shortened(world):
    return {**world, "events": world["events"][:1] + world["events"][-1:]}


def crossed(world):
    return {**world, "documents": [{**document, "id": "d-0-00"} for document in world["documents"]]}


@pytest.mark.parametrize(
    ("name", "change", "found"),
    [
        ("test.gold.jsonl", moved, "its evidence is not the text at"),
        ("train.proofs.jsonl", unproven, "the ledger gives"),
        ("worlds.jsonl", shortened, "2 events, not 5 to 10"),
        ("worlds.jsonl", crossed, "d-0-00: in two worlds"),
        (
            "val.gold.jsonl",
            lambda gold: {**gold, "answer": "wrong"},
            "val.gold.jsonl has another answer than its proof",
        ),
        ("train.gold.jsonl", lambda gold: {**gold, "answerable": not gold["answerable"]}, "has another answer"),
        (
            "val.proofs.jsonl",
            lambda pair: {**pair, "difficulty": "easy", "question": "Who?"},
            "something else than its proof: text is",
        ),
        ("ledger.jsonl", lambda ledger: {**ledger, "world": "w999"}, "ledger.jsonl"),
        ("worlds.jsonl", lambda world: {**world, "surprise": 1}, "worlds.jsonl, line 1: not a World"),
    ],
)
def test_what_breaks_a_rule_is_found_behind_a_manifest_that_fits(released, name, change, found):
    edit(released, name, change)
    reseal(released)
    faults = verify(released)
    assert any(found in fault for fault in faults), faults


def test_two_worlds_may_ask_the_same(released):
    for split in ("test", "train"):
        edit(released, f"{split}.episodes.jsonl", _asking_at_first("When was it?"))
    reseal(released)
    assert not any("asks the same as" in fault for fault in verify(released))


def _asking_at_first(text):
    """The tape with this text as that of its first question."""

    def asked(tape):
        steps, first = [], True
        for step in tape["steps"]:
            if "question" in step and first:
                step, first = {"question": {**step["question"], "text": text}}, False
            steps.append(step)
        return {**tape, "steps": steps}

    return asked


def test_the_same_question_twice_is_found(released):
    for split in ("test", "train"):
        edit(
            released,
            f"{split}.episodes.jsonl",
            lambda tape: {
                **tape,
                "steps": [
                    {"question": {**step["question"], "text": "When was it?"}} if "question" in step else step
                    for step in tape["steps"]
                ],
            },
        )
    reseal(released)
    assert any("asks the same as" in fault for fault in verify(released))


def test_episodes_hold_nothing_of_the_gold(released):
    for split in ("train", "val", "test"):
        text = (released / f"{split}.episodes.jsonl").read_text()
        assert "category" not in text
        assert "evidence" not in text
        assert '"answer' not in text


def test_a_release_is_the_same_bytes_when_made_again(released, tmp_path):
    again = tmp_path / "again"
    again.mkdir()
    release.write(
        again, [worlds.judged(number) for number in range(3)], [], tmp_path / "quality.json", worlds.SEED, worlds.RULES
    )
    assert (again / "manifest.json").read_bytes() == (released / "manifest.json").read_bytes()


def test_the_command_says_what_is_wrong_and_exits_with_two(released, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["microworlds", "verify", str(released)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, capsys.readouterr().out.splitlines()[-1]) == (0, f"{released}: sound")
    (released / "README.md").write_text("other words")
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "README.md: its SHA-256" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["microworlds", "verify", str(released / "nowhere")])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "holds no release" in capsys.readouterr().err
