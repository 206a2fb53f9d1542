"""Names, numbers of files and clauses in an answer: whether they are there, whole or in part, and alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from microworlds.core import text as plain
from microworlds.reading import words
from microworlds.reading.grading import standing
from microworlds.reading.grading.expected import Wanted

Finding = Literal["said", "part", "other", "open", "none"]
_TOKEN = re.compile(r"\w+(?:[-'’./]\w+)*")
_LIGHT = frozenset(
    "a an the of and mr mrs ms dr hon judge justice chief presiding associate attorney counsel lawyer jr sr esq".split()
)
"""Articles, titles: a name is the same with and without."""
_NUMBERED = re.compile(r"^.*?\b(?:nos?|number)\.?\s+(?=\S*\d)", re.IGNORECASE)
_OR_AFTER = re.compile(r"^[\"”')\].]*\s*,?\s*(?:\(?or\b|/|and/or\b)", re.IGNORECASE)
_OR_BEFORE = re.compile(r"(?:\bor|/)\s*(?:[a-z]+\s+){0,2}[\"“'(]?$", re.IGNORECASE)
_NAMES = r"[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)*"
_LIST = re.compile(rf"(?!Not?\b){_NAMES}(?:\s*(?:,|;|/|&|\band\b)\s*{_NAMES})+")
_NEGATED = words.regex("grading.negated")
_MOST = 0.8
"""The share of the words of a longer clause that say the same."""


def find(wanted: Wanted, text: str, of_person: bool) -> Finding:
    """How an answer stands to words that are expected."""
    wholes = list(_wholes(wanted, text, of_person))
    if not wholes:
        return _rest(wanted, text)
    mentions = standing.of(text, [(start, end, wanted.text) for start, end in wholes])
    holding = [one for one in mentions if one.standing == "holds"]
    if not holding:
        former = [one for one in mentions if one.standing == "former"]
        return "said" if former and not standing.NOW.search(text, former[-1].end) else "other"
    return "open" if any(_beside(text, one.start, one.end) for one in holding) else "said"


def _beside(text: str, start: int, end: int) -> bool:
    """Whether something else is put beside a stretch of the text, as if either might be meant."""
    before, after = text[:start], text[end:]
    if _OR_AFTER.search(after) or _OR_BEFORE.search(before) or re.match(r"\?.*\w", after):
        return True
    if _LIST.fullmatch(text.strip(" .")) and (before.strip() or after.strip(" .")):
        return True
    rest = f"{before} {after}"
    return standing.BESIDE.search(rest) is not None or len(standing.MAYBE.findall(rest)) > 1


def _wholes(wanted: Wanted, text: str, of_person: bool) -> Iterator[tuple[int, int]]:
    """Where the whole of what is expected stands; of a person the family name will do."""
    own = [match for match in _TOKEN.finditer(text) if _token(match.group()) not in _LIGHT]
    full = telling(wanted.text)
    if wanted.kind == "name":
        full, own = [one for one in full if len(one) > 1], [match for match in own if len(match.group()) > 1]
        if of_person and len(full) > 1:
            yield from (span for span in _runs(full[-1:], own) if not _another(text, span[0], full))
    yield from _runs(full, own)


def telling(text: str) -> list[str]:
    """The tokens of a name or clause without articles and titles, those of a file's number from its first figure."""
    return [one for one in map(_token, _TOKEN.findall(_NUMBERED.sub("", text))) if one not in _LIGHT]


def _token(word: str) -> str:
    return re.sub(r"['’]s?$", "", word.lower().rstrip("."))


def _runs(full: Sequence[str], own: Sequence[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Where tokens stand one after the other."""
    every = [_token(match.group()) for match in own]
    for at in range(len(every) - len(full) + 1 if full else 0):
        if every[at : at + len(full)] == list(full):
            yield own[at].start(), own[at + len(full) - 1].end()


def _another(text: str, start: int, full: Sequence[str]) -> bool:
    """Whether a family name stands behind a first name that is not the one expected."""
    before = re.search(r"([A-Z][\w'’-]+)\s+(?:[A-Z]\.\s+)*$", text[:start])
    word = before.group(1).lower() if before else ""
    return bool(word) and word not in full and word not in _LIGHT and word not in words.STOP


def _rest(wanted: Wanted, text: str) -> Finding:
    """Where the whole does not stand: the same in other words, a part, or something else."""
    if wanted.kind == "name" or _NUMBERED.match(wanted.text):
        full = telling(wanted.text)
        given = [one for one in telling(text) if one not in words.STOP]
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
        return "open" if standing.BESIDE.search(best) else "said"
    return "part" if own <= expected and share >= 0.3 else "none"
