"""Which document an utterance speaks of: named in it, described in it, or named just before it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from microworlds.reading.answering.context import Turn
from microworlds.reading.casework.describing import Description, Transcript
from microworlds.reading.casework.talk import first_name

POINTS = re.compile(
    r"\b(?:it|its|that one|this one|that|this|the one|them)\b|\b(?:that|this|the) (?:ruling|case|decision|"
    r"opinion|judge?ment)\b",
    re.IGNORECASE,
)
_MERELY_POINTS = re.compile(
    r"\b(?:it|this|that)(?:\s(?:one|ruling|case|decision|opinion|judge?ment))?(?=[.,;:!?]|$|\s(?:is|goes|falls|lands|to|"
    r"with|for|from|over|through|up|home|on|by|in|please|as|and|should|could|would|will|can|must|deserves|needs|"
    r"if|before|when)\b)",
    re.IGNORECASE,
)
"""A document is pointed at, by nothing that would tell it from others."""
NAMES_ONE = re.compile(
    r"\b(?:opinion|ruling|case|decision|judge?ment|precedent|authority|one|what|it)\b", re.IGNORECASE
)
_MOVES = re.compile(r"\b(?:instead of|not|rather than|replac\w+ .* (?:with|by)|from .* to|out .* in)\b", re.IGNORECASE)
SPEAKS_OF_ONE = re.compile(
    r"\b(?:opinion|ruling|case|decision|judge?ment|precedent|authority|find|the one|what [A-Z]\w+)\b", re.IGNORECASE
)
YOUR_THING = re.compile(
    r"\bwhat you \w+|\byour\b(?!\s(?:take|view|time|eyes?|thoughts|opinion on|evening))|\byou(?:['’]ve)?\s(?:brought|"
    r"presented|gave|showed|had|found|raised|"
    r"mentioned|shared|put|tabled|introduced|flagged|suggested|pitched|dug|pulled|proposed|circulated|recommended)\b",
    re.IGNORECASE,
)
OWN_THING = re.compile(
    r"\bwhat I \w+|\bmine\b"
    r"|\bmy\s(?:\w+\s)?(?:find|contribution|case|ruling|decision|opinion|judge?ment|offering|"
    r"suggestion|proposal|pick|authority|precedent|one)\b"
    r"|\b(?:I (?:sent|brought|showed|raised|had|gave|found|mentioned|shared|suggested|said|flagged))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Meant:
    """Documents that a description may mean, likeliest last; the turns that lead to them; how well they fit.

    ``worded`` if nothing but the wording led there.
    """

    keys: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()
    fit: float = 0.0
    sure: bool = True
    worded: bool = False

    @property
    def key(self) -> str | None:
        """The one document, or the last of several."""
        return self.keys[-1] if self.keys else None


class Follower(Transcript):
    """A conversation in which what is only described is followed to where it is named."""

    def spoken_of(self, turn: Turn, steps: int) -> Meant:
        """The document that an utterance speaks of, if it speaks of one."""
        return self._of_turn(turn, steps)

    def names_one(self, turn: Turn) -> bool:
        """True if an utterance names a document outright."""
        return bool(self._mentions[turn.number])

    def _of_turn(self, turn: Turn, steps: int, without: re.Pattern[str] | None = None) -> Meant:
        """The document that an utterance speaks of: named in it, described in it, or named just before it."""
        mentions = self._mentions[turn.number]
        if mentions:
            chosen = mentions[-1] if len(mentions) > 1 and _MOVES.search(turn.text) else mentions[0]
            return Meant(chosen.keys, (turn.number,), 1.0)
        text = self.said[turn.number]
        text = without.sub(" ", text) if without else text
        wanted = self._spoken_by(turn, self.describe(text), text)
        wanted = replace(wanted, role=None)
        if (
            not wanted.people
            and not wanted.occasion
            and (_MERELY_POINTS.search(text) or not SPEAKS_OF_ONE.search(text))
        ):
            found = self._just_before(turn)
            if found.keys:
                return found
        if wanted.people or wanted.occasion or wanted.topics:
            found = self._described(wanted, turn, steps)
            if found.keys:
                return found
        found = self._just_before(turn) if POINTS.search(text) or not wanted.people else Meant()
        return found if found.keys or not NAMES_ONE.search(text) else self._unplaced(turn)

    def _unplaced(self, turn: Turn) -> Meant:
        """The only document brought before a turn that was given no place."""
        brought = [one for one in self.turns[: turn.number] if self._mentions[one.number] and self._role(one) is None]
        keys = tuple(dict.fromkeys(key for one in brought for key in self.keys(one)))
        return Meant(keys, (brought[0].number,), 0.5, sure=False) if len(keys) == 1 else Meant()

    def _described(self, wanted: Description, turn: Turn, steps: int) -> Meant:
        seen = [one for one in self.turns if one.number < turn.number]
        exact = self._brought(wanted, seen, steps)
        if exact.keys:
            return exact
        if wanted.people:
            for name in wanted.people:
                exact = self._brought(replace(wanted, people=(name,)), seen, steps)
                if exact.keys:
                    return exact
        return self._brought(replace(wanted, people=()), seen, steps) if wanted.occasion or wanted.topics else Meant()

    def _spoken_by(self, turn: Turn, wanted: Description, text: str) -> Description:
        """The description with its pronouns resolved: I is who speaks, you is who is addressed."""
        names = [name for name in wanted.people if name in self.talk.people]
        acting = tuple(name for name in names if acts(name, text))
        if acting:
            return replace(wanted, people=acting)
        if YOUR_THING.search(text) and names:
            called = [name for name in names if addressed(name, text)]
            return replace(wanted, people=tuple((called or names)[:1]))
        if OWN_THING.search(text) and turn.speaker:
            return replace(wanted, people=(first_name(turn.speaker),))
        if _MERELY_POINTS.search(text):
            return replace(wanted, people=())
        return replace(wanted, people=tuple(name for name in names if not addressed(name, text)))

    def _just_before(self, turn: Turn) -> Meant:
        """The document last named before in the same meeting."""
        for number in range(turn.number - 1, -1, -1):
            if self.turns[number].session != turn.session:
                return Meant()
            if self._mentions[number]:
                return Meant(self._mentions[number][-1].keys, (number,), 0.8)
        return Meant()

    def _introduces(self, turn: Turn) -> bool:
        """True if a turn is the first to name its document, and gives it no place."""
        before = any(self._named_first[key] < turn.number for key in self.keys(turn))
        return not before and self._role(turn) is None

    def _brought(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """What somebody brought to some meeting, or what was brought for some purpose; placing it is not bringing."""
        del steps
        if not (wanted.people or wanted.occasion is not None or wanted.topics):
            return Meant()
        named = [
            turn
            for turn in seen
            if self._mentions[turn.number]
            and (not wanted.people or any(self.talk.by(turn, name) for name in wanted.people))
            and (wanted.occasion is None or turn.number in wanted.occasion)
        ]
        first = [turn for turn in named if self._introduces(turn)]
        if wanted.people or wanted.occasion:
            named = first or named
        scored = [(self._overlap(wanted.topics, turn), turn) for turn in named]
        if not scored:
            return Meant()
        top = max(score for score, _ in scored)
        if not wanted.people and not wanted.occasion and top <= 0:
            return Meant()
        best = [turn for score, turn in scored if score >= 0.85 * top]
        best = [turn for turn in best if not self._role(turn)] or best
        keys = dict.fromkeys(key for turn in best for one in self._mentions[turn.number][:1] for key in one.keys)
        sure = bool(first) if wanted.people and wanted.occasion else bool(wanted.occasion) or top > 0
        fit = 1.0 + top + bool(wanted.people) + bool(wanted.occasion)
        return Meant(tuple(keys), tuple(turn.number for turn in best), fit, sure)


def acts(name: str, text: str) -> bool:
    """True if something is somebody's own, or done by him.

    >>> acts("Ann", "Ben, would you read what Ann brought?"), acts("Ben", "Ben, would you read what Ann brought?")
    (True, False)
    """
    return re.search(_ACTS.format(name=re.escape(name)), text) is not None


def without_acts(name: str, text: str) -> str:
    """A text without what is somebody's own or done by him."""
    return re.sub(_ACTS.format(name=re.escape(name)), " ", text)


_ACTS = (
    r"\b{name}(?:['’]s?(?!\w)|\s(?:had|has|came|put|sent|got|took|told|said|wrote|gave|found|brought|dug|made|spoke|"
    r"drew|thought|swore|ran|went|\w+ed)\b)|\bby\s{name}\b|\b(?:opinion|ruling|case|decision|judge?ment|"
    r"precedent|authority|find|one)\sfrom\s{name}\b"
)


def addressed(name: str, text: str) -> bool:
    """True if a name is only called out: Ann, would you."""
    return (
        re.search(rf"(?:^|[.,;:!?]\s+|\b(?:you|please|yes|then|so|and),?\s+){re.escape(name)}[,.!?:]", text) is not None
    )
