"""A small run for tests of the report: a release, answers of six systems, scores, results and the page, in a folder.

Its texts try to break out of a page.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from microworlds.core import jsonl
from microworlds.core.records import (
    Answer,
    Ask,
    Episode,
    Evidence,
    Gold,
    Judged,
    Observation,
    Observe,
    Part,
    Question,
    Span,
)
from microworlds.evaluation import report, scores
from microworlds.evaluation.judgements import calibration

EVIL = "</script><script>document.title='owned'</script><img src=x onerror='document.title=1'>&amp;\u2028\"`${1}`"
SYSTEMS = ("ranker", "window", "notes", "mute", "bad <img src=x onerror=alert(1)> $x$", "oracle")
WORLDS, LINE = 3, 40
ARGUMENTS = ("memorydoc", "release", "answers", "scores.jsonl", "results", "report")
_SAID = ("Ada: 😀 the contract {} is the blue.", "Bo: then let us read it.", "Ada: it is late.")
_READ = ("Contract {}. Made in June.", "The fee is ninety crowns.", "It ends in May.")


def observation(world: str, kind: str) -> Observation:
    """Three lines of ``LINE`` characters, a part each; a document goes on with what nobody retrieves but the window."""
    lines, tail = (_SAID, "") if kind == "session" else (_READ, EVIL)
    name = f"{world}-{kind[0]}"
    parts = tuple(
        Part(id=f"{name}{at}", start=LINE * at, end=LINE * (at + 1), title=f"Article {at + 1}")
        for at in range(len(lines))
    )
    text = "".join(line.format(world).ljust(LINE - 1) + "\n" for line in lines) + tail
    title = f"The {kind} of {world} {EVIL}"
    return Observation(id=name, kind=kind, title=title, text=text, parts=parts, time=datetime(2024, 5, 1, tzinfo=UTC))


def piece(name: str, at: int, lines: int = 1) -> Span:
    return Span(observation=name, start=LINE * at, end=LINE * (at + lines))


def golds(world: str, texts: Mapping[str, str]) -> Iterator[Gold]:
    """Four questions: hybrid, of the document, of the session, and one that nothing answers."""
    said, read = f"{world}-s", f"{world}-d"
    wanted = (
        ("hybrid", "multi_hop", "hard", "ninety crowns", (piece(said, 0), piece(read, 1))),
        ("doc_only", "single_hop", "easy", "May", (piece(read, 2),)),
        ("chat_only", "temporal", "medium", EVIL, (piece(said, 2),)),
        ("hybrid", "adversarial", "medium", "no fee of the red one is known", (piece(read, 1),)),
    )
    for at, (source, category, difficulty, answer, spans) in enumerate(wanted):
        labels = {"world": world, "split": "test", "source": source, "category": category, "difficulty": difficulty}
        yield Gold(
            question=f"{world}-q{at}",
            answer=answer,
            answerable=category != "adversarial",
            evidence=tuple(Evidence(span=own, text=texts[own.observation][own.start : own.end]) for own in spans),
            labels=labels | {"note": EVIL if at else "plain"},
        )


def answer(system: str, gold: Gold) -> Answer:
    """The ranker knows documents alone, the window all, notes hide their prompt, the mute fails, the bad one is wrong."""
    world = gold.labels["world"]
    said, read = f"{world}-s", f"{world}-d"
    everything = (piece(said, 0, 3), Span(observation=read, start=0, end=LINE * 3 + len(EVIL)))
    listed = tuple(piece(read, at) for at in (2, 1, 0))
    evidence = tuple(own.span for own in gold.evidence)
    known = gold.answer if gold.answerable else "ABSTAIN"
    given: dict[str, dict[str, Any]] = {
        "ranker": {"text": "May", "retrieved": listed, "context": listed[:2], "context_tokens": 20},
        "window": {"text": gold.answer, "retrieved": everything, "ranked": False, "context": everything},
        "notes": {"text": "ABSTAIN", "retrieved": (piece(said, 0), piece(read, 0, 2)), "context_tokens": 50},
        "mute": {"text": ""},
        "oracle": {"text": known, "retrieved": evidence, "ranked": False, "context": evidence, "context_tokens": 10},
    }
    own = given.get(system, given["oracle"] | {"text": EVIL})
    return Answer(question=gold.question, abstained=own["text"] == "ABSTAIN", **own)


def release(folder: Path) -> list[Gold]:
    """Write a release; its gold."""
    worlds = [f"w{at}" for at in range(WORLDS)]
    every = [observation(world, kind) for world in worlds for kind in ("document", "session")]
    gold = [own for world in worlds for own in golds(world, {own.id: own.text for own in every})]
    jsonl.write(folder / "observations.jsonl", every)
    jsonl.write(folder / "test.gold.jsonl", gold)
    jsonl.write(folder / "test.episodes.jsonl", (episode(world, gold) for world in worlds))
    told = {"suite": "memorydoc", "made_by": EVIL, "files": {}}
    jsonl.write_text(folder / "manifest.json", json.dumps(told))
    return gold


def episode(world: str, gold: list[Gold]) -> Episode:
    when = datetime(2024, 6, 1, 9, 30, tzinfo=UTC)
    own = (one.question for one in gold if one.labels["world"] == world)
    asked = (Ask(question=Question(id=name, text=f"What of {name}? {EVIL}", asked_at=when)) for name in own)
    return Episode(id=world, steps=(*(Observe(observation=f"{world}-{kind}") for kind in "ds"), *asked))


def run(folder: Path) -> None:
    """Make everything in ``folder``, with the stages that a pipeline would run."""
    gold = release(folder / "release")
    for system in SYSTEMS:
        jsonl.write(folder / "answers" / f"{system}.jsonl", (answer(system, own) for own in gold))
        labels = (Judged(question=own.question, label="correct", reason="") for own in gold)
        jsonl.write(folder / "judged" / f"{system}.jsonl", labels)
    jsonl.write_text(folder / "calibrated.json", calibration("offline", [], []).model_dump_json())
    own = {system: {"kind": EVIL, "k": 3} for system in SYSTEMS}
    oracles = {"oracle": own.pop("oracle")}
    sections = {"answers": {"splits": ["test"], "pool": False}, "systems": own, "oracles": oracles}
    params = {"models": {"answerer": {"kind": "offline"}}, "memorydoc": sections}
    jsonl.write_text(folder / "params.yaml", yaml.safe_dump(params))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["scores", *ARGUMENTS[:5], "judged", "calibrated.json"])
        scores.main()
        patch.setattr(sys, "argv", ["report", *ARGUMENTS])
        report.main()
