"""Which document somebody was given to read, praised or doubted, by what utterances do rather than by their words.

Who speaks of a document without naming it gives it to somebody, tells what he remembers of it, gives it a place, or
says what he thinks of it. The first three show by other signs than praise or blame, so that what is left is opinion,
however it is worded.

Source: MemoryDocDataSet 3.4 (Hybrid questions), 6.2 (the navigation problem).
"""

from __future__ import annotations

import re
from dataclasses import replace

from microworlds.core import value_types
from microworlds.reading.answering.context import Turn
from microworlds.reading.casework import vocabulary
from microworlds.reading.casework.describing import Description, feeling
from microworlds.reading.casework.following import (
    OWN_THING,
    POINTS,
    SPEAKS_OF_ONE,
    YOUR_THING,
    Follower,
    Meant,
    acts,
    addressed,
    without_acts,
)

_GIVEN = (
    r"\b{name}\s+(?:reads?|to|should|will|must|has\sto|gets|is\sto|can|could|needs|takes|does)\b|\b"
    r"{name}['’](?:s|ll)\s(?:homework|job|turn|"
    r"reading|read)|\b(?:for|to|ask(?:ed|ing)?|told|tell|give|volunteer\w*|want|have|let|get|task\w*|"
    r"assign\w*)\s(?:\w+\s)?{name}\b"
)
"""Somebody is given something to do."""
_TAKES_ON = re.compile(r"\bI['’]?(?:ll| will| shall| am going to|['’]m going to)\b")
_REMEMBERS = re.compile(
    r"\b(?:remember\w*|recall\w*|recollect\w*|memory|if I['’]m not mistaken|I could swear"
    r"|unless I['’]m wrong|read it)\b"
    r"|\b(?:written|penned|signed|decided|argued|heard|filed|dated|handed down)\s(?:by|on|in)\b|\b[A-Z]{4,}\b",
)
"""Somebody tells what he remembers of a document."""


_PLAIN = 1.5
"""From here on an utterance does nothing but say what somebody thinks of a document."""


