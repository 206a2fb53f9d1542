"""What sentences of an opinion state: outcome, holding, standard, the court below, authorities, sums.

Source: the recognisers of ``corpora.extraction``; what they pass over is read more freely, and ranked after.
"""

from __future__ import annotations

import re

from microworlds.core import value_types
from microworlds.core.text import stems
from microworlds.corpora.extraction.caselaw import captions, judges, merits, outcomes, proceedings, sums
from microworlds.corpora.extraction.document_facts import Page, masked
from microworlds.reading.casework.lines import HEAD, WORD, Values, page_of

_DONE = (
    r"(?:affirmed|reversed|vacated|remanded|dismissed|denied|granted|quashed|overruled|sustained|set\s+aside|"
    r"modified|"
    r"disbarred|suspended|discharged|annulled|refused|allowed|transferred)"
)
_DOES = r"(?:affirm|reverse|vacate|remand|dismiss|deny|grant|quash|overrule|sustain|set\s+aside|modify|annul)"
_PASSIVE = re.compile(rf"(?i)\b(?P<verb>{_DONE})\b")
_ACTIVE = re.compile(
    rf"(?i)\b(?:we|I|court|must|will|therefore|accordingly|hereby|and|to)\s+(?:(?:therefore|hereby|must|thus|"
    rf"also|will)\s+)*"
    rf"(?P<verb>{_DOES})\b"
)
_THEN = re.compile(
    rf"\s*(?:,\s*)?(?:and|but)\s+(?:(?:(?:the|this)\s+)?(?:case|matter|cause|record)\s+(?:(?:is|be)\s"
    rf"+)?(?:hereby\s+)?)?(?P<verb>{_DONE}|{_DOES})\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:hold|holds|held|conclude|concludes|concluded|find|determine|determined|rule|opinion|view|convinced|"
    r"satisfied)\s+that,?\s+(?P<clause>)",
)
_STANDARDS = re.compile(
    r"(?i)\bde novo\b|\babuse of (?:its |their )?discretion\b|\babused its discretion\b|\bplain error\b|\b"
    r"clear(?:ly)? error(?:neous)?\b"
    r"|\bclearly erroneous\b|\bsubstantial evidence\b|\berrors? of law\b|\bplenary\b|\brational basis\b|\b"
    r"independently\b|\barbitrary\b"
)
_BELOW = re.compile(
    rf"(?:\b[Cc]ourt|[Oo]rder|[Jj]udgment|[Dd]ecision|[Dd]ecree|from|of|by|in)\s+(?:of\s+|in\s+)?the\s"
    rf"+{proceedings.TRIBUNAL}"
)
_COUNTY = re.compile(r"\b(?P<county>[A-Z][a-z]+(?:\s[A-Z][a-z]+)?\s(?:County|Parish))\b")
_HONORABLE = re.compile(
    rf"\b(?:Honorable|Hon\.)\s+(?P<judge>{judges.FULL_NAME})|\bCourt\s\([^)]*?,\s(?P<bracket>[A-Z][\w’']+),\s"
    rf"[A-Z.]+\)"
)
_PRECEDENT_YEAR = re.compile(r"\((?:[^()]{0,40}?\b)?(?P<year>1[6-9]\d\d|20[0-2]\d)\)")
_TITLE = re.compile(
    rf"(?P<name>{WORD}(?:,?\s(?:{WORD}|of|the|and|for|in|on|ex|rel\.|et|al\.))*?\sv\.\s"
    rf"{WORD}(?:,?\s(?:{WORD}|of|the|and|for|in|on|No\.|\d+))*?),\s+(?=\d+\s[A-Z])"
)
_SIGNAL = re.compile(
    r"^(?:(?:See|In|Cf\.|Accord|But|And|The|Citing|Quoting|Compare|E\.g\.|Under|As|Also|Of|from|by),?\s"
    r"+(?:also,?\s|e\.g\.,?\s)?)+"
)
_CODE = (
    r"(?:U\.?\s?S\.?\s?C\.?(?:\s?A\.)?|C\.?\s?S\.?(?:\s?A\.)?|P\.\s?S\.|C\.\s?F\.\s?R\.|R\.\s?S\.(?:\s?A\.)?|"
    r"Stat\.|Code)"
)
_SECTION = re.compile(
    rf"(?:\b\d{{1,3}}(?:-[A-Z])?\s(?:(?:[A-Z][A-Za-z]{{0,4}}\.\s?)*{_CODE}\s?(?:§§?\s?)?|"
    rf"(?:[A-Z][A-Za-z]{{0,4}}\.\s?)+(?:[A-Z]\.\s?)*(?:Code\s)?(?:Ann\.\s)?§§?\s"
    rf"?)[\dA-Z][\w.:–-]*\w(?:\([A-Za-z0-9.]{{1,4}}\))*"
    r"|(?:§§?\s?|\b[Ss]ections?\s)\d[\w.:–-]*(?:\([A-Za-z0-9.]{1,4}\))*)"
    r"(?:\s(?:of|under)\s[Tt]he\s(?:[A-Z][\w’'-]*\s(?:(?:of|and|for|to|the|on)\s|(?:[A-Z][\w’'-]*|to|of)\s"
    r"){0,7}?)(?:Law|Act|Code|Statutes?|Ordinance|Constitution|Rules)\b)?"
)
_NUMBER = (
    r"(?:\d+|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|eleven|twelve|\w+teen)"
)
_LOWER_TERM = re.compile(rf"\b{_NUMBER}(?:\s\([\d½]+\))?(?:\s(?:days|weeks|months|years))?\s+to\s+$", re.IGNORECASE)
_MONEY = value_types.PATTERNS["amount"]
_SUM_CUES = {
    "award": r"award|verdict|judgment|damages|compensation",
    "fine": r"fine|penalt|restitution",
    "price": r"price|sold|sale|purchas|bought|paid|lease|convey|consideration",
    "claimed": r"recover|su(?:e|it|ed)|claim|demand|seek|sought|owe|due|balance",
}


