"""Three scores of a world from 1 to 5, from checks that its turns pass or fail.

Each check is a claim that can be wrong: a speaker who is nobody, somebody who speaks of himself as of another, a
deadline that lies behind, a meeting recalled before it was held, a citation that is another document's.

Source: MemoryDocDataSet, Appendix B.5.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from microworlds.core import text as plain
from microworlds.core import value_types
from microworlds.reading import moments, words
from microworlds.reading.question_judge.spoken import Pair, Talk, terms

_DUE, _RECALLS = words.regex("judging.due"), words.regex("judging.recalls")
_HERE = re.compile(r"\b(?:here|speaking|myself|I|me|my)\b")


def score(checks: Iterable[bool], defects: float) -> int:
    """5 less a point for each so large a share of failed checks; 5 if there was nothing to check."""
    results = list(checks)
    share = results.count(False) / len(results) if results else 0.0
    return max(1, 5 - math.ceil(round(share / defects, 6)))


def personas(talk: Talk) -> Iterator[bool]:
    """Those who speak are the people of the world, and nobody names himself as if he were another."""
    for said in (turn.said for turn in talk.turns):
        yield said.speaker in talk.people
        named = re.compile(rf"\b{re.escape((said.speaker or '').partition(' ')[0])}\b(?! v\.)")
        sentences = [said.text[start:end] for start, end in plain.sentences(said.text)] if said.speaker else []
        yield not any(named.search(one) and not _HERE.search(one) for one in sentences)


def times(talk: Talk) -> Iterator[bool]:
    """Sessions follow one another, what is due lies ahead, and what is looked back on has been held."""
    for one, other in pairwise(session.time for session in talk.given):
        # a disorder of the whole is no small defect among many turns
        ordered = one is not None and other is not None and one < other
        yield from [ordered] * (1 if ordered else len(talk.given))
    for session in talk.given:
        yield all(part.time is None or part.time == session.time for part in session.parts)
        yield session.time is None or session.time <= talk.asked_at
    titles = [terms(value_types.PATTERNS["date"].sub(" ", session.title)) for session in talk.sessions]
    for turn in talk.turns:
        text, time = turn.said.text, turn.said.time
        for moment in moments.find(text, time) if time else ():
            if time and _DUE.search(text[: moment.start]):
                yield moment.last >= time.date()
        held = [place for place, title in enumerate(titles) if title and title <= turn.terms]
        if held and _RECALLS.search(text):
            yield min(held) <= turn.session


def documents(talk: Talk, pairs: Sequence[Pair]) -> Iterator[bool]:
    """Names that stand side by side are of one document, and turns cited for an answer name the one cited."""
    for text in (turn.said.text for turn in talk.turns):
        for start, end in value_types.find("citation", text):
            before, own = talk.named(re.split(r"[.;:]\s", text[:start])[-1]), talk.named(text[start:end])
            if before and own and text[:start].endswith(", "):
                yield not before.isdisjoint(own)
    for cited, turns in (talk.cited(pair) for pair in pairs if pair.answerable):
        meant = frozenset[int]().union(*(turn.named for turn in turns))
        if cited and meant:
            yield not meant.isdisjoint(cited)
