"""The page itself: its HTML, style and scripts, which lie beside this file as they are sent.

``base.css`` is the style of the report: both look alike because they are alike.

Source: issue 5, section 4.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

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
