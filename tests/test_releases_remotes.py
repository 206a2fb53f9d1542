"""Versions published to DVC remotes of three kinds and fetched from them; what is damaged there is never delivered."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from tests import worlds
from tests.releasing import DATA, Objects, Project, Server, clone, content, made, project, reseal, server, sums

pytestmark = pytest.mark.slow
KINDS = ("folder", "s3", "versioned")
MANIFEST = "releases/memorydoc/v1.0.0.json"
TAG = "memorydoc@v1.0.0"


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("moto") / "log") as own:
        yield own


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("three") / "memorydoc", 3)


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("four") / "memorydoc", 4)


@dataclass(frozen=True)
class Published:
    """A project with both versions released, and its remote's objects."""

    kind: str
    project: Project
    objects: Objects
    entry: str

    @property
    def url(self) -> str:
        return str(self.project.path.with_suffix(".git"))

    def sums(self, version: str) -> dict[str, str]:
        """The SHA-256 of each file of a version."""
        return dict(json.loads(self.project.file(f"releases/memorydoc/v{version}.json"))["files"])


def configured(own: Project, kind: str, s3: Server | None, name: str) -> Objects:
    """Give the project a remote of a kind; its objects."""
    if kind == "folder":
        store = own.path.parent / f"{name}-store"
        own.remote(url=str(store), verify="true")
        return Objects(store)
    assert s3 is not None
    s3.bucket(name, versioned=kind == "versioned")
    more = {"version_aware": "true"} if kind == "versioned" else {}
    own.remote(url=f"s3://{name}/cache", endpointurl=s3.url, verify="true", **more)
    return Objects((s3, name))


@pytest.fixture(scope="module", params=KINDS)
def published(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, s3: Server, three: Path, four: Path) -> Published:  # fmt: skip
    """Read it, or damage it and put it right again."""
    folder = tmp_path_factory.mktemp(request.param)
    own = project(folder / "project", folder / "home", three)
    objects = configured(own, request.param, s3, f"both-{request.param}")
    own.microworlds("release", "1.0.0")
    own.source(four, mean=0.5)
    entry = own.microworlds("release", "v1.1.0")
    return Published(request.param, own, objects, entry)


def said_versions(folder: Path) -> set[str]:
    """Every version by which a release calls itself."""
    told = json.loads((folder / "croissant.json").read_text())
    card = (folder / "README.md").read_text().splitlines()[0]
    manifest = json.loads((folder / "manifest.json").read_text())
    return {manifest["version"], told["version"], *re.findall(r"version (?:= \{)?([\d.]+)", card + told["citeAs"])}


@pytest.fixture
def fresh(published: Published, tmp_path: Path) -> Project:
    return clone(published.project, tmp_path / "fresh")


def test_a_fresh_clone_pulls_either_version_and_can_check_it(published: Published, fresh: Project, three: Path, four: Path) -> None:  # fmt: skip
    assert {TAG, "memorydoc@v1.1.0"} == set(fresh.tags())
    for version, data in (("1.0.0", three), ("1.1.0", four)):
        fresh.run("git", "checkout", "--quiet", f"memorydoc@v{version}")
        fresh.run("dvc", "pull")
        assert sums(fresh.path / DATA) == published.sums(version)
        assert content(fresh.path / DATA) == content(data)
        path = f"releases/memorydoc/v{version}.json"
        assert "sound" in fresh.microworlds("verify", DATA, "--against", path)
        assert said_versions(fresh.path / DATA) == {version}
    assert "is not version 1.0.0's" in fresh.microworlds("verify", DATA, "--against", MANIFEST, code=2)
    assert published.project.run("git", "status", "--porcelain") == ""
    assert fresh.run("git", "cat-file", "-t", TAG).strip() == "tag"


