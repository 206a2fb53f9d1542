"""What somebody said of a document, held against what it states; who brought one, who is to read it."""

from __future__ import annotations

import re

from microworlds.core import value_types
from microworlds.core.value_types import sameness
from microworlds.corpora.attributes import OPINION
from microworlds.reading.answering.deriving import Known
from microworlds.reading.casework.aspects import aspects
from microworlds.reading.casework.comparing import ORDER, SAME, YES_NO
from microworlds.reading.casework.finding import STEMS, Refused, acts, facts_of, known, unknown
from microworlds.reading.casework.pointing import NOUN, one
from microworlds.reading.casework.resolving import Resolver
from microworlds.reading.casework.talk import first_name

_BROUGHT_BY = re.compile(
    r"\b(?:brought|introduced|suggested|found|raised|proposed|put\sforward)\b[^?]{0,15}\bby\s(?:whom|who|which\s"
    r"of)\b|"
    r"\bwho\b[^?]{0,10}\bcame\b[^?]{0,40}\bwith\b|\b[Ss]ome(?:body|one)\s(?:found|brought|introduced|suggested|"
    r"raised|proposed)\b[^?]*\bwho\b|"
    r"\b(?:which|who|whom|what)\s(?:one\s)?(?:of|among)\s(?:us|the\steam|our\s(?:number|colleagues|team|lot)|"
    r"the\scolleagues)\b(?![^?]{0,12}\b(?:is|was|to)\s(?:to\s)?read)|"
    r"\b(?:which|what)\s(?:colleague|lawyer|person|member|partner|associate|teammate)s?\s(?:\w+\s)?(?:came\sup|"
    r"brought|introduced|suggested|found|proposed|raised|"
    r"presented|put|dug|unearthed|mentioned|showed|shared|flagged|gave|had|first)\b|\bwho\b(?:\s(?:was|it|that|"
    r"had|has|first|originally|actually|initially|of|us|on|the|team|among|in|then|"
    r"ever|again))*\s(?:brought|introduced|suggested|found|proposed|raised|presented|tabled|put\sforward|came\s"
    r"up\swith|"
    r"mentioned|dug|unearthed|circulated|shared|shown?|showed|flagged|nominated|offered|recommended|gave|"
    r"turned\sup|pitched|contributed)\b"
    r"|\bwhose\s(?:suggestion|find|idea|contribution|proposal|discovery|pick|initiative|recommendation|doing|"
    r"work|baby)\b|\bon\swhose\b|\bwho\b[^?]{0,25}\b(?:put|placed|got|dragged|pointed|alerted|tipped|drew|"
    r"steered|led|came\sacross|came\sup|came\sto\sus|spotted|discovered|located|produced|supplied|contributed|"
    r"championed|originally|first)\b(?=[^?]*\b(?:table|radar|us|attention|before|it|case|ruling|opinion|"
    r"decision|judge?ment|one|authority|agenda|mix)\b)(?![^?]{0,20}\bread)|\bthanks\sto\swhom\b|\bby\swhom\s"
    r"(?:was|were)\b[^?]*"
    r"\b(?:brought|introduced|suggested|proposed|raised|presented|tabled)|\bwho(?:m)?\s(?:do|did)\swe\s(?:have\s"
    r"to\s)?(?:thank|owe|get)"
    r"|\b(?:to|from)\swhom\b[^?]*\b(?:owe|come|came|have|get|got)\b",
    re.IGNORECASE,
)
_READS = re.compile(
    r"\bwho(?:se|m)?\b(?:['’]s|\s(?:is|was|has|had|been|are|got|the|one|now|next|currently|exactly|of|us|that|"
    r"it|were|did|we))*\s"
    r"(?:to\sread|reading|reads?|asked\sto|assigned|told\sto|stud(?:y|ies|ying)|homework|going\sthrough|given|"
    r"supposed\sto|"
    r"meant\sto|(?:has|have)\s(?:to\sread|[^?]{0,40}\b(?:desk|plate|list)))\b"
    r"|\bto\swhom\b[^?]{0,60}\b(?:given|handed|assigned|entrusted)\b",
    re.IGNORECASE,
)
_CHECKS = re.compile(
    r"\b(?:right|correct(?:ly)?|accurate(?:ly)?|borne\sout|bear(?:s)?\s(?:that|this|him|her|it|them)\sout|"
    r"tall(?:y|ies)|square[sd]?|"
    r"what\sthe\s(?:opinion|ruling|case|decision|judge?ment|document|text|report|caption)\ssa(?:ys|id)|"
    r"match(?:es)?|true|consistent|agrees?\swith|"
    r"mistaken|wrong|misremember\w*|confirm\w*|recollect\w*|recall\w*|memory|in\sline\swith|accords?|the\s"
    r"(?:person|judge|name|date|one)\s[A-Z]\w+\s(?:named|gave|mentioned|said)|"
    r"hold(?:s)?\strue|on\sthe\smark|off\sthe\smark|bear\s\w+\sout|agree)\b",
    re.IGNORECASE,
)


