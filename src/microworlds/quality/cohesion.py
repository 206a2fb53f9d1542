"""How far each turn of a conversation takes up the one before it, by the content words that they share.

Sharing words is not yet sense: whoever repeats the last turn shares most. The figures are to be read beside what
people, or a rating, say of the same conversations; what they find is talk in which no turn has to do with another.

Source: Halliday and Hasan 1976 (lexical cohesion); Hearst 1997, TextTiling (likeness of neighbouring blocks of text);
Dice 1945 (the likeness of two sets).
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Protocol

import yaml

from microworlds.core import text_tables
from microworlds.core.records import Record
from microworlds.core.text import stem, words

REFERENCE = Path(__file__).with_name("cohesion_reference.yaml")
_STOP = frozenset(word for line in text_tables.lines("microworlds.quality", "stop_words.txt") for word in line.split())


class Said(Protocol):
    """A turn: who says what."""

    @property
    def speaker(self) -> str:
        """A name of one word or more."""

    @property
    def text(self) -> str:
        """What is said, without the name."""


class Cohesion(Record):
    """Neighbours are two turns of a session, one right after the other; ``turns`` counts those that follow another.

    ``likeness`` is the mean Dice coefficient of the content stems of neighbours, ``taken_up`` the share of neighbours
    that have any in common; ``apart`` says the same of all other pairs of turns of the same world.
    """

    turns: int
    likeness: float
    likeness_apart: float
    taken_up: float
    taken_up_apart: float


class Reference(Record):
    """The figures of somebody else's conversations; ``of`` names them."""

    of: str
    figures: Cohesion


def reference() -> Reference:
    """What a release is shown beside."""
    return Reference.model_validate(yaml.safe_load(REFERENCE.read_text(encoding="utf-8")))


def content(text: str, names: frozenset[str] = frozenset()) -> frozenset[str]:
    """Stems of the words and numbers of a text that say something; ``names``, lower-cased, do not count.

    >>> sorted(content("Well, the lease is $900, Ada, isn't it?", frozenset({"ada"})))
    ['900', 'leas']
    """
    found = (word.lower().replace("’", "'") for word in words(text))
    return frozenset(stem(word) for word in found if word not in _STOP and word.removesuffix("'s") not in names)


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Twice what two sets have in common over the sum of their sizes; 0 where one is empty.

    >>> likeness(frozenset("abc"), frozenset("bcde"))
    0.5714285714285714
    """
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def cohesion(worlds: Iterable[Sequence[Sequence[Said]]]) -> Cohesion:
    """The figures of all worlds together, each a list of sessions; names of a world's speakers are no content.

    Time grows with the square of a world's turns.
    """
    near, apart = _Sum(), _Sum()
    for sessions in worlds:
        names = frozenset(part.lower() for session in sessions for turn in session for part in turn.speaker.split())
        said = [[content(turn.text, names) for turn in session] for session in sessions]
        own = _Sum(pair for session in said for pair in pairwise(session))
        near.add(own, 1)
        apart.add(_Sum(combinations([turn for session in said for turn in session], 2)), 1)
        apart.add(own, -1)
    return Cohesion(
        turns=near.pairs,
        likeness=near.mean(near.likeness),
        likeness_apart=apart.mean(apart.likeness),
        taken_up=near.mean(near.shared),
        taken_up_apart=apart.mean(apart.shared),
    )


class _Sum:
    """Over pairs of turns: how many, their likeness, and how many have anything in common."""

    def __init__(self, pairs: Iterable[tuple[frozenset[str], frozenset[str]]] = ()) -> None:
        self.pairs = self.shared = 0
        self.likeness = 0.0
        for one, other in pairs:
            self.pairs += 1
            self.shared += not one.isdisjoint(other)
            self.likeness += likeness(one, other)

    def add(self, other: "_Sum", times: int) -> None:
        self.pairs += times * other.pairs
        self.shared += times * other.shared
        self.likeness += times * other.likeness

    def mean(self, total: float) -> float:
        return round(total / self.pairs, 4) if self.pairs else 0.0
