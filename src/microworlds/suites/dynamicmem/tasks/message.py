"""A text that a user types into an app: a message, an email, a note; and what an assistant answers.

Source: DynamicMem, app logs (short natural user input; what is needed of a state stands in it).
"""

from pathlib import Path

from microworlds.authors.base import Task
from microworlds.core.records import Record

ASSISTANT = "LLM Assistant"
_PROMPT = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").removesuffix("\n")
_MEANINGS = {
    "attribute": "what my {label} is",
    "attribute_changed": "that my {label} is {value} from now on and no longer {old}, and why: {reason}",
    "item": "something about one of my {label}",
    "item_added": "that it has come to my {label}, and why: {reason}",
    "item_removed": "that it is no longer one of my {label}, and why: {reason}",
    "habit": "when and where my {label} is; not on which days",
    "habit_begun": "that I take up {label} again, when and where, and why: {reason}; not on which days",
    "habit_changed": "that my {label} is at another time and on other days now, and why: {reason}; not on which days",
    "habit_dropped": "that I have given up {label}, and why: {reason}",
    "preference": "that {a} is what I take where {b} is to be had too, since I like it better: that is plain, even if "
    "it is not said outright. Both are named, and seldom compared (no 'rather than', 'instead of', 'over'; no 'as "
    "always', 'as usual', 'my usual', 'on offer')",
    "preference_changed": "that {a} is what I take nowadays, where {b} is to be had too, and why: {reason} Both are "
    "named, and seldom compared (no 'rather than', 'instead of', 'over')",
    "other_person": "that this is somebody else's {label}, not mine: {other}'s",
    "mistaken": "what my {label} is (a slip of the pen, which I do not notice)",
    "corrected": "that I got it wrong a moment ago: {old} was a slip, my {label} is {value} and always was",
    "skipped": "that just this once I leave out {label}",
}
_SELF, _PERSON = "a note for nobody else", "for a person who knows them"
_READERS = {
    "Notion": _SELF,
    "WhatsApp": _PERSON,
    "Gmail": _PERSON,
    "Instagram": _PERSON,
    ASSISTANT: "for an assistant that is to do or to answer something with it, if only to remember it",
}
_NO_REPLY = "null, there is none."
_REPLY = """what the assistant answers. One or two sentences that do what was asked, answer it, or offer exactly what
helps; "noted" alone is no answer. A name, place, number, clock time or weekday stands in it only if it stands in the
text, in the same words."""


class MessageGiven(Record):
    """What it says (see ``_MEANINGS``), in which app, and what goes into it; ``must`` stands in it letter by letter.

    ``when`` is the part of the day in which it is typed: in the morning, in the afternoon, in the evening.
    ``occasion`` is what led to it; the offline author has phrases with occasions of their own.
    """

    kind: str
    app: str
    when: str
    slots: dict[str, str]
    must: tuple[str, ...]
    occasion: str


class MessageWritten(Record):
    """The text; ``reply`` is what the assistant answers, None in all other apps."""

    text: str
    reply: str | None = None


def _render(given: MessageGiven) -> str:
    meaning = _MEANINGS[given.kind]
    for name, value in given.slots.items():
        meaning = meaning.replace(f"{{{name}}}", value)
    return _PROMPT.format(
        app=given.app, when=given.when, reader=_READERS[given.app], meaning=meaning.removesuffix("."),
        occasion=given.occasion,
        must="\n".join(f"- {own}" for own in given.must), reply=_REPLY if given.app == ASSISTANT else _NO_REPLY,
    )  # fmt: skip


MESSAGE = Task(
    "message", "microworlds.suites.dynamicmem", MessageWritten,
    "You write what people type into their phones: short, in passing, in their own words.", _render, version=3,
    varied=True,
)  # fmt: skip
