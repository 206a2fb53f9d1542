"""The library of exchanges: whole little dialogues with slots, by kind, and how one is found and filled.

The files beside this module hold the dialogues:

    == changed due_on held_on @caselaw !held
    A*: <reason:cap>, so <work> is on <value> now.
    B: <value>? I had built my week round the other date.
    B@brisk: <value>. Fine.
    A: So had I.

A heading gives the kind, the attributes it is for (any, if it names none), the domain it is for, and ``!held`` for
those kept for the test split. A turn is ``ROLE[marks][@voice,voice]: text``, in the notation of ``generation.grammar``.
Lines in a row of one role are alternatives of one turn, by voice. ``*`` marks a turn that makes a fact known, in the
order of the beats; ``+`` an earlier one that is needed to understand it.

Source: MemoryDocDataSet 3.2 (conversations); ConvoMem A.1 (messages between user and assistant).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from operator import itemgetter
from pathlib import Path
from statistics import fmean

from microworlds.core.records import attributed
from microworlds.generation.grammar import Node, NoPhraseError, expanded, referred, sequence, stride

_HEADING = re.compile(r"== (?P<kind>[a-z_]+)(?P<attributes>(?: [a-z_]+)*)(?P<marks>(?: [@!][a-z]+)*)")
_TURN = re.compile(r"(?P<role>[A-Z])(?P<plus>\+?)(?P<stars>\**)(?:@(?P<voices>[a-z,]+))?: (?P<text>.+)")
_NEAR = 2  # dialogues of a deck among which the best in length is taken
_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Saying:
    """One way to put a turn; ``voices`` are those that would put it so, all if empty."""

    voices: frozenset[str]
    nodes: tuple[Node, ...]


@dataclass
class Turn:
    """A turn: who speaks, how many facts it makes known, whether the next fact needs it too."""

    role: str
    stars: int
    plus: bool
    sayings: list[Saying] = field(default_factory=list)

    def saying(self, voice: str) -> Saying | None:
        """How a voice puts it: in its own way if there is one."""
        own = [saying for saying in self.sayings if voice in saying.voices]
        return next(iter(own), next((saying for saying in self.sayings if not saying.voices), None))


@dataclass
class Dialogue:
    """A dialogue of the library."""

    kind: str
    attributes: frozenset[str]
    domain: str | None
    held: bool
    turns: list[Turn] = field(default_factory=list)

    @property
    def tellers(self) -> tuple[str, ...]:
        """The roles that make each of its facts known, in order."""
        return tuple(turn.role for turn in self.turns for _ in range(turn.stars))

    @property
    def roles(self) -> tuple[str, ...]:
        """All roles, in order."""
        return tuple(sorted({turn.role for turn in self.turns}))


@dataclass(frozen=True)
class Spoken:
    """A turn with its words; ``facts`` are numbers, from 0, of those of the exchange that it helps to make known."""

    speaker: str
    text: str
    facts: tuple[int, ...] = ()


@dataclass(frozen=True)
class Wanted:
    """What an exchange is to be: its kind, who makes each fact known, who else is there, and the words at hand.

    ``told`` are who makes the facts known, in order; ``says`` is what must be said for each. ``to`` is who must take
    part too, ``others`` may; ``lead`` plays A where nobody else does; ``after`` is who spoke last and had better not
    begin, ``before`` who speaks next and had better not end it. ``voices`` gives each person's voice; ``own`` are
    words that a person puts otherwise ("the one I brought"); ``spoken_of`` had better not be there, as they are
    spoken of. ``length`` is the best number of turns, if any; ``ends_told`` says that nothing is to follow the last
    turn that makes a fact known.
    """

    kind: str
    told: tuple[str, ...]
    slots: Mapping[str, str]
    others: tuple[str, ...]
    voices: Mapping[str, str]
    says: tuple[tuple[str, ...], ...] = ()
    own: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    spoken_of: tuple[str, ...] = ()
    attribute: str = ""
    to: str | None = None
    lead: str | None = None
    after: str | None = None
    before: str | None = None
    length: int | None = None
    ends_told: bool = False


@dataclass
class Library:
    """The dialogues of a domain, dealt like cards, so that over many sessions each is used equally often.

    ``turn`` (a session's number) rotates each deck; ``held_out`` admits those kept for the test split.
    """

    domain: str
    held_out: bool
    turn: int
    rng: random.Random
    _decks: dict[tuple[str, str], list[Dialogue]] = field(default_factory=dict)

    def exchange(self, wanted: Wanted) -> list[Spoken]:
        """The turns of a dialogue that fits: of the next few in the deck the one nearest in length.

        Raises:
            NoPhraseError: there is none.
        """
        deck = self._deck(wanted.kind, wanted.attribute)
        fitting = [(each, cast) for each in deck if (cast := self._cast(each, wanted)) is not None]
        if not fitting:
            raise NoPhraseError(f"no exchange {wanted.kind!r} {wanted.attribute!r} fits {sorted(wanted.slots)}")
        said: list[tuple[tuple[float, ...], Dialogue, list[Spoken]]] = []
        for dialogue, cast in fitting:
            spoken = list(self._spoken(dialogue, cast, wanted))
            if all(_says(spoken, fact, texts) for fact, texts in enumerate(wanted.says)):
                said.append((_misfit(dialogue, spoken, wanted), dialogue, spoken))
                if len(said) == min(_NEAR, len(fitting) // 2 or 1):  # of few cards each has its turn
                    break
        if said:
            _, dialogue, spoken = min(said, key=itemgetter(0))
            deck.remove(dialogue)
            deck.append(dialogue)
            told = [place for place, turn in enumerate(spoken, start=1) if turn.facts]
            return spoken[: told[-1]] if wanted.ends_told and told else spoken
        raise NoPhraseError(f"no exchange {wanted.kind!r} {wanted.attribute!r} says {wanted.says}")

    def has(self, kind: str, attribute: str = "") -> bool:
        """True if there are such dialogues."""
        return bool(self._deck(kind, attribute))

    def _deck(self, kind: str, attribute: str) -> list[Dialogue]:
        key = (kind, attribute)
        if key not in self._decks:
            cards = [
                each
                for each in dialogues()
                if each.kind == kind
                and (not attribute or not each.attributes or attribute in each.attributes)
                and each.domain in (None, self.domain)
                and (self.held_out or not each.held)
            ]
            random.Random("/".join(key)).shuffle(cards)
            first = self.turn * stride(len(cards)) % len(cards) if cards else 0
            self._decks[key] = cards[first:] + cards[:first]
        return self._decks[key]

    def _cast(self, dialogue: Dialogue, wanted: Wanted) -> dict[str, str] | None:
        """Who plays each role; None if the dialogue does not fit."""
        if len(dialogue.tellers) != len(wanted.told):
            return None
        cast: dict[str, str] = {}
        for role, name in zip(dialogue.tellers, wanted.told, strict=True):
            if cast.setdefault(role, name) != name:
                return None
        if len(set(cast.values())) < len(cast):
            return None
        if wanted.lead is not None and wanted.lead not in cast.values() and "A" not in cast:
            cast["A"] = wanted.lead
        free = [role for role in dialogue.roles if role not in cast]
        rest = [name for name in wanted.others if name not in cast.values()]
        if wanted.to is not None and wanted.to not in cast.values():
            if wanted.to not in rest or not free:
                return None
            rest.remove(wanted.to)
            cast[free.pop(0)] = wanted.to
        if len(free) > len(rest):
            return None
        self.rng.shuffle(rest)
        first, last = dialogue.turns[0].role, dialogue.turns[-1].role

        def misplaced(names: tuple[str, ...]) -> tuple[int, bool, bool]:
            played = {**cast, **dict(zip(free, names, strict=True))}
            absent = sum(name in wanted.spoken_of for name in names)
            return absent, played[first] == wanted.after, played[last] == wanted.before

        playing = min(permutations(rest, len(free)), key=misplaced)
        cast.update(zip(free, playing, strict=True))
        known = set(wanted.slots) | set(cast)
        for turn in dialogue.turns:
            saying = turn.saying(wanted.voices[cast[turn.role]])
            if saying is None or not set(referred(saying.nodes)) <= known:
                return None
        return cast

    def _spoken(self, dialogue: Dialogue, cast: Mapping[str, str], wanted: Wanted) -> Iterator[Spoken]:
        slots = {**wanted.slots, **{role: name.split()[0] for role, name in cast.items()}}
        fact, begun = 0, False
        for turn in dialogue.turns:
            speaker = cast[turn.role]
            saying = turn.saying(wanted.voices[speaker])
            assert saying is not None  # the cast was made for it
            words = {**slots, **wanted.own.get(speaker, {})}
            text = expanded(saying.nodes, self.rng.random, words.__getitem__).replace("..", ".")  # "Acme Co.."
            begun = begun or turn.plus
            facts = range(fact, fact + (turn.stars or begun))
            yield Spoken(speaker, text[:1].upper() + text[1:], tuple(facts))
            if turn.stars:
                fact, begun = fact + turn.stars, False


def _misfit(dialogue: Dialogue, spoken: Sequence[Spoken], wanted: Wanted) -> tuple[float, ...]:
    """How badly a dialogue fits, what matters most first.

    Turns that make something known are the longer ones, as they name things: where there is a choice, those that are
    not are taken that others outdo.
    """
    telling = [len(turn.text) for turn in spoken if turn.facts]
    others = [len(turn.text) for turn in spoken if not turn.facts]
    return (
        spoken[0].speaker == wanted.after,
        spoken[-1].speaker == wanted.before,
        max(1, abs(len(spoken) - wanted.length)) if wanted.length else 0,
        fmean(telling) - fmean(others) if telling and others else 0,
    )


def _says(spoken: list[Spoken], fact: int, texts: tuple[str, ...]) -> bool:
    """True if the turns that make a fact known say all of the texts, letter by letter."""
    said = "\n".join(attributed(turn.text, turn.speaker) for turn in spoken if fact in turn.facts)
    return all(text in said for text in texts)


@cache
def dialogues() -> tuple[Dialogue, ...]:
    """All dialogues, in order of file and place."""
    return tuple(each for path in sorted(_FOLDER.glob("*.txt")) for each in parsed(path.read_text("utf-8"), path.name))


def parsed(text: str, where: str = "exchanges") -> list[Dialogue]:
    """The dialogues of a file's text.

    Raises:
        ValueError: a line is neither heading, turn nor comment, or unbalanced (names the line).
    """
    made: list[Dialogue] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            if line.startswith("=="):
                made.append(_heading(line))
            else:
                _add(made[-1].turns, line)
        except (ValueError, IndexError) as error:
            raise ValueError(f"{where}, line {number}: {error}") from error
    return made


def _heading(line: str) -> Dialogue:
    match = _HEADING.fullmatch(line.rstrip())
    if match is None:
        raise ValueError(f"no heading of an exchange: {line!r}")
    marks = match["marks"].split()
    domains = [mark[1:] for mark in marks if mark.startswith("@")]
    return Dialogue(match["kind"], frozenset(match["attributes"].split()), next(iter(domains), None), "!held" in marks)


def _add(turns: list[Turn], line: str) -> None:
    match = _TURN.fullmatch(line.rstrip())
    if match is None:
        raise ValueError(f"no turn of an exchange: {line!r}")
    saying = Saying(frozenset((match["voices"] or "").split(",")) - {""}, sequence(match["text"]))
    role, stars, plus = match["role"], len(match["stars"]), bool(match["plus"])
    if not turns or turns[-1].role != role:
        turns.append(Turn(role, stars, plus))
    turns[-1].sayings.append(saying)
    turns[-1].stars, turns[-1].plus = max(stars, turns[-1].stars), plus or turns[-1].plus
