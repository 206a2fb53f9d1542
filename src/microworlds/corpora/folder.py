"""A folder of anybody's texts: .txt and .md files, and .json and .jsonl files with a text in each record.

Source: issue 2, section 2 (a user brings their own domain).
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from microworlds.core.errors import ItemError, UserError
from microworlds.core.records import Part, Record, Rejection
from microworlds.core.value_types import parse_date
from microworlds.corpora import naming, outline, plain_text
from microworlds.corpora.headings import markdown
from microworlds.corpora.opinion_text import opinion_text
from microworlds.corpora.records import Source

_TEXTS = frozenset((".txt", ".md"))
_RECORDS = frozenset((".json", ".jsonl"))


class Folder(Record):
    """Texts in order of path, then of line; each is one source, with its articles or sections as parts.

    ``path`` is a folder, read with its subfolders, or one file. The names of fields are tried in order; ``licence``,
    ``jurisdiction`` and ``attribution`` hold for texts that name none themselves, and a text without any licence, or
    with no title but a file's name, is refused. A .jsonl file is a volume of its own, the other files of one folder are
    another.
    """

    path: str
    text_kind: Literal["agreement", "text"] = "text"
    text_fields: tuple[str, ...] = Field(default=("text", "body", "content"), min_length=1)
    title_fields: tuple[str, ...] = Field(default=("title", "name", "filename", "file_name"), min_length=1)
    date_fields: tuple[str, ...] = ("date",)
    jurisdiction_fields: tuple[str, ...] = ("jurisdiction",)
    licence_fields: tuple[str, ...] = ("licence", "license")
    licence: str | None = Field(default=None, min_length=1)
    jurisdiction: str = Field(default="unspecified", min_length=1)
    attribution: str = ""

    def gather(self, cache: Path, documents: int) -> Iterator[Source | Rejection]:
        """All texts, and what cannot be read or has no licence; ``cache`` and ``documents`` change nothing.

        Raises:
            UserError: there is no such folder or file, or nothing in it that could be read.
        """
        root = Path(self.path).expanduser()
        base = root if root.is_dir() else root.parent
        files = _files(root)
        order = 0
        taken: dict[str, int] = {}
        for path in sorted(files, key=lambda file: (_volume(file, base), file.as_posix())):
            name = path.relative_to(base).as_posix()
            for item, record in self._records(path, name):
                try:
                    if isinstance(record, ItemError):
                        raise record
                    order += 1
                    stem = path.relative_to(base).with_suffix("").as_posix()
                    identity = naming.slug(stem + item.removeprefix(name))
                    # a.txt and a.md have one slug
                    taken[identity] = taken.get(identity, 0) + 1
                    identity += f"-{taken[identity]}" if taken[identity] > 1 else ""
                    yield self._source(record, identity, _volume(path, base), order)
                except ItemError as error:
                    yield Rejection(stage="folder", item=item, reason=str(error))

    def _records(self, path: Path, name: str) -> Iterator[tuple[str, dict[str, Any] | ItemError]]:
        """Each record of a file, or what is wrong with it, under the file's name and, if it has several, its place."""
        suffix = path.suffix.lower()
        if suffix not in _TEXTS | _RECORDS:
            yield name, ItemError(f"not read: its ending is {suffix or 'none'}, not .txt, .md, .json or .jsonl")
            return
        try:
            data = path.read_bytes()
        except OSError as error:
            yield name, ItemError(f"cannot be read: {error.strerror}")
            return
        if not data.strip():
            yield name, ItemError("empty")
        elif suffix == ".jsonl":
            for number, line in enumerate(data.split(b"\n"), start=1):
                if line.strip():
                    yield f"{name}:{number}", _object(_parsed(line))
        elif suffix == ".json":
            value = _parsed(data)
            members = enumerate(value, start=1) if isinstance(value, list) else ()
            yield from ((f"{name}:{number}", _object(member)) for number, member in members)
            if not isinstance(value, list):
                yield name, _object(value)
        else:
            text = _decoded(data)
            yield name, text if isinstance(text, ItemError) else self._plain(text, path)

    def _plain(self, text: str, path: Path) -> dict[str, Any]:
        """The record of a text file: its title is its first Markdown heading, else what its name and text tell."""
        headings = markdown(text) if path.suffix.lower() == ".md" else []
        return {self.text_fields[0]: text, self.title_fields[0]: headings[0].title if headings else path.name}

    def _source(self, record: dict[str, Any], identity: str, volume: str, order: int) -> Source:
        text = self._text(record)
        licence = _first(record, self.licence_fields) or self.licence
        if not licence:
            raise ItemError(
                f"no licence: name one in the record ({', '.join(self.licence_fields)}) or in the setting `licence`"
            )
        kind: Literal["opinion", "agreement", "text"] = self.text_kind
        cleaned = plain_text.cleaned(text) if kind == "text" else text
        opinion = opinion_text(cleaned) if kind == "text" else None
        title = _first(record, self.title_fields) or f"{identity}.txt"
        if naming.is_file_name(title):
            of_parties = naming.of_parties(opinion.parties) if opinion else None
            title = of_parties or naming.title(title, text) or ""
        if not title:
            raise ItemError(
                "no title: nobody could ask about it by name. Begin the text with its title or caption, on its own "
                f"line, or give its record one ({', '.join(self.title_fields)})"
            )
        title = " ".join(title.split())
        parts: tuple[Part, ...] = ()
        if opinion is not None:
            kind = "opinion"
            text, parts = opinion.under(title, identity)
        elif kind == "text":
            text = cleaned if title in cleaned else f"{title}\n{cleaned}"
        return Source(
            id=identity,
            kind=kind,
            title=title,
            text=text,
            volume=volume,
            jurisdiction=_first(record, self.jurisdiction_fields) or self.jurisdiction,
            order=order,
            date=_date(_first(record, self.date_fields)),
            licence=licence,
            attribution=self.attribution,
            parts=parts or outline.parts(text, identity),
        )

    def _text(self, record: dict[str, Any]) -> str:
        field = next((name for name in self.text_fields if name in record), None)
        if field is None:
            fields = ", ".join(list(record)[:10]) or "none"
            raise ItemError(f"no text: it has none of the fields {', '.join(self.text_fields)} (it has: {fields})")
        text = record[field]
        if not isinstance(text, str):
            raise ItemError(f"the field {field!r} is not text but {type(text).__name__}")
        text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
        if not text:
            raise ItemError(f"the field {field!r} is empty")
        if "\x00" in text:
            raise ItemError(f"the field {field!r} is not text: it has NUL characters")
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ItemError(f"the field {field!r} has half a character at {error.start} (a lone surrogate)") from error
        return text


