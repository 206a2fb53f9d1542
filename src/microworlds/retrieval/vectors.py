"""Vectors kept by content: each text is embedded once, whoever asks for it again.

One SQLite file a vector space (model, pooling, window and precision), in the cache outside the tree. SQLite because
its write-ahead log gives just what is needed: several writers at once, readers that do not wait for them, and
transactions that a killed process leaves either whole or not there. A connection lasts for one call, so that no
fork or thread shares one. Before it makes vectors a process claims their texts; others that want them wait and read.
"""

import errno
import fcntl
import json
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from microworlds.core import caches, seeds
from microworlds.core.errors import UserError

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

    @contextmanager
    def claimed(self, texts: Iterable[str], most: int) -> Iterator[list[str]]:
        """The first ``most`` texts that no other process has claimed: this one's until the end of the block or of both.

        A claim is a lock on one byte of a file, at a place that follows from the text: the system drops it however its
        process ends, and different texts do not wait for one another. Threads of one process share claims.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with Path(f"{self.path}.claims").open("ab") as file:
            yield list(islice((text for text in texts if _locked(file.fileno(), text)), most))

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


def _locked(file: int, text: str) -> bool:
    """Whether no other process has the lock of a text's byte, which need not exist; this one has it then."""
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, int(seeds.digest(text)[:15], 16))
    except OSError as error:
        # a folder without locks: nothing is wrong but that two may do the same
        return error.errno not in (errno.EACCES, errno.EAGAIN)
    return True


def _damaged(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE
