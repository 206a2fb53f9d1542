"""Where caches live: outside the tree, so that a queued experiment's copy of it shares them; several processes do."""

import os
import sqlite3
from pathlib import Path

import tenacity

from microworlds.core.errors import UserError


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


@tenacity.retry(
    retry=tenacity.retry_if_exception(
        lambda error: getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    ),
    stop=tenacity.stop_after_delay(60),
    wait=tenacity.wait_random(0.01, 0.1),
    reraise=True,
)
def log_ahead(database: sqlite3.Connection) -> None:
    """Have a database write ahead to a log; waits for a process that is making it, as SQLite itself does not here.

    Raises:
        sqlite3.DatabaseError: it is none, it cannot be written, or it was held for a minute.
    """
    database.execute("PRAGMA journal_mode=WAL")
