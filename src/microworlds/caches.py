"""Where caches live: outside the tree, so that a queued experiment's copy of it shares them."""

from __future__ import annotations

import os
from pathlib import Path

from microworlds.errors import UserError


def folder(*names: str) -> Path:
    """A folder of ``$MICROWORLDS_CACHE`` (default ``~/.cache/microworlds``), made if absent."""
    root = Path(os.environ.get("MICROWORLDS_CACHE") or Path.home() / ".cache" / "microworlds")
    path = root.joinpath(*names)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"cannot make {path}: {error.strerror}. Set MICROWORLDS_CACHE to a folder you can write."
        ) from error
    return path
