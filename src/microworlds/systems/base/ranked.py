"""What the memories that retrieve have in common: a ranked list, and an answer from the first of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from microworlds.core import tokens
from microworlds.core.records import Answer, Observation, Passage, Question, Span
from microworlds.retrieval.chunks import Chunk
from microworlds.retrieval.index import Index
from microworlds.systems.base import Tools, answered, tasks

DEPTH = 50  # so many spans a ranked list has, where there are so many: as deep as recall is measured


@dataclass(frozen=True)
class Found:
    """What can be found: the passage that an answerer reads, the spans it comes from, and their kind."""

    passage: Passage
    spans: tuple[Span, ...]
    kind: str

    @property
    def text(self) -> str:
        """What is embedded."""
        return self.passage.text

    @staticmethod
    def of(chunk: Chunk) -> Found:
        """A chunk, as it is."""
        return Found(chunk.passage(), (chunk.span,), chunk.kind)


def _distinct(found: Iterable[Found]) -> list[Span]:
    """Where it comes from, each place once."""
    return list(dict.fromkeys(span for one in found for span in one.spans))


class Ranked(ABC):
    """A memory that answers from the best of what it finds, ``k`` at most; ``kinds`` as in ``Searching``.

    Of these it shows those that fit into ``context_tokens`` cl100k tokens beside the better ones; None: all.
    ``quoted`` if passages are words of the record, not notes made of them.
    """

    quoted = True

    def __init__(self, tools: Tools, k: int, kinds: Collection[str], context_tokens: int | None = None) -> None:
        self._tools = tools
        self._k = k
        self._context_tokens = context_tokens
        self._depth = max(k, DEPTH)
        self.kinds = kinds

    @abstractmethod
    def nearest(self, text: str) -> list[Found]:
        """What is most like a question, the best first."""

    def find(self, text: str) -> list[Span]:
        """See ``Searching.find``."""
        return _distinct(self.nearest(text))

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``."""
        found = self.nearest(question.text)
        shown = self._fitting(found[: self._k])
        return answered(
            self._tools.author,
            question,
            [one.passage for one in shown],
            _distinct(found),
            context=_distinct(shown),
            sources=[one.spans for one in shown],
            quoted=self.quoted,
        )

    def _fitting(self, found: list[Found]) -> list[Found]:
        if self._context_tokens is None:
            return found
        shown: list[Found] = []
        for one in found:
            if tokens.count(tasks.context(own.passage for own in (*shown, one))) <= self._context_tokens:
                shown.append(one)
        return shown


class Indexed(Ranked):
    """One that finds by vectors; their index is made once there is a question."""

    def __init__(self, tools: Tools, k: int, kinds: Collection[str], context_tokens: int | None = None) -> None:
        super().__init__(tools, k, kinds, context_tokens)
        self._index = Index[Found]((), tools.embedder, tools.indexes)

    @abstractmethod
    def kept(self, observation: Observation) -> Iterable[Found]:
        """What can be found of an observation."""

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        items = (*self._index.items, *self.kept(observation))
        self._index = Index(items, self._tools.embedder, self._tools.indexes)

    def nearest(self, text: str) -> list[Found]:
        """See ``Ranked.nearest``."""
        return [hit.item for hit in self._index.search(text, self._depth, self.kinds)]