def people(resolver: Resolver, text: str) -> Known | Refused | None:
    """Who brought a document, or is to read it."""
    brought = _BROUGHT_BY.search(text)
    reads = _READS.search(text) if brought is None else None
    if not reads and not brought:
        return None
    if re.search(r"\b(?:suit|action|appeal)\b\s*\?*$", text) or not NOUN.search(text):
        return None
    meant = one(resolver, text)
    if not meant.keys:
        return unknown(resolver, text)
    for turn in resolver.turns:
        named = [key for mention in resolver.library.mentions(turn.text) for key in mention.keys]
        if not reads and turn.speaker and set(named) & set(meant.keys):
            return known(resolver, first_name(turn.speaker), turn.speaker, (meant,), (turn.passage,), "person")
    for name in resolver.talk.people if reads else ():
        given = resolver.meant(resolver.describe(f"the case {name} was asked to read"))
        if given.key in meant.keys:
            return known(resolver, name, name, (meant, given), (), "person")
    return Refused("nobody")


def checked(resolver: Resolver, text: str) -> Known | Refused | None:
    """Whether what somebody said of a document is what it says."""
    if not resolver.talk.names(text) or not (
        _CHECKS.search(text) or (YES_NO.search(text) and not SAME.search(text) and not ORDER.search(text))
    ):
        return None
    wanted = resolver.describe(text)
    for turn in reversed(resolver.turns):
        if not any(resolver.talk.by(turn, name) for name in wanted.people):
            continue
        if wanted.occasion is not None and turn.number not in wanted.occasion:
            continue
        claimed = _claim(resolver, turn.number, text)
        if claimed is not None:
            return claimed
    return None


def _claim(resolver: Resolver, number: int, text: str) -> Known | Refused | None:
    """Yes or no, if a turn states of the document a value of the attribute asked about."""
    turn = resolver.turns[number]
    meant = resolver.meant(resolver.describe(turn.text), before=number, skipped=number)
    if not meant.keys:
        return None
    for attribute in aspects(resolver.asked_text(text)):
        found = facts_of(resolver, meant, attribute, text)
        if found is None:
            continue
        value = found[1][0].value
        said = _says(turn.text, attribute, value)
        if said is not None:
            return known(
                resolver, "yes" if said else "no", said, (meant,), (turn.passage, found[1][0].passage), "yes_no"
            )
    return None


def _says(text: str, attribute: str, value: str) -> bool | None:
    """True if a text states the value, False if it states another of its kind, None if it states none."""
    kind = OPINION[attribute].kind
    if kind in ("date", "amount", "duration"):
        spans = [text[start:end] for start, end in value_types.find(kind, text)]
        if not spans:
            return None
        day = value_types.parse_date(value)
        return any(
            sameness(kind, span) == sameness(kind, value)
            or (kind == "date" and day is not None and value_types.parse_date(span, day.year) == day)
            for span in spans
        )
    if attribute == "outcome":
        named = {stem for stem in STEMS if re.search(rf"\b{stem}", text.lower())}
        return named == acts(value) if named else None
    last = re.split(r"[\s.]+", value.replace("’", "'").strip(" ."))[-1].lower()
    if re.search(rf"\b{re.escape(last)}\b", text.replace("’", "'").lower()):
        return True
    other = re.search(r"\b[A-Z]{3,}\b|\b(?:[Bb]y|was|[Jj]udge|[Jj]ustice|wrote)\s+[A-Z][a-z]+", text)
    return False if other else None
