"""What a release of ConvoMem has besides observations, episodes and gold; and its records, for the data model.

Source: DESIGN 3.
"""

from microworlds.suites.base import ReleasedFile
from microworlds.suites.convomem import records, release

FILES = {
    "personas": ReleasedFile(kind=release.ReleasedPersona, tabled=True),
    "ledger": ReleasedFile(kind=release.PersonaLedger, secret=True, tabled=True, unfold="facts"),
    "cores": ReleasedFile(kind=records.ReleasedCore, secret=True),
}
RECORDS = {
    "ConvoMem: what the stages hand on": (
        records.Stated, records.Asked, records.CorePlan, records.Persona, records.Message, records.Exchange,
        records.Core, records.Conversation, records.PersonaCores, records.PersonaConversations,
    ),
    "ConvoMem: what is only in a release": (
        release.ReleasedPersona, release.PersonaLedger, records.ReleasedCore, release.Manifest,
    ),
}  # fmt: skip
