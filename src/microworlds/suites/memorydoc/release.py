"""Stage release: what others get. Observations, episodes, gold, proofs, worlds, statistics, datasheet, manifest.

Gold has files of its own, so that editing it reruns scoring and not answering, and so that it can be withheld.

Source: MemoryDocDataSet 4.7, Appendix A, stage 6; DESIGN 3; Gebru et al. 2021 (datasheets).
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import AwareDatetime, Field

from microworlds import __version__
from microworlds.core import canary, jsonl, manifest, params, publication, stage
from microworlds.core.equivalents import equivalents
from microworlds.core.errors import run
from microworlds.core.manifest import FORMAT, MANIFEST, digest, digests
from microworlds.core.publication import Publication
from microworlds.core.records import Ask, Episode, Gold, Observe, Question, Record
from microworlds.generation.ledger import Fact
from microworlds.generation.session_plans import Event
from microworlds.generation.splits import SPLITS, Ratios, SplitName
from microworlds.quality import ratings
from microworlds.suites.memorydoc.about import About, Origin, ReleaseParams, statistics, tables, works, written, yields
from microworlds.suites.memorydoc.cards import datasheet, describe_for_machines, readme
from microworlds.suites.memorydoc.names_in_full import names_in_full
from microworlds.suites.memorydoc.question_selection import DifficultyParams
from microworlds.suites.memorydoc.records import shared
from microworlds.suites.memorydoc.world import Judged, Persona, QAPair, Target, Verdict, WorldBundle, judged

_LABELS = ("category", "source", "difficulty", "form", "answer_kind", "answer_form")


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
    """A micro-world's people, events, sessions and documents; ``written_by`` says by whom, where that is known."""

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
    written_by: dict[str, str] = Field(default_factory=dict)


class WorldLedger(Record):
    """Every fact of a world."""

    world: str
    facts: tuple[Fact, ...]


class Proof(QAPair):
    """A question with the query that proves its answer; it holds the answer, so it has the canary too."""

    canary: str


class Rules(Record):
    """The settings that labels of worlds and questions follow from, so that whoever checks a release need not guess."""

    split: Ratios
    difficulty: DifficultyParams


class Manifest(Record):
    """What a release consists of: SHA-256 of every other file, by name.

    ``seed`` is the number, or the commitment to a private one; ``version`` is that of the data; ``despite`` is why it
    is released with figures outside their limits. ``format`` counts the ways in which records have been written; 1
    where none is told.
    """

    suite: str
    format: int = 1
    version: str
    made_by: str
    domain: str
    seed: int | str
    worlds: int
    rules: Rules
    files: dict[str, str]
    despite: str | None = None


def world(item: Judged) -> World:
    """The world as it is released."""
    bundle = item.bundle
    targets = {own_facts.document: own_facts.targets for own_facts in bundle.document_facts}
    return shared(
        World,
        bundle.scenario,
        sessions=tuple(shared(ReleasedSession, session) for session in bundle.conversations.sessions),
        documents=tuple(shared(ReleasedDocument, own, targets=targets[own.id]) for own in bundle.documents),
        written_by=item.written_by,
    )


def episode(item: Judged) -> Episode:
    """The episode of a world: documents, sessions, then all questions, asked the day after the last session."""
    asked = item.bundle.asked_at
    steps: list[Observe | Ask] = [Observe(observation=each.id) for each in item.bundle.observations]
    steps += [Ask(question=Question(id=pair.id, text=pair.question, asked_at=asked)) for pair in item.questions.pairs]
    return Episode(id=item.bundle.scenario.id, steps=tuple(steps))


def gold(pair: QAPair, split: SplitName, bundle: WorldBundle) -> Gold:
    """A pair's answer, evidence and labels; ``documents`` are all of its world, ``meant`` those it asks about."""
    documents = bundle.scenario.documents
    cited = [piece.span.observation for piece in pair.evidence]
    labels = {
        "world": pair.world,
        "split": split,
        "documents": " ".join(documents),
        "meant": " ".join(dict.fromkeys(name for name in cited if name in documents)),
        **{name: getattr(pair, name) for name in _LABELS},
        "evidence_count": str(len(pair.evidence)),
    }
    if pair.adversarial_type:
        labels["adversarial_type"] = pair.adversarial_type
    return Gold(
        question=pair.id,
        answer=pair.answer,
        aliases=equivalents(pair.answer_kind, pair.answer, *names_in_full(pair, bundle)),
        answerable=pair.adversarial_type is None,
        evidence=pair.evidence,
        labels=labels,
        canary=canary.SENTENCE,
    )


