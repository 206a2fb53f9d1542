"""JSON files of any length, an entry at a time: what is read is never held as a whole.

Source: ConvoMem, whose test cases are files of 800 MB; DynamicMem, whose logs are files of 10 MB.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from microworlds.core.errors import UserError

_BLOCK = 1 << 20
_LIST = r'\s*(?:\{{\s*"{}"\s*:\s*)?\['
_BETWEEN = re.compile(r"[\s,]*")
_DECODER = json.JSONDecoder()


def entries(path: Path, within: str = "") -> Iterator[Any]:
    """The entries of a list, of the list that an object begins with as ``within``, or the one object that a file is.

    Raises:
        UserError: the file cannot be read, is no JSON, or ends before it is complete (says at which character).
    """
    try:
        with path.open(encoding="utf-8") as file:
            yield from _entries(file, path, within)
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read: {error}. Get the file again.") from error


def _entries(file: TextIO, path: Path, within: str) -> Iterator[Any]:
    text, passed = file.read(_BLOCK), 0
    head = re.match(_LIST.format(re.escape(within)), text)
    at = head.end() if head else 0
    while True:
        at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
        if head and text[at : at + 1] == "]":
            return
        block = _BLOCK
        while (decoded := _decoded(text, at)) is None:
            more = file.read(block)
            if not more:
                raise UserError(
                    f"{path}: it ends in the middle of an entry, which begins at character {passed + at:,}. "
                    "The file is cut off or no JSON: get it again."
                )
            text, passed, at, block = text[at:] + more, passed + at, 0, 2 * block
        entry, at = decoded
        yield entry
        if not head:
            return


def _decoded(text: str, at: int) -> tuple[Any, int] | None:
    """The entry that begins at a character and where it ends; None if the text ends before it does."""
    try:
        return _DECODER.raw_decode(text, at)
    except ValueError:
        return None
