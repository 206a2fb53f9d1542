"""The page as a folder of files that opens from the disk, on any machine, with no server.

Source: issue 5, section 4.
"""

from __future__ import annotations

from pathlib import Path

from microworlds.browse import payloads
from microworlds.browse.assets import assets
from microworlds.browse.library import Library
from microworlds.browse.server import data
from microworlds.core import jsonl
from microworlds.core.errors import UserError

_MARK = "data"


def export(library: Library, folder: Path) -> int:
    """Write the page and all worlds to ``folder``; the number of files. The folder is there whole or as it was.

    Raises:
        UserError: the folder holds something else, or cannot be written.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK / "index.js").is_file():
        raise UserError(f"{folder} holds something that is no exported page. Name a new folder.")
    with jsonl.replacing_folder(folder) as made:
        return _write(library, made)


def _write(library: Library, folder: Path) -> int:
    (folder / _MARK).mkdir()
    for name, body in assets().items():
        (folder / name).write_bytes(body)
    (folder / _MARK / "index.js").write_text(payloads.script("index", payloads.index(library)), encoding="utf-8")
    for number, world in enumerate(library.episodes):
        for part in ("world", "gold"):
            (folder / _MARK / f"{number}.{part}.js").write_bytes(data(library, world, part))
    return len(assets()) + 1 + 2 * len(library.episodes)
