"""Records of files that are parsed where they are reached, and not kept: a run, and a release, may have any length.

Source: issue 5, section 2; issue 12, section 2.
"""

import json
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar, overload

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.plugins import nearest
from microworlds.core.records import Record

R = TypeVar("R", bound=Record)
_TEXT = rb'"(?:[^"\\]|\\.)*"'
_OTHER_VERSION = "The release was made by another version of microworlds: install that one."


@dataclass(frozen=True)
class _Place:
    path: Path
    start: int
    line: int


class Rows(Sequence[R], Generic[R]):
    """Records of a release, in its order: by number, slice, or the id of a world, an observation or a question.

    Places are found when the first record is asked for.
    """

    def __init__(
        self, kind: type[R], files: Callable[[], Sequence[Path]], only: Callable[[], Collection[str] | None]
    ) -> None:
        self._kind, self._files, self._only = kind, files, only

    @cached_property
    def _places(self) -> list[tuple[str, _Place]]:
        chosen = self._only()
        key = next((name for name in ("id", "question", "world") if name in self._kind.model_fields), None)
        found = []
        for path in self._files():
            for line, (start, own) in enumerate(_fields(path, *([key] if key else [])), start=1):
                named = own[0] if own else str(line)
                if chosen is None or named in chosen:
                    found.append((named, _Place(path, start, line)))
        return found

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {key: number for number, (key, _) in reversed(list(enumerate(self._places)))}

    @property
    def ids(self) -> tuple[str, ...]:
        """The id of each record; no record is parsed."""
        return tuple(key for key, _ in self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[R]:
        return (self._parsed(place) for _, place in self._places)

    def __contains__(self, item: object) -> bool:
        return item in self._numbers if isinstance(item, str) else any(own == item for own in self)

    @overload
    def __getitem__(self, index: int | str) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[R]: ...
    def __getitem__(self, index: int | str | slice) -> R | Sequence[R]:
        if isinstance(index, slice):
            return [self._parsed(place) for _, place in self._places[index]]
        if isinstance(index, str) and index not in self._numbers:
            raise KeyError(f"no {self._kind.__name__} {index!r}{nearest(index, list(self._numbers))}")
        return self._parsed(self._places[self._numbers[index] if isinstance(index, str) else index][1])

    def __repr__(self) -> str:
        return f"<{len(self)} of {self._kind.__name__}>"

    def _parsed(self, own: _Place) -> R:
        return jsonl.parsed(self._kind, _line(own.path, own.start), f"{own.path}, line {own.line}", _OTHER_VERSION)


@dataclass(frozen=True)
class Keyed(Mapping[str, R], Generic[R]):
    """Records of some files by key, in the files' order; nothing of them is kept but where each begins."""

    kind: type[R]
    paths: Sequence[Path]
    _places: dict[str, int] = field(default_factory=dict)  # the number of the file and the byte, as one number

    def __getitem__(self, key: str) -> R:
        start, number = divmod(self._places[key], len(self.paths))
        return jsonl.parsed(self.kind, _line(self.paths[number], start), f"{self.paths[number]}, {key}")

    def __contains__(self, key: object) -> bool:
        return key in self._places

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


def _line(path: Path, start: int) -> bytes:
    with path.open("rb") as file:
        file.seek(start)
        return file.readline()


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
