"""Stage release: what others get. Observations, episodes, gold, proofs, worlds, statistics, datasheet, manifest.

Gold has files of its own, so that editing it reruns scoring and not answering, and so that it can be withheld.

Source: MemoryDocDataSet 4.7, Appendix A, stage 6; DESIGN 3; Gebru et al. 2021 (datasheets).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import AwareDatetime

from microworlds import __version__, canary, jsonl, params, stage
from microworlds.errors import run
from microworlds.manifest import FORMAT, MANIFEST, digests
from microworlds.records import Ask, Episode, Gold, Observation, Observe, Question, Record
from microworlds.suites.memorydoc.about import About, Origin, ReleaseParams, documents_csv, works, worlds_csv, yields
from microworlds.suites.memorydoc.cards import readme
from microworlds.suites.memorydoc.croissant import croissant
from microworlds.suites.memorydoc.datasheet import datasheet
from microworlds.suites.memorydoc.ledger import Fact
from microworlds.suites.memorydoc.materials import Judged, Material, facts, judged, materials
from microworlds.suites.memorydoc.records import SPLITS, Document, SplitName
from microworlds.suites.memorydoc.statistics import statistics
from microworlds.suites.memorydoc.world import Event, Persona, QAPair, Questions, Target, Verdict, asked_after


class ReleasedSession(Record):
    """Which event a session belongs to, and who and what is in it; its text is an observation."""

    id: str
    event: str
    title: str
    time: AwareDatetime
    personas: tuple[str, ...]
    documents: tuple[str, ...]


class ReleasedDocument(Record):
    """A document without its text, which is an observation."""

    id: str
    title: str
    jurisdiction: str
    volume: str
    licence: str
    attribution: str
    tokens: int
    targets: tuple[Target, ...]


class World(Record):
    """A micro-world's people, events, sessions and documents."""

    id: str
    number: int
    split: SplitName
    label: str
    matter: str
    client: str
    personas: tuple[Persona, ...]
    events: tuple[Event, ...]
    sessions: tuple[ReleasedSession, ...]
    documents: tuple[ReleasedDocument, ...]


class WorldLedger(Record):
    """Every fact of a world."""

    world: str
    facts: tuple[Fact, ...]


class Proof(QAPair):
    """A question with the query that proves its answer; it holds the answer, so it has the canary too."""

    canary: str


class Manifest(Record):
    """What a release consists of: SHA-256 of every other file, by name.

    ``seed`` is the number, or the commitment to a private one; ``version`` is that of the data, null if it has none.
    ``format`` counts the ways in which records have been written; 1 where none is told.
    """

    suite: str
    format: int = 1
    version: str | None
    made_by: str
    domain: str
    seed: int | str
    worlds: int
    files: dict[str, str]


def world(material: Material) -> World:
    """The world as it is released."""
    scenario = material.scenario
    targets = {dossier.document: dossier.targets for dossier in material.dossiers}
    return World(
        id=scenario.id,
        number=scenario.number,
        split=scenario.split,
        label=scenario.label,
        matter=scenario.matter,
        client=scenario.client,
        personas=scenario.personas,
        events=scenario.events,
        sessions=tuple(
            ReleasedSession(
                id=session.id,
                event=session.event,
                title=session.title,
                time=session.time,
                personas=session.personas,
                documents=session.documents,
            )
            for session in material.conversations.sessions
        ),
        documents=tuple(_released(document, targets[document.id]) for document in material.documents),
    )


def _released(document: Document, targets: tuple[Target, ...]) -> ReleasedDocument:
    return ReleasedDocument(
        id=document.id,
        title=document.title,
        jurisdiction=document.jurisdiction,
        volume=document.volume,
        licence=document.licence,
        attribution=document.attribution,
        tokens=document.tokens,
        targets=targets,
    )


def observations(material: Material) -> Iterator[Observation]:
    """The documents of a world, then its sessions by time: the order of its tape."""
    for document in material.documents:
        yield document.observation()
    for session in material.conversations.sessions:
        yield session.observation()


def episode(item: Judged) -> Episode:
    """The tape of a world: documents, sessions, then all questions, asked the day after the last session."""
    asked = asked_after(item.material.conversations.sessions)
    steps: list[Observe | Ask] = [Observe(observation=each.id) for each in observations(item.material)]
    steps += [Ask(question=Question(id=pair.id, text=pair.question, asked_at=asked)) for pair in item.questions.pairs]
    return Episode(id=item.material.scenario.id, steps=tuple(steps))


