"""The opening of an agreement: what it is called, who its parties are and what day it bears.

Source: the labels "Document Name", "Parties" and "Agreement Date" of CUAD v1 (The Atticus Project).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.core import value_types
from microworlds.corpora.extraction.contracts.clauses import spaced
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible, whole_day

_OPENING = 12_000  # characters: covers and tables of contents may stand before the preamble
_KIND = r"(?:AGREEMENT|CONTRACT|LEASE|LICENSE|MEMORANDUM OF UNDERSTANDING)"
_TITLE = re.compile(
    rf"(?m)(?:^[ \t]*|(?<=\s\s))(?P<name>(?:[A-Z][A-Z&,'’/@-]*\s(?:AND\s|OF\s|"
    rf"FOR\s|-\s)?){{0,9}}{_KIND})(?=\s*$|\s{{2,}}|\s+(?:by|This|BY|Dated|DATED|Between|Among|\()|\s*\()"
)
_CASED_TITLE = re.compile(
    r"(?m)^[ \t]*(?P<name>(?:[A-Z][\w&/-]*,?\s(?:and\s|of\s|for\s)?){1,8}(?:Agreement|Contract|Lease|"
    r"License))(?=\s*$|\s{2,})"
)
_NAMED = re.compile(
    r"\b[Tt]his (?P<name>(?:[A-Z][\w&/-]*,?\s(?:and\s|of\s|for\s)?){1,8}(?:Agreement|Contract|Lease|"
    r"License)),?\s\((?:(?:this|the|hereinafter|together)\s[^()]{0,40}?)?[\"“”](?:this\s)?Agreement"
)
_INTRODUCED = re.compile(
    r"\b(?:This|THIS) (?P<name>(?:[A-Z][\w&/-]*,?\s(?:and\s|of\s|for\s|AND\s|OF\s|FOR\s)?){1,8}(?:Agreement|"
    r"AGREEMENT|Contract|"
    r"CONTRACT|Lease|LEASE|License|LICENSE))\s(?:is|IS|dated|DATED|made|MADE|entered|effective)\b"
)
_EFFECTIVE = spaced(r"\b(?:[Ee]ffective|EFFECTIVE) (?:as of|on|AS OF)(?: the)? ")
_SIGNED = spaced(
    r"(?i)\b(?:executed|signed|entered into|delivered) (?:and delivered )?this (?:\w+ ){0,4}agreement (?:on|as "
    r"of|effective as of)(?: this)?(?: the)? "
)
_OPENS = spaced(
    r"(?=[^;]{0,200}\b(?i:enter(?:ed)? into this)[^;]{0,30}\bAgreement\b)|(?:THIS|This)"
    r"\s(?:[^.;]{0,90}\s)?(?:AGREEMENT|Agreement|CONTRACT|Contract|LEASE|Lease)\b[^;]{0,200}?\b"
    r"(?i:made|entered into|dated|executed)\b[^;]{0,160}?\b(?i:between|among)\b"
)
_PREAMBLE = spaced(r"\b(?:by and (?:between|among)|between|among|BY AND BETWEEN)\b:? ")
_TERM = re.compile(r"\((?P<inner>[^()]{0,220}?[\"“”](?P<term>[^\"“”()]{1,60})[\"“”][^()]{0,120})\)")
_HALT = re.compile(r"\.\s+[A-Z][^.]{30}|\n\s*\n|\bWITNESSETH\b|\bRECITALS?\b|\bWHEREAS\b")
_LATE_HALT = re.compile(
    r"(?i)\bWITNESSETH\b|\brecitals?\b|\bwhereas\b|\btable of contents\b|\bbackground\b|\bdefinitions\b|"
    r"\bArticle\s|\(as defined"
)
_LETTER = re.compile(
    r"(?:Ladies\s+and\s+Gentlemen|Gentlemen|Dear\s+Sirs?)\s*:\s*(?P<parties>.{20,2500}?)\s+(?:as\s+follows|"
    r"the\s+following)\s*:",
    re.DOTALL,
)
_LABEL = re.compile(r"(?i)\b(?:agreement|effective date|party|parties|closing|amendment)\b")
_ENTITY_END = re.compile(
    r",?\s+(?:(?:an?|the)\s(?:[A-Z]?[\w.-]+\s){0,6}?(?:corporation|company|partnership|association|"
    r"bank|organization|institution|trust|entity|individual|limited|organized|division|subsidiary|"
    r"GmbH|Corporation)\b|"
    r"(?:with|having|located|whose|acting|on behalf|organized|incorporated|duly|including|as)\b|located\b).*$",
    re.DOTALL,
)
_SUFFIX = (
    r"(?:Inc|INC|LLC|L\.L\.C|Ltd|LTD|Limited|LIMITED|Corp|CORP|Corporation|CORPORATION|Company|"
    r"COMPANY|Co|LP|L\.P|LLP|L\.L\.P|GmbH|AG|S\.A|N\.A|plc|PLC|Bank|BANK|Trust|TRUST|Association|"
    r"Partners|PARTNERS|B\.V|N\.V|BV|NV|S\.p\.A|SpA|SE|AB|A/S|ApS|Oy|K\.K|KK|Pty|SAS|SA|Incorporated|INCORPORATED|"
    r"FSB|F\.S\.B|MHC|University|UNIVERSITY|Foundation|Institute|Hospital|Group|GROUP|Holdings|HOLDINGS|LLLP)(?!\w)\.?"
)
_LEAD = re.compile(r"[\s,;:]*(?:(?:and|on the one hand|on the other hand|\(\w\)|the)[\s,]+)*")
_NEXT = re.compile(
    r"\bagreements?\s+with\s+(?:the\s+)?|\band\s+its\s+(?:[\w-]+\s+)?(?:subsidiary|affiliate),?\s+|"
    r",\s+and\s+(?:the\s+)?|;\s+(?:and\s+)?(?:the\s+)?"
)
_COMPANY = re.compile(rf"(?:[A-Z]|e-?[A-Za-z])[\w.,&’'/@ -]*?\s{_SUFFIX}(?:,?\s{_SUFFIX})*")
_COVER = re.compile(
    r"(?i:\b(?:by\s+and\s+)?(?:between|among))\b:?\s*\n\s*(?P<first>[^\n]{3,70}?),?\s*\n\s*(?i:and)"
    r"\s*\n\s*(?P<second>[^\n]{3,70}?)\s*\n"
    r"(?!\s*(?i:and)\s*\n)"
)
_COVER_DATE = spaced(r"(?i)\W*(?:dated|date|made|effective)?(?: as of|:|,)?(?: the)?\s*")
_MADE = spaced(
    r"\b(?:made|entered into|dated|executed|MADE|ENTERED INTO|DATED)(?: and entered into|"
    r" and effective)?,?(?: effective)?(?: as of| on| effective as of| AS OF)?(?: this)?(?: the)? "
)


def named(text: str) -> Iterator[DocumentFact]:
    """The title at the top, or else the name that the preamble gives the agreement."""
    head = text[:2500]
    for pattern, where in (
        (_TITLE, head),
        (_CASED_TITLE, head),
        (_NAMED, text[:_OPENING]),
        (_INTRODUCED, text[:_OPENING]),
    ):
        for match in pattern.finditer(where):
            name = match["name"]
            if "\n" not in name and "  " not in name and legible(name) and len(name.split()) > 1:
                yield fact("name", text, match.span("name"))
                return


def _preamble(text: str) -> tuple[int, int] | None:
    """The sentence that names the parties with the terms that stand for them; it may be set in several lines."""
    for halt in (_HALT, _LATE_HALT):
        for match in _PREAMBLE.finditer(text, 0, _OPENING):
            stop = halt.search(text, match.end())
            end = min(match.end() + 3000, stop.start() if stop else match.end() + 1500, len(text))
            joint = halt is _HALT or match.group().lower().startswith("by")
            if joint and len(_terms(text, match.end(), end)) >= 2:
                return match.end(), end
        letter = _LETTER.search(text, 0, _OPENING)
        if letter and len(_terms(text, *letter.span("parties"))) >= 2:
            return letter.span("parties")
    return None


def _terms(text: str, start: int, end: int) -> list[re.Match[str]]:
    """Words in brackets that stand for a party."""
    return [term for term in _TERM.finditer(text, start, end) if not _LABEL.fullmatch(term["term"])]


def parties(text: str) -> list[DocumentFact]:
    """Full names of all parties of the preamble, or else of the cover; none if one of them cannot be read."""
    span = _preamble(text)
    if span is None:
        return _on_cover(text)
    found = []
    at, end = span
    for term in _TERM.finditer(text, *span):
        name = _party(text, at, term.start())
        before = term["inner"][: term.start("term") - term.start("inner")]
        collective = re.search(r"(?i)collectively|together|each|\bwith\b", before)
        if name is None and not collective and not _LABEL.search(term["term"]):
            return _on_cover(text)
        if name is not None:
            found.append(fact("party", text, name))
        at = term.end()
    rest = text[at:end]
    return found if len(found) >= 2 and not re.search(rf"\b{_SUFFIX}", rest) else _on_cover(text)


def _on_cover(text: str) -> list[DocumentFact]:
    """The two parties of a cover that names them on lines of their own."""
    match = _COVER.search(text, 0, 4000)
    if match is None:
        return []
    names = [match.span(name) for name in ("first", "second")]
    if not all(legible(text[start:end]) and _COMPANY.fullmatch(text[start:end]) for start, end in names):
        return []
    return [fact("party", text, span) for span in names]


def _party(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The one company named between ``start`` and ``end``: the first piece that is one, before its description."""
    lead = _LEAD.match(text, start, end)
    for first in [lead.end() if lead else start, *(match.end() for match in _NEXT.finditer(text, start, end))]:
        tail = _ENTITY_END.search(text, first, end)
        stop = tail.start() if tail else end
        while stop > first and text[stop - 1] in " ,;\n":
            stop -= 1
        name = text[first:stop]
        several = re.search(rf"\b{_SUFFIX},?\s(?:and|&)\s|\sand\s(?:its|their)\s", name)
        short = len(name.split()) <= 9 and "\n" not in name and "  " not in name
        if short and not several and legible(name) and _COMPANY.fullmatch(name):
            return first, stop
    return None


