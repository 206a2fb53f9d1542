"""What an opinion says of the dispute itself: its question, its holding, its standard of review.

Only the court's own words count, so quotations are masked and sentences that cite another case are passed over. A step
on the way ("next we consider whether") is no issue, and a subordinate clause no holding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.core.text import stems
from microworlds.corpora.extraction.caselaw.sums import own
from microworlds.corpora.extraction.document_facts import LONGEST_CLAUSE, MASK, DocumentFact, Page, fact, legible

_HOLDS = re.compile(
    r"\b(?:[Ww]e|I|[Tt]he [Cc]ourt|[Tt]his [Cc]ourt)(?:,\s[a-z ]+,)?\s(?:(?:therefore|thus|"
    r"accordingly|now|also|hereby|must|consequently)\s)*(?P<verb>hold|holds|conclude|concludes|"
    r"am of (?:the )?opinion|is of (?:the )?opinion|are of (?:the )?opinion)\s+that\s+(?P<clause>)"
)
_HOLDING = ("hold", "holds")
_SUBORDINATE = re.compile(
    r"(?i)\b(?:because|although|though|while|since|if|unless|having|even|whether|furthermore|"
    r"moreover|also|additionally|first|second|third|fourth|finally|next|similarly|likewise|"
    r"alternatively)\b"
)
_DANGLING = re.compile(r"(?i)(?:it|its|he|his|she|her|they|their|this|these|such|those|both|neither)\b")
_ORDER = re.compile(
    r",?\s+(?:and|but|so)\s+(?:(?:we|I|therefore|thus|will|must)\s+)*(?:affirm|reverse|vacate|remand|dismiss|deny|grant)\b"
)
_CUT = re.compile(r",?\s+(?:because|since)\s|,\s+and\s+(?:that|we|therefore|accordingly)\s|;\s")
_ISSUE = re.compile(
    r"\b(?:[Tt]he|[Aa]t|[Oo]ur|Thus, the|Therefore, the|sole|only)\s(?:(?:sole|only|main|principal|"
    r"central|primary|precise|narrow|real|legal|dispositive|ultimate|essential|single|basic|"
    r"general)\s)*"
    r"(?:issue|question)\s(?:(?:presented|involved|raised|here|before|on|in|for|to|this|the|us|our|"
    r"appeal|case|court|Court|be|decided|determined|consideration|determination|decide|then|that|we|"
    r"must|review|of|by|appellant|arises|law|which|presents|itself|at|bar)\s|,\sthen,\s){0,10}is,?\s"
    r"(?P<clause>)whether\b"
    r"|\b(?:[Ii]n this (?:appeal|case|criminal appeal|zoning appeal|matter|"
    r"opinion),?\s)?[Ww]e\s(?:are\sasked\sto\s|must\s|are\scalled\supon\sto\s)?(?:consider|decide|"
    r"determine|address)\s(?P<clause2>)whether\b"
    r"|\b(?:asks|ask)\s(?:this\s[Cc]ourt\sto\s(?:decide|determine|consider)\s|us\sto\s(?:decide|"
    r"determine|consider)\s)?(?P<clause3>)whether\b"
    r"|\b(?:one|single|sole)\s(?:issue|question)(?:\s[a-zA-Z’]+){0,6}:\s(?P<clause4>)[Ww]hether\b"
)
_STEP = re.compile(
    r"(?i)\b(?:next|now|before|first|second|third|then|initially|preliminarily|remaining|threshold|"
    r"also|if|there|finally|another|last|further)\b"
)
_WHOLE_ISSUE = re.compile(
    r"\b(?:sole|only|real|main|principal|central|simple|single|before|appeal|case|decided|determined)\b"
)
_STANDARDS = re.compile(
    r"(?i)\bde novo\b(?!\s(?:hearing|trial|determination|proceeding|appeal))|"
    r"\babuse of discretion\b|\babused its discretion\b|\bplain error\b|"
    r"\bclear error\b|\bclearly erroneous\b|\bplenary\b|\bsubstantial evidence\b|\berrors? of law\b|"
    r"\bcompetent evidence\b|\bplainly wrong\b|\bindependently\b|\barbitrary\b"
)
_REVIEWS = re.compile(
    r"(?i)\b(?:we (?:will )?review\b|standard of review\b|scope of review\b|our review\b|"
    r"is reviewed\b|are reviewed\b|review (?:is|of)\b)"
)
_NAMED = frozenset(("de novo", "abuse of discretion", "plain error", "clear error"))


def read(page: Page, whole: Page) -> Iterator[DocumentFact]:
    """The dispute as the opinion of the court states it; ``whole`` has its footnotes as well."""
    yield from _holding(page)
    yield from _issue(page)
    yield from _standard(whole)


def _clause(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """The clause from ``start`` to the sentence's end, cut where reasons begin; None if no answer could quote it."""
    while end > start and page.text[end - 1] in " .;:,":
        end -= 1
    order = _ORDER.search(page.text, start, end)
    end = order.start() if order else end
    if len(page.text[start:end].split()) > LONGEST_CLAUSE:
        cuts = [
            cut.start()
            for cut in _CUT.finditer(page.text, start, end)
            if len(page.text[start : cut.start()].split()) in range(8, LONGEST_CLAUSE + 1)
        ]
        if not cuts:
            return None
        end = cuts[-1]
    clause = page.text[start:end]
    plain = page.plain[start:end]
    whole = len(clause.split()) >= 5 and MASK not in plain and "..." not in clause and "[" not in clause
    return (start, end) if whole and legible(clause, page.text) else None


def _holding(page: Page) -> Iterator[DocumentFact]:
    """The clause of the one sentence that holds, or if none does, of the one that concludes."""
    found: dict[bool, list[tuple[int, int] | None]] = {True: [], False: []}
    for start, end in own(page, " hold that", " holds that", " conclude that", " concludes that", "opinion that"):
        match = _HOLDS.search(page.plain, start, end)
        if match is not None:
            loose = _SUBORDINATE.search(page.plain, start, match.start()) or _DANGLING.match(
                page.plain, match.start("clause")
            )
            found[match["verb"] in _HOLDING].append(None if loose else _clause(page, match.start("clause"), end))
    clauses = found[True] or found[False]
    spans = [span for span in clauses if span is not None]
    if spans and len(spans) == len(clauses) and (len(spans) == 1 or _alike(page, spans)):
        yield fact("holding", page.text, min(spans, key=lambda span: (span[1] - span[0], span)))


def _alike(page: Page, spans: list[tuple[int, int]]) -> bool:
    """True if the clauses say the same, to judge by their words."""
    bags = [set(stems(page.text[slice(*span)])) for span in spans]
    return all(len(bags[0] & bag) >= 0.6 * min(len(bags[0]), len(bag)) for bag in bags[1:])


def _issue(page: Page) -> Iterator[DocumentFact]:
    """The question as the opening puts it, or as a later sentence puts the only one."""
    early, late = [], []
    for start, end in own(page, "whether"):
        match = _ISSUE.search(page.plain, start, end)
        if match is None or _STEP.search(page.plain, start, match.end()):
            continue
        at = next(match.start(name) for name in ("clause", "clause2", "clause3", "clause4") if match[name] is not None)
        if start < page.start + 2500:
            early.append(_clause(page, at, end))
        elif _WHOLE_ISSUE.search(match.group()):
            late.append(_clause(page, at, end))
    found = early or late
    if len(found) == 1 and found[0] is not None:
        yield fact("issue", page.text, found[0])


def _standard(page: Page) -> Iterator[DocumentFact]:
    """The one standard that every sentence about review names."""
    found = []
    for span in page.with_words("review"):
        if not _REVIEWS.search(page.plain, *span):
            continue
        named = list(_STANDARDS.finditer(page.text, *span))
        if not named and re.search(
            r"(?i)(?:standard|scope) of review (?:of|in|is|for)|review is limited", page.text[slice(*span)]
        ):
            return
        found += named
    names = {match.group().lower() for match in found} - {"plenary"}
    if len(names) == 1 and names <= _NAMED:
        own = [match for match in found if match.group().lower() in names and page.plain[match.start()] != MASK]
        if own:
            yield fact("standard", page.text, own[0].span())
