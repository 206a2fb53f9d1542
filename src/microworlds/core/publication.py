"""Which build of a data set is a version: decided by ``microworlds release`` and by nothing else.

It writes down the version, its day, and the SHA-256 that the manifest of these data has while they are unreleased. The
stage that makes a release compares: the same data, code and cards are that version, whatever differs is unreleased.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from pydantic import ValidationError, model_validator

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.manifest import MANIFEST, digest
from microworlds.core.records import Record

FILE = "version.json"
UNRELEASED = "0.0.0-unreleased"  # a semantic version, below all others


class Publication(Record):
    """A version and its day; ``of`` is the SHA-256 of the manifest of the unreleased build that became it."""

    version: str = UNRELEASED
    published: date | None = None
    of: str | None = None

    @model_validator(mode="after")
    def _whole(self) -> Publication:
        if len({self.version == UNRELEASED, self.published is None, self.of is None}) != 1:
            raise ValueError("version, published and of go together")
        return self


def read(path: Path) -> Publication:
    """What was published last; the default if nothing was.

    Raises:
        UserError: the file is missing or damaged.
    """
    try:
        return Publication.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        why = error.strerror if isinstance(error, OSError) else error.errors()[0]["msg"]
        raise UserError(f"cannot read {path}: {why}. `git checkout {path}` gets it back.") from error


def described(folder: Path, path: Path, describe: Callable[[Publication], None]) -> None:
    """Have a folder described as unreleased, and again by its version if it is the build that was published.

    ``describe`` writes card and manifest; ``path`` is the file in which the publication is written down.
    """
    describe(Publication())
    published = read(path)
    if published.of == digest(folder / MANIFEST):
        describe(published)


def write(path: Path, own: Publication) -> None:
    """Write down what is published."""
    jsonl.write_text(path, own.model_dump_json(indent=1) + "\n")
