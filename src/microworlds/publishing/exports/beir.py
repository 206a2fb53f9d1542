"""BEIR's shape: corpus.jsonl, queries.jsonl and qrels/SPLIT.tsv, for programs that measure retrieval alone.

The corpus is all worlds of the split together, as is usual there; ``metadata.world`` of queries and units lets a
program search each world by itself, which is much easier.

Source: Thakur et al. 2021, BEIR; its GenericDataLoader.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field, model_validator

from microworlds.core.plugins import nearest
from microworlds.core.records import LEVELS, PARTS, Gold, Observation, Question, Record, Span
from microworlds.publishing.exports.base import Asked, FullEpisode, Made, Unit
from microworlds.retrieval.chunks import Chunk, Chunking, sections, windows

# the kinds of observation that have units of each level
_KINDS = {level: tuple(kind for kind, part in PARTS.items() if level in ("chunk", kind, part)) for level in LEVELS}


class Beir(Record):
    """``unit`` is what is retrieved; chunks are turns, entries of logs and windows of documents together."""

    unit: str
    tokens: int | None = Field(default=None, gt=0)
    overlap: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _cut(self) -> Beir:
        if self.unit not in LEVELS:
            raise ValueError(f"--unit {self.unit}{nearest(self.unit, LEVELS)}: it is one of {', '.join(LEVELS)}")
        given = (self.tokens is not None, self.overlap is not None)
        if self.unit == "chunk" and not all(given):
            raise ValueError("--unit chunk needs --tokens and --overlap, such as --tokens 512 --overlap 64")
        if self.unit != "chunk" and any(given):
            raise ValueError(f"--tokens and --overlap are for --unit chunk, not {self.unit}")
        if self.tokens is not None and self.overlap is not None:
            Chunking(tokens=self.tokens, overlap=self.overlap)
        return self

    def write(self, episodes: Iterable[FullEpisode], split: str, folder: Path) -> Made:
        """See ``Format.write``."""
        made = Made()
        seen: set[str] = set()
        (folder / "qrels").mkdir()
        with (
            (folder / "corpus.jsonl").open("w", encoding="utf-8") as corpus,
            (folder / "queries.jsonl").open("w", encoding="utf-8") as queries,
            (folder / "qrels" / f"{split}.tsv").open("w", encoding="utf-8") as qrels,
        ):
            qrels.write("query-id\tcorpus-id\tscore\n")
            for full in episodes:
                made.counts["worlds"] += 1
                own = [unit for item in full.observations for unit in self._units(item, made)]
                new = [unit for unit in own if unit[0].id not in seen]
                seen |= {unit.id for unit, _ in new}
                made.units += [unit for unit, _ in new]
                made.counts["units"] += len(new)
                corpus.writelines(_line(_document(unit, chunk, full.episode.id)) for unit, chunk in new)
                for question in full.episode.questions:
                    relevant = _relevant(full.gold[question.id], [unit for unit, _ in own], made)
                    queries.write(_line(_query(question, full.episode.id)))
                    qrels.writelines(f"{question.id}\t{id_}\t1\n" for id_ in relevant)
                    made.questions.append(Asked(id=question.id, question=question.id))
                    made.counts["questions"] += 1
                    made.counts["questions with qrels"] += bool(relevant)
        made.how["query"] = "every question; relevant are the units that hold evidence of an answerable one"
        made.how["corpus"] = "all worlds of the split in one; metadata.world tells them apart"
        return made

    def _units(self, item: Observation, made: Made) -> Iterator[tuple[Unit, Chunk]]:
        if item.kind not in _KINDS[self.unit]:
            made.left_out[f"{item.kind}s"] += 1
            return
        ids = {(part.start, part.end): part.id for part in item.parts}
        for chunk in self._cut_up(item):
            place = (chunk.span.start, chunk.span.end)
            id_ = item.id if self.unit == item.kind else ids.get(place) or f"{item.id}@{place[0]}-{place[1]}"
            yield Unit(id=id_, span=chunk.span), chunk

    def _cut_up(self, item: Observation) -> Iterator[Chunk]:
        if self.unit == item.kind:
            span = Span(observation=item.id, start=0, end=len(item.text))
            yield Chunk(span=span, kind=item.kind, text=item.text, source=item.title, time=item.time)
        elif item.kind == "document" and self.tokens is not None and self.overlap is not None:
            yield from windows(item, Chunking(tokens=self.tokens, overlap=self.overlap))
        else:
            yield from sections(item)


def _document(unit: Unit, chunk: Chunk, world: str) -> dict[str, Any]:
    return {
        "_id": unit.id,
        "title": chunk.source,
        "text": chunk.passage().said,
        "metadata": {"world": world} | ({"time": chunk.time.isoformat()} if chunk.time else {}),
    }


def _query(question: Question, world: str) -> dict[str, Any]:
    return {
        "_id": question.id,
        "text": question.text,
        "metadata": {"world": world, "asked_at": question.asked_at.isoformat()},
    }


def _relevant(gold: Gold, units: Sequence[Unit], made: Made) -> list[str]:
    """Ids of the units that hold evidence, in order; none for a question that nothing answers."""
    if not gold.answerable:
        made.left_out["qrels of questions that cannot be answered"] += 1
        return []
    spans = [piece.span for piece in gold.evidence]
    found = [unit.id for unit in units if any(unit.span.overlaps(span) for span in spans)]
    if not found:
        made.left_out["qrels of questions without evidence in such units"] += 1
    elif any(not any(unit.span.overlaps(span) for unit in units) for span in spans):
        made.left_out["evidence elsewhere, of questions with qrels"] += 1
    return found


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


FORMAT = Beir
