"""A version given to data: it is written down, and they are made again, so that they and all their cards say it.

A build calls itself by a version only if it is the one that was published, byte for byte: see ``publication``.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from semver import Version

from microworlds.core import publication
from microworlds.core.errors import UserError
from microworlds.core.manifest import MANIFEST, Listed, digest
from microworlds.core.publication import UNRELEASED, Publication
from microworlds.publishing import remotes, version_manifest
from microworlds.publishing.git_and_dvc import CommandError, dvc


def place(name: str) -> Path:
    """Where it is written which build is a version, from the top of the project."""
    return version_manifest.FOLDER / name / publication.FILE


def give(name: str, version: Version) -> None:
    """Make the data of ``name`` again as this version, unless they are that already.

    Raises:
        UserError: they could not be made, or do not say the version everywhere.
    """
    folder, path = version_manifest.data(name), place(name)
    said = Listed.model_validate_json((folder / MANIFEST).read_bytes()).version
    if said != str(version):
        of = publication.read(path).of if said != UNRELEASED else digest(folder / MANIFEST)
        publication.write(path, Publication(version=str(version), published=datetime.now(UTC).date(), of=of))
        print(f"Making {name} again as version {version} ...", flush=True)
        try:
            dvc("repro", remotes.PIPELINE)
        except CommandError as error:
            raise UserError(f"{name} could not be made as version {version}: {error} No version was made.") from error
    wrong = [f"{file} says {own}" for file, own in _versions(folder).items() if own != str(version)]
    if wrong:
        raise UserError(
            f"{folder} is not version {version} throughout: {'; '.join(wrong)}. The stage that makes it has to take "
            f"the version from {path}; `dvc repro`, and see what it says."
        )


def _versions(folder: Path) -> dict[str, str | None]:
    """What each file that names the version of a release says it is."""
    found = {MANIFEST: Listed.model_validate_json((folder / MANIFEST).read_bytes()).version}
    card, croissant = folder / "README.md", folder / "croissant.json"
    if card.exists():
        found[card.name] = _first(r"^# .*, version (\S+)$", card.read_text(encoding="utf-8"))
    if croissant.exists():
        told = json.loads(croissant.read_bytes())
        found[croissant.name] = told.get("version")
        found[f"the citation in {croissant.name}"] = _first(r"version = \{(.*?)\}", told.get("citeAs", ""))
    return found


def _first(pattern: str, text: str) -> str | None:
    said = re.search(pattern, text, re.MULTILINE)
    return said[1] if said else None