class Reactions(Follower):
    """What people were given, and what they think of it."""

    def _places(self, turn: Turn) -> bool:
        """True if a turn gives a document its place, and says nothing for or against it."""
        return self._role(turn) is not None and (
            bool(vocabulary.SETS.search(self._bare(turn))) or feeling(self._bare(turn)) == (0, 0)
        )

    def _read(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """What somebody was given to read: by the surest utterance, the last of several."""
        if wanted.act != "assigned" or not wanted.people:
            return Meant()
        found: list[tuple[float, int, Meant]] = []
        for turn in seen:
            given = max(self._given(turn, name) for name in wanted.people)
            if not given or (wanted.occasion and turn.number not in wanted.occasion):
                continue
            inner = self._of_turn(turn, steps - 1)
            if inner.keys:
                found.append(
                    (given, turn.number, replace(inner, turns=(turn.number, *inner.turns), fit=2.0, sure=True))
                )
        return max(found, key=lambda one: one[:2])[2] if found else Meant()

    def _given(self, turn: Turn, name: str) -> float:
        """2 if words say that somebody is to read the document of a turn, 1 if he gets or takes it, 0 if neither."""
        text = self.said[turn.number]
        worded = vocabulary.ASSIGNED.search(text) is not None
        if self.talk.by(turn, name):
            takes = worded and _TAKES_ON.search(text) and (self._told_of(turn) or self._points_back(turn))
            return 1.0 if takes else 0.0
        called = addressed(name, text)
        if worded and (called or re.search(_GIVEN.format(name=re.escape(name)), text)):
            return 2.0
        if self._mentions[turn.number] or self._role(turn) is not None:
            return 0.0
        passive = called or re.search(rf"\b{re.escape(name)}\b", without_acts(name, text)) is not None
        return 1.0 if passive and (self._told_of(turn) or self._points_back(turn)) else 0.0

    def _points_back(self, turn: Turn) -> bool:
        """True if a turn points at the document that was named just before."""
        before = self.turns[turn.number - 1] if turn.number else None
        return (
            before is not None
            and before.session == turn.session
            and bool(self._mentions[before.number])
            and POINTS.search(self.said[turn.number]) is not None
        )

    def _describes(self, turn: Turn) -> bool:
        """True if a turn speaks of a document, as one, and says which."""
        return SPEAKS_OF_ONE.search(self.said[turn.number]) is not None and self._told_of(turn)

    def _told_of(self, turn: Turn) -> bool:
        """True if a turn describes a document: somebody's, or of a meeting."""
        text = self.said[turn.number]
        if OWN_THING.search(text) or YOUR_THING.search(text) or any(acts(name, text) for name in self.talk.people):
            return True
        return SPEAKS_OF_ONE.search(text) is not None and self.describe(text).says_something

    def _reacted(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """What somebody praised or doubted."""
        if wanted.act not in ("praised", "doubted") or not wanted.people:
            return Meant()
        good = wanted.act == "praised"
        found: list[tuple[float, int, Meant]] = []
        for turn in seen:
            if not any(self.talk.by(turn, name) for name in wanted.people) or self._places(turn):
                continue
            if wanted.occasion and turn.number not in wanted.occasion:
                continue
            inner = self._of_turn(turn, steps - 1)
            praise, blame = feeling(self.said[turn.number])
            if not inner.keys or (self._mentions[turn.number] and (praise > blame) != good):
                continue
            score = (1.0 if good else -1.0) * max(-2, min(2, praise - blame)) + self._opinion(turn)
            score += 0.3 * len(wanted.topics & self._stems[turn.number])
            found.append((score, turn.number, replace(inner, turns=(turn.number, *inner.turns), fit=2.0, sure=True)))
        return max(found, key=lambda one: one[:2])[2] if found else Meant()

    def _opinion(self, turn: Turn) -> float:
        """How far a turn is one in which somebody says what he thinks of a document, by what else it does not do."""
        if self._mentions[turn.number]:
            return -1.0 if self._introduces(turn) else 0.0
        text = self.said[turn.number]
        score = 1.5 if self._told_of(turn) else -1.0
        score -= 1.0 if self._is_assigning(turn) else 0.0
        remembers = _REMEMBERS.search(text) is not None or any(True for _ in value_types.find("date", text))
        return score - (1.0 if remembers else 0.0) - (1.0 if self._role(turn) else 0.0)

    def _is_assigning(self, turn: Turn) -> bool:
        return any(self._given(turn, name) for name in self.talk.people if not self.talk.by(turn, name))

    def _told(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """What anybody named said of a document that he did not bring, whatever the words for it."""
        strongly = vocabulary.BROUGHT.search(vocabulary.WEAKLY_BROUGHT.sub(" ", wanted.text))
        if strongly and wanted.act == "brought" and wanted.occasion is not None:
            return Meant()
        found: list[tuple[float, int, Meant]] = []
        sure = bool(wanted.occasion) or wanted.act in ("praised", "doubted")
        for turn in seen:
            if not (SPEAKS_OF_ONE.search(self.said[turn.number]) or self._told_of(turn)):
                continue
            if self._mentions[turn.number] or not any(self.talk.by(turn, name) for name in wanted.people):
                continue
            if wanted.occasion and turn.number not in wanted.occasion:
                continue
            inner = self._of_turn(turn, steps - 1)
            if inner.keys and not self._is_assigning(turn):
                thinks = self._opinion(turn)
                plain = thinks >= _PLAIN and not strongly
                fit = 2.0 if plain else 1.5
                told = replace(inner, turns=(turn.number, *inner.turns), fit=fit, sure=sure or plain)
                found.append((thinks, turn.number, told))
        for turn in seen if not found and wanted.occasion is None else ():
            if any(self._given(turn, name) for name in wanted.people):
                inner = self._of_turn(turn, steps - 1)
                if inner.keys:
                    told = replace(inner, turns=(turn.number, *inner.turns), fit=1.2, sure=False)
                    found.append((0.0, turn.number, told))
        return max(found, key=lambda one: one[:2])[2] if found else Meant()
