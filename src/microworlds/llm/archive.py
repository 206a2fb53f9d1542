"""Responses as a file: exported with a release, so that anyone can rebuild it with no network and no key.

A Parquet file holds the replies that a release needs, and in its metadata who asks for them with which settings. It is
sorted by digest, so the same replies give the same rows.

Source: issue 3, section 3.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from microworlds.core import formats, jsonl
from microworlds.core.errors import UserError
from microworlds.llm.records import Caller, ModelSettings, Outcome, Reply, Request
from microworlds.llm.store import Store, packed, unpacked

if TYPE_CHECKING:
    # every stage imports this module, and hardly any reads or writes a file of replies
    import polars

_FORMAT = "microworlds responses"  # and the version
_COLUMNS = ("digest", "task", "version", "model", "outcome", "tokens_in", "tokens_out", "tokens_cached", "received_at")


@dataclass(frozen=True)
class Archive:
    """The replies of a file, by digest, and the settings of those who asked."""

    path: Path
    replies: Mapping[str, Reply]
    callers: Mapping[Caller, ModelSettings]

    @staticmethod
    def read(path: Path) -> Archive:
        """The file's replies.

        Raises:
            UserError: there is no such file, or it is not one of ours.
        """
        frame, told = _opened(path)
        replies = dict(zip(frame["digest"], map(Reply.model_validate_json, frame["reply"]), strict=True))
        callers = {
            Caller(suite=own["suite"], stage=own["stage"], role=own["role"]): ModelSettings(**own["settings"])
            for own in told["callers"]
        }
        return Archive(path, replies, callers)

    def settings(self, caller: Caller) -> ModelSettings:
        """The settings with which a stage's role was recorded.

        Raises:
            UserError: it was not recorded.
        """
        if caller not in self.callers:
            known = ", ".join(f"{own.stage} ({own.role})" for own in self.callers)
            raise UserError(
                f"{self.path} holds no responses for {caller.stage} ({caller.role}) of {caller.suite}; it has: "
                f"{known}. Give that role the author it was made with (the offline one: "
                f"-S models.{caller.role}={{kind: offline}})."
            )
        return self.callers[caller]

    def ask(self, request: Request, judged: Callable[[Reply], Outcome]) -> Reply:
        """The recorded reply.

        Raises:
            UserError: it is missing; nothing is asked for.
        """
        reply = self.replies.get(request.digest)
        if reply is None:
            raise UserError(
                f"{self.path} holds no reply to this request of {request.task} (digest {request.digest[:12]}..., "
                f"sample {request.sample}): code, parameters or data differ from those of the recording. Check out the "
                "version it was recorded with, and its params."
            )
        return reply


def export(store: Store, digests: Collection[str], callers: Mapping[Caller, ModelSettings], path: Path) -> int:
    """Write the replies to some requests, and who asks with which settings; how many they are.

    Raises:
        UserError: the store does not have all of them, one is damaged, or there are none.
    """
    columns: dict[str, list[Any]] = {name: [] for name in (*_COLUMNS, "reply")}
    for digest in sorted(set(digests)):
        reply = store.reply(digest)
        if reply is None:
            continue
        (row,) = store.rows(f"SELECT {', '.join(_COLUMNS)} FROM replies WHERE digest = ?", digest)
        for name in _COLUMNS:
            columns[name].append(row[name])
        columns["reply"].append(reply.model_dump_json())
    missing = len(set(digests)) - len(columns["digest"])
    if missing or not digests:
        raise UserError(
            f"{missing:,} of the {len(set(digests)):,} replies that this release needs are not in {store.path}: never "
            "asked for, lost in transport, or pruned. Run it again, with the same settings, before you export."
        )
    told = {
        "format": f"{_FORMAT} {formats.VERSIONS['responses']}",
        "callers": [
            {"suite": own.suite, "stage": own.stage, "role": own.role, "settings": callers[own].model_dump()}
            for own in sorted(callers, key=lambda own: (own.suite, own.stage, own.role))
        ],
    }
    import polars

    with jsonl.replacing(path) as temporary:
        polars.DataFrame(columns).write_parquet(
            temporary, compression="zstd", metadata={"microworlds": json.dumps(told)}
        )
    return len(columns["digest"])


def load(store: Store, path: Path) -> tuple[int, int]:
    """Add a file's replies to the store: how many were new, and how many it holds."""
    frame, _ = _opened(path)
    before = store.rows("SELECT COUNT(*) AS n FROM replies")[0]["n"]
    with store.exclusive() as db:
        for row in frame.iter_rows(named=True):
            body = packed(Reply.model_validate_json(row["reply"]))
            db.execute(
                "INSERT OR IGNORE INTO replies VALUES (?,?,?,?,?,?,?,?,?,?)", (*(row[name] for name in _COLUMNS), body)
            )
    return store.rows("SELECT COUNT(*) AS n FROM replies")[0]["n"] - before, len(frame)


def prune(store: Store, *, before: date | None = None, outcomes: tuple[str, ...] = (), damaged: bool = False) -> int:
    """Remove replies: received before a day, of some outcomes, that cannot be read; all of it where several are given.

    How many were removed.
    """
    where = ["1"]
    values: list[str] = []
    if before is not None:
        where.append("received_at < ?")
        values.append(before.isoformat())
    if outcomes:
        where.append(f"outcome IN ({','.join('?' * len(outcomes))})")
        values += outcomes
    with store.exclusive() as db:
        db.create_function("unreadable", 1, lambda body: unpacked(body) is None)
        where += ["unreadable(body)"] if damaged else []
        return db.execute(f"DELETE FROM replies WHERE {' AND '.join(where)}", values).rowcount


def stats(store: Store) -> dict[str, Any]:
    """What the store holds: replies by task, model and outcome, its accounts, and its size in bytes."""
    held = store.rows(
        "SELECT task, model, outcome, COUNT(*) AS replies, SUM(tokens_in) AS tokens_in, SUM(tokens_out) AS tokens_out "
        "FROM replies GROUP BY task, model, outcome ORDER BY task, model, outcome"
    )
    accounts = store.rows("SELECT account, tokens, ROUND(usd, 6) AS usd FROM accounts ORDER BY account")
    return {
        "path": str(store.path),
        "bytes": store.path.stat().st_size,
        "replies": [dict(row) for row in held],
        "accounts": [dict(row) for row in accounts],
    }


def _opened(path: Path) -> tuple[polars.DataFrame, dict[str, Any]]:
    import polars

    try:
        told = json.loads(polars.read_parquet_metadata(path)["microworlds"])
        name, _, version = str(told["format"]).rpartition(" ")
        if name != _FORMAT:
            raise UserError(f"{path} is of format {told['format']!r}, and not a file of responses.")
        formats.known("responses", int(version), path)
        frame = polars.read_parquet(path, columns=[*_COLUMNS, "reply"])
        for reply in frame["reply"]:
            Reply.model_validate_json(reply)
        return frame, told
    except FileNotFoundError as error:
        raise UserError(f"{path} is not there. `microworlds responses export` makes such a file.") from error
    except (polars.exceptions.PolarsError, KeyError, ValueError, OSError) as error:
        raise UserError(f"{path} is no file of responses, or is damaged: {str(error)[:200]}") from error
