"""The team's own work as it changed: sums, days, places, people, sizes, choices, by the thing they belong to.

An utterance is about a thing if it has the words that name it; what it gives for it is the last value of the kind
asked for that it does not take back. The last utterance counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from microworlds.core import value_types
from microworlds.core.text import stems
from microworlds.reading.answering.context import Turn
from microworlds.reading.casework.resolving import Resolver

_FRAME = frozenset(
    stems("""
        high low present what which who whom whose when where why how do does did is are was were be been being
        has have had will would can could shall should may might must the a an this that these those our we us
        you it he she they them their i my me your of in on at by for from to with under between before after
        and or but if as since while than then there here its not no yes also only just now today currently
        presently latest last late final finally end eventually ultimately still new old current figure amount
        sum price cost priced set back fee charge pay paid spend budget number date day deadline due long many
        much big large get got go done ready give given tell remind name know want need think like say said
        please agree agreed settle settled decide decided stand stands moment original originally first
        initially earlier previous some point hand hands once surface put ever happen later rearrange reschedule
        time up swap switch changed change move moved shift shifted pages page people person someone outside
        firm doing take takes taking place held hold hire hired choose chosen picked come comes out down over
        owner own owns responsible s t re ve ll d
    """)
)  # fmt: skip
_CORRECTS = re.compile(
    r"(?:\bno,\s|\bnot?\b[,.!]|\bhang on\b|\bwait\b|\bsorry\b|\bi mean\b|\bcorrection\b|\bscratch that\b|\b"
    r"actually\b|\bmake that\b|"
    r"\bor rather\b|\blet me correct\b|\bstrike that\b|\bi misspoke\b|\bthat's last year's\b|[—–-]\s*no\b)",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|isn['’]t|wasn['’]t|no longer|rather than|instead of|was|were|used to be|previously|originally|"
    r"from|up from|down from|"
    r"drop(?:s|ped)? from|(?:hear|heard) you on|instead of the|forget|scrap|out goes)\s+(?:the\s+|at\s+|on\s+|"
    r"about\s+)?$",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\b(?:won['’]t work|out of the question|can['’]t be done|turned (?:it )?down|said no|doesn['’]t work|no "
    r"good|wouldn['’]t|rejected|"
    r"too (?:expensive|early|late|dear|long|short)|not going to)\b",
    re.IGNORECASE,
)
_PROPOSED = re.compile(
    r"\b(?:i['’]d (?:suggest|propose)|i (?:suggest|propose)|how about|what about|could we|can we|shall we|"
    r"should we|why not|"
    r"maybe we|perhaps we|what if)\b",
    re.IGNORECASE,
)
_ACCEPTED = re.compile(
    r"\b(?:agreed|fine|okay|ok|done|settled|yes|deal|sounds good|works for|let['’]s|so be it|approved|seconded)\b",
    re.IGNORECASE,
)
_OUT_IN = re.compile(r"(?P<out>[A-Z]\w+(?: [A-Z]\w+)?) is out and (?P<in>[A-Z]\w+(?: [A-Z]\w+)?) is in")
_PERSON = re.compile(r"\b[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+){0,2}\b")
_ASKS = (
    ("amount",
        r"\b(?:how (?:much|high|low|large|big|expensive|dear)|what (?:price|cost|fee|sum|amount|figure|budget|"
        r"rate)|cost|costs|price[ds]?|fee|pay|"
        r"paid|budget|set us back|figure|charge[ds]?|spend|worth|ceiling|floor|ask)\b"),
    ("date", r"\b(?:when|what (?:day|date)|which (?:day|date)|date|deadline|due|by when|what time|day)\b"),
    ("number", r"\b(?:how many|how long|pages?|number|length|count|size)\b"),
    ("person", r"\b(?:who|whom|whose)\b"),
    ("place", r"\bwhere\b|\bwhich (?:room|place|city|venue|office|location)\b"),
)  # fmt: skip
_KINDS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _ASKS)


@dataclass(frozen=True)
class Change:
    """A value that an utterance gives for a thing; ``passage`` is where."""

    text: str
    turn: int
    passage: int
    day: date | None = None


def kind_asked(question: str) -> str | None:
    """The kind of value asked for: the first of the kinds that the question has a word for."""
    found = [(match.start(), kind) for kind, pattern in _KINDS for match in [pattern.search(question)] if match]
    return min(found)[1] if found else None


def topic(resolver: Resolver, question: str) -> frozenset[str]:
    """Stems of the words that name the thing a question is about."""
    names = frozenset(stems(" ".join(resolver.talk.people)))
    return frozenset(word for word in stems(question.replace("-", " ")) if not word.isdigit()) - _FRAME - names


def history(resolver: Resolver, question: str, kind: str | None = None) -> list[Change]:
    """Values given for the thing a question is about, oldest first."""
    kind = kind or kind_asked(question)
    wanted = topic(resolver, question)
    if kind is None or not wanted:
        return []
    turns = about(resolver, wanted)
    return [change for turn in turns if (change := _given(resolver, turn, kind, wanted)) is not None]


def about(resolver: Resolver, wanted: frozenset[str]) -> list[Turn]:
    """Turns that have all the words that name a thing, or, if none has, most of them."""
    shared = [
        (turn, len(wanted & frozenset(stems(resolver.said[turn.number].replace("-", " "))))) for turn in resolver.turns
    ]
    most = max((count for _, count in shared), default=0)
    if not most or most < 0.5 * len(wanted):
        return []
    return [turn for turn, count in shared if count == most]


def whole(resolver: Resolver, question: str, turn: int) -> bool:
    """True if a turn has all the words that name the thing a question is about."""
    return topic(resolver, question) <= frozenset(stems(resolver.said[turn].replace("-", " ")))


def _given(resolver: Resolver, turn: Turn, kind: str, wanted: frozenset[str]) -> Change | None:
    """The value that a turn leaves standing."""
    del wanted
    text = resolver.said[turn.number]
    spans = _persons(resolver, turn, text) if kind == "person" else list(value_types.find(kind, text))
    if kind == "date":
        spans = [span for span in spans if _is_day(text[slice(*span)], turn)]
    taken = _accepted(resolver, turn)
    kept = [span for span in spans if not _taken_back(text, span) and (taken or not _only_proposed(text, span))]
    if not kept:
        return None
    start, end = (
        kept[-1]
        if _CORRECTS.search(text[kept[0][1] :]) or len(kept) == 1
        else kept[0]
        if not _MORE.search(text)
        else kept[-1]
    )
    value = text[start:end]
    day = None
    if kind == "date":
        read = value_types.parse_date(value, turn.time.year if turn.time else None)
        day = read.whole() if read else None
    return Change(value, turn.number, turn.passage, day)


_MORE = re.compile(r"\b(?:it was|was|were|used to be|from)\b", re.IGNORECASE)


def _is_day(value: str, turn: Turn) -> bool:
    read = value_types.parse_date(value, turn.time.year if turn.time else 2000)
    return read is not None and read.day > 0


def _taken_back(text: str, span: tuple[int, int]) -> bool:
    """True if the words around a value say that it does not hold."""
    start, end = span
    before, after = text[:start], text[end:]
    sentence = re.split(r"[.!?;]\s", after, maxsplit=1)[0]
    if _DENIED.search(before):
        return True
    if re.match(r"\s*(?:is|was)\s+(?:out|off|gone|dead)\b", after) or _REFUSED.search(sentence):
        return True
    return (
        re.match(
            r"[,.]?\s*(?:no,|not?\b[,.]|hang on|wait|sorry|scratch that|i mean|strike that)",
            after.strip(),
            re.IGNORECASE,
        )
        is not None
    )


def _only_proposed(text: str, span: tuple[int, int]) -> bool:
    """True if the sentence of a value only proposes it."""
    start = max(text.rfind(mark, 0, span[0]) for mark in (". ", "! ", "? ")) + 1
    return _PROPOSED.search(text[start : span[1]]) is not None


def _accepted(resolver: Resolver, turn: Turn) -> bool:
    """True if the next to speak in the meeting agrees."""
    after = resolver.turns[turn.number + 1] if turn.number + 1 < len(resolver.turns) else None
    if after is None or after.session != turn.session:
        return False
    said = resolver.said[after.number]
    return _ACCEPTED.search(said) is not None and _REFUSED.search(said) is None


def _persons(resolver: Resolver, turn: Turn, text: str) -> list[tuple[int, int]]:
    """Names in a turn, without whoever speaks and whoever is only called out to."""
    swap = _OUT_IN.search(text)
    if swap:
        return [swap.span("in")]
    found = []
    for match in _PERSON.finditer(text):
        word = match.group()
        opens = match.start() == 0 or text[match.start() - 2 : match.start()] in (". ", "! ", "? ")
        known = word.split()[0] in resolver.talk.people
        if (known or (" " in word and not opens)) and not re.match(
            r",\s(?:would|could|can|you|please)", text[match.end() :]
        ):
            found.append(match.span())
    del turn
    return found
