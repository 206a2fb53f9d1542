"""A release as read from its folder, and its worlds put together again as they were when it was made.

Source: issue 2, section 3; MemoryDocDataSet 3.2 (M = (P, G, D, C, Q)).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.manifest import MANIFEST
from microworlds.core.records import Episode, Gold, Observation
from microworlds.generation.ledger import Fact
from microworlds.generation.splits import SPLITS, SplitName
from microworlds.suites.memorydoc.about import Statistics
from microworlds.suites.memorydoc.quality import Quality
from microworlds.suites.memorydoc.records import Document, shared
from microworlds.suites.memorydoc.release import Manifest, Proof, World, WorldLedger
from microworlds.suites.memorydoc.world import (
    Conversations,
    DocumentFacts,
    Judged,
    Questions,
    Scenario,
    Session,
    Utterance,
    Verdict,
    WorldBundle,
)

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Release:
    """A release as its files say it, record by record, in their order.

    ``quality`` is None of a release of an earlier format, whose ``quality.json`` had other sections.
    """

    manifest: Manifest
    observed: tuple[Observation, ...]
    worlds: tuple[World, ...]
    ledgers: tuple[WorldLedger, ...]
    proofs: Mapping[SplitName, tuple[Proof, ...]]
    gold: Mapping[SplitName, tuple[Gold, ...]]
    episodes: Mapping[SplitName, tuple[Episode, ...]]
    verdicts: tuple[Verdict, ...]
    statistics: Statistics
    quality: Quality | None

    @cached_property
    def observations(self) -> Mapping[str, Observation]:
        """Observations by id."""
        return {item.id: item for item in self.observed}

    @cached_property
    def facts(self) -> Mapping[str, tuple[Fact, ...]]:
        """The ledger of each world."""
        return {item.world: item.facts for item in self.ledgers}

    def pairs(self, world: str) -> tuple[Proof, ...]:
        """The questions of a world, in the order of their file."""
        return tuple(pair for split in SPLITS for pair in self.proofs[split] if pair.world == world)


def read(folder: Path, early: bool = False) -> Release:
    """The release that lies in a folder, of today's format; ``early`` if it was of an earlier one when it was made.

    Raises:
        UserError: a file is missing, or holds what it must not (names file and line).
    """
    return Release(
        manifest=_json(folder / MANIFEST, Manifest),
        observed=tuple(jsonl.read(folder / "observations.jsonl", Observation)),
        worlds=tuple(jsonl.read(folder / "worlds.jsonl", World)),
        ledgers=tuple(jsonl.read(folder / "ledger.jsonl", WorldLedger)),
        proofs={split: tuple(jsonl.read(folder / f"{split}.proofs.jsonl", Proof)) for split in SPLITS},
        gold={split: tuple(jsonl.read(folder / f"{split}.gold.jsonl", Gold)) for split in SPLITS},
        episodes={split: tuple(jsonl.read(folder / f"{split}.episodes.jsonl", Episode)) for split in SPLITS},
        verdicts=tuple(jsonl.read(folder / "verdicts.jsonl", Verdict)),
        statistics=_json(folder / "statistics.json", Statistics),
        quality=None if early else _json(folder / "quality.json", Quality),
    )


def _json(path: Path, kind: type[M]) -> M:
    try:
        return kind.model_validate_json(path.read_bytes())
    except OSError as error:
        raise UserError(f"{path.name}: {error.strerror}") from error
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise UserError(
            f"{path.name}: {where or 'the file'}: {fault['msg']}. It was changed, or is of another suite or version."
        ) from error


def put_together(release: Release, world: World) -> Judged:
    """A world with its questions, as it was when the release was made; what is not released of it is left empty.

    Nothing is checked: sessions that do not fit their observations give other observations, and so on.
    """
    texts = release.observations
    facts = release.facts[world.id]
    scenario = shared(
        Scenario,
        world,
        domain=release.manifest.domain,
        subject="opinion",
        nouns=(),
        standings={},
        opponent="",
        points=(),
        documents=tuple(document.id for document in world.documents),
        summaries=(),
        plans=(),
    )
    documents = tuple(
        shared(Document, own, kind="text", group=0, text=texts[own.id].text, sections=()) for own in world.documents
    )
    document_facts = tuple(
        DocumentFacts(document=own.id, targets=own.targets, facts=_stated(facts, own.id)) for own in world.documents
    )
    sessions = tuple(
        shared(Session, own, world=world.id, utterances=_utterances(texts[own.id]), facts=_stated(facts, own.id))
        for own in world.sessions
    )
    return Judged(
        bundle=WorldBundle(
            scenario=scenario,
            conversations=Conversations(world=world.id, sessions=sessions),
            document_facts=document_facts,
            documents=documents,
        ),
        questions=Questions(world=world.id, pairs=release.pairs(world.id)),
    )


def _stated(facts: Sequence[Fact], observation: str) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.source.observation == observation)


def _utterances(observed: Observation) -> tuple[Utterance, ...]:
    """The lines of a session's text, each without the name of its speaker."""
    said = [(line, part.speaker or "") for line, part in zip(observed.text.split("\n"), observed.parts, strict=False)]
    return tuple(
        Utterance(id=f"{observed.id}-u{number:02d}", speaker=speaker, text=line.removeprefix(f"{speaker}: "))
        for number, (line, speaker) in enumerate(said, start=1)
    )
