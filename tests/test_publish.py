"""Versions that are refused, and releases that break off."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests import worlds
from tests.publishing_project import (  # noqa: F401 (fixtures)
    MANIFEST,
    TAG,
    four_fixture,
    oids,
    own_fixture,
    ready_fixture,
    s3_fixture,
    said_versions,
    three_fixture,
)
from tests.releasing import DATA, Objects, Project, Server, clone, reseal

pytestmark = pytest.mark.slow


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
