"""Checks a release: manifest, schema, every span, every proof; histories and gold are made once more and compared.

Source: issue 16, sections 1 to 3; specs/convomem.md 9.5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain, zip_longest
from pathlib import Path

from microworlds.core import canary, jsonl, manifest
from microworlds.core.errors import ItemError
from microworlds.core.lazy_records import Keyed, keyed
from microworlds.core.records import Episode, Gold, Observation
from microworlds.generation.ledger import Ledger
from microworlds.suites.convomem.facts import facts
from microworlds.suites.convomem.histories import SPLIT, Asking, histories
from microworlds.suites.convomem.quality import right
from microworlds.suites.convomem.records import ReleasedCore
from microworlds.suites.convomem.release import Manifest, PersonaLedger


def verify(folder: Path) -> list[str]:
    """Everything that is wrong with a release, as sentences that name file and item; empty if it is sound.

    Raises:
        UserError: there is no release in the folder, or one of a later format.
    """
    return manifest.verified(folder, Manifest, _faults)


def _faults(folder: Path, own: Manifest) -> Iterator[str]:
    texts = keyed(Observation, [folder / "observations.jsonl"], "id")
    held = _held(texts)
    cores: dict[str, list[ReleasedCore]] = defaultdict(list)
    for core in jsonl.read(folder / "cores.jsonl", ReleasedCore):
        cores[core.plan.persona].append(core)
        yield from _core(core, texts)
    if list(cores) != list(held) or len(cores) != own.personas:
        yield f"{len(cores)} personas have cores, {len(held)} have conversations, and the manifest names {own.personas}"
        return
    for ledger in jsonl.read(folder / "ledger.jsonl", PersonaLedger):
        yield from _ledger(ledger, cores.get(ledger.persona, []))
    made = chain.from_iterable(histories(own_cores, held[name], own.sizes) for name, own_cores in cores.items())
    yield from _histories(folder, made)


def _held(texts: Keyed[Observation]) -> Mapping[str, dict[str, datetime]]:
    """When each conversation of each persona was held, in the order of the file."""
    held: dict[str, dict[str, datetime]] = defaultdict(dict)
    for name in texts:
        time = texts[name].time
        if time is None:
            raise ItemError(f"observations.jsonl: {name} has no time")
        held[name.rpartition("-")[0]][name] = time
    for times in held.values():
        if list(times.values()) != sorted(times.values()):
            raise ItemError(
                f"observations.jsonl: the conversations from {next(iter(times))} on are not in order of time"
            )
    return held


def _core(core: ReleasedCore, texts: Keyed[Observation]) -> Iterator[str]:
    name = core.plan.id
    if core.canary != canary.SENTENCE:
        yield f"cores.jsonl: {name} has no canary"
    if len(core.evidence) != core.plan.k:
        yield f"cores.jsonl: {name} has {len(core.evidence)} pieces of evidence, not {core.plan.k}"
    for piece in core.evidence:
        span = piece.span
        if span.observation not in texts:
            yield f"cores.jsonl: {name}: there is no {span.observation}"
        elif texts[span.observation].text[span.start : span.end] != piece.text:
            yield f"cores.jsonl: {name}: what it cites of {span.observation} is not what stands there"


def _ledger(ledger: PersonaLedger, cores: Iterable[ReleasedCore]) -> Iterator[str]:
    own = list(cores)
    spans = {(core.plan.id, at): piece.span for core in own for at, piece in enumerate(core.evidence)}
    expected = {
        fact for core in own for at in range(core.plan.k) for fact in facts(core.plan, at, spans[core.plan.id, at])
    }
    if set(ledger.facts) != expected:
        yield f"ledger.jsonl: the facts of {ledger.persona} are not those of its cores"
    whole = Ledger(ledger.facts)
    for core in own:
        for asked in (core.plan.asked, core.plan.twin):
            if asked is not None and not right(whole, asked):
                yield f"ledger.jsonl: it does not prove what {core.plan.id} asks"


def _histories(folder: Path, made: Iterable[Asking]) -> Iterator[str]:
    episodes = jsonl.read(folder / f"{SPLIT}.episodes.jsonl", Episode)
    golds = jsonl.read(folder / f"{SPLIT}.gold.jsonl", Gold)
    for own, there in zip_longest(made, episodes):
        if own is None or there is None or own.episode != there:
            name = (there or own.episode).id if (there or own) else "?"
            yield f"{SPLIT}.episodes.jsonl: {name} is not the history that its cores make"
            return
        for gold in own.gold:
            if next(golds, None) != gold:
                yield f"{SPLIT}.gold.jsonl: that of {gold.question} is not what its core makes"
                return
    if next(golds, None) is not None:
        yield f"{SPLIT}.gold.jsonl: there is gold of questions that nobody asks"
