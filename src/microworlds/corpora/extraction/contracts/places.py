"""Where an agreement is at home: the law that governs it, the place where disputes are heard, and under whose rules.

Source: the clause "Governing Law" of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.corpora.extraction.contracts.clauses import heading, spaced
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact
from microworlds.corpora.extraction.gazetteer import STATES

_PLACE = rf"(?P<place>(?i:{STATES})|[A-Z][a-z]+(?: [A-Z][a-z]+){{0,3}}|(?:[A-Z]{{3,}} ?){{1,3}}(?=\W))"
_OF = r"(?:(?:state|commonwealth|province|republic|country|federal republic|kingdom) of )?(?:the )?"
_ASIDE = r"(?:\([^()]{0,80}\) |and not [^.;]{0,60}?, )?"
_BOUND = r"(?:governed|construed|interpreted|enforced|controlled|determined|resolved|subject|pursuant|in accordance)\b"
_LAW = spaced(
    rf"(?i:\b{_BOUND}[^.;]{{0,260}}?\blaws?,? {_ASIDE}(?:of|in force in|in effect in) (?:the )?{_OF}){_PLACE}"
)
_LAW_AFTER = spaced(
    rf"(?i:\b{_BOUND}[^.;]{{0,100}}?\b(?:by|with|under|to) (?:the )?(?:internal |substantive )?){_PLACE} [Ll]aws?\b"
)
_LAW_FIRST = spaced(
    rf"(?i:\b(?:the )?(?:internal |substantive |domestic )?laws? of (?:the )?{_OF}){_PLACE},?"
    r"(?i: (?:\([^()]{0,160}\),? ?)?(?:,[^.;]{0,120}?, )?(?:shall |will |is to |are to )?(?:exclusively "
    r")?(?:govern|appl(?:y|ies)|control)s?\b)"
)
_LAW_LEADS = spaced(rf"\b{_PLACE} [Ll]aws? (?:shall |will )?(?:exclusively )?(?:governs?|appl(?:y|ies)|controls?)\b")
_THIS = re.compile(r"(?i)\b(?:this|the) agreement\b|\bhereof\b|\bvalidity\b|\bhereunder\b")
_LAW_HEADING = re.compile(
    r"(?i)\b(?:governing|applicable|choice of|controlling) law|^law\b|\bconstruction\b|\bjurisdiction"
)
_OTHER_LAW = re.compile(
    r"(?i)\bpatent|\bintellectual property right|\borganized\b|\bincorporated under|\bgood standing"
)
_AT = (
    r"(?:located in|sitting in|situated in|seated in|within|in|of|for) (?:(?:and for )?(?:the )?)"
    r"(?:(?:(?:state|commonwealth|city|county|borough|city and county) of |(?:northern|southern|eastern|western|"
    r"central|middle) district of ))?"
)
_COURTS = spaced(
    rf"(?i:\b(?:exclusive|sole|non-?exclusive|personal|submits?|consents?|brought|instituted|commenced|litigated|"
    rf"heard|venue|"
    rf"resolved)\b[^.;]{{0,170}}?\bcourts?\b(?: of competent jurisdiction)?[^.;]{{0,60}}?\b{_AT})(?!(?i:united|"
    rf"competent|such|federal|district|bankruptcy|first|general))"
    rf"{_PLACE}"
)
_SUIT = re.compile(r"(?i)\b(?:jurisdiction|venue|forum|suit|action|litigation|proceedings?|disputes?|claims?)\b")
_DECIDES = re.compile(
    r"(?i)\b(?:exclusive|submit|consent|shall be (?:brought|instituted|commenced|litigated|heard|resolved)|"
    r"(?:must|may|will) be (?:brought|instituted|commenced|litigated|heard|resolved)|venue|sole)"
)
_NO_FORUM = re.compile(
    r"(?i)\bbankruptcy\b|\border\b|\binjunct|\bsubpoena|\bin any (?:state|jurisdiction) in which|\benforce(?:d|"
    r"ment)? (?:any|such|the|of) "
    r"(?:judgment|award)|\bentered in\b|\bSEC\b|\bdisclos|\bpatent"
)
_EXCLUSIVE = re.compile(r"(?i)\bexclusive(?:ly)?\b|\bsole(?:ly)?\b")
_GOVERNED = re.compile(r"(?i)\bgoverned\b|\bgovern\b|\bconstrued\b|\binterpreted\b|\bshall apply\b|\bapplies\b")
_SEAT = spaced(
    rf"(?:(?i:\barbitrat(?:ion|ors?|ed)\b[^.;]{{0,110}}?\b(?:held|conducted|take place|located|seated|heard|"
    rf"occur|arbitrated|sit|convened)"
    rf"[^.;]{{0,30}}? (?:in|at) (?:the )?(?:(?:state|city|county) of )?)|"
    r"(?i:\b(?:place|seat|venue|location|site|locale|situs) of (?:the |such |any )?(?:arbitration|arbitral)"
    r"[^.;]{0,40}?(?:shall|will|is to) be "
    rf"(?:in )?(?:the )?(?:(?:state|city|county) of )?)|"
    r"(?i:\b(?:settled|resolved|determined|decided|submitted)\b[^.;]{0,80}?\barbitration (?:in|at) (?:the )?"
    rf"(?:(?:state|city|county) of )?)){_PLACE}"
)
_BODY = spaced(
    r"(?P<place>American Arbitration Association|JAMS|Judicial Arbitration (?:and|&) Mediation Services|"
    r"International Chamber of Commerce|London Court of International Arbitration|"
    r"International Cent(?:re|er) for Dispute Resolution|Singapore International Arbitration Centre|"
    r"(?:CPR|International) Institute for (?:Dispute Resolution|Conflict Prevention (?:and|&) Resolution)|"
    r"Hong Kong International Arbitration Centre|China International Economic and Trade Arbitration Commission|"
    r"Japan Commercial Arbitration Association|Stockholm Chamber of Commerce|National Arbitration Forum|"
    r"Netherlands Arbitration Institute|Swiss Chambers? of Commerce|German Institution of Arbitration)"
)
_NOWHERE = re.compile(
    r"(?i)\b(?:state|party|parties|company|agreement|such|this|any|applicable|jurisdiction|courts?|"
    r"bankruptcy|contracts?|without|law|united|section|article|federal|competent|each|either|licensor|licensee)\b"
)
_COUNTRY = re.compile(r"(?i)united (?:states(?: of america)?|kingdom)")


def places(page: Page) -> Iterator[DocumentFact]:
    """The governing law, the forum and the body of arbitration."""
    yield from _best(_law(page))
    yield from _best(_forum(page))
    for span in page.with_words("rbitra", "ARBITRA"):
        body = _BODY.search(page.text, *span)
        if body and not _only_mediates(page.text, span, body):
            yield fact("arbitration_body", page.text, body.span("place"))


def _only_mediates(text: str, span: tuple[int, int], body: re.Match[str]) -> bool:
    """True if the sentence speaks of mediation and, but for the name of the body, of no arbitration."""
    rest = text[span[0] : body.start()] + text[body.end() : span[1]]
    return re.search(r"(?i)mediat", rest) is not None and re.search(r"(?i)arbitrat", rest) is None


def _best(found: Iterator[tuple[int, DocumentFact]]) -> list[DocumentFact]:
    """The facts of the lowest rank that has any."""
    ranked = list(found)
    return [item for rank, item in ranked if rank == min(rank for rank, _ in ranked)]


def _forum(page: Page) -> Iterator[tuple[int, DocumentFact]]:
    """Seats of arbitration, and courts; courts that are not exclusive count only where there is no arbitration."""
    for span in page.with_words("rbitra", "ARBITRA"):
        match = _SEAT.search(page.text, *span)
        if match:
            yield from ((0, item) for item in _placed("forum", page, match))
    for span in page.with_words("ourt", "OURT"):
        match = _COURTS.search(page.text, *span)
        if match is None or _NO_FORUM.search(page.text, *span):
            continue
        if _SUIT.search(page.text, *span) and _DECIDES.search(page.text, *span):
            rank = 0 if _EXCLUSIVE.search(page.text, *span) else 1
            yield from ((rank, item) for item in _placed("forum", page, match))


def _law(page: Page) -> Iterator[tuple[int, DocumentFact]]:
    """Laws that govern this agreement, under a heading that says so before all others."""
    for start, end in page.with_words("law", "LAW", "Law"):
        for pattern in (_LAW, _LAW_AFTER, _LAW_FIRST, _LAW_LEADS):
            match = pattern.search(page.text, start, end)
            if match is None or _OTHER_LAW.search(page.text, start, match.end()):
                continue
            named = _LAW_HEADING.search(heading(page.text, start)) is not None
            own = _THIS.search(page.text, start, end) is not None
            plain = _GOVERNED.search(page.text, start, end) is not None
            if own or named:
                rank = 0 if named and plain else 1 if plain else 2
                yield from ((rank, item) for item in _placed("governing_law", page, match))
                break


def _placed(attribute: str, page: Page, match: re.Match[str]) -> Iterator[DocumentFact]:
    place = " ".join(match["place"].split())
    if not _NOWHERE.search(place) or (attribute == "governing_law" and _COUNTRY.fullmatch(place)):
        yield fact(attribute, page.text, match.span("place"))
