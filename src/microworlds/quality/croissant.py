"""A release for machines: Croissant 1.1 (JSON-LD) with the RAI fields. The record sets load with mlcroissant.

The JSON-LD context and what every release has are in croissant.yaml; a suite's own texts and record sets are in the
file of that name in its folder.

Source: MLCommons Croissant 1.1 and its RAI vocabulary 1.0; issue 5, section 3.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field, StringConstraints

from microworlds.core import canary, jsonl
from microworlds.core.manifest import MANIFEST, digest
from microworlds.core.publication import Publication
from microworlds.core.records import Record
from microworlds.generation.splits import SPLITS

CROISSANT = "croissant.json"
LICENCE_URL = "https://spdx.org/licenses/{}.html"  # the page of an SPDX identifier
OWN_LICENCE = "CC0-1.0"
Json = dict[str, Any]
_FORMATS = {".jsonl": "application/jsonlines", ".csv": "text/csv", ".json": "application/json", ".md": "text/markdown"}

# a column and its type; of a column that holds objects, or a list of them (its name ends "[]"), the path of each part
Columns = Mapping[str, str | Mapping[str, str]]


class Publishing(Record):
    """How a release of a suite is published; see conf/config.yaml, section release of each suite."""

    creators: tuple[str, ...] = Field(min_length=1)
    url: str | None
    despite: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] | None = None

    def reason(self, outside: Sequence[str]) -> str | None:
        """Why it is released with something outside its limits; None if nothing is, or no reason was given."""
        return " ".join(self.despite.split()) if self.despite and outside else None


@dataclass(frozen=True)
class Described:
    """Of which release it is told: its suite, how it is published, and what is ``outside`` its limits, a sentence each.

    ``licences`` are SPDX identifiers, or what a licence is called that has none.
    """

    suite: str
    publishing: Publishing
    publication: Publication
    outside: Sequence[str]
    licences: Sequence[str] = (OWN_LICENCE,)

    @property
    def despite(self) -> str | None:
        """Why it is released with something outside its limits; None if nothing is, or no reason was given."""
        return self.publishing.reason(self.outside)


def write(folder: Path, told: Json, known: Mapping[str, Any], own: Described, kind: str = "") -> None:
    """Write the description of all files that lie in ``folder`` but the manifest, as JSON-LD, beside them.

    ``told`` is the suite's croissant.yaml, ``known`` what its texts are filled in with, ``kind`` see ``filled``.

    Raises:
        UserError: the folder cannot be written.
        KeyError: a text has a slot that nothing is known for.
    """
    told = _over(yaml.safe_load(Path(__file__).with_name("croissant.yaml").read_text(encoding="utf-8")), told)
    publishing, published = own.publishing, own.publication.published
    known = {**known, "suite": own.suite, "version": own.publication.version, "canary": canary.SENTENCE}
    made: Json = {"@context": told["context"], **filled(told["dataset"], known, kind)}
    made["license"] = [_licence(name) for name in own.licences]
    made["creator"] = [{"@type": "sc:Organization", "name": name} for name in publishing.creators]
    if publishing.url:
        made["url"] = publishing.url
    if published:
        made["datePublished"] = published.isoformat()
        known["authors"] = " and ".join(f"{{{name}}}" for name in publishing.creators)
        known |= {"year": published.year, "title": told["title"].format(**known)}
        made["citeAs"] = told["citation"].format(**known)
    made |= filled(told["rai"], known, kind)
    made["rai:dataLimitations"] += [f"Outside the limits that a release should keep: {line}" for line in own.outside]
    made["distribution"] = list(_files(folder))
    made["recordSet"] = list(_record_sets(folder, told["records"]))
    jsonl.write_text(folder / CROISSANT, json.dumps(made, indent=1, ensure_ascii=False) + "\n")


def filled(told: Any, known: Mapping[str, Any], kind: str = "") -> Any:
    """A text, or all in a list or a mapping, filled in; of a mapping that has ``kind`` among its names that alone.

    >>> filled([{"old": "{count} years", "new": "{count} days"}], {"count": 3}, "new")
    ['3 days']
    """
    if isinstance(told, str):
        return told.format(**known)
    if isinstance(told, list):
        return [filled(each, known, kind) for each in told]
    if isinstance(told, dict):
        if kind in told:
            return filled(told[kind], known, kind)
        return {name: filled(each, known, kind) for name, each in told.items()}
    return told


def _over(common: Json, own: Json) -> Json:
    """Mappings as one, all the way down, the names of ``common`` first; what both have is as in ``own``."""
    merged = {
        name: _over(common[name], each) if isinstance(each, dict) and isinstance(common.get(name), dict) else each
        for name, each in own.items()
    }
    return {**common, **merged}


def _licence(name: str) -> str:
    """The page of an SPDX identifier; what is none is given as it is."""
    return LICENCE_URL.format(name) if re.fullmatch(r"[A-Za-z0-9.+-]+", name) else name


def _files(folder: Path) -> Iterator[Json]:
    """What is known of each file; the manifest and the description itself list the others."""
    for path in sorted(folder.iterdir()):
        if path.suffix in _FORMATS and path.name not in (CROISSANT, MANIFEST):
            yield {
                "@type": "cr:FileObject",
                "@id": path.name,
                "name": path.name,
                "contentUrl": path.name,
                "contentSize": f"{path.stat().st_size} B",
                "encodingFormat": _FORMATS[path.suffix],
                "sha256": digest(path),
            }


def _record_sets(folder: Path, told: Mapping[str, Json]) -> Iterator[Json]:
    """All tables, those whose file has the name of a split for each split; what has no records is left out."""
    for by_split, own in groupby(told.items(), lambda item: "{split}" in item[1]["file"]):
        sets = list(own)
        for split in SPLITS if by_split else ("",):
            for name, each in sets:
                columns = _held(folder / each["file"].format(split=split), each["columns"])
                if columns:
                    yield _record_set(name, each, columns, split)


def _held(path: Path, told: Columns) -> Columns:
    """The columns that at least one record of a file has: a field that is nowhere set is not in a file at all."""
    wanted = {column.removesuffix("[]") for column in told}
    missing = set(wanted)
    for record in _records(path):
        missing.difference_update(record)
        if not missing:
            break
    return {column: own for column, own in told.items() if column.removesuffix("[]") not in missing}


def _records(path: Path) -> Iterator[Iterable[str]]:
    """The names in each record of a file; none if there is no file."""
    if path.is_file():
        with path.open(encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file) if path.suffix == ".csv" else map(json.loads, file)


def _record_set(told_name: str, own: Json, columns: Columns, split: str) -> Json:
    name, file, description = (text.format(split=split) for text in (told_name, own["file"], own["description"]))
    keys = [{"@id": f"{name}/{key}"} for key in own.get("key", [next(iter(columns))])]
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": description,
        "key": keys if len(keys) > 1 else keys[0],
        "field": [
            _field(f"{name}/{column.removesuffix('[]')}", file, column, kind) for column, kind in columns.items()
        ],
    }


def _field(id_: str, file: str, column: str, own: str | Mapping[str, str]) -> Json:
    plain_name = column.removesuffix("[]")
    if isinstance(own, str):
        return _leaf(id_, file, column, own)
    made: Json = {"@type": "cr:Field", "@id": id_, "name": id_}
    if column.endswith("[]"):
        made["repeated"] = True
    made["subField"] = [
        _leaf(f"{id_}/{path.removesuffix('[]').replace('.', '_')}", file, plain_name, kind, path)
        for path, kind in own.items()
    ]
    return made


def _leaf(id_: str, file: str, column: str, kind: str, path: str = "") -> Json:
    source: Json = {"fileObject": {"@id": file}, "extract": {"column": column.removesuffix("[]")}}
    if path:
        source["transform"] = {"jsonPath": path.removesuffix("[]")}
    made: Json = {"@type": "cr:Field", "@id": id_, "name": id_, "dataType": kind, "source": source}
    if (path or column).endswith("[]"):
        made["repeated"] = True
    return made
