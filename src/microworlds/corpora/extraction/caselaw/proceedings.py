"""What an opinion says of the case's course: the tribunal below, its judge, county and ruling, filing and event.

The opening says what is appealed from, the order at the end repeats it; both are read, and what they contradict is
dropped. Events count only where a full date stands beside the verb, in the part that tells the facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.corpora.extraction.caselaw.events import FOREIGN
from microworlds.corpora.extraction.caselaw.judges import FULL_NAME, NAME, SUFFIX, is_name
from microworlds.corpora.extraction.caselaw.party_names import Parties, plausible_party
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible, whole_days

RULING = (
    r"(?:orders?|judgments?|decisions?|adjudications?|decrees?|determinations?|rulings?|sentences?|"
    r"convictions?|verdicts?|opinions?)"
)
_BODY = (
    r"(?:Court|Courts|Board|Commission|Department|Office|Agency|Bureau|Tribunal|Authority|Committee|"
    r"Council|Commissioner|Secretary|Referee|Judge|Officer)"
)
_PROPER = r"(?:[A-Z][\w’'.]*(?:\w|s[’'](?=\s[A-Z]))(?:-[A-Z]\w+)*|U\.S\.|D\.C\.|\d+(?:st|nd|rd|th|d))"
TRIBUNAL = (
    rf"(?P<tribunal>(?:{_PROPER}(?:\s(?:of|for|and|on|&)(?:\sthe)?)?\s){{0,7}}?{_BODY}\b"
    rf"(?:\s(?:of|for|in\sand\sfor)(?:\sthe)?\s{_PROPER}(?:\s(?:and\s|&\s|of\s|of\sthe\s)?{_PROPER})*)*"
    rf"(?:\sat\s{_PROPER}(?:\s{_PROPER}){{0,3}})?"
    rf"(?:,\s(?:the\s)?(?:{_PROPER}\s){{1,3}}(?:County|Parish|[Dd]ivision|[Ww]ard|[Dd]istrict|[Pp]recinct)\b)?)"
)
_VERB = (
    r"(?<!\bto\s)(?<!\bmay\s)(?<!\bno\s)(?<!\ban\s)\b(?:[Aa]ppeals?|appealed|appealing|"
    r"[Pp]etitions?\sfor\s(?:\w+\s)?review|seeks?\s(?:\w+\s)?review|[Cc]hallenges?|challenging)\b"
)
_LEAD = re.compile(
    rf"{_VERB}(?:(?!\b(?:from|of)\b)[^.;:]){{0,60}}?\s(?:(?:from|of)\s+)?(?:entry\sof\s)?(?:an?|the|"
    rf"his|her|its|their|that\sportion\sof\sthe|that\spart\sof\sthe|two|those)\s"
)
_FROM = re.compile(
    rf"{_LEAD.pattern}(?P<what>(?:(?!\bwhich\b|\bthat\b|\bwho\b)[^.;:]){{0,110}}?)\b{RULING}"
    rf"\b(?P<between>(?:(?!\bwhich\b|\bthat\b|\bwho\b|\bgranting\b|\bdenying\b|\baffirming\b|"
    rf"\bdismissing\b|\breversing\b)[^.;:]){{0,110}}?)\s(?:of|in|by|from)\s+(?:the\s+|"
    rf"an?\s+)?{TRIBUNAL}"
)
_DISPOSAL = re.compile(r"(?i)\b(?:is|are|be)\s(?:hereby\s)?(?:affirmed|reversed|vacated|quashed|set aside|modified)")
_DISPOSED = re.compile(
    rf"\b{RULING}(?:\s(?:of|and)\s[a-z]+)?\s(?:of|entered\s(?:in|by)|"
    rf"by)\s(?:the\s)?{TRIBUNAL}(?:[^.;]{{0,90}}?)\s(?:is|are|be)(?:\shereby)?\s(?i:affirmed|reversed|"
    rf"vacated|set\saside|modified|quashed)"
)
_DISPOSED_ACTIVELY = re.compile(
    rf"(?i:\b(?:we|i|court)(?:\s(?:therefore|thus|hereby|accordingly|must|also|will))*\s(?:affirm|"
    rf"reverse|vacate))\s(?:the\s)?(?:[a-z]+\s){{0,3}}?{RULING}(?:\s(?:of|and)\s[a-z]+)?\s(?:of|"
    rf"entered\s(?:in|by)|by)\s(?:the\s)?{TRIBUNAL}"
)
_GENERIC = frozenset(
    "court board commission department office agency bureau tribunal authority committee council "
    "commissioner secretary "
    "referee judge officer trial".split()
)
_APPEALING = re.compile(
    r"(?:\[?¶\s?1\]?\s*)?(?:The\s)?(?P<name>[A-Z](?:[^.;:()\n]|\b[A-Z]\.|\b[JS]r\.|"
    r"\([A-Z][a-z]+\)){2,80}?)(?:\s\([^)]*\))?\sappeals?\s(?:pro\sse\s)?(?:from|the)\b"
)
_COUNTY = re.compile(r"\b(?P<county>[A-Z][a-z]+(?:\s[A-Z][a-z]+)?\s(?:County|Parish))\b")
_BRACKETED = re.compile(
    rf"Court\s\((?:(?P<county>[A-Z][a-z]+(?:\s[A-Z][a-z]+)?\sCounty)|"
    rf"[A-Z][a-z]+(?:\s[A-Z][a-z]+)?),\s(?P<judge>{NAME}),\s(?:A\.?R\.?J|C\.?\s?J|J|M|Mag|"
    rf"D\.?\s?C\.?\s?J)\.?\)"
)
_BELOW = re.compile(
    rf"\b(?:[Tt]rial [Jj]udge|[Hh]earing [Oo]fficer|[Hh]earing [Ee]xaminer|Administrative Law Judge|"
    rf"Workers[’'] Compensation Judge|Trial Court Judge|[Mm]otion [Jj]udge|[Ss]entencing [Jj]udge)"
    rf"(?:,?\s\([A-Z]{{2,4}}\))?(?:,?\s(?:the\s)?(?:Honorable|Hon\.|Judge)|(?<=[a-zA-Z])\s(?=[A-Z]))\s?"
    rf"(?P<judge>{FULL_NAME})(?=[\s,.;)’'])"
)
_TAKEN = re.compile(
    rf"(?m)^(?:(?:\W*(?:Motion\sto\s[A-Z]?[a-z]+\s(?:an\s)?|On\s|Cross-)?(?:[Aa]ppeals?|APPEALS?|"
    rf"[Ee]rror|ERROR|[Ee]xceptions|[Cc]ertiorari)(?:\sby\s[A-Za-z]+)?)\s(?:from|"
    rf"to)\s(?:an?\s)?(?:the\s)?(?:{RULING}\s(?:of|in|"
    rf"by)\s(?:the\s)?)?|Court\sBelow:\s(?:the\s)?){TRIBUNAL}(?:\s\([^()\n]{{1,60}}\))?"
    rf"(?:[,;.]\s+(?P<honoured>Hon\.\s|Honorable\s|THE HONORABLE\s)?"
    rf"(?P<judge>{FULL_NAME}(?:,?\s{SUFFIX})?)(?(honoured)|(?:,\s(?:Trial\s|Presiding\s|District\s|"
    rf"Circuit\s|County\s)?J(?:udge\b|\.)|,?\spresiding\b)))?"
)
_DATED_BEFORE = re.compile(
    rf"\b{RULING}\b(?P<gap>[^.;:]{{0,70}}?)\b(?:dated|entered|issued|filed|mailed|rendered|imposed|"
    rf"made|of|on)\s*,?\s*(?:on\s*|in\sopen\scourt\son\s)?$"
)
_AND_ANOTHER = re.compile(rf"^(?:,?\s+and|,)\s+[A-Z][a-z]+\.?\s\d{{1,2}},\s\d{{4}},?\s(?:[a-z]+\s){{0,2}}{RULING}\b")
_DATED_AFTER = re.compile(rf"^,?\s+(?!the\b|an?\b)(?:(?!the\b)[a-zA-Z-]+\s+){{0,3}}?{RULING}\b")


def read(page: Page, lines: tuple[int, int], parties: Parties) -> Iterator[DocumentFact]:
    """The course of the case, from the opinion of the court (``page``) and from the caption's ``lines``."""
    opening, ending = page.upto(page.start + 3500), page.after(page.end - 1800)
    yield from _appealing(opening, parties)
    yield from _below(page, opening, ending, lines)
    yield from _ruled_on(opening, ending)


