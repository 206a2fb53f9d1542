"""The response store and the ledger: one SQLite file, shared by all runs and processes of a user.

A reply is stored under the digest of its request, and nothing expires. A call is claimed before it is made, so that two
processes never ask the same at once, and its claim reserves what it may cost; a claim whose process is dead is a call
that was in flight when the process was killed. Requests are not kept: their text can be rendered again.

Source: issue 3, sections 3 and 4.
"""

from __future__ import annotations

import sqlite3
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

from microworlds import caches
from microworlds.errors import UserError
from microworlds.llm.records import Caller, ModelSettings, Reply, Request

_TABLES = """
CREATE TABLE IF NOT EXISTS replies (
  digest TEXT PRIMARY KEY, task TEXT, version INTEGER, model TEXT, outcome TEXT,
  tokens_in INTEGER, tokens_out INTEGER, tokens_cached INTEGER, received_at TEXT, body BLOB
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS calls (
  account TEXT, suite TEXT, stage TEXT, role TEXT, model TEXT, cause TEXT, billed INTEGER,
  tokens_in INTEGER, tokens_out INTEGER, tokens_cached INTEGER, seconds REAL, usd REAL, at TEXT
);
CREATE INDEX IF NOT EXISTS calls_of ON calls (account);
CREATE TABLE IF NOT EXISTS accounts (account TEXT PRIMARY KEY, tokens INTEGER, usd REAL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uses (
  account TEXT, suite TEXT, stage TEXT, role TEXT, digest TEXT, PRIMARY KEY (account, suite, stage, role, digest)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (
  account TEXT, suite TEXT, stage TEXT, role TEXT, settings TEXT, PRIMARY KEY (account, suite, stage, role)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS claims (
  digest TEXT PRIMARY KEY, owner TEXT, account TEXT, suite TEXT, stage TEXT, role TEXT, model TEXT,
  tokens INTEGER, usd REAL
) WITHOUT ROWID;
"""
REPLIED = ("valid", "truncated", "empty", "prose", "malformed", "schema", "refused", "too_long")


@dataclass(frozen=True)
class Call:
    """One attempt at a call, for the ledger. ``cause`` is the outcome, or what failed; ``usd`` None is unknown."""

    caller: Caller
    model: str
    cause: str
    seconds: float = 0.0
    billed: bool = True
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    usd: float | None = None


