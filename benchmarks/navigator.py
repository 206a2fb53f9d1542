"""What the navigator finds and answers on releases, beside RAG over everything, all heads, and the oracle.

    python benchmarks/navigator.py data/release/memorydoc [RELEASE ...] --splits test [--answers FOLDER]

Played with the offline author; recipes come from params.yaml and, where that lacks them, from conf/system. RAG-Both is
also played with the k that makes its prompts about as long as the navigator's, and the navigator with less, at about
RAG-Both's length. Printed, in Markdown, for each release: F1 by source on answerable questions with n; how often the
first retrieved document is the right one, and how often an unanswerable question is refused; the share of the distance
from RAG-Both to the oracle that each system closes, paired and with an interval over worlds; and at which rung the
navigator's wrong Hybrid answers lost their evidence. Answers are kept in a folder, if one is given (a folder in it for
each release, numbered), and not played again.

Source: issue 4; issue 13, section 2; MemoryDocDataSet 6.5.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import yaml

from microworlds.authors.offline import OfflineAuthor
from microworlds.core import jsonl, params
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Answer, Gold, Rejection
from microworlds.evaluation.attribution import RUNGS, ladders
from microworlds.evaluation.differences import BASE, closed
from microworlds.evaluation.play.answers import Player, episodes
from microworlds.evaluation.play.oracle import evidence_episodes, restored
from microworlds.evaluation.retrieval_scores import Retrieval
from microworlds.evaluation.scores import before, scores
from microworlds.evaluation.tables import OVERALL, Cell, Table, frame, grid, interval, table
from microworlds.retrieval.embedding import EmbedderSettings
from microworlds.suites.base import find

SOURCES = find("memorydoc").labels.columns["source"]
CONF = Path(__file__).parent.parent / "conf" / "system"
ORACLE = "oracle"


def recipes() -> dict[str, dict[str, Any]]:
    """The sections of the systems compared: as shipped, and each with the other's length of prompt."""
    shared = {name: params.tree()[name] for name in ("chunk", "ranking")}
    rag = {"kind": "rag", "kinds": ["session", "document"], "chunk": shared["chunk"]}
    navigator = {**_shipped("navigator"), "ranking": shared["ranking"]}
    return {
        "RAG-Both": {**rag, "k": 10},
        "RAG-Both, k=20": {**rag, "k": 20},
        "heads": _shipped("heads"),
        "navigator": navigator,
        "navigator, small": {**navigator, "utterances": 20, "texts": 2, "k": 5},
        ORACLE: _shipped(ORACLE),
    }


def _shipped(name: str) -> dict[str, Any]:
    section: dict[str, Any] = yaml.safe_load((CONF / f"{name}.yaml").read_text(encoding="utf-8"))
    return section


@dataclass(frozen=True)
class Release:
    """Some splits of a release: episodes to play, and the gold that no system sees."""

    folder: Path
    splits: Sequence[str]

    @cached_property
    def episodes(self) -> list[Any]:
        """Episodes with their observations."""
        return list(episodes(self.folder, self.splits))

    @cached_property
    def gold(self) -> dict[str, Gold]:
        """By question."""
        files = (self.folder / f"{split}.gold.jsonl" for split in self.splits)
        return {item.question: item for file in files for item in jsonl.read(file, Gold)}

    @cached_property
    def retrieval(self) -> Retrieval:
        """What ranks gold among the observations."""
        return Retrieval({item.id: item for _, observations in self.episodes for item in observations})


def played(release: Release, name: str, section: dict[str, Any], kept: Path | None) -> list[Answer]:
    """The answers of one system, read again if they were kept."""
    file = kept / f"{name.replace(', ', '-').replace('=', '')}.jsonl" if kept else None
    if file is not None and file.exists():
        return list(jsonl.read(file, Answer))
    author = OfflineAuthor(params.seed())
    recipe = params.plugin("microworlds.systems", "SYSTEM", "played", {"played": section})
    player = Player(recipe, author, params.section(EmbedderSettings, "embedder"))
    asked = evidence_episodes(release.episodes, release.gold) if name == ORACLE else release.episodes
    found: Iterable[Answer | Rejection] = chain.from_iterable(ordered_map(player.play, list(asked), label=name))
    found = map(restored, found) if name == ORACLE else found
    answers = [one for one in found if isinstance(one, Answer)]
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        jsonl.write(file, answers)
    return answers


def report(release: Release, answers: dict[str, list[Answer]]) -> str:
    """The tables, in Markdown."""
    observed = before(episode for episode, _ in release.episodes)
    scored = [
        one for name, own in answers.items() for one in scores(name, own, release.gold, observed, release.retrieval)
    ]
    data = frame(scored, release.gold)
    names = list(answers)
    f1 = table(data, "", "f1", "source", SOURCES, names, True)
    first = table(data, "", "document_accuracy", "source", SOURCES, names, True)
    refused = table(data, "", "abstention", "source", SOURCES, names)
    lines = [
        [name, *(_cell(f1, name, source) for source in SOURCES), _cell(first, name, "hybrid", True)]
        + [_cell(refused, name, source) for source in ("hybrid", OVERALL)]
        + [f"{np.mean([one.context_tokens for one in answers[name]]):,.0f}"]
        for name in names
    ]
    heads = ["", *(f"F1 {source} (n={f1.rows['navigator'][source].n})" for source in SOURCES), "right document first"]
    heads += [f"abstention {column} (n={refused.rows['navigator'][column].n})" for column in ("hybrid", OVERALL)]
    rungs = next(
        one
        for one in ladders(scored, release.gold, "source", SOURCES)
        if one.system == "navigator" and one.column == "hybrid" and one.answerable
    )
    ladder = [[rung, str(rungs.rungs[rung])] for rung in RUNGS if rung in rungs.rungs]
    wrong = sum(rungs.rungs.values())
    return "\n\n".join(
        [
            grid([*heads, "tokens"], lines),
            _closed(data, names),
            f"{wrong} of {rungs.asked} Hybrid answers of the navigator are wrong:",
            grid(["evidence lost at", "answers"], ladder),
        ]
    )


def _closed(data: pl.DataFrame, names: Sequence[str]) -> str:
    renamed = data.with_columns(pl.col("system").replace({"RAG-Both": BASE}))
    found = closed(renamed, "f1", "source", SOURCES, [BASE if name == "RAG-Both" else name for name in names])
    assert found is not None
    cells = {name: found.rows[name] for name in names if name not in ("RAG-Both", ORACLE)}
    rows = [[name, *(_share(own[source]) for source in SOURCES)] for name, own in cells.items()]
    return grid(["share of the distance closed", *SOURCES], rows)


def _share(cell: Cell) -> str:
    return "" if cell.mean is None else f"{cell.mean:.0%}{interval(cell.low, cell.high, '.0%')}"


def _cell(own: Table, name: str, column: str, interval: bool = False) -> str:
    cell = own.rows[name][column]
    if cell.mean is None:
        return ""
    return f"{cell.mean:.3f}" + (f" [{cell.low:.2f}, {cell.high:.2f}]" if interval and cell.low is not None else "")


def main() -> None:
    """Print Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", type=Path, nargs="+")
    parser.add_argument("--splits", nargs="+", default=["test"])
    parser.add_argument("--answers", type=Path)
    given = parser.parse_args()
    for number, folder in enumerate(given.releases, start=1):
        kept = given.answers / str(number) if given.answers else None
        release = Release(folder, given.splits)
        answers = {name: played(release, name, own, kept) for name, own in recipes().items()}
        print(f"## {folder}\n\n{report(release, answers)}\n", flush=True)


if __name__ == "__main__":
    main()
