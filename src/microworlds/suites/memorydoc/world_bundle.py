"""A world with everything that was made for it, gathered from the files of the stages before.

Source: MemoryDocDataSet 3.2 (M = (P, G, D, C, Q)).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from microworlds.core import jsonl
from microworlds.core.records import Record
from microworlds.generation.ledger import Fact
from microworlds.suites.memorydoc.records import Document, read
from microworlds.suites.memorydoc.world import Conversations, DocumentFacts, Questions, Scenario


class WorldBundle(Record):
    """A world with its conversations, what its documents state, and their texts."""

    scenario: Scenario
    conversations: Conversations
    document_facts: tuple[DocumentFacts, ...]
    documents: tuple[Document, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All that conversations and documents state, in this order."""
        spoken = [fact for session in self.conversations.sessions for fact in session.facts]
        read = [fact for own_facts in self.document_facts for fact in own_facts.facts]
        return (*spoken, *read)


class Judged(Record):
    """A world and its questions, before a judge."""

    bundle: WorldBundle
    questions: Questions


def bundles(documents: Path, document_facts: Path, scenarios: Path, conversations: Path) -> Iterator[WorldBundle]:
    """All worlds of a run that have conversations, in order; a stage before may have left some out."""
    texts = {document.id: document for document in read(documents)}
    known = {own_facts.document: own_facts for own_facts in jsonl.read(document_facts, DocumentFacts)}
    spoken = {item.world: item for item in jsonl.read(conversations, Conversations)}
    for scenario in jsonl.read(scenarios, Scenario):
        if scenario.id in spoken:
            yield WorldBundle(
                scenario=scenario,
                conversations=spoken[scenario.id],
                document_facts=tuple(known[name] for name in scenario.documents),
                documents=tuple(texts[name] for name in scenario.documents),
            )


def judged(bundle: Iterator[WorldBundle], questions: Iterator[Questions]) -> Iterator[Judged]:
    """The worlds that have questions, with them, in order."""
    by_world = {item.world: item for item in questions}
    for item in bundle:
        if item.scenario.id in by_world:
            yield Judged(bundle=item, questions=by_world[item.scenario.id])
