"""What an answer says of one thing that is expected: it, a part of it, something else, more than one thing, nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from microworlds.core import value_types
from microworlds.reading.answering import lexicon, wording
from microworlds.reading.grading import standing, words
from microworlds.reading.grading.standing import Mention
from microworlds.reading.grading.wanted import Wanted, bare_number, mentioned

Finding = Literal["said", "part", "other", "open", "none"]
_MAIN = frozenset(("affirm", "revers", "vacat", "remand", "dismiss"))
_ACTS = (
    (re.compile(r"\b(?:upheld|upholds?|uphold)\b", re.I), "affirmed"),
    (re.compile(r"\b(?:overturn(?:ed|s)?|set aside|struck down)\b", re.I), "reversed"),
    (re.compile(r"\b(?:sent|sends) (?:\w+ ){0,3}?back\b", re.I), "remanded"),
    (re.compile(r"\b(?:threw|throws|thrown) (?:\w+ ){0,3}?out\b", re.I), "dismissed"),
)
_YES = wording.words(r"""
    yes | yeah | yep | indeed | correct | right | true | accurate | affirmative | same | identical | matche?[sd]?
    | in line | both | agree[sd]?
""")
_NO = wording.words(r"""
    no(?! (?:longer|doubt|one|document|\d)|\.\s?\d) | nope | not | never | incorrect | wrong | false | inaccurate
    | differ\w* | neither | nor | mismatch\w* | another | contradict\w* | other
""")
_SAID_NO = re.compile(
    r"(?:^|[.!?:;,]\s+|\b(?:is|answer|be|say|with|simply|a|or|and)\s+|/\s*|\(\s*)[\"“'(]?"
    r"(?P<word>yes|no)\b(?!\.?\s?\d)(?!\s+(?:longer|doubt|one)\b)",
    re.IGNORECASE,
)
_BEFORE = wording.words(r"""
    before | earlier | preced(?:es|ed|ing) | prior to | came first | predat(?:es|ed|ing) | sooner
""")
_AFTER = wording.words(r"""
    after(?!\s(?:\w+\s)?\w+ing\b|\sall\b) | later(?!\schanged) | follow(?:s|ed)(?! (?:by|from)) | subsequent(?:ly)?
    | postdat(?:es|ed|ing)
""")
_HENCE = wording.words(r"so | therefore | hence | thus | which means | the answer is | answer: | conclusion")
_ANSWER = lexicon.terms("answer result conclude conclusion finding")


@dataclass(frozen=True)
class Reply:
    """An answer as it is read: its text, and the question, when it was asked, and whether of a person."""

    text: str
    question: str
    asked_at: datetime
    of_person: bool


def find(wanted: Wanted, reply: Reply, expected: Collection[Wanted]) -> Finding:
    """How the reply stands to one of the things ``expected``."""
    if wanted.kind == "choice":
        return _choice(str(wanted.key), reply.text)
    if wanted.kind == "outcome":
        return _outcome(wanted, reply.text)
    if wanted.kind in ("docket", "name", "text"):
        return words.find(wanted, reply.text, reply.of_person)
    return _keyed(wanted, reply, [one.key for one in expected if one.kind == wanted.kind])


def _keyed(wanted: Wanted, reply: Reply, keys: Sequence[object]) -> Finding:
    spots = mentioned(wanted.kind, reply.text, reply.asked_at)
    if not spots and wanted.kind in ("amount", "number"):
        spots = bare_number(reply.text)
    claimed = standing.claimed(standing.of(reply.text, spots))
    same = [one for one in claimed if _same(wanted, one.key)]
    vague = [one for one in claimed if _covers(one.key, wanted.key)]
    others = [one for one in claimed if one.key not in keys and one not in same and one not in vague]
    if same:
        return "said" if not others or _settled(reply, same, others, claimed) else "open"
    if vague and not others:
        return "part"
    return "other" if others else "none"


def _settled(reply: Reply, same: Sequence[Mention], others: Sequence[Mention], claimed: Sequence[Mention]) -> bool:
    """Whether the words around the right value single it out: they are those of the question, and no other's."""
    if standing.undecided(reply.text, claimed):
        return False
    asked = {*lexicon.content(reply.question), *_ANSWER}
    around = {one: set(lexicon.content(_around(reply.text, one, claimed))) & asked for one in claimed}
    elsewhere = set().union(*(around[one] for one in others))
    now = [one for one in claimed if standing.NOW.search(_around(reply.text, one, claimed))]
    return any(around[one] - elsewhere or now == [one] for one in same)


