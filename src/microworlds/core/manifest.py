"""The manifest of a release: SHA-256 of every other file of its folder, by name.

A DVC remote can deliver a damaged file with exit code 0, so a release says itself what it consists of.

Source: DESIGN 6; issue 2, section 3.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from microworlds.core import formats, seeds
from microworlds.core.errors import ItemError, UserError

M = TypeVar("M", bound=BaseModel)
MANIFEST = "manifest.json"
FORMAT = formats.VERSIONS["release"]


class Listed(BaseModel):
    """What every manifest has, whatever its suite adds; ``format`` is 1 where none is told."""

    suite: str
    files: dict[str, str]
    version: str | None = None
    format: int = 1


def parsed(content: bytes, where: object) -> Listed:
    """What the bytes of a manifest say; ``where`` is how an error speaks of the release.

    Raises:
        UserError: it is damaged, or of a later format.
    """
    try:
        return Listed.model_validate_json(formats.checked("release", content, where))
    except ValidationError as error:
        raise UserError(
            f"{where}: {MANIFEST} is damaged: {error.errors()[0]['msg']}. Get the release again."
        ) from error


def digest(path: Path) -> str:
    """SHA-256 of a file's bytes, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file of a folder but the manifest, by name."""
    return {path.name: digest(path) for path in sorted(folder.iterdir()) if path.name != MANIFEST}


def seen(folder: Path) -> str:
    """One SHA-256 for all that a system sees of a release, its observations and episodes, whatever its cards say.

    Raises:
        UserError: there are none.
    """
    paths = [folder / "observations.jsonl", *sorted(folder.glob("*.episodes.jsonl"))]
    try:
        return seeds.digest(*(part for path in paths for part in (path.name, digest(path))))
    except OSError as error:
        raise UserError(f"{folder} is no release: it has no {paths[0].name}.") from error


def faults(folder: Path) -> Iterator[str]:
    """Every way in which a folder is not what its manifest says, as sentences that name the file.

    Raises:
        UserError: it has no manifest, or one of a later format.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise UserError(f"{folder} has no {MANIFEST}: it is no release. `dvc repro` makes them in data/release.")
    try:
        listed = Listed.model_validate_json(formats.checked("release", path.read_bytes(), folder)).files
    except ValidationError as error:
        yield f"{path}: not a manifest: {error.errors()[0]['msg']}"
        return
    yield from differing(digests(folder), listed, "the manifest")


def verified(folder: Path, kind: type[M], rules: Callable[[Path, M], Iterable[str]]) -> list[str]:
    """Every way in which a release is not what its manifest says; else what breaks its suite's ``rules``.

    ``kind`` is the suite's manifest.

    Raises:
        UserError: there is no release in the folder, or one of a later format.
    """
    found = list(faults(folder))
    if found:  # what was changed cannot be expected to be consistent
        return found
    try:
        return list(rules(folder, kind.model_validate_json((folder / MANIFEST).read_bytes())))
    except (UserError, ItemError) as error:
        return [str(error)]
    except ValidationError as error:
        return [f"{MANIFEST}: {error.errors()[0]['msg']}"]


def differing(found: Mapping[str, str], listed: Mapping[str, str], where: str) -> Iterator[str]:
    """A sentence for each file whose SHA-256 is not the one listed, by name; ``where`` is what lists them."""
    for name in sorted(set(listed) | set(found)):
        if name not in found:
            yield f"{name}: listed in {where}, but missing"
        elif name not in listed:
            yield f"{name}: not listed in {where}"
        elif found[name] != listed[name]:
            yield f"{name}: its SHA-256 is not {where}'s: it was changed or damaged"
