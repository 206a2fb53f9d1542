"""Memory System: facts noted of each session or log, and an answer from those most similar to the question.

It observes documents and keeps nothing of them: what it knows of them is what was said of them in a session.

Source: MemoryDocDataSet 5.2; Chhikara et al. 2025 (Mem0), whose two steps of extraction and update it cuts to the
first, as the paper does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from microworlds.core.records import Answer, Observation, Passage, Question, Record, Span
from microworlds.retrieval.index import Index
from microworlds.systems.base import DEPTH, Tools, answered, tasks


class MemorySystem(Record):
    """At most ``facts`` facts noted of a session, the ``k`` most similar of all of them handed to the answerer."""

    facts: int = Field(gt=0, examples=[10])
    k: int = Field(gt=0, examples=[3])

    def open(self, tools: Tools, folder: Path) -> FactMemory:
        """See ``System.open``; keeps nothing in ``folder``, since facts are asked of the author again at no cost."""
        return FactMemory(self, tools)


@dataclass(frozen=True)
class Noted:
    """A fact in memory, where it was noted, and the utterances it comes from."""

    passage: Passage
    spans: tuple[Span, ...]
    kind: str

    @property
    def text(self) -> str:
        """What is embedded."""
        return self.passage.text


class FactMemory:
    """The facts noted so far, and their index once there is a question."""

    def __init__(self, recipe: MemorySystem, tools: Tools) -> None:
        self._recipe = recipe
        self._tools = tools
        self._facts: tuple[Noted, ...] = ()
        self._index: Index[Noted] | None = None

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        if observation.kind in self.kinds:
            self._index = None
            self._facts += tuple(self._noted(observation))

    @property
    def kinds(self) -> Collection[str]:
        """See ``Searching.kinds``."""
        return ("session", "log")

    def find(self, text: str) -> list[Span]:
        """See ``Searching.find``."""
        return _sources(self._nearest(text))

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``."""
        found = self._nearest(question.text)
        shown = found[: self._recipe.k]
        passages, sources = [fact.passage for fact in shown], [fact.spans for fact in shown]
        spans, context = _sources(found), _sources(shown)
        return answered(self._tools.author, question, passages, spans, context=context, sources=sources, quoted=False)

    def _nearest(self, text: str) -> list[Noted]:
        if self._index is None:
            self._index = Index(self._facts, self._tools.embedder, self._tools.indexes)
        return [hit.item for hit in self._index.search(text, max(self._recipe.k, DEPTH), self.kinds)]

    def _noted(self, session: Observation) -> Iterator[Noted]:
        """The session's facts. One that refers to no utterance of it keeps its text and comes from nowhere."""
        spans = {part.id: Span(observation=session.id, start=part.start, end=part.end) for part in session.parts}
        said = tuple(
            tasks.Said(id=part.id, text=session.text[part.start : part.end], speaker=part.speaker)
            for part in session.parts
        )
        given = tasks.MemoriesGiven(title=session.title, time=session.time, utterances=said, most=self._recipe.facts)
        written = self._tools.author.write(tasks.MEMORIES, given, key=session.id)
        # an author that does not count is held to the limit: ten facts a session is what the system is
        for fact in written.facts[: self._recipe.facts]:
            passage = Passage(text=fact.text, source=session.title, time=session.time)
            yield Noted(passage, tuple(spans[id_] for id_ in fact.utterances if id_ in spans), session.kind)


def _sources(facts: Iterable[Noted]) -> list[Span]:
    """The utterances that facts come from, each once."""
    return list(dict.fromkeys(span for fact in facts for span in fact.spans))


SYSTEM = MemorySystem
