"""Whether a question that is said to have no answer has none, and whether the objection to it is well founded.

Source: MemoryDocDataSet 3.4 (Adversarial).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.reading.answering import lexicon
from microworlds.reading.judging.findings import Finding
from microworlds.reading.judging.given import Pair
from microworlds.reading.judging.talk import Talk
from microworlds.reading.reader import Reading

_TELLING = re.compile(r"[$€£]?\d[\w,./:-]*|(?<!^)(?<![.?!] )\b[A-Z][^\W\d_]+(?:['’-][^\W\d_]+)*")
"""Figures, and capitalised words that do not open a sentence."""


def findings(talk: Talk, pair: Pair, reading: Reading) -> Iterator[Finding]:
    """What speaks against leaving a question unanswered, or for the objection resting on nothing."""
    yield from _unfounded(talk, pair)
    if not reading.abstained:
        yield from _answered(talk, pair, reading)
    cues = talk.cues(pair.question)
    if cues.people and cues.sessions and not cues.terms:
        kept = [turn for turn in talk.brought.values() if turn.session in cues.sessions and turn.speaker in cues.people]
        cited = any(piece.speaker is None for piece in pair.evidence)
        if kept and not cited:
            yield Finding("answered", 0.45)


def _unfounded(talk: Talk, pair: Pair) -> Iterator[Finding]:
    """Names and figures of the objection that neither question, evidence nor conversation has."""
    words = dict.fromkeys(lexicon.term(word.strip(".,")) for word in _TELLING.findall(pair.answer))
    texts = [pair.question, *talk.people, *(session.title for session in talk.sessions)]
    texts += [turn.text for turn in talk.turns]
    texts += [part for piece in pair.evidence for part in (piece.text, piece.source)]
    known = {lexicon.term(word) for text in texts for word in re.findall(r"[$€£]?\d[\d,]*(?:\.\d+)?|[^\W\d_]+", text)}
    missing = [one for one in words if one and not _in(one, known)]
    if missing:
        yield Finding("unfounded", 0.25 + 0.3 * len(missing) / len(words))


def _in(one: str, known: set[str]) -> bool:
    parts = re.findall(r"[$€£]?\d[\d,]*(?:\.\d+)?|[^\W\d_]+", one)
    return one in known or all(part in known for part in parts)


def _answered(talk: Talk, pair: Pair, reading: Reading) -> Iterator[Finding]:
    """The reader finds an answer; it counts for more in a document that the question names."""
    named = talk.register.named(pair.question)
    cited = {
        talk.register.of_heading(pair.evidence[place].source) for place in reading.support if place < len(pair.evidence)
    }
    yield Finding("answered", 0.8 if named & cited else 0.35)
