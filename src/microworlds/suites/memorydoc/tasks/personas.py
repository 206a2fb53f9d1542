"""Personas.

Source: MemoryDocDataSet 3.2, Appendix B.1.
"""

from __future__ import annotations

from microworlds.authors.base import Task
from microworlds.core.records import Record
from microworlds.suites.memorydoc.tasks.base import MODULE, summaries
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
    roles = "\n".join(f"- {role}: {', '.join(fields)}" for role, fields in given.roles.items())
    return f"""\
Invent exactly {given.count} people who work together in {given.field}. Their matter is about {given.label}.

Each of them has:
- name: a first and a last name, without title or initial; no two share a first name, since colleagues use only that.
- role: one of those listed below.
- expertise_domain: one of the fields listed with that role.
- communication_style: how this person talks, in a few words; its first word names the voice (as in "dry: says little,
and that with irony"). The voices differ.
- relationships: at least one, each a kind from the list below and the full name of another of these people.

Roles and their fields:
{roles}

Kinds of relationship: {", ".join(given.relations)}.

The documents they work with:
{summaries(given.documents)}"""


PERSONAS = Task(
    "personas",
    MODULE,
    PersonasWritten,
    "You invent believable professionals for a simulated workplace.",
    _render_personas,
)
