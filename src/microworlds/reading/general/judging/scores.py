"""Three scores of a world from 1 to 5, from checks that its turns pass or fail.

Each check is a claim that can be wrong: a speaker who is nobody, somebody who speaks of himself as of another, a
deadline that lies behind, a meeting recalled before it was held, a citation that is another document's.

Source: MemoryDocDataSet, Appendix B.5.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from microworlds.core import text as plain
from microworlds.core import value_types
from microworlds.reading import moments
from microworlds.reading.general.judging.given import World
from microworlds.reading.general.judging.talk import Talk, Turn, terms

_AHEAD = re.compile(r"\b(?:(?:is|are) due|will be|due (?:on|by)|deadline is|goes out|by|until)\s*(?:on\s)?$", re.I)
_BEHIND = re.compile(r"\b(?:was|were|had been|happened|held|met)\s+(?:\w+\s)?(?:on\s)?$", re.IGNORECASE)
_RECALLS = re.compile(
    r"\b(?:\w{3,}ed|brought|gave|shown?|found|sent|said|was|were|had)\b[^.?!]*\b(?:at|to|during|from|in)\s(?:the|our)\s",
    re.IGNORECASE,
)
_HERE = re.compile(r"\b(?:here|speaking|myself|I|me|my)\b")
_WORDS = 6
"""A turn of fewer words may be anybody's."""


def persona_consistency(talk: Talk, defects: float) -> int:
    """Whether those who speak are the people of the world, and speak as themselves."""
    return _score(_personas(talk), defects)


def temporal_coherence(talk: Talk, world: World, defects: float) -> int:
    """Whether sessions follow one another, and what is said to be ahead or behind is."""
    return _score([*_order(world), *_dates(talk), *_recalled(talk)], defects)


def document_grounding_accuracy(talk: Talk, world: World, defects: float) -> int:
    """Whether names that stand side by side are of one document, and turns cited for an answer name the one cited."""
    return _score([*_citations(talk), *_cited(talk, world)], defects)


def _score(checks: Iterable[bool], defects: float) -> int:
    """5 less a point for each so large a share of failed checks; 5 if there was nothing to check."""
    results = list(checks)
    share = results.count(False) / len(results) if results else 0.0
    return max(1, 5 - math.ceil(round(share / defects, 6)))


def _personas(talk: Talk) -> Iterator[bool]:
    owners: dict[str, str] = {}
    for turn in talk.turns:
        yield turn.speaker in talk.people
        yield not _of_oneself(turn)
        if len(turn.text.split()) >= _WORDS:
            yield owners.setdefault(turn.text, turn.speaker) == turn.speaker


def _of_oneself(turn: Turn) -> bool:
    """True if a speaker names himself as if he were another."""
    first = turn.speaker.split()[0] if turn.speaker else ""
    sentences = [turn.text[start:end] for start, end in plain.sentences(turn.text)] if first else []
    return any(re.search(rf"\b{re.escape(first)}\b(?! v\.)", one) and not _HERE.search(one) for one in sentences)


def _order(world: World) -> Iterator[bool]:
    """Sessions as given are in order of time, each turn on the day of its session."""
    times = [session.time for session in world.sessions]
    for before, after in pairwise(times):
        # a disorder of the whole is no small defect among many turns
        ordered = before is not None and after is not None and before < after
        yield from [ordered] * (1 if ordered else len(times))
    for session in world.sessions:
        yield all(part.time is None or part.time == session.time for part in session.parts)
        yield session.time is None or session.time <= world.asked_at


def _dates(talk: Talk) -> Iterator[bool]:
    """What is said to be due lies ahead of the day it is said on, what is said to have been lies behind."""
    for turn in talk.turns:
        for moment in moments.find(turn.text, turn.time) if turn.time else ():
            before = turn.text[max(0, moment.start - 40) : moment.start]
            assert turn.time is not None
            if _AHEAD.search(before):
                yield moment.last >= turn.time.date()
            elif _BEHIND.search(before):
                yield moment.first <= turn.time.date()


def _recalled(talk: Talk) -> Iterator[bool]:
    """A meeting that is looked back on has been held."""
    titles = [terms(value_types.PATTERNS["date"].sub(" ", session.title)) for session in talk.sessions]
    for turn in talk.turns:
        held = [place for place, title in enumerate(titles) if title and title <= turn.terms]
        if held and _RECALLS.search(turn.text):
            yield min(held) <= turn.session


def _citations(talk: Talk) -> Iterator[bool]:
    """A citation is of the document whose name stands right before it."""
    for turn in talk.turns:
        for start, end in value_types.find("citation", turn.text):
            before = talk.register.named(re.split(r"[.;:]\s", turn.text[:start])[-1])
            own = talk.register.named(turn.text[start:end])
            if before and own and turn.text[:start].endswith(", "):
                yield not before.isdisjoint(own)


def _cited(talk: Talk, world: World) -> Iterator[bool]:
    for pair in (pair for pair in world.pairs if pair.answerable):
        written = {talk.register.of(piece.source) for piece in pair.evidence if piece.speaker is None}
        turns = [turn for piece in pair.evidence if piece.speaker is not None if (turn := talk.turn_of(piece))]
        meant = frozenset[int]().union(*(turn.named for turn in turns))
        if written and meant:
            yield not meant.isdisjoint(written)
