"""How varied a body of text is: repetition, compression, vocabulary, duplicate paragraphs, distinct-n, self-BLEU.

One yardstick for every text here, invented or real, so that the two can be put side by side. Names, dates and
numbers are masked first where a measure says so: a template is a template whoever it names.

Source: distinct-n, Li et al. 2016; self-BLEU, Zhu et al. 2018; vocabulary growth, Heaps 1978.
"""

from __future__ import annotations

import lzma
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import fmean

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
MARKS = (10_000, 30_000, 100_000, 300_000)


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


def repetition_within(texts: Iterable[str], n: int = 8) -> float:
    """Mean over texts of the share of masked ``n``-word sequences that stand more than once in their text."""
    shares = []
    for text in texts:
        counts = Counter(grams(masked(text), n))
        if counts:
            shares.append(sum(count for count in counts.values() if count > 1) / counts.total())
    return fmean(shares) if shares else 0.0


def repetition_between(texts: Iterable[str], n: int = 8) -> float:
    """Mean over texts of the share of their distinct masked ``n``-word sequences that another text has too.

    It grows with the number of texts: compare equal numbers.
    """
    sets = [set(grams(masked(text), n)) for text in texts]
    seen = Counter(gram for own in sets for gram in own)
    return fmean(sum(1 for gram in own if seen[gram] > 1) / len(own) for own in sets if own)


def compression_ratio(texts: Iterable[str]) -> float:
    """Mean over texts of bytes before over bytes after LZMA: templates compress well."""
    return fmean(len(raw) / len(lzma.compress(raw, preset=6)) for raw in map(str.encode, texts))


def vocabulary_growth(texts: Iterable[str], marks: Sequence[int] = MARKS) -> dict[int, int]:
    """Number of distinct lower-cased words among the first m words, for each mark m that the texts reach."""
    seen: set[str] = set()
    count = 0
    growth = {}
    for text in texts:
        for word in WORD.findall(text):
            count += 1
            seen.add(word.lower())
            if count in marks:
                growth[count] = len(seen)
    return growth


def duplicate_paragraphs(texts: Iterable[str], words: int = 8) -> float:
    """Share of paragraphs of at least ``words`` words that stand more than once, masked, in all texts together."""
    counts: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        for line in text.splitlines():
            if len(line.split()) >= words:
                counts[tuple(masked(line))] += 1
    return sum(count for count in counts.values() if count > 1) / max(1, counts.total())


def distinct(texts: Iterable[str], n: int) -> float:
    """Distinct lower-cased ``n``-grams over all ``n``-grams: 1 when none repeats."""
    counts: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        counts.update(grams([word.lower() for word in WORD.findall(text)], n))
    return len(counts) / max(1, counts.total())


def self_bleu(texts: Sequence[str]) -> float:
    """Mean BLEU-4 (0..1) of each text against all the others: lower is more varied.

    It grows with the number and length of the texts: compare equal numbers of similar ones.
    """
    from sacrebleu.metrics import BLEU

    bleu = BLEU(effective_order=True, lowercase=True, tokenize="13a")
    return fmean(
        bleu.sentence_score(text, [other for at, other in enumerate(texts) if at != place]).score / 100
        for place, text in enumerate(texts)
    )


def spread(texts: Sequence[Sequence[str]], n: int = 8) -> tuple[float, tuple[str, ...]]:
    """The largest share of texts (as masked tokens) that have one ``n``-word sequence in common, and that sequence."""
    counts = Counter(gram for tokens in texts for gram in set(grams(tokens, n)))
    if not counts:
        return 0.0, ()
    gram, count = min(counts.items(), key=lambda item: (-item[1], item[0]))
    return count / len(texts), gram


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
