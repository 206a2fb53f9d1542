"""Whether an answer still holds: whether something said later about the same puts another value in its place."""

from __future__ import annotations

from collections.abc import Iterator

from microworlds.core import text as plain
from microworlds.reading import changes, values, words
from microworlds.reading.grading import standing
from microworlds.reading.grading.standing import Mention
from microworlds.reading.judging import support, where
from microworlds.reading.judging.given import Finding, Pair
from microworlds.reading.judging.talk import Talk, Turn, terms

_ALIKE, _RELATED = 0.6, 0.35
"""How much of what the turn with the answer shares with the question a later turn shares if it is about the same; and
where the question itself speaks of a change."""
_ONE_STATE = 0.4
"""What it weighs that a question speaks of a change and one state alone is cited."""
_CHANGE = words.regex("judging.change")
_KINDS = (*support.KEYED, "number", "person")


def findings(talk: Talk, pair: Pair) -> Iterator[Finding]:
    """What is wrong with the state of affairs that an answer goes by, if anything."""
    turns = [turn for piece in pair.evidence if piece.speaker is not None if (turn := talk.turn_of(piece))]
    if support.is_choice(pair.answer) or not turns:
        return
    asked = pair.question[plain.sentences(pair.question)[-1][0] :]
    former = changes.FIRST.search(asked) is not None and changes.LATEST.search(asked) is None
    changed = changing(pair.question)
    cited = frozenset(talk.register.of(piece.source) for piece in pair.evidence if piece.speaker is None)
    if cited:
        *before, last = sorted(turns, key=lambda turn: turn.number)
        if changed and not former and last.named.isdisjoint(cited) and any(cited & turn.named for turn in before):
            yield Finding("stale", 0.85 if last.named else 0.2)
        return
    if changed and len(turns) == 1:
        yield Finding("stale", _ONE_STATE)
    stating = [turn for turn in turns if support.stated(pair.answer, [talk.passages[turn.number]]) == 1.0]
    if stating and not former:
        yield from _replaced(talk, pair, stating[-1], _RELATED if changed else _ALIKE)


def changing(question: str) -> bool:
    """Whether a question speaks of a change, of what holds now or of what held at first."""
    return any(one.search(question) for one in (changes.LATEST, changes.FIRST, _CHANGE))


def _replaced(talk: Talk, pair: Pair, turn: Turn, least: float) -> Iterator[Finding]:
    """A later turn on the same thing has another value of the kind; if values have no form, it tells of a change."""
    shared = where.shares(pair.question, [turn]) - turn.setting - terms(pair.answer)
    whole = talk.weight(shared)
    for later in talk.turns[turn.number + 1 :] if whole else ():
        if talk.weight(shared & later.terms) / whole >= least and _other(pair.answer, later, turn.session):
            yield Finding("stale", 0.8)
            return


def _other(answer: str, later: Turn, session: int) -> bool:
    """Whether a turn holds another value of the answer's kind."""
    for kind in _KINDS:
        own = values.find(kind, answer, later.time)
        if own:
            found = [Mention(one.start, one.end, one.key) for one in values.find(kind, later.text, later.time)]
            held = standing.claimed(later.text, found)
            same = [one for one in held if one.key == own[0].key]
            return len(held) > len(same)
    return later.session != session and changes.UPDATES.search(later.text) is not None
