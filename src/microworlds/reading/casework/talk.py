"""Who is who in a conversation, and which meeting a text means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from microworlds.core import value_types
from microworlds.core.text import stems
from microworlds.reading.answering.context import Context, Turn

_GENERIC = frozenset(
    stems("meeting call session review briefing debrief workshop huddle conference team check in kick off "
          "wrap up assessment discussion talk the of on first second hearing argument prep")
)  # fmt: skip
"""Stems that a meeting's name has in common with others, or with what a case goes through."""
_GATHERING = (
    r"(?:meeting|session|call|briefing|debrief|workshop|huddle|check-?\s?in|wrap-?\s?up|kick-?\s?off|conference|"
    r"stand-?up|retrospective|offsite|retreat|sync|catch-?up|review|assessment|prep)"
)
_HELD = re.compile(
    rf"\b(?:at|to|during|from|in|for|on)\s+(?:the|our|that|last|this)\s+(?P<name>(?:(?!of\b|that\b|which\b|"
    rf"case\b|decision\b|ruling\b|opinion\b|judge?ment\b)[\w,’'-]+\s+){{0,4}}?{_GATHERING})\b"
    r"(?!\s+(?:of\s+(?:the|law|review)|standard|board|authority))",
    re.IGNORECASE,
)
_PLACES = {"first": 0, "opening": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "final": -1}
_NTH = re.compile(
    rf"\b({'|'.join(_PLACES)})\s+(?:of\s+the\s+)?(?:meeting|session|call|conversation|gathering)s?\b", re.IGNORECASE
)
_MONTH = re.compile(rf"\b(?P<month>{'|'.join(value_types.MONTHS)})\b(?!\s+\d)", re.IGNORECASE)
_ISOLATED = re.compile(r"\b(?P<name>[A-Z][\w-]+)(?:['’]s)?")
_NO_NAME = frozenset(
    "what which who whom whose when where why how do does did is are was were has have had can could will "
    "would should "
    "tell remind give take name state two three four five the that this these those our we us you it he she they his "
    "her their my your in on at by for from of to with under between before after and or but if as since "
    "because while "
    "thanks speaking please also only just no not yes i i'd i'll there there's whoever whatever both each one "
    "all any "
    "date author number earliest latest measured out once now then court supreme judge justice may june april march "
    "counsel appellant appellee on many much long remember regarding concerning about according measured considering "
    "over among within apart around".split()
)
_ACTS = re.compile(
    r"(?:['’]s\b|\s+(?:had|has|was|is|were|came|got|and [A-Z]\w+ |brought|gave|wasn|didn|found|\w+ed)\b)"
)


_ENDED = (
    rf"(?!\s+(?:of|that|which|we)\b)(?=\W*$|[^\w\s]|(?:\s+[\w-]+){{0,2}}?\s+{_GATHERING}\b|\s+(?:in|on|at|by|to|for|from|with|"
    r"and|or|was|is|did|does|do|has|had|come|came|fall|falls|say|says|before|after|when|where|what|who|how|right|"
    r"correct\w*|\w+ed|went|began|end|ends|again|last|the)\b)"
)
"""What may follow the name of a meeting: not the noun of which that name would be a part, the client letter."""


def first_name(speaker: str) -> str:
    """The name by which a speaker is called."""
    return speaker.split()[0]


@dataclass(frozen=True)
class Occasion:
    """The meetings that a text means: numbers of their turns, none if it means one that was not held."""

    turns: frozenset[int]


