"""Where a question's description leads through the conversation, and whether that is where the evidence lies.

A judge need not find the document, only compare: does anything said of another document fit the question as well as
what is cited?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from microworlds.reading.judging.given import Finding, Pair
from microworlds.reading.judging.talk import Talk, Turn, terms

_NOWHERE, _UNSHOWN = 0.9, 0.4
"""What it weighs that no turn cited names a document cited; and if none names any."""
_AS_WELL = 0.95
"""The share of what question and turn cited have in common that a rival has to have, to fit as well."""
_BETTER = 0.3
"""How much more of a question a rival has to have than what is cited, to fit better."""
_PLAIN, _UNLIKE, _WINDING = 0.85, 0.45, 0.3
"""What it weighs that a rival fits as well, or better; and where several turns are cited, since what leads over several
cannot be compared turn by turn."""


def findings(talk: Talk, pair: Pair) -> Iterator[Finding]:
    """What is wrong with the documents cited, if anything."""
    cited = [talk.register.of(piece.source) for piece in pair.evidence if piece.speaker is None]
    documents = frozenset(one for one in cited if one is not None)
    if not documents:
        return
    named = talk.register.named(pair.question)
    turns = [turn for piece in pair.evidence if piece.speaker is not None if (turn := talk.turn_of(piece))]
    spoken = named.union(*(turn.named for turn in turns))
    hinted = (talk.register.hints(one, turn.text) for one in sorted(documents - spoken) for turn in turns)
    if documents - spoken and (spoken or not any(hinted)):
        yield Finding("elsewhere", _NOWHERE if spoken else _UNSHOWN)
    if not named and len(documents) == 1 and turns:
        yield from _rivals(talk, pair, turns)


def _rivals(talk: Talk, pair: Pair, turns: Sequence[Turn]) -> Iterator[Finding]:
    """Documents that were spoken of in words that fit the question as well as those cited, or better."""
    asked = terms(pair.question)
    shared = shares(pair.question, turns)
    history = frozenset[int]().union(*(turn.named for turn in turns))
    others = [turn for turn in talk.turns if turn.named - history]
    own, whole = talk.weight(shared), talk.weight(asked)
    if any(talk.weight(shared & (turn.terms | turn.setting)) >= _AS_WELL * own > 0 for turn in others):
        yield Finding("ambiguous", _WINDING if len(turns) > 1 else _PLAIN)
    better = max((talk.weight(asked & (turn.terms | turn.setting)) for turn in others), default=0.0)
    if whole and (better - own) / whole >= _BETTER:
        yield Finding("elsewhere", _WINDING if len(turns) > 1 else _UNLIKE)


def shares(question: str, turns: Sequence[Turn]) -> frozenset[str]:
    """The terms that a question has in common with turns, or with who spoke there and when."""
    return terms(question) & frozenset[str]().union(*(turn.terms | turn.setting for turn in turns))
