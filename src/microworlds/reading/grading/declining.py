"""Answers that decline: they say that nothing can be said, or that the question takes for granted what is not."""

from __future__ import annotations

import re

from microworlds.core import text as plain
from microworlds.reading.answering import lexicon, wording

_NOT = r"(?:\s?n?['’]t| not)"
_SAY = r"(?:say|state|mention|specify|record|tell|give|contain|include|reveal|indicate|disclose|address|speak)"
_SEEN = wording.joined(r"""
    stated | mentioned | specified | given | recorded | known | available | clear | found | settled | said
    | determinable | answerable | documented | disclosed | established | indicated | provided | contained | named
    | noted | covered | addressed | in the | among
""")
_WORKED_OUT = wording.joined(r"""
    determin\w* | tell\w* | say\w* | answer\w* | find\w* | establish\w* | confirm\w* | work\w* out | know\w* | see\w*
    | locat\w* | identif\w* | infer\w* | give\w* | verif\w*
""")
_DECLINES = wording.parts(rf"""
    \babstain\w*
    | \b(?:do|does|did|don|doesn|didn){_NOT}\s+(?:\w+\s+)?(?:know|recall|remember|have (?:any|enough|that|the|a|it)|{_SAY})\b
    | \b(?:can(?:not|['’]t| not)|could(?:n['’]t| not)|(?:un|not )able to|(?:im|not )possible to|no way (?:to|of))\s+(?:be\s+|to\s+)?(?:\w+ly\s+)?{_WORKED_OUT}\b
    | \bno\s+(?:\w+\s+)?(?:information|record|mention|answer|evidence|indication|trace|data|details?|reference|basis|way)\b
    | \b(?:not|never)\s+(?:\w+\s+)?{_SEEN}\b
    | \b(?:is|was|are|were|has|have)n['’]t\s+(?:\w+\s+)?(?:been\s+)?{_SEEN}\b
    | \b(?:unknown|undetermined|unanswerable|unstated|undisclosed|unspecified|no idea|not sure|unclear|silent on|left open)\b
    | \b(?:insufficient|not enough|too little)\s+(?:\w+\s+)?(?:information|context|evidence|detail|to go on)\b
    | \b(?:no|nothing)\b[^.;]{{0,80}}?\b(?:says?|tells?|answers?|states?|mentions?|settles?|(?:on|about) (?:this|that|it)|to go on)\b
    | \b(?:nobody|no one)\s+(?:ever\s+)?(?:said|mentioned|stated|told|says)
    | \bn/a\b
""")  # noqa: E501
_DENIES = wording.parts(r"""
    \bno\s+(?!doubt|longer|question|reason|\d)[a-z]+
    | \b(?:nobody|no one|none|nothing|never|neither|not|cannot)\b | n['’]t\b
""")
_PREMISE = wording.words(r"""
    premise | presuppos\w+ | (?:is|are|be) mistaken | mistake | no such | misremember\w* | (?:wrongly|falsely) assum\w+
    | assum\w+ something | does(?:n['’]t| not) exist | did(?:n['’]t| not) (?:happen|exist)
""")
_CLAUSE = re.compile(
    r"(?:[,;]\s+|\s+[-–—]\s*|[.!?]\s+)(?=(?:but|however|though|although|yet|still|only)\b)|;\s+|\s+[–—]\s+"
)


def declines(text: str) -> bool:
    """Whether a text says, somewhere, that something is not known or not said."""
    return _DECLINES.search(text) is not None


def denies(text: str, about: str) -> bool:
    """Whether a text says that something it is about is not so, and not merely has a negative word in it."""
    if _PREMISE.search(text):
        return True
    asked = set(lexicon.content(about)) - lexicon.COMMON
    for start, end in plain.sentences(text):
        if _DENIES.search(text[start:end]) and asked & set(lexicon.content(text[start:end])):
            return True
    return False


def committed(text: str) -> str:
    """What is left of an answer without the clauses that decline."""
    kept = []
    for start, end in plain.sentences(text):
        clauses = [clause for clause in _CLAUSE.split(text[start:end]) if clause and not declines(clause)]
        kept.append(" ".join(clauses))
    return " ".join(filter(None, kept))
