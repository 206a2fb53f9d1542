"""Systems that read nothing but the questions: by id, by order, by the words of a question without its names.

Each learns from all worlds but the one it is asked about: which answer does best, by the kind of question, in each
group; and in which groups more questions than elsewhere have no answer. The constant that it has to beat is the best
of each kind, chosen with all answers at hand.

Source: issue 14, section 1.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from scipy import sparse

from microworlds.core.masking import masked
from microworlds.core.records import Gold, Question
from microworlds.core.stats import Numbers
from microworlds.core.text import stem
from microworlds.quality.shortcuts.inputs import KIND, World
from microworlds.quality.shortcuts.leaks import number

# how right an answer is, from 0 to 1, given the expected one
Overlap = Callable[[str, str], float]


@dataclass(frozen=True)
class Asked:
    """A question in its world: where among how many it is asked."""

    world: World
    question: Question
    gold: Gold
    place: int
    count: int

    @property
    def kind(self) -> str:
        """What sort of answer it wants; the same for all where a suite does not say."""
        return self.gold.labels.get(KIND, "")


@dataclass(frozen=True)
class Reply:
    """Of every question how right the answer is, NaN where nothing is, and whether the system would abstain."""

    right: Numbers
    abstained: Numbers


def every(worlds: Sequence[World]) -> list[Asked]:
    """All questions, in order."""
    return [
        Asked(world, question, gold, place, len(world.asked))
        for world in worlds
        for place, (question, gold) in enumerate(world.asked)
    ]


IDS: Mapping[str, Callable[[Asked], Hashable]] = {
    "number": lambda own: number(own.question.id),
    "last character": lambda own: own.question.id[-1:],
    "last two characters": lambda own: own.question.id[-2:],
    "first after what ids have in common": lambda own: own.question.id[_common(own.world) :][:1],
    "length": lambda own: len(own.question.id),
    "fifth of their order": lambda own: 5 * sorted(own.world.gold).index(own.question.id) // own.count,
}
ORDER: Mapping[str, Callable[[Asked], Hashable]] = {
    "place": lambda own: own.place,
    "place from the end": lambda own: own.count - own.place,
    "fifth": lambda own: 5 * own.place // own.count,
    "odd or even": lambda own: own.place % 2,
}


def _common(world: World) -> int:
    """How many characters all ids of a world begin with."""
    first, last = min(world.gold), max(world.gold)
    return next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))


class Constants:
    """What one constant answer a group comes to, by kind of question, over any choice of worlds."""

    def __init__(self, asked: Sequence[Asked], overlap: Overlap) -> None:
        self._overlap = cache(overlap)
        self.asked = asked
        self._answers: dict[str, list[str]] = {}
        for kind in sorted({own.kind for own in asked}):
            self._answers[kind] = sorted({own.gold.answer for own in asked if own.kind == kind and own.gold.answerable})
        self._table = {
            kind: np.array([[self._overlap(guess, gold) for gold in own] for guess in own])
            for kind, own in self._answers.items()
        }
        self._place = {(kind, answer): at for kind, own in self._answers.items() for at, answer in enumerate(own)}

    def best(self, kind: str, answers: Mapping[str, int]) -> str:
        """The answer of a kind that does best where so many questions have each answer."""
        counts = np.zeros(len(self._answers[kind]))
        for answer, count in answers.items():
            counts[self._place[kind, answer]] = count
        return self._answers[kind][int(np.argmax(np.round(self._table[kind] @ counts, 9)))]

    def right(self, answers: Iterable[str | None]) -> Numbers:
        """How right the answer to each question is: 0 where there is none, NaN where none is right."""
        return np.array(
            [
                (self._overlap(said, own.gold.answer) if said else 0.0) if own.gold.answerable else np.nan
                for own, said in zip(self.asked, answers, strict=True)
            ]
        )

    def hindsight(self) -> Numbers:
        """The best constant of each kind, chosen with all answers at hand."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for own in self.asked:
            if own.gold.answerable:
                counts[own.kind][own.gold.answer] += 1
        chosen = {kind: self.best(kind, answers) for kind, answers in counts.items()}
        return self.right(chosen.get(own.kind) for own in self.asked)


def played(constants: Constants) -> dict[str, dict[str, Reply]]:
    """What each of the systems replies, in each of the ways in which it may group questions."""
    alike = _likeness(constants.asked)
    return {
        **{
            name: {way: by_group(constants, [group(own) for own in constants.asked]) for way, group in ways.items()}
            for name, ways in (("ids only", IDS), ("order only", ORDER))
        },
        "question skeleton": {
            "answer of the nearest": by_nearest(constants, alike),
            "constant of the nearest's kind": by_kind(constants, alike),
        },
    }


