"""A persona's background, about a page.

Source: ConvoMem A.1 (personas).
"""

from pathlib import Path

from microworlds.authors.base import Task
from microworlds.core.records import Record

_PROMPT = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").removesuffix("\n")


class PersonaGiven(Record):
    """Who it is."""

    name: str
    role: str
    group: str


class PersonaWritten(Record):
    """About a page: life, habits, work, events, good and bad."""

    background: str


def _render(given: PersonaGiven) -> str:
    return _PROMPT.format(given=given)


PERSONA = Task(
    "persona", "microworlds.suites.convomem", PersonaWritten,
    "You invent people as they are, neither heroes nor types.", _render,
)  # fmt: skip
