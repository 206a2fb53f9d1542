"""How varied the invented texts are, beside real ones of the same kind, as a Markdown table.

Law reports: consecutive opinions strung together until a bundle passes 130,000 characters. Agreements: one document
each. Both sides go through the same code, the same number of texts on either side.

    python benchmarks/diversity.py path/to/cap path/to/contracts

The first folder has the layout of static.case.law (A.3d, volumes 1-4, unless told otherwise); the second holds
``contracts.jsonl``, an object with ``text`` on each line.

Source: the measures are those of ``microworlds.quality.diversity``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path

from microworlds.corpora.agreements import batch
from microworlds.corpora.cap import Cap
from microworlds.corpora.records import Source
from microworlds.corpora.synthetic import Synthetic
from microworlds.quality import diversity

BUNDLE = 130_000
"""Characters after which a bundle of opinions is full."""
MANY = 10_000
"""More documents than any run here needs."""


def bundled(sources: Iterable[object]) -> Iterator[str]:
    """Whole bundles of consecutive sources; what was refused, and a last bundle that is not full, are left out."""
    pieces: list[str] = []
    for source in sources:
        if isinstance(source, Source):
            pieces.append(source.text)
        if sum(map(len, pieces)) > BUNDLE:
            yield "\n".join(pieces)
            pieces = []


def real_opinions(root: Path, reporter: str, volumes: Sequence[str]) -> list[str]:
    """The bundles of a reporter's volumes in a copy of the Caselaw Access Project's site."""
    corpus = Cap(root=str(root), volumes=tuple(f"{reporter}/{volume}" for volume in volumes))
    return list(bundled(corpus.gather(root, MANY)))


def invented_opinions(seed: int, number: int) -> list[str]:
    """As many bundles of invented opinions."""
    return list(islice(bundled(Synthetic(genre="law_reports", seed=seed).gather(Path(), number + 2)), number))


def invented_agreements(seed: int, number: int) -> list[str]:
    """As many invented agreements."""
    return list(islice((source.text for part in count() for source in batch(seed, part)), number))


def real_agreements(folder: Path) -> list[str]:
    """The texts of contracts.jsonl."""
    lines = (folder / "contracts.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


def measured(texts: Sequence[str]) -> dict[str, float]:
    """Every measure by its name."""
    phrases = diversity.phrases(texts)
    figures = {
        "characters a text": sum(map(len, texts)) / len(texts),
        "8-word repetition within": diversity.repetition_within(phrases),
        f"8-word repetition between {len(texts)}": diversity.repetition_between(phrases),
        "compression ratio": diversity.compression_ratio(texts),
        "duplicate paragraphs": diversity.duplicate_paragraphs(texts),
    }
    for mark, words in diversity.vocabulary_growth(texts, (*diversity.MARKS, 600_000)).items():
        figures[f"distinct words in {mark:,}"] = words
    return figures


def table(title: str, real: Sequence[str], invented: Sequence[str]) -> str:
    """The measures of both sides and the ratio of invented to real."""
    left, right = measured(real), measured(invented)
    lines = [
        f"### {title}: {len(real)} real texts, {len(invented)} invented",
        "",
        "| measure | real | invented | ratio |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name in (name for name in left if name in right):
        one, other = left[name], right[name]
        ratio = f"{other / one:.2f}" if one else "-"
        lines.append(f"| {name} | {shown(one)} | {shown(other)} | {ratio} |")
    return "\n".join(lines)


def shown(value: float) -> str:
    """A share as a percentage, a ratio with two decimals, a count with its commas."""
    if value < 1:
        return f"{value:.2%}"
    return f"{value:.2f}" if value < 100 else f"{value:,.0f}"


def main() -> None:
    """Read the arguments, print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cap", type=Path, help="root of a copy of static.case.law")
    parser.add_argument("contracts", type=Path, help="folder that holds contracts.jsonl")
    parser.add_argument("--reporter", default="a3d")
    parser.add_argument("--volumes", nargs="+", default=["1", "2", "3", "4"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("opinions", "agreements"), help="one of the two tables")
    given = parser.parse_args()
    if given.only != "agreements":
        real = real_opinions(given.cap, given.reporter, given.volumes)
        print(table("Law reports", real, invented_opinions(given.seed, len(real))))
    if given.only is None:
        print()
    if given.only != "opinions":
        agreements = real_agreements(given.contracts)
        print(table("Agreements", agreements, invented_agreements(given.seed, len(agreements))))


if __name__ == "__main__":
    main()