def outcome(attribute: str, text: str, question: str) -> Values:
    """What was done: the extractors' phrase, else the verb that stands with the thing asked about, the last first."""
    del attribute
    about = [word for word in _THINGS if re.search(rf"\b{word}", question, re.IGNORECASE)]
    if not about:
        whole = HEAD + text
        page = Page.of(whole, masked(whole), len(HEAD), len(whole))
        for item in outcomes.read(page, (0, len(HEAD))):
            further = _THEN.match(whole, item.end)
            yield whole[item.start : further.end() if further else item.end], 0.0
    page = page_of(text)
    for place, (start, end) in enumerate(reversed(page.spans)):
        sentence = page.plain[start:end]
        found = [match for match in _PASSIVE.finditer(sentence) if about or _disposes(sentence, match)]
        found += _ACTIVE.finditer(sentence)
        if not found or re.search(r"(?i)\b(?:argues?|contends?|asks?|asked|urges?|moved|requested)\b", sentence):
            continue
        spoken = [word for word in about if re.search(rf"\b{word}", sentence, re.IGNORECASE)]
        weight = 1.0 + 0.1 * place - (0.8 if spoken else 0.0)
        best = _verb(sentence, found, spoken)
        last = best.end("verb")
        further = _THEN.match(sentence, last)
        while further is not None:
            last = further.end("verb")
            further = _THEN.match(sentence, last)
        yield sentence[best.start("verb") : last], weight


def _disposes(sentence: str, match: re.Match[str]) -> bool:
    """True if a participle tells what is done now: it is affirmed, or stands in a sentence without a verb."""
    before = sentence[: match.start()]
    if re.search(r"(?i)\b(?:is|are|be|hereby|stands?|accordingly|therefore)\b(?:\s\w+){0,2}\s*$", before):
        return True
    return len(before) < 70 and not re.search(r"(?i)\b(?:was|were|had|has|court|judge|jury|which|who|that)\b", before)


_THINGS = ("demurrer", "motion", "petition", "injunction", "writ", "application", "exception", "objection", "complaint")


def _verb(sentence: str, found: list[re.Match[str]], about: list[str]) -> re.Match[str]:
    """The verb after the thing asked about, else the first."""
    found = sorted(found, key=lambda match: match.start("verb"))
    for word in about:
        at = [match.end() for match in re.finditer(rf"(?i)\b{word}\w*(?:\s(?:to|for)\s\w+)?", sentence)]
        after = [match for match in found if any(match.start("verb") >= place for place in at)]
        if at:
            return after[0] if after else found[-1]
    return found[0]


