"""Scoring and the report as questions grow: seconds, peak memory, and how large the first page and all of it are.

The release is invented: worlds as large as memorydoc's, 20 questions each, and answers of three systems and the oracle:
one that ranks, one that reads the whole world, one that writes notes. What they say means nothing; how much it is does.

Source: issue 12, section 2.
"""

from __future__ import annotations

import json
import os
import random
import runpy
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml
from benchmarks.speed import machine

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
from microworlds.evaluation.judgements import calibration

SIZES = (1_000, 5_000, 20_000)
PER_WORLD = 20
SYSTEMS = ("ranker", "reader", "notes")
CEILING = "oracle"
_DOCUMENTS, _SESSIONS, _PARTS = 3, 5, 40
_SAID, _READ = 120, 4_000  # characters of an utterance and of a section: a world has half a megabyte
_LISTED, _SHOWN = 50, 10
_WHEN = datetime(2024, 6, 1, 9, tzinfo=UTC)
_LABELS = {
    "source": ("hybrid", "doc_only", "chat_only"),
    "category": ("single_hop", "multi_hop", "temporal", "knowledge_update", "adversarial"),
    "difficulty": ("easy", "medium", "hard"),
}
_WORDS = [f"{start}{end}" for start in ("mar", "ten", "sol", "brin", "cas", "dor", "fel", "gra") for end in
          ("low", "ine", "ard", "ith", "ock", "ume", "ant", "ery", "ost", "ual")]  # fmt: skip


