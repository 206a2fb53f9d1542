"""A small project that releases hand-built data, DVC remotes of three kinds for it, and an S3 server of our own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from microworlds.core import publication
from microworlds.core.manifest import digest
from microworlds.core.publication import Publication
from microworlds.publishing import version_manifest
from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.about import About
from tests import worlds
from tests.closure import ROOT
from tests.tree import Tree

DATA = "data/release/memorydoc"
PIPELINE = f"""
artifacts:
  memorydoc:
    path: {DATA}
    type: dataset
stages:
  memorydoc-release:
    cmd: mkdir -p data/release && python -m tests.releasing source/release releases/memorydoc/version.json {DATA}
    deps: [source/release, releases/memorydoc/version.json]
    outs: [{DATA}]
  memorydoc-scores:
    cmd: mkdir -p metrics/memorydoc && cp -r source/results metrics/memorydoc/results
    deps: [source/results]
    outs: [metrics/memorydoc/results]
"""
# no one's credentials: moto takes any, and no server of Amazon's is asked for others; HOME is a folder of the test
AWS = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_EC2_METADATA_DISABLED": "true",
}


def made(folder: Path, count: int) -> Path:
    """A sound release of the first ``count`` worlds of the tests, unreleased."""
    folder.mkdir(parents=True)
    _written(folder, count)
    return folder


def _written(folder: Path, count: int) -> About:
    quality = folder.parent / f"{folder.name}-quality.json"
    quality.write_text(worlds.measured(count, judges=True))
    own, said = [worlds.judged(number) for number in range(count)], worlds.accepted(count)
    about = release.write(folder, own, said, quality, worlds.SEED, worlds.RULES)
    quality.unlink()
    return about


def stage(source: Path, version: Path, out: Path) -> None:
    """The stage of the pipeline above: the source, with the version that was published if it is that build."""
    shutil.copytree(source, out)
    with tempfile.TemporaryDirectory() as folder:
        about = _written(Path(folder), len((source / "worlds.jsonl").read_text().splitlines()))
    params = about.origin.params.model_copy(update={"despite": version_manifest.despite(source)})
    quality = json.loads((source / "quality.json").read_bytes())
    about = replace(about, origin=replace(about.origin, params=params), quality=quality)
    release.describe_published(out, about, worlds.RULES, publication.read(version))


def tables(mean: float, n: int) -> str:
    cell = {"mean": mean, "n": n, "low": None, "high": None}
    table = {"title": "F1", "metric": "f1", "label": "source", "columns": ["overall"], "rows": {"rag_doc": {"overall": cell}}}  # fmt: skip
    return json.dumps({"f1_source": table})


def reseal(folder: Path) -> None:
    """Make a release's manifest fit its files again."""
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"] = {name: digest(folder / name) for name in manifest["files"]}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of a folder."""
    return {path.name: digest(path) for path in sorted(folder.iterdir())}


def content(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of a release that is the same whatever its version."""
    saying = {"README.md", "datasheet.md", "croissant.json", "manifest.json"}
    return {name: own for name, own in sums(folder).items() if name not in saying}


class Project(Tree):
    """A git and DVC repository with the pipeline above."""

    def __init__(self, path: Path, home: Path) -> None:
        super().__init__(path, home)
        self.environment |= AWS | {
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
            "DVC_NO_ANALYTICS": "1",
            "DVC_SITE_CACHE_DIR": str(home / "site"),
        }

    def microworlds(self, *words: str, code: int | None = 0) -> str:
        return self.run(sys.executable, "-m", "microworlds.cli", *words, code=code)

    def source(self, folder: Path, mean: float = 0.25) -> None:
        """Make the data from another release, and commit that."""
        (self.path / "source/results").mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.path / "source/release", ignore_errors=True)
        shutil.copytree(folder, self.path / "source/release")
        (self.path / "source/results/tables.json").write_text(tables(mean, 48))
        self.run("dvc", "repro", "--quiet")
        self.commit()

    def remote(self, **settings: str) -> None:
        """Configure the default remote, for all who clone, and commit that."""
        self.run("dvc", "remote", "add", "--default", "--force", "store", settings.pop("url"))
        for name, value in settings.items():
            self.run("dvc", "remote", "modify", "store", name, value)
        self.commit()

    def tags(self) -> list[str]:
        return self.run("git", "tag").split()

    def head(self) -> str:
        return self.run("git", "rev-parse", "HEAD").strip()


def project(path: Path, home: Path, data: Path) -> Project:
    """A project with these data, committed, and a bare repository beside it as its git remote ``origin``."""
    path.mkdir(parents=True)
    home.mkdir(exist_ok=True)
    own = Project(path, home)
    own.run("git", "init", "--quiet", "--initial-branch", "main")
    own.run("dvc", "init", "--quiet")
    (path / "dvc.yaml").write_text(PIPELINE)
    publication.write(path / "releases/memorydoc/version.json", Publication())
    own.source(data)
    bare = path.with_suffix(".git")
    own.run("git", "init", "--quiet", "--bare", "--initial-branch", "main", str(bare))
    own.run("git", "remote", "add", "origin", str(bare))
    own.run("git", "push", "--quiet", "--set-upstream", "origin", "main")
    return own


def clone(own: Project, path: Path) -> Project:
    """What someone else has who clones the project: no cache, no memory of the remote."""
    own.run("git", "clone", "--quiet", str(own.path.with_suffix(".git")), str(path))
    home = path.with_suffix(".home")
    home.mkdir()
    return Project(path, home)


@dataclass(frozen=True)
class Server:
    """moto's S3, in a process of its own."""

    url: str
    client: Any

    def bucket(self, name: str, versioned: bool = False) -> None:
        self.client.create_bucket(Bucket=name)
        if versioned:
            self.client.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})


@contextlib.contextmanager
def server(log: Path) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, **AWS}) as process:
        try:
            url = f"http://127.0.0.1:{port}"
            for _ in range(600):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(url)
                    break
                time.sleep(0.1)
            import boto3

            names = {"aws_access_key_id": "testing", "aws_secret_access_key": "testing", "region_name": "us-east-1"}
            yield Server(url, boto3.client("s3", endpoint_url=url, **names))
        finally:
            process.terminate()


class Objects:
    """The objects of a content-addressed remote, to be damaged: in a folder, or in a bucket."""

    def __init__(self, place: Path | tuple[Server, str]) -> None:
        self.place = place

    def read(self, oid: str) -> bytes:
        key = self._key(oid)
        if isinstance(self.place, Path):
            return (self.place / key).read_bytes()
        server, bucket = self.place
        return bytes(server.client.get_object(Bucket=bucket, Key=key)["Body"].read())

    def write(self, oid: str, content: bytes | None) -> None:
        """Put other bytes there, or with None nothing."""
        key = self._key(oid)
        if isinstance(self.place, Path):
            (self.place / key).unlink(missing_ok=True)
            if content is not None:
                (self.place / key).write_bytes(content)
                (self.place / key).chmod(0o444)  # as DVC leaves it: what looks untouched is what it may trust
            return
        server, bucket = self.place
        if content is None:
            server.client.delete_object(Bucket=bucket, Key=key)
        else:
            server.client.put_object(Bucket=bucket, Key=key, Body=content)

    def _key(self, oid: str) -> str:
        prefix = "" if isinstance(self.place, Path) else "cache/"
        return f"{prefix}files/md5/{oid[:2]}/{oid[2:]}"


if __name__ == "__main__":
    stage(*map(Path, sys.argv[1:]))
