"""The response store and the ledger: one SQLite file, shared by all runs and processes of a user.

A reply is stored under the digest of its request, and nothing expires. A call is claimed before it is made, so that two
processes never ask the same at once, and its claim reserves what it may cost; a claim whose process is dead is a call
that was in flight when the process was killed. Requests are not kept: their text can be rendered again.

Source: issue 3, sections 3 and 4.
"""

import sqlite3
import threading
import uuid
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from microworlds.core import caches, formats
from microworlds.core.errors import UserError
from microworlds.llm.records import Caller, Reply, Request

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
CREATE TABLE IF NOT EXISTS claims (
  digest TEXT PRIMARY KEY, owner TEXT, account TEXT, suite TEXT, stage TEXT, role TEXT, model TEXT,
  tokens INTEGER, usd REAL
) WITHOUT ROWID;
"""
_WHAT_TO_DO = (
    "If the disk is full or read-only, mend that and run the same command again. If the file is damaged, put it aside: "
    "what was exported can be imported into a new one."
)
REPLIED = ("valid", "truncated", "empty", "prose", "malformed", "schema", "refused", "too_long")


@dataclass(frozen=True)
class Call:
    """One attempt at a call, for the ledger. ``cause`` is the outcome, or what failed; ``usd`` None is unknown.

    ``reserved`` are the tokens and dollars that the budget is charged where nobody knows what the call has taken.
    """

    caller: Caller
    model: str
    cause: str
    seconds: float = 0.0
    billed: bool = True
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    usd: float | None = None
    reserved: tuple[int, float] = (0, 0.0)

    @property
    def unknown(self) -> bool:
        """Whether the provider may have taken something for it, and did not say how much."""
        return self.billed and self.tokens_in + self.tokens_out == 0


class StoreError(UserError):
    """The store cannot be opened, read or written."""


class Store:
    """An open store; safe for threads, and for several processes."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or caches.folder("responses") / "responses.db"
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(self.path, timeout=60, isolation_level=None, check_same_thread=False)
            self._db.row_factory = sqlite3.Row
            told = self._db.execute("PRAGMA user_version").fetchone()[0]  # 0 is none, and so version 1
            formats.known("response store", told or None, self.path)
            caches.log_ahead(self._db)
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(_TABLES)
        except sqlite3.DatabaseError as error:
            raise StoreError(f"cannot open the response store {self.path}: {error}. {_WHAT_TO_DO}") from error

    @contextmanager
    def exclusive(self) -> Iterator[sqlite3.Connection]:
        """One transaction that no other thread or process writes beside.

        Raises:
            StoreError: the file cannot be written.
        """
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.DatabaseError as error:
                raise StoreError(f"cannot write the response store {self.path}: {error}. {_WHAT_TO_DO}") from error

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """The rows of a query that changes nothing.

        Raises:
            StoreError: the file cannot be read.
        """
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.DatabaseError as error:
                raise StoreError(f"cannot read the response store {self.path}: {error}. {_WHAT_TO_DO}") from error

    def reply(self, digest: str) -> Reply | None:
        """The stored reply; None if there is none.

        Raises:
            UserError: it is damaged. It is not asked for again unseen: another sample would make another release.
        """
        for row in self.rows("SELECT body, task, model FROM replies WHERE digest = ?", digest):
            reply = unpacked(row["body"])
            if reply is None:
                raise UserError(
                    f"the reply of {row['model']} to {row['task']} with the digest {digest} in the response store "
                    f"{self.path} is damaged. Remove all that are with `microworlds responses prune --damaged`; then "
                    "`microworlds responses import` those that were exported, or run the same command again, which "
                    "asks for them anew."
                )
            return reply
        return None

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
            (account, *(call.reserved if call.unknown else (call.tokens_in + call.tokens_out, call.usd or 0.0))),
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
        """Turn the claims of dead processes into calls whose fate, and price, nobody knows; within ``exclusive``."""
        for row in self._db.execute("SELECT * FROM claims").fetchall():
            if not self.alive(row["owner"]):
                caller = Caller(suite=row["suite"], stage=row["stage"], role=row["role"])
                reserved = (row["tokens"], row["usd"] or 0.0)
                self.record(row["account"], Call(caller, row["model"], "killed", reserved=reserved))
                self._db.execute("DELETE FROM claims WHERE digest = ?", (row["digest"],))

    @cached_property
    def owner(self) -> str:
        """The name under which this process makes claims: that of a file which it keeps locked as long as it lives."""
        name = uuid.uuid4().hex
        self._held = FileLock(self._owners / name)
        self._held.acquire()
        return name

    def alive(self, name: str) -> bool:
        """Whether the process that claims under this name still runs."""
        if name == self.owner:
            return True
        lock = FileLock(self._owners / name)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            return True
        lock.release()
        (self._owners / name).unlink(missing_ok=True)
        return False

    @property
    def _owners(self) -> Path:
        folder = self.path.with_suffix(".owners")
        folder.mkdir(exist_ok=True)
        return folder


def packed(reply: Reply) -> bytes:
    """A reply in the form in which it is kept."""
    return zlib.compress(reply.model_dump_json().encode())


def unpacked(body: bytes) -> Reply | None:
    """The reply that was ``packed``; None if it is damaged."""
    try:
        return Reply.model_validate_json(zlib.decompress(body))
    except (TypeError, ValueError, zlib.error):
        return None


def now() -> str:
    """The time, for the ledger alone: it never reaches a stage's output."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