@pytest.mark.parametrize("published", ["folder"], indirect=True)
def test_the_changelog_has_both_versions_in_terms_of_data(published: Published, fresh: Project) -> None:
    log = fresh.file("releases/memorydoc/CHANGELOG.md")
    assert log.index("## 1.1.0") < log.index("## 1.0.0")
    for told in ("1 added (w003)", "20 added", "| RAG-Doc | 0.250 (n=48) | 0.500 (n=48) |"):
        assert told in log
        assert told in published.entry
    assert "4 worlds" in fresh.run("git", "tag", "--list", "--format=%(contents)", "memorydoc@v1.1.0")


def test_dvc_and_gto_find_a_version_by_its_name(published: Published, fresh: Project, three: Path) -> None:
    fresh.run("dvc", "get", published.url, DATA, "--rev", TAG, "-o", "got")
    assert sums(fresh.path / "got") == published.sums("1.0.0")
    fresh.run("dvc", "artifacts", "get", published.url, "memorydoc", "--rev", "v1.0.0", "-o", "named")
    assert sums(fresh.path / "named") == published.sums("1.0.0")
    assert "v1.1.0" in fresh.run("gto", "show", "memorydoc@greatest", "--repo", published.url)


def test_another_project_imports_a_version_and_updates_it(published: Published, tmp_path: Path, three: Path, four: Path) -> None:  # fmt: skip
    (tmp_path / "mine").mkdir()
    (tmp_path / "home").mkdir()
    mine = Project(tmp_path / "mine", tmp_path / "home")
    mine.run("git", "init", "--quiet")
    mine.run("dvc", "init", "--quiet")
    mine.run("dvc", "import", published.url, DATA, "--rev", TAG, "-o", "bench")
    assert sums(mine.path / "bench") == published.sums("1.0.0")
    assert TAG in mine.file("bench.dvc")
    mine.run("dvc", "update", "--rev", "memorydoc@v1.1.0", "bench.dvc")
    assert sums(mine.path / "bench") == published.sums("1.1.0")
    assert "sound" in mine.microworlds("verify", "bench")


def test_get_fetches_a_checked_version_from_anywhere(published: Published, tmp_path: Path, three: Path) -> None:
    (tmp_path / "home").mkdir()
    anyone = Project(tmp_path, tmp_path / "home")
    said = anyone.microworlds("get", "1.0.0", "bench", "--project", published.url)
    assert said == "bench: memorydoc v1.0.0, whole and unchanged\n"
    assert sums(tmp_path / "bench") == published.sums("1.0.0")
    assert "bench exists already" in anyone.microworlds("get", "1.0.0", "bench", "--project", published.url, code=2)
    said = anyone.microworlds("get", "3.0.0", "third", "--project", published.url, code=2)
    assert f"{published.url} at memorydoc@v3.0.0: " in said
    assert "Traceback" not in said
    assert not (tmp_path / "third").exists()


def test_a_diff_reads_both_versions_from_the_remote(published: Published, fresh: Project) -> None:
    said = fresh.microworlds("diff", "v1.0.0", "v1.1.0")
    assert said.startswith("# v1.0.0 to v1.1.0")
    assert "- questions: 20 added" in said
    found = json.loads(fresh.microworlds("diff", "HEAD", "1.0.0", "--json"))
    assert found["worlds"] == {"added": [], "removed": ["w003"], "changed": []}
    assert not (fresh.path / "data/release/memorydoc").exists()


@pytest.mark.parametrize("published", ["folder"], indirect=True)
def test_without_a_remote_repro_makes_the_version_again(published: Published, fresh: Project, three: Path) -> None:
    fresh.run("dvc", "remote", "remove", "store")
    fresh.run("git", "checkout", "--quiet", "--force", TAG)
    fresh.run("dvc", "repro")
    assert sums(fresh.path / DATA) == published.sums("1.0.0")
    assert "sound" in fresh.microworlds("verify", DATA, "--against", MANIFEST)


def oids(tree: Project) -> dict[str, str]:
    """The objects of the release of v1.1.0 by file name, and that of their list."""
    lock = yaml.safe_load(tree.file("dvc.lock"))["stages"]["memorydoc-release"]["outs"][0]["md5"]
    listed = json.loads((tree.path / f".dvc/cache/files/md5/{lock[:2]}/{lock[2:]}").read_text())
    return {**{own["relpath"]: own["md5"] for own in listed}, "list": lock}