def _files(root: Path) -> list[Path]:
    """The files to read; those whose ending is another are refused later, hidden ones are passed over."""
    if root.is_file():
        return [root]
    if not root.is_dir():
        raise UserError(f"{root}: there is no such folder or file. Set the corpus's `path` to one that exists.")
    found = [
        path
        for path in root.rglob("*")
        if path.is_file() and not any(piece.startswith(".") for piece in path.relative_to(root).parts)
    ]
    if not any(path.suffix.lower() in _TEXTS | _RECORDS for path in found):
        raise UserError(f"{root}: no .txt, .md, .json or .jsonl file in it. Set the corpus's `path` to where they are.")
    return found


def _volume(path: Path, base: Path) -> str:
    if path.suffix.lower() == ".jsonl":
        return naming.slug(path.relative_to(base).with_suffix("").as_posix())
    inside = path.parent.relative_to(base).as_posix()
    return naming.slug(inside if inside != "." else base.resolve().name)


def _decoded(data: bytes) -> str | ItemError:
    if b"\x00" in data:
        return ItemError("not text: it has NUL bytes (a binary file, or UTF-16: save it as UTF-8)")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return ItemError(f"not UTF-8 (byte {error.start} is {data[error.start]:#04x}): save it as UTF-8")


def _parsed(data: bytes) -> Any:
    text = _decoded(data)
    if isinstance(text, ItemError):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        return ItemError(f"not JSON ({error})")


def _object(value: Any) -> dict[str, Any] | ItemError:
    if isinstance(value, dict | ItemError):
        return value
    return ItemError(f"not an object but {type(value).__name__}")


def _date(text: str | None) -> str | None:
    """YYYY, YYYY-MM or YYYY-MM-DD of a date however written; None if it is none."""
    if text is None or re.fullmatch(r"\d{4}(?:-\d\d(?:-\d\d)?)?", text):
        return text
    day = parse_date(text)
    whole = day.whole() if day else None
    return whole.isoformat() if whole else None


def _first(record: dict[str, Any], fields: tuple[str, ...]) -> str | None:
    """The first of the fields that holds any text."""
    values = (record.get(field) for field in fields)
    return next((str(value).strip() for value in values if isinstance(value, str | int) and str(value).strip()), None)


CORPUS = Folder