def gold(pair: QAPair, split: SplitName, documents: Sequence[str]) -> Gold:
    """A pair's answer, evidence and labels; ``documents`` are all of its world, ``meant`` those it asks about."""
    cited = [piece.span.observation for piece in pair.evidence]
    labels = {
        "world": pair.world,
        "split": split,
        "documents": " ".join(documents),
        "meant": " ".join(dict.fromkeys(name for name in cited if name in documents)),
        "category": pair.category,
        "source": pair.source,
        "difficulty": pair.difficulty,
        "form": pair.form,
        "answer_kind": pair.answer_kind,
        "answer_form": pair.answer_form,
        "evidence_count": str(len(pair.evidence)),
    }
    if pair.adversarial_type:
        labels["adversarial_type"] = pair.adversarial_type
    return Gold(
        question=pair.id,
        answer=pair.answer,
        answerable=pair.adversarial_type is None,
        evidence=pair.evidence,
        labels=labels,
        canary=canary.SENTENCE,
    )


def proof(pair: QAPair) -> Proof:
    """The pair as it is released."""
    return Proof(**dict(pair), canary=canary.SENTENCE)


def write(
    folder: Path,
    worlds: Sequence[Judged],
    verdicts: Sequence[Verdict],
    quality: Path,
    seed: int | str,
    origin: Origin = Origin(),  # noqa: B008, a frozen record
) -> None:
    """Write all files of a release into ``folder``; the manifest comes last. ``seed`` may be a commitment."""
    jsonl.write(folder / "observations.jsonl", (each for item in worlds for each in observations(item.material)))
    jsonl.write(folder / "worlds.jsonl", (world(item.material) for item in worlds))
    jsonl.write(
        folder / "ledger.jsonl", (WorldLedger(world=w.material.scenario.id, facts=facts(w.material)) for w in worlds)
    )
    jsonl.write(folder / "verdicts.jsonl", verdicts)
    for split in SPLITS:
        own = [item for item in worlds if item.material.scenario.split == split]
        pairs = [(pair, item.material.scenario) for item in own for pair in item.questions.pairs]
        jsonl.write(folder / f"{split}.episodes.jsonl", (episode(item) for item in own))
        jsonl.write(folder / f"{split}.gold.jsonl", (gold(pair, split, scenario.documents) for pair, scenario in pairs))
        jsonl.write(folder / f"{split}.proofs.jsonl", (proof(pair) for pair, _ in pairs))
    figures = statistics(
        [item.material.scenario for item in worlds],
        [item.material.conversations for item in worlds],
        [document for item in worlds for document in item.material.documents],
        [item.questions for item in worlds],
    )
    jsonl.write_text(folder / "statistics.json", figures.model_dump_json(indent=2) + "\n")
    measured = json.loads(quality.read_text(encoding="utf-8"))
    jsonl.write_text(folder / "quality.json", json.dumps(measured, indent=2) + "\n")
    domain = worlds[0].material.scenario.domain
    about = About(origin, domain, seed, figures, measured, works(worlds))
    jsonl.write_text(folder / "documents.csv", documents_csv(worlds))
    jsonl.write_text(folder / "worlds.csv", worlds_csv(worlds, about.agreement))
    jsonl.write_text(folder / "datasheet.md", datasheet(about))
    jsonl.write_text(folder / "README.md", readme(about))
    jsonl.write_text(folder / "croissant.json", croissant(folder, about))
    manifest = Manifest(
        suite="memorydoc",
        format=FORMAT,
        version=origin.params.version,
        made_by=f"microworlds {__version__}",
        domain=domain,
        seed=seed,
        worlds=len(worlds),
        files=digests(folder),
    )
    jsonl.write_text(folder / MANIFEST, manifest.model_dump_json(indent=2) + "\n")


def _kept(paths: Sequence[Path], counts: Sequence[int]) -> Mapping[str, tuple[Path, int]]:
    """Output and number of records of each stage, by the stage's name."""
    return {path.stem: (path, count) for path, count in zip(paths, counts, strict=True)}


def main() -> None:
    """Worlds, questions, verdicts and the quality report in, a release out."""
    *sources, questions, verdicts, quality, out = stage.paths(
        "documents", "facts", "scenarios", "conversations", "questions", "verdicts", "quality", "release"
    )
    worlds = list(judged(materials(*sources), jsonl.read(questions, Questions)))
    said = list(jsonl.read(verdicts, Verdict))
    counts = [*(jsonl.count(path) for path in (*sources, questions)), len(said)]
    origin = Origin(
        params.section(ReleaseParams, "memorydoc.release"), yields(_kept([*sources, questions, verdicts], counts))
    )
    write(out, worlds, said, quality, params.section(params.SeedParams, "seed").public, origin)


if __name__ == "__main__":
    run(main)
