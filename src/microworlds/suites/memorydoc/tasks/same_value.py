"""Whether what a reader says is the value that was meant.

Source: issue 15, section 2.
"""

import re

from microworlds.core.text import normalized
from microworlds.core.value_types import PARSERS, find, parse_date, parse_number, parse_outcome
from microworlds.metrics.f1 import overlap

_ANY = 9999  # the year of a date without one
_LINKING = frozenset("about against at by for from in into of on over to under upon with".split())
_WHOSE = re.compile(r"\b(?:the other side|[A-Z]\w+)['’]s\b")  # the opponent, of whom a plan says "their number"
_CLOSED = {"yes_no": ("yes", "no"), "order": ("before", "after")}
_ENOUGH = 0.6  # F1 of words from which two clauses are the same answer


def agrees(kind: str, expected: str, said: str) -> bool:
    """True if they are the same value of a kind; a date without a year is the same in any.

    >>> agrees("date", "June 5", "It is due on 5 June 2024."), agrees("amount", "$500", "$550")
    (True, False)
    >>> agrees("outcome", "affirm", "The judgment was affirmed."), agrees("outcome", "affirm", "reversed")
    (True, False)
    >>> agrees("clause", "part about corroboration", "the part of the memo, on corroboration")
    True
    >>> [agrees("clause", f"{own} number first", "get Kessler's number first") for own in ("their", "our", "Ada's")]
    [True, False, False]
    """
    if kind == "date":
        one, other = parse_date(expected, _ANY), parse_date(said, _ANY)
        if one is None or other is None:
            return False
        return (one.month, one.day) == (other.month, other.day) and (
            one.year == other.year or _ANY in (one.year, other.year)
        )
    if kind in PARSERS:
        texts = [said[start:end] for start, end in find(kind, said)]
        return PARSERS[kind](expected) in [PARSERS[kind](text) for text in texts]
    if kind == "outcome":
        words = said.split()
        acts = (parse_outcome(" ".join(words[place:])) for place in range(len(words)))
        return next((own for own in acts if own), None) == parse_outcome(expected)
    if kind in ("number", "interval"):
        numbers = [parse_number(text) for text in _counts(said)]
        return any(parse_number(text) in numbers for text in _counts(expected))
    if kind in _CLOSED:
        own = [word for word in normalized(said).split() if word in _CLOSED[kind]]
        return own[:1] == normalized(expected).split()[:1]
    if "their" in expected.split():
        said = _WHOSE.sub("their", said)
    one_text, other_text = (" ".join(_content(text)) for text in (expected, said))
    inside = f" {one_text} " in f" {other_text} " or f" {other_text} " in f" {one_text} "
    return bool(other_text) and (inside or overlap(other_text, one_text) >= _ENOUGH)


def _content(text: str) -> list[str]:
    """The words of a text but for those that link others: "part about", "part of ... on"."""
    return [word for word in normalized(text).split() if word not in _LINKING]


def _counts(text: str) -> list[str]:
    return [text[start:end] for start, end in find("number", text)]
