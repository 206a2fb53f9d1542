"""Where caches live: outside the tree, so that a queued experiment's copy of it shares them."""

from __future__ import annotations

import os
from pathlib import Path


def folder(*names: str) -> Path:
    """A folder of ``$MICROWORLDS_CACHE`` (default ``~/.cache/microworlds``), made if absent."""
    root = Path(os.environ.get("MICROWORLDS_CACHE") or Path.home() / ".cache" / "microworlds")
    path = root.joinpath(*names)
    path.mkdir(parents=True, exist_ok=True)
    return path
