"""A release as Parquet, and so as a Hugging Face dataset folder: polars, pandas and ``datasets`` read it as it is.

A folder a table (observations, episodes, questions, gold, worlds, facts), a file a split, and a card whose front
matter names them. Of a split that is withheld, nothing is written that has its answers.

Source: issue 5, section 2; the dataset cards and ``configs`` of the Hugging Face Hub.
"""

import hashlib
import re
import types
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import yaml
from pydantic import BaseModel

from microworlds.core import canary, formats, jsonl
from microworlds.core.errors import UserError
from microworlds.core.plugins import nearest
from microworlds.core.records import Gold, Observation, Question, Record
from microworlds.publishing import sources
from microworlds.publishing.exports.base import fresh
from microworlds.publishing.load import Release, load
from microworlds.suites import base as suites
from microworlds.suites.base import ReleasedFile

Row = dict[str, Any]
_SCALARS: Mapping[Any, str] = {str: "string", int: "int64", float: "float64", bool: "bool_"}
_CARD = Path(__file__).with_name("dataset_card.txt")
# Hugging Face's names of licences
_HUB = {"CC0-1.0": "cc0-1.0", "CC-BY-4.0": "cc-by-4.0", "CC-BY-SA-4.0": "cc-by-sa-4.0", "MIT": "mit"}


def write(folder: Path, out: Path, withheld: Collection[str] = ()) -> dict[str, int]:
    """Rows of each table, written to the new folder ``out`` from the release in ``folder``.

    Raises:
        UserError: no release, or a damaged one; no such split; ``out`` is in use.
    """
    suite = sources.listed(sources.Folder(folder)).suite
    whole = load(suite, source=folder)
    for split in withheld:
        if split not in whole.splits:
            raise UserError(
                f"{folder} has no split {split!r}{nearest(split, whole.splits)}: {', '.join(whole.splits)}."
            )
    rows: dict[str, int] = {}
    files: dict[str, dict[str, str]] = {}
    parts = {split: load(suite, split=split, source=folder) for split in whole.splits}
    shown = [own for split, own in parts.items() if split not in withheld and _has_gold(own)]
    labels = sorted({name for own in shown for item in own.gold for name in item.labels})  # one schema for all splits
    with fresh(out) as made:
        for split, own in parts.items():
            if not own.questions:
                continue
            for name, (schema, table) in _tables(own, labels, split in withheld).items():
                path = Path("data") / name / f"{split}.parquet"
                rows[name] = rows.get(name, 0) + _parquet(made / path, schema, table)
                files.setdefault(name, {})[split] = str(path)
        jsonl.write_text(made / "README.md", _card(whole, files, rows, withheld))
    return rows


def _tables(own: Release, labels: Sequence[str], withheld: bool) -> dict[str, tuple[Any, Iterable[Row]]]:
    """Schema and rows of each table of one split; without those that have its answers if it is withheld."""
    import pyarrow as pa

    world = pa.field("world", pa.string())
    gold = [
        pa.field("labels", pa.struct([(name, pa.string()) for name in labels])) if field.name == "labels" else field
        for field in arrow(Gold)
    ]
    names = pa.list_(pa.string())
    rows_of_episodes = pa.schema([("id", pa.string()), ("observations", names), ("questions", names)])
    tables: dict[str, tuple[Any, Iterable[Row]]] = {
        "questions": (pa.schema([world, *arrow(Question)]),
                      ({"world": each.id, **_plain(one)} for each in own.episodes for one in each.questions)),
        "observations": (pa.schema([world, *arrow(Observation)]),
                         ({"world": each.id, **_plain(one)} for each in own.episodes for one in own.observed(each.id))),
        "episodes": (rows_of_episodes, ({"id": each.id, "observations": list(each.observed),
                              "questions": [question.id for question in each.questions]} for each in own.episodes)),
    }  # fmt: skip
    if _has_gold(own) and not withheld:
        tables["gold"] = (
            pa.schema(gold, {"canary": canary.SENTENCE}),
            ({**_plain(item), "labels": item.labels} for item in own.gold),
        )
    for name, file in suites.files(own.suite).items():
        if file.tabled and not (file.secret and withheld):
            tables[file.unfold or name] = _own_table(getattr(own, name), file)
    return tables


