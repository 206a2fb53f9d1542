"""A world with everything that was made for it, gathered from the files of the stages before.

Source: MemoryDocDataSet 3.2 (M = (P, G, D, C, Q)).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from microworlds.core import jsonl
from microworlds.core.records import Record
from microworlds.suites.memorydoc.ledger import Fact
from microworlds.suites.memorydoc.records import Document, read
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import Conversations, Dossier, Questions, Scenario


class Material(Record):
    """A world with its conversations, what its documents state, and their texts."""

    scenario: Scenario
    conversations: Conversations
    dossiers: tuple[Dossier, ...]
    documents: tuple[Document, ...]


class Judged(Record):
    """A world and its questions, before a judge."""

    material: Material
    questions: Questions


def facts(material: Material) -> tuple[Fact, ...]:
    """All that conversations and documents of a world state."""
    spoken = [fact for session in material.conversations.sessions for fact in session.facts]
    read = [fact for dossier in material.dossiers for fact in dossier.facts]
    return (*spoken, *read)


def view_of(material: Material) -> View:
    """The world as those see it who ask questions about it."""
    sessions = material.conversations.sessions
    texts = {session.id: session.observation().text for session in sessions}
    return View(
        scenario=material.scenario,
        sessions=sessions,
        dossiers=material.dossiers,
        subject=material.scenario.subject,
        texts={**texts, **{document.id: document.text for document in material.documents}},
        nouns=material.scenario.nouns,
        standings=material.scenario.standings,
    )


def materials(documents: Path, dossiers: Path, scenarios: Path, conversations: Path) -> Iterator[Material]:
    """All worlds of a run that have conversations, in order; a stage before may have left some out."""
    texts = {document.id: document for document in read(documents)}
    known = {dossier.document: dossier for dossier in jsonl.read(dossiers, Dossier)}
    spoken = {item.world: item for item in jsonl.read(conversations, Conversations)}
    for scenario in jsonl.read(scenarios, Scenario):
        if scenario.id in spoken:
            yield Material(
                scenario=scenario,
                conversations=spoken[scenario.id],
                dossiers=tuple(known[name] for name in scenario.documents),
                documents=tuple(texts[name] for name in scenario.documents),
            )


def judged(material: Iterator[Material], questions: Iterator[Questions]) -> Iterator[Judged]:
    """The worlds that have questions, with them, in order."""
    by_world = {item.world: item for item in questions}
    for item in material:
        if item.scenario.id in by_world:
            yield Judged(material=item, questions=by_world[item.scenario.id])
