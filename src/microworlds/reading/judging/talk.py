"""What was said, turn by turn, which documents each turn names, and what a question shares with it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from microworlds.core import value_types
from microworlds.core.records import Passage
from microworlds.reading import titles, words
from microworlds.reading.judging.given import World

_NUMBERS = ("docket", "citation")


class Register:
    """The documents of a world by their headings, numbered; a text names one by a part of its heading or its number."""

    def __init__(self, openings: Sequence[Passage]) -> None:
        """Take the headings apart; what several have in common names none of them."""
        self.headings = [opening.source for opening in openings]
        parts = [re.split(r",\s+", heading) for heading in self.headings]
        owners = Counter(part for own in parts for part in dict.fromkeys(own))
        self._names = [
            re.compile(
                "|".join(rf"(?<!\w){re.escape(part)}(?!\w)" for part in own if _tells(part, owners)) or r"(?!)", re.I
            )
            for own in parts
        ]
        self._numbers = [_numbers(opening.text) for opening in openings]

    def of(self, heading: str) -> int | None:
        """The document of a passage's heading, which may go on with a section."""
        fitting = [number for number, own in enumerate(self.headings) if heading.startswith(own)]
        return max(fitting, key=lambda number: len(self.headings[number]), default=None)

    def hints(self, document: int, text: str) -> bool:
        """Whether a text has a name out of a document's title."""
        return bool(titles.names(titles.title(self.headings[document])) & titles.names(text))

    def named(self, text: str) -> frozenset[int]:
        """The documents that a text names."""
        numbers = _numbers(text)
        return frozenset(
            number for number, name in enumerate(self._names) if name.search(text) or numbers & self._numbers[number]
        )


def _tells(part: str, owners: Counter[str]) -> bool:
    return owners[part] == 1 and " " in part


def _numbers(text: str) -> frozenset[str]:
    """Numbers of files and reports in a text, from their first figure."""
    found = (text[start:end] for kind in _NUMBERS for start, end in value_types.find(kind, text))
    return frozenset(re.sub(r"^.*?\b(?:nos?|number)\.?\s+", "", one.lower()).split(",")[0].strip(" .") for one in found)


@dataclass(frozen=True)
class Turn:
    """A turn: who, when, in which session, in which words; documents that it names, terms that it can be found by."""

    number: int
    session: int
    speaker: str
    time: datetime | None
    text: str
    named: frozenset[int]
    terms: frozenset[str]
    setting: frozenset[str]


class Talk:
    """All sessions of a world as turns in order of time."""

    def __init__(self, world: World) -> None:
        """Take the sessions apart."""
        openings = {one.source: one for pair in world.pairs for one in pair.evidence if one.speaker is None}
        self.register = Register(world.documents or tuple(openings.values()))
        self.sessions = sorted(world.sessions, key=lambda session: (session.time is None, session.time, session.id))
        self.people = dict.fromkeys(person.name for person in world.personas)
        self.turns = tuple(self._turns())
        self._spread = Counter(term for turn in self.turns for term in turn.terms | turn.setting)

    def _turns(self) -> Iterable[Turn]:
        number = 0
        for place, session in enumerate(self.sessions):
            for part in session.parts:
                text, time = session.text[part.start : part.end], part.time or session.time
                day = f" {time:%B} {time.day} {time.year}" if time else ""
                setting = terms(f"{session.title}{day} {part.speaker or ''}")
                named = self.register.named(text)
                yield Turn(number, place, part.speaker or "", time, text, named, terms(text), setting)
                number += 1

    def turn_of(self, passage: Passage) -> Turn | None:
        """The turn that a cited passage is."""
        return next((turn for turn in self.turns if turn.text == passage.text), None)

    def weight(self, wanted: Iterable[str]) -> float:
        """How much it says that a turn has these terms: the more, the fewer turns have each; 0 for what none has."""
        count = len(self.turns)
        return round(sum(math.log(1 + count / self._spread[term]) for term in sorted(wanted) if self._spread[term]), 6)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """All turns as passages."""
        return tuple(
            Passage(text=one.text, source=self.sessions[one.session].title, speaker=one.speaker or None, time=one.time)
            for one in self.turns
        )


def terms(text: str) -> frozenset[str]:
    """What the words of a text are compared by, those that any text about documents has left out."""
    parted = re.sub(r"(?<=\w)[-–—/](?=[^\W\d])", " ", text)
    return frozenset(words.content(parted)) - _TEXTS - words.COMMON


_TEXTS = words.terms(
    """
    text document paper case ruling decision judgment judgement opinion precedent authority matter agreement contract
    deal material reading page one somebody someone everyone current present latest
    """
)
"""Any word for a document, which tells none from another."""
