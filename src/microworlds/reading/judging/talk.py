"""What was said, turn by turn: which documents each turn names or means, and what it says of them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from microworlds.core import value_types
from microworlds.core.records import Observation, Passage
from microworlds.reading.answering import lexicon, questions, titles
from microworlds.reading.judging.documents import Register, Spot
from microworlds.reading.judging.words import IDLE, covered, introduces, terms

_BACK = 2
"""How many turns back a turn may point without a name."""
_POINTS = re.compile(
    rf"\b(?:that one|this one|yours|(?:the|that|this|your|my|their|one)\s(?:\w+\s)?{titles.DOCUMENT_NOUN})\b"
    r"|\b(?:read|reread|study|check|look|take|open|review|use|cite|like|love|trust)\w*\s+(?:\w+\s)?(?:it|that|this|one)\b"
    r"|\b(?:it|that|this)['’]?s?\s(?:\w+\s){0,2}(?:yours|mine|persuasive|convincing|weak|strong)\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:I|my|me|mine)\b")
_MONTH = re.compile(
    rf"\b(?P<month>{'|'.join(value_types.MONTHS)})\b(?:\s+(?P<day>\d{{1,2}})(?!\d))?(?:,?\s+(?P<year>\d{{4}}))?"
)

_AT_SESSION = re.compile(
    r"\b(?:meeting|call|session|review|briefing|prep|debrief|conference|check-in)\b", re.IGNORECASE
)
_DIGITS = frozenset(str(number) for number in range(1, 32)) | frozenset(str(year) for year in range(1900, 2100))


@dataclass(frozen=True)
class Said:
    """A turn: who, when, in which session, in which words; ``spots`` are the documents it names."""

    number: int
    session: int
    speaker: str
    time: datetime | None
    text: str
    spots: tuple[Spot, ...]

    @property
    def named(self) -> frozenset[int]:
        """The documents named."""
        return frozenset(spot.document for spot in self.spots)


@dataclass(frozen=True)
class Cues:
    """What a phrase says of a document: whose it is, at which session it was spoken of, and other terms."""

    people: frozenset[str]
    sessions: frozenset[int]
    terms: tuple[str, ...]


class Talk:
    """All sessions of a world as turns in order of time."""

    def __init__(self, sessions: Sequence[Observation], register: Register, people: Iterable[str]) -> None:
        """Take the sessions apart."""
        self.register = register
        self.sessions = sorted(sessions, key=lambda session: (session.time is None, session.time, session.id))
        self.turns = tuple(self._taken_apart())
        self._rarities: dict[str, float] = {}
        self.people = tuple(dict.fromkeys([*people, *(turn.speaker for turn in self.turns if turn.speaker)]))

    def _taken_apart(self) -> Iterable[Said]:
        number = 0
        for place, session in enumerate(self.sessions):
            for part in session.parts:
                text = session.text[part.start : part.end]
                time = part.time or session.time
                yield Said(number, place, part.speaker or "", time, text, self.register.spots(text))
                number += 1

    @cached_property
    def first_names(self) -> dict[str, str]:
        """Everyone by each part of their name that only they have."""
        found: dict[str, list[str]] = {}
        for person in self.people:
            for part in person.split():
                found.setdefault(part, []).append(person)
        return {part: owners[0] for part, owners in found.items() if len(owners) == 1}

    @cached_property
    def _occasions(self) -> tuple[frozenset[str], ...]:
        """Terms of each session's title, its date left out."""
        return tuple(frozenset(terms(_MONTH.sub(" ", session.title))) - _DIGITS for session in self.sessions)

    def persons(self, text: str) -> frozenset[str]:
        """Everyone whom a text names."""
        words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text)
        plain = (re.sub(r"['’]s?$", "", word) for word in words)
        return frozenset(self.first_names[word] for word in plain if word in self.first_names)

    def held(self, text: str) -> frozenset[int]:
        """The sessions that a text names, by title, month or day; of those that fit best all."""
        said = set(terms(text))
        whole = {place for place, occasion in enumerate(self._occasions) if occasion and occasion <= said}
        longest = max((len(self._occasions[place]) for place in whole), default=0)
        whole = {place for place in whole if len(self._occasions[place]) == longest}
        dated = {place for place, session in enumerate(self.sessions) if _dated(session.time, text)}
        return frozenset(whole & dated or whole or (dated if _AT_SESSION.search(text) else ()))

    def cues(self, text: str) -> Cues:
        """What a phrase goes by, the names of documents in it left out."""
        for spot in reversed(self.register.spots(text)):
            text = text[: spot.start] + " " * (spot.end - spot.start) + text[spot.end :]
        people, held = self.persons(text), self.held(text)
        used = {lexicon.term(part) for person in self.people for part in person.split()} | IDLE
        for place in held:
            used |= self._occasions[place]
        text = questions.timeless(_MONTH.sub(" ", text) if held else text)
        return Cues(
            people, held, tuple(dict.fromkeys(one for one in terms(text) if one not in used and not introduces(one)))
        )

    @cached_property
    def means(self) -> tuple[frozenset[int], ...]:
        """The documents that each turn names or, if it names none, points to."""
        found: list[frozenset[int]] = []
        for turn in self.turns:
            found.append(turn.named or self._described(turn) or self._pointed(turn, found))
        return tuple(found)

    def _described(self, turn: Said) -> frozenset[int]:
        """The documents that one phrase of a turn may mean: whose, and at which earlier session they came up."""
        if not re.search(titles.DOCUMENT_NOUN, turn.text, re.IGNORECASE):
            return frozenset()
        held = frozenset(place for place in self.held(turn.text) if place <= turn.session)
        people = self.persons(turn.text) - {turn.speaker}
        people = people | {turn.speaker} if _FIRST_PERSON.search(turn.text) or not people else people
        best: dict[int, float] = {}
        rest = self.cues(turn.text).terms
        for other in self.turns[: turn.number]:
            if not other.named or (held and other.session not in held):
                continue
            own = 1.0 if other.speaker in people else 0.0
            score = (own if held else 0.0) + covered(rest, other.text) * 3
            for document in other.named:
                best[document] = max(best.get(document, 0.0), score)
        top = max(best.values(), default=0.0)
        return frozenset(one for one, score in best.items() if score == top) if top >= 0.5 else frozenset()

    def _pointed(self, turn: Said, before: Sequence[frozenset[int]]) -> frozenset[int]:
        """What one of the turns just before names, if the turn points to something."""
        if not _POINTS.search(turn.text):
            return frozenset()
        for other in reversed(self.turns[max(0, turn.number - _BACK) : turn.number]):
            if other.session == turn.session and before[other.number]:
                return before[other.number]
        return frozenset()

    def rarity(self, one: str) -> float:
        """How much it says that a turn has a term: less, the more turns have it."""
        if one not in self._rarities:
            held = sum(covered((one,), turn.text) > 0 for turn in self.turns)
            self._rarities[one] = 1.0 / (1.0 + math.log(max(1, held)))
        return self._rarities[one]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """All turns as passages."""
        return tuple(
            Passage(
                text=turn.text, source=self.sessions[turn.session].title, speaker=turn.speaker or None, time=turn.time
            )
            for turn in self.turns
        )

    @cached_property
    def brought(self) -> dict[int, Said]:
        """The turn in which each document was named for the first time."""
        found: dict[int, Said] = {}
        for turn in self.turns:
            for document in sorted(turn.named):
                found.setdefault(document, turn)
        return found

    def turn_of(self, passage: Passage) -> Said | None:
        """The turn that a cited passage is."""
        return next((turn for turn in self.turns if turn.text == passage.text), None)


def _dated(time: datetime | None, text: str) -> bool:
    """True if a text gives the month of a session, and nothing that it was not held on."""
    for match in _MONTH.finditer(text) if time else ():
        assert time is not None
        month = value_types.MONTHS[time.month - 1] == match["month"]
        if month and match["day"] in (None, str(time.day)) and match["year"] in (None, str(time.year)):
            return True
    return False
