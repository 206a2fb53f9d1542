"""The day a question is asked on: what ago, yesterday and until now mean in the question itself, said outright."""

from __future__ import annotations

import re
from datetime import datetime

from microworlds.core import value_types
from microworlds.reading import moments
from microworlds.reading.answering import wording
from microworlds.reading.answering.context import Context

_UNIT = r"(?P<unit>days|weeks|months|years)"
_AGO = re.compile(rf"\bhow many {_UNIT} ago (?:was|were|is|are|did|has|have|had)\s+(?P<what>.+)$", re.IGNORECASE)
_UNTIL = re.compile(
    rf"\bhow many (?:more )?{_UNIT}\b"
    r"(?:\s+(?:are|is|do|does|have|has|will|there|we|left|remain\w*|to|go|still|now|it|be))*"
    r"\s+(?:until|till)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?P<how>between|from|and|until|till|to)\s(?:today|now)\b", re.IGNORECASE)
_SAYING = wording.words("""
    sa(?:y|id) | tell | told | discuss\\w* | decid\\w* | agree\\w* | propos\\w* | mention\\w* | report\\w* | announc\\w*
    | promis\\w* | suggest\\w* | meet(?:ing)?s? | met | calls? | sessions? | talk\\w*
""")
_BEHIND = re.compile(r"^(?:yesterday|last|past|this past|previous|earlier)\b|\bago$", re.IGNORECASE)


def outright(question: str, asked_at: datetime, context: Context) -> str:
    """The question with what it says from its own day said in dates.

    "Last week" is put as the day of the meeting of that week, if there was one and the question asks what was said:
    the words may as well belong to somebody's own telling.
    """
    today = value_types.format_date(asked_at.date())
    text = _AGO.sub(
        lambda m: f"how many {m['unit']} are there between {m['what'].rstrip('?. ')} and {today}?", question
    )
    text = _UNTIL.sub(lambda m: f"how many {m['unit']} are there between {today} and {m['what']}", text)
    text = _NOW.sub(rf"\g<how> {today}", text) if re.search(r"\bhow (?:many|long)\b", text, re.IGNORECASE) else text
    return _meetings(text, asked_at, context) if _SAYING.search(text) else text


def _meetings(text: str, asked_at: datetime, context: Context) -> str:
    """The text with each stretch of days before today put as the one meeting held in it."""
    held = sorted({turn.time.date() for turn in context.turns if turn.time is not None})
    for said in reversed(moments.find(text, asked_at)):
        within = [day for day in held if said.first <= day <= said.last]
        if _BEHIND.search(text[said.start : said.end]) and said.first < asked_at.date() and len(within) == 1:
            text = f"{text[: said.start]}at the meeting of {value_types.format_date(within[0])}{text[said.end :]}"
    return text
