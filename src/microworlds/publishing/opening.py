"""A release in a folder, whatever it is asked for by: a folder, a version, or any revision of a project.

How it is fetched is the business of ``microworlds.publishing.sources``, as it is when ``microworlds.load`` asks. A
version is also compared with its manifest in git.

Source: issue 5, section 1.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from microworlds.core import jsonl
from microworlds.core import manifest as seal
from microworlds.core.errors import UserError
from microworlds.publishing import sources, version_manifest, versions
from microworlds.publishing.sources import Repository
from microworlds.publishing.version_manifest import ReleaseManifest
from microworlds.suites import base as suites


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
        name: what is released: the name of a suite.
        project: a git repository's folder or URL.

    Raises:
        UserError: it is not there, cannot be fetched, or is damaged.
    """
    if (Path(spec) / seal.MANIFEST).is_file():
        _check(Opened(Path(spec), spec, None), list(seal.faults(Path(spec))))
        yield Opened(Path(spec), spec, None)
        return
    with tempfile.TemporaryDirectory(prefix="microworlds-") as folder:
        yield fetched(spec, name, project, Path(folder))


def fetched(spec: str, name: str, project: str, into: Path) -> Opened:
    """A version or revision, fetched into the empty folder ``into``, and checked.

    Raises:
        UserError: it cannot be fetched, or is damaged.
    """
    version = versions.parse(spec) if versions.is_version(spec) else None
    url = str(Path(project).resolve()) if Path(project).is_dir() else project
    source = Repository(url, name, versions.tag(name, version) if version else spec)
    told = (
        version_manifest.parsed(source.tracked(str(version_manifest.place(name, version))), str(source))
        if version
        else None
    )
    for file, path in source.files():
        shutil.copyfile(path, into / file)
    found = Opened(into, f"v{version}" if version else spec, told)
    if told is not None:
        _check(found, version_manifest.faults(into, told))
    return found


def unsound(folder: Path) -> list[str]:
    """Every rule of its suite that a release breaks, as sentences; empty if it is sound.

    Raises:
        UserError: there is no release in the folder, it is of a later format, or of a suite that is not known here.
    """
    found: list[str] = suites.part(sources.listed(sources.Folder(folder)).suite, "verify").verify(folder)
    return found


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
    with jsonl.replacing_folder(out) as folder:
        found = fetched(spec, name, project, folder)
    return Opened(out, found.label, found.manifest)
