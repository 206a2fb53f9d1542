"""The label of an answer, and why: what a careful reader with the rubric of ``evaluation.judging`` says of it.

It compares what answer and expected answer amount to (a day, a sum, what a court did), not how many words they share.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from microworlds.core.records import Label
from microworlds.core.text import normalized
from microworlds.reading.grading import declining, wanted
from microworlds.reading.grading.finding import Finding, Reply, find

_OF_PERSON = re.compile(
    r"\b(?:who|whom|whose|name|judges?|justices?|author|lawyers?|counsel|attorneys?|pen|penned|member|colleague)\b",
    re.IGNORECASE,
)
_GUESS = re.compile(
    r"\b(?:i think|i would say|i['’]d say|probably|likely|my (?:best )?guess|best guess|i believe)\b", re.I
)
_REASONS: dict[Finding, str] = {
    "said": "it says what is expected",
    "part": "it says a part of what is expected, and nothing else",
    "other": "it says something else than what is expected",
    "open": "it leaves open which of several holds",
    "none": "it does not say what is expected",
}


@dataclass(frozen=True)
class Grade:
    """A label and its reason."""

    label: Label
    reason: str


def grade(question: str, expected: str, answer: str, asked_at: datetime, answerable: bool) -> Grade:
    """The grade of an answer; ``expected`` says what is wrong with a question that is not answerable."""
    text = wanted.plain(answer)
    if not answerable:
        return _unanswerable(f"{question} {expected}", text)
    if normalized(answer) == normalized(expected):
        return Grade("correct", "it says what is expected, word for word")
    parts = wanted.parts(expected, asked_at)
    of_person = _OF_PERSON.search(question) is not None
    whole = [find(part, Reply(text, question, asked_at, of_person), parts) for part in parts]
    if "open" in whole:
        return Grade("incorrect", _REASONS["open"])
    if not declining.declines(text):
        return _graded(whole)
    rest = declining.committed(text)
    found = [find(part, Reply(rest, question, asked_at, of_person), parts) for part in parts] if rest else []
    if "said" in found or "part" in found or (rest and _GUESS.search(rest)):
        return _graded(found)
    # a clause of law may itself be about what was not shown or could not be said
    clause = set(whole) == {"said"} and all(part.kind != "choice" for part in parts)
    return _graded(whole) if clause else Grade("abstained", "it says that this cannot be told")


def _graded(found: Sequence[Finding]) -> Grade:
    if set(found) == {"said"}:
        return Grade("correct", _REASONS["said"])
    for finding in ("open", "other"):
        if finding in found:
            return Grade("incorrect", _REASONS[finding])
    if "said" in found or "part" in found:
        return Grade("partial", _REASONS["part"])
    return Grade("incorrect", _REASONS["none"])


def _unanswerable(about: str, text: str) -> Grade:
    if declining.declines(text):
        return Grade("abstained", "it says that this cannot be told")
    if declining.denies(text, about):
        return Grade("correct", "it says that what the question takes for granted is not so")
    return Grade("incorrect", "it answers a question that has no answer")
