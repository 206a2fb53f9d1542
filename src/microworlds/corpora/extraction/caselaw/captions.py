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
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw import party_names
from microworlds.corpora.extraction.caselaw.court_judges import bench
from microworlds.corpora.extraction.caselaw.party_names import Parties
from microworlds.corpora.extraction.document_facts import DocumentFact, fact, legible, trimmed, whole_days


@dataclass(frozen=True)
class Caption:
    """What was read: facts, and the parties where the title has just two sides."""

    facts: tuple[DocumentFact, ...]
    parties: Parties


def read(text: str, start: int, end: int) -> Caption:
    """The caption between ``start`` and ``end`` of ``text``."""
    lines = [(match.start(), match.end()) for match in re.compile(r"[^\n]+").finditer(text, start, end)]
    stop = next((index for index, line in enumerate(lines) if index and _ends_title(text[slice(*line)])), len(lines))
    title = next((line for line in lines[:stop] if regex("party_names.versus").search(text, *line)), None)
    parties = party_names.read(text, title)
    found = (
        *party_names.facts(text, parties, (start, end)),
        *_courts(text, lines[stop:]),
        *_dockets(text, lines),
        *_dates(text, lines[stop:]),
        *_bench(text, lines),
    )
    return Caption(found, parties)


def _ends_title(line: str) -> bool:
    return bool(
        regex("captions.docket").match(line)
        or (regex("captions.court").match(line) and not regex("party_names.versus").search(line))
        or line.startswith("(")
        or value_types.parse_date(line[:60])
    )


def _courts(text: str, lines: list[tuple[int, int]]) -> Iterator[DocumentFact]:
    for start, end in lines:
        match = regex("captions.court").match(text, start, end)
        if match is None or end - start > 140 or regex("party_names.versus").search(text, start, end):
            continue
        if regex("captions.no_court").search(text, start, end):
            continue
        first, last = match.span("court")
        _, last = trimmed(text, first, last, "", " .,")
        place = regex("captions.place").search(text, first, last)
        if not legible(text[first:last]) or text[first:last].endswith(" No"):
            return
        yield fact("court", text, (first, place.start() if place else last))
        if place:
            yield fact("county", text, place.span("county"))
        return


def _dockets(text: str, lines: list[tuple[int, int]]) -> list[DocumentFact]:
    """The docket number; nothing where a line gives several, for then no one number is the case's."""
    found = []
    for start, end in lines[:12]:
        match = regex("captions.docket").match(text, start, end) or regex("captions.code").match(text, start, end)
        if match is None or end - start > 60:
            continue
        first, last = trimmed(text, *match.span("docket"), "", " .,")
        remark = regex("captions.remark").search(text, first, last)
        last = remark.start() if remark else last
        number = text[first:last]
        listed = len(re.findall(r"\d-|-\d", number)) > 4 or number.count(",") > 1
        if listed or re.search(r"(?i)\b(?:nos|numbers)\b", number):
            return []
        if legible(number) and re.search(r"\d", number):
            found.append(fact("docket", text, (first, last)))
    return found


def _dates(text: str, lines: list[tuple[int, int]]) -> Iterator[DocumentFact]:
    for start, end in lines[:14]:
        line = text[start:end]
        if end - start > 160 or regex("captions.other_date").search(line):
            continue
        labels = list(regex("captions.date_label").finditer(text, start, end))
        dates = whole_days(text, start, end)
        if len(dates) == 1 and not labels:
            rest = line.replace(text[slice(*dates[0])], "")
            if regex("captions.date_alone").fullmatch(rest):
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
        match = regex("captions.bench").match(text, start, end) or regex("captions.bare_bench").match(text, start, end)
        if match is None:
            continue
        names = bench(text, *match.span("names"))
        if found or not names or len(names) < 2:
            return []
        found = [fact("panel", text, span) for span in names]
    return found
