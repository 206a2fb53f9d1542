"""``microworlds.load`` from checkouts, tags and DVC remotes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import microworlds
from microworlds.core.errors import UserError
from microworlds.publishing import opening, sources
from tests.loadable_release import made, original_fixture  # noqa: F401 (fixtures)

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
