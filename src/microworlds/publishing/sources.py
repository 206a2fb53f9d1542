"""Where a release is: a plain folder, a checkout, or a tag of a git repository whose data are in a DVC remote.

A source hands out the manifest and, by name, files that are what the manifest says. What had to be fetched is kept
under its SHA-256 beside the other caches, and checked each time it is used.

Source: issue 5, section 2. Tags have gto's form, ``SUITE@v1.0.0``.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from semver import Version

from microworlds.core import caches, jsonl, migration
from microworlds.core.errors import UserError
from microworlds.core.manifest import MANIFEST, Listed, digest, parsed
from microworlds.core.plugins import nearest

RELEASES = "data/release"
_TAG = re.compile(r"refs/tags/(?P<suite>[^@]+)@v(?P<version>\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)(?P<gone>!?)$")


@dataclass(frozen=True)
class Folder:
    """A release as it lies in a folder; ``str`` of a source is how an error speaks of it."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    def manifest(self) -> bytes:
        """The manifest as it is there.

        Raises:
            UserError: there is no release.
        """
        try:
            return (self.path / MANIFEST).read_bytes()
        except OSError as error:
            raise UserError(
                f"{self.path} holds no release ({MANIFEST}: {error.strerror}). Use `dvc repro`, or `dvc pull`."
            ) from error

    def file(self, name: str, sha256: str) -> Path:
        """Where a file with these bytes lies on this machine.

        Raises:
            UserError: it is missing, or was changed or damaged.
        """
        path = self.path / name
        try:
            found = digest(path)
        except OSError as error:
            raise UserError(
                f"{path} is listed in the manifest, but cannot be read: {error.strerror}. If it is gold, its publisher "
                "may withhold it; else get the release again."
            ) from error
        if found != sha256:
            raise UserError(
                f"{path} is not what the manifest says: it was changed or damaged. Get the release again, or leave the "
                f"original alone and work on a copy. (SHA-256 {found}, not {sha256})"
            )
        return path


@dataclass(frozen=True)
class Repository:
    """A release in a git repository with DVC, at a tag (None: as it is checked out).

    ``remote`` is the name of the DVC remote to use, None: the repository's default.
    """

    url: str
    suite: str
    tag: str | None
    remote: str | None = None

    def __str__(self) -> str:
        return f"{self.url} at {self.tag}" if self.tag else self.url

    @cached_property
    def _files(self) -> Any:
        from dvc.api import DVCFileSystem

        with _explained(lambda why: f"cannot open {self}: {why}. Is it a git repository with DVC?"):
            return DVCFileSystem(self.url, rev=self.tag, remote=self.remote)

    def tracked(self, path: str) -> bytes:
        """A file that is in git, not in DVC; ``path`` is from the top of the repository.

        Raises:
            UserError: there is none.
        """
        with _explained(
            lambda why: f"cannot get {path} from {self}: {why}. Is there such a version (`git fetch --tags`)?"
        ):
            content: bytes = self._files.read_bytes(f"/{path}")
        return content

    def files(self) -> Iterator[tuple[str, Path]]:
        """Every file of the release by its name, the manifest last, and where it lies on this machine, checked.

        Raises:
            UserError: one is missing, or was changed or damaged.
        """
        for name, sha256 in listed(self).files.items():
            if Path(name).name != name:
                raise UserError(f"{self}: {MANIFEST} names {name!r}, which is no file of a release. Do not use it.")
            yield name, self.file(name, sha256)
        yield MANIFEST, self.file(MANIFEST, hashlib.sha256(self.manifest()).hexdigest())

    def manifest(self) -> bytes:
        """See ``Folder.manifest``. It is compared with the MD5 that dvc.lock leads to."""
        path = f"/{RELEASES}/{self.suite}/{MANIFEST}"
        with _explained(partial(self._cannot_get, MANIFEST)):
            content: bytes = self._files.read_bytes(path)
            expected = self._files.info(path).get("md5")
        if expected and expected != hashlib.md5(content, usedforsecurity=False).hexdigest():
            raise UserError(f"{self}: {MANIFEST} is not what dvc.lock says: the remote is damaged. Push it again.")
        return content

    def file(self, name: str, sha256: str) -> Path:
        """See ``Folder.file``."""
        kept = caches.folder("releases", sha256[:2]) / f"{sha256}{Path(name).suffix}"
        if kept.is_file() and digest(kept) == sha256:
            return kept
        with jsonl.replacing(kept) as temporary:
            with _explained(partial(self._cannot_get, name)):
                self._files.get_file(f"/{RELEASES}/{self.suite}/{name}", str(temporary))
            if digest(temporary) != sha256:
                raise UserError(
                    f"{self}: {name} is not what the manifest says: it was changed or damaged on the remote, or on the "
                    "way. Nothing was kept. `dvc push` from a sound checkout repairs a remote."
                )
        return kept

    def _cannot_get(self, name: str, why: str) -> str:
        return (
            f"cannot get {RELEASES}/{self.suite}/{name} from {self}: {why}. See that its DVC remote can be "
            "reached (`dvc remote list`; remote=NAME chooses one), or make the release again at that tag: `dvc repro`."
        )


