"""What an answer says of one thing that is expected: it, a part of it, another, more than one, nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from microworlds.core import text as plain
from microworlds.core import value_types
from microworlds.reading import words
from microworlds.reading.grading import standing
from microworlds.reading.grading.expected import Kind, Wanted, mentioned
from microworlds.reading.grading.standing import Mention

Finding = Literal["said", "part", "other", "open", "none"]
_OUTRIGHT = words.regex("grading.outright")
_OF_PERSON = words.regex("grading.of_person")
_ORDER = {name: words.regex(f"grading.{name}") for name in ("before", "after")}
_TRUTH = {name: words.regex(f"grading.{name}") for name in ("no", "yes")}
_TOKEN = re.compile(r"\w+(?:[-’'./]\w+)*")
_LIGHT = "a an the of and mr mrs ms dr hon judge justice chief presiding associate attorney counsel lawyer jr sr esq"
"""Articles, titles: a name is the same with and without."""
_BETWEEN = rf"(?:['’]s?)?\W+(?:(?:[A-Z]|{_LIGHT.replace(' ', '|')})\b\W+)*"
_FIRST_NAME = re.compile(r"([A-Z][\w'’-]+)\s+(?:[A-Z]\.\s+)*$")
_NUMBERED = re.compile(r"^.*?\b(?:nos?|number)\.?\s+(?=\S*\d)", re.IGNORECASE)
_NEGATED = words.regex("grading.negated")
_MOST = 0.8
"""The share of the words of a longer clause that say the same."""


@dataclass(frozen=True)
class Reply:
    """An answer as it is read: its text, the question, and when that was asked."""

    text: str
    question: str
    asked_at: datetime


def find(wanted: Wanted, reply: Reply, expected: Sequence[Wanted]) -> Finding:
    """How the reply stands to one of the things ``expected``."""
    if wanted.kind in ("name", "words"):
        return _in_words(wanted, reply)
    mentions = _mentions(wanted, reply)
    claimed = standing.claimed(reply.text, mentions)
    keys = [one.key for one in expected if one.kind == wanted.kind]
    same = [one for one in claimed if _same(wanted, one.key)]
    vague = [one for one in claimed if one not in same and _covers(wanted.kind, one.key, wanted.key)]
    others = [one for one in claimed if one.key not in keys and one not in same and one not in vague]
    if same:
        return "said" if not others or _settled(reply, same, others, claimed) else "open"
    return "other" if others else "part" if vague else "none"


def _mentions(wanted: Wanted, reply: Reply) -> list[Mention]:
    """What a reply mentions of the kind that is wanted; a sum may be nothing but a number."""
    if wanted.kind != "choice":
        found = mentioned(wanted.kind, reply.text, reply.asked_at)
        bare = value_types.parse_number(reply.text.strip(" .")) if wanted.kind in ("amount", "number") else None
        return found if found or bare is None else [Mention(0, len(reply.text), Decimal(bare))]
    if wanted.key in _ORDER:
        found = [Mention(*match.span(), word) for word, form in _ORDER.items() for match in form.finditer(reply.text)]
        return sorted(found, key=lambda one: one.start)
    outright = [Mention(*match.span("word"), match["word"].lower()) for match in _OUTRIGHT.finditer(reply.text)]
    other = [Mention(*match.span(), word) for word, form in _TRUTH.items() if (match := form.search(reply.text))]
    return outright or other[:1]


def _settled(reply: Reply, same: Sequence[Mention], others: Sequence[Mention], claimed: Sequence[Mention]) -> bool:
    """Whether the words around the right value single it out: they are those of the question, and no other's."""
    if standing.undecided(reply.text, claimed):
        return False
    asked = {*words.content(reply.question), *words.content("answer result conclusion")}
    around = {one: _around(reply.text, one, claimed) for one in claimed}
    elsewhere = {term for one in others for term in words.content(around[one])}
    now = [one for one in claimed if standing.NOW.search(around[one])]
    return any((asked & set(words.content(around[one]))) - elsewhere or now == [one] for one in same)


