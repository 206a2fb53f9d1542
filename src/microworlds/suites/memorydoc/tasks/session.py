"""One conversation session.

Source: MemoryDocDataSet 3.2, 4.4, Appendix B.3.
"""

from __future__ import annotations

from microworlds.authors.base import Task
from microworlds.core.records import Record
from microworlds.generation.session_plans import Beat, Event, SessionPlan
from microworlds.suites.memorydoc.tasks.base import MODULE, people, summaries
from microworlds.suites.memorydoc.world import Persona, Summary


class SessionGiven(Record):
    """What the conversation generator gets.

    ``prior`` are the earlier sessions, oldest first, title and day above the text. ``held_out`` asks the offline author
    for the phrasing families of the test split; a model is not told.
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
    utterances_least: int
    utterances_most: int


class UtteranceWritten(Record):
    """One turn, and the ids of the beats it carries."""

    speaker: str
    text: str
    beats: tuple[str, ...]


class SessionWritten(Record):
    """A whole session."""

    utterances: tuple[UtteranceWritten, ...]


def _render_session(given: SessionGiven) -> str:
    plan = given.plan
    prior = "\n\n".join(given.prior) or "(there are none: this is the first)"
    beats = "\n".join(_instruction(beat) for beat in plan.beats)
    return f"""\
Write the conversation of the {plan.name} on {plan.time:%A, %B %d, %Y}, in {given.matter} of {given.client}, a matter
about {given.label}. What it is about: {given.event.description}

The people present, and nobody else speaks:
{people(given.personas)}

Documents within reach:
{summaries(given.documents)}

Earlier conversations, oldest first:
{prior}

Write about {plan.utterances} turns, never fewer than {given.utterances_least} or more than {given.utterances_most}. \
Each has:
- speaker: the full name of one of those present.
- text: what is said, in one paragraph without line breaks, without the speaker's name before it.
- beats: the ids of what happens in this turn, from the list below; most turns carry none or one.

Everyone keeps their own way of speaking. They greet, pick up what the one before said, doubt, joke, digress, refer back
to earlier conversations and close, as people do; they mention what day it is or how long something has taken.

The following must happen, each item once, in one turn by the person named, in this order, and every quoted stretch must
stand in that turn letter by letter:
{beats}

Nothing else of this kind may be said: no further document is named, no other date, amount, number or person is settled,
and nothing that stands here is contradicted. A document is named outright only in an item that quotes its name;
everywhere else it is spoken of as the item says ("the one for the reply"), or as "it"."""


def _instruction(beat: Beat) -> str:
    words = "; ".join(f"{name}: {text}" for name, text in beat.slots.items())
    quoted = ", ".join(f'"{text}"' for text in beat.says)
    to = f", to {beat.addressee}," if beat.addressee else ""
    quote = f" Quote: {quoted}." if quoted else ""
    return f"- {beat.id}: {beat.speaker}{to} {ACTS[beat.act]} ({words}).{quote}"


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
    "You write conversations between colleagues that sound spoken, each voice its own.",
    _render_session,
)
