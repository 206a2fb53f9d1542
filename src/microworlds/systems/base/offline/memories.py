"""The facts of a session worth keeping, picked from what was said and reworded as little as possible.

A sentence is worth keeping for what it states (dates, amounts, numbers, names), for what it does (decides, changes,
promises, objects) and for words that are rare in the session. One that leans on what stands before it, an answer on
its question or a pronoun on its noun, is kept together with that.

Source: MemoryDocDataSet 5.2 (key facts of a session).
"""

import math
import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from microworlds.core import text, value_types
from microworlds.core.text_tables import lines
from microworlds.systems.base.offline import regex
from microworlds.systems.base.offline.statements import stated
from microworlds.systems.base.tasks import Fact, MemoriesGiven, MemoriesWritten, Said

_VALUES = ("date", "amount", "duration", "percent", "docket", "citation", "statute", "number")
_DEEDS = frozenset(text.stems(" ".join(lines(__package__, "deeds.txt"))))
_MOST_WORDS = 60
_LEAST_WORDS = 4


@dataclass(frozen=True)
class Candidate:
    """One or two sentences that might be a fact: as said, reworded, and by what utterances."""

    said: str
    fact: Fact


def write(given: MemoriesGiven, rng: random.Random) -> MemoriesWritten:
    """The best facts, best first; nothing is drawn, so the generator is not used."""
    candidates = list(_candidates(given))
    known = Counter(stem for candidate in candidates for stem in set(text.stems(candidate.said)))
    present = {name for said in given.utterances for name in (said.speaker or "").split()}
    worth = {at: _worth(one.said, known, len(candidates), present) for at, one in enumerate(candidates)}
    chosen: list[Candidate] = []
    for at in sorted(worth, key=lambda at: (-worth[at], at)):
        if len(chosen) < given.most and not any(_repeats(candidates[at], other) for other in chosen):
            chosen.append(candidates[at])
    return MemoriesWritten(facts=tuple(candidate.fact for candidate in chosen))


def _candidates(given: MemoriesGiven) -> Iterator[Candidate]:
    """Statements in order; questions only with their answers."""
    asked: tuple[Said, str] | None = None
    for said in given.utterances:
        before = ""
        for start, end in text.sentences(said.text):
            sentence = said.text[start:end]
            if sentence.endswith("?"):
                asked, before = (said, sentence), ""
                continue
            if asked is not None and asked[0].id != said.id and _answers(sentence):
                pieces = [asked, (said, sentence)]
            else:
                plain = regex("memories.opening").sub("", sentence)
                leans = before and regex("memories.leaning").match(plain)
                pieces = [(said, f"{before} {plain}" if leans else plain)]
            if sum(len(text.words(words)) for _, words in pieces) >= _LEAST_WORDS:
                yield _candidate(given, pieces)
            asked, before = None, regex("memories.opening").sub("", sentence)


def _candidate(given: MemoriesGiven, pieces: Sequence[tuple[Said, str]]) -> Candidate:
    """What was said, the last piece as a statement; one before it is the question it answers."""
    *questions, (answerer, answer) = pieces
    statement = stated(answer[:1].upper() + answer[1:], answerer.speaker, given.time)
    words = " ".join([*(question for _, question in questions), statement])
    fact = Fact(text=words, utterances=tuple(dict.fromkeys(said.id for said, _ in pieces)))
    return Candidate(" ".join(sentence for _, sentence in pieces), fact)


def _answers(sentence: str) -> bool:
    """Whether a sentence after a question says too little without it."""
    count = len(text.words(sentence))
    return count < 8 or (count < 20 and regex("memories.reply").match(sentence) is not None)


def _worth(said: str, known: Counter[str], total: int, present: Collection[str]) -> float:
    """What is gained by keeping it: values, names, deeds and rare words, less for what is too long to be one fact.

    The names of those ``present`` do not count: people call each other by name without stating anything.
    """
    words = text.words(said)
    values = sum(1 for kind in _VALUES[:-1] for _ in value_types.find(kind, said)) or 0.5 * bool(re.search(r"\d", said))
    names = len({word for word in words[1:] if word[:1].isupper() and word[:2] not in ("I", "I'")} - set(present))
    deeds = len(set(text.stems(said)) & _DEEDS)
    # sorted: a sum of floats depends on its order, and a set's order on the hash seed
    rare = sum(math.log(total / known[stem]) for stem in sorted(set(text.stems(said)))) / math.sqrt(max(1, len(words)))
    excess = max(0, len(words) - _MOST_WORDS) / _MOST_WORDS
    return 1.5 * min(values, 3) + 0.8 * min(names, 4) + 0.9 * min(deeds, 3) + 0.6 * rare - 3 * excess


def _repeats(one: Candidate, other: Candidate) -> bool:
    """Whether most of the shorter one's words are in the other."""
    mine, theirs = set(text.stems(one.said)), set(text.stems(other.said))
    return len(mine & theirs) > 0.75 * max(1, min(len(mine), len(theirs)))