def dated(page: Page) -> Iterator[DocumentFact]:
    """The day the agreement bears: on its cover, in its preamble and before its signatures."""
    yield from _cover_dates(page)
    text = page.text
    preamble = _preamble(text)
    opening = [
        (start, end)
        for start, end in page.upto(_OPENING).spans
        if (preamble is not None and start <= preamble[0] <= end) or _OPENS.match(text, start, end)
    ]
    made = [date for span in opening for date in _days_after(_MADE, text, span)]
    yield from made or [date for span in opening for date in _days_after(_EFFECTIVE, text, span)]
    for span in page.after(len(text) // 3).with_words("WHEREOF", "hereof"):
        yield from _days_after(_SIGNED, text, span)


def _cover_dates(page: Page) -> Iterator[DocumentFact]:
    """Days on short lines of their own at the top."""
    for start, end in page.upto(_OPENING).spans:
        lead = _COVER_DATE.match(page.text, start, end) if start < 2000 and end - start < 90 else None
        date = value_types.PATTERNS["date"].match(page.text, lead.end(), end) if lead else None
        if date and whole_day(date.group()) and re.fullmatch(r"[\s.,)]*", page.text[date.end() : end]):
            yield fact("signed_on", page.text, date.span())


def _days_after(lead: re.Pattern[str], text: str, span: tuple[int, int]) -> Iterator[DocumentFact]:
    """Whole days that follow ``lead`` within ``span``."""
    for match in lead.finditer(text, *span):
        date = value_types.PATTERNS["date"].match(text, match.end(), span[1])
        if date and whole_day(date.group()):
            yield fact("signed_on", text, date.span())
