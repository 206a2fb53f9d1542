"""One conversation session.

Source: MemoryDocDataSet 3.2, 4.4, Appendix B.3.
"""

from microworlds.core import seeds
from microworlds.core.records import Record
from microworlds.generation.person_names import first_name
from microworlds.generation.session_plans import Beat, Event, SessionPlan
from microworlds.suites.memorydoc.tasks.base import GLOSSES, people, summaries, task
from microworlds.suites.memorydoc.tasks.meanings import meaning
from microworlds.suites.memorydoc.world import Persona, Summary


class SessionGiven(Record):
    """What the conversation generator gets; ``stage`` is how far the matter is.

    ``absent`` are those of the team who are not there. ``prior`` are the earlier sessions, oldest first, title and day
    above the text. ``held_out`` asks the offline author for what is kept for the test split; a model is not told.
    """

    number: int
    domain: str
    label: str
    matter: str
    stage: str = ""
    client: str
    opponent: str
    plan: SessionPlan
    event: Event
    personas: tuple[Persona, ...]
    absent: tuple[str, ...]
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


def _slots(given: SessionGiven) -> dict[str, str]:
    return {
        "people": people(given.personas),
        "documents": summaries(given.documents),
        "prior": "\n\n".join(given.prior) or "(there are none: this is the first)",
        "subjects": ", then ".join(given.plan.subjects),
        "since": f", {given.plan.since} after the last meeting" if given.plan.since else "",
        "absent": f"Not there: {', '.join(given.absent)}.\n" if given.absent else "",
        "frame": _frame(given.plan),
        "beats": "\n\n".join("\n".join(map(_instruction, own.beats)) for own in given.plan.exchanges),
    }


_BEGINS, _ENDS = 0.5, 0.55  # how often a session begins and ends with an item: whoever writes rounds off


def _frame(plan: SessionPlan) -> str:
    """Whether the first and the last turn of a session are to carry items: else evidence would never stand there."""
    begins, ends = (
        seeds.generator(name, plan.id).random() < share for name, share in (("begin", _BEGINS), ("end", _ENDS))
    )
    first = (
        "The first turn already carries an item, in words that somebody who comes in at that moment can follow"
        if begins
        else "A turn or two lead up to the first item"
    )
    last = (
        "the last turn carries the last item, and says in the same breath what is done about it"
        if ends and (len(plan.beats) > 1 or not begins)
        else "a turn or two follow the last"
    )
    return f"{first}; {last}"


def _instruction(beat: Beat) -> str:
    own = {name: text for name, text in beat.slots.items() if name not in _UNTOLD}
    if "attribute" in own:
        own["attribute"] = meaning(own["attribute"])
    if gloss := "standing" in own and GLOSSES["places"].get(beat.claims[-1].subject.split(":")[1]):
        own["standing"] += f" ({gloss})"
    speaker = first_name(beat.speaker)
    words = "; ".join(
        f"{GLOSSES['slots'].get(name, name)}: {text}{', who says this' * (text == speaker)}"
        for name, text in own.items()
    )
    # who speaks is known, and need not be said
    quoted = ", ".join(f'"{text}"' for text in beat.says if text != speaker)
    to = f", to {beat.addressee}," if beat.addressee else ""
    quote = f" Quote: {quoted}." if quoted else ""
    offers = beat.act in GLOSSES["offers"] and beat.slots.get("reader") == speaker
    act = GLOSSES["offers" if offers else "acts"][beat.act]
    return f"- {beat.id}: {beat.speaker}{to} {act} ({words}).{quote}"


_UNTOLD = frozenset({"ref", "place", "reason"})  # how the offline author puts it, and why; who writes finds a reason
_SYSTEM = "You write down how colleagues really talk at work: plainly, to the point, each in a voice of his own."
SESSION = task("session", _SYSTEM, SessionWritten, _slots, varied=True)
