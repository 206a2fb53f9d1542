"""Versions fetched from DVC remotes of three kinds: whole, or not at all."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.publishing_project import (  # noqa: F401 (fixtures)
    MANIFEST,
    TAG,
    configured,
    four_fixture,
    oids,
    s3_fixture,
    said_versions,
    three_fixture,
)
from tests.releasing import DATA, Objects, Project, Server, clone, content, project, sums

pytestmark = pytest.mark.slow
KINDS = ("folder", "s3", "versioned")


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


@pytest.fixture(scope="module")
def publish(
    tmp_path_factory: pytest.TempPathFactory, s3: Server, three: Path, four: Path
) -> Callable[[str], Published]:
    """Both versions on a remote of a kind, published when first asked for."""

    @functools.cache
    def published(kind: str) -> Published:
        folder = tmp_path_factory.mktemp(kind)
        own = project(folder / "project", folder / "home", three)
        objects = configured(own, kind, s3, f"both-{kind}")
        own.microworlds("release", "1.0.0")
        own.source(four, mean=0.5)
        return Published(kind, own, objects, own.microworlds("release", "v1.1.0"))

    return published


@pytest.fixture(params=KINDS)
def published(request: pytest.FixtureRequest, publish: Callable[[str], Published]) -> Published:
    """Read it, or damage it and put it right again."""
    return publish(request.param)


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
