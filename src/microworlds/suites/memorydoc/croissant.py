"""The release for machines: Croissant 1.1 (JSON-LD) with the RAI fields. The record sets load with mlcroissant.

Source: MLCommons Croissant 1.1 and its RAI vocabulary 1.0; issue 5, section 3.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from microworlds.core import canary
from microworlds.core.manifest import digest
from microworlds.generation.splits import SPLITS
from microworlds.suites.memorydoc.about import LICENCE_URL, About
from microworlds.suites.memorydoc.cards import plain

CROISSANT = "croissant.json"
Json = dict[str, Any]
CONFORMS = ("http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0")
_CONTEXT: Json = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "name": {"@container": "@language"},
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_TEXT, _INTEGER, _FLOAT, _BOOLEAN, _TIME = "sc:Text", "sc:Integer", "sc:Float", "sc:Boolean", "sc:DateTime"
_FORMATS = {".jsonl": "application/jsonlines", ".csv": "text/csv", ".json": "application/json", ".md": "text/markdown"}

# a column and its type; of a column that holds objects, or a list of them (its name ends "[]"), the path of each part
Columns = Mapping[str, str | Mapping[str, str]]
_OBSERVATIONS: Columns = {
    "id": _TEXT, "kind": _TEXT, "title": _TEXT, "text": _TEXT, "time": _TIME,
    "parts[]": {"id": _TEXT, "start": _INTEGER, "end": _INTEGER, "title": _TEXT, "speaker": _TEXT, "time": _TEXT},
}  # fmt: skip
_EPISODES: Columns = {
    "id": _TEXT,
    "steps[]": {"observation": _TEXT, "question.id": _TEXT, "question.text": _TEXT, "question.asked_at": _TEXT},
}
_GOLD: Columns = {
    "question": _TEXT, "answer": _TEXT, "answerable": _BOOLEAN,
    "evidence[]": {"span.observation": _TEXT, "span.start": _INTEGER, "span.end": _INTEGER, "text": _TEXT},
    "labels": dict.fromkeys(
        ("world", "split", "category", "source", "difficulty", "answer_kind", "answer_form"), _TEXT
    ),
    "canary": _TEXT,
}  # fmt: skip
_DOCUMENTS: Columns = {
    **dict.fromkeys(("id", "world", "split", "title", "jurisdiction", "volume", "licence", "attribution"), _TEXT),
    "tokens": _INTEGER,
}
_WORLDS: Columns = {
    "id": _TEXT, "split": _TEXT, **dict.fromkeys(("documents", "tokens", "sessions", "questions"), _INTEGER),
    "kappa": _FLOAT, "ac1": _FLOAT,
}  # fmt: skip


def croissant(folder: Path, about: About) -> str:
    """The description of the files that lie in ``folder``, as JSON-LD."""
    params = about.origin.params
    made: Json = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": list(CONFORMS),
        "name": f"memorydoc-{about.domain}",
        "description": f"{sum(about.figures.worlds.values())} micro-worlds of conversations and long documents with "
        f"{sum(about.figures.pairs.values())} questions about both, for systems with a long-term memory.",
        "license": [_licence(name) for name in about.licences],
        # without a page of its own, the card that lies beside this file
        "url": params.url or "README.md",
        "creator": [{"@type": "sc:Organization", "name": name} for name in params.creators],
        "keywords": ["long-term memory", "question answering", "retrieval", "long documents", about.domain],
        "version": about.origin.publication.version,
        "inLanguage": ["en"],
        "isLiveDataset": False,
    }
    if about.origin.publication.published:
        made["datePublished"] = about.origin.publication.published.isoformat()
        made["citeAs"] = _citation(about, about.origin.publication.published.year)
    made |= _rai(about)
    made["distribution"] = [_file(path) for path in sorted(folder.iterdir()) if path.suffix in _FORMATS]
    made["recordSet"] = list(_record_sets(folder))
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _licence(name: str) -> str:
    """The page of an SPDX identifier; what is none is given as it is."""
    return LICENCE_URL.format(name) if re.fullmatch(r"[A-Za-z0-9.+-]+", name) else name


def _citation(about: About, year: int) -> str:
    creators = " and ".join(f"{{{name}}}" for name in about.origin.params.creators)
    return (
        f"@misc{{memorydoc{year}, title = {{MemoryDoc micro-worlds, domain {about.domain}}}, author = {{{creators}}}, "
        f"year = {{{year}}}, version = {{{about.origin.publication.version}}}}}"
    )


def _rai(about: About) -> Json:
    """The fields of responsible AI; figures are measured."""
    agreed = about.agreement
    analysis = (
        f"Cohen's kappa of a world, median {plain(agreed['kappa_median'])}, undefined in {agreed['kappa_undefined']} "
        f"worlds; Gwet's AC1, median {plain(agreed['ac1_median'])}; raw agreement {plain(agreed['raw_agreement'])}. "
        "For each world: worlds.csv."
        if agreed
        else "Not measured."
    )
    people = (
        "Documents may name real people, as their sources do."
        if about.real
        else "None: all persons and bodies are invented."
    )
    return {
        "rai:dataCollection": "Generated by microworlds: facts are planned, then written as conversation; documents "
        "are bundled from: " + "; ".join(own.attribution for own in about.works) + ".",
        "rai:dataCollectionType": ["Software Collection" if about.real else "Synthetic"],
        "rai:dataCollectionMissingData": "None; worlds that could not be finished are left out.",
        "rai:dataCollectionRawData": "Texts of the documents are the raw data, whole.",
        "rai:dataPreprocessingProtocol": [
            "Texts are bundled to 20,000-50,000 tokens (cl100k_base); near-duplicates are left out."
        ],
        "rai:dataAnnotationProtocol": [
            "Gold answers are computed from a ledger of facts; each question has exactly one, and none or several "
            "without any one piece of its evidence. Two judges label every question; nothing was removed for that."
        ],
        "rai:dataAnnotationPlatform": ["microworlds"],
        "rai:dataAnnotationAnalysis": [analysis],
        "rai:annotationsPerItem": "2",
        "rai:annotatorDemographics": ["Not applicable: the judges are programs."],
        "rai:machineAnnotationTools": ["microworlds: judge_strict, judge_lenient (models in params.yaml)"],
        "rai:dataUseCases": ["Development (train, val) and comparison (test) of memory and retrieval systems."],
        "rai:dataLimitations": [
            "Conversations are synthetic and less various than people's; answers are short; English only.",
            *(f"Outside the limits that a release should keep: {line}" for line in about.outside),
        ],
        "rai:dataBiases": [
            "Invented documents follow the usage of common-law countries; names of people come from lists."
        ],
        "rai:dataSocialImpact": "No decision about people should rest on it. Gold in training data would make "
        f"comparisons worthless, so it is marked: {canary.SENTENCE}",
        "rai:personalSensitiveInformation": [people],
        "rai:dataReleaseMaintenancePlan": "Versions are git tags memorydoc@vMAJOR.MINOR.PATCH; old ones "
        "stay and can be made again.",
    }


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


def _record_sets(folder: Path) -> Iterator[Json]:
    yield _record_set("observations", "observations.jsonl", _OBSERVATIONS, "A document or a session.")
    for split in SPLITS:
        if (folder / f"{split}.episodes.jsonl").stat().st_size:  # a split without worlds has no records to describe
            tapes, gold = f"{split}.episodes.jsonl", f"{split}.gold.jsonl"
            yield _record_set(f"{split}_episodes", tapes, _EPISODES, f"A tape of the {split} split, in time order.")
            yield _record_set(f"{split}_gold", gold, _GOLD, f"What is right for a question of the {split} split.")
    yield _record_set("documents", "documents.csv", _DOCUMENTS, "A source document: origin, licence, attribution.")
    yield _record_set("worlds", "worlds.csv", _WORLDS, "A world: its size, and how far the judges agreed.")


def _record_set(name: str, file: str, columns: Columns, description: str) -> Json:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": description,
        "key": {"@id": f"{name}/{next(iter(columns))}"},
        "field": [_field(f"{name}/{column.removesuffix('[]')}", file, column, own) for column, own in columns.items()],
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
