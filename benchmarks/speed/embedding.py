"""Text to vectors: ours against sentence-transformers as it comes, and what bfloat16 does to retrieval.

All read the same text: sentence-transformers, which stops at 256 word pieces, gets the windows in which ours reads a
chunk as texts of their own; where a window begins within a word, its first word piece is another one. Ours includes
the vectors' way into their file.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median

import numpy as np
import torch
from benchmarks.speed import machine
from benchmarks.speed.material import World, chunks, worlds
from sentence_transformers import SentenceTransformer

from microworlds.core import caches, stats
from microworlds.core.records import Gold
from microworlds.retrieval import weights
from microworlds.retrieval.bert import BertModel, bfloat16_is_fast
from microworlds.retrieval.chunks import Chunk
from microworlds.retrieval.embedding import Embedder, EmbedderSettings, Matrix
from microworlds.retrieval.encoder import Encoder
from microworlds.retrieval.lexical import best
from microworlds.retrieval.sentence_model import SentenceModel

THEIRS = "sentence-transformers, fp32"
OURS = "ours, fp32"
HEADER = ("", "chunks/s", "times theirs", "chunks a CPU second", "least cosine to ours, fp32", "median cosine")
DEPTHS = (1, 3, 5, 10)


def settings(precision: str) -> EmbedderSettings:
    """The default's vector space, or the same in another precision."""
    return EmbedderSettings.model_validate({"model": "bundled", "window": 256, "precision": precision})


@dataclass
class Race:
    """The same chunks by several embedders in turn; seconds, of the processor too, and vectors by name."""

    texts: Sequence[str]
    seconds: dict[str, list[float]] = field(default_factory=dict)
    cpu: dict[str, list[float]] = field(default_factory=dict)
    vectors: dict[str, Matrix] = field(default_factory=dict)

    def run(self, repetitions: int) -> None:
        """All of them, ``repetitions`` times, after a few chunks each to warm up."""
        runners: dict[str, Callable[[Sequence[str]], Matrix]] = {}
        encoders = {name: _encoder(name) for name in ("fp32", "bf16") if name == "fp32" or bfloat16_is_fast()}
        model = SentenceModel.load(weights.located("bundled"), half=False).model
        runners[THEIRS] = partial(_theirs, encoders["fp32"], model, torch.get_num_threads())
        runners |= {f"ours, {name}": partial(_ours, name, own) for name, own in encoders.items()}
        for turn in range(repetitions + 1):
            for name, runner in runners.items():
                if turn:
                    self._clock(name, runner)
                else:
                    runner(self.texts[:16])

    def _clock(self, name: str, runner: Callable[[Sequence[str]], Matrix]) -> None:
        start, spent = time.perf_counter(), time.process_time()
        self.vectors[name] = runner(self.texts)
        self.seconds.setdefault(name, []).append(time.perf_counter() - start)
        self.cpu.setdefault(name, []).append(time.process_time() - spent)

    def rows(self) -> Iterator[list[str]]:
        """Chunks a second, how many times theirs in the same turn, cosine to ours in fp32: a row each."""
        for name, own in self.seconds.items():
            ratios = [theirs / ours for theirs, ours in zip(self.seconds[THEIRS], own, strict=True)]
            cosines = np.sum(self.vectors[name].astype(np.float64) * self.vectors[OURS], axis=1)
            rates = [len(self.texts) / time for time in own]
            yield [
                name, machine.spread(rates), machine.spread(ratios, ".2f"),
                f"{len(self.texts) / median(self.cpu[name]):.1f}", f"{cosines.min():.6f}", f"{median(cosines):.7f}",
            ]  # fmt: skip


def _encoder(precision: str) -> Encoder:
    return Embedder(settings(precision), Path())._encoder


def _ours(precision: str, encoder: Encoder, texts: Sequence[str]) -> Matrix:
    with tempfile.TemporaryDirectory() as folder:
        embedder = Embedder(settings(precision), Path(folder))
        vars(embedder)["_encoder"] = encoder  # to load it takes seconds
        return embedder.embed(texts)


def _theirs(encoder: Encoder, model: SentenceTransformer, threads: int, texts: Sequence[str]) -> Matrix:
    """``encode`` with its defaults over the windows, which are then averaged as ours are."""
    torch.set_num_threads(threads)  # ours sets 1
    cut = windows(encoder, texts)
    flat = [text for own in cut for text, _ in own]
    vectors = model.encode(flat, normalize_embeddings=True, show_progress_bar=False)
    weighed = vectors * np.array([[pieces] for own in cut for _, pieces in own])
    starts = np.cumsum([0, *(len(own) for own in cut)])
    means = np.stack([weighed[start:end].sum(axis=0) for start, end in pairwise(starts)])
    return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), dtype=np.float32)


