"""Checks a release: manifest, schema, every span, every rule of the suite.

Source: MemoryDocDataSet 3.2-3.5, 4.7; issue 2, section 3.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from microworlds import canary, jsonl, manifest
from microworlds.errors import ItemError, UserError
from microworlds.manifest import MANIFEST
from microworlds.records import Episode, Gold, Observation, Span
from microworlds.suites.memorydoc.ledger import Ledger, faults, pieces
from microworlds.suites.memorydoc.records import SPLITS, SplitName
from microworlds.suites.memorydoc.release import Manifest, Proof, World, WorldLedger, gold
from microworlds.suites.memorydoc.scenarios import check_events, check_personas
from microworlds.suites.memorydoc.statistics import Statistics
from microworlds.suites.memorydoc.world import CATEGORIES, QAPair, Verdict
from microworlds.text import normalized

# MemoryDocDataSet 3.2-3.4
TOKENS, DOCUMENTS, SESSIONS, UTTERANCES, MONTHS = (20_000, 50_000), (3, 5), 5, (6, 16), 6
PER_CATEGORY, HYBRID_LEAST, GROUNDED_LEAST = 4, 0.30, 0.40


@dataclass(frozen=True)
class Release:
    """A release as read from its folder."""

    observations: Mapping[str, Observation]
    worlds: Mapping[str, World]
    ledgers: Mapping[str, Ledger]
    pairs: Mapping[str, tuple[Proof, ...]]
    gold: Mapping[str, tuple[Gold, ...]]
    episodes: Mapping[str, tuple[Episode, ...]]


def verify(folder: Path) -> list[str]:
    """Everything that is wrong with a release, as sentences that name file and item; empty if it is sound.

    Raises:
        UserError: there is no release in the folder.
    """
    found = list(_manifest(folder))
    if found:  # what was changed cannot be expected to be consistent
        return found
    try:
        release = _read(folder)
    except UserError as error:
        return [str(error)]
    declared = Manifest.model_validate_json((folder / MANIFEST).read_bytes()).worlds
    if declared != len(release.worlds) or set(release.ledgers) != set(release.worlds):
        counts = f"{len(release.worlds)} in worlds.jsonl, {len(release.ledgers)} in ledger.jsonl"
        return [f"manifest.json names {declared} worlds, and there are {counts}"]
    found += _world_rules(release)
    for world in release.worlds.values():
        pairs = [pair for own in release.pairs.values() for pair in own if pair.world == world.id]
        found += _question_rules(release, world, pairs)
    found += _split_rules(release)
    found += _spans(release)
    return found


def _manifest(folder: Path) -> Iterator[str]:
    yield from manifest.faults(folder)
    try:
        made = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    except ValidationError as error:
        yield f"{folder / MANIFEST}: not a manifest of this suite: {error.errors()[0]['msg']}"
        return
    if made.format != manifest.FORMAT:
        yield f"{MANIFEST}: format {made.format}, and this checks {manifest.FORMAT}: verify it with {made.made_by}"


def _read(folder: Path) -> Release:
    worlds = {item.id: item for item in jsonl.read(folder / "worlds.jsonl", World)}
    list(jsonl.read(folder / "verdicts.jsonl", Verdict))
    try:
        Statistics.model_validate_json((folder / "statistics.json").read_bytes())
        json.loads((folder / "quality.json").read_bytes())
    except ValueError as error:
        raise UserError(f"statistics.json or quality.json: {error}") from error
    return Release(
        observations={item.id: item for item in jsonl.read(folder / "observations.jsonl", Observation)},
        worlds=worlds,
        ledgers={item.world: Ledger(item.facts) for item in jsonl.read(folder / "ledger.jsonl", WorldLedger)},
        pairs={split: tuple(jsonl.read(folder / f"{split}.proofs.jsonl", Proof)) for split in SPLITS},
        gold={split: tuple(jsonl.read(folder / f"{split}.gold.jsonl", Gold)) for split in SPLITS},
        episodes={split: tuple(jsonl.read(folder / f"{split}.episodes.jsonl", Episode)) for split in SPLITS},
    )


def _world_rules(release: Release) -> Iterator[str]:
    for world in release.worlds.values():
        documents = [document.id for document in world.documents]
        try:
            check_personas(world.personas)
            check_events(world.events, world.personas, documents, MONTHS)
        except ItemError as error:
            yield f"{world.id}: {error}"
        if not DOCUMENTS[0] <= len(documents) <= DOCUMENTS[1]:
            yield f"{world.id}: {len(documents)} documents, not 3 to 5"
        for document in world.documents:
            if not TOKENS[0] <= document.tokens <= TOKENS[1]:
                yield f"{document.id}: {document.tokens} tokens, not 20,000 to 50,000"
            if not document.licence:
                yield f"{document.id}: no licence"
        yield from _session_rules(release, world)


def _session_rules(release: Release, world: World) -> Iterator[str]:
    by_time = sorted(world.events, key=lambda event: event.time)
    anchors = [session.event for session in world.sessions]
    if len(anchors) != SESSIONS or anchors[0] != by_time[0].id or anchors[-1] != by_time[-1].id:
        yield f"{world.id}: its sessions are not five on the first event, the last and others between"
    order = [event.id for event in by_time if event.id in anchors]
    if order != anchors:
        yield f"{world.id}: its sessions are not in topological order"
    ledger = release.ledgers[world.id]
    citing = {fact.source.observation for fact in ledger.facts if fact.attribute in ("target", "holder", "reader")}
    ids = [session.id for session in world.sessions]
    if sum(session in citing for session in ids) < GROUNDED_LEAST * len(ids):
        yield f"{world.id}: fewer than 40% of its sessions cite a document"
    for session in world.sessions:
        turns = len(release.observations[session.id].parts) if session.id in release.observations else 0
        if not UTTERANCES[0] <= turns <= UTTERANCES[1]:
            yield f"{session.id}: {turns} utterances, not 6 to 16"


def _question_rules(release: Release, world: World, pairs: Sequence[QAPair]) -> Iterator[str]:
    categories = Counter(pair.category for pair in pairs)
    if any(categories[category] != PER_CATEGORY for category in CATEGORIES):
        yield f"{world.id}: {dict(categories)} questions, not 4 of each category"
    if sum(pair.source == "hybrid" for pair in pairs) < HYBRID_LEAST * len(pairs):
        yield f"{world.id}: fewer than 30% of its questions are Hybrid"
    ledger = release.ledgers[world.id]
    sessions = frozenset(session.id for session in world.sessions)
    chat = Ledger(tuple(fact for fact in ledger.facts if fact.source.observation in sessions))
    for pair in pairs:
        yield from (f"{pair.id}: {fault}" for fault in _pair_faults(release, chat, pair, sessions))


def _pair_faults(release: Release, chat: Ledger, pair: QAPair, sessions: frozenset[str]) -> Iterator[str]:
    ledger = release.ledgers[pair.world]
    if (pair.category == "adversarial") != (pair.adversarial_type is not None):
        yield "an adversarial question is false_premise or unanswerable, and no other is"
    if pair.query is None:
        if pair.category != "adversarial":
            yield "answerable, but without a query"
        return
    yield from faults(ledger, pair.query, pair.answer)
    found = ledger.answer(pair.query).get(pair.answer)
    cited = sorted((piece.span.observation, piece.span.start, piece.span.end) for piece in pair.evidence)
    if found and [(s.observation, s.start, s.end) for s in pieces(ledger, found.support)] != cited:
        yield "its evidence is not what its answer rests on"
    said = [_said(release, piece.span) or "" for piece in pair.evidence]
    if pair.answer_form == "span" and not any(pair.answer in text for text in said):
        yield f"its answer {pair.answer!r} does not stand in its evidence"
    read = {piece.span.observation for piece in pair.evidence} - sessions
    spoken = {piece.span.observation for piece in pair.evidence} & sessions
    if pair.source == "hybrid" and (not read or not spoken or chat.answer(pair.query)):
        yield "Hybrid, but not answered by conversation and document together"
    if (pair.source == "chat_only" and read) or (pair.source == "doc_only" and spoken):
        yield f"{pair.source}, but its evidence lies elsewhere"


def _gold_rules(release: Release, split: SplitName) -> Iterator[str]:
    """Questions, gold and labels are what the proofs say."""
    texts = {question.id: question.text for episode in release.episodes[split] for question in episode.questions}
    released = {item.question: item for item in release.gold[split]}
    for pair in release.pairs[split]:
        world = release.worlds.get(pair.world)
        if world is None:
            yield f"{pair.id}: of a world {pair.world} that is not in worlds.jsonl"
            continue
        if texts.get(pair.id) != pair.question:
            yield f"{pair.id}: {split}.episodes.jsonl asks something else than its proof"
        if released.get(pair.id) != gold(pair, split, [document.id for document in world.documents]):
            yield f"{pair.id}: {split}.gold.jsonl has another answer, evidence or labels than its proof"
        if pair.canary != canary.SENTENCE:
            yield f"{pair.id}: {split}.proofs.jsonl has no canary"


def _split_rules(release: Release) -> Iterator[str]:
    place: dict[str, str] = {}
    for world in release.worlds.values():
        for document in world.documents:
            if place.setdefault(document.id, world.id) != world.id:
                yield f"{document.id}: in two worlds, {place[document.id]} and {world.id}"
    seen: dict[str, str] = {}
    for split in SPLITS:
        own = {world.id for world in release.worlds.values() if world.split == split}
        if {episode.id for episode in release.episodes[split]} != own:
            yield f"{split}.episodes.jsonl: not the worlds of this split"
        asked = [question.id for episode in release.episodes[split] for question in episode.questions]
        if asked != [item.question for item in release.gold[split]] or asked != [p.id for p in release.pairs[split]]:
            yield f"{split}: episodes, gold and proofs do not have the same questions in the same order"
        yield from _gold_rules(release, split)
        for episode in release.episodes[split]:
            missing = [name for name in episode.observed if name not in release.observations]
            if missing:
                yield f"{episode.id}: observation {missing[0]} is missing"
            for question in episode.questions:
                if seen.setdefault(normalized(question.text), question.id) != question.id:
                    yield f"{question.id}: asks the same as {seen[normalized(question.text)]}"


def _spans(release: Release) -> Iterator[str]:
    for observation in release.observations.values():
        if any(part.end > len(observation.text) or part.start >= part.end for part in observation.parts):
            yield f"{observation.id}: a part lies outside its text"
        if any(observation.text.startswith(f"{part.speaker}: ", part.start) for part in observation.parts):
            yield f"{observation.id}: a part begins with its speaker's name, and not with what is said"
    for ledger in release.ledgers.values():
        ids = {fact.subject for fact in ledger.facts} | set(release.observations)
        for fact in ledger.facts:
            said = _said(release, fact.source)
            if said is None:
                yield f"{fact.id}: its source lies outside {fact.source.observation}"
            elif fact.value not in said and fact.value not in ids:
                yield f"{fact.id}: {fact.value!r} does not stand in its source"
    for split in SPLITS:
        for item in release.gold[split]:
            if not item.evidence:
                yield f"{item.question}: no evidence"
            for piece in item.evidence:
                if _text(release, piece.span) != piece.text:
                    where = f"{piece.span.observation}[{piece.span.start}:{piece.span.end}]"
                    yield f"{item.question}: its evidence is not the text at {where}"


def _text(release: Release, span: Span) -> str | None:
    observation = release.observations.get(span.observation)
    return None if observation is None or span.end > len(observation.text) else observation.text[span.start : span.end]


def _said(release: Release, span: Span) -> str | None:
    """What a span covers, behind the name of who says it; None where there is no such place."""
    return None if _text(release, span) is None else release.observations[span.observation].passage(span).said
