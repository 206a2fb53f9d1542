"""Plain operations on text: words, sentences, paragraphs, normalised answers."""

import re
import string
import threading
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import Stemmer

WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*|\d[\d,.:/-]*\d|\d")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = re.compile("[" + re.escape(string.punctuation + "“”‘’–—§") + "]")
_ABBREVIATIONS = frozenset(Path(__file__).with_name("abbreviations.txt").read_text(encoding="utf-8").split())
_WORDS_TOO = frozenset(("me", "so", "I"))
"""No abbreviations (Maine, Southern) when written like this: "give it to me." ends a sentence, "so do I." too."""
_REPORTER = re.compile(r"\b\d{1,4}\s(?:[A-Z][\w.']*\s?){1,4}$")
_PAGE = re.compile(r"(?:[2-9](?:d|th)|\d{1,5})\b")
# "May.3" is a word and the mark of a note
_GOES_ON = re.compile(r"[^\W_]|(?<=\d)[.,]\d")
_BEGAN = re.compile(r"(?<=[^\W_])|(?<=\d[.,])\d")
EDGE = re.compile(r"\b")
_BREAK = re.compile(r"([.!?]+[\"”’')\]]*)(\s+)(?=[\"“‘'(\[]?[A-Z0-9§])|\n+")


def words(text: str) -> list[str]:
    """Words and numbers in order, as written."""
    return WORD.findall(text)


class _Stemmer(threading.local):
    """One for each thread: it writes the word that it works on into itself."""

    def __init__(self) -> None:
        self.english = Stemmer.Stemmer("english")


_STEMMER = _Stemmer()


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """The Snowball stem of one lower-cased English word; safe for threads."""
    return str(_STEMMER.english.stemWord(word))


def stems(text: str) -> list[str]:
    """Snowball stems of the lower-cased words, in order."""
    return [stem(word.lower()) for word in words(text)]


def sentences(text: str) -> list[tuple[int, int]]:
    """Character spans of sentences, without the space around them; a line break always ends one."""
    spans = []
    start = 0
    for match in _BREAK.finditer(text):
        if match.group(1) is not None:
            before = text[start : match.start()].rsplit(None, 1)
            written = before[-1].lstrip("(\"“'[") if before else ""
            last = written.lower()
            if (
                match.group(1).startswith(".")
                and written not in _WORDS_TOO
                and (last in _ABBREVIATIONS or re.fullmatch(r"(?:[a-z]\.)*[a-z]", last))
            ):
                continue
            near = text[max(start, match.start() - 40) : match.start()]
            if _PAGE.match(text, match.end()) and _REPORTER.search(near):
                continue  # within a citation: 61 Cal. 2d 340
        end = match.end(1) if match.group(1) is not None else match.start()
        spans.append((start, end))
        start = match.end()
    spans.append((start, len(text)))
    return [trimmed for span in spans if (trimmed := _trim(text, *span)) is not None]


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Character spans of the lines that hold anything, without the space around them."""
    spans = []
    start = 0
    for line in text.splitlines(keepends=True):
        trimmed = _trim(text, start, start + len(line))
        if trimmed is not None:
            spans.append(trimmed)
        start += len(line)
    return spans


def places(text: str, part: str, start: int = 0, end: int | None = None) -> Iterator[int]:
    """Where ``part`` begins between ``start`` and ``end``, each time that it stands there.

    >>> list(places("Ann and Anna", "Ann"))
    [0, 8]
    """
    at = text.find(part, start, end)
    while at >= 0:
        yield at
        at = text.find(part, at + 1, end)


def words_before(text: str, at: int, count: int) -> int:
    """A place before ``at`` from which on there are ``count`` words and the space around them.

    >>> words_before("He met Ann Harker", 11, 2)
    2
    >>> words_before("He met Ann Harker", 11, 1)
    6
    """
    pieces = text[:at].rsplit(None, count)
    return len(pieces[0]) if len(pieces) > count else 0


def closed(value: str) -> bool:
    """True if every quotation and parenthesis of ``value`` begins and ends in it.

    >>> closed("the mill (then “Orrin’s”)"), closed("the mill (then “Orrin’s”")
    (True, False)
    """
    count = value.count
    return count('"') % 2 == 0 and count("(") == count(")") and count("“") == count("”")


def whole(text: str, start: int, end: int) -> bool:
    """True if ``text[start:end]`` begins and ends inside no word or figure, quotation or parenthesis.

    >>> whole("a verdict for $41,250 in all", 2, 21), whole("a verdict for $41,250 in all", 2, 17)
    (True, False)
    """
    within = _GOES_ON.match(text, end) or _BEGAN.match(text, start)
    return within is None and closed(text[start:end])


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if end > start else None


def normalized(answer: str) -> str:
    """Lower-cased, without articles, punctuation and superfluous space.

    Source: MemoryDocDataSet 5.3 (normalisation before Exact Match and F1).

    >>> normalized("The  $1,200 fee.")
    '1200 fee'
    """
    return " ".join(_ARTICLES.sub(" ", _PUNCTUATION.sub("", answer.lower())).split())
