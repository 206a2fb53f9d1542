"""Names, numbers of cases and clauses in an answer: whether they are there, whole or in part, and alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from microworlds.core import text as plain
from microworlds.reading.answering import lexicon, wording
from microworlds.reading.grading import standing
from microworlds.reading.grading.wanted import Wanted

Finding = Literal["said", "part", "other", "open", "none"]
_TOKEN = re.compile(r"\w+(?:[-'’./]\w+)*")
_NUMBERING = frozenset("docket no nos number case file of the and".split())
_TITLES = frozenset(
    (
        "mr mrs ms dr hon judge justice chief presiding associate attorney counsel lawyer jr sr ii iii esq "
        "senior junior"
    ).split()
)
_OR_AFTER = re.compile(r"^[\"”')\].]*\s*,?\s*(?:\(?or\b|/|and/or\b)", re.IGNORECASE)
_OR_BEFORE = re.compile(
    r"(?:\bor|/)\s*(?:(?:maybe|possibly|perhaps|else|even|it was|by|on|at|in|the|a|an|to|for|from|with)\s+)*[\"“'(]?$",
    re.IGNORECASE,
)
_BESIDE = wording.words(r"""
    either | alternatively | torn between | toss-up | toss up | one of (?:the )?(?:two|them|these|those)
    | (?:could|might|may) (?:also|as|equally|just|well|have (?:also|just|equally)) | as likely | another possibility
    | two (?:candidates|options|possibilities|names|answers|readings) | can(?:not|['’]t) (?:decide|choose|rule)
    | (?:not|un)\s?(?:sure|certain|clear) (?:which|whether|if) | whichever | if not | otherwise | undecided
    | if (?:it|that|this) (?:is|was)(?:n['’]t| not) | (?:not|n['’]t) (?:choose|decide|pick|settle on)
    | other times | equally possible | (?:is|are|remains?) (?:also )?possible | competing
""")
_PERHAPS = wording.words("perhaps | maybe | possibly | might be | may be | could be | could have | might have")
_NEGATED = wording.parts(r"\b(?:not|never|no|none|cannot|neither|nor|without|nobody|nothing)\b | n['’]t\b")
_LISTED_AFTER = re.compile(r"^\s*(?:,|;|/|&|and\b)\s*(?:[A-Z][\w.'’-]*[\s.]*)+$")
_LISTED_BEFORE = re.compile(r"^(?:[A-Z][\w.'’-]*\s*)+(?:,|;|/|&|\band)\s*$")


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
    if _OR_AFTER.search(after) or _OR_BEFORE.search(before):
        return True
    if _LISTED_AFTER.search(after.rstrip(". ")) and not before.strip():
        return True
    if _LISTED_BEFORE.search(before) and not after.strip(" ."):
        return True
    rest = before + " " * (end - start) + after
    return _BESIDE.search(rest) is not None or len(_PERHAPS.findall(rest)) > 1


def _wholes(wanted: Wanted, text: str, of_person: bool) -> Iterator[tuple[int, int]]:
    """Where the whole of what is expected stands."""
    wordy = [(match.group().lower().rstrip("."), *match.span()) for match in _TOKEN.finditer(text)]
    if wanted.kind == "docket":
        wordy = [one for one in wordy if one[0] not in _NUMBERING]
        yield from _runs([one for one in _tokens(wanted.text) if one not in _NUMBERING], wordy)
        return
    if wanted.kind == "name":
        full = [one for one in _tokens(wanted.text) if len(one) > 1 and one not in _TITLES]
        yield from _runs(full, [one for one in wordy if len(one[0]) > 1])
        if of_person and len(full) > 1:
            yield from (span for span in _runs(full[-1:], wordy) if not _another(text, span[0], full))
        return
    articles = ("a", "an", "the")
    yield from _runs(
        [one for one in _tokens(wanted.text) if one not in articles], [one for one in wordy if one[0] not in articles]
    )


def _tokens(text: str) -> list[str]:
    return [token.lower().rstrip(".") for token in _TOKEN.findall(text)]


def _runs(wanted: Sequence[str], wordy: Sequence[tuple[str, int, int]]) -> Iterator[tuple[int, int]]:
    """Where tokens stand one after the other."""
    count = len(wanted)
    for at in range(len(wordy) - count + 1 if count else 0):
        if [_bare(one[0]) for one in wordy[at : at + count]] == [_bare(one) for one in wanted]:
            yield wordy[at][1], wordy[at + count - 1][2]


def _bare(token: str) -> str:
    return re.sub(r"['’]s?$", "", token)


def _another(text: str, start: int, full: Sequence[str]) -> bool:
    """Whether a family name stands behind a first name that is not the one expected."""
    before = re.search(r"([A-Z][\w'’-]+)\s+(?:[A-Z]\.\s+)*$", text[:start])
    word = before.group(1).lower() if before else ""
    return bool(word) and word not in full and word not in _TITLES and word not in lexicon.STOP


def _rest(wanted: Wanted, text: str) -> Finding:
    """Where the whole does not stand: the same in other words, a part, or something else."""
    if wanted.kind == "docket":
        own = [one for one in _tokens(wanted.text) if one not in _NUMBERING]
        given = [one for one in _tokens(text) if one not in _NUMBERING]
        return "part" if len(own) > 1 and given and own[: len(given)] == given else "none"
    if wanted.kind == "name":
        full = [one for one in _tokens(wanted.text) if len(one) > 1 and one not in _TITLES]
        given = [one for one in _tokens(text) if one in full]
        alone = not [one for one in _tokens(text) if one not in full and len(one) > 1 and one not in lexicon.STOP]
        return "part" if given and alone else "none"
    return _paraphrase(wanted.text, text)


def _paraphrase(expected: str, text: str) -> Finding:
    wanted = set(lexicon.content(expected))
    if not wanted:
        return "none"
    sentences = [text[start:end] for start, end in plain.sentences(text)]
    best = max(sentences, key=lambda one: len(wanted & set(lexicon.content(one))), default="")
    own = set(lexicon.content(best))
    if (_NEGATED.search(expected) is None) != (_NEGATED.search(best) is None):
        return "other" if wanted & own else "none"
    share = len(wanted & own) / len(wanted)
    if share == 1.0 or (len(wanted) > 4 and share >= 0.8):
        return "open" if _BESIDE.search(best) else "said"
    if own and own <= wanted and share >= 0.3:
        return "part"
    return "none"