class Talk:
    """The people and meetings of a conversation."""

    def __init__(self, context: Context) -> None:
        """Take the speakers and the sessions from the turns."""
        self.turns = context.turns
        self.people = tuple(dict.fromkeys(first_name(turn.speaker) for turn in self.turns if turn.speaker))
        self._full = {turn.speaker: first_name(turn.speaker) for turn in self.turns if turn.speaker}

    def by(self, turn: Turn, name: str) -> bool:
        """True if somebody of that name speaks."""
        return turn.speaker is not None and name in turn.speaker.split()

    def names(self, text: str) -> tuple[str, ...]:
        """First names in a text, in order: of speakers, and other words used as names are."""
        found: dict[str, None] = {}
        surnames = {full.split()[-1]: first for full, first in self._full.items()}
        for match in _ISOLATED.finditer(text):
            word = match["name"]
            if word in self.people:
                found.setdefault(word)
            elif word in surnames:
                found.setdefault(surnames[word])
            elif self._strange(text, match):
                found.setdefault(word)
        return tuple(found)

    def _strange(self, text: str, match: re.Match[str]) -> bool:
        """True if a word is used as the name of somebody who never speaks."""
        word, before = match["name"], text[: match.start()].rstrip()
        if word.lower() in _NO_NAME or word in value_types.MONTHS or not word[1:].islower() or "-" in word:
            return False
        opens = not before or before[-1] in ".?!:"
        acts = _ACTS.match(text, match.end("name")) is not None
        beside = re.match(r"\s+[A-Z]", text[match.end() :]) or re.search(r"[A-Z][\w.’']*,?$", before)
        return acts and (opens or not beside)

    def occasion(self, text: str) -> Occasion | None:
        """The meetings that a text means by name, by date or by both; None if it speaks of none."""
        said = _words(text)
        ordinal = self._ordinal(text)
        if ordinal is not None:
            return ordinal
        named = {turn.number for turn in self.turns if _called(turn.session, said, text)}
        dated = self._dated(text)
        if dated is not None:
            both = dated & named if named else {turn for turn in dated if self._resembles(turn, said)} or dated
            if named and not dated:  # a day on which nobody met is no meeting's, but something that is told there
                both = named
            alike = any(self._resembles(turn, said) for turn in dated)
            strange = _HELD.search(text) and not named and not alike and not self._mere_date(text)
            return Occasion(frozenset() if strange else frozenset(both))
        if named:
            return Occasion(frozenset(named))
        held = _HELD.search(text)
        nouns = frozenset(stems(held["name"].replace("-", " "))) if held else frozenset()
        if nouns and nouns <= _GENERIC:
            same = (turn.number for turn in self.turns if nouns <= frozenset(_session_words(turn.session)))
            return Occasion(frozenset(same))
        return Occasion(frozenset()) if held and held["name"].lower().split()[0] not in ("next", "standard") else None

    def without_occasions(self, text: str) -> str:
        """A text without the names of meetings."""
        for session in dict.fromkeys(turn.session for turn in self.turns):
            name = value_types.PATTERNS["date"].sub(" ", session)
            parts = re.findall(r"[A-Za-z]{2,}", name)
            if parts:
                text = re.sub(r"\b" + r"[\s-]+".join(map(re.escape, parts)) + r"\b", " ", text, flags=re.IGNORECASE)
        return _HELD.sub(" ", text)

    def _ordinal(self, text: str) -> Occasion | None:
        """The first, second or last meeting."""
        match = _NTH.search(text)
        held = list(dict.fromkeys(turn.session for turn in self.turns))
        if match is None or any(match[1].lower() in session.lower() for session in held):
            return None
        place = _PLACES[match[1].lower()]
        if not -len(held) <= place < len(held):
            return Occasion(frozenset())
        return Occasion(frozenset(turn.number for turn in self.turns if turn.session == held[place]))

    def _resembles(self, turn: int, said: frozenset[str]) -> bool:
        """True if a text has one of the words that tell the meeting of a turn from others."""
        return any(word in said and word not in _GENERIC for word in _session_words(self.turns[turn].session))

    def _mere_date(self, text: str) -> bool:
        """True if a meeting is named by nothing but its kind and date: the June meeting."""
        held = _HELD.search(text)
        words = re.findall(r"[A-Za-z]{3,}", held["name"]) if held else []
        months = {name.lower() for name in value_types.MONTHS}
        return all(word.lower() in months or set(stems(word)) <= _GENERIC for word in words)

    def _dated(self, text: str) -> set[int] | None:
        spans = list(value_types.find("date", text))
        for start, end in spans:
            day = value_types.parse_date(text[start:end])
            if day is not None:
                return {turn.number for turn in self.turns if turn.time and _falls(turn, day)}
            part = value_types.parse_date(text[start:end], 2000)
            if part is not None:
                return {
                    turn.number
                    for turn in self.turns
                    if turn.time and (turn.time.month, turn.time.day) == (part.month, part.day)
                }
        month = _MONTH.search(text)
        near = month and re.match(rf"\s+(?:[\w-]+\s+){{0,3}}{_GATHERING}\b", text[month.end() :], re.IGNORECASE)
        if month and (near or re.search(r"\b(?:in|of|from)\s+$", text[: month.start()])):
            number = [name.lower() for name in value_types.MONTHS].index(month["month"].lower()) + 1
            return {turn.number for turn in self.turns if turn.time and turn.time.month == number}
        return None


def _falls(turn: Turn, day: value_types.Day) -> bool:
    time = turn.time
    return time is not None and time.year == day.year and day.month in (0, time.month) and day.day in (0, time.day)


def _words(text: str) -> frozenset[str]:
    return frozenset(stems(text.replace("-", " ")))


@lru_cache(maxsize=1 << 10)
def _session_words(session: str) -> tuple[str, ...]:
    name = value_types.PATTERNS["date"].sub(" ", session)
    return tuple(stems(re.sub(r"[\d,–—-]", " ", name)))


def _called(session: str, said: frozenset[str], text: str) -> bool:
    """True if the text has the words by which a meeting is told from others."""
    words = [word for word in _session_words(session) if len(word) > 1]
    telling = [word for word in words if word not in _GENERIC]
    if not words or not all(word in said for word in telling):
        return False
    if all(word in said for word in words):
        return _together(words, text, 1) if len(words) > 1 else _placed(words[0], text)
    if len(telling) >= 2:
        return _together(telling, text)
    if not telling:
        return "kick" in words and "kick" in said
    return _placed(telling[0], text)


def _placed(word: str, text: str) -> bool:
    """True if the word stands where a meeting is named: at the kickoff."""
    before = r"\b(?:at|from|to|during|in|since|after|came to)\s+(?:the|our)?\s*"
    name = rf"{re.escape(word)}[\w-]*\b"
    meets = rf"\bfor\s+(?:the|our)?\s*{name}(?:\s+[\w-]+){{0,2}}?\s+{_GATHERING}\b"
    return re.search(rf"{before}{name}{_ENDED}|{meets}", text.lower()) is not None


def _together(words: list[str], text: str, between: int = 4) -> bool:
    """True if the words stand near each other, with few others between them."""
    stemmed = [stems(word.group()) for word in re.finditer(r"[^\W\d_]+", text)]
    places = [{at for at, own in enumerate(stemmed) if word in own} for word in words]
    if not all(places):
        return False
    return any(
        all(any(first <= at <= first + len(words) - 1 + between for at in own) for own in places)
        for first in sorted(set().union(*places))
    )
