"""Worlds and their questions as the measures that all suites share take them.

Source: issue 12, section 1.
"""

from __future__ import annotations

from microworlds.generation.ledger import Ledger
from microworlds.quality.lexical_leakage import LabelledQuestion, LibraryWorld
from microworlds.quality.proof import LedgerWorld
from microworlds.suites.memorydoc.world_bundle import Judged, facts


def with_ledger(world: Judged) -> LedgerWorld:
    """A world with all that its conversations and documents state."""
    seen = {own.id: own.observation() for own in world.bundle.documents}
    seen |= {own.id: own.observation() for own in world.bundle.conversations.sessions}
    return LedgerWorld(Ledger(facts(world.bundle)), seen, world.questions.pairs)


def with_library(world: Judged) -> LibraryWorld:
    """A world's documents, and its answerable questions by source."""
    return LibraryWorld(
        tuple(document.observation() for document in world.bundle.documents),
        tuple(
            LabelledQuestion(pair.source, pair.question, pair.evidence)
            for pair in world.questions.pairs
            if pair.adversarial_type is None
        ),
    )
