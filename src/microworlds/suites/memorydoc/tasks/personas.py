"""Personas.

Source: MemoryDocDataSet 3.2, Appendix B.1.
"""

from microworlds.core.records import Record
from microworlds.suites.memorydoc.tasks.base import summaries, task
from microworlds.suites.memorydoc.world import Persona, Summary


class PersonasGiven(Record):
    """What the persona generator gets; ``roles`` maps a role to fields of expertise."""

    label: str
    field: str
    count: int
    roles: dict[str, tuple[str, ...]]
    relations: tuple[str, ...]
    documents: tuple[Summary, ...]


class PersonasWritten(Record):
    """The personas of a world."""

    personas: tuple[Persona, ...]


def _slots(given: PersonasGiven) -> dict[str, str]:
    return {
        "roles": "\n".join(f"- {role}: {', '.join(fields)}" for role, fields in given.roles.items()),
        "relations": ", ".join(given.relations),
        "documents": summaries(given.documents),
    }


PERSONAS = task("personas", "You invent believable professionals for a simulated workplace.", PersonasWritten, _slots)
