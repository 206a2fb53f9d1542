"""Reading a session back: what is taken from it by who wrote nothing of it, and what in it contradicts what was said.

Source: issue 15, section 2.
"""

from microworlds.core.records import Record
from microworlds.suites.memorydoc.tasks.base import GLOSSES, task
from microworlds.suites.memorydoc.tasks.meanings import meaning


class Expected(Record):
    """Something that a session is to say: an ``attribute`` of what ``slots`` describe.

    Its ``value``, of a kind, is not told.
    """

    id: str
    attribute: str
    slots: dict[str, str]
    kind: str
    value: str


class Known(Record):
    """A document by a label, and what is known of it before the session."""

    label: str
    known: str


class CheckSessionGiven(Record):
    """A session as it would be read, what was settled before it, and what is asked of it."""

    title: str
    present: tuple[str, ...]
    documents: tuple[Known, ...]
    settled: tuple[str, ...]
    text: str
    facts: tuple[Expected, ...]


class ReadBack(Record):
    """What the session says of one thing; null if it does not say, or more than one thing."""

    id: str
    value: str | None


class CheckSessionWritten(Record):
    """What was read, and in words what contradicts what was settled."""

    read: tuple[ReadBack, ...]
    contradicts: tuple[str, ...]


def _slots(given: CheckSessionGiven) -> dict[str, str]:
    return {
        "present": ", ".join(given.present),
        "documents": "\n".join(f"- {own.label}: {own.known}" for own in given.documents) or "(none)",
        "settled": "\n".join(f"- {line}" for line in given.settled) or "(nothing)",
        "asks": "\n".join(f"- {own.id}: {_asks(own)}" for own in given.facts),
    }


def _asks(fact: Expected) -> str:
    """The question for a fact."""
    for state in ("proposed_", "misstated_", ""):
        if fact.attribute.startswith(state):
            name = fact.attribute.removeprefix(state)
            asks = GLOSSES["asks"].get(name) if not state else None
            return (asks or GLOSSES["asks"][f"{state}value"]).format(**fact.slots, meaning=meaning(name))
    raise AssertionError(fact.attribute)


_SYSTEM = "You read conversations closely and report what they say: no more, no less."
CHECK_SESSION = task("check_session", _SYSTEM, CheckSessionWritten, _slots)