class _Others:
    """Counts over all worlds but one: of answers by kind and group, of questions and of those without an answer."""

    def __init__(self, asked: Sequence[Asked], groups: Sequence[Hashable]) -> None:
        self._answers: dict[Hashable, Counter[str]] = defaultdict(Counter)
        self._sizes: Counter[Hashable] = Counter()
        self._declined: Counter[Hashable] = Counter()
        for own, group in zip(asked, groups, strict=True):
            for world in (None, own.world.id):
                for each in (None, (group,)):  # None: of all worlds, of all groups
                    self._sizes[world, each] += 1
                    self._declined[world, each] += not own.gold.answerable
                    if own.gold.answerable:
                        self._answers[world, each, own.kind][own.gold.answer] += 1

    def answers(self, world: str, kind: str, group: Hashable) -> Counter[str]:
        """Answers of a kind in a group, or in all groups where it has none."""
        here = self._answers[None, (group,), kind] - self._answers[world, (group,), kind]
        return here or self._answers[None, None, kind] - self._answers[world, None, kind]

    def abstains(self, world: str, group: Hashable) -> bool:
        """Whether more questions of the group than of all have no answer."""
        size, every = (self._sizes[None, each] - self._sizes[world, each] for each in ((group,), None))
        none, never = (self._declined[None, each] - self._declined[world, each] for each in ((group,), None))
        return none * every > never * size


def by_group(constants: Constants, groups: Sequence[Hashable]) -> Reply:
    """For each group the constant of each kind that does best in all other worlds, and whether to abstain there."""
    others = _Others(constants.asked, groups)

    @cache
    def said(world: str, kind: str, group: Hashable) -> str | None:
        known = others.answers(world, kind, group)
        return constants.best(kind, known) if known else None

    pairs = list(zip(constants.asked, groups, strict=True))
    return Reply(
        constants.right(said(own.world.id, own.kind, group) for own, group in pairs),
        np.array([float(others.abstains(own.world.id, group)) for own, group in pairs]),
    )


def by_nearest(constants: Constants, likeness: Numbers) -> Reply:
    """What is answered to the question of another world that is worded most alike; abstains if nothing is."""
    asked = constants.asked
    answerable = np.array([own.gold.answerable for own in asked])
    said = [asked[at].gold.answer if at >= 0 else None for at in _nearest(asked, np.where(answerable, likeness, -1.0))]
    silent = [at >= 0 and not answerable[at] for at in _nearest(asked, likeness)]
    return Reply(constants.right(said), np.array(silent, dtype=np.float64))


def by_kind(constants: Constants, likeness: Numbers) -> Reply:
    """The best constant of the kind of the question of another world that is worded most alike."""
    asked = constants.asked
    others = _Others(asked, [None] * len(asked))
    answerable = np.array([own.gold.answerable for own in asked])

    @cache
    def constant(world: str, kind: str) -> str | None:
        known = others.answers(world, kind, None)
        return constants.best(kind, known) if known else None

    nearest = _nearest(asked, np.where(answerable, likeness, -1.0))
    said = [constant(own.world.id, asked[at].kind) if at >= 0 else None for own, at in zip(asked, nearest, strict=True)]
    return Reply(constants.right(said), np.zeros(len(asked)))


def _nearest(asked: Sequence[Asked], likeness: Numbers) -> list[int]:
    """For each question the place of the one of another world that is most like it; -1 if there is none."""
    worlds = np.array([own.world.id for own in asked])
    found = []
    for own, row in zip(asked, likeness, strict=True):
        like = np.where(worlds == own.world.id, -1.0, row)
        found.append(int(np.argmax(like)) if like.max() >= 0 else -1)
    return found


def _likeness(asked: Sequence[Asked]) -> Numbers:
    """Cosine of every two questions' words and pairs of words, rare ones counting more."""
    texts = []
    for own in asked:
        names = frozenset(
            word.lower() for text in own.world.texts for part in text.parts for word in (part.speaker or "").split()
        )
        words = [stem(word) for word in masked(own.question.text, names)]
        texts.append(Counter([*words, *pairwise(words)]))
    seen: Counter[Hashable] = Counter(term for own in texts for term in own)
    place = {term: at for at, term in enumerate(seen)}
    weights = [{place[term]: count * math.log(len(texts) / seen[term]) for term, count in own.items()} for own in texts]
    lengths = [math.sqrt(sum(weight * weight for weight in own.values())) or 1.0 for own in weights]
    cells = [
        (weight / length, row, column)
        for row, (own, length) in enumerate(zip(weights, lengths, strict=True))
        for column, weight in own.items()
    ]
    values, rows, columns = zip(*cells, strict=True) if cells else ((), (), ())
    table = sparse.csr_matrix((values, (rows, columns)), shape=(len(texts), len(place)))
    likeness: Numbers = np.round((table @ table.T).toarray(), 9)
    return likeness
