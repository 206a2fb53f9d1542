"""Records of files by key, each parsed where it is asked for and not kept, so that a run may have any length.

Source: issue 12, section 2.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from microworlds.core.errors import UserError
from microworlds.core.records import Record

R = TypeVar("R", bound=Record)
_TEXT = rb'"(?:[^"\\]|\\.)*"'


@dataclass(frozen=True)
class Keyed(Mapping[str, R], Generic[R]):
    """Records of some files by key, in the files' order; nothing of them is kept but where each begins."""

    kind: type[R]
    paths: Sequence[Path]
    _places: dict[str, int] = field(default_factory=dict)  # the number of the file and the byte, as one number

    def __getitem__(self, key: str) -> R:
        start, number = divmod(self._places[key], len(self.paths))
        with self.paths[number].open("rb") as file:
            file.seek(start)
            line = file.readline()
        try:
            return self.kind.model_validate_json(line)
        except ValidationError as error:
            raise UserError(
                f"{self.paths[number]}, {key}: not a {self.kind.__name__}: {' '.join(str(error).split())[:300]}. "
                "The file was changed or made by another version: run `dvc repro` to make it again."
            ) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def place(self, key: str, number: int, start: int) -> None:
        """Note that the record of a key begins at a byte of a file.

        Raises:
            UserError: there is one of this key already.
        """
        if key in self._places:
            raise UserError(f"{self.paths[number]}: {key} is there twice. Run `dvc repro` to make it again.")
        self._places[sys.intern(key)] = start * len(self.paths) + number


def keyed(kind: type[R], paths: Sequence[Path], key: str, only: Collection[str] | None = None) -> Keyed[R]:
    """The records of some files by a field; those of other keys than ``only`` are left out.

    Raises:
        UserError: a file cannot be read, a line has no such field, or two have the same key.
    """
    made = Keyed(kind, paths)
    for number, path in enumerate(paths):
        for start, (found,) in _fields(path, key):
            if only is None or found in only:
                made.place(found, number, start)
    return made


def grouped(kind: type[R], path: Path, group: str, key: str) -> dict[str, Keyed[R]]:
    """The records of a file by two fields, in the order in which they first appear.

    Raises:
        UserError: as of ``keyed``.
    """
    made: dict[str, Keyed[R]] = {}
    for start, (of, found) in _fields(path, group, key):
        made.setdefault(of, Keyed(kind, [path])).place(found, 0, start)
    return made


def _fields(path: Path, *names: str) -> Iterator[tuple[int, list[str]]]:
    """Where each line begins, and its values of some fields; a line that begins with these is not parsed."""
    pattern = re.compile(rb"\{" + b",".join(b'"%s":(%s)' % (name.encode(), _TEXT) for name in names))
    start = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                match = pattern.match(line)
                try:
                    values = map(json.loads, match.groups()) if match else map(json.loads(line).__getitem__, names)
                    yield start, [str(value) for value in values]
                except (ValueError, LookupError, TypeError) as error:
                    raise UserError(
                        f"{path}, line {number}: no {' and '.join(names)}. Run `dvc repro` to make it again."
                    ) from error
                start += len(line)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}. Run `dvc repro` to make it.") from error
