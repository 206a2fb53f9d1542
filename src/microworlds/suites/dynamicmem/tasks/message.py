"""A text that a user types into an app: a message, an email, a note.

Source: DynamicMem, app logs (short natural user input; what is needed of a state stands in it).
"""

from pathlib import Path

from microworlds.authors.base import Task
from microworlds.core.records import Record

_PROMPT = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").removesuffix("\n")
_MEANINGS = {
    "attribute": "what my {label} is",
    "attribute_changed": "that my {label} is {value} from now on and no longer {old}, and why: {reason}",
    "item": "something about one of my {label}",
    "item_added": "that it has come to my {label}, and why: {reason}",
    "item_removed": "that it is no longer one of my {label}, and why: {reason}",
    "habit": "when and where my {label} is; not on which days",
    "habit_begun": "that I take up {label}, when and where, and why: {reason}; not on which days",
    "habit_changed": "that my {label} is at another time and on other days now, and why: {reason}; not on which days",
    "habit_dropped": "that I have given up {label}, and why: {reason}",
    "preference": "that I chose {a} rather than {b}",
    "preference_changed": "that I have come to prefer {a} to {b}, and why: {reason}",
    "other_person": "that this is somebody else's {label}, not mine: {other}'s",
    "mistaken": "what my {label} is (a slip of the pen, which I do not notice)",
    "corrected": "that I got it wrong a moment ago: {old} was a slip, my {label} is {value} and always was",
    "skipped": "that just this once I leave out {label}",
}


class MessageGiven(Record):
    """What it says (see ``_MEANINGS``), in which app, and what goes into it; ``must`` stands in it letter by letter."""

    kind: str
    app: str
    slots: dict[str, str]
    must: tuple[str, ...]


class MessageWritten(Record):
    """The text."""

    text: str


def _render(given: MessageGiven) -> str:
    meaning = _MEANINGS[given.kind]
    for name, value in given.slots.items():
        meaning = meaning.replace(f"{{{name}}}", value)
    return _PROMPT.format(app=given.app, meaning=meaning, must="\n".join(f"- {own}" for own in given.must))


MESSAGE = Task(
    "message", "microworlds.suites.dynamicmem", MessageWritten,
    "You write what people type into their phones: short, in passing, in their own words.", _render, varied=True,
)  # fmt: skip
