"""Answers that decline: they say that nothing can be said, or that the question takes for granted what is not."""

from __future__ import annotations

import re

from microworlds.core import text as plain
from microworlds.reading import words

_DECLINES, _OF_TELLING = words.regex("grading.declines"), words.regex("grading.of_telling")
_DENIES, _MISTAKEN = words.regex("grading.denies"), words.regex("grading.mistaken")
_TELLING = re.compile(r"\d|:\s|\b[A-Z]{2,}\b|(?<![.!?]\s)(?<!^)\b[A-Z][a-z]+")
_CLAUSE = re.compile(r"[,;]\s+(?=(?:but|however|though|although|yet|still|only|so)\b)|;\s+|\s+[-–—]+\s+|[.!?]\s+")


def declines(text: str) -> bool:
    """Whether a text says, somewhere, that something is not known or not said."""
    return _DECLINES.search(text) is not None


def says_nothing(text: str) -> bool:
    """Whether a text is all about who tells it, or from what, and has neither name nor figure, so it is no answer."""
    every = [text[start:end] for start, end in plain.sentences(text)]
    return all(_OF_TELLING.search(one) for one in every) and _TELLING.search(text) is None


def denies(text: str, about: str) -> bool:
    """Whether a text says that something it is about is not so, and not merely has a negative word in it."""
    if _MISTAKEN.search(text):
        return True
    asked = set(words.content(about)) - words.COMMON
    sentences = [text[start:end] for start, end in plain.sentences(text)]
    return any(_DENIES.search(one) and not asked.isdisjoint(words.content(one)) for one in sentences)


def committed(text: str) -> str:
    """What is left of an answer without the clauses that decline."""
    return " ".join(clause for clause in _CLAUSE.split(text) if clause and not declines(clause))
