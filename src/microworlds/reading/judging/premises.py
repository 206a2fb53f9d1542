"""Whether a question that is said to have no answer has none, and whether the objection to it is well founded.

Source: MemoryDocDataSet 3.4 (Adversarial).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.reading import words
from microworlds.reading.judging.given import Finding, Pair
from microworlds.reading.judging.talk import Talk
from microworlds.reading.reader import Reading

_TELLING = re.compile(r"[$€£]?\d[\w,./:-]*|(?<!^)(?<![.?!] )\b[A-Z][^\W\d_]+(?:['’-][^\W\d_]+)*")
"""Figures, and capitalised words that do not open a sentence."""
_WORD = re.compile(r"[$€£]?\d+(?:,\d{3})*(?:\.\d+)?|[^\W\d_]+")


def findings(talk: Talk, pair: Pair, reading: Reading) -> Iterator[Finding]:
    """What speaks against leaving a question unanswered, or for the objection resting on nothing."""
    texts = [pair.question, *talk.people, *talk.register.headings, *(session.title for session in talk.sessions)]
    texts += [turn.text for turn in talk.turns] + [part for one in pair.evidence for part in (one.text, one.source)]
    known = {words.term(word) for text in texts for word in _WORD.findall(text)}
    telling = dict.fromkeys(_TELLING.findall(pair.answer))
    missing = [one for one in telling if not all(words.term(part) in known for part in _WORD.findall(one))]
    if missing:
        yield Finding("unfounded", 0.25 + 0.3 * len(missing) / len(telling))
    if not reading.abstained:
        named = talk.register.named(pair.question)
        cited = {
            talk.register.of(pair.evidence[place].source) for place in reading.support if place < len(pair.evidence)
        }
        yield Finding("answered", 0.8 if named & cited else 0.35)
