"""How English says that something is so, was so, is not so, may be so, or is not known: patterns by name.

Source: the hand-written table beside this file, ``expressions.txt``.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources


@cache
def _table() -> dict[str, str]:
    text = resources.files(__package__).joinpath("expressions.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\w+): (.*(?:\n  .*)*)", text, re.MULTILINE))


def group(name: str) -> str:
    """The alternatives of a name as one group."""
    return "(?:" + re.sub(r"\s+\|\s*", "|", _table()[name]) + ")"


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Its alternatives as whole words, in any case."""
    return re.compile(rf"\b{group(name)}(?!\w)", re.IGNORECASE)
