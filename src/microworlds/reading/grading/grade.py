"""The label of an answer, and why: what a careful reader with the rubric of ``evaluation.judging`` says of it.

It compares what answer and expected answer amount to (a day, a sum, what a court did), not how many words they share.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from microworlds.core.records import Label
from microworlds.core.text import normalized
from microworlds.reading import words
from microworlds.reading.grading import claims, declining, expected, wordings
from microworlds.reading.grading.claims import Reply
from microworlds.reading.grading.expected import Wanted
from microworlds.reading.grading.wordings import Finding

_OF_PERSON = re.compile(
    r"\b(?:who|whom|whose|(?:name|person|author|judge|justice|lawyer|attorney|counsel|colleague|member|friend)s?)\b",
    re.I,
)
_QUOTED = re.compile(r"[\"“](?:[^\"”]+\s){4}[^\"”]+[\"”]")
_REASONS: dict[Finding, str] = {
    "said": "it says what is expected",
    "part": "it says a part of what is expected",
    "other": "it says another thing than expected",
    "open": "it leaves open which of several holds",
    "none": "it does not say what is expected",
}


@dataclass(frozen=True)
class Grade:
    """A label and its reason."""

    label: Label
    reason: str


_SILENT = Grade("abstained", "it declines")


def grade(question: str, expected_answer: str, answer: str, asked_at: datetime, answerable: bool) -> Grade:
    """The grade of an answer; what is expected of a question that is not answerable is what is wrong with it."""
    text = expected.plain(answer)
    if not answerable:
        return _unanswerable(f"{question} {expected_answer}", _QUOTED.sub(" ", text))
    if normalized(answer) == normalized(expected_answer):
        return Grade("correct", "it says what is expected, word for word")
    parts = expected.parts(expected_answer, asked_at)
    reply = Reply(text, question, _OF_PERSON.search(question) is not None, asked_at)
    whole = [_find(part, reply, parts) for part in parts]
    if "open" in whole:
        return Grade("incorrect", _REASONS["open"])
    if set(whole) == {"none"} and parts[0].kind != "words" and declining.says_nothing(text):
        return _SILENT
    if not declining.declines(text):
        return _graded(whole)
    rest = replace(reply, text=declining.committed(text))
    found = [_find(part, rest, parts) for part in parts] if rest.text else []
    if "said" in found or "part" in found or words.regex("grading.guess").search(rest.text):
        return _graded(found)
    # a clause may itself be about what was not shown or could not be said
    clause = set(whole) == {"said"} and all(part.kind != "choice" for part in parts)
    return _graded(whole) if clause else _SILENT


def _find(part: Wanted, reply: Reply, parts: Sequence[Wanted]) -> Finding:
    """How a reply stands to a part; what it quotes counts only if the rest says nothing of the kind."""
    for own in (replace(reply, text=_QUOTED.sub(" ", reply.text)), reply):
        worded = part.kind in ("name", "words")
        found = wordings.find(part, own.text, own.of_person) if worded else claims.find(part, own, parts)
        if found != "none":
            return found
    return "none"


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
        return _SILENT
    if declining.denies(text, about):
        return Grade("correct", "it says that the question assumes what is not so")
    if declining.says_nothing(text):
        return _SILENT
    return Grade("incorrect", "it answers a question that has no answer")
