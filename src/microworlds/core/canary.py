"""The canary: a sentence with a GUID in every line of gold, by which gold in training data or on the web is found.

It is in gold, proofs and cards, and in nothing that a system sees. Whoever collects training data can leave out what
has it; whoever trained a model can be asked to complete it.

Source: Srivastava et al. 2022, BIG-bench (its canary GUID); issue 5, section 2.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from microworlds.core.errors import UserError

GUID = "2f99788e-fbf5-42de-ae77-26cffe305fff"
SENTENCE = f"Gold of a microworlds benchmark: keep it out of training data. Canary GUID {GUID}"
_BLOCK = 1 << 24


def found(path: Path) -> Iterator[tuple[Path, int]]:
    """The files at or below ``path`` that have the GUID, in any case of letters, and how often.

    Compressed text is not unpacked. Parquet files made here have the GUID where it is not compressed.

    Raises:
        UserError: no such file or folder, or one that cannot be read.
    """
    if not path.exists():
        raise UserError(f"there is no {path} to look for the canary in.")
    for file in [path] if path.is_file() else _files(path):
        try:
            count = _count(file)
        except OSError as error:
            raise UserError(f"cannot read {file}: {error.strerror}.") from error
        if count:
            yield file, count


def _files(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders.sort()
        yield from (path for name in sorted(names) if (path := Path(root) / name).is_file())


def _count(file: Path) -> int:
    """How often the GUID is in a file; blocks overlap by as much as can be cut off."""
    wanted, rest, count = GUID.encode(), b"", 0
    with file.open("rb") as opened:
        while block := opened.read(_BLOCK):
            text = rest + block.lower()
            count += text.count(wanted)
            rest = text[-(len(wanted) - 1) :]
    return count
