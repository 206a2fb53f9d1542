"""Records in files, one JSON object a line; a file is either whole or not there."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from microworlds.core.errors import UserError

R = TypeVar("R", bound=BaseModel)
_AGAIN = "The file was changed or made by another version: run `dvc repro` to make it again."


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; on success it takes its place, on any error it is removed.

    Raises:
        UserError: the folder cannot be written, or the disk is full.
    """
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        temporary = Path(name)
        yield temporary
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        raise UserError(
            f"cannot write {path}: {error.strerror or error}. "
            "Free some space or make the folder writable, then run the same command again."
        ) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def replacing_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder beside ``path``; on success it takes the place of what was there, else it is removed.

    Raises:
        UserError: the folder cannot be written, or the disk is full.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as temporary:
            made = Path(temporary) / "made"
            made.mkdir()
            yield made
            if path.exists():
                path.rename(Path(temporary) / "old")
            made.rename(path)
    except OSError as error:
        raise UserError(
            f"cannot write {path}: {error.strerror or error}. Free some space or name another folder."
        ) from error


def write_text(path: Path, text: str) -> None:
    """Write the whole text or nothing."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write(path: Path, records: Iterable[BaseModel]) -> int:
    """Number of records written, one JSON object a line, fields in the record's order."""
    count = 0
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(record.model_dump_json() + "\n")
            count += 1
    return count


@contextlib.contextmanager
def writing(folder: Path, names: Iterable[str]) -> Iterator[Mapping[str, Callable[[Iterable[BaseModel]], None]]]:
    """Yield for each of several files of a folder what adds records to it; all are there on success, none on an error.

    ``names`` are without ``.jsonl``.
    """
    with contextlib.ExitStack() as stack:
        files = {}
        for name in names:
            temporary = stack.enter_context(replacing(folder / f"{name}.jsonl"))
            files[name] = stack.enter_context(temporary.open("w", encoding="utf-8"))

        def add(name: str, records: Iterable[BaseModel]) -> None:
            files[name].writelines(f"{record.model_dump_json()}\n" for record in records)

        yield {name: partial(add, name) for name in files}


def count(path: Path) -> int:
    """How many records a file has, or all files of a folder together."""
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    total = 0
    for each in files:
        with each.open("rb") as file:
            total += sum(1 for _ in file)
    return total


def read(path: Path, kind: type[R]) -> Iterator[R]:
    """The records of a file, lazily, in order.

    Raises:
        UserError: no such file, or a line that is not such a record (names the line).
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}. Run `dvc repro` to make it.") from error
    with file:
        for number, line in enumerate(file, start=1):
            yield parsed(kind, line, f"{path}, line {number}")


def parsed(kind: type[R], line: bytes, where: str, advice: str = _AGAIN) -> R:
    """The record of a line; ``where`` is how an error speaks of its place, and ``advice`` what to do about it.

    Raises:
        UserError: the line is not such a record.
    """
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        raise UserError(f"{where}: not a {kind.__name__}: {' '.join(str(error).split())[:300]}. {advice}") from error
