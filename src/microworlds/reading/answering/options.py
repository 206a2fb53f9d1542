"""The two things between which a question chooses: which came first, A or B."""

from __future__ import annotations

import re

from microworlds.reading.answering.asked import Asked

_OPTIONS = re.compile(r"(?P<a>.+?),?\s+or\s+(?P<b>.+)$", re.IGNORECASE)
_OF_TWO = re.compile(
    r"\b(?:of|between)\s+(?P<a>.+?)\s+and\s+(?P<b>.+?)(?=,|\s+(?:was|is|were|came|comes|happened|has|had)\b|$)",
    re.IGNORECASE,
)

Pair = tuple[str, str]


def of_two(base: Asked, after: int) -> Pair | None:
    """The two things named in the question: after the comparison, between commas, or in what came before."""
    tail = re.search(r"[,:;—–-]\s*(?P<rest>[^,:;]+?(?:,)?\s+or\s+.+)$", base.clause[after:])
    if tail:
        return _either(tail["rest"])
    of_two = _OF_TWO.search(base.text)
    if of_two and not re.match(r"(?:the )?two\b|these\b|them\b", of_two["a"]):
        return of_two["a"].strip(" ,"), of_two["b"].strip(" ,")
    return _either(re.sub(r"^,?\s+", "", base.clause[after:]))


def _either(text: str) -> Pair | None:
    """The two things that a text joins by or."""
    match = _OPTIONS.match(text)
    return (match["a"].strip(" ,"), match["b"].strip(" ,")) if match else None
