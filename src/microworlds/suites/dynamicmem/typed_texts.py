"""What is wrong with a text that a user typed, or with what an assistant answered to it: by rules, whoever wrote it.

Source: DynamicMem, app logs (what is needed of a state stands in the user's input); docs/dynamicmem.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from microworlds.core.text import normalized
from microworlds.core.value_types import WEEKDAYS
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.tasks.message import ASSISTANT, MessageGiven, MessageWritten

_PARTS = ("in the morning", "in the afternoon", "in the evening")
_ENDS = (12, 18)  # hours at which the morning and the afternoon end
_NAMED_PARTS = {"this morning": 0, "this afternoon": 1, "this evening": 2, "tonight": 2}
_PAST = re.compile(r"\b(?:was|were|had|went|did|took|came|got|made|chose|picked|stayed)\b", re.IGNORECASE)
_AHEAD = re.compile(r"\b(?:will|going to|later)\b|'ll\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.?!]) ")
_WORDS = (5, 60)  # of a reply
_NUMBER = re.compile(r"\d(?:[\d.,:]*\d)?")
_NAME = re.compile(r"(?<=[a-z,;:\-] )[A-Z][a-z]+")  # a capital letter at which no sentence begins


def part_of_day(moment: datetime) -> str:
    """In which part of the day a moment is, as a writer is told it."""
    return _PARTS[sum(moment.hour >= end for end in _ENDS)]


def faults(given: MessageGiven, written: MessageWritten) -> Iterator[str]:
    """All that is wrong with a text and the reply to it."""
    said = f" {normalized(written.text)} "
    for text in given.must:
        own = normalized(text)
        # somebody's name may stand in it as whose something is
        if f" {own} " not in said and not (text == given.slots.get("other") and f" {own}s " in said):
            yield f"{text!r} is not in {written.text!r}"
    if given.kind.startswith("preference"):
        first, second = (said.find(f" {normalized(given.slots[key])} ") for key in ("a", "b"))
        if first > second:
            yield f"what is preferred has to come first: {written.text!r}"
    if word := untimely(written.text, given.when):
        yield f"it is typed {given.when}, and tells of {word}: {written.text!r}"
    if (written.reply is not None) != (given.app == ASSISTANT):
        yield f"{given.app} {'has to reply' if written.reply is None else 'replies nothing'}"
    elif written.reply is not None:
        yield from _reply_faults(written.reply, written.text)


def untimely(text: str, when: str) -> str | None:
    """A part of the day that is told as past and is yet to come, or as to come and is past; None if there is none."""
    now = _PARTS.index(when)
    for sentence in _SENTENCE.split(text):
        for word, at in _NAMED_PARTS.items():
            wrong = _PAST if at > now else _AHEAD if at < now else None
            if wrong and re.search(rf"\b{word}\b", sentence, re.IGNORECASE) and wrong.search(sentence):
                return word
    return None


def _reply_faults(reply: str, text: str) -> Iterator[str]:
    if not _WORDS[0] <= len(reply.split()) <= _WORDS[1]:
        yield f"a reply has {_WORDS[0]} to {_WORDS[1]} words: {reply!r}"
    if (word := foreign(reply, text)) is not None:
        yield f"the reply has {word!r}, which the text has not: {reply!r}"


def foreign(reply: str, text: str) -> str | None:
    """A value, name, number or day in a reply that is not in the text that it answers; None if there is none."""
    said, told = f" {normalized(text)} ", f" {normalized(reply)} "
    for name in (*WEEKDAYS, *life_tables.named()):
        own = f" {normalized(name)} "
        if own in told and own not in said and f"{own[:-1]}s " not in said:
            return name
    for pattern in (_NUMBER, _NAME):
        for found in pattern.findall(reply):
            if found.casefold() not in text.casefold():
                return str(found)
    return None
