"""The citation graph of a conversation: which text each utterance speaks of, named or not, and what a question means.

Built while observing, from utterances and the headings of documents alone. What is only described ("the one Dana
brought") is followed to where it is named by the rules of ``casework``; which of the texts a question means is then
ranked by those rules and by how well the utterances that lead there fit the question: in their words, their meaning,
who speaks, and when.

Source: MemoryDocDataSet 6.5 (the two-stage system that it leaves open).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from microworlds.core.records import Passage
from microworlds.core.text import stem
from microworlds.core.value_types import format_date
from microworlds.reading.answering.context import Context, Turn
from microworlds.reading.casework.answering import desk
from microworlds.reading.casework.comparing import referred
from microworlds.retrieval.chunks import Chunk
from microworlds.retrieval.embedding import Embedder

_HEAD = 500  # characters of a text in which its names stand
_STEPS = 3  # how often one description may lead to another
_WORD = re.compile(r"[A-Za-z0-9][\w'&.-]*")
_CLOSED = frozenset(
    "a an the of to in on at for and or is are was were be been it its that this these those as by with from we you i "
    "he she they them our your his her their us me my do does did have has had not no so if but than then what which "
    "who whom whose when where why how can could would will shall should may might about into out up down over".split()
)


def terms(text: str) -> list[str]:
    """The stems of a text's open-class words, in order."""
    words = (word.lower().strip(".'-").removesuffix("'s") for word in _WORD.findall(text))
    return [stem(word) for word in words if word not in _CLOSED]


@dataclass(frozen=True)
class Weights:
    """What each sign adds to the fit of an utterance, or of a text; chosen once, on the train split of invented law.

    ``words`` is for each unit of inverse document frequency; ``meaning`` for a cosine of 1; ``speaker``, ``session``
    and ``spoken_of`` where the question names who speaks, which meeting, or somebody the utterance speaks of; ``late``
    for the last utterance of all; ``named`` where it names the text outright; ``meant`` and ``possible`` for the texts
    that the rules find meant, or cannot exclude.
    """

    words: float = 0.15
    meaning: float = 1.0
    speaker: float = 0.25
    session: float = 1.0
    spoken_of: float = 0.3
    late: float = 0.56
    named: float = 0.2
    meant: float = 0.75
    possible: float = 1.2


@dataclass(frozen=True)
class Cited:
    """A text that a question may mean, how well it fits, and the utterances that lead to it, the best first."""

    text: Chunk
    fit: float
    turns: tuple[int, ...]


