"""What speaks for a phrase as an answer: a weighted sum of features of it and of the question.

The weights were set by hand on three conversations of LoCoMo; fitting them there by gradient or by hill climbing did
no better on a conversation left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from microworlds.reading.answering import lexicon
from microworlds.reading.answering.shapes import Shape
from microworlds.reading.answering.tagging import Word

WEIGHTS: dict[str, float] = {
    "list": 0.25, "long": 0.2, "short": 0.1, "tail": 0.05, "adjective": -0.2, "verb": -0.1, "complement": 0.1,
    "quoted": 0.4, "clause": -0.2, "opened": 0.5, "do:verb": 0.7, "do:complement": -0.1, "do:long": -0.15,
    "do:short": -0.2, "do:list": -0.1, "do:acted": 0.3, "feel:adjective": 0.8, "why:verb": 0.2, "why:opened": 0.4,
    "why:clause": 0.2, "who:long": 0.1, "noun:short": 0.1, "noun:quoted": 0.3, "sort:long": 0.2, "how:verb": 0.2,
    "how:clause": 0.1, "overlap": -0.5, "fresh": 0.25, "after_verb": 0.5, "near": 0.4, "length": -0.15,
    "brief": -0.05, "has_noun": 0.2, "starts_question": -0.3, "noun_inside": 0.15, "first_person": -0.35,
    "vague": -0.5, "listed": 0.1, "time": -0.35, "after_match": 0.15, "before_match": -0.1, "preposition": 0.5,
    "subject": 0.8, "after_like": 0.2, "finite": -0.3, "end": 0.1,
}  # fmt: skip
"""What each feature is worth; ``do:verb`` is a verb phrase as an answer to what did they do."""
_VAGUE = frozenset(
    """
    thing things something anything everything way ways lot lots one time times people day days stuff bit chance
    kind great good fun cool awesome amazing nice wow long blast ride news pic photo picture go look see journey
    experience moment moments hard tough exciting really happy right sure best more
    """.split()
)
_TIMES = frozenset(
    """
    yesterday today tomorrow week weeks month months year years day days weekend ago last next monday tuesday
    wednesday thursday friday saturday sunday morning night recently
    """.split()
)
_PERSON = ("i", "you", "we", "my", "me", "your")


@dataclass(frozen=True)
class Candidate:
    """A phrase as an answer: what it is (list, long, verb, ...), and which words of the sentence it is.

    ``matched`` says for each word of the sentence how far the question has it.
    """

    name: str
    words: tuple[Word, ...]
    low: int
    high: int
    matched: tuple[float, ...]

    @property
    def inside(self) -> tuple[Word, ...]:
        """Its own words."""
        return self.words[self.low : self.high]


def worth(one: Candidate, asked: Shape) -> float | None:
    """The weighted sum, or None if the phrase says nothing that the question has not said."""
    content = [
        place
        for place in range(one.low, one.high)
        if one.words[place].tag in "NVAPMR" and one.words[place].text.lower() not in lexicon.STOP
    ]
    fresh = sum(one.matched[place] < 1.0 for place in content)
    if not fresh:
        return None
    found = {
        one.name: 1.0,
        f"{asked.opener}:{one.name}": 1.0,
        "overlap": sum(one.matched[place] for place in content) / len(content),
        "fresh": min(1.0, fresh / 3),
        **_form(one, asked),
        **_surroundings(one, asked),
    }
    return sum(WEIGHTS.get(name, 0.0) * value for name, value in found.items())


def _form(one: Candidate, asked: Shape) -> dict[str, float]:
    """Features of the phrase itself."""
    texts = [word.text.lower() for word in one.inside]
    return {
        "length": max(0, len(texts) - 5) / 5,
        "brief": float(len(texts) == 1),
        "has_noun": float(any(word.tag in "NP" for word in one.inside)),
        "noun_inside": float(bool(asked.noun) and any(word.term == asked.noun for word in one.inside)),
        "first_person": float(any(re.split("['’]", text)[0] in _PERSON for text in texts)),
        "vague": float(all(text in _VAGUE or text in lexicon.STOP for text in texts)),
        "listed": float("and" in texts or "," in texts),
        "finite": float(_runs_on(one.inside)),
        "time": float(any(text in _TIMES for text in texts)),
    }


def _runs_on(inside: tuple[Word, ...]) -> bool:
    """True if a phrase runs on from a noun into a verb of its own without a word that opens a clause."""
    for place, word in enumerate(inside):
        if word.tag in "SO":
            return False
        if place and word.tag == "X" and inside[place - 1].tag in "NPM":
            return True
    return False


def _surroundings(one: Candidate, asked: Shape) -> dict[str, float]:
    """Features of where the phrase stands, and of what touches it."""
    before = one.words[one.low - 1] if one.low else None
    after = one.words[one.high] if one.high < len(one.words) else None
    gaps = [
        one.low - place if place < one.low else place - one.high + 1
        for place, value in enumerate(one.matched)
        if value and not one.low <= place < one.high
    ]
    return {
        "near": 1.0 / (1.0 + min(gaps) / 3.0) if gaps else 0.0,
        "starts_question": float(one.matched[one.low] == 1.0),
        "end": float(one.high >= len(one.words) - 1),
        "after_verb": _after_verb(one, asked),
        "after_match": one.matched[one.low - 1] if before else 0.0,
        "before_match": one.matched[one.high] if after else 0.0,
        "preposition": float(before is not None and before.tag == "I" and before.text.lower() == asked.preposition),
        "after_like": float(
            before is not None and before.text.lower() in ("like", "as", "including", "called", "named")
        ),
        "subject": float(asked.opener == "subject" and after is not None and after.term == asked.verb),
        f"{asked.opener}:acted": float(one.name == "verb" and before is not None and before.tag in "OP"),
    }


def _after_verb(one: Candidate, asked: Shape) -> float:
    """1 if the word before is the question's verb, half if a synonym of it."""
    place = one.low - 1
    while place >= 0 and one.words[place].tag in "RDI" and one.low - place < 4:
        place -= 1
    if place < 0 or not asked.verb:
        return 0.0
    term = one.words[place].term
    if term == asked.verb:
        return 1.0
    return 0.5 if set(lexicon.classes(term)) & set(lexicon.classes(asked.verb)) else 0.0
