"""What the caption of an opinion states: parties and their roles, court, docket number, dates, bench.

A caption is read line by line, and each kind of line by its own signs, so that reports of different courts and
centuries can be read: roles beside the names ("X, Appellant, v. Y, Appellee.") or none, dates with a label or in
brackets with the court, a bench introduced by Before, Panel or Present.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.core import value_types
from microworlds.corpora.extraction.caselaw import party_names
from microworlds.corpora.extraction.caselaw.judges import bench
from microworlds.corpora.extraction.caselaw.party_names import VERSUS, Parties
from microworlds.corpora.extraction.document_facts import DocumentFact, fact, legible, whole_days

_COURT = re.compile(
    r"\(?(?P<court>(?:(?:The|In the)\s+)?(?:[A-Z][A-Za-z.’']+,?\s+(?:of\s+(?:the\s+)?|and\s+|"
    r"for\s+(?:the\s+)?|in\s+)?){0,9}?"
    r"(?:Courts?|COURT|Tribunal)\b(?:,?\s+(?:of|for|and|the|in|at|[A-Z][a-z]{0,2}\.|[A-Z][A-Za-z’']+|"
    r"\d+(?:st|nd|rd|th|d)))*)(?P<rest>[.,;]?\)?.*)$"
)
_PLACE = re.compile(r",\s+(?P<county>[A-Z][A-Za-z.]+(?:\s[A-Z][a-z]+)?\s+(?:County|Parish))$")
_DOCKET = re.compile(
    r"\(?(?P<docket>(?:(?:Civil|Criminal|Civ\.|Crim\.|C\.A\.|Misc\.|Adversary|Appeal|Supreme Court|"
    r"Case|Cause|Docket|File|Record|Calendar|Gen\.|General|Action|Petition|Index|"
    r"I\.D\.|Term|Superior Court)\s+)*(?:No|Nos|Number|Numbers|NO|"
    r"NOS)\.?\s+(?P<number>[A-Z0-9][^\s(){};]*(?:\s(?:of\s)?[A-Z0-9][^\s(){};]*)*?))\s*(?:\(.*\))?\.?\)?\s*$"
)
_REMARK = re.compile(r"(?<=\d)\.\s[A-Z][a-z]+$")  # "No. 1,096. Admiralty"
_CODE = re.compile(r"\(?(?P<docket>(?:[A-Z]{1,4}\d{2}[A-Z]?[-–]?\d{2,5}|(?:AC|SC|CA|COA)[ -]?\d[\d-]{2,9}))\)?\.?$")
_DATE_LABEL = re.compile(
    r"(?P<label>Argued and Submitted|Argued|Submitted|submitted|Heard|Decided|decided|Filed|"
    r"Opinion (?:Filed|filed|Issued|issued|Delivered|delivered|Rendered)|Delivered|Released|"
    r"officially released|Reargued|Opinion)\b",
)
_SKIPPED_DATE = re.compile(
    r"(?i)\b(?:corrected|modified|revised|rehearing|reargument|reconsideration|certiorari|denied|"
    r"granted|ordered|amended|as changed|petition|application)\b"
)
_BENCH = re.compile(
    r"(?:BEFORE|Before|PANEL|Panel|PRESENT|Present)(?:\s+consists\s+of|\s+composed\s+of|\s+the)?\s*:?\s+(?P<names>.+)$"
)
_BARE_BENCH = re.compile(r"(?P<names>[A-Z][A-Za-z'’]+, .*\b(?:JJ|Js)\.\*?)$")


@dataclass(frozen=True)
class Caption:
    """What was read: facts, and the parties where the title has just two sides."""

    facts: tuple[DocumentFact, ...]
    parties: Parties


def read(text: str, start: int, end: int) -> Caption:
    """The caption between ``start`` and ``end`` of ``text``."""
    lines = [(match.start(), match.end()) for match in re.compile(r"[^\n]+").finditer(text, start, end)]
    stop = next((index for index, line in enumerate(lines) if index and _ends_title(text[slice(*line)])), len(lines))
    title = next((line for line in lines[:stop] if VERSUS.search(text, *line)), None)
    parties = party_names.read(text, title)
    found = [
        *party_names.facts(text, parties, (start, end)),
        *_courts(text, lines[stop:]),
        *_dockets(text, lines),
        *_dates(text, lines[stop:]),
    ]
    found += _bench(text, lines)
    return Caption(tuple(found), parties)


def _ends_title(line: str) -> bool:
    return bool(
        _DOCKET.match(line)
        or (_COURT.match(line) and not VERSUS.search(line))
        or line.startswith("(")
        or value_types.parse_date(line[:60])
    )


def _courts(text: str, lines: list[tuple[int, int]]) -> Iterator[DocumentFact]:
    for start, end in lines:
        match = _COURT.match(text, start, end)
        if match is None or end - start > 140 or VERSUS.search(text, start, end):
            continue
        if re.search(
            r"(?i)\b(?:for (?:the )?(?:appell|petition|respond|plaint|defend)|appointed|clerk|judge|justice)\b",
            text[start:end],
        ):
            continue
        first, last = match.span("court")
        last = _sentence_end(text, first, last)
        place = _PLACE.search(text, first, last)
        if not legible(text[first:last]) or text[first:last].endswith(" No"):
            return
        yield fact("court", text, (first, place.start() if place else last))
        if place:
            yield fact("county", text, place.span("county"))
        return


def _sentence_end(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in " .,":
        end -= 1
    return end


def _dockets(text: str, lines: list[tuple[int, int]]) -> list[DocumentFact]:
    """The docket number; nothing where a line gives several, for then no one number is the case's."""
    found = []
    for start, end in lines[:12]:
        match = _DOCKET.match(text, start, end) or _CODE.match(text, start, end)
        if match is None or end - start > 60:
            continue
        span = match.start("docket"), _sentence_end(text, *match.span("docket"))
        remark = _REMARK.search(text, *span)
        span = span[0], remark.start() if remark else span[1]
        number = text[slice(*span)]
        if (
            re.search(r"(?i)\b(?:nos|numbers)\b", number)
            or len(re.findall(r"\d-|-\d", number)) > 4
            or number.count(",") > 1
        ):
            return []
        if legible(number) and re.search(r"\d", number):
            found.append(fact("docket", text, span))
    return found


