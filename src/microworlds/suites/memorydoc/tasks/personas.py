"""Personas.

Source: MemoryDocDataSet 3.2, Appendix B.1.
"""

from __future__ import annotations

from microworlds.authors.base import Task
from microworlds.records import Record
from microworlds.suites.memorydoc.tasks.base import JSON_ONLY, MODULE, summaries
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


def _render_personas(given: PersonasGiven) -> str:
    roles = "; ".join(f"{role} ({', '.join(fields)})" for role, fields in given.roles.items())
    return (
        f"Invent {given.count} people who work together in {given.field}; their matter is about {given.label}.\n"
        "Each has a full name whose first name nobody shares, a role, a field of expertise, a way of speaking in a few "
        "words, and at least one directed relationship to another of them (kind and name).\n"
        f"Roles to choose from, with fields: {roles}.\nKinds of relationship: {', '.join(given.relations)}.\n"
        f"They work with these documents:\n{summaries(given.documents)}"
    )


PERSONAS = Task(
    "personas",
    MODULE,
    PersonasWritten,
    f"You invent believable professionals for a simulated workplace. {JSON_ONLY}",
    _render_personas,
)
