"""Responses as a file: exported with a release, so that anyone can rebuild it with no network and no key.

A Parquet file holds the replies that the stages of one account used, and in its metadata who asked for them with which
settings. Sorted by digest, so the same replies give the same rows.

Source: issue 3, section 3.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars

from microworlds import jsonl
from microworlds.errors import UserError
from microworlds.llm.records import Caller, ModelSettings, Outcome, Reply, Request
from microworlds.llm.store import Store, packed, unpacked

_FORMAT = "microworlds responses 1"
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
        replies = {digest: Reply.model_validate_json(text) for digest, text in frame.select("digest", "reply").rows()}
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


def export(store: Store, account: str, suite: str, path: Path) -> int:
    """Write the replies that the last pass of each stage used; how many they are.

    Raises:
        UserError: the account has used none.
    """
    rows = store.rows(
        f"SELECT {', '.join(_COLUMNS)}, body FROM replies WHERE digest IN "
        "(SELECT digest FROM uses WHERE account = ? AND suite = ?) ORDER BY digest",
        account,
        suite,
    )
    if not rows:
        accounts = ", ".join(repr(row["account"]) for row in store.rows("SELECT DISTINCT account FROM uses")) or "none"
        raise UserError(
            f"no run under the account {account!r} used a model for {suite}. Accounts with replies: {accounts}."
        )
    columns: dict[str, list[Any]] = {name: [row[name] for row in rows] for name in _COLUMNS}
    columns["reply"] = [unpacked(row["body"]).model_dump_json() for row in rows]
    callers = [
        {"suite": suite, "stage": row["stage"], "role": row["role"], "settings": json.loads(row["settings"])}
        for row in store.rows(
            "SELECT stage, role, settings FROM settings WHERE account = ? AND suite = ? ORDER BY stage, role",
            account,
            suite,
        )
    ]
    told = {"format": _FORMAT, "account": account, "callers": callers}
    with jsonl.replacing(path) as temporary:
        polars.DataFrame(columns).write_parquet(
            temporary, compression="zstd", metadata={"microworlds": json.dumps(told)}
        )
    return len(rows)


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


def prune(store: Store, *, before: str | None, outcomes: tuple[str, ...], unused: bool) -> int:
    """Remove replies that were received before a day, have one of some outcomes, are used by no account; how many.

    Conditions given together must hold together.
    """
    where = ["1"]
    values: list[str] = []
    if before is not None:
        where.append("received_at < ?")
        values.append(before)
    if outcomes:
        where.append(f"outcome IN ({','.join('?' * len(outcomes))})")
        values += outcomes
    if unused:
        where.append("digest NOT IN (SELECT digest FROM uses)")
    with store.exclusive() as db:
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
    try:
        told = json.loads(polars.read_parquet_metadata(path)["microworlds"])
        if told["format"] != _FORMAT:
            raise UserError(f"{path} is of format {told['format']!r}, and this version reads {_FORMAT!r}.")
        return polars.read_parquet(path), told
    except FileNotFoundError as error:
        raise UserError(f"{path} is not there. `microworlds responses export` makes such a file.") from error
    except (polars.exceptions.PolarsError, KeyError, ValueError, OSError) as error:
        raise UserError(f"{path} is no file of responses, or is damaged: {str(error)[:200]}") from error
