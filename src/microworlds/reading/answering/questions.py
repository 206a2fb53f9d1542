"""What a question asks: the form of its answer, the kind of value, the state of affairs, the things it compares.

General English only: it goes by question words, head nouns, comparatives and connectives.
"""

from __future__ import annotations

import re
from functools import lru_cache

from microworlds.reading.answering import comparisons, referents, titles, wanted, wording
from microworlds.reading.answering.asked import Asked, State
from microworlds.reading.answering.wording import AUXILIARY, WH

_PREPOSITION = r"(?:on|in|at|by|to|for|from|of|under|within|before|since|until|with|about|against|into|during)"
_OPENING = re.compile(
    rf"(?:^|(?<=[,;:.?!—–-])\s*|(?<=\band\b)\s+)(?P<ask>(?:{_PREPOSITION}\s+)?{WH}\b|{AUXILIARY}\s)", re.IGNORECASE
)
_COMMAND = re.compile(
    r"^(?:please\s+)?(?:name|give|state|tell me|identify|say|find|list)\b\s*(?:the\b|me\b)?", re.IGNORECASE
)
_END = re.compile(
    r"(?:[?!]|(?<!\bv)(?<!\bvs)(?<!\bNo)(?<!\b[A-Z])(?<!Dr)(?<!Mr)(?<!Ms)(?<!Mrs)\.)\s(?=[A-Z])"
)  # fmt: skip
"""The end of a sentence within a question; a title has full stops too."""
_LATEST = wording.words("""
    now | currently? | present(?:ly)? | latest | final(?:ly)? | in the end | ultimately | eventually | as of | still
    | settled on | end(?:ed)? up | wound up | most recent(?:ly)? | at this point | newest | after all | as amended
    | as it turned out | turned out | stands? | by the end | up to date | these days | today | in force | at last
    | after the (?:change|amendment|move|correction|update|revision) | left | remain(?:s|ing)? | correct(?:ed|ion)
    | updated | revised | new | any ?more | going to | to be
""")
_CHANGED = r"(?:was|were|moved|chang\w+|ask\w*|postpon\w+|revis\w+|correct\w*|amend\w*|push\w*|shift\w*|rais\w+|cut)"
_SAID_FIRST = (
    r"(?:announce|say|said|plan|propos|suggest|set|name|pick|chose|choose|recommend|want|agree|quote|offer|mention|"
    r"put|favou?r|like)"
)
_ORIGINAL = wording.words(rf"""
    original(?:ly)? | at first | initially | formerly | to begin with | to start with | at the outset
    | in the beginning | previous(?:ly)?
    | before (?:it|they|that|this|he|she|the \w+|anybody|anyone|somebody|everything|being)\b[^?]{{0,25}}?\b{_CHANGED}
    | (?:had|was|were|been|have|has|did) (?:\w+ ){{0,3}}first(?! (?:meeting|call|session|time|day|week))
    | first {_SAID_FIRST}\w* | initial(?! (?:term|period)) | earlier (?:plan|date|figure|choice|version) | used to
    | old (?:date|figure|price|plan)
""")
_EXTRAPOSED = re.compile(
    rf"(?P<noun>\b(?:{titles.DOCUMENT_NOUN}|one))\s+(?P<verb>have|carry|bear|get|come out|end|{referents.ACTS})\s+"
    r"(?P<clause>(?:that|which)\s+[^,;]+)$"
)
"""When was the case decided that Ann sent."""
_SINGULAR = re.compile(r"(?:ss|us|is|does|has|was|business|news|always|[^s])$", re.IGNORECASE)
_LISTED = ("open", "person", "organisation", "place", "title")


@lru_cache(maxsize=1 << 10)
def understood(question: str) -> Asked:
    """What the question asks."""
    text = " ".join(question.split()).strip().rstrip("?!. ")
    text = _EXTRAPOSED.sub(r"\g<noun> \g<clause> \g<verb>", text)
    lead, clause = _split(text)
    kinds, noun = wanted.kinds(clause)
    state: State = "original" if _ORIGINAL.search(text) else "latest" if _LATEST.search(text) else None
    base = Asked(text, clause, lead, "value", kinds, noun, state)
    return comparisons.derived(base) or _plain(base)


def _split(text: str) -> tuple[str, str]:
    """What comes before the question word of the main clause, and the clause."""
    places = [match.start("ask") for match in _OPENING.finditer(text)]
    if not places or _COMMAND.match(text):
        return "", text
    start = places[0] if places[0] == 0 else places[-1] if _is_lead(text[: places[-1]]) else places[0]
    end = _END.search(text[start:])
    tail = text[start + end.end() :] if end else ""
    clause = text[start : start + end.start()] if end else text[start:]
    return (text[:start] + " " + tail).strip(" ,;:—–-"), clause.strip()


def _is_lead(before: str) -> bool:
    """True if what comes before a question word cannot itself be the question."""
    return not re.match(rf"{WH}\b|{AUXILIARY}\s", before.strip(), re.IGNORECASE)


def _plain(base: Asked) -> Asked:
    """The question as one for a value, a list of them, or yes or no."""
    if re.match(rf"{AUXILIARY}\s", base.clause, re.IGNORECASE):
        return comparisons.with_form(base, "yes_no", kinds=("yes_no",))
    if base.noun and not _SINGULAR.search(base.noun) and base.kinds[0] in _LISTED:
        return comparisons.with_form(base, "list")
    return base


def timeless(text: str) -> str:
    """A question without the words that say which state of affairs is meant: now, in the end, after the change."""
    return wording.without(text, _LATEST)
