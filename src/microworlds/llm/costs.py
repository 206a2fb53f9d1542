"""What calls have cost, per stage, role and model: sums over the ledger of an account.

Source: issue 3, section 4.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.llm.store import REPLIED, Store


def summed(store: Store, account: str, suite: str) -> dict[str, Any]:
    """The sums of an account's calls for a suite: a list by stage, role and model, and the total.

    ``calls`` are replies that came, good or bad, by ``outcomes``; ``retries`` are calls that brought none, by cause;
    ``usd`` is None where some price is not known, and ``usd_known`` is what the others cost.
    """
    rows = store.rows(
        "SELECT stage, role, model, cause, COUNT(*) AS n, SUM(tokens_in) AS tokens_in, SUM(tokens_out) AS tokens_out, "
        "SUM(tokens_cached) AS tokens_cached, SUM(seconds) AS seconds, SUM(usd) AS usd, SUM(usd IS NULL) AS unknown "
        "FROM calls WHERE account = ? AND suite = ? GROUP BY stage, role, model, cause ORDER BY MIN(rowid)",
        account,
        suite,
    )
    lines: dict[tuple[str, str, str], list[Any]] = {}
    for row in rows:
        lines.setdefault((row["stage"], row["role"], row["model"]), []).append(row)
    parts = [
        {"stage": stage, "role": role, "model": model, **_summed(own)} for (stage, role, model), own in lines.items()
    ]
    return {"account": account, "total": _summed(rows), "lines": parts}


def write(store: Store, account: str, suite: str, path: Path) -> None:
    """Write the sums to ``path``, unless the account has none; and say in a line where, and what the total is."""
    found = summed(store, account, suite)
    if not found["lines"]:
        return
    where = str(path)
    try:
        jsonl.write_text(path, json.dumps(found, indent=1) + "\n")
    except UserError as error:  # at exit: nobody is left to tell
        where = f"not written ({error})"
    print(f"{where}: {said(found['total'])} (account {account!r}, all runs)", flush=True)


def said(total: dict[str, Any]) -> str:
    """A total in a line."""
    price = f"${total['usd']:.4f}" if total["usd"] is not None else f"${total['usd_known']:.4f} and what nobody knows"
    failed = sum(total["retries"].values())
    return (
        f"{total['calls']:,} calls, {total['store_hits']:,} from the store, {failed:,} failed and repeated, "
        f"{total['tokens_in']:,} tokens in, {total['tokens_out']:,} out, {price}"
    )


def _summed(rows: list[Any]) -> dict[str, Any]:
    outcomes = Counter[str]()
    retries = Counter[str]()
    for row in rows:
        if row["cause"] in REPLIED:
            outcomes[row["cause"]] += row["n"]
        elif row["cause"] != "hit":
            retries[row["cause"]] += row["n"]
    known = round(sum(row["usd"] or 0.0 for row in rows), 6)
    unknown = sum(row["unknown"] for row in rows)
    return {
        "calls": outcomes.total(),
        "outcomes": dict(sorted(outcomes.items())),
        "store_hits": sum(row["n"] for row in rows if row["cause"] == "hit"),
        "retries": dict(sorted(retries.items())),
        "tokens_in": sum(row["tokens_in"] for row in rows),
        "tokens_out": sum(row["tokens_out"] for row in rows),
        "tokens_cached": sum(row["tokens_cached"] for row in rows),
        "seconds": round(sum(row["seconds"] for row in rows), 3),
        "usd": None if unknown else known,
        "usd_known": known,
        "calls_of_unknown_price": unknown,
    }