def _around(text: str, own: Mention, claimed: Sequence[Mention]) -> str:
    """The words between a value and those before and after it, no further than its sentence."""
    floor = max((one.end for one in claimed if one.end <= own.start), default=0)
    ceiling = min((one.start for one in claimed if one.start >= own.end), default=len(text))
    before, after = text[floor : own.start], text[own.end : ceiling]
    return re.split(r"[.!?]\s", before)[-1] + " " + re.split(r"[.!?,;]\s", after)[0]


def _same(wanted: Wanted, key: Any) -> bool:
    """Whether a key is the one wanted, or a day in it; a date told without its year is right in any."""
    if wanted.kind == "date" and not re.search(r"\d{4}|/\d\d$", wanted.text):
        return [(day.month, day.day) for day in key] == [(day.month, day.day) for day in wanted.key]
    return bool(key == wanted.key) or (wanted.kind == "date" and _covers("date", wanted.key, key))


def _covers(kind: Kind, wide: Any, narrow: Any) -> bool:
    """Whether a stretch of days takes in another and more, or what a court did is a part of what it did."""
    if kind == "outcome":
        return bool(wide < narrow)
    return kind == "date" and wide != narrow and bool(wide[0] <= narrow[0] and narrow[1] <= wide[1])


def _in_words(wanted: Wanted, reply: Reply) -> Finding:
    """How a reply stands to words that are expected: of a person the family name will do."""
    full = _tokens(wanted.text)
    if wanted.kind == "name":
        full = [one for one in full if len(one) > 1]
        full = full[-1:] if _OF_PERSON.search(reply.question) else full
    shape = rf"(?<!\w){_BETWEEN.join(map(re.escape, full))}(?!\w)"
    found = [match.span() for match in re.finditer(shape, reply.text, re.IGNORECASE)] if full else []
    wholes = [Mention(start, end, wanted.text) for start, end in found if not _another(wanted, reply.text[:start])]
    if not wholes:
        return _otherwise(wanted, reply.text)
    claimed = standing.claimed(reply.text, wholes)
    if not claimed or (claimed[0].standing == "former" and standing.NOW.search(reply.text, claimed[-1].end)):
        return "other"
    holding = [one for one in claimed if one.standing == "holds"]
    return "open" if any(standing.beside(reply.text, one.start, one.end) for one in holding) else "said"


def _another(wanted: Wanted, before: str) -> bool:
    """Whether a name stands behind a first name that is not the one expected."""
    first = _FIRST_NAME.search(before) if wanted.kind == "name" else None
    return first is not None and first[1].lower() not in {*_tokens(wanted.text), *_LIGHT.split(), *words.STOP}


def _tokens(text: str) -> list[str]:
    """The tokens of a name or clause without articles and titles, those of a file's number from its first figure."""
    bare = (re.sub(r"['’]s?$", "", one.lower()) for one in _TOKEN.findall(_NUMBERED.sub("", text)))
    return [one for one in bare if one not in _LIGHT.split()]


def _otherwise(wanted: Wanted, text: str) -> Finding:
    """Where the whole does not stand: the same in other words, a part, or something else."""
    if wanted.kind == "name" or _NUMBERED.match(wanted.text):
        full, given = _tokens(wanted.text), [one for one in _tokens(text) if one not in words.STOP]
        return "part" if given and len(full) > 1 and set(given) <= set(full) else "none"
    expected = set(words.content(wanted.text))
    sentences = [text[start:end] for start, end in plain.sentences(text)]
    best = max(sentences, key=lambda one: len(expected & set(words.content(one))), default="")
    own = set(words.content(best))
    if not expected & own:
        return "none"
    if (_NEGATED.search(wanted.text) is None) != (_NEGATED.search(best) is None):
        return "other"
    share = len(expected & own) / len(expected)
    if share == 1.0 or (len(expected) > 4 and share >= _MOST):
        return "open" if standing.beside(best, len(best), len(best)) else "said"
    return "part" if own <= expected and share >= 0.3 else "none"
