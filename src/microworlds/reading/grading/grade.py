"""The label of an answer, and why: what a careful reader with the rubric of ``evaluation.judging`` says of it.

It compares what answer and expected answer amount to (a day, a sum, what a court did), not how many words they share.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from microworlds.core import text as plain
from microworlds.core.records import Label
from microworlds.core.text import normalized
from microworlds.reading import words
from microworlds.reading.grading import expected, said
from microworlds.reading.grading.expected import Wanted
from microworlds.reading.grading.said import Finding, Reply

_QUOTED = re.compile(r"[\"“](?:[^\"”]+\s){4}[^\"”]+[\"”]")
_DECLINES, _OF_TELLING = words.regex("grading.declines"), words.regex("grading.of_telling")
_DENIES = words.regex("grading.denies")
_TELLING = re.compile(r"\d|:\s|\b[A-Z]{2,}\b|(?<![.!?]\s)(?<!^)\b[A-Z][a-z]+")
"""What an answer tells: a figure, a name, what follows a colon."""


@dataclass(frozen=True)
class Grade:
    """A label and its reason."""

    label: Label
    reason: str


_GRADES: dict[Finding, Grade] = {
    "said": Grade("correct", "it says what is expected"),
    "part": Grade("partial", "it says a part of what is expected"),
    "other": Grade("incorrect", "it says another thing than expected"),
    "open": Grade("incorrect", "it leaves open which of several holds"),
    "none": Grade("incorrect", "it does not say what is expected"),
}
_SILENT = Grade("abstained", "it declines")


def grade(question: str, expected_answer: str, answer: str, asked_at: datetime, answerable: bool) -> Grade:
    """The grade of an answer; what is expected of a question that is not answerable is what is wrong with it."""
    text = expected.plain(answer)
    if not answerable:
        return _unanswerable(f"{question} {expected_answer}", _QUOTED.sub(" ", text))
    if normalized(answer) == normalized(expected_answer):
        return _GRADES["said"]
    parts = expected.parts(expected_answer, asked_at)
    reply = Reply(text, question, asked_at)
    found = [_find(part, reply, parts) for part in parts]
    if "open" in found:
        return _GRADES["open"]
    if set(found) == {"none"} and parts[0].kind != "words" and _says_nothing(text):
        return _SILENT
    # a clause that is expected may itself be about what was not shown or could not be said
    if _DECLINES.search(text) and (set(found) != {"said"} or any(part.kind == "choice" for part in parts)):
        return _SILENT
    return _GRADES[_together(found)]


def _find(part: Wanted, reply: Reply, parts: Sequence[Wanted]) -> Finding:
    """How a reply stands to a part; what it quotes counts only if the rest says nothing of the kind."""
    found = said.find(part, replace(reply, text=_QUOTED.sub(" ", reply.text)), parts)
    return found if found != "none" else said.find(part, reply, parts)


def _together(found: Sequence[Finding]) -> Finding:
    """What the findings on the parts come to."""
    if "other" in found:
        return "other"
    if set(found) == {"said"}:
        return "said"
    return "part" if "said" in found or "part" in found else "none"


def _says_nothing(text: str) -> bool:
    """Whether a text is all about who tells it, or from what, and has neither name nor figure, so it is no answer."""
    every = [text[start:end] for start, end in plain.sentences(text)]
    return all(_OF_TELLING.search(one) for one in every) and _TELLING.search(text) is None


def _unanswerable(about: str, text: str) -> Grade:
    """Right is to decline, or to say that something the question is about is not so."""
    asked = set(words.content(about)) - words.COMMON
    sentences = [text[start:end] for start, end in plain.sentences(text)]
    if _DECLINES.search(text):
        return _SILENT
    if any(_DENIES.search(one) and not asked.isdisjoint(words.content(one)) for one in sentences):
        return Grade("correct", "it says that the question assumes what is not so")
    return _SILENT if _says_nothing(text) else Grade("incorrect", "it answers a question that has no answer")
