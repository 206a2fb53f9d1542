"""Places, courts, and the states whose law is spoken of, in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.reading.answering import lexicon, wording
from microworlds.reading.answering.value import Value

_OF_THE = r"\s+of\s+(?:the\s+)?"
_NAME = r"[A-Z][\w’'-]+"
_KINDS_OF_COURT = (
    r"(?:Supreme|Superior|District|Circuit|Appeals|Appellate|County|Probate|Family|Chancery|Common Pleas|Commonwealth|"
    r"Bankruptcy|Municipal|Magistrate|Tax|Juvenile|Orphans['’]|High|Trial|Land|Commercial|Crown)"
)
_LOWER_COURT = (
    r"(?:district|superior|trial|probate|circuit|family|county|tax|appellate|bankruptcy|lower|supreme|chancery|"
    r"magistrate|municipal)"
)
_COURT = re.compile(
    rf"\b(?:the\s+)?(?P<court>(?:United States|U\.S\.|{_NAME}(?:\s+{_NAME})?)?\s*(?:{_KINDS_OF_COURT}\s+)*"
    rf"(?:Judicial\s+)?Courts?(?:{_OF_THE}[A-Z]\w+(?:\s+(?:of\s+)?(?:the\s+)?[A-Z]\w+)*)?"
    r"(?:\s+for\s+(?:the\s+)?[A-Z]\w+(?:\s+[A-Z]\w+)*)?"
    r"(?:,\s+[A-Z]\w+\s+(?:County|Division|Department|District|Circuit))*)"
    rf"|\b(?:the\s+)?(?P<lower>{_LOWER_COURT}\s+court(?:{_OF_THE}[A-Z]\w+(?:\s+(?:of\s+)?[A-Z]\w+)*)?"
    r"|court of (?:appeals?|common pleas|chancery|claims))"
    rf"|\b(?P<board>(?:{_NAME}\s+){{0,5}}(?:Board|Commission|Tribunal|Panel)"
    r"(?:\s+of\s+[A-Z]\w+(?:\s+(?:and\s+)?[A-Z]\w+)*)?)"
)
_AFTER_PREPOSITION = re.compile(
    r"\b(?:[Ii]n|[Aa]t|[Nn]ear|[Ff]rom|[Tt]o|[Oo]f|[Ff]or|[Ii]nto|[Aa]round|[Vv]isit(?:ed)?|[Tt]hrough|[Vv]ia|[Ii]s|[Bb]e)"
    rf"\s+(?P<place>(?:the\s+)?{_NAME}(?:,?\s+(?:of\s+)?{_NAME}){{0,3}})"
)
_NAMED = re.compile(
    r"\b(?P<place>(?:State|Commonwealth|County|City|Town|Province|Kingdom|Republic|District|Village|Township|Borough)"
    r"\s+of\s+[A-Z]\w+(?:\s+[A-Z]\w+)*"
    r"|[A-Z]\w+(?:\s+[A-Z]\w+)?\s+(?:County|Parish|Township|Street|Avenue|Harbou?r|Island|Beach|Park|Valley))\b"
)
_ADDRESS = re.compile(
    r"\b(?:Road|Street|Avenue|Boulevard|Lane|Drive|Way|Place|Floor|Suite \w+|Rd|St|Ave)\b\.?,\s+"
    rf"(?P<place>{_NAME}(?:\s+{_NAME})?)"
)
_SPOT = re.compile(
    r"\b(?:in|at|into|to|near|outside|inside|by|from|on|around)\s+"
    r"(?P<place>(?:the|a|an|my|our|his|her|their|your)\s+(?:[\w’'-]+\s+){0,2}?\w+)\b(?=[\s.,!?;]|$)"
)
_NO_PLACE = lexicon.terms(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december it me you him her us them way time day week month year moment future
    past end start beginning meantime calendar agenda schedule list table
    docket track hold phone mail line court law section article judge justice
    """
)
_LAW = re.compile(
    r"\b(?:[Ll]aws?|LAWS?|statutes)\s+(?:of|OF)\s+(?:the\s+|THE\s+)?"
    r"(?P<place>(?:(?:State|Commonwealth|Kingdom|Republic|Province|Country|STATE|COMMONWEALTH)\s+(?:of|OF)\s+)?"
    rf"{_NAME}(?:\s+(?:(?:of|and)\s+)?{_NAME})*)"
    rf"|\b(?P<adjective>{_NAME}(?:\s+{_NAME})?)\s+law\b"
)
_STATE_OF = re.compile(
    r"\b(?:[Tt]he|THE|[Oo]f|OF)\s+(?P<place>(?:State|STATE|Commonwealth|COMMONWEALTH|Province|Kingdom)\s+(?:of|OF)\s+"
    rf"{_NAME}(?:\s+{_NAME})?)"
)
_GOVERNS = wording.words("govern\\w* | constru\\w* | interpret\\w* | subject to the laws?")
_NO_STATE = re.compile(r"(?:Applicable|Federal|Common|Such|Choice|No|This|Any)\b")


def courts(text: str) -> Iterator[Value]:
    """Courts and boards by their names, without the article."""
    for match in _COURT.finditer(text):
        group = next(name for name in ("court", "lower", "board") if match[name])
        whole = match[group].strip(" ,")
        words = re.sub(r"^(?:The|In|From|By|Before|This|That|Our)\s+", "", whole)
        if len(words.split()) > 1:
            start = match.start(group) + match[group].find(words)
            yield Value(start, start + len(words), words, "court", words.lower())


def places(text: str) -> Iterator[Value]:
    """Places: named ones, and spots such as a quarry, which count for less."""
    taken: list[tuple[int, int]] = []
    for pattern in (_ADDRESS, _NAMED, _AFTER_PREPOSITION, _SPOT):
        for match in pattern.finditer(text):
            words, (start, end) = match["place"], match.span("place")
            ends = words.split()[-1:] if pattern is _SPOT else [words.split()[0], words.split()[-1]]
            if any(lexicon.term(word) in _NO_PLACE for word in ends) or any(a < end and start < b for a, b in taken):
                continue
            taken.append((start, end))
            kind, prior = ("spot", -0.1) if pattern is _SPOT else ("place", 0.0)
            yield Value(start, end, words, kind, words.lower().removeprefix("the "), prior)


def laws(text: str) -> Iterator[Value]:
    """The states and countries whose law is spoken of; where a sentence says that it governs, that speaks for them."""
    governs = _GOVERNS.search(text) is not None
    taken: list[tuple[int, int]] = []
    for pattern in (_LAW, _STATE_OF) if governs else (_LAW,):
        for match in pattern.finditer(text):
            group = next(name for name in match.groupdict() if match[name])
            start, end = match.span(group)
            if _NO_STATE.match(match[group]) or any(a < end and start < b for a, b in taken):
                continue
            taken.append((start, end))
            shown = match[group].title().replace(" Of ", " of ") if match[group].isupper() else match[group]
            prior = 0.4 * governs - 0.3 * bool(re.fullmatch(r"(?:the )?United States(?: of America)?", shown))
            yield Value(start, end, shown, "law", re.sub(r"^(?:state|commonwealth) of ", "", shown.lower()), prior)
