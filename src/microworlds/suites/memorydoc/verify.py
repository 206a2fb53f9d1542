"""Checks a release: manifest, schema, every span, every rule of the suite, and what is derived from the rest.

Worlds are put together again from observations, worlds, ledger and proofs; episodes, gold, statistics, tables and the
measurements that need nothing else are made of them once more and compared. What was changed is found though the
manifest was made to fit again.

Source: MemoryDocDataSet 3.2-3.5, 4.7; issue 2, section 3.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from microworlds.core import canary, manifest, migration
from microworlds.core.errors import UserError
from microworlds.core.records import Ask, Episode, Observe, Record
from microworlds.core.text import normalized
from microworlds.generation.splits import SPLITS, SplitName
from microworlds.quality.cohesion import cohesion
from microworlds.quality.proof import proof
from microworlds.quality.shortcuts import audit
from microworlds.suites.memorydoc.about import statistics, tables
from microworlds.suites.memorydoc.invariants import verdict_faults, world_faults
from microworlds.suites.memorydoc.measures.trusted import trusted
from microworlds.suites.memorydoc.measures.verdict_measures import JUDGES, verdict_measures
from microworlds.suites.memorydoc.quality import Quality, spoken, summary, with_ledger
from microworlds.suites.memorydoc.release import episode, gold
from microworlds.suites.memorydoc.released import Release, put_together, read
from microworlds.suites.memorydoc.world import Judged


def verify(folder: Path) -> list[str]:
    """Everything that is wrong with a release, as sentences that name file and item; empty if it is sound.

    Raises:
        UserError: there is no release in the folder, or one of a later format.
    """
    found = list(manifest.faults(folder))
    if found:  # what was changed cannot be expected to be consistent
        return found
    current = migration.current(folder)
    try:
        release = read(current, early=current != folder)
    except UserError as error:
        return [str(error)]
    found = list(_references(release))
    if found:  # worlds cannot be put together of what is not there
        return found
    worlds = [put_together(release, world) for world in release.worlds]
    for world, item in zip(release.worlds, worlds, strict=True):
        found += world_faults(world, item, release.observations, release.manifest.rules)
        if item.bundle.facts != release.facts[world.id]:
            found.append(f"{world.id}: its facts in ledger.jsonl are not by session, then by document, in their order")
    for split in SPLITS:
        found += _split(release, [item for item in worlds if item.bundle.scenario.split == split], split)
    found += _alike(release)
    found += _tables(current, release, worlds)
    judged = list(_verdicts(release))  # nothing is measured of verdicts that cannot be
    return found + (judged or list(_quality(release, release.quality, worlds) if release.quality else ()))


def _references(release: Release) -> Iterator[str]:
    """What is there twice, or is spoken of and not there."""
    worlds = [world.id for world in release.worlds]
    if release.manifest.worlds != len(worlds) or [item.world for item in release.ledgers] != worlds:
        counts = f"{len(worlds)} in worlds.jsonl and {len(release.ledgers)} in ledger.jsonl"
        yield f"manifest.json names {release.manifest.worlds} worlds, and there are {counts}, or not the same in both"
    yield from (f"worlds.jsonl: {name} is there twice" for name in _twice(worlds))
    seen: dict[str, str] = {}
    expected: list[str] = []
    for world in release.worlds:
        named = [own.id for own in world.documents] + [own.id for own in world.sessions]
        for name in named:
            if seen.setdefault(name, world.id) != world.id:
                yield f"{name}: in two worlds, {seen[name]} and {world.id}"
        expected += named
        missing = set(named) - set(release.observations)
        yield from (f"{world.id}: observation {name} is missing" for name in sorted(missing))
    observed = [item.id for item in release.observed]
    yield from (f"observations.jsonl: {name} is of no world" for name in sorted(set(observed) - set(expected)))
    if sorted(observed) == sorted(expected) and observed != expected:
        yield "observations.jsonl: not world by world, documents before sessions"
    twice = {*_twice(observed), *_twice(expected)}
    yield from (f"observations.jsonl or worlds.jsonl: {name} is there twice" for name in sorted(twice))
    for item in release.observed:
        if any(part.end > len(item.text) or part.start >= part.end for part in item.parts):
            yield f"{item.id}: a part lies outside its text"
        if any(item.text.startswith(f"{part.speaker}: ", part.start) for part in item.parts):
            yield f"{item.id}: a part begins with its speaker's name, and not with what is said"
    for ledger in release.ledgers:
        for fact in ledger.facts:
            source = release.observations.get(fact.source.observation)
            if source is None or fact.source.end > len(source.text):
                yield f"{fact.id}: its source lies outside {fact.source.observation}"
            elif seen.get(source.id) != ledger.world:
                yield f"{fact.id}: in the ledger of {ledger.world}, but its source {source.id} is not of that world"
    for split in SPLITS:
        for pair in release.proofs[split]:
            if pair.world not in worlds:
                yield f"{pair.id}: of a world {pair.world} that is not in worlds.jsonl"
            for piece in pair.evidence:
                if seen.get(piece.span.observation) != pair.world:
                    yield f"{pair.id}: its evidence in {piece.span.observation} is not of its world"


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _split(release: Release, worlds: Sequence[Judged], split: SplitName) -> Iterator[str]:
    """The episodes, gold and proofs of a split are those of its worlds."""
    episodes = release.episodes[split]
    if [own.id for own in episodes] != [item.bundle.scenario.id for item in worlds]:
        yield f"{split}.episodes.jsonl: not the worlds of this split"
        return
    for own, item in zip(episodes, worlds, strict=True):
        yield from (f"{own.id}: {split}.episodes.jsonl {fault}" for fault in _steps(own, episode(item)))
    pairs = [(pair, item.bundle) for item in worlds for pair in item.questions.pairs]
    asked = [pair.id for pair, _ in pairs]
    for kind, names in (
        ("proofs", [p.id for p in release.proofs[split]]),
        ("gold", [g.question for g in release.gold[split]]),
    ):
        if names != asked or _twice(names):
            yield f"{split}.{kind}.jsonl: episodes, gold and proofs do not have the same questions in the same order"
            return
    yield from (
        f"{pair.id}: {split}.proofs.jsonl has no canary"
        for pair in release.proofs[split]
        if pair.canary != canary.SENTENCE
    )
    for (pair, bundle), released in zip(pairs, release.gold[split], strict=True):
        if not pair.id.startswith(f"{pair.world}-"):
            yield f"{pair.id}: said to be of {pair.world}"
        expected = gold(pair, split, bundle)
        if release.quality is None:  # of an earlier format, which had no names in full
            expected = expected.model_copy(update={"aliases": released.aliases})
        for name in _differing(released, expected):
            yield f"{pair.id}: {split}.gold.jsonl has another {name} than its proof"
        for piece in released.evidence:
            span, observation = piece.span, release.observations.get(piece.span.observation)
            if observation is None or observation.text[span.start : span.end] != piece.text:
                where = f"{span.observation}[{span.start}:{span.end}]"
                yield f"{pair.id}: its evidence is not the text at {where}"


def _steps(own: Episode, expected: Episode) -> Iterator[str]:
    """The first step at which an episode departs from that of its world."""
    for number, (found, wanted) in enumerate(zip_longest(own.steps, expected.steps), start=1):
        if found != wanted:
            if isinstance(found, Ask) and isinstance(wanted, Ask) and found.question.id == wanted.question.id:
                name = _differing(found.question, wanted.question)[0]
                values = f"{getattr(found.question, name)!s}, not {getattr(wanted.question, name)!s}"
                yield f"asks {found.question.id} something else than its proof: {name} is {values}"
            else:
                yield f"{_does(found)} in step {number}; its world {_does(wanted)} there"
            return


def _differing(one: Record, other: Record) -> list[str]:
    """The fields in which two records of a kind differ."""
    return [name for name in type(other).model_fields if getattr(one, name) != getattr(other, name)]


def _does(step: Observe | Ask | None) -> str:
    if step is None:
        return "does nothing"
    return f"asks {step.question.id}" if isinstance(step, Ask) else f"observes {step.observation}"


def _alike(release: Release) -> Iterator[str]:
    for split in SPLITS:
        for own in release.episodes[split]:
            seen: dict[str, str] = {}
            for question in own.questions:
                if seen.setdefault(normalized(question.text), question.id) != question.id:
                    yield f"{question.id}: asks the same as {seen[normalized(question.text)]}"


def _verdicts(release: Release) -> Iterator[str]:
    worlds = {world.id for world in release.worlds}
    yield from (
        f"verdicts.jsonl: {name} is there twice"
        for name in _twice(f"{v.world}, {v.judge} judge" for v in release.verdicts)
    )
    for verdict in release.verdicts:
        if verdict.world not in worlds:
            yield f"verdicts.jsonl: {verdict.world} is no world of the release"
            continue
        said = verdict_faults(verdict, release.pairs(verdict.world))
        yield from (f"verdicts.jsonl, {verdict.world}, {verdict.judge} judge: {fault}" for fault in said)


def _tables(folder: Path, release: Release, worlds: Sequence[Judged]) -> Iterator[str]:
    """Statistics and tables are what is counted in the worlds."""
    counted = statistics(worlds)
    for name in _differing(release.statistics, counted):
        said = f"{getattr(release.statistics, name)!s:.120}"
        yield f"statistics.json: {name} is {said}; counted: {getattr(counted, name)!s:.120}"
    agreed = json.loads((folder / "quality.json").read_bytes())["agreement"]
    for file, expected in tables(worlds, agreed).items():
        rows = csv.reader(io.StringIO((folder / file).read_text(encoding="utf-8")))
        for number, (row, wanted) in enumerate(zip_longest(rows, csv.reader(io.StringIO(expected))), start=1):
            if row != wanted:
                yield f"{file}, line {number}: {row} is not what the worlds say: {wanted}"
                break


def _quality(release: Release, said: Quality, worlds: Sequence[Judged]) -> Iterator[str]:
    """What a release says of its quality follows from it, as far as that can be measured again in seconds."""
    agreed = verdict_measures(worlds, release.verdicts)
    figures = trusted(worlds, release.verdicts, said.readable, agreed, said.asked, said.limits)
    figures += audit.figures(said.shortcuts) if said.shortcuts else ()
    measured = {
        "proof": proof(map(with_ledger, worlds)),
        **({"cohesion": cohesion(map(spoken, worlds))} if said.cohesion else {}),
        "agreement": agreed,
    }
    again = said.model_copy(update={**measured, "trust": figures})
    for section in measured:
        for name in _differing(getattr(said, section), getattr(again, section)):
            yield f"quality.json: {section}.{name} is not what the released worlds and verdicts give"
    yield from (
        f"quality.json: trust: {told.sentence}; the released worlds and verdicts give {figure.value}"
        for told, figure in zip(said.trust, figures, strict=False)
        if told != figure
    )
    if len(said.trust) != len(figures):
        yield f"quality.json: trust has {len(said.trust)} figures, of {len(figures)}"
    counted = summary(again)
    for name in sorted(set(said.summary) | set(counted)):
        if said.summary.get(name) != counted.get(name):
            yield f"quality.json: summary: {name!r} is {said.summary.get(name)}, measured {counted.get(name)}"
    for judge in JUDGES:
        missing = len(worlds) - sum(verdict.judge == judge for verdict in release.verdicts)
        if said.agreement.missing.get(judge) != missing:
            yield f"quality.json: {missing} worlds have no verdict of the {judge} judge"