class Store:
    """An open store; safe for threads, and for several processes."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or caches.folder("responses") / "responses.db"
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(self.path, timeout=60, isolation_level=None, check_same_thread=False)
            self._db.row_factory = sqlite3.Row
            self._db.execute("PRAGMA journal_mode=WAL")
            # a commit survives the death of the process; the last ones may be lost if the machine loses power
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.executescript(_TABLES)
        except sqlite3.DatabaseError as error:
            raise UserError(
                f"cannot open the response store {self.path}: {error}. Make its folder writable, or set "
                "MICROWORLDS_CACHE to another one; a damaged file can be put aside and its backup imported."
            ) from error

    @contextmanager
    def exclusive(self) -> Iterator[sqlite3.Connection]:
        """One transaction that no other thread or process writes beside.

        Raises:
            UserError: the file cannot be written.
        """
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                except BaseException:
                    self._db.execute("ROLLBACK")
                    raise
                self._db.execute("COMMIT")
            except sqlite3.OperationalError as error:
                raise UserError(
                    f"cannot write the response store {self.path}: {error}. "
                    "Free some space or wait for other runs to end, then run the same command again: nothing is lost."
                ) from error

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """The rows of a query that changes nothing."""
        with self._lock:
            return self._db.execute(query, values).fetchall()

    def reply(self, digest: str) -> Reply | None:
        """The stored reply; None if there is none."""
        found = self.rows("SELECT body FROM replies WHERE digest = ?", digest)
        return unpacked(found[0]["body"]) if found else None

    def add(self, digest: str, request: Request, reply: Reply, outcome: str) -> None:
        """Store a reply, unless there is one; call it within ``exclusive``."""
        self._db.execute(
            "INSERT OR IGNORE INTO replies VALUES (?,?,?,?,?,?,?,?,?,?)",
            (
                digest, request.task, request.version, request.model, outcome,
                reply.tokens_in, reply.tokens_out, reply.tokens_cached, now(), packed(reply),
            ),
        )  # fmt: skip

    def record(self, account: str, call: Call) -> None:
        """Enter a call into the ledger; call it within ``exclusive``."""
        caller = call.caller
        self._db.execute(
            "INSERT INTO calls VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                account, caller.suite, caller.stage, caller.role, call.model, call.cause, call.billed,
                call.tokens_in, call.tokens_out, call.tokens_cached, round(call.seconds, 3), call.usd, now(),
            ),
        )  # fmt: skip
        self._db.execute(
            "INSERT INTO accounts VALUES (?,?,?) ON CONFLICT (account) DO UPDATE SET "
            "tokens = tokens + excluded.tokens, usd = usd + excluded.usd",
            (account, call.tokens_in + call.tokens_out, call.usd or 0.0),
        )

    def begin(self, account: str, caller: Caller, settings: ModelSettings) -> None:
        """Note that a stage begins, with which settings, and forget which replies it used the last time."""
        key = (account, caller.suite, caller.stage, caller.role)
        with self.exclusive() as db:
            db.execute("DELETE FROM uses WHERE account = ? AND suite = ? AND stage = ? AND role = ?", key)
            db.execute("INSERT OR REPLACE INTO settings VALUES (?,?,?,?,?)", (*key, settings.model_dump_json()))

    def use(self, account: str, caller: Caller, digest: str) -> None:
        """Note that a stage needs a reply, so that it can be exported; call it within ``exclusive``."""
        self._db.execute(
            "INSERT OR IGNORE INTO uses VALUES (?,?,?,?,?)",
            (account, caller.suite, caller.stage, caller.role, digest),
        )

    def spent(self, account: str) -> tuple[int, float, int, float]:
        """Tokens and dollars of an account: spent, and reserved by calls in flight."""
        paid = self.rows("SELECT tokens, usd FROM accounts WHERE account = ?", account)
        held = self.rows(
            "SELECT COALESCE(SUM(tokens), 0) AS tokens, COALESCE(SUM(usd), 0) AS usd FROM claims WHERE account = ?",
            account,
        )[0]
        tokens, usd = (paid[0]["tokens"], paid[0]["usd"]) if paid else (0, 0.0)
        return tokens, usd, held["tokens"], held["usd"]

    def bury(self) -> None:
        """Turn the claims of dead processes into calls whose fate, and price, nobody knows."""
        with self.exclusive() as db:
            for row in db.execute("SELECT * FROM claims").fetchall():
                if not alive(row["owner"]):
                    caller = Caller(suite=row["suite"], stage=row["stage"], role=row["role"])
                    self.record(row["account"], Call(caller, row["model"], "killed"))
                    db.execute("DELETE FROM claims WHERE digest = ?", (row["digest"],))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()


def packed(reply: Reply) -> bytes:
    """A reply in the form in which it is kept."""
    return zlib.compress(reply.model_dump_json().encode())


def unpacked(body: bytes) -> Reply:
    """The reply that was ``packed``."""
    return Reply.model_validate_json(zlib.decompress(body))


def now() -> str:
    """The time, for the ledger alone: it never reaches a stage's output."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def owner(pid: int | None = None) -> str:
    """A process, by its number and the time it began: numbers are used again."""
    process = psutil.Process(pid)
    return f"{process.pid}:{process.create_time()}"


def alive(name: str) -> bool:
    """Whether the process that ``owner`` named still runs."""
    try:
        process = psutil.Process(int(name.partition(":")[0]))
        return owner(process.pid) == name and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
