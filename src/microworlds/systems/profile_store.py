"""A profile store by rules: of everything that is told or done in the same way only the latest is kept, and looked up.

What a good engineer would try first: a dictionary of the latest value of each key. A key is who spoke, or which app,
and the words in lower case: what is left when names, numbers, days and times are taken out.

Source: DynamicMem, section 6 of its specification (structured-state baselines that its table lacks).
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from pydantic import Field

from microworlds.core.records import Observation, Record
from microworlds.retrieval.chunks import Chunk, Chunking, indexed, kinds
from microworlds.retrieval.lexical import Bm25, Lexical, Postings, terms
from microworlds.systems.base import Tools
from microworlds.systems.base.ranked import Found, Ranked

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_PLAIN = re.compile(r"(?<![\w-])[a-z][a-z'’]*(?![\w-])")


class ProfileStore(Record):
    """The ``k`` entries with the question's rarest words, among the latest of each key."""

    k: int = Field(gt=0, examples=[3])
    context_tokens: int | None = Field(default=None, gt=0, examples=[None])
    chunk: Chunking | None = Field(examples=[Chunking(tokens=64, overlap=8)])
    bm25: Bm25 = Field(examples=[Bm25(k1=1.5, b=0.75)])

    def open(self, tools: Tools, folder: Path) -> ProfileStoreMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return ProfileStoreMemory(self, tools)


class ProfileStoreMemory(Ranked):
    """The latest entry of each key, in the order in which keys were seen last."""

    def __init__(self, recipe: ProfileStore, tools: Tools) -> None:
        super().__init__(tools, recipe.k, kinds(recipe.chunk), recipe.context_tokens)
        self._recipe = recipe
        self._latest: dict[tuple[str, ...], Chunk] = {}
        self._index: Lexical | None = None

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        for chunk in indexed(observation, self._recipe.chunk):
            key = _key(chunk)
            self._latest.pop(key, None)
            self._latest[key] = chunk
        self._index = None

    def nearest(self, text: str) -> list[Found]:
        """See ``Ranked.nearest``; of what is equally good the latest comes first."""
        kept = list(reversed(self._latest.values()))
        if self._index is None:
            self._index = Lexical([Postings(terms(chunk.text) for chunk in kept)], self._recipe.bm25)
        return [Found.of(kept[at]) for at in self._index.search(terms(text), self._depth)]


def _key(chunk: Chunk) -> tuple[str, ...]:
    """Who or what it is of, and its words in lower case; of a text in which there are none, all its words.

    Of a call what it was made with counts, not what came back.
    """
    whose, text = _made(chunk.passage().text) or ("", chunk.text)
    return (chunk.kind, chunk.speaker or chunk.source, whose, *(_PLAIN.findall(text) or _WORD.findall(text)))


def _made(text: str) -> tuple[str, str] | None:
    """The name of a call that a log records, and the values that it was made with; None if it is no call."""
    try:
        told = json.loads(text)
        return str(told["api_name"]), " ".join(map(str, told["request"].values()))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


SYSTEM = ProfileStore
