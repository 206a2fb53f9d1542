"""dvc.lock against the tree, without data: which stages are stale, and a lock that cannot be read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from microworlds.config import lock
from microworlds.core.errors import UserError
from tests.tree import Tree

PIPELINE = """
stages:
  made:
    cmd: cp code.py made
    deps: [code.py, folder]
    params: [k]
    outs: [made]
  next:
    cmd: mkdir out && cp made out/next
    deps: [made]
    outs: [out]
  last:
    cmd: cat out/next
    deps: [out/next]
"""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose dvc.lock is current, and of which no data are there any more."""
    path = tmp_path_factory.mktemp("original")
    tree = Tree(path, path)
    (path / "dvc.yaml").write_text(PIPELINE)
    (path / "params.yaml").write_text("k: 1\nother: 1\n")
    (path / "code.py").write_text("1\n")
    (path / "folder").mkdir()
    (path / "folder" / "file").write_text("1\n")
    tree.run("git", "init", "--quiet")
    tree.run("dvc", "init", "--quiet")
    tree.run("dvc", "repro", "--quiet", DVC_SITE_CACHE_DIR=str(path / ".site"))
    (path / "made").unlink()
    shutil.rmtree(path / "out")
    shutil.rmtree(path / ".dvc" / "cache")
    return path


@pytest.fixture
def here(original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "copy"
    shutil.copytree(original, path)
    monkeypatch.setenv("DVC_SITE_CACHE_DIR", str(tmp_path / "site"))
    monkeypatch.chdir(path)
    return path


def test_a_current_lock_passes_where_no_data_are(here: Path) -> None:
    (here / "params.yaml").write_text("k: 1\nother: 2\n")  # which no stage reads
    assert lock.stale() == {}
    lock.main()


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("code.py", "1", "2", {"made": ["code.py"]}),
        ("folder/file", "1", "2", {"made": ["folder"]}),
        ("params.yaml", "k: 1", "k: 2", {"made": ["k"]}),
        ("dvc.yaml", "cp code.py", "cp  code.py", {"made": ["its command"]}),
        ("dvc.yaml", "deps: [made]", "deps: [made, out.txt, code.py]", {"next": ["out.txt", "code.py"]}),
        ("dvc.yaml", "  last:", "  new:\n    cmd: cat made\n    deps: [made]\n  last:", {"new": ["made"]}),
    ],
)
def test_what_changed_since_is_named_by_its_stage(here: Path, file: str, old: str, new: str, changed: object) -> None:
    path = here / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    assert lock.stale() == changed
    with pytest.raises(UserError, match=r"dvc\.lock is stale in 1 stages: (made|next|new) \(.*`make run`, and commit"):
        lock.main()


def test_a_lock_that_was_cut_off_anywhere_says_how_to_get_it_back(here: Path) -> None:
    path = here / "dvc.lock"
    lock.check_readable(path)
    whole = path.read_text()
    for left in (0, len("schema: "), whole.index("cmd"), whole.index("md5")):
        path.write_text(whole[:left])
        with pytest.raises(UserError, match=r"dvc\.lock is empty or cut off: .*`git checkout dvc\.lock`"):
            lock.main()
    path.unlink()
    lock.check_readable(path)
