"""What a release of MemoryDocDataSet has besides observations, episodes and gold; and its records, for the data model.

Source: issue 5, section 2; DESIGN 3.
"""

from microworlds.corpora.records import Source
from microworlds.generation import session_plans
from microworlds.generation.ledger import Fact
from microworlds.suites.base import ReleasedFile
from microworlds.suites.memorydoc import records, release, world

FILES = {
    "worlds": ReleasedFile(kind=release.World, tabled=True, hidden={"documents": {"__all__": {"targets"}}}),
    "ledger": ReleasedFile(kind=release.WorldLedger, secret=True, tabled=True, unfold="facts"),
    "verdicts": ReleasedFile(kind=world.Verdict),
    "proofs": ReleasedFile(kind=release.Proof, by_split=True, secret=True),
}
# what docs/data-model.md says of the suite, by title
RECORDS = {
    "Texts before they are documents": (Source,),
    "MemoryDoc: what the stages hand on": (
        records.Document, records.Section, world.Target, world.DocumentFacts, world.Persona, session_plans.Event,
        world.Scenario, world.Utterance, world.Session, world.Conversations, Fact, world.QAPair, world.Questions,
        world.Verdict,
    ),
    "MemoryDoc: what is only in a release": (
        release.World, release.ReleasedSession, release.ReleasedDocument, release.WorldLedger, release.Proof,
        release.Manifest,
    ),
}  # fmt: skip
