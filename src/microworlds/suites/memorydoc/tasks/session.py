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
        "subjects": ", then ".join(dict.fromkeys([given.plan.subjects[0], *_points(given.plan)])),
        "since": f", {given.plan.since} after the last meeting" if given.plan.since else "",
        "absent": f"Not there: {', '.join(given.absent)}.\n" if given.absent else "",
        "turns": str(_turns(given)),
        "beats": "\n\n".join(
            "\n".join((_from(start, _turns(given)), *map(_instruction, own)))
            for start, own in zip(_starts(given.plan, _turns(given)), given.plan.concerns, strict=True)
        ),
    }


def _points(plan: SessionPlan) -> list[str]:
    """The points of what is said of documents."""
    return [beat.slots["subject"] for beat in plan.beats if "subject" in beat.slots]


_AROUND, _EACH = 12, 5  # turns of a session, and of each thing that it speaks of: as people talk they are short
_ITEM, _NEAR = 7, 3  # turns that a thing takes at least, and those within which an end is near


def _turns(given: SessionGiven) -> int:
    return min(_AROUND + _EACH * len(given.plan.concerns), given.utterances_most)


def _starts(plan: SessionPlan, turns: int) -> list[int]:
    """The turn at which each thing of a session comes up, in order, drawn so that every turn is as likely to have one.

    Whoever writes leads up to things and rounds off: else evidence would stand late, and never in a first or last turn.
    Things that are to end with the last turn end before it now and then, so one draw more goes there than to the first.
    """
    drawn, apart = seeds.generator("starts", plan.id).randrange(turns), turns / len(plan.concerns)
    ring = ((drawn + round(place * apart)) % turns for place in range(len(plan.concerns)))
    return sorted(_moved(start, turns) for start in ring)


def _moved(start: int, turns: int) -> int:
    """A turn, counted from 0, as one counted from 1: what would begin or end near an end of a session does so at it."""
    if start < _NEAR or start > turns - _NEAR:
        return 1
    return 1 + (turns - _ITEM if start > turns - _ITEM - _NEAR else start)


def _from(start: int, turns: int) -> str:
    """From which turn on a thing is talked of; a first and a last turn outright."""
    if start == 1:
        return "From the very first turn on, which already carries the first of these, so that anybody can follow it:"
    if start > turns - _ITEM:
        return "At the end, so that the very last turn carries the last of these, and what is done about it:"
    return f"From about turn {start} on:"


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
