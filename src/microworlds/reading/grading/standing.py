"""How an answer stands to what it mentions: says that it holds, held once, or does not hold; or leaves it open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from microworlds.reading.answering import wording

Standing = Literal["holds", "former", "denied"]
_FILL = (
    r"(?:\s+(?:on|in|at|by|to|for|from|of|with|the|a|an|be|it|was|is|just|exactly|simply|until|about|set|fixed))*\s*"
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|rather than|instead of|as opposed to|other than|except|no longer|nor)|n['’]t)"
    + _FILL
    + r"[\"“'(]?$",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"^[\"”')]?\s*(?:,\s*)?(?:is|was|would be)\s+(?:\w+\s+)?"
    r"(?:wrong|incorrect|out|outdated|superseded|no longer|not)\b",
    re.IGNORECASE,
)
_IF = re.compile(r"\bif\b", re.IGNORECASE)
_FORMER = wording.words(r"""
    (?<!the\s)first(?![:).]) | at first | original(?:ly)? | initial(?:ly)? | earlier | previously | former(?:ly)? | once
    | used to | prior | started (?:out|off|as|with|at) | began | begun | before that | the old | (?:up|down) from
    | changed from | moved from | replac(?:es|ed|ing) | supersed(?:es|ed|ing) | in place of | took over from
    | until then | long
""")
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?$", re.IGNORECASE)
_TO = re.compile(r"^\s*(?:,?\s*(?:up|down|over)?\s*to|→|->)\b", re.IGNORECASE)
_FORMER_AFTER = re.compile(
    r"^[\"”')]?\s*,?\s*(?:\(?(?:at first|originally|initially|previously|formerly|before that|until|to begin with|"
    r"at the (?:outset|start|beginning)|in the beginning)\b|(?:was|were|has been|had been)\s+(?:later|then|since|"
    r"eventually)?\s*(?:replaced|changed|superseded|dropped|withdrawn|moved|given up)|"
    r"(?:is|was|had been)\s+(?:only\s+)?(?:the|an)\s+(?:earlier|former|old|previous|original|first|initial)\b)",
    re.IGNORECASE,
)
NOW = wording.words(r"""
    now | currently | at present | today | in the end | finally | eventually | ended up | by now | latest | last(?:ly)?
    | then | later | changed to | moved to | became | becomes | replaced by | superseded by | corrected to | as of
    | since then | after that | the answer | so it | hence | therefore | holds | still stands | stands
""")
OPEN = wording.words(r"""
    or | either | maybe | perhaps | possibly | might | may be | may have | may also | could be | could have | could also
    | could as | not (?:quite |entirely |really |absolutely )?(?:sure|certain|clear) | unsure | uncertain | unclear
    | alternatively | torn between | toss-up | toss up | whichever | one of | hard to say | difficult to say
    | if not | unless | if (?:it|that|this) (?:is|was) not | if it is(?:n['’]t)
    | (?:not|n['’]t|cannot) (?:choose|decide|pick|settle on)
    | can(?:no|['’])t (?:decide|tell|say|choose) | cannot (?:decide|tell|say|choose) | hesitate | equally
    | conceivabl[ey]
    | as likely | as well be | depending on | two candidates | two options | two possibilities | both possible | open
    | undecided | compet\w+ | cannot rule | can['’]t rule | another possibility | otherwise | presumably | other times
""")
_WORD = re.compile(r"[^\W\d_]{2,}")
_JOINING = frozenset("and or also the on in at by of to for then else both".split())
_NEAR = 60
"""How many characters before a mention tell how it is meant."""


@dataclass(frozen=True)
class Mention:
    """Something that an answer mentions."""

    start: int
    end: int
    key: object
    standing: Standing


def of(text: str, spots: Sequence[tuple[int, int, object]]) -> list[Mention]:
    """Each mention with its standing, told from the words between it and its neighbours."""
    made = []
    floor = 0
    for number, (start, end, key) in enumerate(spots):
        ceiling = spots[number + 1][0] if number + 1 < len(spots) else len(text)
        before, after = text[max(floor, start - _NEAR) : start], text[end : min(ceiling, end + _NEAR)]
        own = _FORMER_AFTER.search(after)
        floor = end + (own.end() if own else 0)  # what is said of one thing says nothing of the next
        made.append(Mention(start, end, key, _standing(before, after, number + 1 < len(spots))))
    return made


def _standing(before: str, after: str, followed: bool) -> Standing:
    before = re.split(r"[.!?;]\s", before)[-1]
    if (_DENIED.search(before) and not _IF.search(before)) or _DENIED_AFTER.search(after):
        return "denied"
    if _FORMER_AFTER.search(after) or (followed and _FROM.search(before) and _TO.search(after)):
        return "former"
    former = [match.end() for match in _FORMER.finditer(before)]
    now = [match.end() for match in NOW.finditer(before)]
    return "former" if former and former[-1] > max(now, default=-1) else "holds"


def claimed(mentions: Sequence[Mention]) -> list[Mention]:
    """What an answer settles on: what it says holds; if that is nothing, what it says held."""
    holding = [one for one in mentions if one.standing == "holds"]
    return holding or [one for one in mentions if one.standing == "former"]


def undecided(text: str, mentions: Sequence[Mention]) -> bool:
    """Whether several things that an answer mentions are left beside one another."""
    rest = text
    for one in mentions:
        rest = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
    if OPEN.search(rest) or rest.rstrip().endswith("?") or re.search(r"\s/\s", rest):
        return True
    return not [word for word in _WORD.findall(rest) if word.lower() not in _JOINING]
