"""What of a question matters for the form of the phrase that answers it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from microworlds.reading.answering import lexicon, tagging, wanted

_AUXILIARY = r"(?:did|does|do|is|was|are|were|has|had|have|will|would|can|could|should|must|might|may)"
_OPENERS: tuple[tuple[str, str], ...] = (
    ("why", r"^(?:so )?(?:why|for what reason|how come)\b"),
    ("feel", r"\bhow (?:did|does|do|is|was|were|are|has|have|will|would)\b.*\b(?:feel|felt|feeling|describe|react)\b"),
    ("how", r"\bhow (?:did|does|do|is|was|were|are|has|have|will|would)\b"),
    ("do", r"\bwhat happened\b"),
    (
        "do",
        r"\b(?:plan|decide|want|hope|intend|promise|offer|try|start|begin|have|need|agree|like|used)\w*\s+to\s+do\b",
    ),
    ("do", rf"\bwhat {_AUXILIARY}\b.*\bgo through\b"),
    ("do", rf"\bwhat {_AUXILIARY}\b(?:(?!\b(?:say|said)\b).)*\b(?:do|doing|done)$"),
    ("do", r"\b(?:do|doing|done) (?:to|for|with|after|before|while|when|during|in|at|about|on|by|together)\b"),
    ("sort", r"\b(?:kind|type|sort) of\b"),
    ("who", r"^who"),
)
_NOUN = re.compile(rf"(?:\w+ )?(?:what|which) (?!{_AUXILIARY}\b)\w")


@dataclass(frozen=True)
class Shape:
    """What of a question matters for the form of its answer.

    ``opener`` is the kind of opening (why, do, feel, noun, ...), ``preposition`` the one it ends or begins with.
    """

    opener: str
    verb: str
    noun: str
    preposition: str
    terms: frozenset[str]
    classes: frozenset[int]


@lru_cache(maxsize=1 << 10)
def shape(clause: str) -> Shape:
    """The shape of a question."""
    words = tagging.words(clause)
    content = [word for word in words if word.tag in "NVAPM" and word.text.lower() not in lexicon.STOP]
    verbs = [word.term for word in content if word.tag == "V" and word is not words[0]]
    classes = {number for word in content if word.tag != "P" for number in lexicon.classes(word.term)}
    ends = [word.text.lower() for word in (*words[-1:], *words[:1]) if word.tag == "I"]
    noun, _ = wanted.head(clause)
    return Shape(
        _opener(clause.lower(), words),
        verbs[0] if verbs else "",
        lexicon.term(noun) if noun else "",
        ends[0] if ends else "",
        frozenset(word.term for word in content),
        frozenset(classes),
    )


def _opener(lower: str, words: tuple[tagging.Word, ...]) -> str:
    for name, pattern in _OPENERS:
        if re.search(pattern, lower):
            return name
    if lower.startswith("what ") and len(words) > 1 and words[1].tag == "V":
        return "subject"
    return "noun" if _NOUN.match(lower) else "what"
