"""Names of judges where reports print them: at the head of an opinion and in the list of the bench.

Reports differ in case, order and punctuation ("JACOBS, Justice:", "Judge PELLEGRINI.", "Lippman, P.J."), and agree
that a name stands beside a title. A list with a piece that is neither name nor title is not read at all.
"""

from __future__ import annotations

import re

from microworlds.corpora.extraction import regex

_NOT_A_NAME = frozenset(
    "the and justice judge court chief associate senior before panel present concur concurs "
    "concurring dissent dissents "
    "dissenting opinion order per curiam en banc majority absent participating office board "
    "commission department general "
    "county state commonwealth united states district bureau attorney".split()
)


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

    >>> is_name("COHN JUBELIRER"), is_name("PER CURIAM"), is_name("WTCKERSHAM")
    (True, False, False)
    """
    parts = re.findall(r"[A-Za-z]+", name)
    if not parts or any(part.lower() in _NOT_A_NAME for part in parts):
        return False
    return all(pronounceable(part) for part in parts if len(part) > 3)


_ONSETS = frozenset(
    "bl br bh ch chr cl cr cz dh dj dr dw fl fr gh gl gn gr hl hr kh kl kn kr kw ll mc mcc mcd mcf mcg mck mcl mcm mcn "
    "mcp mcq mcr mcs mct mcv mcw ng ph phl phr pf pl pr ps pt rh sc sch schl schm schn schr schw "
    "scl scr sh shl shm shr "
    "sk skr sl sm sn sp sph spl spr sq st str sv sw sz th thr thw ts tch tr tw vl wh wr zh zw mcb mch".split()
)


def pronounceable(word: str) -> bool:
    """False for most letter sequences that only a misread name has: its first consonants begin no English name."""
    onset = re.match(r"[bcdfghjklmnpqrstvwxz]+", word.lower())
    if onset is not None and len(onset.group()) > 1 and onset.group() not in _ONSETS:
        return False
    return (
        re.search(r"(?i)[aeiouy]", word) is not None
        and re.search(r"(?i)(.)\1\1|[bcdfghjklmnpqrstvwxz]{6}", word) is None
    )


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