def windows(encoder: Encoder, texts: Sequence[str]) -> list[list[tuple[str, int]]]:
    """The windows of each text as texts, with the number of word pieces that ours reads there."""
    found = []
    for text, parts in zip(texts, encoder.windows(texts, settings("fp32").window), strict=True):
        assert isinstance(encoder.model, BertModel)
        offsets = encoder.model.tokenizer.encode(text, add_special_tokens=False).offsets
        marks = len(encoder.before) + len(encoder.after)
        ends = np.cumsum([len(part) - marks for part in parts]).tolist()
        starts = [0, *ends[:-1]]
        found.append(
            [
                (text[offsets[start][0] : offsets[end - 1][1]], len(part))
                for start, end, part in zip(starts, ends, parts, strict=True)
            ]
        )
    return found


@dataclass(frozen=True)
class Asked:
    """A question whose evidence stands in documents, that evidence, and the chunks that have some of each piece."""

    question: str
    evidence: str
    world: str
    wanted: list[set[int]]


def asked(own: Sequence[World], texts: Sequence[Chunk]) -> list[Asked]:
    """The answerable questions about documents; numbers are places in ``texts``."""
    golds: dict[str, Gold] = {one.question: one for _, _, gold in own for one in gold}
    places: dict[str, list[int]] = {}
    for at, chunk in enumerate(texts):
        places.setdefault(chunk.span.observation, []).append(at)
    found = []
    for episode, _, _ in own:
        for question in episode.questions:
            pieces = [piece for piece in golds[question.id].evidence if piece.span.observation in places]
            if pieces and golds[question.id].answerable:
                spans = [piece.span for piece in pieces]
                wanted = [{at for at in places[s.observation] if texts[at].span.overlaps(s)} for s in spans]
                found.append(Asked(question.text, pieces[0].text, episode.id, wanted))
    return found


def recall(own: Sequence[World], *, pooled: bool, quoting: bool = False) -> Iterator[list[str]]:
    """Recall at each depth in both precisions, their difference, and how many of the first k are the same.

    ``pooled``: among the chunks of all worlds, not of the question's own. ``quoting``: the query is not the question
    but the first piece of its evidence, word for word.
    """
    texts = [chunk for _, observed, _ in own for chunk in chunks(observed)]
    of = {one.id: episode.id for episode, observed, _ in own for one in observed}
    home = np.array([of[chunk.span.observation] for chunk in texts])
    questions = asked(own, texts)
    found = []
    for precision in ("fp32", "bf16"):
        embedder = Embedder(settings(precision), caches.folder("vectors"))
        vectors = embedder.embed([chunk.text for chunk in texts]).astype(np.float64)
        queries = embedder.embed([one.evidence if quoting else one.question for one in questions]).astype(np.float64)
        scores = queries @ vectors.T
        if not pooled:
            scores[np.array([one.world for one in questions])[:, None] != home[None, :]] = -np.inf
        found.append([best(row, max(DEPTHS)) for row in scores])
    for k in DEPTHS:
        shares = [[_share(one, set(row[:k])) for one, row in zip(questions, rows, strict=True)] for rows in found]
        values = np.array(shares).T
        difference = stats.estimates(values[:, 1:] - values[:, :1], [one.world for one in questions], (-1.0, 1.0))[0]
        same = [len(set(a[:k]) & set(b[:k])) / k for a, b in zip(*found, strict=True)]
        assert difference is not None
        assert difference.low is not None
        yield [
            f"recall@{k}", f"{len(questions)}", f"{values[:, 0].mean():.4f}", f"{values[:, 1].mean():.4f}",
            f"{difference.mean:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}]",
            f"{np.count_nonzero(values[:, 0] != values[:, 1])}", f"{np.mean(same):.2%}",
        ]  # fmt: skip


def _share(one: Asked, seen: set[int]) -> float:
    return sum(bool(places & seen) for places in one.wanted) / len(one.wanted)


def tables(release: Path, *, sample: int = 96, repetitions: int = 3, number: int = 4) -> Iterator[str]:
    """Speed over ``sample`` chunks, then recall over ``number`` worlds of the train split."""
    own = worlds(release, ["train"])[:number]
    texts = [chunk.text for _, observed, _ in own for chunk in chunks(observed)]
    race = Race(texts[:: max(1, len(texts) // sample)][:sample])
    race.run(repetitions)
    yield f"{len(race.texts)} chunks, {repetitions} turns; median (range)."
    yield machine.table(HEADER, race.rows())
    header = ["", "questions", "fp32", "bf16", "difference", "questions that differ", "of the first k the same"]
    if not bfloat16_is_fast():
        return
    for pooled, quoting in ((False, False), (True, False), (True, True)):
        among = f"{len(texts)} chunks of {len(own)} worlds together" if pooled else "the chunks of the question's world"
        yield f"{'Evidence word for word' if quoting else 'Questions'}, among {among}:"
        yield machine.table(header, recall(own, pooled=pooled, quoting=quoting))
