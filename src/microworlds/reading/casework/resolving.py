"""Which documents a description means: by name, by the place they hold, by who brought, reads, praises or doubts them.

A description is held against every utterance: what it says of person, meeting and place must agree, what it says of
the subject should. What an utterance itself only describes ("the one Ann brought to the kickoff") is followed in turn.

Source: MemoryDocDataSet 3.4 (Hybrid questions), 6.2 (the navigation problem).
"""

from __future__ import annotations

import re
from dataclasses import replace

from microworlds.reading.answering.context import Turn
from microworlds.reading.casework import vocabulary
from microworlds.reading.casework.describing import Description, names_place, telling
from microworlds.reading.casework.following import Meant
from microworlds.reading.casework.reacting import Reactions
from microworlds.reading.casework.talk import first_name

_STEPS = 4
"""How often an utterance may lead to another."""
_OWN = re.compile(r"\b(?:I|my|mine|me|I'd|I've|I’d|I’ve|myself)\b")
_DOCUMENT = r"(?:opinion|ruling|case|decision|judge?ment|precedent|authority|find|one)\b"
_OWNS = re.compile(
    r"\b(?:whoever|whichever (?:person|colleague)|the (?:person|colleague|one|lawyer|member) (?:who|that|in "
    r"charge|responsible)"
    r"|(?:head|owner|keeper|organi[sz]er|author|minder|drafter) of|has an owner|in charge of|responsible for|"
    r"looks? after|looking after"
    r"|handles|takes? care of|whose (?:job|task)|our \w+ (?:lead|organi[sz]er|person))\b",
    re.IGNORECASE,
)
_THING = re.compile(
    r"\s*(?:of\s|for\s|after\s)?(?:the\s|our\s)?(?P<thing>(?:(?!(?:brought|raised|gave|showed|found|put|did|has|had|is|was|came|end|"
    r"ends|to|at|in|for|during|contributed|introduced|mentioned|suggested|shared|\w+ed)\b)[\w-]+\s*){1,4})",
    re.IGNORECASE,
)
"""What somebody is in charge of."""
_TAKES = re.compile(r"\b(?:now|instead|takes? over|took over|from now on|has it|is yours)\b", re.IGNORECASE)


