"""What was changed in a release is found by `verify`, though the manifest was made to fit again."""

from __future__ import annotations

import shutil

import pytest

from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.measures.verdict_measures import JUDGES
from microworlds.suites.memorydoc.verify import verify
from tests import tampered_episodes, tampered_measures, tampered_questions, worlds  # noqa: F401 (they register their changes)
from tests.tampering import TAMPERED, Folder, verdict


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    folder = tmp_path_factory.mktemp("verify") / "memorydoc"
    folder.mkdir()
    own = [worlds.judged(number) for number in range(3)]
    verdicts = [verdict(number, judge) for number in range(3) for judge in JUDGES]
    measured = folder.parent / "quality.json"
    measured.write_text(worlds.report(3, verdicts))
    release.write(folder, own, verdicts, measured, worlds.SEED, worlds.RULES)
    return folder


def test_what_nobody_changed_is_sound(original):
    assert verify(original) == []


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_changed_is_found_though_the_hashes_were_mended(original, tmp_path, name):
    change, wanted = TAMPERED[name]
    own = Folder(shutil.copytree(original, tmp_path / "memorydoc"))
    change(own)
    own.close()
    faults = verify(own.path)
    assert any(all(words in fault for words in wanted) for fault in faults), faults[:8]