def _appealing(opening: Page, parties: Parties) -> Iterator[DocumentFact]:
    """Who appeals, where the caption gives two names without roles and the first sentence names one of them."""
    if len(parties.sides) != 2 or any(side.roles for side in parties.sides) or not opening.spans:
        return
    starts = ((opening.plain.rfind("\n", *span) + 1 or span[0], span[1]) for span in opening.spans[:3])
    match = next((found for start in starts if (found := _APPEALING.match(opening.plain, *start))), None)
    if match is None or re.search(r"(?i)cross-appeal", opening.text[opening.start : opening.end]):
        return
    said = _words(match["name"])
    for side, other in (parties.sides, parties.sides[::-1]):
        called = opening.text[slice(*side.span)]
        if said and (said <= _words(called) or _words(called) <= said) and plausible_party(called):
            yield fact("appellant", opening.text, match.span("name"))
            if plausible_party(opening.text[slice(*other.span)]):
                yield fact("appellee", opening.text, other.span)
            return


def _words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Za-z’']{2,}", name)} - {"the", "of", "and"}


def _below(page: Page, opening: Page, ending: Page, caption: tuple[int, int]) -> Iterator[DocumentFact]:
    text = page.text
    matches = [
        *_first(opening),
        *ending.matches(_DISPOSED, " is ", " are ", " be "),
        *ending.matches(_DISPOSED_ACTIVELY, "ffirm", "everse", "acate"),
    ]
    matches += list(_TAKEN.finditer(text, *caption))
    names = {text[slice(*match.span("tribunal"))] for match in matches if _particular(match["tribunal"])}
    longest = max(sorted(names), key=len, default="")
    if names and all(_within(name, longest) for name in names):
        span = next(match.span("tribunal") for match in matches if text[slice(*match.span("tribunal"))] == longest)
        yield fact("tribunal_below", text, span)
        county = _COUNTY.search(text, *span)
        if county and re.search(r"(?:\bof|,)\s$", text[county.start() - 3 : county.start()]):
            yield fact("county", text, county.span("county"))
    for match in [*_BRACKETED.finditer(text, opening.start, opening.end), *_TAKEN.finditer(text, *caption)]:
        for group, attribute in (("county", "county"), ("judge", "judge_below")):
            if (
                match.groupdict().get(group)
                and not re.search(r"-[a-z]", match[group])
                and (group == "county" or is_name(match[group]))
            ):
                yield fact(attribute, text, match.span(group))
    for match in page.matches(_BELOW, "udge", "fficer", "xaminer"):
        if is_name(match["judge"]) and not re.search(r"-[a-z]", match["judge"]):
            yield fact("judge_below", text, match.span("judge"))


