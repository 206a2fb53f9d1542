"""Whether every question is proven: exactly one answer, each piece of evidence needed, all of it verbatim.

Source: issue 2, section 4 (the ledger of the whole world gives exactly one answer ...).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from microworlds.core.records import Evidence, Observation, Record
from microworlds.generation.ledger import Ledger, faults
from microworlds.generation.queries import Term


class Provable(Protocol):
    """A question with its gold answer and what proves it."""

    @property
    def id(self) -> str:
        """Names it where it is at fault."""

    @property
    def answer(self) -> str:
        """The gold answer."""

    @property
    def answer_form(self) -> str:
        """Of the form ``span`` it must stand in the evidence."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What the answer rests on."""

    @property
    def query(self) -> Term | None:
        """What the ledger is asked; None if nothing answers the question."""


@dataclass(frozen=True)
class LedgerWorld:
    """All facts of a world, its texts by id, and its questions."""

    ledger: Ledger
    observations: Mapping[str, Observation]
    questions: Sequence[Provable]


class Proof(Record):
    """Counts over all questions; ``faults`` names the first few that are not proven."""

    answerable: int
    proven: int
    evidence: int
    verbatim: int
    spans: int
    spans_in_evidence: int
    faults: tuple[str, ...]


def proof(worlds: Iterable[LedgerWorld]) -> Proof:
    """The counts of all worlds together."""
    answerable = proven = evidence = verbatim = spans = inside = 0
    found: list[str] = []
    for world in worlds:
        for own in world.questions:
            evidence += len(own.evidence)
            read = [world.observations[piece.span.observation].passage(piece.span) for piece in own.evidence]
            verbatim += sum(passage.text == piece.text for passage, piece in zip(read, own.evidence, strict=True))
            if own.answer_form == "span":
                spans += 1
                inside += any(own.answer in passage.said for passage in read)
            if own.query is not None:
                answerable += 1
                wrong = faults(world.ledger, own.query, own.answer)
                proven += not wrong
                found += [f"{own.id}: {fault}" for fault in wrong]
    return Proof(
        answerable=answerable,
        proven=proven,
        evidence=evidence,
        verbatim=verbatim,
        spans=spans,
        spans_in_evidence=inside,
        faults=tuple(found[:10]),
    )
