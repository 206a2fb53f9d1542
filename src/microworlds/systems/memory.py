"""Memory System: facts noted of each session or log, and an answer from those most similar to the question.

It observes documents and keeps nothing of them: what it knows of them is what was said of them in a session.

Source: MemoryDocDataSet 5.2; Chhikara et al. 2025 (Mem0), whose two steps of extraction and update it cuts to the
first, as the paper does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import Field

from microworlds.core.records import Observation, Passage, Record, Span
from microworlds.systems.base import Tools, tasks
from microworlds.systems.base.ranked import Found, Indexed


class MemorySystem(Record):
    """At most ``facts`` facts noted of a session, the ``k`` most similar of all of them handed to the answerer.

    With ``context_tokens`` only what fits into so many cl100k tokens is shown.
    """

    facts: int = Field(gt=0, examples=[10])
    k: int = Field(gt=0, examples=[3])
    context_tokens: int | None = Field(default=None, gt=0, examples=[None])

    def open(self, tools: Tools, folder: Path) -> FactMemory:
        """See ``System.open``; keeps nothing in ``folder``, since facts are asked of the author again at no cost."""
        return FactMemory(self, tools)


class FactMemory(Indexed):
    """The facts noted so far."""

    quoted = False

    def __init__(self, recipe: MemorySystem, tools: Tools) -> None:
        super().__init__(tools, recipe.k, ("session", "log"), recipe.context_tokens)
        self._most = recipe.facts

    def kept(self, observation: Observation) -> Iterable[Found]:
        """See ``Indexed.kept``."""
        return self._noted(observation) if observation.kind in self.kinds else ()

    def _noted(self, session: Observation) -> Iterator[Found]:
        """The session's facts. One that refers to no utterance of it keeps its text and comes from nowhere."""
        spans = {part.id: Span(observation=session.id, start=part.start, end=part.end) for part in session.parts}
        said = tuple(
            tasks.Said(id=part.id, text=session.text[part.start : part.end], speaker=part.speaker)
            for part in session.parts
        )
        given = tasks.MemoriesGiven(title=session.title, time=session.time, utterances=said, most=self._most)
        written = self._tools.author.write(tasks.MEMORIES, given, key=session.id)
        # an author that does not count is held to the limit: ten facts a session is what the system is
        for fact in written.facts[: self._most]:
            passage = Passage(text=fact.text, source=session.title, time=session.time)
            yield Found(passage, tuple(spans[id_] for id_ in fact.utterances if id_ in spans), session.kind)


SYSTEM = MemorySystem
