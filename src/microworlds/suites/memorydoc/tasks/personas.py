"""Personas.

Source: MemoryDocDataSet 3.2, Appendix B.1.
"""

from microworlds.core import seeds
from microworlds.core.records import Record
from microworlds.generation.person_names import FIRST, LAST
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


_OFFERED = 8  # first and last names


def _slots(given: PersonasGiven) -> dict[str, str]:
    # a writer left to itself calls half of all people by the same ten names
    rng = seeds.generator("names", *(document.id for document in given.documents))
    return {
        "firsts": ", ".join(rng.sample(FIRST, _OFFERED)),
        "lasts": ", ".join(rng.sample(LAST, _OFFERED)),
        "roles": "\n".join(f"- {role}: {', '.join(fields)}" for role, fields in given.roles.items()),
        "relations": ", ".join(given.relations),
        "documents": summaries(given.documents),
    }


PERSONAS = task("personas", "You invent believable professionals for a simulated workplace.", PersonasWritten, _slots)