DAMAGES = {
    "changed": lambda content: content.replace(b"a", b"e", 1),
    "truncated": lambda content: content[: len(content) // 2],
    "missing": lambda content: None,
}


@pytest.mark.parametrize(
    ("published", "name", "damage"),
    [
        *(("folder", "test.gold.jsonl", damage) for damage in DAMAGES),
        ("folder", "manifest.json", "changed"),
        ("folder", "list", "changed"),
        ("folder", "list", "missing"),
        ("s3", "test.gold.jsonl", "changed"),
        ("s3", "list", "missing"),
    ],
    indirect=["published"],
)
def test_a_damaged_object_is_an_error_and_never_wrong_bytes(published: Published, fresh: Project, four: Path, name: str, damage: str) -> None:  # fmt: skip
    oid = oids(published.project)[name]
    right = published.objects.read(oid)
    published.objects.write(oid, DAMAGES[damage](right))
    try:
        said = fresh.run("dvc", "pull", code=None)
        assert "ERROR" in said, said
        arrived = sums(fresh.path / DATA) if (fresh.path / DATA).exists() else {}
        assert arrived.items() < published.sums("1.1.0").items()
        said = fresh.microworlds("get", "1.1.0", "got", "--project", published.url, code=2)
        assert "error: " in said
        assert "Traceback" not in said
        assert not (fresh.path / "got").exists()
        # dvc get checks nothing: what it delivers has to be verified
        fresh.run("dvc", "get", published.url, DATA, "--rev", "memorydoc@v1.1.0", "-o", "unchecked", code=None)
        fresh.microworlds("verify", "unchecked", code=2)
    finally:
        published.objects.write(oid, right)
    fresh.run("dvc", "pull")
    assert sums(fresh.path / DATA) == published.sums("1.1.0")


@pytest.mark.parametrize("published", ["versioned"], indirect=True)
def test_a_bucket_with_versions_gives_the_right_bytes_or_none(published: Published, fresh: Project, four: Path, tmp_path: Path) -> None:  # fmt: skip
    moto, bucket = published.objects.place  # type: ignore[misc]
    key = f"cache/{DATA}/test.gold.jsonl"
    moto.client.put_object(Bucket=bucket, Key=key, Body=b"nonsense")
    fresh.run("dvc", "pull")
    assert sums(fresh.path / DATA) == published.sums("1.1.0")
    versions = moto.client.list_object_versions(Bucket=bucket, Prefix=key)["Versions"]
    for own in versions:
        moto.client.delete_object(Bucket=bucket, Key=key, VersionId=own["VersionId"])
    later = clone(published.project, tmp_path / "later")
    assert "ERROR" in later.run("dvc", "pull", code=1)
    assert not (later.path / DATA / "test.gold.jsonl").exists()
    assert "error: " in later.microworlds("get", "1.1.0", "got", "--project", published.url, code=2)
    assert not (later.path / "got").exists()


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory, three: Path) -> Project:
    """A project with a folder as its remote and nothing released. Take a copy."""
    folder = tmp_path_factory.mktemp("ready")
    own = project(folder / "project", folder / "home", three)
    configured(own, "folder", None, "ready")
    return own


@pytest.fixture
def own(ready: Project, tmp_path: Path) -> Project:
    """A copy of the project with a git remote and a DVC remote of its own."""
    path = tmp_path / "project"
    shutil.copytree(ready.path, path, symlinks=True)
    shutil.copytree(ready.path.with_suffix(".git"), path.with_suffix(".git"))
    shutil.copytree(ready.path.parent / "home", tmp_path / "home", dirs_exist_ok=True)
    copy = Project(path, tmp_path / "home")
    copy.run("git", "remote", "set-url", "origin", str(path.with_suffix(".git")))
    copy.remote(url=str(tmp_path / "store"), verify="true")
    return copy


