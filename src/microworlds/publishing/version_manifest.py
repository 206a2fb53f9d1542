"""What a version consists of, small enough for git: a clone with no remote at hand checks rebuilt data against it.

Source: issue 5, section 1.
"""

import json
from pathlib import Path

from pydantic import Field, ValidationError

from microworlds.core import formats, jsonl
from microworlds.core import manifest as seal
from microworlds.core.errors import UserError
from microworlds.core.records import Record
from microworlds.evaluation.tables import OVERALL, Cell, Table
from microworlds.evaluation.tables import read as read_tables
from microworlds.publishing.diff import Counts
from microworlds.quality import trust

FOLDER = Path("releases")
_FIRST = "f1"  # the main metric where none is told


class ReleaseManifest(Record):
    """A version: its files by SHA-256, what is in them, and the mean of each system on answerable questions.

    ``format`` is that of this record; that of the data is in their own manifest. ``f1`` are the means: of F1, or of the
    suite's main ``metric`` if that is another.

    ``outside`` are the figures outside their limits, and ``despite`` is why it was released all the same.
    """

    format: int = formats.VERSIONS["version"]
    name: str
    version: str
    counts: Counts
    f1: dict[str, Cell]
    metric: str = Field(default=_FIRST, exclude_if=lambda metric: bool(metric == _FIRST))
    files: dict[str, str]
    outside: tuple[str, ...] = ()
    despite: str | None = None


def place(name: str, version: object) -> Path:
    """Where a version's manifest is, from the top of the project."""
    return FOLDER / name / f"v{version}.json"


def data(name: str) -> Path:
    """Where the data of a version are, from the top of the project."""
    return Path("data/release") / name


def described(name: str, version: object, folder: Path, counts: Counts, results: Path) -> ReleaseManifest:
    """The manifest of what is in ``folder``; ``results`` is a results folder of these data, or not there."""
    main = _main(results)
    return ReleaseManifest(
        name=name,
        version=str(version),
        counts=counts,
        f1={system: row[OVERALL] for system, row in main.rows.items()} if main else {},
        metric=main.metric if main else _FIRST,
        files=_digests(folder),
        outside=tuple(outside(folder)),
        despite=despite(folder),
    )


def outside(folder: Path) -> list[str]:
    """What of a release is outside the limits within which it can be trusted, a sentence each."""
    return trust.read(folder / "quality.json")


def despite(folder: Path) -> str | None:
    """Why a release is to be published with something outside its limits, as its own manifest says; None if unsaid."""
    own = json.loads((folder / seal.MANIFEST).read_bytes())
    return str(own["despite"]) if own.get("despite") else None


def _digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file of a release, its own manifest among them."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): seal.digest(path) for path in files}


def _main(results: Path) -> Table | None:
    """The table of the main metric by the main label; None if no system has played."""
    path = results / "tables.json"
    return next(iter(read_tables(path.read_bytes(), path).values()), None) if path.is_file() else None


def read(path: Path) -> ReleaseManifest:
    """The manifest in a file.

    Raises:
        UserError: there is none.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}. Manifests of versions are in {FOLDER}/.") from error
    return parsed(content, str(path))


def parsed(content: bytes, where: str) -> ReleaseManifest:
    """The manifest in the bytes of a file that was found ``where``.

    Raises:
        UserError: it is none, or of a later format.
    """
    try:
        return ReleaseManifest.model_validate_json(formats.checked("version", content, where))
    except ValidationError as error:
        raise UserError(f"{where}: not the manifest of a version: {error.errors()[0]['msg']}") from error


def write(path: Path, manifest: ReleaseManifest) -> None:
    """Write the manifest to its file."""
    jsonl.write_text(path, manifest.model_dump_json(indent=1) + "\n")


def faults(folder: Path, manifest: ReleaseManifest) -> list[str]:
    """How a folder differs from a version, as sentences that name the file; empty if it is that version."""
    return list(seal.differing(_digests(folder), manifest.files, f"version {manifest.version}"))
