"""A release in a folder, wherever it comes from: a folder, a version, or any revision of a project, here or at a URL.

``dvc get`` reads the local cache, then the remote, and checks nothing of what it downloads, ``verify true`` or not
(measured with DVC 3.67): so what arrives is compared with the version's manifest, which came with git.

Source: issue 5, section 1.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from microworlds import manifest as seal
from microworlds.errors import UserError
from microworlds.releases import manifest, versions
from microworlds.releases.commands import CommandError, dvc
from microworlds.releases.manifest import ReleaseManifest


@dataclass(frozen=True)
class Opened:
    """A release that can be read: its folder, what it is called, and its manifest if it is a version."""

    folder: Path
    label: str
    manifest: ReleaseManifest | None


@contextmanager
def opened(spec: str, name: str, project: str = ".") -> Iterator[Opened]:
    """A release whose bytes are those of its manifest; what was fetched is gone afterwards.

    Args:
        spec: a folder, a version such as v1.0.0, or a git revision.
        name: what is released, such as memorydoc.
        project: a git repository's folder or URL.

    Raises:
        UserError: it is not there, cannot be fetched, or is damaged.
    """
    if (Path(spec) / "manifest.json").is_file():
        _check(Opened(Path(spec), spec, None), list(seal.faults(Path(spec))))
        yield Opened(Path(spec), spec, None)
        return
    with tempfile.TemporaryDirectory(prefix="microworlds-") as folder:
        yield fetched(spec, name, project, Path(folder))


def fetched(spec: str, name: str, project: str, into: Path) -> Opened:
    """A version or revision, fetched to a new folder below ``into``, and checked.

    Raises:
        UserError: it cannot be fetched, or is damaged.
    """
    version = versions.parse(spec) if versions.is_version(spec) else None
    revision = versions.tag(name, version) if version else spec
    said = None
    if version:
        said = into / "version.json"
        _get(project, manifest.place(name, version), revision, said)
    _get(project, manifest.data(name), revision, into / name)
    found = Opened(into / name, f"v{version}" if version else spec, manifest.read(said) if said else None)
    wrong = list(seal.faults(found.folder)) if found.manifest is None else manifest.faults(found.folder, found.manifest)
    _check(found, wrong)
    return found


def _get(project: str, path: Path, revision: str, out: Path) -> None:
    try:
        dvc("get", project, str(path), "--rev", revision, "--out", str(out))
    except CommandError as error:
        raise UserError(
            f"cannot get {path} of {revision} from {project}: {error} Is there such a tag (`git fetch --tags`), and is "
            f"the remote reachable? Without it: `git checkout {revision}`, then `dvc repro` makes the data again."
        ) from error


def _check(found: Opened, wrong: list[str]) -> None:
    if wrong:
        raise UserError(
            f"{found.label} is damaged: {'; '.join(wrong[:5])}. Fetch it again; if that does not help, the copy in the "
            "remote or in the cache is damaged, and `dvc repro` at its tag makes it again."
        )


def get(spec: str, name: str, project: str, out: Path) -> Opened:
    """A version or revision, fetched and checked, as the new folder ``out``; on any error there is none.

    Raises:
        UserError: there is such a folder already, or the release cannot be fetched or is damaged.
    """
    if out.exists():
        raise UserError(f"{out} exists already: give another folder, or remove it.")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as folder:
        found = fetched(spec, name, project, Path(folder))
        found.folder.rename(out)
    return Opened(out, found.label, found.manifest)