def refused(own: Project, version: str, said: str) -> None:
    """A release that is refused says so, and leaves everything as it was."""
    before = (own.tags(), own.head(), own.run("git", "status", "--porcelain"), own.run("git", "ls-remote", "origin"))
    printed = own.microworlds("release", version, code=2)
    assert said in printed, printed
    assert "Traceback" not in printed
    after = (own.tags(), own.head(), own.run("git", "status", "--porcelain"), own.run("git", "ls-remote", "origin"))
    assert after == before


def test_what_is_not_ready_is_refused_before_anything_is_written(own: Project) -> None:
    refused(own, "1.0", "is no semantic version")
    (own.path / "notes.txt").write_text("mine")
    refused(own, "1.0.0", "the tree is dirty: notes.txt")
    (own.path / "notes.txt").unlink()
    gold = own.path / DATA / "test.gold.jsonl"
    right = gold.read_text()
    gold.unlink()
    gold.write_text(right.replace("hybrid", "hybird", 1))  # as many bytes as before
    refused(own, "1.0.0", "what is here is not what dvc.lock says: memorydoc-release changed")
    gold.write_text(right)
    own.run("git", "checkout", "--quiet", "--detach")
    refused(own, "1.0.0", "no branch is checked out")
    own.run("git", "switch", "--quiet", "main")
    own.run("dvc", "remote", "modify", "--unset", "store", "verify")
    own.commit()
    refused(own, "1.0.0", "the DVC remote store is not verified")
    own.run("dvc", "remote", "modify", "--local", "store", "verify", "true")  # which helps nobody who clones
    refused(own, "1.0.0", "the DVC remote store is not verified")
    (own.path / ".dvc/config.local").unlink()
    own.run("dvc", "remote", "remove", "store")
    own.commit()
    refused(own, "1.0.0", "no DVC remote is configured")
    assert not (own.path.parent / "store").exists()


def test_data_that_fail_verify_are_refused(own: Project, three: Path, tmp_path: Path) -> None:
    wrong = shutil.copytree(three, tmp_path / "wrong")
    gold = wrong / "test.gold.jsonl"
    gold.write_text(gold.read_text().replace('"answerable":true', '"answerable":false', 1))
    reseal(wrong)
    own.source(wrong)
    refused(own, "1.0.0", "is not sound: ")


def test_data_outside_their_limits_are_refused_without_a_reason_and_released_with_one(own: Project, three: Path, tmp_path: Path) -> None:  # fmt: skip
    poor = shutil.copytree(three, tmp_path / "poor")
    (poor / "quality.json").write_text(worlds.report(3, worlds.accepted(3), tried=15))
    reseal(poor)
    own.source(poor)
    refused(own, "1.0.0", "worlds built, of those asked for: 0.200 (3 of 15); its limit is at least 0.9. Mend that.")
    told = json.loads((poor / "manifest.json").read_text()) | {"despite": "a first look"}
    (poor / "manifest.json").write_text(json.dumps(told))
    own.source(poor)
    own.microworlds("release", "1.0.0")
    assert "The reason given: a first look" in (own.path / "releases/memorydoc/CHANGELOG.md").read_text()
    assert json.loads((own.path / MANIFEST).read_text())["despite"] == "a first look"


def test_a_version_is_released_once_and_above_the_last_by_enough(own: Project, three: Path, four: Path) -> None:
    own.source(four)
    own.microworlds("release", "1.1.0")
    refused(own, "1.1.0", "the tag memorydoc@v1.1.0 exists already")
    refused(own, "1.0.0", "version 1.0.0 is not above the last one, 1.1.0")
    other = clone(own, own.path.parent / "other")
    other.run("git", "tag", "--delete", "memorydoc@v1.1.0")
    other.source(four, mean=0.75)
    refused(other, "1.1.0", "the tag memorydoc@v1.1.0 exists already")  # at the git remote
    own.source(three)
    refused(own, "1.2.0", "too small a step from 1.1.0: what was there has changed")
    own.microworlds("release", "2.0.0")