def clause(attribute: str, text: str, question: str) -> Values:
    """Holding, issue, standard of review: the extractors' clause, else one more freely read."""
    page = page_of(text)
    found = [item for item in merits.read(page, page) if item.attribute == attribute]
    yield from ((item.value, 0.0) for item in found)
    if attribute == "holding":
        for place, (start, end) in enumerate(page.spans):
            match = _HOLDS.search(page.text, start, end)
            if match:
                yield (
                    _trimmed(page.text[match.start("clause") : end]),
                    1.0 + 0.01 * place - 0.2 * _shared(page.text[start:end], question),
                )
    elif attribute == "issue":
        for start, end in page.spans:
            match = re.compile(r"\bwhether\b").search(page.text, start, end)
            if match:
                yield _trimmed(page.text[match.start() : end]), 1.0
    else:
        reviews = [span for span in page.spans if re.search(r"(?i)review|standard", page.text[slice(*span)])]
        for start, end in reviews or page.spans:
            yield from (
                (match.group(), 1.0 + (match.group().lower() == "plenary"))
                for match in _STANDARDS.finditer(page.text, start, end)
            )


def _shared(sentence: str, question: str) -> int:
    return len(set(stems(sentence)) & set(stems(question)) - _LITTLE)


_LITTLE = frozenset(
    stems("the of a in to and that it is was what did court we our for on which have case opinion ruling")
)


def _trimmed(clause: str) -> str:
    clause = clause.strip(" .;:,\n")
    order = re.search(
        r",?\s+and\s+(?:(?:we|therefore|thus|accordingly)\s+)+(?:affirm|reverse|vacate|remand|dismiss)\b", clause
    )
    return clause[: order.start()] if order else clause


def below(attribute: str, text: str, question: str) -> Values:
    """Court or agency below, its judge and county."""
    page = page_of(text)
    parties = captions.read("", 0, 0).parties
    for item in proceedings.read(page, (0, len(text) if len(text) < 400 else 0), parties):
        if item.attribute == attribute:
            yield item.value, 0.0
    if attribute == "tribunal_below":
        for match in _BELOW.finditer(text):
            name = match["tribunal"]
            if " " in name and not re.match(r"(?:This|That|The|Supreme Court of the United)\b", name):
                yield (
                    name,
                    1.0
                    + (
                        0.5
                        if not re.search(
                            r"(?i)appeal|order|review|affirm|revers|judgment",
                            text[max(0, match.start() - 90) : match.end() + 40],
                        )
                        else 0
                    ),
                )
    elif attribute == "county":
        yield from ((match["county"], 1.0) for match in _COUNTY.finditer(text))
    elif attribute == "judge_below":
        yield from ((match["judge"] or match["bracket"], 1.0) for match in _HONORABLE.finditer(text))
    del question


def statute(attribute: str, text: str, question: str) -> Values:
    """Provisions: those near the question's words first, then the fuller, then the earlier."""
    del attribute
    page = page_of(text)
    for place, match in enumerate(_SECTION.finditer(text)):
        value = match.group().strip()
        around = page.sentence(match.start()) or (match.start(), match.end())
        near = text[max(around[0], match.start() - 160) : min(around[1], match.end() + 80)]
        rank = 1.0 - 0.25 * _shared(near, question) + 0.03 * place - 0.1 * bool(re.search(r"(?:Law|Act|Code)$", value))
        yield value.replace("§§", "§"), rank


def earliest(attribute: str, text: str, question: str) -> Values:
    """Cases cited with a year, oldest first."""
    del attribute, question
    for year in _PRECEDENT_YEAR.finditer(text):
        names = list(_TITLE.finditer(text, max(0, year.start() - 320), year.start()))
        if names:
            name = _SIGNAL.sub("", names[-1]["name"])
            yield name.strip(), float(year["year"]) / 10_000


def money(attribute: str, text: str, question: str) -> Values:
    """Sums by the words beside them."""
    page = page_of(text)
    own = captions.read("", 0, 0).parties.pattern("")
    yield from ((item.value, 0.0) for item in sums.read(page, own) if item.attribute == attribute)
    if attribute == "sentence":
        for match in value_types.PATTERNS["duration"].finditer(text):
            around = page.sentence(match.start()) or match.span()
            sentence = text[slice(*around)]
            if re.search(r"(?i)sentenc|imprison|incarcerat|prison|jail|suspended|probation", sentence):
                lower = _LOWER_TERM.search(text[max(0, match.start() - 40) : match.start()])
                yield text[match.start() - (len(lower.group()) if lower else 0) : match.end()], 1.0
        return
    cue = re.compile(_SUM_CUES[attribute], re.IGNORECASE)
    for match in _MONEY.finditer(text):
        around = page.sentence(match.start()) or match.span()
        places = [abs(found.start() - match.start()) for found in cue.finditer(text, *around)]
        if places:
            yield match.group(), 1.0 + min(places) / 400 - 0.1 * _shared(text[slice(*around)], question)
