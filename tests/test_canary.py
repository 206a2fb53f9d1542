"""The canary, by which a leak is found."""

from __future__ import annotations

import pytest

from microworlds import cli
from microworlds.core import canary
from microworlds.core.errors import UserError
from microworlds.suites.memorydoc.verify import verify
from tests import worlds
from tests.closure import ROOT
from tests.described_release import SPLITS, made, released_fixture  # noqa: F401 (fixtures)


def test_the_canary_is_in_every_line_of_gold_and_proofs_and_in_nothing_that_a_system_sees(released):
    for split in SPLITS:
        for kind in ("gold", "proofs"):
            lines = (released / f"{split}.{kind}.jsonl").read_text().splitlines()
            assert lines
            assert all(canary.SENTENCE in line for line in lines)
        assert canary.GUID not in (released / f"{split}.episodes.jsonl").read_text()
    for name in ("observations.jsonl", "worlds.jsonl", "ledger.jsonl"):
        assert canary.GUID not in (released / name).read_text()
    assert canary.SENTENCE in (released / "README.md").read_text()


def test_a_leak_is_found_in_any_case_of_letters_and_across_blocks(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(canary, "_BLOCK", 10)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "crawl.txt").write_text(f"junk {canary.GUID.upper()} junk {canary.SENTENCE}")
    (tmp_path / "clean.txt").write_text(f"nothing {canary.GUID[:-1]}")
    assert list(canary.found(tmp_path)) == [(tmp_path / "deep" / "crawl.txt", 2)]
    monkeypatch.setattr("sys.argv", ["microworlds", "canary", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert "crawl.txt: 2 times" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["microworlds", "canary", str(tmp_path / "clean.txt")])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    with pytest.raises(UserError, match="there is no"):
        list(canary.found(tmp_path / "nowhere"))


def test_the_page_that_tells_how_to_look_for_the_canary_has_it():
    assert f"grep -rl {canary.GUID} ." in (ROOT / "docs" / "loading.md").read_text()


def test_gold_whose_canary_was_taken_out_is_no_sound_release(tmp_path):
    from tests.test_release import edit, reseal

    folder = made(tmp_path / "memorydoc", measured=worlds.measured(3))
    edit(folder, "test.proofs.jsonl", lambda pair: {**pair, "canary": "none"})
    edit(folder, "val.gold.jsonl", lambda gold: {**gold, "canary": None})
    reseal(folder)
    faults = verify(folder)
    assert any("test.proofs.jsonl has no canary" in fault for fault in faults)
    assert any("val.gold.jsonl has another canary" in fault for fault in faults)
