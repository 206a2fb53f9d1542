"""The manifest of a release: SHA-256 of every other file of its folder, by name.

A DVC remote can deliver a damaged file with exit code 0, so a release says itself what it consists of.

Source: DESIGN 6; issue 2, section 3.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ValidationError

from microworlds.core.errors import UserError

MANIFEST = "manifest.json"
FORMAT = 2  # 1: utterances began with the speaker's name, titles of sessions ended in their date; ids told the category


class Listed(BaseModel):
    """What every manifest has, whatever its suite adds; ``format`` is 1 where none is told."""

    suite: str
    files: dict[str, str]
    version: str | None = None
    format: int = 1


def digest(path: Path) -> str:
    """SHA-256 of a file's bytes, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file of a folder but the manifest, by name."""
    return {path.name: digest(path) for path in sorted(folder.iterdir()) if path.name != MANIFEST}


def faults(folder: Path) -> Iterator[str]:
    """Every way in which a folder is not what its manifest says, as sentences that name the file.

    Raises:
        UserError: it has no manifest.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise UserError(f"{folder} has no {MANIFEST}: it is no release. `dvc repro` makes them in data/release.")
    try:
        listed = Listed.model_validate_json(path.read_bytes()).files
    except ValidationError as error:
        yield f"{path}: not a manifest: {error.errors()[0]['msg']}"
        return
    found = digests(folder)
    for name in sorted(set(listed) | set(found)):
        if name not in found:
            yield f"{name}: listed in the manifest, but missing"
        elif name not in listed:
            yield f"{name}: not listed in the manifest"
        elif found[name] != listed[name]:
            yield f"{name}: its SHA-256 is not the manifest's: it was changed or damaged"
