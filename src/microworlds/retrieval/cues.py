"""What a question tells of the place where its answer was said, besides its words: by whom, when, and in what turn.

Dialogue is hard to search for reasons of its own. The people of a conversation are named in nearly every question
and nearly every greeting, so that a name says who spoke and hardly anything about what was said. An answer is often
given in reply to a question that has its words. A question for a time is answered by a turn with a time in it, and
one that names a day means the session held then, in which nobody says the date.
"""

import re
from collections.abc import Sequence
from datetime import date
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from microworlds.core.text import WORD, stem, words
from microworlds.core.value_types import parse_date
from microworlds.retrieval.chunks import Chunk

Cue: TypeAlias = NDArray[np.float64]
# people speak of a day in the week that follows it, and of a month until the next is over
_DAYS = 7
_MONTHS = 1
_ASKS_WHEN = re.compile(
    r"(?i)\b(?:when|how (?:long|recently|often)"
    r"|(?:which|what) (?:\w+ )?(?:year|month|date|day|week|weekend|season|time))\b"
)
_TIME = re.compile(
    r"(?i)\b(?:yesterday|today|tonight|tomorrow|ago|last|next|recently|since|days?|weeks?|weekends?|months?|years?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october"
    r"|november|december|this (?:morning|afternoon|evening|spring|summer|autumn|fall|winter)|(?:19|20)\d\d)\b"
)


def names(chunks: Sequence[Chunk]) -> frozenset[str]:
    """Stems of the words in the speakers' names."""
    speakers = {chunk.speaker for chunk in chunks if chunk.speaker}
    return frozenset(stem(word.lower()) for speaker in speakers for word in words(speaker))


def nameless(text: str, known: frozenset[str]) -> str:
    """The text without those names; as it is, if nothing else is in it.

    >>> nameless("When did Caroline's class begin?", frozenset({"carolin"}))
    'When did class begin?'
    """
    left = WORD.sub(lambda word: "" if stem(word[0].lower().replace("’", "'")) in known else word[0], text)
    return " ".join(left.split()) if WORD.search(left) else text


def speaker(question: str, chunks: Sequence[Chunk]) -> Cue:
    """1 where somebody speaks whom the question names; 0 everywhere if it names nobody."""
    asked = {stem(word.lower().replace("’", "'")) for word in words(question)}
    named = {name for name in {chunk.speaker for chunk in chunks if chunk.speaker} if asked & names_of(name)}
    return np.array([float(chunk.speaker in named) for chunk in chunks])


def names_of(name: str) -> set[str]:
    """Stems of the words of one name."""
    return {stem(word.lower()) for word in words(name)}


def reply(chunks: Sequence[Chunk]) -> Cue:
    """1 where a chunk follows one that ends in a question, less 1 where it ends in a question itself."""
    asks = [chunk.text.rstrip().endswith("?") for chunk in chunks]
    follows = [
        at > 0 and asks[at - 1] and chunks[at - 1].span.observation == chunk.span.observation
        for at, chunk in enumerate(chunks)
    ]
    cue: Cue = np.array(follows, dtype=np.float64) - np.array(asks, dtype=np.float64)
    return cue


def tells_time(chunks: Sequence[Chunk]) -> Cue:
    """1 where a chunk has a word of time."""
    return np.array([float(_TIME.search(chunk.text) is not None) for chunk in chunks])


def asks_when(question: str) -> bool:
    """Whether a question asks for a time."""
    return _ASKS_WHEN.search(question) is not None


def dated(question: str, chunks: Sequence[Chunk]) -> Cue:
    """1 for what was said on a day that the question names, or within a week after; in a month, or the month after.

    A day without a year is one of any year.
    """
    days = {year: parse_date(question, year) for year in {chunk.time.year for chunk in chunks if chunk.time}}

    def meant(said: date) -> bool:
        day = days[said.year]
        if day is None or not day.month:
            return False
        whole = day.whole()
        if whole is not None:
            return 0 <= (said - whole).days <= _DAYS
        return not day.day and 0 <= (said.year - day.year) * 12 + said.month - day.month <= _MONTHS

    return np.array([float(chunk.time is not None and meant(chunk.time.date())) for chunk in chunks])
