"""The words of each trade, and the few that a single agreement settles on.

A word list is a text file of lines `class: term, term`. Classes of a trade that running text speaks of: `good`,
`process`, `defect`, `measure`, `customer`; those that only tables list: `input`, `equipment`, `document`, `site`,
`role`, `incident`. A trailing `*` marks a term that takes no article. An agreement is about one thing, so it keeps to
a few words of its trade from the first page to the last.

Source: issue 2, section 2 (the synthetic corpus).
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from microworlds.generation.grammar import article, plural, word_lists

PHRASES = Path(__file__).parent / "phrases"
CLASSES = (
    "good", "input", "equipment", "process", "document", "defect", "measure", "site", "role", "incident", "customer",
)  # fmt: skip
_ALWAYS_PLURAL = frozenset(("good", "customer"))
_EITHER = frozenset(("input", "defect"))
_SMALL = frozenset("a an and at by for from in of on or the to with".split())
# how many terms of each class an agreement speaks of
_SETTLED = {"good": 6, "process": 3, "defect": 3, "measure": 3, "customer": 1}


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
        """Settle on a few words of the trade."""
        self._rng = rng
        self._terms: dict[str, list[str]] = {}
        self._mass: set[str] = set()
        self._next: dict[str, int] = {}
        self.last_plural = False
        for kind in CLASSES:
            drawn = rng.sample(industry.terms[kind], min(len(industry.terms[kind]), _SETTLED.get(kind, 20)))
            self._terms[kind] = [term.removesuffix("*") for term in drawn]
            self._mass |= {term.removesuffix("*") for term in drawn if term.endswith("*")}

    def turn(self) -> None:
        """Begin a new section, which starts from the agreement's chief words again or from the next ones."""
        self._next = {kind: int(self._rng.random() * 2) for kind in CLASSES}

    def all(self, kind: str) -> list[str]:
        """The agreement's terms of a class."""
        return list(self._terms[kind])

    def draw(self, kind: str) -> str:
        """The next term of a class; a section names each of them before it comes back to the first."""
        terms = self._terms[kind]
        place = self._next.get(kind, 0)
        self._next[kind] = place + 1
        return terms[place % len(terms)]

    def any(self, kind: str) -> str:
        """Any term of a class."""
        return self._rng.choice(self._terms[kind])

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
        """Two or three different terms joined by the conjunction."""
        terms = self._terms[kind][: self._rng.choice((2, 2, 3))]
        self.last_plural = conjunction == "and" or is_plural(kind, terms[-1])
        return f"{', '.join(terms[:-1])} {conjunction} {terms[-1]}" if len(terms) > 1 else terms[0]
