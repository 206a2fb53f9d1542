"""A candidate answer."""

from __future__ import annotations

from dataclasses import dataclass

Key = object


@dataclass(frozen=True)
class Value:
    """A candidate answer: a span of a sentence, what to say, and ``key``, by which two values are compared.

    ``prior`` is what speaks for it by itself.
    """

    start: int
    end: int
    text: str
    kind: str
    key: Key
    prior: float = 0.0
