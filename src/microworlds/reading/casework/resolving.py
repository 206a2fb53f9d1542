"""Which documents a description means: by name, by the place they hold, by who brought, reads, praises or doubts them.

A description is held against every utterance: what it says of person, meeting and place must agree, what it says of
the subject should. What an utterance itself only describes ("the one Ann brought to the kickoff") is followed in turn.

Source: MemoryDocDataSet 3.4 (Hybrid questions), 6.2 (the navigation problem).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from microworlds.reading.answering.context import Context, Turn
from microworlds.reading.casework import vocabulary
from microworlds.reading.casework.library import Library, Mention
from microworlds.reading.casework.talk import Talk, first_name
from microworlds.text import stems

_STEPS = 4
"""How often an utterance may lead to another."""
_FRAME = frozenset(
    stems("""
        a an the this that these those what which who whom whose when where why how do does did is are was were
        be been being has have had can could will would should shall may might must of in on at by for from to
        with under between before after and or but if as since because while than then there here it its he she
        him her his hers they them their we us our ours you your i my me mine one ones some any all each both
        either neither not no yes also only just now today currently present presently latest court judge
        justice opinion ruling case decision judgment judgement precedent authority matter appeal argument argue
        decide write author wrote written pen deliver issue hand down came come get got give go number docket
        date day month year long many much full whole complete pass lie apart hear hearing file counsel attorney
        lawyer appellant appellee petitioner respondent party plaintiff defendant outcome result hold holding
        conclude statute section provision act standard review apply same different earlier later first last
        oldest earliest recent old new young town county state tribunal lower below trial affirm reverse dissent
        concur join separate please tell remind name know want need think like say said mention bring brought
        raise table flag share show introduce suggest propose find found produce speak spoke put forward offer
        talk recommend pick pull read reading assign study persuade impress interval team people someone
        somebody person it'd don't isn't that's there's what's who's let's submit submission ask thing page up
        out over into about such so very really quite own s t d ll re ve m
    """)
)  # fmt: skip
"""Stems that say nothing of which document is meant."""
_POINTS = re.compile(
    r"\b(?:it|its|that one|this one|that|this|the one|them)\b|\b(?:that|this|the) (?:ruling|case|decision|"
    r"opinion|judge?ment)\b",
    re.IGNORECASE,
)
_NAMES_ONE = re.compile(
    r"\b(?:opinion|ruling|case|decision|judge?ment|precedent|authority|one|what|it)\b", re.IGNORECASE
)
_OWN = re.compile(r"\b(?:I|my|mine|me|I'd|I've|I’d|I’ve|myself)\b")
_YOURS = re.compile(r"\b(?:you|your|yours|you've|you’ve|you'd)\b", re.IGNORECASE)
_WE = re.compile(r"\b(?:we|us|our)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Description:
    """What a text says of the document it means."""

    text: str
    mentions: tuple[Mention, ...]
    role: str | None
    act: str | None
    people: tuple[str, ...]
    occasion: frozenset[int] | None
    topics: frozenset[str]

    @property
    def says_something(self) -> bool:
        """True if there is anything to go by."""
        return bool(self.mentions or self.role or self.people or self.occasion is not None or self.topics)


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


class Resolver:
    """Finds what descriptions mean in one conversation."""

    def __init__(self, context: Context) -> None:
        """Note which turns name a document."""
        self.context = context
        self.library = Library(context)
        self.talk = Talk(context)
        self.turns = context.turns
        self.said = {turn.number: _said(turn) for turn in self.turns}
        self._mentions = {number: tuple(self.library.mentions(text)) for number, text in self.said.items()}
        self._stems = {number: words(text) - _FRAME for number, text in self.said.items()}
        self._spread: dict[str, int] = {}
        for turn in self.turns:
            for word in self._stems[turn.number]:
                self._spread[word] = self._spread.get(word, 0) + 1

    def bringing(self) -> list[Turn]:
        """Turns that name a document."""
        return [turn for turn in self.turns if self._mentions[turn.number]]

    def keys(self, turn: Turn) -> tuple[str, ...]:
        """The documents that a turn names."""
        return tuple(key for one in self._mentions[turn.number] for key in one.keys)

    def describe(self, text: str, people: tuple[str, ...] = ()) -> Description:
        """What a text says of a document; ``people`` are those whom its pronouns mean."""
        mentions = tuple(self.library.mentions(text))
        bare = text
        for one in reversed(mentions):
            bare = f"{bare[: one.start]} {bare[one.end :]}"
        role = next((name for name, pattern in vocabulary.ROLES if pattern.search(bare)), None)
        names = self.talk.names(bare) or people
        spoken = self.talk.occasion(bare)
        topics = self._topics(bare, names, spoken.turns if spoken else frozenset())
        return Description(text, mentions, role, _act(bare), names, spoken.turns if spoken else None, topics)

    def _topics(self, text: str, names: Iterable[str], turns: Iterable[int]) -> frozenset[str]:
        said = words(text) - _FRAME - frozenset(stems(" ".join(names)))
        return said - {word for turn in turns for word in stems(self.turns[turn].session.replace("-", " "))}

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
        if wanted.people and wanted.occasion is None and self._may_be_felt(wanted):
            ways = [self._read, self._reacted, self._felt, self._brought, self._told]
        for way in ways:
            found = way(wanted, seen, steps)
            if found.keys:
                return found
        return Meant()

    def _may_be_felt(self, wanted: Description) -> bool:
        """True if nothing says that somebody brought the document, so that he may only have spoken of it."""
        text = vocabulary.WEAKLY_BROUGHT.sub(" ", wanted.text)
        owned = any(
            re.search(rf"\b{name}['’]s?\s+(?:[\w-]+\s+){{0,3}}?{_DOCUMENT}", wanted.text) for name in wanted.people
        )
        return wanted.act in (None, "brought") and not owned and not vocabulary.BROUGHT.search(text)

    def _felt(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """What somebody spoke of who had not brought it."""
        if not any(
            self.talk.by(turn, name) for turn in seen if not self._mentions[turn.number] for name in wanted.people
        ):
            return Meant()
        found = self._told(wanted, seen, steps)
        return found if found.fit >= 1.5 else Meant()

    def _owner(self, wanted: Description, seen: list[Turn]) -> Description:
        """The description with the name of whoever is described by a task: whoever looks after travel."""
        if not _OWNS.search(wanted.text) or wanted.people:
            return wanted
        best: tuple[float, int, str, frozenset[str]] | None = None
        for turn in seen:
            if self._mentions[turn.number]:
                continue
            shared = wanted.topics & self._stems[turn.number]
            names = [name for name in self.talk.names(self.said[turn.number]) if name in self.talk.people]
            name = (
                names[0] if names else first_name(turn.speaker or "?") if _OWN.search(self.said[turn.number]) else None
            )
            name = names[-1] if len(names) > 1 and _TAKES.search(self.said[turn.number]) else name
            if shared and name and (best is None or (len(shared), turn.number) >= best[:2]):
                best = (len(shared), turn.number, name, shared)
        if best is None:
            return wanted
        return replace(wanted, people=(best[2],), topics=wanted.topics - best[3])

    def _holding(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """The document that holds a place: the last to be given it, or the first if an earlier state is asked for."""
        pattern = dict(vocabulary.ROLES)[wanted.role or ""]
        found: list[Meant] = []
        for turn in seen:
            if wanted.occasion and turn.number not in wanted.occasion:
                continue
            if not pattern.search(self._bare(turn)) or vocabulary.CANCELLED.search(turn.text):
                continue
            if self._role(turn) != wanted.role:
                continue
            inner = self._of_turn(turn, steps, without=pattern)
            if inner.keys:
                found.append(replace(inner, turns=(turn.number, *inner.turns), fit=2.5))
        if not found:
            return self._placed(seen, steps)
        earlier = vocabulary.NOT_YET.search(wanted.text)
        return found[0] if earlier else found[-1]

    def _placed(self, seen: list[Turn], steps: int) -> Meant:
        """The last document given a place that no word known here names."""
        for turn in reversed(seen):
            if vocabulary.SETS.search(self._bare(turn)) and self._role(turn) is None and not self._is_assigning(turn):
                inner = self._of_turn(turn, steps)
                if inner.keys:
                    return replace(inner, turns=(turn.number, *inner.turns), fit=0.7, sure=True)
        return Meant()

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
        turns = [turn for turn in self.turns if pattern.search(self._bare(turn)) and self._role(turn) == wanted.role]
        found = (
            self._of_turn(turn, _STEPS, without=pattern) for turn in turns if not vocabulary.CANCELLED.search(turn.text)
        )
        return tuple(one for one in found if one.keys)

    def _bare(self, turn: Turn) -> str:
        text = self.said[turn.number]
        for one in reversed(self._mentions[turn.number]):
            text = f"{text[: one.start]} {text[one.end :]}"
        return text

    def _places(self, turn: Turn) -> bool:
        """True if a turn gives a document its place, and says nothing for or against it."""
        return self._role(turn) is not None and (
            bool(vocabulary.SETS.search(self._bare(turn))) or feeling(self._bare(turn)) == (0, 0)
        )

    def asked_text(self, text: str) -> str:
        """A question without what it says of which document is meant: what is left says what is asked of it."""
        wanted = self.describe(text)
        for one in reversed(wanted.mentions):
            text = f"{text[: one.start]}it{text[one.end :]}"
        if wanted.role and not wanted.mentions and not (wanted.role == "review" and _ASKS_STANDARD.search(text)):
            text = dict(vocabulary.ROLES)[wanted.role].sub(" ", text)
        return _SECTIONS.sub(" ", self.talk.without_occasions(text))

    def _role(self, turn: Turn) -> str | None:
        bare = self._bare(turn)
        return next((name for name, pattern in vocabulary.ROLES if pattern.search(bare)), None)

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
        if wanted.people or wanted.occasion or wanted.topics:
            found = self._described(wanted, turn, steps)
            if found.keys:
                return found
        found = self._just_before(turn) if _POINTS.search(text) or not wanted.people else Meant()
        return found if found.keys or not _NAMES_ONE.search(text) else self._unplaced(turn)

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
        me = first_name(turn.speaker) if turn.speaker else ""
        names = [name for name in wanted.people if name in self.talk.people]
        if (
            _YOURS.search(text)
            and names
            and re.search(r"\b(?:your|you)\b", text, re.IGNORECASE)
            and not _OWN_THING.search(text)
        ):
            return replace(wanted, people=(names[0],))
        if _OWN_THING.search(text) and me:
            return replace(wanted, people=(me,))
        possessed = [name for name in names if re.search(rf"\b{name}(?:['’]s)?\s+(?:\w+\s+)?", text)]
        acted = [
            name
            for name in names
            if re.search(rf"(?<![,])\s{name}(?:['’]s\b|\s+\w)", f" {text}") and not _addressed(name, text)
        ]
        return replace(wanted, people=tuple(acted or possessed or names))

    def _just_before(self, turn: Turn) -> Meant:
        """The document last named before in the same meeting."""
        for number in range(turn.number - 1, -1, -1):
            if self.turns[number].session != turn.session:
                return Meant()
            if self._mentions[number]:
                return Meant(self._mentions[number][-1].keys, (number,), 0.8)
        return Meant()

    def _read(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """What somebody was given to read."""
        if wanted.act != "assigned" or not wanted.people:
            return Meant()
        found: list[Meant] = []
        for turn in seen:
            name = next((one for one in wanted.people if self._is_to_read(turn, one)), None)
            if name is None or (wanted.occasion and turn.number not in wanted.occasion):
                continue
            inner = self._of_turn(turn, steps - 1)
            if inner.keys:
                found.append(replace(inner, turns=(turn.number, *inner.turns), fit=2.0, sure=True))
        return found[-1] if found else Meant()

    def _is_to_read(self, turn: Turn, name: str) -> bool:
        """True if somebody is asked to read something, or takes it on."""
        text = self.said[turn.number]
        if not vocabulary.ASSIGNED.search(text):
            return False
        if self.talk.by(turn, name):
            return re.search(r"\bI['’]?(?:ll| will| shall| am going to|['’]m going to)\b", text) is not None
        return re.search(rf"\b{name}\b", text) is not None

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
            if not inner.keys:
                continue
            praise, blame = feeling(self.said[turn.number])
            score = (1.0 if good else -1.0) * max(-2, min(2, praise - blame))
            score += 0.0 if self._mentions[turn.number] else 1.5
            score -= 1.0 if self._is_assigning(turn) else 0.0
            score += 0.3 * len(wanted.topics & self._stems[turn.number])
            found.append((score, turn.number, replace(inner, turns=(turn.number, *inner.turns), fit=2.0, sure=True)))
        return max(found, key=lambda one: one[:2])[2] if found else Meant()

    def _is_assigning(self, turn: Turn) -> bool:
        return any(self._is_to_read(turn, name) for name in self.talk.people if not self.talk.by(turn, name))

    def _brought(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """What somebody brought to some meeting, or what was brought for some purpose."""
        del steps
        if not (wanted.people or wanted.occasion is not None or wanted.topics):
            return Meant()
        scored: list[tuple[float, Turn]] = []
        for turn in seen:
            if not self._mentions[turn.number]:
                continue
            if wanted.people and not any(self.talk.by(turn, name) for name in wanted.people):
                continue
            if wanted.occasion is not None and turn.number not in wanted.occasion:
                continue
            scored.append((self._overlap(wanted.topics, turn), turn))
        if not scored:
            return Meant()
        top = max(score for score, _ in scored)
        if not wanted.people and not wanted.occasion and top <= 0:
            return Meant()
        best = [turn for score, turn in scored if score >= 0.85 * top]
        best = [turn for turn in best if not self._role(turn)] or best
        keys = dict.fromkeys(key for turn in best for one in self._mentions[turn.number][:1] for key in one.keys)
        sure = bool(wanted.occasion) or top > 0
        fit = 1.0 + top + bool(wanted.people) + bool(wanted.occasion)
        return Meant(tuple(keys), tuple(turn.number for turn in best), fit, sure)

    def _overlap(self, topics: frozenset[str], turn: Turn) -> float:
        return sum(1.0 / math.sqrt(self._spread.get(word, 1)) for word in topics & self._stems[turn.number])

    def _told(self, wanted: Description, seen: list[Turn], steps: int) -> Meant:
        """What anybody named said of a document that he did not bring, whatever the words for it."""
        found: list[Meant] = []
        for turn in seen:
            if self._mentions[turn.number] or not any(self.talk.by(turn, name) for name in wanted.people):
                continue
            if wanted.occasion and turn.number not in wanted.occasion:
                continue
            inner = self._of_turn(turn, steps - 1)
            if inner.keys and not self._is_assigning(turn):
                found.append(
                    replace(
                        inner,
                        turns=(turn.number, *inner.turns),
                        fit=1.5,
                        sure=bool(wanted.occasion) or wanted.act in ("praised", "doubted"),
                    )
                )
        for turn in seen if not found else ():
            if any(self._is_to_read(turn, name) for name in wanted.people):
                inner = self._of_turn(turn, steps - 1)
                if inner.keys and wanted.occasion is None:
                    found.append(replace(inner, turns=(turn.number, *inner.turns), fit=1.2, sure=False))
        return found[-1] if found else Meant()


def _said(turn: Turn) -> str:
    """What was said, without the speaker's name before it."""
    lead = f"{turn.speaker}: "
    return turn.text[len(lead) :] if turn.speaker and turn.text.startswith(lead) else turn.text


