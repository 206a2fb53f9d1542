"""Whether every question is proven: exactly one answer, each piece of evidence needed, all of it verbatim.

Source: issue 2, section 4 (the ledger of the whole world gives exactly one answer ...).
"""

from __future__ import annotations

from collections.abc import Sequence

from microworlds.core.records import Record
from microworlds.generation.ledger import Ledger, faults
from microworlds.suites.memorydoc.world_bundle import Judged
from microworlds.suites.memorydoc.world_bundle import facts as facts_of


class Proof(Record):
    """Counts over all questions; ``faults`` names the first few that are not proven."""

    answerable: int
    proven: int
    evidence: int
    verbatim: int
    spans: int
    spans_in_evidence: int
    faults: tuple[str, ...]


def proof(worlds: Sequence[Judged]) -> Proof:
    """The counts of all worlds together."""
    answerable = proven = evidence = verbatim = spans = inside = 0
    found: list[str] = []
    for item in worlds:
        known = Ledger(facts_of(item.bundle))
        seen = {own.id: own.observation() for own in item.bundle.documents}
        seen |= {own.id: own.observation() for own in item.bundle.conversations.sessions}
        for pair in item.questions.pairs:
            evidence += len(pair.evidence)
            read = [seen[piece.span.observation].passage(piece.span) for piece in pair.evidence]
            verbatim += sum(own.text == piece.text for own, piece in zip(read, pair.evidence, strict=True))
            if pair.answer_form == "span":
                spans += 1
                inside += any(pair.answer in own.said for own in read)
            if pair.query is not None:
                answerable += 1
                wrong = faults(known, pair.query, pair.answer)
                proven += not wrong
                found += [f"{pair.id}: {fault}" for fault in wrong]
    return Proof(
        answerable=answerable,
        proven=proven,
        evidence=evidence,
        verbatim=verbatim,
        spans=spans,
        spans_in_evidence=inside,
        faults=tuple(found[:10]),
    )
