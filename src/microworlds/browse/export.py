"""The files of the page, and all of them as a folder that opens from the disk, on any machine, with no server.

``base.css`` is the style of the report: both look alike because they are alike.

Source: issue 5, section 4.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path

from microworlds.browse import payloads
from microworlds.browse.library import Library
from microworlds.core import jsonl
from microworlds.core.errors import UserError

_MARK = "data"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
}
# file: for the page that is opened from a folder, where 'self' means nothing to some browsers
POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


@cache
def assets() -> dict[str, bytes]:
    """Each file of the page by name; none comes from anywhere else."""
    own = sorted(files("microworlds.browse").joinpath("html").iterdir(), key=lambda one: one.name)
    found = {one.name: one.read_bytes() for one in own if one.name.endswith((".html", ".css", ".js"))}
    return found | {"base.css": files("microworlds.evaluation").joinpath("html", "style.css").read_bytes()}


def data(library: Library, world: str, part: str) -> bytes:
    """The file of one world's texts (``world``) or gold (``gold``)."""
    make = payloads.world if part == "world" else payloads.gold
    return payloads.script(part, make(library, world)).encode()


def export(library: Library, folder: Path) -> int:
    """Write the page and all worlds to ``folder``; the number of files. The folder is there whole or as it was.

    Raises:
        UserError: the folder holds something else, or cannot be written.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK / "index.js").is_file():
        raise UserError(f"{folder} holds something that is no exported page. Name a new folder.")
    with jsonl.replacing_folder(folder) as made:
        (made / _MARK).mkdir()
        for name, body in assets().items():
            (made / name).write_bytes(body)
        (made / _MARK / "index.js").write_text(payloads.script("index", payloads.index(library)), encoding="utf-8")
        for number, world in enumerate(library.episodes):
            for part in ("world", "gold"):
                (made / _MARK / f"{number}.{part}.js").write_bytes(data(library, world, part))
    return len(assets()) + 1 + 2 * len(library.episodes)
