"""What lines and paragraphs of an opinion state, each taken by itself: caption lines, heads of writings, sentences.

The extractors of ``reading.documents`` say what may be asserted of a whole opinion; a reader is given some of its
lines, must answer from them, and knows what is asked. So the extractors' own recognisers come first, and where they
keep silent the same signs are read more freely.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from microworlds import kinds
from microworlds.reading import agreements, opinions
from microworlds.reading.attributes import AGREEMENT, OPINION
from microworlds.reading.casework.library import Case
from microworlds.reading.documents import captions, counsel, judges, merits, outcomes, proceedings, sums
from microworlds.reading.documents.facts import DocumentFact, Page, masked, sameness
from microworlds.text import sentences, stems

_WHOLE = 2500
"""Characters from which a passage may be an opinion as a whole."""
_LONG_LINE = 300
_HEAD = "A v. B\n"
"""Put before a line so that the caption's reader takes it for one that follows a title."""
_NAME_LINE = re.compile(
    rf"\s*(?:(?P<label>[A-Z][A-Za-z ]*?(?:OPINION|Opinion)[A-Za-z ]*?):?\s+(?:BY|By|by)?:?\s*)?"
    rf"(?:(?:{judges.TITLE})\s+(?P<after>{judges.FULL_NAME}(?:,?\s{judges.SUFFIX})?)"
    rf"|(?P<before>{judges.FULL_NAME}(?:,?\s{judges.SUFFIX})?),\s*(?:Acting\s)?(?:{judges.TITLE}|"
    rf"{judges.ABBREVIATED}))"
    r"(?P<tail>[^\n]{0,120})$"
)
_VOTED = re.compile(
    rf"(?P<names>(?:{judges.FULL_NAME},?\s(?:and\s)?(?=[A-Z]))*(?:(?:{judges.TITLE})\s"
    rf"+)?{judges.FULL_NAME}(?:,\s*(?:{judges.TITLE}|{judges.ABBREVIATED}))?),?\s+"
    r"(?:(?:files?|filed|wrote|writes|notes?)\s+(?:an?\s+|his\s+|her\s+)?)?(?P<how>dissent|concur)(?:s|ed|ing)?\b",
)
_SPEAKS = re.compile(
    rf"(?:^|[.\n]\s*|\s)(?P<name>{judges.FULL_NAME}),\s(?:{judges.TITLE}|{judges.ABBREVIATED})\s*:(?=\s)"
)
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
_WORD = r"(?:[A-Z][\w.’'&-]*|&)"
_TITLE = re.compile(
    rf"(?P<name>{_WORD}(?:,?\s(?:{_WORD}|of|the|and|for|in|on|ex|rel\.|et|al\.))*?\sv\.\s"
    rf"{_WORD}(?:,?\s(?:{_WORD}|of|the|and|for|in|on|No\.|\d+))*?),\s+(?=\d+\s[A-Z])"
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
_MONEY = kinds.PATTERNS["amount"]
_SUM_CUES = {
    "award": r"award|verdict|judgment|damages|compensation",
    "fine": r"fine|penalt|restitution",
    "price": r"price|sold|sale|purchas|bought|paid|lease|convey|consideration",
    "claimed": r"recover|su(?:e|it|ed)|claim|demand|seek|sought|owe|due|balance",
}
_DATE_CUES = {
    "ruled_below_on": (
        r"(?:order|judgment|decision|decree|ruling|adjudication|determination|sentence|conviction|entered|"
        r"dated|issued|denied|granted)\b[^.;]{0,60}$",
        r"^,?\s*(?:\w+\s){0,4}(?:order|judgment|decision|decree|ruling|adjudication|determination)"),
    "filed_on": (
        r"(?:suit|action|complaint|petition|claim|libel|lawsuit|filed|brought|commenced|instituted|begun)\b"
        r"[^.;]{0,70}$",
        r"^,?\s*(?:\S+\s){0,9}(?:filed|sued|brought|commenced|instituted|petitioned)"),
    "incident_on": (
        r"(?:accident|injur|arrest|shot|killed|collision|struck|fell|robb|assault|occurred|fire|incident)\w*\b"
        r"[^.;]{0,80}$",
        r"^,?\s*(?:\S+\s){0,14}(?:accident|injur|arrest|shot|killed|colli|struck|fell|robb|assault|occurred|"
        r"fire|stop)"),
    "argued_on": (r"(?:[Aa]rgued|[Hh]eard|argument)\b[^.;]{0,40}$", r"^\W*argument"),
    "submitted_on": (r"[Ss]ubmitted\b[^.;]{0,40}$", r"(?!)"),
    "decided_on": (
        r"(?:[Dd]ecided|[Ff]iled|[Dd]elivered|[Ii]ssued|NOW,?(?: to wit,?)?(?: this| on this)?|Now,?(?: this)?|"
        r"DATED|Dated:?)\W*(?:this\s)?$", r"^\W*\)?\W*$"),
}  # fmt: skip
_CAPTION = frozenset(("court", "docket", "decided_on", "argued_on", "submitted_on", "panel", "county"))


@dataclass(frozen=True)
class Stated:
    """A value that a passage states of its document; ``rank`` 0 is the extractors' own reading, more is freer."""

    value: str
    passage: int
    rank: float


def stated(case: Case, attribute: str, question: str) -> list[Stated]:
    """Values of an attribute that a document's passages state, best first, each value once.

    ``question`` tells apart several things of one kind: the ruling on the demurrer and the judgment.
    """
    found: list[Stated] = []
    later = -1 if attribute == "outcome" else 1
    for place, (passage, text) in enumerate(case.texts):
        for value, rank in _in_text(attribute, text, question):
            found.append(Stated(value, passage, rank + later * place * 0.05))
    found.sort(key=lambda one: one.rank)
    kind = (OPINION.get(attribute) or AGREEMENT[attribute]).kind
    distinct: dict[object, Stated] = {}
    for one in found:
        distinct.setdefault(sameness(kind, one.value), one)
    return _fuller(list(distinct.values())) if attribute == "statute" else list(distinct.values())


def _fuller(found: list[Stated]) -> list[Stated]:
    """The provisions with the first as it is named most fully: Section 4 of the Wharves Act rather than Section 4."""
    longer = [one for one in found[1:] if found and one.value.startswith(f"{found[0].value} of")]
    return [*longer[:1], *(one for one in found if one not in longer[:1])]


@lru_cache(maxsize=1 << 10)
def _whole(text: str) -> tuple[DocumentFact, ...]:
    return opinions.facts(text)


@lru_cache(maxsize=1 << 9)
def _agreement(text: str) -> tuple[DocumentFact, ...]:
    return agreements.facts(text)


@lru_cache(maxsize=1 << 12)
def _in_text(attribute: str, text: str, question: str) -> tuple[tuple[str, float], ...]:
    """Values in one passage with their rank."""
    if attribute in AGREEMENT:
        return tuple((item.value, 0.0) for item in _agreement(text) if item.attribute == attribute)
    if len(text) > _WHOLE:
        exact = tuple((item.value, 0.0) for item in _whole(text) if item.attribute == attribute)
        if exact:
            return exact
    return tuple(_READERS.get(attribute, _nothing)(attribute, text, question))


Values = Iterator[tuple[str, float]]


def _nothing(attribute: str, text: str, question: str) -> Values:
    del attribute, text, question
    return iter(())


def _lines(text: str) -> list[str]:
    """Lines short enough for a caption or the head of a writing; of one that holds several such, its sentences too."""
    lines = [line.strip() for line in text.split("\n") if line.strip() and len(line) < _LONG_LINE]
    packed = [line[start:end] for line in lines for start, end in sentences(line) if end - start < len(line)]
    return [*lines, *(_joined(packed))]


def _joined(pieces: list[str]) -> list[str]:
    """Pieces of which none is only an abbreviation that the next goes on from: No. 4-118, STARK, J."""
    found: list[str] = []
    for piece in pieces:
        if (
            found
            and re.search(r"(?:^|\s)(?:Nos?|[A-Z][a-z]{2,3}|v)\.$", found[-1])
            and re.match(r"[\d(A-Z]", piece)
            and len(found[-1]) < 40
        ):
            found[-1] = f"{found[-1]} {piece}"
        else:
            found.append(piece)
    return found


def _caption(attribute: str, text: str, question: str) -> Values:
    """What caption lines state, then, for dates, what sentences do."""
    for line in _lines(text):
        whole = _HEAD + line
        for item in captions.read(whole, 0, len(whole)).facts:
            if item.attribute == attribute:
                yield item.value, 0.0
    if attribute == "docket":
        yield from (
            (match.group().rstrip("."), 1.0)
            for line in _lines(text)[:12]
            for match in kinds.PATTERNS["docket"].finditer(line)
            if len(line) < 90
        )
    if attribute == "court":
        yield from _courts(text)
    if attribute in _DATE_CUES:
        yield from _dates(attribute, text, question)


def _courts(text: str) -> Values:
    for line in _lines(text):
        if re.search(r"(?i)\bappeals? from\b|\bjudge\b", line):
            continue
        match = re.match(
            r"(?:IN THE |In the )?(?P<court>(?:[A-Z][\w.’' ,]*?\b)?(?:COURT|Court|Chancery|CHANCERY)\b[\w.’' "
            r"]*)",
            line,
        )
        if match and len(line) < 110 and not re.search(r"\bfor\b|\bv\.", line):
            yield match["court"].strip(" .,"), 1.0


def _dates(attribute: str, text: str, question: str) -> Values:
    """Days that sentences give with the words that say of what."""
    del question
    short = len(text) < 120
    before, after = _DATE_CUES[attribute]
    for start, end in kinds.find("date", text):
        value = text[start:end]
        day = kinds.parse_date(value)
        if day is None or day.whole() is None:
            continue
        lead, tail = text[max(0, start - 130) : start], text[end : end + 110]
        if re.search(before, lead):
            yield value, 2.0 + 0.01 * _gap(before, lead)
        elif re.search(after, tail) and (attribute != "decided_on" or short):
            yield value, 2.5
        elif short and attribute == "decided_on" and not re.search(r"(?i)argued|submitted|heard", lead):
            yield value, 3.0


def _gap(pattern: str, lead: str) -> int:
    match = re.search(pattern, lead)
    return len(lead) - match.start() if match else len(lead)


def _body_dates(attribute: str, text: str, question: str) -> Values:
    """Days of the ruling below, of the suit and of the event, from prose."""
    if len(text) < 60:
        return
    for first in (proceedings.read(_page(text), (0, 0), captions.read("", 0, 0).parties),):
        for item in first:
            if item.attribute == attribute:
                yield item.value, 0.0
    yield from _dates(attribute, text, question)


@lru_cache(maxsize=1 << 9)
def _page(text: str) -> Page:
    return Page.of(text, masked(text), 0, len(text))


def _judge(attribute: str, text: str, question: str) -> Values:
    """Judges by the line that stands at the head of what they wrote, or that reports how they voted."""
    del question
    for match in _SPEAKS.finditer(text) if attribute == "author" else ():
        if judges.is_name(match["name"]):
            yield match["name"], 0.0
    how = {"dissenter": "dissent", "concurrer": "concur"}.get(attribute, "")
    for line in _lines(text):
        for match in _VOTED.finditer(line):
            if how and match["how"] == how:
                yield from ((name, 0.0) for name in _names(match["names"]))
        head = _NAME_LINE.match(line)
        if head is None:
            continue
        name = head["after"] or head["before"]
        if not name or not judges.is_name(name):
            continue
        signs = f"{head['label'] or ''} {head['tail']}".lower()
        apart = (
            "dissent" in signs or "concur" in signs or head["tail"].strip().endswith(",") or head["tail"].strip() == ","
        )
        if how and how in signs:
            yield name, 0.0
        elif how and not ("dissent" in signs or "concur" in signs) and (apart or line == text.strip()):
            yield name, 1.0 if apart else 2.0
        elif not how and not ("dissent" in signs or "concur" in signs):
            yield name, 2.0 if apart else 0.0


def _names(names: str) -> list[str]:
    spans = judges.bench(names, 0, len(names)) or ()
    return [names[slice(*span)] for span in spans]


def _panel(attribute: str, text: str, question: str) -> Values:
    yield from _caption(attribute, text, question)


def _counsel(attribute: str, text: str, question: str) -> Values:
    """Lawyers and their town; a line for somebody else's side counts only if no other is there."""
    for line in _lines(text):
        whole = _HEAD + line
        found = [item for item in counsel.read(whole, 0, len(whole)) if item.attribute == attribute]
        yield from ((item.value, 0.0) for item in found)
        if not found and attribute == "counsel_city":
            town = _town(line, question)
            if town:
                yield town, 1.0
        elif not found:
            side = re.search(r"\bfor\s+(?:the\s+|designated\s+)*(?P<who>[A-Za-z-]+)", line)
            first = re.match(
                rf"(?P<name>{_WORD}(?:\s{_WORD}){{1,3}}(?:,?\s(?:Jr|Sr)\.|,?\sI{{2,3}})?)(?=,|\sand\b|\sfor\b|\s"
                rf"\()",
                line,
            )
            if side and first and _same_side(attribute, side["who"]):
                yield first["name"], 1.0


def _same_side(attribute: str, who: str) -> bool:
    appeals = re.match(r"(?i)appellant|petition|plaintiff", who)
    answers = re.match(r"(?i)appellee|respond|defend", who)
    return bool(appeals) if attribute != "counsel_appellee" else bool(answers)


def _town(line: str, question: str) -> str | None:
    """The town in a line that names counsel."""
    match = re.search(
        r",\s+(?P<town>[A-Z][a-z]+(?:\s[A-Z][a-z]+)?)(?:,\s+[A-Z][\w.]+)?,\s+(?:\w+\s)?(?:for|Attorney|"
        r"attorney)\b",
        line,
    )
    del question
    return match["town"] if match else None


def _outcome(attribute: str, text: str, question: str) -> Values:
    """What was done: the extractors' phrase, else the verb that stands with the thing asked about, the last first."""
    del attribute
    about = [word for word in _THINGS if re.search(rf"\b{word}", question, re.IGNORECASE)]
    if not about:
        whole = _HEAD + text
        page = Page.of(whole, masked(whole), len(_HEAD), len(whole))
        for item in outcomes.read(page, (0, len(_HEAD))):
            further = _THEN.match(whole, item.end)
            yield whole[item.start : further.end() if further else item.end], 0.0
    page = _page(text)
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


def _clause(attribute: str, text: str, question: str) -> Values:
    """Holding, issue, standard of review: the extractors' clause, else one more freely read."""
    page = _page(text)
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


def _tribunal(attribute: str, text: str, question: str) -> Values:
    """Court or agency below, its judge and county."""
    page = _page(text)
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


def _statute(attribute: str, text: str, question: str) -> Values:
    """Provisions: those near the question's words first, then the fuller, then the earlier."""
    del attribute
    page = _page(text)
    for place, match in enumerate(_SECTION.finditer(text)):
        value = match.group().strip()
        around = page.sentence(match.start()) or (match.start(), match.end())
        near = text[max(around[0], match.start() - 160) : min(around[1], match.end() + 80)]
        rank = 1.0 - 0.25 * _shared(near, question) + 0.03 * place - 0.1 * bool(re.search(r"(?:Law|Act|Code)$", value))
        yield value.replace("§§", "§"), rank


def _earliest(attribute: str, text: str, question: str) -> Values:
    """Cases cited with a year, oldest first."""
    del attribute, question
    for year in _PRECEDENT_YEAR.finditer(text):
        names = list(_TITLE.finditer(text, max(0, year.start() - 320), year.start()))
        if names:
            name = _SIGNAL.sub("", names[-1]["name"])
            yield name.strip(), float(year["year"]) / 10_000


def _sum(attribute: str, text: str, question: str) -> Values:
    """Sums by the words beside them."""
    page = _page(text)
    own = captions.read("", 0, 0).parties.pattern("")
    yield from ((item.value, 0.0) for item in sums.read(page, own) if item.attribute == attribute)
    if attribute == "sentence":
        for match in kinds.PATTERNS["duration"].finditer(text):
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


def _party(attribute: str, text: str, question: str) -> Values:
    del question
    yield from ((item.value, 0.0) for item in _whole(text) if item.attribute == attribute)


_READERS: dict[str, Callable[[str, str, str], Iterable[tuple[str, float]]]] = {
    "court": _caption, "docket": _caption, "decided_on": _caption, "argued_on": _caption, "submitted_on": _caption,
    "panel": _panel, "author": _judge, "dissenter": _judge, "concurrer": _judge,
    "counsel_appellant": _counsel, "counsel_appellee": _counsel, "counsel_city": _counsel,
    "outcome": _outcome, "holding": _clause, "issue": _clause, "standard": _clause,
    "tribunal_below": _tribunal, "judge_below": _tribunal, "county": _tribunal,
    "ruled_below_on": _body_dates, "filed_on": _body_dates, "incident_on": _body_dates,
    "statute": _statute, "earliest_precedent": _earliest,
    "award": _sum, "fine": _sum, "price": _sum, "claimed": _sum, "sentence": _sum,
    "appellant": _party, "appellee": _party, "plaintiff": _party, "defendant": _party,
}  # fmt: skip
