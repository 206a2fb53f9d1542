"""Names of judges where reports print them: at the head of an opinion and in the list of the bench.

Reports differ in case, order and punctuation ("JACOBS, Justice:", "Judge PELLEGRINI.", "Lippman, P.J."), and agree
that a name stands beside a title. A list with a piece that is neither name nor title is not read at all.
"""

from __future__ import annotations

import re

TITLE = (
    r"(?:(?:Acting|Presiding|Chief|Associate|Senior|President|Vice|Retired|Special|Circuit|District|"
    r"Superior|Supreme|County|"
    r"Emeritus|Reserve|Magistrate|Administrative|ACTING|PRESIDING|CHIEF|ASSOCIATE|SENIOR|PRESIDENT|"
    r"VICE|CIRCUIT|DISTRICT)\s+)*"
    r"(?:Justices?|Judges?|Chancellors?|Commissioners?|Surrogate|JUSTICES?|JUDGES?|CHANCELLOR|COMMISSIONER)"
)
ABBREVIATED = (
    r"(?:A\.\s?)?(?:P\.\s?|Ch\.\s?|C\.\s?|V\.\s?|S\.\s?|D\.\s?|R\.\s?)?(?:JJ?s?|Js|"
    r"C)\.(?:\s?E\.)?(?:\s?\(?(?:Ret|pro tem)\.?\)?)?"
)
_WORD = r"[A-Z][A-Za-z'’]*[A-Za-z](?:-[A-Z][A-Za-z'’]+)*"
NAME = rf"(?:(?:de|du|van|von|der|den|la|le|{_WORD})\s|(?:St\.|[A-Z]\.)\s?){{0,4}}?{_WORD}"
FULL_NAME = NAME.replace("{0,4}?", "{0,4}")  # as many words as there are
SUFFIX = r"(?:Jr\.?|JR\.?|Sr\.?|SR\.?|II|III|IV)(?![A-Za-z])"
_LEAD = (
    r"(?:(?:[A-Z][A-Za-z]+\s)?(?:[Oo]pinion|OPINION|DECISION|STATEMENT|ADJUDICATION|MEMORANDUM)"
    r"(?:\s+(?:OF|of) (?:THE|the) (?:COURT|Court))?(?:\s+(?:ANNOUNCING|announcing)[^\n]{0,40})?"
    r"(?:\s+(?:BY|By|by|Per|per)(?:\s+(?:THE|the))?)?\s*:?\s+){0,2}"
)
_HONORIFIC = (
    r"(?:(?:THE\s+|The\s+)?(?:HONORABLE|Honorable|HON\.|Hon\.|MR\.|Mr\.|MRS\.|Mrs\.|MS\.|Ms\.|MADAM|Madam)\s+)*"
)
WRITER = re.compile(
    rf"{_LEAD}{_HONORIFIC}(?:"
    rf"(?P<before>{TITLE})\s+(?P<titled>{NAME}(?:,?\s{SUFFIX})?)(?=\s*[.:,;\n]|\s+(?:delivered|"
    rf"announced|wrote|filed)|$)"
    rf"|(?P<plain>{NAME}(?:,?\s{SUFFIX})?)\*?(?:\s\([A-Z. ]+\))?,[-\s]?\s*(?:\([^)\n]{{1,12}}\),?\s*)?(?:{TITLE}|"
    rf"{ABBREVIATED})(?![A-Za-z])"
    r")"
)
_UNSIGNED = re.compile(r"(?i)(?:(?:opinion|order|memorandum|decision)\s+)?(?:per curiam|by the court)\b")
_BENCH = re.compile(
    rf"(?P<gap>[\s,;:&*]+|and\b|\.(?=\s|$)|(?:HON|Hon|Honorable|The|Mr|Ms)\b\.?|"
    rf"(?:{TITLE}|{ABBREVIATED})(?![A-Za-z])|(?:constituting|composed|sitting|specially|En Banc|"
    rf"EN BANC|en banc)\b[^;]*)"
    rf"|(?P<suffix>{SUFFIX})|(?P<name>{FULL_NAME}(?![A-Za-z]))"
)
_NOT_A_NAME = frozenset(
    "the and justice judge court chief associate senior before panel present concur concurs "
    "concurring dissent dissents "
    "dissenting opinion order per curiam en banc majority absent participating office board "
    "commission department general "
    "county state commonwealth united states district bureau attorney".split()
)


def writer(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the name of the judge stands at the head of the opinion from ``start`` to ``end``, without title."""
    match = WRITER.match(text, start, min(end, start + 200))
    if match is None:
        return None
    span = match.span("titled") if match["titled"] else match.span("plain")
    return span if is_name(text[slice(*span)]) else None


def unsigned(text: str, start: int, end: int) -> bool:
    """True if the opinion says it is the court's as a whole."""
    return _UNSIGNED.match(text, start, end) is not None


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
        match = _BENCH.match(text, at, end)
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
    plain = re.sub(rf",?\s{SUFFIX}$", "", name).replace("’", "'")
    return re.split(r"\s|\.", plain.strip())[-1].lower()
