"""A release of an earlier format as one of today's: a copy of it beside the caches, made by one step for each number.

Steps work on JSON, not on records: a record has the shape of today, and what they read does not change any more.

Source: issue 12, section 2.
"""

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from microworlds.core import caches, jsonl, manifest, seeds
from microworlds.core.equivalents import equivalents
from microworlds.core.errors import UserError
from microworlds.core.manifest import FORMAT, MANIFEST
from microworlds.core.publication import UNRELEASED
from microworlds.core.value_types import format_date

Step = Callable[[Path], None]


def current(folder: Path) -> Path:
    """The folder itself if its release is of today's format, else a copy that is; a folder with no manifest is itself.

    Files that are withheld are missing in the copy too.

    Raises:
        UserError: the format is later than today's, or a file is not what the manifest says.
    """
    if not (folder / MANIFEST).is_file():
        return folder
    listed = manifest.parsed((folder / MANIFEST).read_bytes(), folder)
    if listed.format == FORMAT:
        return folder
    if altered := _altered(folder):
        raise UserError(f"{folder / altered[0]} is not what the manifest says: it was changed. Get the release again.")
    names = sorted(path.name for path in folder.iterdir())
    kept = caches.folder("migrated") / seeds.digest(manifest.digest(folder / MANIFEST), FORMAT, *names)
    if not (kept / MANIFEST).is_file() or _altered(kept):
        shutil.rmtree(kept, ignore_errors=True)
        _make(folder, listed.format, kept)
    return kept


def _altered(folder: Path) -> list[str]:
    """The files that are there and are not what the manifest says."""
    listed, found = manifest.parsed((folder / MANIFEST).read_bytes(), folder), manifest.digests(folder)
    return [name for name, sha256 in listed.files.items() if found.get(name, sha256) != sha256]


def _make(folder: Path, number: int, kept: Path) -> None:
    """Copy a release of format ``number`` and take all steps; the copy is whole or not there."""
    with tempfile.TemporaryDirectory(dir=kept.parent) as temporary:
        copy = Path(temporary) / "release"
        shutil.copytree(folder, copy)
        for before in range(number, FORMAT):
            STEPS[before](copy)
        own = json.loads((copy / MANIFEST).read_bytes())
        own |= {"format": FORMAT, "files": own["files"] | manifest.digests(copy)}
        jsonl.write_text(copy / MANIFEST, json.dumps(own, indent=2, ensure_ascii=False) + "\n")
        try:
            copy.rename(kept)
        except OSError:
            if not kept.is_dir():  # else another process was faster, and made the same
                raise


def _rewritten(path: Path, change: Callable[[Any], Any]) -> None:
    """Put another value in place of that of each line."""
    with jsonl.replacing(path) as temporary, temporary.open("w", encoding="utf-8") as out, path.open("rb") as lines:
        for line in lines:
            out.write(json.dumps(change(json.loads(line)), ensure_ascii=False, separators=(",", ":")) + "\n")


def _words_alone(folder: Path) -> None:
    """Format 1: utterances began with the speaker's name, titles of sessions ended in their day, no version was null.

    Parts and all spans that begin with a name begin after it; a title is without the day.
    """
    heads: dict[tuple[str, int], int] = {}
    titles: dict[str, str] = {}

    def observation(own: dict[str, Any]) -> dict[str, Any]:
        for part in own.get("parts", ()):
            head = f"{part['speaker']}: " if part.get("speaker") else ""
            if head and own["text"].startswith(head, part["start"]):
                heads[own["id"], part["start"]] = len(head)
                part["start"] += len(head)
        if own["kind"] == "session" and own.get("time"):
            day = format_date(datetime.fromisoformat(own["time"]).date())
            own["title"] = titles[own["id"]] = own["title"].removesuffix(f", {day}")
        return own

    def referring(own: Any) -> Any:
        if isinstance(own, list):
            return [referring(item) for item in own]
        if not isinstance(own, dict):
            return own
        if own.keys() == {"observation", "start", "end"}:
            return own | {"start": own["start"] + heads.get((own["observation"], own["start"]), 0)}
        if own.keys() == {"span", "text"}:
            skipped = heads.get((own["span"]["observation"], own["span"]["start"]), 0)
            return {"span": referring(own["span"]), "text": own["text"][skipped:]}
        if "title" in own and own.get("id") in titles:
            own["title"] = titles[own["id"]]
        return {name: referring(value) for name, value in own.items()}

    observations = folder / "observations.jsonl"
    _rewritten(observations, observation)
    for path in sorted(set(folder.glob("*.jsonl")) - {observations}):
        _rewritten(path, referring)
    own = json.loads((folder / MANIFEST).read_bytes())
    if own.get("version", UNRELEASED) is None:
        jsonl.write_text(folder / MANIFEST, json.dumps(own | {"version": UNRELEASED}))


def _less_measured(folder: Path) -> None:
    """Format 2: quality.json had neither cohesion nor shortcuts, and nothing is made up for them."""


def _one_form(folder: Path) -> None:
    """Format 3: gold had one form of each answer; the others follow from it and its kind, where that is told."""

    def whole(own: dict[str, Any]) -> dict[str, Any]:
        aliases = equivalents(own["labels"].get("answer_kind", ""), own["answer"])
        return own | ({"aliases": aliases} if aliases else {})

    for path in sorted(folder.glob("*.gold.jsonl")):
        _rewritten(path, whole)


STEPS: Mapping[int, Step] = {1: _words_alone, 2: _less_measured, 3: _one_form}