def _first(opening: Page) -> list[re.Match[str]]:
    """What the first sentence that speaks of an appeal says is appealed from."""
    for span in opening.with_words("appeal", "petition", "review", "Appeal", "Petition", "challenge"):
        match = _FROM.search(opening.plain, *span)
        if match is not None and not FOREIGN.search(opening.text, *span):
            return [match]
    return []


def _particular(name: str) -> bool:
    """True if the name tells one tribunal from others, and is whole."""
    words = name.replace("’s", "").split()
    return (
        legible(name)
        and not re.search(r"-[a-z]|\bCourt’s|^(?:This|That|The)\b|\b(?:Judge|Referee|Officer)$", name)
        and any(word.lower() not in _GENERIC and word[0].isupper() for word in words)
        and not re.fullmatch(r"(?:Administrative|Special|Associate|Senior|President|Presiding|Trial|Chief)\s.*", name)
    )


def _within(name: str, longest: str) -> bool:
    return set(name.lower().split()) <= set(longest.lower().split())


def _ruled_on(opening: Page, ending: Page) -> Iterator[DocumentFact]:
    taken = next((span for span in opening.spans if _LEAD.search(opening.plain, *span)), None)
    spans = [taken] if taken else []
    spans += [span for span in ending.with_words(" is ", " are ", " be ") if _DISPOSAL.search(ending.plain, *span)]
    for span in spans:
        if FOREIGN.search(opening.text, *span):
            continue
        for date in whole_days(opening.plain, *span):
            if _beside_ruling(opening.plain, span, date):
                yield fact("ruled_below_on", opening.text, date)


def _beside_ruling(text: str, sentence: tuple[int, int], date: tuple[int, int]) -> bool:
    before, after = text[sentence[0] : date[0]], text[date[1] : sentence[1]]
    if re.search(r"(?i)\b(?:hearing|filed on|until|since|opinion of)\s*$", before):
        return False
    dated = _DATED_BEFORE.search(before) or re.search(r"\bdated\s*$", before)
    return dated is not None or _DATED_AFTER.match(after) is not None or _AND_ANOTHER.match(after) is not None