def test_after_a_version_what_is_made_next_says_that_it_is_unreleased(own: Project, three: Path, four: Path) -> None:
    def says() -> str:
        return str(json.loads(own.file(f"{DATA}/manifest.json"))["version"])

    assert says() == "0.0.0-unreleased"
    own.microworlds("release", "1.0.0")
    assert says() == "1.0.0"
    own.source(four)
    assert says() == "0.0.0-unreleased"
    own.source(three)  # the very data that were published
    assert says() == "1.0.0"
    own.microworlds("release", "1.0.1")  # the same again
    assert said_versions(own.path / DATA) == {"1.0.1"}


def test_data_that_do_not_take_the_version_are_refused(own: Project) -> None:
    (own.path / "dvc.yaml").write_text(own.file("dvc.yaml").replace("python -m tests.releasing source/release releases/memorydoc/version.json", "cp -r source/release"))  # fmt: skip
    own.run("dvc", "repro")
    own.commit()
    refused(own, "1.0.0", "is not version 1.0.0 throughout: manifest.json says 0.0.0-unreleased; README.md says")
    assert own.run("dvc", "status") == "Data and pipelines are up to date.\n"


def test_a_push_of_data_that_fails_makes_no_version_and_can_be_repeated(own: Project, tmp_path: Path) -> None:
    (tmp_path / "store").write_text("a file where the remote's folder should be")
    refused(own, "1.0.0", "the data could not be pushed to store")
    (tmp_path / "store").unlink()
    own.microworlds("release", "1.0.0")
    assert own.tags() == [TAG]


def test_a_push_to_a_versioned_bucket_that_fails_leaves_dvc_lock_as_it_was(own: Project, s3: Server) -> None:
    own.remote(url="s3://later/cache", endpointurl=s3.url, verify="true", version_aware="true")
    refused(own, "1.0.0", "the data could not be pushed to store: ERROR")
    s3.bucket("later", versioned=True)
    own.microworlds("release", "1.0.0")
    assert "version_id" in own.run("git", "show", f"{TAG}:dvc.lock")
    assert own.run("git", "status", "--porcelain") == ""


def test_a_git_push_that_fails_leaves_no_tag_and_can_be_repeated(own: Project) -> None:
    hook = own.path.with_suffix(".git") / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho closed today >&2\nexit 1\n")
    hook.chmod(0o755)
    printed = own.microworlds("release", "1.0.0", code=2)
    assert "git could not push to origin" in printed
    assert own.tags() == []
    assert "refs/tags" not in own.run("git", "ls-remote", "origin")
    hook.unlink()
    own.microworlds("release", "1.0.0")
    assert own.tags() == [TAG]
    assert TAG in own.run("git", "ls-remote", "origin")
    assert own.run("git", "log", "--oneline").count("Release memorydoc 1.0.0") == 1


def test_a_release_killed_before_or_after_its_push_goes_on(own: Project) -> None:
    own.microworlds("release", "1.0.0")
    own.run("git", "push", "--quiet", "origin", f":refs/tags/{TAG}")  # killed after the tag, before the push
    own.microworlds("release", "1.0.0")
    assert TAG in own.run("git", "ls-remote", "origin")
    own.run("git", "tag", "--delete", TAG)  # or after the push, before git said so
    own.microworlds("release", "1.0.0")
    assert own.tags() == [TAG]
    assert own.run("git", "log", "--oneline").count("Release memorydoc 1.0.0") == 1


def test_a_remote_that_lost_or_spoiled_an_object_is_found_out_by_the_release(own: Project, tmp_path: Path) -> None:
    own.run("dvc", "push")  # DVC notes what is there now
    objects, oid = Objects(tmp_path / "store"), oids(own)["worlds.jsonl"]
    right = objects.read(oid)
    objects.write(oid, right[:-1])
    refused(own, "1.0.0", f"Damaged: {tmp_path}/store/files/md5/{oid[:2]}/{oid[2:]}. Remove that")
    objects.write(oid, None)
    own.microworlds("release", "1.0.0")
    assert objects.read(oid) == right
    assert own.tags() == [TAG]
