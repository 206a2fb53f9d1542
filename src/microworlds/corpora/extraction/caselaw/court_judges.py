"""Names of judges where reports print them: at the head of an opinion and in the list of the bench.

Reports differ in case, order and punctuation ("JACOBS, Justice:", "Judge PELLEGRINI.", "Lippman, P.J."), and agree
that a name stands beside a title. A list with a piece that is neither name nor title is not read at all.
"""

from __future__ import annotations

import re

from microworlds.corpora.extraction import regex


def writer(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the name of the judge stands at the head of the opinion from ``start`` to ``end``, without title."""
    match = regex("judges.writer").match(text, start, min(end, start + 200))
    if match is None:
        return None
    span = match.span("titled") if match["titled"] else match.span("plain")
    return span if is_name(text[slice(*span)]) else None


def unsigned(text: str, start: int, end: int) -> bool:
    """True if the opinion says it is the court's as a whole."""
    return regex("judges.unsigned").match(text, start, end) is not None


def is_name(name: str) -> bool:
    """True if no word of it is a title's or an order's, and it could be spelt so in English.

    Most letter sequences that only a misread name has begin with consonants with which no English name begins.

    >>> is_name("COHN JUBELIRER"), is_name("PER CURIAM"), is_name("WTCKERSHAM")
    (True, False, False)
    """
    parts = re.findall(r"[A-Za-z]+", name)
    if not parts or any(map(regex("judges.not_a_name").fullmatch, parts)):
        return False
    return all(map(regex("judges.pronounceable").match, (part for part in parts if len(part) > 3)))


def bench(text: str, start: int, end: int) -> tuple[tuple[int, int], ...] | None:
    """Where the names of a list of judges stand, in order; None if a piece of it is not understood."""
    names: list[tuple[int, int]] = []
    at = start
    while at < end:
        match = regex("judges.bench").match(text, at, end)
        if match is None or match.end() == at:
            return None
        if match["name"]:
            if not is_name(match["name"]):
                return None
            names.append(match.span("name"))
        elif match["suffix"]:
            if not names or text[names[-1][1] : match.start()].strip(" ,"):
                return None
            names[-1] = (names[-1][0], match.end())
        at = match.end()
    return tuple(names)


def surname(name: str) -> str:
    """The name by which a judge is told from others on a bench, lower-cased.

    >>> surname("Evan M. O’Neill, Jr.")
    "o'neill"
    """
    plain = regex("judges.junior").sub("", name).replace("’", "'")
    return re.split(r"\s|\.", plain.strip())[-1].lower()
