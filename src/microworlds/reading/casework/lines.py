"""What the short lines of an opinion state: caption lines, heads of writings, lists of counsel.

Source: the recognisers of ``corpora.extraction``; what they pass over is read more freely, and ranked after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from microworlds.core import value_types
from microworlds.core.text import sentences
from microworlds.corpora.extraction.caselaw import captions, counsel, judges, proceedings
from microworlds.corpora.extraction.document_facts import Page, masked

_LONG_LINE = 300
HEAD = "A v. B\n"
"""Put before a line so that the caption's reader takes it for one that follows a title."""
_NAME_LINE = re.compile(
    rf"\s*(?:(?P<label>[A-Z][A-Za-z ]*?(?:OPINION|Opinion)[A-Za-z ]*?):?\s+(?:BY|By|by)?:?\s*)?"
    rf"(?:(?:{judges.TITLE})\s+(?P<after>{judges.FULL_NAME}(?:,?\s{judges.SUFFIX})?)"
    rf"|(?P<before>{judges.FULL_NAME}(?:,?\s{judges.SUFFIX})?),\s*(?:Acting\s)?(?:{judges.TITLE}|"
    rf"{judges.ABBREVIATED}))"
    r"(?P<tail>[^\n]{0,120})$"
)
_VOTED = re.compile(
    # atomic: a row of capitalised words must not be parted into names in every possible way
    rf"(?P<names>(?:(?>{judges.FULL_NAME}),?\s(?:and\s)?(?=[A-Z])){{0,8}}(?:(?:{judges.TITLE})\s"
    rf"+)?(?>{judges.FULL_NAME})(?:,\s*(?:{judges.TITLE}|{judges.ABBREVIATED}))?),?\s+"
    r"(?:(?:files?|filed|wrote|writes|notes?)\s+(?:an?\s+|his\s+|her\s+)?)?(?P<how>dissent|concur)(?:s|ed|ing)?\b",
)
_SPEAKS = re.compile(
    rf"(?:^|[.\n]\s*|\s)(?P<name>{judges.FULL_NAME}),\s(?:{judges.TITLE}|{judges.ABBREVIATED})\s*:(?=\s)"
)
WORD = r"(?:[A-Z][\w.’'&-]*|&)"
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
Values = Iterator[tuple[str, float]]


@lru_cache(maxsize=1 << 9)
def page_of(text: str) -> Page:
    """A text as the extractors take it: its sentences, quotations masked."""
    return Page.of(text, masked(text), 0, len(text))


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


def caption(attribute: str, text: str, question: str) -> Values:
    """What caption lines state, then, for dates, what sentences do."""
    for line in _lines(text):
        whole = HEAD + line
        for item in captions.read(whole, 0, len(whole)).facts:
            if item.attribute == attribute:
                yield item.value, 0.0
    if attribute == "docket":
        yield from (
            (match.group().rstrip("."), 1.0)
            for line in _lines(text)[:12]
            for match in value_types.PATTERNS["docket"].finditer(line)
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
    for start, end in value_types.find("date", text):
        value = text[start:end]
        day = value_types.parse_date(value)
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


def course(attribute: str, text: str, question: str) -> Values:
    """Days of the ruling below, of the suit and of the event, from prose."""
    if len(text) < 60:
        return
    for first in (proceedings.read(page_of(text), (0, 0), captions.read("", 0, 0).parties),):
        for item in first:
            if item.attribute == attribute:
                yield item.value, 0.0
    yield from _dates(attribute, text, question)


def judge(attribute: str, text: str, question: str) -> Values:
    """Judges by the line that stands at the head of what they wrote, or that reports how they voted."""
    del question
    for match in _SPEAKS.finditer(text) if attribute == "author" else ():
        if judges.is_name(match["name"]):
            yield match["name"], 0.0
    how = {"dissenter": "dissent", "concurrer": "concur"}.get(attribute, "")
    for line in _lines(text):
        for match in _VOTED.finditer(line) if how and how in line else ():
            if match["how"] == how:
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


def lawyers(attribute: str, text: str, question: str) -> Values:
    """Lawyers and their town; a line for somebody else's side counts only if no other is there."""
    for line in _lines(text):
        whole = HEAD + line
        found = [item for item in counsel.read(whole, 0, len(whole)) if item.attribute == attribute]
        yield from ((item.value, 0.0) for item in found)
        if not found and attribute == "counsel_city":
            town = _town(line, question)
            if town:
                yield town, 1.0
        elif not found:
            side = re.search(r"\bfor\s+(?:the\s+|designated\s+)*(?P<who>[A-Za-z-]+)", line)
            first = re.match(
                rf"(?P<name>{WORD}(?:\s{WORD}){{1,3}}(?:,?\s(?:Jr|Sr)\.|,?\sI{{2,3}})?)(?=,|\sand\b|\sfor\b|\s"
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
