"""Facts of one opinion or agreement.

Source: DESIGN 3 (the fact ledger).
"""

from __future__ import annotations

from microworlds.authors.base import Task
from microworlds.records import Part, Record
from microworlds.suites.memorydoc.tasks.base import JSON_ONLY, MODULE


class FactsGiven(Record):
    """What the fact extractor gets: one opinion or agreement, where its parts are, and what may be known of it."""

    subject: str
    title: str
    text: str
    parts: tuple[Part, ...]
    attributes: dict[str, str]


class Stated(Record):
    """A value that the text states, verbatim, and the character it starts at."""

    attribute: str
    value: str
    start: int


class FactsWritten(Record):
    """All that was found."""

    facts: tuple[Stated, ...]


def _render_facts(given: FactsGiven) -> str:
    attributes = "\n".join(f"- {name}: {gloss}" for name, gloss in given.attributes.items())
    return (
        f"From the {given.subject} below, {given.title}, take what it states of itself: only what the text says "
        "outright of this very matter, never of another one it discusses. Give each value exactly as written and the "
        "number of the character at which it starts. Leave out what is not stated.\n"
        f"What to look for:\n{attributes}\n\n{given.text}"
    )


FACTS = Task(
    "facts",
    MODULE,
    FactsWritten,
    f"You take facts from legal texts, verbatim and with care. {JSON_ONLY}",
    _render_facts,
)
