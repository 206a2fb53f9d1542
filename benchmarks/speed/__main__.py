"""How fast it is: each part measured in one run beside what it is compared with, as Markdown for docs/benchmarks.md.

    make bench                      # all parts, a quarter of an hour on two quiet cores
    make bench PART=embedding       # one: embedding, latency, nearest, reporting or scaling
    python -m benchmarks.speed embedding --worlds 35

``embedding``: chunks a second against sentence-transformers as it comes, and retrieval in both precisions.
``latency``: how long a question takes each system with 1, 10 and 100 worlds in one memory.
``nearest``: LanceDB against a matrix product at 1e3, 1e5 and 1e6 chunks.
``reporting``: time and memory of scoring and of the report from 1,000 to 20,000 invented questions.
``scaling``: time and memory of the evaluation from 10 to 100 worlds.

Source: issue 4, section 4; issue 12, section 2.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.speed import embedding, latency, machine, nearest, reporting, scaling

from microworlds.core.errors import UserError, run

PARTS: dict[str, tuple[str, Callable[[Path], Iterator[str]]]] = {
    "embedding": ("Embedding", embedding.tables),
    "latency": ("Latency of a question", latency.tables),
    "nearest": ("LanceDB and a matrix product", nearest.tables),
    "reporting": ("Scoring and the report as questions grow", reporting.tables),
    "scaling": ("The evaluation as worlds grow", scaling.tables),
}


def main() -> None:
    """Print each part's tables as they are ready."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all, unless given")
    parser.add_argument("--release", type=Path, default=Path("data/release/memorydoc"), help="a release of memorydoc")
    parser.add_argument("--worlds", type=int, default=4, help="worlds of the train split for recall and vectors")
    given = parser.parse_args()
    unknown = sorted(set(given.parts) - set(PARTS))
    if unknown:
        raise UserError(f"no part {unknown[0]!r}: there are {', '.join(PARTS)}.")
    if given.parts != ["reporting"] and not (given.release / "observations.jsonl").exists():
        raise UserError(f"{given.release} is no release: run `make run` or `dvc pull` first, or give --release.")
    os.environ["HF_HUB_OFFLINE"] = "1"
    logging.getLogger().setLevel(logging.WARNING)
    print(f"Machine: {machine.described()}", flush=True)
    for name in given.parts or PARTS:
        title, tables = PARTS[name]
        if name in ("embedding", "nearest"):
            tables = partial(tables, number=given.worlds)
        print(f"\n### {title}\n", flush=True)
        start = os.times().elapsed
        for block in tables(given.release.resolve()):
            print(f"{block}\n", flush=True)
        print(f"Measured in {os.times().elapsed - start:.0f} s; {machine.load()}.", flush=True)


if __name__ == "__main__":
    run(main)
