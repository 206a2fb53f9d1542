"""The release for machines: Croissant 1.1 (JSON-LD) with the RAI fields. The record sets load with mlcroissant.

The texts, types of columns and JSON-LD context are in croissant.yaml.

Source: MLCommons Croissant 1.1 and its RAI vocabulary 1.0; issue 5, section 3.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from microworlds.core.manifest import digest
from microworlds.generation.splits import SPLITS
from microworlds.suites.memorydoc.about import LICENCE_URL, About
from microworlds.suites.memorydoc.cards import filled, plain, slots

CROISSANT = "croissant.json"
Json = dict[str, Any]
_FORMATS = {".jsonl": "application/jsonlines", ".csv": "text/csv", ".json": "application/json", ".md": "text/markdown"}

# a column and its type; of a column that holds objects, or a list of them (its name ends "[]"), the path of each part
Columns = Mapping[str, str | Mapping[str, str]]


def croissant(folder: Path, about: About) -> str:
    """The description of the files that lie in ``folder``, as JSON-LD."""
    params, publication = about.origin.params, about.origin.publication
    told: Json = yaml.safe_load(Path(__file__).with_name("croissant.yaml").read_text(encoding="utf-8"))
    known = slots(about)
    made: Json = {"@context": told["context"], **filled(told["dataset"], about, known)}
    made["license"] = [_licence(name) for name in about.licences]
    made["creator"] = [{"@type": "sc:Organization", "name": name} for name in params.creators]
    if params.url:
        made["url"] = params.url
    if publication.published:
        made["datePublished"] = publication.published.isoformat()
        authors = " and ".join(f"{{{name}}}" for name in params.creators)
        made["citeAs"] = told["citation"].format(**known, year=publication.published.year, authors=authors)
    agreed = {name: plain(value) for name, value in about.agreement.items()}
    analysis = told["analysis"].format(**agreed) if agreed else "Not measured."
    made |= filled(told["rai"], about, known | {"analysis": analysis})
    made["rai:dataLimitations"] += [f"Outside the limits that a release should keep: {line}" for line in about.outside]
    made["distribution"] = [_file(path) for path in sorted(folder.iterdir()) if path.suffix in _FORMATS]
    made["recordSet"] = list(_record_sets(folder, told))
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _licence(name: str) -> str:
    """The page of an SPDX identifier; what is none is given as it is."""
    return LICENCE_URL.format(name) if re.fullmatch(r"[A-Za-z0-9.+-]+", name) else name


def _file(path: Path) -> Json:
    return {
        "@type": "cr:FileObject",
        "@id": path.name,
        "name": path.name,
        "contentUrl": path.name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": _FORMATS[path.suffix],
        "sha256": digest(path),
    }


def _record_sets(folder: Path, told: Json) -> Iterator[Json]:
    """All tables; a split without worlds has no records to describe."""
    yield from (_record_set(name, own) for name, own in told["records"].items())
    for split in SPLITS:
        if (folder / f"{split}.episodes.jsonl").stat().st_size:
            yield from (_record_set(name, own, split) for name, own in told["records_of_a_split"].items())
    yield from (_record_set(name, own) for name, own in told["tables"].items())


def _record_set(told_name: str, own: Json, split: str = "") -> Json:
    name, file, description = (text.format(split=split) for text in (told_name, own["file"], own["description"]))
    columns: Columns = own["columns"]
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": description,
        "key": {"@id": f"{name}/{next(iter(columns))}"},
        "field": [
            _field(f"{name}/{column.removesuffix('[]')}", file, column, kind) for column, kind in columns.items()
        ],
    }


def _field(id_: str, file: str, column: str, own: str | Mapping[str, str]) -> Json:
    if isinstance(own, str):
        return _leaf(id_, file, {"column": column}, own)
    plain_name = column.removesuffix("[]")
    made: Json = {"@type": "cr:Field", "@id": id_, "name": id_}
    if column.endswith("[]"):
        made["repeated"] = True
    made["subField"] = [
        _leaf(f"{id_}/{path.replace('.', '_')}", file, {"column": plain_name}, kind, path) for path, kind in own.items()
    ]
    return made


def _leaf(id_: str, file: str, extract: Json, kind: str, path: str | None = None) -> Json:
    source: Json = {"fileObject": {"@id": file}, "extract": extract}
    if path:
        source["transform"] = {"jsonPath": path}
    return {"@type": "cr:Field", "@id": id_, "name": id_, "dataType": kind, "source": source}
