"""What somebody does with a text: brings it up, likes it, doubts it, is given it to read; and on which day.

A description asks for such signs, and an utterance bears some, whatever the words of either.
"""

from datetime import datetime
from functools import lru_cache

from microworlds.core import value_types
from microworlds.reading import changes, words

BROUGHT, LIKED, DOUBTED, GIVEN = "(brought)", "(liked)", "(doubted)", "(given)"
WEIGHTS = {BROUGHT: 0.5, LIKED: 1.0, DOUBTED: 1.0, GIVEN: 1.0}
"""What a sign weighs, where a rare word weighs 1."""
PERSONAL = frozenset({BROUGHT, LIKED, DOUBTED})
"""Signs that nobody takes over from another."""
DAY = 1.0
_BRINGS = words.regex("signs.brings")
_LIKES = words.regex("signs.likes")
_DOUBTS = words.regex("signs.doubts")
_GIVEN = words.regex("signs.given")
_TASK = words.regex("signs.task")
_NEARBY = 30
"""Characters before a word of praise in which a negation turns it round."""


@lru_cache(maxsize=1 << 12)
def asked(description: str) -> tuple[str, ...]:
    """The signs that a description of a text asks for."""
    opinion = stance(description)
    given = GIVEN if takers(description) else ""
    brought = "" if opinion or given or not _BRINGS.search(description) else BROUGHT
    return tuple(filter(None, (opinion, given, brought)))


@lru_cache(maxsize=1 << 12)
def days(description: str) -> tuple[str, ...]:
    """The dates in a description, as signs."""
    found = (value_types.parse_date(description[start:end]) for start, end in value_types.find("date", description))
    return tuple(f"({one.year:04}-{one.month:02}-{one.day:02})" for one in found if one and one.month and one.day)


def day(time: datetime | None) -> str:
    """The day of an utterance as a sign."""
    return f"({time:%Y-%m-%d})" if time else ""


@lru_cache(maxsize=1 << 14)
def stance(text: str) -> str:
    """LIKED or DOUBTED by the words of a text, or nothing."""
    praise = list(_LIKES.finditer(text))
    turned = any(changes.NEGATED.search(text, max(0, one.start() - _NEARBY), one.start()) for one in praise)
    return DOUBTED if turned or _DOUBTS.search(text) else LIKED if praise else ""


def takers(description: str) -> frozenset[str]:
    """Terms of the names of those who a description says have been given something to read."""
    return frozenset(words.term(next(filter(None, match.groups()))) for match in _GIVEN.finditer(description))


def without(description: str) -> str:
    """A description without the words of its signs."""
    plain = _DOUBTS.sub(" ", _LIKES.sub(" ", description))
    return _TASK.sub(" ", plain) if takers(description) else plain


@lru_cache(maxsize=1 << 14)
def addressed(text: str) -> frozenset[str]:
    """Terms of the names that are called, or to whom something goes."""
    return frozenset(words.term(match.group("name")) for match in words.regex("signs.addressed").finditer(text))
