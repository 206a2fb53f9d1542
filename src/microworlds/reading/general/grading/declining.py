"""Answers that decline: they say that nothing can be said, or that the question takes for granted what is not."""

from __future__ import annotations

import re

from microworlds.core import text as plain
from microworlds.reading.general import words
from microworlds.reading.general.words import pattern

_NOT = (
    r"(?:\b(?:not|no|nothing(?! (?:that|which|of)\b)|nobody|none|never|nowhere|neither|cannot|without|unable|impossible"
    r"|insufficient|hardly|fails?|too little)\b|n['’]t\b)"
)
_KNOWN = (
    r"(?:know\w*|knew|sa(?:y|ys|id)|stat(?:es?|ed|ing)|mention\w*|specif\w+|record(?:s|ed)?|t[eo]ld?|tells|informat\w+"
    r"|answer\w*|evidence|details?|context|indicat\w+|reveal\w*|disclos\w+|address\w*|determin\w+|establish\w*|f[io]u?nd"
    r"|infer\w*|verif\w+|confirm\w*|recall\w*|remember\w*|sure|certain|clear|documented|idea|provided|given|available"
    r"|settle[sd]?|c[ao]me up|basis|clue|trace|way|conclu\w+|data|locat\w+|discuss\w*|refer\w*)"
)
_SOURCE = (
    r"(?:sessions?|conversations?|transcripts?|documents?|records?|files?|materials?|context|texts?|excerpts?|passages?"
    r"|notes)"
)
_DECLINES = re.compile(
    rf"{_NOT}(?:[\s,]+(?!reason\b|doubt\b|but\b|hard\b|difficult\b)[\w’'-]+){{0,6}}?[\s,]+{_KNOWN}\b"
    rf"|\b{_SOURCE}\b[^.,;:!?]{{0,30}}?{_NOT}"
    r"|\b(?:abstain\w*|n/a|un(?:known|determined|answerable|stated|disclosed|specified|clear|certain|resolved)|silent"
    r"|left open|missing|absent)\b",
    re.IGNORECASE,
)
_DENIES = pattern(
    r"no (?!doubt|longer|question|reason|\d)[a-z]+ | nobody | none | nothing | never | neither | \w*n['’o]t"
)
_PREMISE = pattern(r"""
    premise | presuppos\w+ | mistake[ns]? | misremember\w* | (?:wrongly|falsely) assum\w+ | assum\w+ something
    | (?:does|did)(?:n['’]t| not) (?:exist|happen)
""")
_CLAUSE = re.compile(r"[,;]\s+(?=(?:but|however|though|although|yet|still|only|so)\b)|;\s+|\s+[-–—]+\s+|[.!?]\s+")
_OF_TELLING = pattern(rf"I | me | mine | us | yours? | sorry | {_SOURCE}")
_TELLING = re.compile(rf"\b(?:I|me|mine|us|yours?|sorry|{_SOURCE})\b", re.IGNORECASE)
_TELLING = re.compile(r"\d|:\s|\b[A-Z]{2,}\b|(?<![.!?]\s)(?<!^)\b[A-Z][a-z]+")


def declines(text: str) -> bool:
    """Whether a text says, somewhere, that something is not known or not said."""
    return _DECLINES.search(text) is not None


def says_nothing(text: str) -> bool:
    """Whether a text is all about who tells it, or from what, and has neither name nor figure, so it is no answer."""
    every = [text[start:end] for start, end in plain.sentences(text)]
    return all(_OF_TELLING.search(one) for one in every) and _TELLING.search(text) is None


def denies(text: str, about: str) -> bool:
    """Whether a text says that something it is about is not so, and not merely has a negative word in it."""
    if _PREMISE.search(text):
        return True
    asked = set(words.content(about)) - words.COMMON
    for start, end in plain.sentences(text):
        if _DENIES.search(text[start:end]) and asked & set(words.content(text[start:end])):
            return True
    return False


def committed(text: str) -> str:
    """What is left of an answer without the clauses that decline."""
    return " ".join(clause for clause in _CLAUSE.split(text) if clause and not declines(clause))