class Resolver(Reactions):
    """Finds what descriptions mean in one conversation."""

    def meant(self, wanted: Description, *, before: int | None = None, skipped: int = -1, steps: int = _STEPS) -> Meant:
        """The documents of a description; ``before`` is the turn up to which one looks."""
        if wanted.mentions:
            keys = tuple(dict.fromkeys(key for one in wanted.mentions for key in one.keys))
            turns = [
                turn.number for turn in self.turns for one in self._mentions[turn.number] if set(one.keys) & set(keys)
            ]
            return Meant(keys, tuple(dict.fromkeys(turns))[:1], 3.0)
        if steps < 0:
            return Meant()
        seen = [turn for turn in self.turns if turn.number != skipped and (before is None or turn.number <= before)]
        if wanted.people or _OWNS.search(wanted.text):
            wanted = self._owner(wanted, seen)
        if wanted.role:
            found = self._holding(wanted, seen, steps)
            if found.keys or not (wanted.people or wanted.occasion):
                return found
            wanted = replace(wanted, role=None)
        ways = [self._read, self._reacted, self._brought, self._told]
        if wanted.occasion is not None and self._contributed(wanted):
            ways = [self._brought]
        elif wanted.people and wanted.occasion is None and self._may_be_felt(wanted):
            ways = [self._read, self._reacted, self._felt, self._brought, self._told]
        for way in ways:
            found = way(wanted, seen, steps)
            if found.keys:
                return found
        return Meant()

    def _may_be_felt(self, wanted: Description) -> bool:
        """True if nothing says that somebody brought the document, so that he may only have spoken of it."""
        return wanted.act in (None, "brought") and not self._contributed(wanted)

    def _contributed(self, wanted: Description) -> bool:
        """True if a description says that the document is somebody's, or that he brought it."""
        owned = any(
            re.search(rf"\b{re.escape(name)}['’]s?\s+(?:[\w-]+\s+){{0,3}}?{_DOCUMENT}", wanted.text)
            for name in wanted.people
        )
        text = vocabulary.WEAKLY_BROUGHT.sub(" ", wanted.text)
        return (
            bool(wanted.people)
            and wanted.act in (None, "brought", "assigned")
            and (owned or vocabulary.BROUGHT.search(text) is not None)
        )

    def _felt(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """What somebody spoke of who had not brought it."""
        if not any(
            self.talk.by(turn, name) for turn in seen if not self._mentions[turn.number] for name in wanted.people
        ):
            return Meant()
        found = self._told(wanted, seen, steps)
        return found if found.fit >= (1.5 if wanted.act else 1.2) else Meant()

    def _owner(self, wanted: Description, seen: list[Turn]) -> Description:
        """The description with the name of whoever is described by a task: whoever looks after travel."""
        if not _OWNS.search(wanted.text) or wanted.people:
            return wanted
        match = _OWNS.search(wanted.text)
        named = _THING.match(wanted.text, match.end()) if match else None
        task = telling(named["thing"]) if named else wanted.topics
        owned = [(sum(1 for word in task if word in self._stems[turn.number]), turn.number, turn) for turn in seen]
        for shared, _, turn in sorted(owned, key=lambda one: one[:2], reverse=True):
            name = self._holder(turn) if shared and not self._mentions[turn.number] else None
            if name is not None:
                return self._by_owner(wanted, name, named["thing"] if named else "")
        return wanted

    def _by_owner(self, wanted: Description, name: str, thing: str) -> Description:
        """The description with the owner's name for what it says of his task."""
        bare = self.describe(_OWNS.sub(" ", wanted.text).replace(thing, " ") if thing else wanted.text)
        return replace(wanted, people=(name,), topics=bare.topics, occasion=bare.occasion)

    def _holder(self, turn: Turn) -> str | None:
        """Whoever a turn says has a task: the last named where it is handed on, else the first, else who speaks."""
        text = self.said[turn.number]
        names = [name for name in self.talk.names(text) if name in self.talk.people]
        if len(names) > 1 and _TAKES.search(text):
            return names[-1]
        return names[0] if names else first_name(turn.speaker or "?") if _OWN.search(text) else None

    def _holding(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """The document that holds a place: the last to be given it, or the first if an earlier state is asked for."""
        pattern = dict(vocabulary.ROLES)[wanted.role or ""]
        found: list[Meant] = []
        for turn in seen:
            if wanted.occasion and turn.number not in wanted.occasion:
                continue
            if not names_place(pattern, self._bare(turn)) or vocabulary.CANCELLED.search(turn.text):
                continue
            if not (self._mentions[turn.number] or self._told_of(turn) or self._points_back(turn)):
                continue
            if self._role(turn) != wanted.role or self._turned_down(turn):
                continue
            inner = self._of_turn(turn, steps, without=pattern)
            if inner.keys:
                found.append(replace(inner, turns=(turn.number, *inner.turns), fit=2.5))
        if not found:
            return self._placed(seen, steps)
        earlier = vocabulary.NOT_YET.search(wanted.text)
        return found[0] if earlier else found[-1]

    def _turned_down(self, turn: Turn) -> bool:
        """True if the next to speak in the meeting says that it is not to be."""
        after = self.turns[turn.number + 1] if turn.number + 1 < len(self.turns) else None
        if after is None or after.session != turn.session or self._mentions[after.number]:
            return False
        return vocabulary.CANCELLED.search(self.said[after.number]) is not None

    def _placed(self, seen: list[Turn], steps: int) -> Meant:
        """The last document given a place that no word known here names."""
        for turn in reversed(seen):
            if not (self._mentions[turn.number] or self._describes(turn)):
                continue
            if vocabulary.SETS.search(self._bare(turn)) and self._role(turn) is None and not self._is_assigning(turn):
                inner = self._of_turn(turn, steps)
                if inner.keys:
                    return replace(inner, turns=(turn.number, *inner.turns), fit=0.7, sure=True)
        return Meant()

    def shares(self, wanted: Description, meant: Meant) -> bool:
        """True if an utterance that leads to a document has a telling word of the description."""
        return any(wanted.topics & self._stems[turn] for turn in meant.turns)

    def only_place(self) -> Meant:
        """What holds the only place that is ever spoken of."""
        held = {role for turn in self.turns if (role := self._role(turn)) is not None}
        found = [
            self._of_turn(turn, _STEPS, without=dict(vocabulary.ROLES)[role])
            for role in sorted(held)
            for turn in self.turns
            if self._role(turn) == role
        ]
        found = [one for one in found if one.keys]
        return replace(found[-1], fit=0.5, sure=False) if len(held) == 1 and found else Meant()

    def holders(self, wanted: Description) -> tuple[Meant, ...]:
        """Everything that held the place asked for, oldest first."""
        pattern = dict(vocabulary.ROLES)[wanted.role or ""]
        turns = [
            turn for turn in self.turns if names_place(pattern, self._bare(turn)) and self._role(turn) == wanted.role
        ]
        turns = [turn for turn in turns if not vocabulary.CANCELLED.search(turn.text) and not self._turned_down(turn)]
        found = (self._of_turn(turn, _STEPS, without=pattern) for turn in turns)
        return tuple(one for one in found if one.keys)
