"""Words of a text with names, dates and numbers masked, and the phrases in them: a template is one whoever it names.

Source: issue 2, section 4 (with names, dates and numbers masked ...).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from microworlds.core.text import WORD
from microworlds.core.value_types import MONTHS

_CALENDAR = frozenset(month.lower() for month in MONTHS) | frozenset(
    (
        "jan feb mar apr jun jul aug sept sep oct nov dec monday tuesday wednesday thursday friday saturday sunday"
    ).split()
)
_CLAUSE = re.compile(r"(?<=[.!?:;])[\s\"”’]+|\n+")
NAME, NUMBER, DATE = "<name>", "<number>", "<date>"
_MASKS = frozenset((NAME, NUMBER, DATE))


def masked(text: str, names: frozenset[str] = frozenset()) -> list[str]:
    """Lower-cased words with names, dates and numbers replaced by one mask each, runs of a mask made one.

    A name is a capitalised word that does not open a sentence, a word all in capitals, or one of ``names``
    (lower-cased) wherever it stands.
    """
    out: list[str] = []
    for clause in _CLAUSE.split(text):
        for position, word in enumerate(WORD.findall(clause)):
            mark = _mark(word, position > 0, names)
            if mark in _MASKS and out and out[-1] in _MASKS:
                if mark == DATE:
                    out[-1] = DATE
                continue
            out.append(mark)
    return out


@cache
def _mark(word: str, inside: bool, names: frozenset[str]) -> str:
    low = word.lower()
    capital = word[0].isupper()
    if word[0].isdigit():
        return NUMBER
    if capital and low in _CALENDAR and (inside or low != "may"):
        return DATE
    shouted = len(word) > 1 and word.isupper()
    if low.split("'")[0].split("’")[0] in names or (capital and (inside or shouted) and low.split("'")[0] != "i"):
        return NAME
    return low


def grams(tokens: Sequence[str], n: int) -> list[tuple[str, ...]]:
    """All sequences of ``n`` consecutive tokens, in order."""
    return [tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1)]


@dataclass
class Phrases:
    """Which masked phrases of eight words the texts so far have, as they come in.

    Source: issue 15, section 1 (one writer has one voice and tells one joke fifty times).
    """

    items: set[str] = field(default_factory=set)
    counts: Counter[tuple[str, ...]] = field(default_factory=Counter)

    @staticmethod
    def of(texts: Mapping[str, str]) -> Phrases:
        """Those of texts by item."""
        own = Phrases()
        for item, text in texts.items():
            own._count(item, set(grams(masked(text), _PHRASE)))
        return own

    def added(self, item: str, text: str, given: str) -> str | None:
        """Why a text has to be written anew: it has a phrase of more than its share of others, which was not given it.

        Otherwise it is counted, and nothing is said.
        """
        found = set(grams(masked(text), _PHRASE))
        most = max(_TEXTS_LEAST, int(_TEXTS_SHARE * (len(self.items) + 1)))
        known = set(grams(masked(given), _GIVEN))
        worn = sorted(own for own in found if self.counts[own] >= most and known.isdisjoint(grams(own, _GIVEN)))
        if worn:
            return f"{' '.join(worn[0])!r} was said in others too often: say it otherwise, or not at all"
        self._count(item, found)
        return None

    def _count(self, item: str, found: set[tuple[str, ...]]) -> None:
        self.items.add(item)
        self.counts.update(found)


_PHRASE, _GIVEN = 8, 5  # words of a phrase; what has so many in a row of what it was given is its own
_TEXTS_LEAST, _TEXTS_SHARE = 2, 0.05  # texts that may have one in common