def observation(world: str, kind: str, number: int, draw: random.Random) -> Observation:
    """A session of utterances or a document of sections, each about as long as the last."""
    length = _SAID if kind == "session" else _READ
    name, text = f"{world}-{kind[0]}{number}", ""
    parts = []
    for at in range(_PARTS):
        words = " ".join(draw.choices(_WORDS, k=length // 7))
        parts.append(Part(id=f"{name}-{at}", start=len(text), end=len(text) + len(words), title=f"Part {at}"))
        text += f"{words}\n"
    return Observation(id=name, kind=kind, title=f"{kind} {number}", text=text, time=_WHEN, parts=tuple(parts))


def _piece(own: Observation, draw: random.Random) -> Span:
    part = draw.choice(own.parts)
    return Span(observation=own.id, start=part.start, end=part.end)


def golds(world: str, seen: Sequence[Observation], draw: random.Random) -> Iterator[Gold]:
    """A world's gold: two pieces of evidence each, and labels as memorydoc has them."""
    for at in range(PER_WORLD):
        labels = {name: values[at % len(values)] for name, values in _LABELS.items()}
        spans = [_piece(own, draw) for own in draw.sample(seen, 2)]
        texts = {own.id: own.text for own in seen}
        yield Gold(
            question=f"{world}-q{at:02d}",
            answer=" ".join(draw.choices(_WORDS, k=3)),
            answerable=labels["category"] != "adversarial",
            evidence=tuple(Evidence(span=s, text=texts[s.observation][s.start : s.start + 200]) for s in spans),
            labels=labels | {"world": world, "split": "test", "evidence_count": "2"},
        )


def answer(system: str, gold: Gold, seen: Sequence[Observation], draw: random.Random) -> Answer:
    """An answer as long as those of its kind: 50 ranked pieces, ten of them shown; all there is; or two of evidence."""
    whole = tuple(Span(observation=own.id, start=0, end=len(own.text)) for own in seen)
    listed = tuple(_piece(draw.choice(seen), draw) for _ in range(_LISTED))
    evidence = tuple(own.span for own in gold.evidence)
    retrieved, shown = {
        "ranker": (listed, listed[:_SHOWN]), "reader": (whole, whole),
        "notes": (listed[:_SHOWN], None), CEILING: (evidence, evidence),
    }[system]  # fmt: skip
    right = draw.random() < {"ranker": 0.4, "reader": 0.2, "notes": 0.3, CEILING: 0.8}[system]
    return Answer(
        question=gold.question,
        text=gold.answer if right else " ".join(draw.choices(_WORDS, k=3)),
        abstained=not right and draw.random() < 0.3,
        retrieved=retrieved,
        ranked=system in ("ranker", "notes"),
        context=shown,
        pooled=listed if system == "ranker" else None,
        context_tokens=sum(span.end - span.start for span in shown or ()) // 5,
    )


def prepared(folder: Path, questions: int) -> None:
    """Write a release of so many questions, and what the stages before scoring would have made of it."""
    folder.mkdir(parents=True)
    names = [f"w{at:05d}" for at in range(questions // PER_WORLD)]
    files = {name: (folder / f"answers/{name}.jsonl") for name in (*SYSTEMS, CEILING)}
    for name in ("release", "answers", "judged"):
        (folder / name).mkdir()
    written: dict[str, Any] = {name: path.open("w") for name, path in files.items()}
    written |= {f"judged/{name}": (folder / f"judged/{name}.jsonl").open("w") for name in files}
    for name in ("observations", "test.episodes", "test.gold"):
        written[name] = (folder / f"release/{name}.jsonl").open("w")
    for world in names:
        draw = random.Random(world)
        seen = [observation(world, "document", at, draw) for at in range(_DOCUMENTS)]
        seen += [observation(world, "session", at, draw) for at in range(_SESSIONS)]
        gold = list(golds(world, seen, draw))
        made: dict[str, Sequence[Any]] = {
            "observations": seen,
            "test.gold": gold,
            "test.episodes": [_episode(world, seen, gold)],
        }
        made |= {name: [answer(name, own, seen, draw) for own in gold] for name in files}
        made |= {
            f"judged/{name}": [Judged(question=own.question, label="correct", reason="as expected") for own in gold]
            for name in files
        }
        for name, records in made.items():
            written[name].writelines(f"{record.model_dump_json()}\n" for record in records)
    for file in written.values():
        file.close()
    jsonl.write_text(folder / "release/manifest.json", json.dumps({"suite": "memorydoc", "files": {}}))
    jsonl.write_text(folder / "calibrated.json", calibration("offline", [], []).model_dump_json())
    kinds = {name: {"kind": name} for name in SYSTEMS}
    own = {"answers": {"splits": ["test"], "pool": True}, "systems": kinds, "oracles": {CEILING: {"kind": "truncated"}}}
    jsonl.write_text(folder / "params.yaml", yaml.safe_dump({"models": {}, "memorydoc": own}))


def _episode(world: str, seen: Sequence[Observation], gold: Sequence[Gold]) -> Episode:
    asked = [Question(id=own.question, text=f"What of {own.question}, {own.answer}?", asked_at=_WHEN) for own in gold]
    return Episode(id=world, steps=(*(Observe(observation=own.id) for own in seen), *(Ask(question=q) for q in asked)))


def stage(folder: Path, module: str, arguments: Sequence[str]) -> float:
    """Seconds of a stage's command, run in this process."""
    os.chdir(folder)
    sys.argv = [module, *arguments]
    start = time.perf_counter()
    runpy.run_module(module, run_name="__main__")
    return time.perf_counter() - start


def measured(folder: Path, questions: int) -> list[str]:
    """A row of the table: seconds and peak MB of both stages, and how large the page and all of the report are."""
    prepared(folder, questions)
    shared = ["memorydoc", "release", "answers", "scores.jsonl", "results"]
    scoring = machine.apart(stage, folder, "microworlds.evaluation.scores", [*shared, "judged", "calibrated.json"])
    report = machine.apart(stage, folder, "microworlds.evaluation.report", [*shared, "report"])
    sizes = [path.stat().st_size for path in (folder / "report").rglob("*") if path.is_file()]
    first = (folder / "report" / "index.html").stat().st_size
    return [
        f"{questions:,}", f"{scoring[0]:.0f}", f"{scoring[1]:.0f}", f"{report[0]:.0f}", f"{report[1]:.0f}",
        f"{first / 1e3:.0f}", f"{sum(sizes) / 1e6:.0f}", f"{len(sizes):,}",
    ]  # fmt: skip


def tables(release: Path, *, sizes: Sequence[int] = SIZES) -> Iterator[str]:
    """A row for each number of questions; nothing of ``release`` is read."""
    rows = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            rows.append(measured(Path(name) / "run", size))
    heads = [
        "questions", "scores, s", "scores, peak MB", "report, s", "report, peak MB", "page, kB", "all, MB", "files"
    ]  # fmt: skip
    yield machine.table(heads, rows)