def _around(text: str, own: Mention, claimed: Sequence[Mention]) -> str:
    """The words between a value and those before and after it, no further than its sentence."""
    floor = max((one.end for one in claimed if one.end <= own.start), default=0)
    ceiling = min((one.start for one in claimed if one.start >= own.end), default=len(text))
    before = re.split(r"[.!?]\s", text[floor : own.start])[-1]
    after = re.split(r"[.!?,;]\s", text[own.end : ceiling])[0]
    return f"{before} {after}"


def _same(wanted: Wanted, key: object) -> bool:
    if wanted.kind == "date" and not re.search(r"\d{4}|/\d\d$", wanted.text):
        return _within_year(key) == _within_year(wanted.key)
    return key == wanted.key or (wanted.kind == "date" and _covers(wanted.key, key))


def _within_year(key: object) -> object:
    """Months and days of a stretch of time: a date told without its year is right in any."""
    return [(day.month, day.day) for day in key] if isinstance(key, tuple) else key


def _covers(wide: object, narrow: object) -> bool:
    """Whether a stretch of days takes in another and more; anything else does not."""
    if not (isinstance(wide, tuple) and isinstance(narrow, tuple)) or wide == narrow or isinstance(wide[0], float):
        return False
    return bool(wide[0] <= narrow[0] and narrow[1] <= wide[1])


def _choice(key: str, text: str) -> Finding:
    if key in ("before", "after"):
        return _order(key, text)
    said = {match["word"].lower() for match in _SAID_NO.finditer(text)}
    if len(said) == 1:
        return "said" if said == {key} else "other"
    if said:
        return "open"
    negative, positive = _NO.search(text), _YES.search(text)
    if negative or positive:
        return "said" if ("no" if negative else "yes") == key else "other"
    return "none"


def _order(key: str, text: str) -> Finding:
    found = sorted(
        (match.start(), match.end(), word)
        for word, pattern in (("before", _BEFORE), ("after", _AFTER))
        for match in pattern.finditer(text)
    )
    claimed = [one for one in standing.of(text, found) if one.standing != "denied"]
    said = [str(one.key) for one in claimed]
    if not said:
        return "none"
    if len(set(said)) > 1:
        drawn = [match.end() for match in _HENCE.finditer(text)]
        said = [str(one.key) for one in claimed if drawn and one.start >= drawn[-1]]
        if not said or standing.undecided(text, claimed):
            return "open"
    return "said" if said[0] == key else "other"


def _outcome(wanted: Wanted, text: str) -> Finding:
    for pattern, act in _ACTS:
        text = pattern.sub(act, text)
    spots: list[tuple[int, int, object]] = []
    for match in re.finditer(r"[A-Za-z]+", text):
        spots += [(match.start(), match.end(), act) for act in sorted(value_types.parse_outcome(match.group()) or ())]
    claimed = standing.claimed(standing.of(text, spots))
    assert isinstance(wanted.key, frozenset)
    found = {str(one.key) for one in claimed} & (_MAIN | wanted.key)
    if wanted.key <= found:
        others = {str(one.key) for one in claimed} - wanted.key
        if others and standing.undecided(text, claimed):
            return "open"
        return "said" if found == wanted.key else "other"
    if not found:
        return "none"
    return "part" if found < wanted.key else "other"
