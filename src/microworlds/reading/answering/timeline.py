"""What date is being talked about at a point of a conversation, so that the 19th can be told."""

from __future__ import annotations

import re
from datetime import date, datetime

from microworlds.core import value_types
from microworlds.reading import moments
from microworlds.reading.answering import wording
from microworlds.reading.answering.context import Context, kept
from microworlds.reading.answering.value import Value

_BACK = 3
_BARE = re.compile(
    r"\bthe (?P<n>[12]?\d|3[01])(?:st|nd|rd|th)\b|\bthe (?P<w>[a-z]+(?:-[a-z]+)?(?:th|st|nd|rd))\b", re.IGNORECASE
)


@kept
def near(context: Context, turn: int) -> date | None:
    """The last date named in the turns just before in the session, else an earlier one of the same day of the month."""
    here = context.turns[turn]
    if not _BARE.search(here.text):
        return None
    for back in range(1, _BACK + 1):
        if turn - back < 0 or context.turns[turn - back].session != here.session:
            break
        stated = _stated(context, turn - back)
        if stated:
            return stated[-1]
    days = {moment.first.day for moment in moments.find(here.text, here.time)}
    for earlier in range(turn - 1, -1, -1):
        for day in reversed(_stated(context, earlier)):
            if day.day in days:
                return day
    return None


def _stated(context: Context, turn: int) -> list[date]:
    """The days that a turn names outright."""
    said = context.turns[turn]
    return [moment.first for moment in moments.find(said.text, said.time) if moment.stated and moment.day]


_AHEAD = wording.parts(r"""
    \b(?:will|going to|gonna|shall|should|could|would|might|may|plan\w*|hop(?:e|ing)|want\w*|if|need to|have to)\b
    | ['’]ll\b | \blet['’]s\b | \bcan['’]t wait\b | \b(?:is|are|am) \w+ing\b | ['’](?:m|re) \w+ing\b | \?
""")
_DONE = re.compile(
    r"\b(?:just|finally|have|has|['’]ve|had|was|were|did|got|went|took|made|sent|put|\w{3,}ed)\b", re.IGNORECASE
)
_WEAK = -0.3
"""What speaks against the day of the conversation: nobody named it."""


def of_saying(text: str, said: datetime) -> list[Value]:
    """The day of the conversation itself, for what is told as done without a date."""
    if _AHEAD.search(text) or not _DONE.search(text):
        return []
    day = said.date()
    return [Value(0, len(text), value_types.format_date(day), "saying", (day, day), _WEAK)]
