"""What a judge looks at: pairs, and what was said, turn by turn, with the documents that each turn names.

Source: MemoryDocDataSet, Appendix B.5.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from microworlds.core.records import Observation, Passage
from microworlds.reading import words

_TEXTS = words.listed_terms("text")
"""Any word for a document, which tells none from another."""


@dataclass(frozen=True)
class Pair:
    """A question, its answer (of an unanswerable one: what is wrong with it), and the passages cited for it."""

    id: str
    question: str
    answer: str
    answerable: bool
    evidence: tuple[Passage, ...]


@dataclass(frozen=True)
class Turn:
    """A turn; the documents that it names, terms that it can be found by: its own, and those of who spoke when."""

    number: int
    session: int
    said: Passage
    named: frozenset[int]
    terms: frozenset[str]
    setting: frozenset[str]


class Talk:
    """People, their sessions as turns in order of time, and documents, numbered, by their headings."""

    def __init__(
        self, people: Iterable[str], sessions: Sequence[Observation], headings: Sequence[str], asked_at: datetime
    ) -> None:
        """Take the sessions and the headings apart; what several headings have in common names no document."""
        self.people, self.given, self.headings, self.asked_at = tuple(people), sessions, headings, asked_at
        parts = [re.split(r",\s+", heading) for heading in headings]
        owners = Counter(part for own in parts for part in dict.fromkeys(own))
        telling = ([re.escape(part) for part in own if owners[part] == 1 and " " in part] for own in parts)
        self._names = [re.compile(rf"(?<!\w)(?:{'|'.join(own) or '(?!)'})(?!\w)", re.I) for own in telling]
        self.sessions = sorted(sessions, key=lambda session: (session.time is None, session.time, session.id))
        self.turns = tuple(self._turns())
        self._spread = Counter(term for turn in self.turns for term in turn.terms | turn.setting)

    def _turns(self) -> Iterator[Turn]:
        parts = ((place, session, part) for place, session in enumerate(self.sessions) for part in session.parts)
        for number, (place, session, part) in enumerate(parts):
            text, time = session.text[part.start : part.end], part.time or session.time
            day = f" {time:%B} {time.day} {time.year}" if time else ""
            said = Passage(text=text, source=session.title, speaker=part.speaker or None, time=time)
            setting = terms(f"{session.title}{day} {part.speaker or ''}")
            yield Turn(number, place, said, self.named(text), terms(text), setting)

    def document(self, heading: str) -> int | None:
        """The document of a passage's heading, which may go on with a section."""
        fitting = [number for number, own in enumerate(self.headings) if heading.startswith(own)]
        return max(fitting, key=lambda number: len(self.headings[number]), default=None)

    def named(self, text: str) -> frozenset[int]:
        """The documents that a text names, by a part of the heading that no other has."""
        return frozenset(number for number, name in enumerate(self._names) if name.search(text))

    def cited(self, pair: Pair) -> tuple[frozenset[int | None], list[Turn]]:
        """The documents and the turns that a pair cites."""
        documents = frozenset(self.document(piece.source) for piece in pair.evidence if piece.speaker is None)
        spoken = (piece.text for piece in pair.evidence if piece.speaker is not None)
        first = {turn.said.text: turn for turn in reversed(self.turns)}
        return documents, [first[text] for text in spoken if text in first]

    def weight(self, wanted: Iterable[str]) -> float:
        """How much it says that a turn has these terms: the more, the fewer turns have each; 0 for what none has."""
        count = len(self.turns)
        return round(sum(math.log(1 + count / self._spread[term]) for term in sorted(wanted) if self._spread[term]), 6)


def terms(text: str) -> frozenset[str]:
    """What the words of a text are compared by, those that any text about documents has left out."""
    return frozenset(words.content(text)) - _TEXTS - words.COMMON


def shared(question: str, turns: Iterable[Turn]) -> frozenset[str]:
    """The terms that a question has in common with turns, or with who spoke there and when."""
    return terms(question) & frozenset[str]().union(*(turn.terms | turn.setting for turn in turns))