def _dates(text: str, lines: list[tuple[int, int]]) -> Iterator[DocumentFact]:
    for start, end in lines[:14]:
        line = text[start:end]
        if (
            end - start > 160
            or _SKIPPED_DATE.search(line)
            or re.search(r"(?i)\bfor (?:the )?(?:appell|petit|respond)", line)
        ):
            continue
        labels = list(_DATE_LABEL.finditer(text, start, end))
        dates = whole_days(text, start, end)
        if (
            len(dates) == 1
            and not labels
            and re.fullmatch(r"[(\s]*(?:[A-Z][\w.,' ]*\.\s)*[\s.)]*", line.replace(text[slice(*dates[0])], ""))
        ):
            yield fact("decided_on", text, dates[0])
        for label in labels:
            near = [span for span in dates if 0 <= span[0] - label.end() <= 24]
            if near and not any(label.end() <= other.start() < near[0][0] for other in labels):
                yield from _labelled(label["label"].lower(), text, near[0])


def _labelled(label: str, text: str, span: tuple[int, int]) -> Iterator[DocumentFact]:
    if "argued" in label or label == "heard":
        yield fact("argued_on", text, span)
    if "submitted" in label:
        yield fact("submitted_on", text, span)
    if not re.search(r"argued|submitted|heard", label):
        yield fact("decided_on", text, span)


def _bench(text: str, lines: list[tuple[int, int]]) -> list[DocumentFact]:
    found: list[DocumentFact] = []
    for start, end in lines:
        match = _BENCH.match(text, start, end) or _BARE_BENCH.match(text, start, end)
        if match is None:
            continue
        names = bench(text, *match.span("names"))
        if found or not names or len(names) < 2:
            return []
        found = [fact("panel", text, span) for span in names]
    return found
