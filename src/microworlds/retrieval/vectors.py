"""Vectors kept by content: each text is embedded once, whoever asks for it again.

One SQLite file a vector space (model, pooling, window and precision), in the cache outside the tree. SQLite because
its write-ahead log gives just what is needed: several writers at once, readers that do not wait for them, and
transactions that a killed process leaves either whole or not there. A connection lasts for one call, so that no
fork or thread shares one.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from microworlds import caches, seeds
from microworlds.errors import UserError

T = TypeVar("T")
Vector = NDArray[np.float32]
_WAIT_SECONDS = 120
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, checksum INTEGER, vector BLOB)"
_LOOK_UP = "SELECT key, checksum, vector FROM vectors WHERE key IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True)
class Vectors:
    """The vectors of one space, in one file; every method may be called from several processes at once."""

    path: Path

    def get(self, texts: Iterable[str]) -> dict[str, Vector]:
        """The vectors of those texts that are there, by text."""
        keys = {seeds.digest(text): text for text in texts}
        rows = self._run(lambda database: database.execute(_LOOK_UP, [json.dumps(list(keys))]).fetchall())
        # a row that fails its checksum is as good as absent: it is made and written again
        return {keys[key]: np.frombuffer(blob, "<f4") for key, checksum, blob in rows if zlib.crc32(blob) == checksum}

    def put(self, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors by text, all or none; what was there under the same text gives way."""
        blobs = [(seeds.digest(text), vector.astype("<f4").tobytes()) for text, vector in vectors.items()]
        rows = [(key, zlib.crc32(blob), blob) for key, blob in blobs]

        def write(database: sqlite3.Connection) -> None:
            # immediate: a transaction that turns from reading to writing can fail at once, however long it may wait
            database.execute("BEGIN IMMEDIATE")
            database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)
            database.execute("COMMIT")

        self._run(write)

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What ``work`` makes of the open database; a damaged file is thrown away, all it held can be made again.

        Raises:
            UserError: the folder cannot be written, or the disk is full.
        """
        for final in (False, True):
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with closing(self._connect()) as database:
                    return work(database)
            except (sqlite3.DatabaseError, OSError) as error:
                if final or not _damaged(error):
                    raise UserError(
                        f"cannot use the vectors kept in {self.path}: {error}. Free some space or make the folder "
                        "writable (MICROWORLDS_CACHE moves it), then run the same command again."
                    ) from error
                self._discard()
        raise AssertionError("the second try returns or raises")

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=_WAIT_SECONDS, isolation_level=None)
        try:
            caches.log_ahead(database)
            database.execute("PRAGMA synchronous = NORMAL")
            database.execute(_TABLE)
        except sqlite3.DatabaseError:
            database.close()
            raise
        return database

    def _discard(self) -> None:
        """Remove the file and its log, unless another process has done so meanwhile."""
        with FileLock(f"{self.path}.lock"):
            try:
                with closing(self._connect()) as database:
                    if database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
                        return
            except sqlite3.DatabaseError as error:
                if not _damaged(error):
                    raise
            print(f"{self.path} is damaged: the vectors are made again", file=sys.stderr, flush=True)
            # the log first: one that outlived its file would be played into the next
            for suffix in ("-wal", "-shm", ""):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)


def _damaged(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE
