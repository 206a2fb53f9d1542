"""Sums and terms of an opinion: what was awarded, fined, paid and claimed, and the sentence.

A sum must stand beside the word that says what it is, in a sentence that is no hypothesis, no statute and about no
other case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.core import value_types
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact

_FOREIGN = re.compile(
    r"\sv\.\s|\d\s[A-Z][A-Za-z.]*\.\s?(?:[23]d\s|4th\s)?\d|\bId\.|\b[Ss]upra\b|\b(?:In|"
    r"in) [A-Z][a-z]+, (?:the|we|our)\b|\b[Tt]here,"
)
_HYPOTHETICAL = re.compile(
    r"(?i)\b(?:if|suppose|imagine|assume|assuming|hypothetical|e\.g|for example|maximum|"
    r"not more than|not less than|not exceeding|up to|shall|would|could|requires?|may(?!\s\d)|statute|provides)\b"
)
_MONEY = r"(?:US)?\$\s?\d+(?:,\d{3})*(?:\.\d\d?)?(?:\s(?:million|billion)\b)?|\d+(?:,\d{3})*\sdollars\b"
_AWARD = re.compile(
    rf"\b(?:jury|court|judge|Board|board|arbitrators?|panel|Panel|referee|commissioner|WCJ|"
    rf"Commission)\b[^.;$]{{0,60}}?\bawarded\b[^.;$]{{0,70}}?(?P<sum>{_MONEY})"
    rf"|\b(?:verdict|(?<!\bsummary\s)judgment|award)\b(?:\swas\sentered)?(?:(?!\bthat\b)[^.;$]){{0,90}}?\s(?:for|of|"
    rf"in\sthe\s(?:amount|sum)\sof)\s(?:the\ssum\sof\s)?(?P<sum2>{_MONEY})"
)
_NOT_DAMAGES = re.compile(
    r"(?i)\bfees?\b|\bcosts?\b|\binterest\b|\bper (?:month|week|day|year)\b|\bmonthly\b|\bweekly\b|"
    r"\bsupport\b|\brestitution\b|\bmotion\b|\bbond\b|\bvacat|\brevers|\bset aside|\bliens?\b|"
    r"\bconfess|\bforeclos|\bsale\b|\bdefault\b"
)
_FINE = re.compile(
    rf"\bfined\s(?:(?:him|her|them|it|the\s[a-z]+|"
    rf"[A-Z][a-z]+)\s)?(?:a\stotal\sof\s)?(?P<sum>{_MONEY})|\b(?:a|the)\s(?:civil\s)?(?:fine|"
    rf"penalty)\s(?:of|in\sthe\samount\sof)\s(?P<sum2>{_MONEY})"
    rf"|\b(?:and|with)\sa\s(?P<sum3>{_MONEY})\sfine\b"
)
_IMPOSED = re.compile(r"\b(?:sentenced|ordered|imposed|fined|fining|awarded)\b")
_SOLD = r"(?:sold|purchased|bought|conveyed)"
_PRICE = re.compile(
    rf"\b(?:purchase|sale|contract)\sprice\s(?:of|was|being|for\s[^.;$]{{0,40}}was)\s(?P<sum>{_MONEY})"
    # the thing sold is the one spoken of: "sold cattle for $90" tells of some other sale
    rf"|\b(?:(?:the|said|this|that)\s(?:[a-z-]+\s){{1,6}}?(?:was|were|had\sbeen)\s{_SOLD}|"
    rf"{_SOLD}\s(?:the|said|this|it|them|his|her|its|their)\b)(?:(?!\bthat\b)[^.;$]){{0,90}}?\sfor\s(?:the\ssum\sof\s|"
    rf"a\s(?:total\s)?(?:price|consideration)\sof\s|the\sprice\sof\s)?(?P<sum2>{_MONEY})",
    re.IGNORECASE,
)
_CLAIMED = re.compile(
    rf"\b(?:to|sues\sto)\srecover\b(?:\s(?:from|of)\s(?:the\s)?[a-z]+)?\s(?:the\ssum\sof\s|"
    rf"damages\sin\sthe\s(?:sum|amount)\sof\s)?(?P<sum>{_MONEY})"
    rf"|\b(?:seek(?:s|ing)?|sought|demand(?:s|ed|ing)?|claim(?:s|ed|"
    rf"ing)?)\b[^.;$]{{0,50}}?\s(?:in\sthe\s(?:amount|sum)\sof|totaling|the\ssum\sof|"
    rf"damages\sof)\s(?P<sum2>{_MONEY})"
)
_EACH = re.compile(
    r"(?i)^[\s)]*(?:per|a|an|each|every)\s(?:share|day|week|month|year|hour|ton|acre|foot|annum|diem|"
    r"person)|^[\s)]*(?:weekly|monthly|annually|apiece|each)\b|^\s?(?:to|and)\s\$"
)
# asked for, not imposed; or what is added to a sum that is paid late
_NO_FINE = re.compile(
    r"(?i)\b(?:seek|sought|request|petition|allege|claim|demand|ask|restitution|paid\b|late\b|tax(?:es)?\b)"
)
_SENTENCED = re.compile(
    r"\b(?:[Ss]entenced\b(?:\s(?:him|her|the\s(?:appellant|defendant)|"
    r"[A-Z][a-z]+))?[^.;]{0,60}?\s(?:to|of|for)|sentences?\sof|[Tt]erm\sof)\s(?:an?\s(?:total\s|"
    r"aggregate\s)?(?:term|sentence|period)\sof\s)?(?:an?\saggregate\s(?:term\s|"
    r"sentence\s)?of\s)?(?:not\sless\sthan\s)?"
)
_AGGREGATE = re.compile(r"(?i)\b(?:aggregate|total (?:sentence|term))\b")
_PRISON = re.compile(r"(?i)\b(?:imprison|incarcerat|prison|jail|confine|penitentiary|Level V|Level 5|sentenced)")
_BARRED = re.compile(r"\bsuspended\b[^.;]{0,60}?\bpractice\sof\slaw\b[^.;]{0,60}?\bfor\s(?:a\speriod\sof\s)?")


def read(page: Page, parties: re.Pattern[str]) -> Iterator[DocumentFact]:
    """Sums and terms in the opinion of the court; ``parties`` is found in sentences about this case's own."""
    early = page.upto(page.start + max(6000, (page.end - page.start) * 7 // 10))
    yield from _sums(page, "award", _AWARD, ("awarded", "verdict", "judgment", "award"), but=_NOT_DAMAGES)
    yield from _sums(page, "fine", _FINE, ("fine", "penalty"), but=_NO_FINE)
    yield from _sums(early, "price", _PRICE, ("price", "sold", "purchased", "bought", "conveyed"))
    yield from _sums(early, "claimed", _CLAIMED, ("recover", "seek", "sought", "demand", "claim"))
    yield from _terms(page, parties)


def own(page: Page, *words: str) -> Iterator[tuple[int, int]]:
    """Sentences with any of ``words`` that are about no other case."""
    return (span for span in page.with_words(*words) if not _FOREIGN.search(page.text, *span))


def _sums(
    page: Page, attribute: str, pattern: re.Pattern[str], words: tuple[str, ...], but: re.Pattern[str] | None = None
) -> Iterator[DocumentFact]:
    for start, end in own(page, *words):
        sentence = page.plain[start:end]
        if ("§" in sentence and not _IMPOSED.search(sentence)) or ("$" not in sentence and "dollars" not in sentence):
            continue
        for match in pattern.finditer(page.plain, start, end):
            name = next(key for key, value in match.groupdict().items() if value)
            span = match.span(name)
            if _HYPOTHETICAL.search(page.plain, start, span[0]) or (
                but and but.search(page.plain, start, min(end, span[1] + 60))
            ):
                continue
            if re.match(r"[A-Za-z0-9]|,\s?\d|,-|\.\d|-", page.text[span[1] : span[1] + 3]) or _EACH.match(
                page.text[span[1] : end]
            ):
                continue
            yield fact(attribute, page.text, span)


def _terms(page: Page, parties: re.Pattern[str]) -> Iterator[DocumentFact]:
    """The term imposed: the aggregate if one is stated, and nothing where some term has no length."""
    found: list[tuple[bool, tuple[int, int]]] = []
    for start, end in own(page, "entenced", "sentence of", "sentences of", "practice of law"):
        if _HYPOTHETICAL.search(page.plain, start, end) or not (
            parties.search(page.plain, start, end) or re.search(r"\b(?:him|her|he|she|He|She)\b", page.plain[start:end])
        ):
            continue
        if re.search(
            r"(?i)\blife\b|\bnatural life\b|\bvarious (?:terms|periods)|\bconcurrent|\bconsecutive",
            page.plain[start:end],
        ) and not _AGGREGATE.search(page.plain, start, end):
            return
        for pattern in (_SENTENCED, _BARRED):
            for match in pattern.finditer(page.plain, start, end):
                span = _duration(page, match.end(), end)
                if span and (pattern is _BARRED or _PRISON.search(page.plain, start, end)):
                    found.append((_AGGREGATE.search(page.plain, start, end) is not None, span))
    chosen = [span for aggregate, span in found if aggregate] or [span for _, span in found]
    yield from (fact("sentence", page.text, span) for span in chosen)


def _duration(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """The duration that begins at ``start``, with the second one of "three years to six years"."""
    match = value_types.PATTERNS["duration"].match(page.plain, start, end)
    if match is None:
        return None
    last = match.end()
    if page.plain[last : last + 1] in "’'":
        last += 1
    further = re.compile(r"\s+to\s+").match(page.plain, last, end)
    second = value_types.PATTERNS["duration"].match(page.plain, further.end(), end) if further else None
    return start, second.end() if second else match.end()
