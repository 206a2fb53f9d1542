"""Wording one question: what it asks for, and of which things, in sentences that a model can follow.

What each form asks is in the phrase file of its category; the offline author has phrases of its own for each.

Source: MemoryDocDataSet 3.3, 4.5, Appendix B.4.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from pydantic import AwareDatetime

from microworlds.core.records import Record
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.categories.base import POINT, says_first
from microworlds.suites.memorydoc.tasks.base import GLOSSES, task
from microworlds.suites.memorydoc.tasks.meanings import meaning
from microworlds.suites.memorydoc.world import Category, Described


class QuestionGiven(Record):
    """A question to be worded: what it asks of which things, and the words that would give the document away.

    ``held_out`` asks the offline author for the phrasing families of the test split; a model is not told.
    ``meetings`` are all that there are, ``held`` the places of ``standings`` that some document has, ``readers`` who
    has a document to read: a short name must not fit two.
    """

    number: int
    subject: Literal["opinion", "agreement"]
    category: Category
    form: str
    asks: str
    things: tuple[Described, ...]
    slots: dict[str, str]
    answer: str
    forbidden: tuple[str, ...]
    asked_at: AwareDatetime
    held_out: bool
    nouns: tuple[str, ...]
    standings: dict[str, tuple[str, ...]]
    held: tuple[str, ...] = ()
    meetings: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()


class QuestionWritten(Record):
    """The question, and for an adversarial one what is wrong with it."""

    question: str
    explanation: str | None = None


@cache
def forms() -> Mapping[str, str]:
    """What each form of question asks, of all categories."""
    return {form: said for own in question_categories.every().values() for form, said in own.forms.items()}


def asked(given: QuestionGiven) -> str:
    """What the question is to ask for, in a sentence or two."""
    slots = {"noun": given.nouns[given.number % len(given.nouns)], **given.slots}
    known = dict(zip("AB", (_known(thing, slots, given.standings) for thing in given.things), strict=False))
    words = {**given.slots, **known, "asks": " and ".join(map(meaning, given.asks.split("_to_")))}
    put = forms()[given.slots["put_as"]].format_map(words) + " " if "put_as" in given.slots else ""
    first = _FIRST if says_first(given) else _ON.format_map(given.slots) if POINT in given.slots else ""
    # what is said of the one thing that is asked about wrongly
    return first + put + forms()[given.form].format_map({**words, "A": known[given.slots.get("wrong_thing", "A")]})


def _known(thing: Described, given: Mapping[str, str], standings: Mapping[str, tuple[str, ...]]) -> str:
    slots = {**given, **thing.slots}
    if "standing" in slots:
        slots["standing"] = " or ".join(standings[slots["standing"]])
    return GLOSSES["things"][thing.how].format_map(slots)


def _slots(given: QuestionGiven) -> dict[str, str]:
    return {
        "wanted": asked(given),
        "meetings": "; ".join(given.meetings),
        "readers": ", ".join(given.readers) or "nobody",
        "places": "; ".join(" or ".join(given.standings[place]) for place in given.held) or "none",
        "forbidden": "\n".join(f"- {text}" for text in given.forbidden) or "- (none)",
        "asked_for": question_categories.every()[given.category].asked_for,
    }


_FIRST = (
    "The following may be stated more than once, for one point after another, and the first of them is meant: the "
    'question has the word "first" for that, as in "argue first" or "the first ruling that is followed". '
)
_ON = (
    "The following may be stated more than once, for one point after another, and what is stated on {point} is meant: "
    'the question says so, in everyday words ("Which ruling does our lead case follow on notice?", "What did the '
    'appellant argue about notice in"). '
    "Where what the document is called has it already, it is said once, before the "
    'document ("What did the court hold on notice in our lead case?"). '
)
_SYSTEM = "You word questions as busy colleagues ask them, so that each can be understood in one way only."
QUESTION = task("question", _SYSTEM, QuestionWritten, _slots)
