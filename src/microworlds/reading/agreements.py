"""Facts of one agreement, each with the characters that state it.

The opening names the agreement, its parties and dates; clauses state the rest; the end has the signatures. What a
definition, an exhibit or another agreement says of itself is not said of this one, so openings are read apart, and an
attribute for which the text gives two values gets none.

Source: MemoryDocDataSet 4.3; measured against CUAD v1 (The Atticus Project).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from microworlds import kinds
from microworlds.reading.attributes import AGREEMENT
from microworlds.reading.documents.clause_table import CLAUSES
from microworlds.reading.documents.clauses import spaced
from microworlds.reading.documents.facts import DocumentFact, Page, fact, legible, settle, whole_day
from microworlds.records import Part

_OPENING = 12_000  # characters: covers and tables of contents may stand before the preamble
_KIND = r"(?:AGREEMENT|CONTRACT|LEASE|LICENSE|MEMORANDUM OF UNDERSTANDING)"
_TITLE = re.compile(
    rf"(?m)(?:^|\s{{2,}})\s*(?P<name>(?:[A-Z][A-Z&,'’/@-]*\s(?:AND\s|OF\s|"
    rf"FOR\s)?){{0,9}}{_KIND})(?=\s*$|\s{{2,}}|\s+(?:by|This|BY|Dated|DATED|Between|Among|\()|\s*\()"
)
_CASED_TITLE = re.compile(
    r"(?m)^\s*(?P<name>(?:[A-Z][\w&/-]*,?\s(?:and\s|of\s|for\s)?){1,8}(?:Agreement|Contract|Lease|"
    r"License))(?=\s*$|\s{2,})"
)
_NAMED = re.compile(
    r"\b[Tt]his (?P<name>(?:[A-Z][\w&/-]*,?\s(?:and\s|of\s|for\s)?){1,8}(?:Agreement|Contract|Lease|"
    r"License)),?\s\((?:(?:this|the|hereinafter|together)\s[^()]{0,40}?)?[\"“”](?:this\s)?Agreement"
)
_PREAMBLE = spaced(r"\b(?:by and (?:between|among)|between|among|BY AND BETWEEN)\b:? ")
_TERM = re.compile(r"\((?P<inner>[^()]{0,220}?[\"“”](?P<term>[^\"“”()]{1,60})[\"“”][^()]{0,120})\)")
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
    r"Partners|PARTNERS|B\.V|N\.V)\.?"
)
_LEAD = re.compile(r"[\s,;:]*(?:(?:and|on the one hand|on the other hand|\(\w\)|the)[\s,]+)*")
_NEXT = re.compile(r",\s+and\s+(?:the\s+)?|;\s+(?:and\s+)?(?:the\s+)?")
_COMPANY = re.compile(rf"[A-Z][\w.,&’'/@ -]*?\s{_SUFFIX}(?:,?\s{_SUFFIX})*")
_COVER_DATE = spaced(r"(?i)\W*(?:dated|date|made|effective)?(?: as of|:|,)?(?: the)?\s*")
_MADE = spaced(
    r"\b(?:made|entered into|dated|executed|MADE|ENTERED INTO|DATED)(?: and entered into|"
    r" and effective)?,?(?: effective)?(?: as of| on| effective as of| AS OF)?(?: this)?(?: the)? "
)
_STATE = (
    r"Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|"
    r"Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|"
    r"Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New (?:Hampshire|"
    r"Jersey|Mexico|York)|North (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|Pennsylvania|"
    r"Rhode Island|South (?:Carolina|Dakota)|Tennessee|Texas|Utah|Vermont|Virginia|Washington|"
    r"West Virginia|Wisconsin|Wyoming|District of Columbia|Puerto Rico"
)
_PLACE = rf"(?P<place>(?i:{_STATE})|[A-Z][a-z]+(?: [A-Z][a-z]+){{0,3}}|(?:[A-Z]{{3,}} ?){{1,3}}(?=\W))"
_LAW = spaced(
    rf"(?i:\b(?:governed|construed|interpreted|"
    rf"enforced)\b[^.;]{{0,220}}?\blaws?,? (?:\([^()]{{0,60}}\) |"
    rf"and not [^.;]{{0,60}}?, )?of (?:the )?(?:(?:state|commonwealth|province|republic|"
    rf"country) of )?){_PLACE}"
)
_LAW_AFTER = spaced(
    rf"(?i:\b(?:governed|construed|interpreted)\b[^.;]{{0,80}}?\b(?:by|with) (?:the )?(?:internal |"
    rf"substantive )?){_PLACE} laws?\b"
)
_THIS = re.compile(r"(?i)\b(?:this|the) agreement\b|\bhereof\b|\bvalidity\b")
_OTHER_LAW = re.compile(r"(?i)\bpatent|\bintellectual property right")
_COURT = spaced(
    rf"(?i:\b(?:exclusive|sole) (?:personal )?(?:jurisdiction|venue)(?: and venue)? (?:of|"
    rf"in)[^.;]{{0,120}}?\bcourts?\b[^.;]{{0,50}}?\b(?:located in|sitting in|situated in|within|in|"
    rf"of) (?:the )?(?:(?:state|commonwealth|city|county) of )?){_PLACE}"
)
_SEAT = spaced(
    rf"(?:(?i:\barbitration\b[^.;]{{0,80}}?\b(?:held|conducted|take place|located|seated) in )|"
    rf"(?i:\b(?:place|seat|venue|location) of (?:the )?arbitration (?:shall|"
    rf"will) be (?:in )?)){_PLACE}"
)
_BODY = spaced(
    r"(?P<place>American Arbitration Association|JAMS|Judicial Arbitration and Mediation Services|"
    r"International Chamber of Commerce|London Court of International Arbitration|"
    r"International Centre for Dispute Resolution|Singapore International Arbitration Centre|"
    r"CPR Institute for Dispute Resolution|Hong Kong International Arbitration Centre)"
)
_SIGNS = re.compile(
    r"(?m)^\W*(?:Print(?:ed)?\s)?Name:\s*(?P<name>[A-Z][\w.'’-]+(?:\s(?:[A-Z]\.|"
    r"[A-Z][\w'’-]+)){1,3}?)\s*(?=$|\s{2,}|\s*Title)"
)
_BY = re.compile(r"(?m)\bBy:")
_MARK = re.compile(r"/[sS]/")


def facts(text: str, parts: Sequence[Part] = ()) -> tuple[DocumentFact, ...]:
    """What an agreement states of itself, in order of place.

    ``parts`` (its articles) are taken for granted: clauses are found by their words wherever they stand.
    """
    del parts
    page = Page.of(text, text, 0, len(text))
    found = [
        *_name(text),
        *_parties(text),
        *_dated(page),
        *(item for clause in CLAUSES for item in clause.find(page)),
        *_places(page),
        *_signatories(text),
    ]
    return settle(found, AGREEMENT)


def _name(text: str) -> Iterator[DocumentFact]:
    """The title at the top, or else the name that the preamble gives the agreement."""
    head = text[:2500]
    match = _TITLE.search(head) or _CASED_TITLE.search(head) or _NAMED.search(text[:_OPENING])
    if match and "\n" not in match["name"] and legible(match["name"]) and len(match["name"].split()) > 1:
        yield fact("name", text, match.span("name"))


def _preamble(text: str) -> tuple[int, int] | None:
    """The sentence that names the parties with the terms that stand for them."""
    for match in _PREAMBLE.finditer(text, 0, _OPENING):
        stop = re.compile(r"\.\s+[A-Z][^.]{30}|\n\s*\n|\bWITNESSETH\b|\bRECITALS?\b|\bWHEREAS\b").search(
            text, match.end()
        )
        end = stop.start() if stop else min(len(text), match.end() + 1500)
        terms = [term for term in _TERM.finditer(text, match.end(), end) if not _LABEL.fullmatch(term["term"])]
        if len(terms) >= 2:
            return match.end(), end
    return None


def _parties(text: str) -> list[DocumentFact]:
    """Full names of all parties of the preamble; none if one of them cannot be read."""
    span = _preamble(text)
    if span is None:
        return []
    found = []
    at, end = span
    for term in _TERM.finditer(text, *span):
        name = _party(text, at, term.start())
        collective = re.search(r"(?i)collectively|together|each", term["inner"])
        if name is None and not collective and not _LABEL.search(term["term"]):
            return []
        if name is not None:
            found.append(fact("party", text, name))
        at = term.end()
    rest = text[at:end]
    return found if len(found) >= 2 and not re.search(rf"\b{_SUFFIX}", rest) else []


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


def _dated(page: Page) -> Iterator[DocumentFact]:
    """The day the agreement bears, on its cover or in its preamble."""
    preamble = _preamble(page.text)
    for start, end in page.upto(_OPENING).spans:
        cover = start < 1500 and end - start < 90
        inside = preamble is not None and start <= preamble[0] <= end
        if not cover and not inside:
            continue
        leads = list(_MADE.finditer(page.text, start, end)) if inside else []
        leads += [lead for lead in [_COVER_DATE.match(page.text, start, end)] if cover and lead]
        for match in leads:
            date = kinds.PATTERNS["date"].match(page.text, match.end(), end)
            if date and whole_day(date.group()) and (inside or re.fullmatch(r"[\s.,)]*", page.text[date.end() : end])):
                yield fact("signed_on", page.text, date.span())


def _places(page: Page) -> Iterator[DocumentFact]:
    for span in page.with_words("law", "LAW"):
        match = _LAW.search(page.text, *span) or _LAW_AFTER.search(page.text, *span)
        if match and _THIS.search(page.text, *span) and not _OTHER_LAW.search(page.text, span[0], match.end()):
            yield from _placed("governing_law", page, match)
    for span in page.with_words("ourt", "OURT", "rbitration", "ARBITRATION"):
        for pattern in (_COURT, _SEAT):
            match = pattern.search(page.text, *span)
            if match:
                yield from _placed("forum", page, match)
    for span in page.with_words("rbitrat"):
        match = _BODY.search(page.text, *span)
        if match:
            yield fact("arbitration_body", page.text, match.span("place"))


def _placed(attribute: str, page: Page, match: re.Match[str]) -> Iterator[DocumentFact]:
    place = match["place"].strip()
    if not re.search(
        r"(?i)\b(?:state|party|parties|company|agreement|such|this|any|applicable|jurisdiction|court|"
        r"bankruptcy|contracts?|without)\b",
        place,
    ):
        yield fact(attribute, page.text, match.span("place"))


def _signatories(text: str) -> Iterator[DocumentFact]:
    """Who signs, if every signature line has a name under it."""
    lines = max(len(list(sign.finditer(text, len(text) // 3))) for sign in (_BY, _MARK))
    names = list(_SIGNS.finditer(text, len(text) // 3))
    if lines and len(names) >= lines:
        for match in names:
            if legible(match["name"]):
                yield fact("signatory", text, match.span("name"))
