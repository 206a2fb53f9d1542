"""The words of each trade, and the ones that a single agreement settles on.

A word list is a text file of lines `class: term, term`. Classes of a trade: `good`, `input`, `equipment`, `process`,
`document`, `defect`, `measure`, `site`, `role`, `incident`, `customer`. A trailing `*` marks a term that takes no
article. An agreement uses part of its trade's words, some far more often than others, and makes defined terms of a few.

Source: issue 2, section 2 (the synthetic corpus); Zipf 1949 for the skew of the draws.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from microworlds.generation.grammar import article, plural, word_lists

PHRASES = Path(__file__).parent / "phrases"
CLASSES = (
    "good", "input", "equipment", "process", "document", "defect", "measure", "site", "role", "incident", "customer",
)  # fmt: skip
_ALWAYS_PLURAL = frozenset(("good", "customer"))
_EITHER = frozenset(("input", "defect"))
_SMALL = frozenset("a an and at by for from in of on or the to with".split())
# how many terms of each class an agreement makes defined terms of
_DEFINED = {"document": 6, "equipment": 4, "process": 4, "site": 2, "good": 3, "incident": 2, "role": 2, "measure": 3}


# how many terms of each class a section speaks of, and how often it keeps to them
_SPOKEN_OF = dict.fromkeys(CLASSES, 2) | {"process": 3, "good": 3, "document": 3}
_FOCUS = 0.8


@dataclass(frozen=True)
class Industry:
    """A trade: its name, what it deals in, what its boards are called after, and its words by class."""

    name: str
    field: str
    board: str
    terms: Mapping[str, tuple[str, ...]]


@cache
def industries() -> Mapping[str, Industry]:
    """All trades by name, in alphabetical order."""
    found = {}
    for path in sorted(PHRASES.glob("industry_*.txt")):
        lists = word_lists(path.read_text(encoding="utf-8"))
        name = path.stem.removeprefix("industry_")
        terms = {key: lists[key] for key in CLASSES}
        found[name] = Industry(name, lists["field"][0], lists["board"][0], terms)
    return found


def titled(term: str) -> str:
    """The term as a defined term or heading: capitals except in small words."""
    words = term.split(" ")
    return " ".join(word if at and word in _SMALL else word[:1].upper() + word[1:] for at, word in enumerate(words))


def plural_of(term: str) -> str:
    """The plural of a term by its head noun: certificate of analysis, certificates of analysis."""
    if term.endswith("man"):
        return f"{term[:-3]}men"
    for link in (" of ", " for ", " to ", " in ", " from "):
        head, found, rest = term.partition(link)
        if found:
            return plural(head) + found + rest
    return plural(term)


def is_plural(kind: str, term: str) -> bool:
    """True if a verb after the term is plural."""
    if kind in _ALWAYS_PLURAL:
        return True
    head = term.split(" of ")[0].split(" in ")[0].split(" from ")[0]
    return kind in _EITHER and head.endswith("s") and not head.endswith(("ss", "us", "is"))


class Vocabulary:
    """One agreement's words; remembers whether the last one drawn was a plural, so that a verb can agree with it."""

    def __init__(self, industry: Industry, rng: random.Random) -> None:
        """Choose four fifths of the trade's words, in a random order of preference."""
        self._rng = rng
        self._terms: dict[str, list[str]] = {}
        self._weights: dict[str, list[float]] = {}
        self._mass: set[str] = set()
        self.defined: list[tuple[str, str]] = []  # terms that this agreement defines, after their class
        self.last_plural = False
        self._about: dict[str, list[str]] = {}
        for kind in CLASSES:
            drawn = rng.sample(industry.terms[kind], max(5, len(industry.terms[kind]) * 4 // 5))
            self._terms[kind] = list(self._settled(kind, drawn))
            self._weights[kind] = list(accumulate(1 / (rank + 3) for rank in range(len(drawn))))

    def _settled(self, kind: str, drawn: list[str]) -> Iterator[str]:
        for rank, raw in enumerate(drawn):
            term = raw.removesuffix("*")
            if term != raw:
                self._mass.add(term)
            elif rank < _DEFINED.get(kind, 0):
                term = titled(term)
                self.defined.append((kind, term))
            yield term

    def focus(self, about: Mapping[str, str]) -> None:
        """Begin a section: it will speak of a few terms of each class, those of ``about`` among them."""
        self._about = {kind: [term] for kind, term in about.items()}

    def draw(self, kind: str) -> str:
        """One term, the preferred ones more often, and those that the section speaks of most often."""
        about = self._about.setdefault(kind, [])
        if len(about) < _SPOKEN_OF[kind]:
            term = self._any(kind)
            if term not in about:
                about.append(term)
            return term
        if self._rng.random() < _FOCUS:
            return about[int(self._rng.random() * len(about))]
        return self._any(kind)

    def _any(self, kind: str) -> str:
        return self._rng.choices(self._terms[kind], cum_weights=self._weights[kind])[0]

    def one(self, kind: str) -> str:
        """One term as the text goes on to speak of it."""
        term = self.draw(kind)
        self.last_plural = is_plural(kind, term)
        return term

    def many(self, kind: str) -> str:
        """The plural of one countable term."""
        self.last_plural = True
        return plural_of(self.draw(kind))

    def with_article(self, term: str) -> str:
        """The term with its indefinite article, or without if it takes none."""
        return term if any(term.endswith(mass) for mass in self._mass) else article(term)

    def several(self, kind: str, conjunction: str) -> str:
        """Two to four different terms joined by the conjunction."""
        terms: list[str] = []
        wanted = self._rng.choices((2, 3, 4), (5, 4, 2))[0]
        while len(terms) < wanted:
            term = self._any(kind) if terms else self.draw(kind)
            if term not in terms:
                terms.append(term)
        self.last_plural = conjunction == "and" or is_plural(kind, terms[-1])
        return f"{', '.join(terms[:-1])} {conjunction} {terms[-1]}"