class CitationGraph:
    """Utterances, texts, and who speaks of which. ``chunks`` are utterances and whole parts of documents."""

    def __init__(self, chunks: Sequence[Chunk], embedder: Embedder, weights: Weights = Weights()) -> None:
        self._weights = weights
        self._embedder = embedder
        self.utterances = [chunk for chunk in chunks if chunk.kind != "document"]
        self.texts = [chunk for chunk in chunks if chunk.kind == "document"]
        shown = [chunk.passage() for chunk in self.utterances]
        shown += [Passage(text=chunk.text[:_HEAD], source=chunk.source) for chunk in self.texts]
        self._context = Context(shown)
        self._rules = desk(self._context)

    @cached_property
    def _by_key(self) -> dict[str, int]:
        """The text of each key of the rules' library, by number."""
        found: dict[str, int] = {}
        for number, document in enumerate(self._context.documents):
            key = self._rules.library.key_of(number)
            if key is not None and document.units:
                found.setdefault(key, self._context.units[document.units[0]].passage - len(self.utterances))
        return found

    @cached_property
    def links(self) -> tuple[tuple[int, ...], ...]:
        """For each turn the numbers of the texts that it may speak of."""
        meant = (self._rules.spoken_of(turn, _STEPS) for turn in self._rules.turns)
        return tuple(tuple(self._by_key[key] for key in one.keys if key in self._by_key) for one in meant)

    def ranked(self, question: str) -> list[Cited]:
        """The texts that a question may mean, the likeliest first; those that nothing leads to are left out."""
        if not self.texts:
            return []
        text = " ".join(question.split())
        fits = self.fits(text)
        scores: dict[int, float] = {}
        turns: dict[int, list[int]] = defaultdict(list)
        for turn in np.argsort(-fits, kind="stable").tolist():
            for number in self.links[turn]:
                several = 0.3 if len(self.links[turn]) > 1 else 0.0
                scores[number] = max(scores.get(number, -math.inf), float(fits[turn]) - several)
                turns[number].append(turn)
        for meant in referred(self._rules, text):
            for key in dict.fromkeys(meant.keys):
                if key in self._by_key:
                    number = self._by_key[key]
                    scores[number] = scores.get(number, 0.0) + self._weights.possible
                    scores[number] += self._weights.meant * (key == meant.key)
        ranked = sorted(scores, key=lambda number: (-scores[number], number))
        return [Cited(self.texts[number], scores[number], tuple(turns[number])) for number in ranked]

    def utterance(self, turn: int) -> Chunk:
        """The utterance of a turn: turns are in order of time."""
        return self.utterances[self._rules.turns[turn].passage]

    def fits(self, question: str) -> NDArray[np.float64]:
        """How well each turn fits a question; shape (turns,)."""
        weights, rules = self._weights, self._rules
        if not rules.turns:
            return np.zeros(0)
        people = [name for name in self._people if re.search(rf"\b{re.escape(name)}\b", question)]
        asked = set(terms(question))
        content = asked - {term for name in people for term in terms(name)}
        cosines = self._vectors @ self._embedder.embed([question])[0].astype(np.float64)
        found = []
        for turn, cosine in zip(rules.turns, np.round(cosines, 6).tolist(), strict=True):
            speaker = _first(turn.speaker)
            others = (name for name in people if name != speaker and re.search(rf"\b{re.escape(name)}\b", turn.text))
            found.append(
                weights.words * sum(self._rarity(term) for term in sorted(content & self._terms[turn.number]))
                + weights.meaning * cosine
                + weights.speaker * (speaker in people)
                + weights.session * self._same_session(turn, asked, question)
                + weights.spoken_of * any(others)
                + weights.late * turn.number / len(rules.turns)
                + weights.named * (self.links[turn.number] != () and rules.names_one(turn))
            )
        return np.array(found)

    def _same_session(self, turn: Turn, asked: set[str], question: str) -> float:
        """How far the question speaks of the turn's meeting: by its date, or by words that few meetings share."""
        if turn.time is not None and format_date(turn.time.date()) in question:
            return 1.0
        own = self._session_terms[turn.session]
        whole = sum(1 / self._sessions_with[term] for term in own)
        shared = sum(1 / self._sessions_with[term] for term in own & asked)
        return shared / whole if whole and shared / whole >= 0.5 else 0.0

    def _rarity(self, term: str) -> float:
        return math.log(1 + len(self._terms) / (1 + self._turns_with[term]))

    @cached_property
    def _people(self) -> list[str]:
        return sorted({_first(turn.speaker) for turn in self._rules.turns})

    @cached_property
    def _terms(self) -> list[set[str]]:
        return [set(terms(turn.text)) for turn in self._rules.turns]

    @cached_property
    def _turns_with(self) -> Counter[str]:
        return Counter(term for own in self._terms for term in own)

    @cached_property
    def _session_terms(self) -> dict[str, set[str]]:
        return {turn.session: set(terms(turn.session)) for turn in self._rules.turns}

    @cached_property
    def _sessions_with(self) -> Counter[str]:
        return Counter(term for own in self._session_terms.values() for term in own)

    @cached_property
    def _vectors(self) -> NDArray[np.float64]:
        return self._embedder.embed([turn.text for turn in self._rules.turns]).astype(np.float64)


def _first(name: str | None) -> str:
    return (name or "?").split()[0]
