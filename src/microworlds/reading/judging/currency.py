"""Whether an answer still holds: whether something said later puts another value, or another document, in its place.

Source: MemoryDocDataSet 3.4 (Knowledge Update).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.core import text as plain
from microworlds.core.text import normalized
from microworlds.reading.answering import decisions, questions, values
from microworlds.reading.answering.value import Key, Value
from microworlds.reading.judging import leading, support
from microworlds.reading.judging.findings import Finding
from microworlds.reading.judging.given import Pair
from microworlds.reading.judging.talk import Said, Talk
from microworlds.reading.judging.words import covered

_KINDS = ("date", "amount", "duration", "percent", "number", "person")
_SAME, _ALIKE, _RELATED = 0.9, 0.6, 0.4
"""How much of what the turn with the answer shares with the question a later turn shares if it speaks of the same
thing, of what is like it, of something related."""
_READ_OTHERWISE = 0.45
"""What it weighs that the last turn cited only describes a document, and the reader takes it to be another."""
_ONE_STATE = 0.4
"""What it weighs that the evidence for the state of something that changes shows one state alone."""


def findings(talk: Talk, pair: Pair) -> Iterator[Finding]:
    """What is wrong with the state of affairs that an answer goes by, if anything."""
    state = questions.understood(pair.question).state
    if support.is_choice(pair.answer):
        return
    turns = [turn for piece in pair.evidence if piece.speaker is not None if (turn := talk.turn_of(piece))]
    cited = [talk.register.of_heading(piece.source) for piece in pair.evidence if piece.speaker is None]
    documents = frozenset(one for one in cited if one is not None)
    if len(documents) == 1 and pair.category == "knowledge_update":
        yield from _document(talk, pair, documents, turns) if state != "original" else ()
    elif not documents:
        yield from _value(talk, pair, turns, state == "original")


def _document(talk: Talk, pair: Pair, cited: frozenset[int], turns: list[Said]) -> Iterator[Finding]:
    """The document cited is not the one of which the last turn on the matter speaks, of those cited or of all."""
    if not turns:
        return
    *earlier, last = sorted(turns, key=lambda turn: turn.number)
    if last.named.isdisjoint(cited) and any(cited & turn.named for turn in earlier):
        read = leading.read_as(talk, pair)
        yield Finding("stale", 0.85 if last.named else _READ_OTHERWISE if read and read.isdisjoint(cited) else 0.2)
    thing = tuple(one for one in talk.cues(pair.question).terms if covered((one,), last.text))
    weights = [talk.rarity(one) for one in thing]
    for later in talk.turns[last.number + 1 :] if thing else ():
        share = covered(thing, later.text, weights)
        if later.named and later.named.isdisjoint(cited) and share >= _ALIKE:
            yield Finding("stale", 0.8 if share >= _SAME else 0.5)
            return


def _value(talk: Talk, pair: Pair, turns: list[Said], former: bool) -> Iterator[Finding]:
    """A later turn on the same thing states another value of the kind; or nothing shows that anything changed."""
    update = pair.category == "knowledge_update"
    holding = [(turn, value) for turn in turns for value in _stating(talk, turn, pair.answer)]
    turn = max((one for one, _ in holding), key=lambda one: one.number, default=turns[-1] if turns else None)
    if turn is None or (former and turn.number < max(other.number for other in turns)):
        return
    one_state = len(turns) == 1 and update
    if one_state:
        yield Finding("stale", _ONE_STATE)
    value = next((found for one, found in holding if one is turn), None)
    if value is not None and _corrected(talk, turn, value):
        yield Finding("stale", 0.85)
    thing = tuple(one for one in talk.cues(pair.question).terms if covered((one,), turn.text))
    weights = [talk.rarity(one) for one in thing]
    for later in talk.turns[turn.number + 1 :] if thing else ():
        share = covered(thing, later.text, weights)
        if share >= (_RELATED if update else _SAME) and _replaces(talk, turn, value, later):
            sure = one_state or (value is not None and (share >= _SAME or (update and later in turns)))
            yield Finding("stale", 0.8 if sure else 0.5 if share >= _ALIKE else 0.3)
            return


def _replaces(talk: Talk, turn: Said, value: Value | None, later: Said) -> bool:
    """True if a later turn on the same thing has another value; where values have no form, if it tells of a change."""
    if value is None:
        return turn.session != later.session and decisions.UPDATES.search(later.text) is not None
    found = _found(talk, value.kind, later)
    return any(one.key != value.key and not decisions.outdated(later.text, one.start, one.end) for one in found)


def _stating(talk: Talk, turn: Said, answer: str) -> list[Value]:
    """The values of a turn that are the answer; only those of its first kind."""
    for kind in _KINDS:
        wanted = {one.key for one in values.find(kind, answer, turn.time)} if kind != "person" else {normalized(answer)}
        found = [one for one in _found(talk, kind, turn) if one.key in wanted]
        if found:
            return found[:1]
    return []


def _found(talk: Talk, kind: str, turn: Said) -> list[Value]:
    """Values of a kind in a turn; people go by their names as written, those of the world by their first."""
    if kind != "person":
        return values.find(kind, turn.text, turn.time)
    found = [Value(one.start, one.end, one.text, kind, normalized(one.text)) for one in values.find(kind, turn.text)]
    for match in re.finditer(r"[A-Z][^\W\d_]+", turn.text):
        if match.group() in talk.first_names and not any(one.start <= match.start() < one.end for one in found):
            key: Key = normalized(match.group())
            found.append(Value(match.start(), match.end(), match.group(), kind, key))
    return found


def _corrected(talk: Talk, turn: Said, value: Value) -> bool:
    """True if the next sentence of the same turn takes a value back for another."""
    for start, end in plain.sentences(turn.text):
        sentence = turn.text[start:end]
        if start >= value.end and decisions.CORRECTS.search(sentence):
            others = _found(talk, value.kind, turn)
            return any(one.start >= start and one.key != value.key for one in others)
    return False
