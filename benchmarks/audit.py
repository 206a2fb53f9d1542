"""An audit of the facts of real texts, kind by kind: draws a sheet to be judged, and scores it when it is filled in.

    python benchmarks/audit.py draw DOCUMENTS FACTS.jsonl SHEET.jsonl [--each 50] [--kinds outcome fine award]
    python benchmarks/audit.py score SHEET.jsonl

Of every kind that needs reading, up to ``--each`` facts are drawn, by a seed that is the digest of the facts: the same
facts give the same sheet. A row has the claim and the passage with what stands around it, and an empty ``verdict``:
the judge writes ``right``, ``wrong`` or ``debatable`` from claim and passage alone. Scores are shares of wrong ones
with Wilson's interval of 95%. Invented texts need no audit: their plans are known (docs/decisions/0007).
"""

from __future__ import annotations

import argparse
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from microworlds.core import jsonl, seeds
from microworlds.core.errors import UserError, run
from microworlds.core.records import Record
from microworlds.core.stats import wilson
from microworlds.corpora.attributes import AGREEMENT, OPINION
from microworlds.generation.ledger import Fact
from microworlds.suites.memorydoc.records import read
from microworlds.suites.memorydoc.world import DocumentFacts

AROUND = 500  # characters shown either side of the passage
_LONGEST = 3_000  # characters of a passage that are shown
# what stands in a caption, in a place of its own, needs no judge
PRINTED = frozenset(
    "court docket decided_on argued_on submitted_on appellant appellee plaintiff defendant name party signatory "
    "counsel_appellant counsel_appellee counsel_city notice_city panel author".split()
)


class Row(Record):
    """A claim to be judged: the passage is between ``before`` and ``after``."""

    fact: str
    kind: str
    claim: str
    before: str
    passage: str
    after: str
    verdict: Literal["", "right", "wrong", "debatable"] = ""
    why: str = ""


def drawn(
    document_facts: Iterable[DocumentFacts], digest: str, each: int, kinds: frozenset[str]
) -> list[tuple[str, Fact]]:
    """Up to ``each`` facts of every kind with the title of what they are about, by kind and id."""
    pool: dict[str, list[tuple[str, Fact]]] = defaultdict(list)
    for own_facts in document_facts:
        titles = {target.id: target.title for target in own_facts.targets}
        for fact in own_facts.facts:
            if fact.attribute in kinds if kinds else fact.attribute not in PRINTED:
                pool[fact.attribute].append((titles[fact.subject], fact))
    chosen: list[tuple[str, Fact]] = []
    for kind, facts in sorted(pool.items()):
        own = seeds.generator(digest, "audit", kind).sample(facts, min(each, len(facts)))
        chosen += sorted(own, key=lambda item: item[1].id)
    return chosen


def rows(facts: Iterable[tuple[str, Fact]], texts: dict[str, str]) -> Iterator[Row]:
    """The rows of a sheet."""
    table = {**OPINION, **AGREEMENT}
    for title, fact in facts:
        text, source = texts[fact.source.observation], fact.source
        value = text.find(fact.value, source.start, source.end)
        start = max(source.start, value - _LONGEST // 2)
        end = min(source.end, max(value, start) + _LONGEST // 2)
        yield Row(
            fact=fact.id,
            kind=fact.attribute,
            claim=f"{title}: {table[fact.attribute].gloss} = {fact.value}",
            before=text[max(0, start - AROUND) : start],
            passage=text[start:end],
            after=text[end : end + AROUND],
        )


def scores(sheet: Iterable[Row]) -> Iterator[tuple[str, int, int, int, tuple[float, float] | None]]:
    """Of each kind: rows judged, wrong, debatable, and the interval of the share that is wrong.

    Raises:
        UserError: no row has a verdict.
    """
    judged: dict[str, list[str]] = defaultdict(list)
    for row in sheet:
        if row.verdict:
            judged[row.kind].append(row.verdict)
    if not judged:
        raise UserError("no row of the sheet has a verdict: write right, wrong or debatable into each.")
    for kind, verdicts in sorted(judged.items()):
        wrong = verdicts.count("wrong")
        yield kind, len(verdicts), wrong, verdicts.count("debatable"), wilson(wrong, len(verdicts))


def _draw(asked: argparse.Namespace) -> None:
    digest = hashlib.sha256(asked.facts.read_bytes()).hexdigest()
    facts = drawn(jsonl.read(asked.facts, DocumentFacts), digest, asked.each, frozenset(asked.kinds))
    texts = {document.id: document.text for document in read(asked.documents)}
    print(f"{jsonl.write(asked.sheet, rows(facts, texts))} claims in {asked.sheet}")


def _score(asked: argparse.Namespace) -> None:
    print("| kind | judged | wrong | debatable | error rate, wrong only |\n| --- | --: | --: | --: | --- |")
    for kind, judged, wrong, debatable, interval in scores(jsonl.read(asked.sheet, Row)):
        low, high = interval or (0.0, 1.0)
        print(f"| {kind} | {judged} | {wrong} | {debatable} | {wrong / judged:.1%} ({low:.1%}-{high:.1%}) |")


def main() -> None:
    """Draw or score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    draw = commands.add_parser("draw")
    for name in ("documents", "facts", "sheet"):
        draw.add_argument(name, type=Path)
    draw.add_argument("--each", type=int, default=50)
    draw.add_argument("--kinds", nargs="*", default=[])
    draw.set_defaults(do=_draw)
    score = commands.add_parser("score")
    score.add_argument("sheet", type=Path)
    score.set_defaults(do=_score)
    asked = parser.parse_args()
    asked.do(asked)


if __name__ == "__main__":
    run(main)