@contextmanager
def _explained(message: Callable[[str], str]) -> Iterator[None]:
    """Whatever is raised as a UserError: DVC hands on what git, its configuration and its storage raise."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        raise UserError(message(_said(error))) from error


Source = Folder | Repository


def listed(place: Source) -> Listed:
    """The manifest of a release.

    Raises:
        UserError: there is none, or it is damaged or of a later format.
    """
    return parsed(place.manifest(), place)


def migrated(place: Source) -> Folder:
    """A release of an earlier format as one of today's; all its files are fetched.

    Raises:
        UserError: one is missing, or was changed or damaged.
    """
    if isinstance(place, Folder):
        return Folder(migration.current(place.path))
    with tempfile.TemporaryDirectory() as folder:
        for name, path in place.files():
            shutil.copyfile(path, Path(folder) / name)
        return Folder(migration.current(Path(folder)))


def find(suite: str, version: str | None, source: str | os.PathLike[str] | None, remote: str | None) -> Source:
    """Where a version of a suite's release is.

    Raises:
        UserError: no such source or version.
    """
    if source is None:
        root = next((each for each in (Path.cwd(), *Path.cwd().parents) if (each / ".git").exists()), None)
        if root is None:
            raise UserError(f"{Path.cwd()} is in no checkout: say where the release is, source=...")
        return _checkout(root, suite, version, remote)
    path = Path(source).expanduser()
    if not path.is_dir():
        if isinstance(source, str) and re.match(r"[a-z+]+://|[\w.-]+@[\w.-]+:", source):
            return Repository(source, suite, _tag(source, suite, version), remote)
        raise UserError(
            f"there is no source {str(source)!r}: give a folder, a checkout, or the URL of a git repository "
            "(https://..., file:///..., git@host:...)."
        )
    if (path / MANIFEST).is_file():
        return Folder(path)
    if (path / ".git").exists():
        return _checkout(path, suite, version, remote)
    if (path / "HEAD").is_file() and (path / "objects").is_dir():  # a bare repository
        return Repository(str(path), suite, _tag(str(path), suite, version), remote)
    inside = sorted(each.parent.name for each in path.glob(f"*/{MANIFEST}"))
    if inside:
        return Folder(path / _known("suite", suite, inside, str(path)))
    raise UserError(f"{path} holds neither a release (a {MANIFEST}) nor a git repository.")


def _checkout(root: Path, suite: str, version: str | None, remote: str | None) -> Source:
    """A tag of a checkout, or the release that lies in it or belongs to it."""
    if version is not None:
        return Repository(str(root), suite, _tag(str(root), suite, version), remote)
    folder = root / RELEASES / suite
    if (folder / MANIFEST).is_file():
        return Folder(folder)
    lying = sorted(each.parent.name for each in (root / RELEASES).glob(f"*/{MANIFEST}"))
    tagged = versions(str(root))
    if suite in tagged:
        return Repository(str(root), suite, _tag(str(root), suite, None), remote)
    if lying or tagged:
        _known("suite", suite, sorted({*lying, *tagged}), str(root))
    return Repository(str(root), suite, None, remote)


def _tag(url: str, suite: str, version: str | None) -> str:
    """The tag of a version, or of the newest (before any pre-release)."""
    tagged = versions(url)
    if not tagged:
        raise UserError(f"{url} has no released version: no tag such as {suite}@v1.0.0.")
    own = tagged[_known("suite", suite, sorted(tagged), url)]
    if version is None:
        return f"{suite}@v{max(own, key=_newness)}"
    return f"{suite}@v{_known('version', version.removeprefix('v'), sorted(own, key=_newness), url)}"


def versions(url: str) -> Mapping[str, tuple[str, ...]]:
    """The versions that a repository's tags name, by suite; those that gto has withdrawn left out.

    Raises:
        UserError: there is no such repository, or it cannot be reached.
    """
    quiet = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", "ls-remote", "--tags", "--refs", "--", url], env=quiet, text=True, check=False, capture_output=True
        )
    except OSError as error:
        raise UserError(f"git cannot be run: {error.strerror}. Install it.") from error
    if done.returncode:
        said = " ".join(done.stderr.split())
        raise UserError(f"{url} is no git repository that can be reached: {said[:200]}.")
    found = [
        tag for line in done.stdout.splitlines() if (tag := _TAG.search(line)) and Version.is_valid(tag["version"])
    ]
    gone = {(tag["suite"], tag["version"]) for tag in found if tag["gone"]}
    by_suite: dict[str, list[str]] = {}
    for tag in found:
        if (tag["suite"], tag["version"]) not in gone and Version.is_valid(tag["version"]):
            by_suite.setdefault(tag["suite"], []).append(tag["version"])
    return {suite: tuple(own) for suite, own in by_suite.items()}


def released(url: str) -> str:
    """The one suite of which a repository has released versions.

    Raises:
        UserError: there is none, or more than one; there is no such repository, or it cannot be reached.
    """
    found = sorted(versions(url))
    if len(found) != 1:
        raise UserError(f"{url} has released {', '.join(found) or 'nothing yet'}: name the one that you mean (--name).")
    return found[0]


def _newness(version: str) -> tuple[bool, Version]:
    """Later versions are greater, and all pre-releases smaller than any release."""
    own = Version.parse(version)
    return own.prerelease is None, own


def _known(what: str, name: str, known: list[str], where: str) -> str:
    if name not in known:
        raise UserError(f"{where} has no {what} {name!r}{nearest(name, known)}. It has: {', '.join(known)}.")
    return name


def _said(error: BaseException) -> str:
    """What an error says, with its causes: the outermost of DVC's often says little."""
    said = []
    cause: BaseException | None = error
    while cause is not None:
        said.append(" ".join(str(cause).split()).rstrip(".") or type(cause).__name__)
        cause = cause.__cause__
    return "; ".join(dict.fromkeys(said))[:400]
