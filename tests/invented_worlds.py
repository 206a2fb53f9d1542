"""Worlds over invented law reports, made as the pipeline makes them, but of a seed of their own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import yaml
from benchmarks.reader_inputs import World

from microworlds.authors.offline import OfflineAuthor
from microworlds.core.parallel import ordered_map
from microworlds.corpora.synthetic import Synthetic
from microworlds.generation.splits import documents_needed
from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.conversations import ConversationMaker
from microworlds.suites.memorydoc.documents import DocumentsParams, documents
from microworlds.suites.memorydoc.facts import FactFinder, FactsParams
from microworlds.suites.memorydoc.questions import QuestionMaker
from microworlds.suites.memorydoc.records import Document
from microworlds.suites.memorydoc.scenarios import Outline, ScenarioMaker, outlines
from microworlds.suites.memorydoc.world import DocumentFacts, Judged, WorldBundle
from tests import worlds

SEED = 1307
AUTHOR = OfflineAuthor(SEED)


def played(made: Judged) -> World:
    """A world as a release gives it to who plays."""
    scenario = made.bundle.scenario
    gold = (release.gold(pair, scenario.split, made.bundle) for pair in made.questions.pairs)
    return World(release.episode(made), made.bundle.observations, {one.question: one for one in gold})


def invented(count: int) -> Iterator[World]:
    """So many worlds."""
    tree = yaml.safe_load((worlds.CONF / "config.yaml").read_text(encoding="utf-8"))["memorydoc"]
    params = DocumentsParams.model_validate(tree["documents"])
    needed = documents_needed(worlds.SCENARIOS.documents_per_world, SEED, count)
    sources = Synthetic(genre="law_reports", seed=SEED).gather(Path(), needed)
    texts = [one for one in documents(sources, params, SEED) if isinstance(one, Document)][:needed]
    facts = [one for own in ordered_map(_facts, texts, label=None) for one in own if isinstance(one, DocumentFacts)]
    ready = outlines(texts, facts, worlds.domain(), worlds.SCENARIOS, count, SEED)
    by_id = {one.id: one for one in texts}
    yield from map(played, ordered_map(partial(_judged, by_id), ready, label=None))


def _facts(document: Document) -> list[object]:
    return list(FactFinder(FactsParams(subject="opinion"), AUTHOR).own_facts(document))


def _judged(by_id: dict[str, Document], outline: Outline) -> Judged:
    scenario = ScenarioMaker(worlds.domain(), worlds.SCENARIOS, AUTHOR, SEED).scenario(outline)[-1]
    bundle = WorldBundle(
        scenario=scenario,
        conversations=ConversationMaker(worlds.CONVERSATIONS, AUTHOR).conversations(scenario)[-1],
        document_facts=outline.document_facts,
        documents=tuple(by_id[name] for name in scenario.documents),
    )
    return Judged(bundle=bundle, questions=QuestionMaker(worlds.questions_params(), AUTHOR, SEED).questions(bundle)[-1])
