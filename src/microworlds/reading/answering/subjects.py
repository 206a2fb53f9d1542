"""Of what something is said: the subject of a question, and that of the statement around a value."""

from __future__ import annotations

import re

from microworlds.reading.answering import lexicon, tagging
from microworlds.reading.answering.tagging import Word

_ASKED = re.compile(
    r"^(?:\w+ )?(?:how (?:much|many|long|far|often)(?: \w+)?|when|where|why|what|which \w+)\s+"
    r"(?:did|does|do|is|was|are|were|has|have|had|will|would)\s+(?=(?:the|our|their|that|this)\b)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.;:,–—]\s+|\b(?:and|but|so)\s+")
_ATTRIBUTES = lexicon.terms(
    "term price fee total cost bill rate deadline date amount figure sum period charge thing one number work job "
    "project whole rest answer plan idea day result"
)
"""Nouns that stand for what is spoken of rather than beside it: the fee, the deadline."""


def differ(clause: str, text: str, place: int | None = None) -> bool:
    """True if the statement around a place of a text says of another thing what the question asks: the permit cost.

    Only where both name their subject, and the statement has the question's verb.
    """
    opening = _ASKED.match(clause)
    if not opening:
        return False
    wanted, verbs = _head(tagging.words(clause[opening.end() :]))
    before = [match.end() for match in _CLAUSE.finditer(text[:place])]
    stated, _ = _head(tagging.words(text[before[-1] if before else 0 :]))
    if not wanted or not stated or stated in _ATTRIBUTES or wanted in _said(text):
        return False
    if stated in _said(clause) or set(lexicon.classes(wanted)) & set(lexicon.classes(stated)):
        return False
    said = _said(text)
    classes = {number for one in said for number in lexicon.classes(one)}
    return any(one in said or classes.intersection(lexicon.classes(one)) for one in verbs)


def _said(text: str) -> frozenset[str]:
    return frozenset(word.term for word in tagging.words(text))


def _head(words: tuple[Word, ...]) -> tuple[str, list[str]]:
    """The head of the noun phrase that words open with, and the verbs after it; nothing if they open otherwise."""
    if not words or words[0].text.lower() not in ("the", "our", "their", "that", "this"):
        return "", []
    head, place = "", 1
    while place < len(words) and words[place].tag in "NAP":
        head, place = words[place].term, place + 1
    rest = words[place:]
    if not head or not rest or rest[0].tag not in "VX":
        return "", []
    return head, [word.term for word in rest if word.tag == "V"]
