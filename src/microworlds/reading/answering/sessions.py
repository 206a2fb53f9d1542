"""Meetings as things spoken of: the first call, the February meeting, the kickoff, the last session."""

from __future__ import annotations

import re

from microworlds.core import value_types
from microworlds.reading.answering import lexicon
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.deriving import Known

_ORDINALS = {
    "first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5, "1st": 0, "2nd": 1, "3rd": 2,
    "opening": 0, "kickoff": 0, "kick-off": 0, "last": -1, "final": -1, "latest": -1,
}  # fmt: skip
_NOUN = r"(?:meeting|call|session|gathering|conference|conversation|discussion|one)"
_MONTHS = "|".join(value_types.MONTHS)
_NAMED = re.compile(
    rf"\b(?:the\s+)?(?P<which>{'|'.join(_ORDINALS)})\s+(?:team\s+|group\s+)?{_NOUN}\b"
    rf"|\b(?:the\s+)?(?P<kick>kick-?off)\b(?:\s+{_NOUN})?",
    re.IGNORECASE,
)
_MONTH = re.compile(
    rf"\b(?:the\s+)?(?:(?P<before>{_MONTHS})\s+{_NOUN}|{_NOUN}\s+(?:in|of)\s+(?P<after>{_MONTHS})(?!\s+\d))\b"
)
_DAY = rf"(?:(?:{_MONTHS})\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?|\d{{1,2}}\s+(?:{_MONTHS})(?:,?\s+\d{{4}})?)"
_OF_A_DAY = rf"the\s+(?:{_DAY}\s+{_NOUN}\b|(?:\w+\s+)?{_NOUN}\s+(?:of|on|held\s+on|dated)\s+{_DAY})"
_HELD = re.compile(r"\b(?:take place|took place|held|happen(?:ed)?|meet|met|was|be)\b", re.IGNORECASE)


def _sessions(context: Context) -> list[tuple[str, int]]:
    """Sessions in order of time, each with one of its passages."""
    found: dict[str, int] = {}
    for turn in context.turns:
        found.setdefault(turn.session, turn.passage)
    return list(found.items())


def when(context: Context, text: str) -> Known | None:
    """The day of the meeting that a text means, if it means nothing but a meeting."""
    place = _meant(context, text)
    if place is None:
        return None
    rest = _HELD.sub(" ", _MONTH.sub(" ", _NAMED.sub(" ", text)))
    if re.search(r"[a-z]{4,}", re.sub(r"\b(?:team|meeting|call|session|held|first|third|second)\b", "", rest.lower())):
        return None
    time = context.passages[place].time
    if time is None:
        return None
    return Known(value_types.format_date(time.date()), (time.date(), time.date()), 0.9, (place,), "date")


def _meant(context: Context, text: str) -> int | None:
    """A passage of the meeting that a text means."""
    held = _sessions(context)
    named = _NAMED.search(text)
    if named and held:
        which = (named["which"] or named["kick"]).lower()
        place = _ORDINALS.get(which, 0)
        return held[place][1] if -len(held) <= place < len(held) else None
    dated = re.search(_OF_A_DAY, text, re.IGNORECASE)
    if dated:
        return _on(context, dated.group())
    month = _MONTH.search(text)
    if month:
        wanted = value_types.MONTHS.index(month["before"] or month["after"]) + 1
        for _, passage in held:
            time = context.passages[passage].time
            if time is not None and time.month == wanted:
                return passage
    return None


def _on(context: Context, day: str) -> int | None:
    """A passage of the meeting of a day, which may be named without its year."""
    for _, passage in _sessions(context):
        time = context.passages[passage].time
        named = value_types.parse_date(day, time.year) if time else None
        if time is not None and named is not None and named.whole() == time.date():
            return passage
    return None


def asked_for(context: Context, clause: str) -> Known | None:
    """The answer to when did the third meeting take place."""
    match = re.match(
        r"(?:on (?:what|which) (?:date|day)|when)\s+(?:was|did|is|were)\s+(?P<what>.+)$", clause, re.IGNORECASE
    )
    return when(context, match["what"]) if match else None


_AT = re.compile(
    r"\b(?P<how>as of|by|until|up to|since|after|before|at|in|during|according to|on)\s+"
    rf"(?P<what>{_OF_A_DAY}|the\s+(?:\w+\s+){{1,2}}{_NOUN}"
    rf"|the kick-?off(?:\s+{_NOUN})?)\b",
    re.IGNORECASE,
)


_ACCORDING = re.compile(r"\b(?:according to|as per|in the words of|by the account of|going by)\s+(?P<name>[A-Z]\w+)\b")


def allowed(context: Context, text: str) -> frozenset[int] | None:
    """Turns that a question confines itself to: at the May meeting, as of the first call, according to Ann.

    None if it does not.
    """
    by = _ACCORDING.search(text)
    name = lexicon.term(by["name"]) if by else ""
    if name and name in context.speaker_terms:
        return frozenset(turn.number for turn in context.turns if context.speaks(turn, [name]))
    match = _AT.search(text)
    place = _meant(context, match["what"]) if match else None
    if match is None or place is None:
        return None
    names = [session for session, _ in _sessions(context)]
    index = names.index(next(turn.session for turn in context.turns if turn.passage == place))
    how = match["how"].lower()
    if how in ("as of", "by", "until", "up to", "before"):
        kept = set(names[: index + 1])
    elif how in ("since", "after"):
        kept = set(names[index:])
    else:
        kept = {names[index]}
    return frozenset(turn.number for turn in context.turns if turn.session in kept)


def without(text: str) -> str:
    """A text without the words that say at which meeting."""
    return _AT.sub(" ", text)