def words(text: str) -> frozenset[str]:
    """Stems of a text; what is one term in several words counts as one."""
    joined = _TERMS.sub(lambda match: re.sub(r"[\s-]+", "", match.group().lower()), text)
    return frozenset(stems(joined.replace("-", " ")))


_TERMS = re.compile(
    r"\bstandard[\s-]of[\s-]review\b|\bburden[\s-]of[\s-]proof\b|\border[\s-]of[\s-]argument\b", re.IGNORECASE
)
_ASKS_STANDARD = re.compile(
    r"\b(?:what|which|same|identical)\s(?:\w+\s){0,2}standard|standard of review\b[^?]{0,50}\b(?:same|identical)", re.IGNORECASE
)
_SECTIONS = re.compile(
    r"\b(?!(?:oral|the|hearing|from|after|before|between|and|of|to|its|heard|their|an|hear)\b)[\w-]+\s"
    r"argument(?:\ssection)?\b(?!\s(?:in|on|before|and|took|take|was))"
    r"|\b(?:[\w-]+\s)?(?:section|paragraph|letter|outline|table|brief)\b(?!\s+(?:of|\d))",
    re.IGNORECASE,
)
"""Parts of the team's own papers, whose names have words in common with what opinions state."""
_DOCUMENT = r"(?:opinion|ruling|case|decision|judge?ment|precedent|authority|find|one)\b"
_OWNS = re.compile(
    r"\b(?:whoever|whichever (?:person|colleague)|the (?:person|colleague|one|lawyer|member) (?:who|that|in "
    r"charge|responsible)"
    r"|(?:head|owner|keeper|organi[sz]er|author|minder|drafter) of|has an owner|in charge of|responsible for|"
    r"looks? after|looking after"
    r"|handles|takes? care of|whose (?:job|task)|our \w+ (?:lead|organi[sz]er|person))\b",
    re.IGNORECASE,
)
_TAKES = re.compile(r"\b(?:now|instead|takes? over|took over|from now on|has it|is yours)\b", re.IGNORECASE)
_MOVES = re.compile(r"\b(?:instead of|not|rather than|replac\w+ .* (?:with|by)|from .* to|out .* in)\b", re.IGNORECASE)
_OWN_THING = re.compile(
    r"\b(?:my|mine|I (?:brought|showed|raised|had|gave|found|mentioned|shared|suggested|said|flagged))\b", re.IGNORECASE
)


def _addressed(name: str, text: str) -> bool:
    """True if a name is only called out: Ann, would you."""
    return re.search(rf"(?:^|[.,;:!?]\s+|\b(?:you|please|yes|then|so|and),?\s+){name}[,.!?:]", text) is not None


def _act(text: str) -> str | None:
    """What was done with the document: it is praised, doubted, assigned or brought."""
    good, bad = feeling(text)
    if bad and bad >= good:
        return "doubted"
    if good:
        return "praised"
    if vocabulary.ASSIGNED.search(text):
        return "assigned"
    return "brought" if vocabulary.BROUGHT.search(text) else None


def feeling(text: str) -> tuple[int, int]:
    """How many words of a text praise and how many blame, each turned round where it is denied.

    >>> feeling("Ann was not impressed, and I have my doubts.")
    (0, 2)
    """
    counts = [0, 0]
    for side, pattern in enumerate((vocabulary.PRAISED, vocabulary.DOUBTED)):
        for match in pattern.finditer(text):
            denied = vocabulary.NEGATED.search(text[: match.start()]) is not None
            counts[side ^ denied] += 1
    return counts[0], counts[1]
