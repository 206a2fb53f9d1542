"""One conversation session.

Source: MemoryDocDataSet 3.2, 4.4, Appendix B.3.
"""

from __future__ import annotations

from microworlds.authors.base import Task
from microworlds.records import Record
from microworlds.suites.memorydoc.tasks.base import JSON_ONLY, MODULE, people, summaries
from microworlds.suites.memorydoc.world import Beat, Event, Persona, SessionPlan, Summary


class SessionGiven(Record):
    """What the conversation generator gets. ``prior`` are the earlier sessions' texts, oldest first.

    ``held_out`` asks the offline author for the phrasing families of the test split; a model is not told.
    """

    number: int
    label: str
    matter: str
    client: str
    plan: SessionPlan
    event: Event
    personas: tuple[Persona, ...]
    documents: tuple[Summary, ...]
    prior: tuple[str, ...]
    held_out: bool


class UtteranceWritten(Record):
    """One turn, and the ids of the beats it carries."""

    speaker: str
    text: str
    beats: tuple[str, ...]


class SessionWritten(Record):
    """A whole session."""

    utterances: tuple[UtteranceWritten, ...]


def _render_session(given: SessionGiven) -> str:
    prior = "\n\n".join(given.prior) or "(this is the first session)"
    beats = "\n".join(_instruction(beat) for beat in given.plan.beats)
    return (
        f"Write the conversation of the {given.plan.name} on {given.plan.time:%B %d, %Y}, in {given.matter} of "
        f"{given.client} ({given.label}): {given.event.description}\nSpeakers:\n{people(given.personas)}\n"
        f"Documents they may speak of:\n{summaries(given.documents)}\nEarlier conversations:\n{prior}\n\n"
        f"Write {given.plan.utterances} turns. Everyone keeps their own way of speaking; people greet, react, disagree "
        "and close as people do. The following must happen, in this order; each in one turn by the person named, with "
        "the quoted words exactly as quoted, and nothing of the kind may happen besides. Name a document outright only "
        f"where the list does; elsewhere speak of it as the list says.\n{beats}\n"
        "For each turn give the ids of what happens in it (most turns: none or one)."
    )


def _instruction(beat: Beat) -> str:
    words = "; ".join(f"{name}: {text}" for name, text in beat.slots.items())
    quoted = ", ".join(f'"{text}"' for text in beat.says)
    to = f" to {beat.addressee}" if beat.addressee else ""
    return f"- {beat.id}: {beat.speaker}{to} -- {ACTS[beat.act]} ({words}). Quote: {quoted}."


# what each act is, for a model; the offline author has its own phrases for each
ACTS = {
    "introduce": "brings a document up by name and says why it matters",
    "assign": "asks someone to read a document",
    "reassign": "gives the reading of a document to someone else than before",
    "stand": "says what a document is to be from now on",
    "restand": "says that another document takes that place from now on",
    "doubt": "is not convinced by a document",
    "praise": "finds a document convincing",
    "recall": "says from memory what a document states, perhaps wrongly",
    "state": "says what is settled about a piece of work",
    "change": "says that something settled has changed, and why",
    "propose": "proposes something about a piece of work that will not be accepted",
    "settle": "turns the proposal down, says why, and says what is settled instead",
    "correct": "says a wrong value and corrects it at once",
}


SESSION = Task(
    "session",
    MODULE,
    SessionWritten,
    f"You write conversations between colleagues that sound spoken, each voice its own. {JSON_ONLY}",
    _render_session,
)
