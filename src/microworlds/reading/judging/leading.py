"""Where a question's description leads through the conversation, and whether that is where the evidence lies.

A verifier need not find the document, only compare: does anything said of another document fit the description as
well as what is said of the one cited, or better, or later?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from microworlds.reading import reference
from microworlds.reading.answering import questions
from microworlds.reading.judging.findings import Finding
from microworlds.reading.judging.given import Pair
from microworlds.reading.judging.talk import Cues, Said, Talk
from microworlds.reading.judging.words import covered

_OTHER_PERSON, _OTHER_SESSION, _SPOKEN_OF = 0.25, 0.25, 0.85
"""What is left of a turn's fit if it is not by the person of a description, or from its session; or speaks of them."""
_BARE = 0.35
"""How well a turn by the right person at the right session fits a description of whose other words it has none."""
_AGAIN = 0.7
"""What is left of the fit of a turn that speaks of a document again."""
_UNSHOWN = 0.4
"""What it weighs that nothing shows whether the document cited is the one spoken of, which has only a number."""
_FEW, _GUESSED = 2, 0.8
"""How many words of a description may be left that nothing said by that person or at that session has: they may be
words for bringing a document up; and how sure it is then that it fits."""
_WINDING, _STRAIGHT, _PLAIN = 0.35, 0.5, 0.85
"""The most that a rival weighs where several turns are cited, since a description that leads over them cannot be
compared turn by turn: less, unless the rival's weight shows that the description needs no turn but one.
"""
_READ_SO = 0.5
"""What is left of the doubt about where a question leads if the reader, which goes another way, comes to the same."""
_EVEN = 0.06
"""How close two fits are to count as equal."""
_CLEAR = 0.3
"""How much better another document must fit to be surely the one that is meant."""


@dataclass(frozen=True)
class Fit:
    """How well a document fits a description, by which turn, and the share of the description's words it has."""

    score: float
    turn: int
    explained: float


def findings(talk: Talk, pair: Pair) -> Iterator[Finding]:
    """What is wrong with the documents cited, if anything."""
    cited = [talk.register.of_heading(piece.source) for piece in pair.evidence if piece.speaker is None]
    documents = frozenset(one for one in cited if one is not None)
    if documents:
        yield from _found(talk, pair, documents)


def _found(talk: Talk, pair: Pair, documents: frozenset[int]) -> Iterator[Finding]:
    """Documents cited of which neither the question nor the turns cited speak; others that fit as well."""
    named = talk.register.named(pair.question)
    turns = [turn for piece in pair.evidence if piece.speaker is not None if (turn := talk.turn_of(piece))]
    spoken = named.union(*(turn.named for turn in turns))
    unlinked = documents - spoken
    numbers = frozenset(
        other for other in spoken if unlinked and all(talk.register.may_be(other, one) for one in unlinked)
    )
    if unlinked:
        yield Finding("elsewhere", _UNSHOWN if numbers or not spoken else 0.9)
    if named or len(documents) > 1:
        return
    history = frozenset().union(*(talk.means[turn.number] for turn in turns))
    rival = _rival(talk, pair, numbers or documents, history)
    if rival is not None:
        left = _READ_SO if rival.fault == "elsewhere" and read_as(talk, pair) == documents else 1.0
        yield replace(rival, weight=left * min(rival.weight, _most(rival, turns)))


def _most(rival: Finding, turns: Sequence[Said]) -> float:
    """The most that a rival weighs, by whether the description leads over several turns."""
    if len(turns) < 2:
        return 1.0
    return _STRAIGHT if rival.fault == "ambiguous" and rival.weight > _PLAIN else _WINDING


def read_as(talk: Talk, pair: Pair) -> frozenset[int]:
    """The document that the reader takes a question to mean; none if it finds several, or none."""
    meant = reference.candidates(pair.question, [*talk.register.pages, *talk.passages])
    return talk.register.named(meant[0]) if len(meant) == 1 else frozenset()


def _rival(talk: Talk, pair: Pair, cited: frozenset[int], history: frozenset[int]) -> Finding | None:
    """Another document that fits the description as well as those cited, or better.

    Of something that changed, the documents of its earlier states are no rivals if the turns cited tell of them.
    """
    cues = talk.cues(pair.question)
    if not (cues.people or cues.sessions or cues.terms):
        return None
    state = questions.understood(pair.question).state
    changing = state == "latest" or pair.category == "knowledge_update"
    fits = fitting(talk, cues)
    bare = (
        0 < len(cues.terms) <= _FEW
        and (cues.people or cues.sessions)
        and not any(fit.explained for fit in fits.values() if fit.score > _BARE)
    )
    if bare:
        fits = fitting(talk, replace(cues, terms=()))
    own = max((fits[one] for one in sorted(cited) if one in fits), key=lambda fit: fit.score, default=Fit(0.0, -1, 0.0))
    left_out = cited | history if changing else cited
    rivals = [fit for document, fit in fits.items() if document not in left_out]
    best = max((fit.score for fit in rivals), default=0.0)
    if best > own.score + _EVEN:
        return Finding("elsewhere", min(0.9, 0.25 + (best - own.score) / (2 * _CLEAR)))
    even = [fit for fit in rivals if fit.score >= own.score - _EVEN and fit.score > _BARE / 2]
    if not even:
        return None
    explained = _GUESSED if bare else own.explained
    if not (changing and cues.terms):
        return Finding("ambiguous", 0.2 + 0.7 * explained)
    return Finding("stale", 0.4 + 0.4 * explained) if any(fit.turn > own.turn for fit in even) else None


def fitting(talk: Talk, cues: Cues) -> dict[int, Fit]:
    """How well each document fits a description, by the turn that says most of it.

    Where all that is said is whose document it is, or from which session, it is the one first spoken of there.
    """
    found: dict[int, Fit] = {}
    weights = [talk.rarity(one) for one in cues.terms]
    for turn in talk.turns:
        explained = covered(cues.terms, turn.text, weights) if cues.terms else 1.0
        score = _gate(talk, cues, turn) * (_BARE + (1 - _BARE) * explained if cues.terms else 1.0)
        for document in sorted(talk.means[turn.number]):
            again = not cues.terms and talk.brought.get(document) is not turn
            fit = Fit(score * (_AGAIN if again else 1.0), turn.number, explained)
            if document not in found or fit.score >= found[document].score:
                found[document] = fit
    return found


def _gate(talk: Talk, cues: Cues, turn: Said) -> float:
    """How well a turn's speaker and session fit a description."""
    score = 1.0
    if cues.people and turn.speaker not in cues.people:
        score *= _SPOKEN_OF if talk.persons(turn.text) & cues.people else _OTHER_PERSON
    if cues.sessions and turn.session not in cues.sessions:
        score *= _SPOKEN_OF if talk.held(turn.text) & cues.sessions else _OTHER_SESSION
    return score