def write(
    folder: Path,
    worlds: Sequence[Judged],
    verdicts: Sequence[Verdict],
    quality: Path,
    seed: int | str,
    rules: Rules,
    origin: Origin = Origin(),  # noqa: B008, a frozen record
) -> About:
    """Write all files of a release into ``folder``; the manifest comes last. ``seed`` may be a commitment.

    Returns:
        What its cards are written from.
    """
    jsonl.write(folder / "observations.jsonl", (each for item in worlds for each in item.bundle.observations))
    jsonl.write(folder / "worlds.jsonl", map(world, worlds))
    jsonl.write(
        folder / "ledger.jsonl", (WorldLedger(world=w.bundle.scenario.id, facts=w.bundle.facts) for w in worlds)
    )
    jsonl.write(folder / "verdicts.jsonl", verdicts)
    for split in SPLITS:
        own = [item for item in worlds if item.bundle.scenario.split == split]
        pairs = [(pair, item.bundle) for item in own for pair in item.questions.pairs]
        jsonl.write(folder / f"{split}.episodes.jsonl", (episode(item) for item in own))
        jsonl.write(folder / f"{split}.gold.jsonl", (gold(pair, split, bundle) for pair, bundle in pairs))
        proofs = (shared(Proof, pair, canary=canary.SENTENCE) for pair, _ in pairs)
        jsonl.write(folder / f"{split}.proofs.jsonl", proofs)
    figures = statistics(worlds)
    jsonl.write_text(folder / "statistics.json", figures.model_dump_json(indent=2) + "\n")
    measured = json.loads(quality.read_text(encoding="utf-8"))
    jsonl.write_text(folder / "quality.json", json.dumps(measured, indent=2) + "\n")
    domain = worlds[0].bundle.scenario.domain
    origin = replace(origin, ratings=ratings.of(origin.ratings, manifest.seen(folder)))
    about = About(origin, domain, seed, figures, measured, works(worlds), written(worlds))
    for name, table in tables(worlds, about.agreement).items():
        jsonl.write_text(folder / name, table)
    describe(folder, about, rules)
    return about


def describe(folder: Path, about: About, rules: Rules) -> None:
    """Write cards and manifest into a ``folder`` that has all other files."""
    (folder / MANIFEST).unlink(missing_ok=True)
    jsonl.write_text(folder / "datasheet.md", datasheet(about))
    jsonl.write_text(folder / "README.md", readme(about))
    describe_for_machines(folder, about)
    manifest = Manifest(
        suite="memorydoc",
        format=FORMAT,
        version=about.origin.publication.version,
        made_by=f"microworlds {__version__}",
        domain=about.domain,
        seed=about.seed,
        worlds=sum(about.figures.worlds.values()),
        rules=rules,
        files=digests(folder),
        despite=about.despite,
    )
    jsonl.write_text(folder / MANIFEST, manifest.model_dump_json(indent=2) + "\n")


def describe_published(folder: Path, about: About, rules: Rules, published: Publication) -> None:
    """Give a folder, described as unreleased, the version that was published, if it is that very build."""
    if published.of == digest(folder / MANIFEST):
        describe(folder, replace(about, origin=replace(about.origin, publication=published)), rules)


def main() -> None:
    """Worlds, questions, verdicts, the quality report, what was published and how it was rated in, a release out."""
    *sources, questions, verdicts, quality, version, rated, out = stage.paths(
        *"documents facts scenarios conversations questions verdicts quality version ratings release".split()
    )
    worlds = judged(*sources, questions)
    said = list(jsonl.read(verdicts, Verdict))
    counts = [*(jsonl.count(path) for path in (*sources, questions)), len(said)]
    stages = zip([*sources, questions, verdicts], counts, strict=True)
    kept = yields({path.stem: (path, count) for path, count in stages})
    origin = Origin(params.section(ReleaseParams, "memorydoc.release"), kept, ratings=ratings.read(rated))
    rules = Rules(
        split=params.section(Ratios, "memorydoc.scenarios.split"),
        difficulty=params.section(DifficultyParams, "memorydoc.questions.difficulty"),
    )
    about = write(out, worlds, said, quality, params.section(params.SeedParams, "seed").public, rules, origin)
    describe_published(out, about, rules, publication.read(version))


if __name__ == "__main__":
    run(main)
