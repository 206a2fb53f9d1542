"""Three scores of a world from 1 to 5, from checks that its turns pass or fail.

Each check is a claim that can be wrong: a speaker who is nobody, somebody who speaks of himself as of another, a
deadline that lies behind, a meeting recalled before it was held, a citation that is another case's.

Source: MemoryDocDataSet, Appendix B.5.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from microworlds.core import text as plain
from microworlds.reading import moments
from microworlds.reading.answering import values
from microworlds.reading.judging.given import World
from microworlds.reading.judging.talk import Said, Talk

_AHEAD = re.compile(
    r"\b(?:is due|are due|will be|due (?:on|by)|deadline is|goes out|takes place|by|until)\s*(?:on\s)?$", re.I
)
_BEHIND = re.compile(
    r"\b(?:was|were|had been|took place|happened|decided|argued|filed|held|met)\s+(?:\w+\s)?(?:on\s)?$", re.I
)
_RECALLS = re.compile(
    r"\b(?:brought|gave|showed|shown|presented|shared|raised|mentioned|flagged|introduced|discussed|found|sent|said|"
    r"agreed|decided|was|were|had)\b[^.?!]*\b(?:at|to|during|from|in)\s(?:the|our)\s",
    re.IGNORECASE,
)
_LEGAL = re.compile(r"\b(?:decided|argued|filed|submitted|handed down|issued|docketed|affirmed|reversed)\b", re.I)
_HERE = re.compile(r"\b(?:here|speaking|myself|I|me|my|third person)\b")
_WORDS = 6
"""A turn of fewer words may be anybody's."""

Checks = Iterable[bool]


def persona_consistency(talk: Talk, world: World, defects: float) -> int:
    """Whether those who speak are the people of the world, and speak as themselves."""
    return _score(_personas(talk, {person.name for person in world.personas}), defects)


def temporal_coherence(talk: Talk, world: World, defects: float) -> int:
    """Whether sessions follow one another, and what is said to be ahead or behind is."""
    return _score([*_order(world), *_dates(talk), *_recalled(talk), *_published(talk, world)], defects)


def document_grounding_accuracy(talk: Talk, world: World, defects: float) -> int:
    """Whether what is said of documents is what the passages cited say."""
    return _score([*_citations(talk, world), *_claims(talk, world)], defects)


def _score(checks: Checks, defects: float) -> int:
    """5 less a point for each so large a share of failed checks; 5 if there was nothing to check."""
    results = list(checks)
    share = results.count(False) / len(results) if results else 0.0
    return max(1, 5 - math.ceil(share / defects - 1e-9))


def _personas(talk: Talk, names: set[str]) -> Iterator[bool]:
    owners: dict[str, str] = {}
    for turn in talk.turns:
        yield turn.speaker in names
        yield not _of_oneself(turn)
        if len(turn.text.split()) >= _WORDS:
            yield owners.setdefault(turn.text, turn.speaker) == turn.speaker


def _of_oneself(turn: Said) -> bool:
    """True if a speaker names himself as if he were another; a party to a case may be his namesake."""
    text = turn.text
    for spot in turn.spots:
        text = text[: spot.start] + " " * (spot.end - spot.start) + text[spot.end :]
    own = re.compile(rf"\b{re.escape(turn.speaker.split()[0])}\b") if turn.speaker else None
    sentences = [text[start:end] for start, end in plain.sentences(text)]
    return own is not None and any(own.search(one) and not _HERE.search(one) for one in sentences)


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
    for turn in talk.turns:
        held = talk.held(turn.text) if _RECALLS.search(turn.text) else frozenset()
        if held:
            yield min(held) <= turn.session


def _published(talk: Talk, world: World) -> Iterator[bool]:
    """Dates in the passages of a document lie before the first session that speaks of it."""
    for document, turn in talk.brought.items():
        for pair in world.pairs:
            for piece in pair.evidence:
                if piece.speaker is None and turn.time and talk.register.of_heading(piece.source) == document:
                    stated = [one for one in moments.find(piece.text, None) if one.stated]
                    if stated and _LEGAL.search(piece.text):
                        yield min(one.first for one in stated) <= turn.time.date()


def _citations(talk: Talk, world: World) -> Iterator[bool]:
    """A title and the citation beside it are of one document, and turns cited for an answer name the one cited."""
    for turn in talk.turns:
        for one, other in pairwise(turn.spots):
            if other.start - one.end <= 2:
                yield one.document == other.document
    for pair in (pair for pair in world.pairs if pair.answerable):
        written = [piece for piece in pair.evidence if piece.speaker is None]
        spoken = [said for piece in pair.evidence if piece.speaker is not None if (said := talk.turn_of(piece))]
        meant = frozenset().union(*(one.named for one in spoken))
        if written and meant and not any(talk.register.is_number(document) for document in meant):
            yield any(talk.register.of_heading(piece.source) in meant for piece in written)


def _claims(talk: Talk, world: World) -> Iterator[bool]:
    """Dates, outcomes and docket numbers that a turn gives for a document agree with its passages of that kind."""
    texts: dict[int, list[str]] = {}
    for pair in world.pairs:
        for piece in pair.evidence:
            document = talk.register.of_heading(piece.source) if piece.speaker is None else None
            if document is not None and piece.text not in texts.setdefault(document, []):
                texts[document].append(piece.text)
    for turn in talk.turns:
        meant = talk.means[turn.number]
        if len(meant) == 1 and _LEGAL.search(turn.text):
            yield from _agree(turn, texts.get(next(iter(meant)), []))


def _agree(turn: Said, texts: list[str]) -> Iterator[bool]:
    for kind in ("outcome", "docket"):
        said = {value.key for value in values.find(kind, turn.text)}
        stated = {value.key for text in texts for value in values.find(kind, text)}
        if said and stated:
            yield not said.isdisjoint(stated)
