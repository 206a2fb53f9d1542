"""Choosing among overlapping spans: not the likeliest one, but the one that the likely ones agree with most.

Where a dozen spans share most of their words, the best single score is largely luck; the span with the highest expected
token F1 against all of them, weighted by their scores, is the safer answer.

Source: minimum Bayes risk decoding (Kumar and Byrne 2004), with token F1 as the gain.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from microworlds.reading.answering import lexicon

SHARPNESS = 3.0
"""How fast a span's say falls with its score."""
_MOST = 48
"""Spans that have a say, best first."""


def order(texts: Sequence[str], scores: Sequence[float]) -> list[int]:
    """Indices of the spans, best first: by expected F1 against all, ties by score, then by place."""
    places = sorted(range(len(texts)), key=lambda place: (-scores[place], place))[:_MOST]
    if not places:
        return []
    top = scores[places[0]]
    say = [math.exp(SHARPNESS * (scores[place] - top)) for place in places]
    bags = [frozenset(lexicon.content(texts[place])) or frozenset([texts[place]]) for place in places]
    gains = {
        place: sum(share * _f1(bag, other) for share, other in zip(say, bags, strict=True))
        for place, bag in zip(places, bags, strict=True)
    }
    return sorted(places, key=lambda place: (-gains[place], -scores[place], place))


def _f1(left: frozenset[str], right: frozenset[str]) -> float:
    return 2 * len(left & right) / (len(left) + len(right))
