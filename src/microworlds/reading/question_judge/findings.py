"""What may be wrong with a pair: its evidence, the document, the state of affairs that it goes by, its premise.

A judge need not find the document, only compare: does anything said of another document fit the question as well as
what is cited?

Source: MemoryDocDataSet 3.4, Appendix B.5.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.core import text as plain
from microworlds.core.text import normalized
from microworlds.reading import changes, values, words
from microworlds.reading.question_judge import support
from microworlds.reading.question_judge.spoken import Pair, Talk, Turn, shared, terms
from microworlds.reading.reader import Reader, Reading

REMARKS = {
    "unsupported": "the evidence does not state the answer",
    "elsewhere": "the evidence is of another document than the question means",
    "stale": "something said later replaces the answer",
    "ambiguous": "the question fits several documents",
    "underived": "the answer does not follow from the evidence",
    "answered": "there is an answer",
    "unfounded": "the objection rests on what nobody says",
}
_ALIKE, _RELATED = 0.6, 0.35
"""How much of what the turn with the answer shares with the question a later turn shares if it is about the same; and
where the question itself speaks of a change."""
_AS_WELL = 0.95
"""The share of what question and turn cited have in common that a rival has to have, to fit as well."""
_BETTER = 0.3
"""How much more of a question a rival has to have than what is cited, to fit better."""
_KINDS = (*support.KEYED, "number", "person")
_CHANGE = words.regex("judging.change")
_TELLING = re.compile(r"[$€£]?\d[\w,./:-]*|(?<!^)(?<![.?!] )\b[A-Z][^\W\d_]+(?:['’-][^\W\d_]+)*")
"""Figures, and capitalised words that do not open a sentence."""
_WORD = re.compile(r"[$€£]?\d+(?:,\d{3})*(?:\.\d+)?|[^\W\d_]+")


@dataclass(frozen=True)
class Finding:
    """A fault, one of ``REMARKS``, and how sure it is, 0 to 1."""

    fault: str
    weight: float


def findings(talk: Talk, pair: Pair, paraphrase: float) -> Iterator[Finding]:
    """What speaks against a pair; its answer counts as stated if such a share of its words is."""
    if not pair.answerable:
        yield from _premise(talk, pair)
        return
    if support.is_choice(pair.answer):
        reading = _read(talk, pair)
        if not reading.abstained and normalized(reading.text) != normalized(pair.answer):
            yield Finding("underived", 0.5)
    else:
        share = support.stated(pair.answer, pair.evidence)
        if share < paraphrase and not support.derivable(pair.answer, pair.evidence, talk.asked_at.date()):
            yield Finding("unsupported", 1.0 - 0.5 * share)
        yield from _state(talk, pair)
    yield from _document(talk, pair)


def _read(talk: Talk, pair: Pair) -> Reading:
    """What the reader says, given the evidence and after it every other turn of the sessions."""
    cited = [piece.text for piece in pair.evidence]
    turns = [turn.said for turn in talk.turns if turn.said.text not in cited]
    return Reader().read(pair.question, [*pair.evidence, *turns], asked_at=talk.asked_at)


def _premise(talk: Talk, pair: Pair) -> Iterator[Finding]:
    """What speaks against leaving a question unanswered, or for the objection resting on nothing."""
    texts = [pair.question, *talk.people, *talk.headings, *(session.title for session in talk.sessions)]
    texts += [turn.said.text for turn in talk.turns] + [f"{one.text} {one.source}" for one in pair.evidence]
    known = {words.term(word) for text in texts for word in _WORD.findall(text)}
    telling = dict.fromkeys(_TELLING.findall(pair.answer))
    missing = [one for one in telling if not all(words.term(part) in known for part in _WORD.findall(one))]
    if missing:
        yield Finding("unfounded", 0.25 + 0.3 * len(missing) / len(telling))
    places = [place for place in _read(talk, pair).support if place < len(pair.evidence)]
    if not talk.named(pair.question).isdisjoint(talk.document(pair.evidence[place].source) for place in places):
        yield Finding("answered", 0.8)


def _document(talk: Talk, pair: Pair) -> Iterator[Finding]:
    """Documents cited that are not those spoken of; others, spoken of in words that fit the question as well."""
    documents, turns = talk.cited(pair)
    asked = talk.named(pair.question)
    spoken = asked.union(*(turn.named for turn in turns))
    if spoken and documents - spoken:
        yield Finding("elsewhere", 0.9)
    if not asked and len(documents) == len(turns) == 1:
        wanted, common = terms(pair.question), shared(pair.question, turns)
        own, whole = talk.weight(common), talk.weight(wanted)
        others = [turn.terms | turn.setting for turn in talk.turns if turn.named - turns[0].named]
        if any(talk.weight(common & other) >= _AS_WELL * own > 0 for other in others):
            yield Finding("ambiguous", 0.85)
        if any(talk.weight(wanted & other) - own >= _BETTER * whole > 0 for other in others):
            yield Finding("elsewhere", 0.45)


def changing(question: str) -> bool:
    """Whether a question speaks of a change, of what holds now or of what held at first."""
    return any(one.search(question) for one in (changes.LATEST, changes.FIRST, _CHANGE))


def _state(talk: Talk, pair: Pair) -> Iterator[Finding]:
    """Whether something said later about the same puts another document or value in the place of the one cited."""
    documents, turns = talk.cited(pair)
    changed, asked = changing(pair.question), pair.question[plain.sentences(pair.question)[-1][0] :]
    if not turns or (changes.FIRST.search(asked) and not changes.LATEST.search(asked)):
        return
    if documents:
        *before, last = sorted(turns, key=lambda turn: turn.number)
        if changed and last.named and not last.named & documents and any(documents & turn.named for turn in before):
            yield Finding("stale", 0.85)
        return
    if changed and len(turns) == 1:
        yield Finding("stale", 0.4)
    stating = [turn for turn in turns if support.stated(pair.answer, [turn.said]) == 1.0]
    if stating and _replaced(talk, pair, stating[-1], _RELATED if changed else _ALIKE):
        yield Finding("stale", 0.8)


def _replaced(talk: Talk, pair: Pair, turn: Turn, least: float) -> bool:
    """A later turn on the same thing has another value of the kind; if values have no form, it tells of a change."""
    common = shared(pair.question, [turn]) - turn.setting - terms(pair.answer)
    whole = talk.weight(common)
    about = (one for one in talk.turns[turn.number + 1 :] if talk.weight(common & one.terms) >= least * whole > 0)
    return any(_other(pair.answer, one, turn.session) for one in about)


def _other(answer: str, later: Turn, session: int) -> bool:
    """Whether a turn holds another value of the answer's kind."""
    for kind in _KINDS:
        own = values.find(kind, answer, later.said.time)
        if own:
            return any(one.key != own[0].key for one in values.find(kind, later.said.text, later.said.time))
    return later.session != session and changes.UPDATES.search(later.said.text) is not None
