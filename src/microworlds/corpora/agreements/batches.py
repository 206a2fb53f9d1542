"""Batches of agreements, as a corpus hands them over.

Source: issue 2, section 2; MemoryDocDataSet 4.2.
"""

from __future__ import annotations

from microworlds.core import seeds, tokens
from microworlds.core.records import Part
from microworlds.corpora.agreements.plan import Plan
from microworlds.corpora.agreements.planning import BATCH, plan
from microworlds.corpora.agreements.writing import written
from microworlds.corpora.records import Source

LEAST, MOST = 20_000, 50_000
# a first guess; what an attempt comes to corrects the next
_CHARACTERS_PER_TOKEN = 4.63
_ATTEMPTS = 12
_NEAR = 0.08


def batch(seed: int, number: int) -> list[Source]:
    """The twenty agreements of a batch."""
    return [agreement(seed, number, index) for index in range(BATCH)]


def agreement(seed: int, number: int, index: int) -> Source:
    """One agreement; it depends on the three numbers alone."""
    made = plan(seed, number, index)
    text, parts = _fitting(made, seed)
    first, second = made.parties
    return Source(
        id=made.id,
        kind="agreement",
        title=f"{made.title} between {first.short} and {second.short}",
        text=text,
        volume=f"agreements-{number}",
        jurisdiction=made.law,
        order=index,
        group=number,
        date=made.dated.isoformat(),
        licence="CC0-1.0",
        attribution="Invented by microworlds: no company, person or place in it is real.",
        parts=parts,
    )


def _fitting(made: Plan, seed: int) -> tuple[str, tuple[Part, ...]]:
    """Text and parts near the planned length, and never outside the bounds of a document."""
    length = made.tokens * _CHARACTERS_PER_TOKEN
    for attempt in range(_ATTEMPTS):
        rng = seeds.generator(seed, "agreements", "text", made.id, attempt)
        text, parts = written(made, round(length), rng)
        count = tokens.count(text)
        if LEAST <= count <= MOST and abs(count / made.tokens - 1) < _NEAR:
            return text, parts
        length *= made.tokens / count
    raise AssertionError(f"{made.id}: {count} tokens in attempt {_ATTEMPTS}, {made.tokens} were planned")