def _own_table(rows: Iterable[Record], file: ReleasedFile) -> tuple[Any, Iterable[Row]]:
    """Schema and rows of a file that only this suite has: a row a line, or a row an item of the field it unfolds."""
    import pyarrow as pa

    about = {"canary": canary.SENTENCE} if file.secret else None
    if file.unfold is None:
        return pa.schema(arrow(file.kind), about), map(_plain, rows)
    fields = file.kind.model_fields
    (item,) = {each for each in get_args(fields[file.unfold].annotation) if each is not Ellipsis}
    outer = [pa.field(name, _arrow(field.annotation)) for name, field in fields.items() if name != file.unfold]
    return pa.schema([*outer, *arrow(item)], about), _unfolded(rows, file.unfold)


def _unfolded(rows: Iterable[Record], field: str) -> Iterator[Row]:
    for row in rows:
        whole = _plain(row)
        outer = {name: value for name, value in whole.items() if name != field}
        yield from (outer | item for item in whole[field])


def _plain(record: Any) -> Any:
    """A record as Arrow takes it: a mapping is a list of keys and values, since ``datasets`` knows no maps."""
    if isinstance(record, BaseModel):
        return {name: _plain(getattr(record, name)) for name in type(record).model_fields}
    if isinstance(record, dict):
        return [{"key": key, "value": _plain(value)} for key, value in record.items()]
    return [_plain(item) for item in record] if isinstance(record, tuple) else record


def _has_gold(own: Release) -> bool:
    return f"{own.split}.gold.jsonl" in own.manifest.files


def arrow(kind: type[BaseModel]) -> list[Any]:
    """A record's fields as Arrow fields; the fields of a record in a record are a struct's."""
    import pyarrow as pa

    return [pa.field(name, _arrow(field.annotation)) for name, field in kind.model_fields.items()]


def _arrow(annotation: Any) -> Any:
    import pyarrow as pa

    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        (only,) = (each for each in inner if each is not type(None))
        return _arrow(only)
    if origin is tuple:
        return pa.list_(_arrow(inner[0]))
    if origin is Literal:
        return pa.string()
    if origin is dict:
        return pa.list_(pa.struct([("key", _arrow(inner[0])), ("value", _arrow(inner[1]))]))
    if annotation in _SCALARS:
        return getattr(pa, _SCALARS[annotation])()
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return pa.struct(arrow(annotation))
    if annotation is datetime or getattr(annotation, "__name__", "") == "AwareDatetime":
        return pa.timestamp("us", tz="UTC")
    raise TypeError(f"no Arrow type for {annotation}")


def _parquet(path: Path, schema: Any, rows: Iterable[Row]) -> int:
    import pyarrow as pa
    from pyarrow import parquet

    told = {"microworlds.format": str(formats.VERSIONS["parquet"])}
    made = pa.Table.from_pylist(list(rows), schema=schema.with_metadata({**(schema.metadata or {}), **told}))
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(made, path, compression="zstd")
    return int(made.num_rows)


def _card(
    whole: Release, files: Mapping[str, Mapping[str, str]], rows: Mapping[str, int], held: Collection[str]
) -> str:
    worlds = whole.worlds if "worlds" in files else ()
    found = sorted({document.licence for each in worlds for document in each.documents})
    licences = [_HUB.get(name, "other") for name in found] or ["other"]
    front: dict[str, Any] = {
        "pretty_name": f"{whole.suite} {whole.version or ''}".strip(),
        "language": ["en"],
        "license": licences[0] if len(licences) == 1 else sorted(set(licences)),
        "task_categories": ["question-answering", "text-retrieval"],
        "tags": ["long-term-memory", "retrieval", "long-documents", "synthetic", "microworlds"],
        "size_categories": [_size(rows["questions"])],
        "configs": [
            {
                "config_name": name,
                **({"default": True} if name == "questions" else {}),
                "data_files": [{"split": split, "path": path} for split, path in own.items()],
            }
            for name, own in files.items()
        ],
    }
    readme = whole.path("README.md").read_text(encoding="utf-8") if "README.md" in whole.manifest.files else ""
    # what is said of the files of the release is not so here
    about = re.sub(r"(?ms)^## Files\n.*?(?=^## )", "", readme)
    kept = f"\nGold and facts are withheld of: {', '.join(held)}.\n" if held else ""
    table = "\n".join(f"| `{name}` | {count:,} | {', '.join(files[name])} |" for name, count in rows.items())
    return _CARD.read_text(encoding="utf-8").format(
        front=yaml.safe_dump(front, sort_keys=False, allow_unicode=True),
        about=about.strip() or f"# {whole.suite}",
        table=table,
        kept=kept,
        split=whole.splits[0],
        digest=hashlib.sha256(whole.source.manifest()).hexdigest(),
    )


def _size(count: int) -> str:
    """The Hub's classes of size."""
    for most, name in ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K")):
        if count < most:
            return name
    return "100K<n<1M"
