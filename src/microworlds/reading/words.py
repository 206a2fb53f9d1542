"""What the reader knows of English words: base forms, which words say nothing, which may stand for one another.

Source: hand-written tables beside this file (``verbs.txt``, ``synonyms.txt``); stems are Snowball's.
"""

import itertools
import re
from dataclasses import dataclass
from functools import cache, lru_cache

from microworlds.core import text_tables
from microworlds.core.text import stem
from microworlds.core.text_tables import Expressions

TOKEN = re.compile(
    r"(?:[A-Z]\.){2,}|[$€£]\s?\d[\d,]*(?:\.\d+)?|\d+(?:[,.:/-]\d+)*(?:st|nd|rd|th)?%?"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*\+?|[^\w\s]"
)
_POSSESSIVE = re.compile(r"['’]s?$")


def lines(name: str) -> tuple[str, ...]:
    """The lines of a table beside this file, without comments."""
    return text_tables.lines("microworlds.reading", name)


@cache
def _lists() -> dict[str, dict[str, None]]:
    found: dict[str, dict[str, None]] = {}
    name = ""
    for line in lines("lists.txt"):
        head, _, rest = line.partition(": ") if not line.startswith(" ") else ("", "", line)
        name = head or name
        found.setdefault(name, {}).update(dict.fromkeys(rest.replace(",", " ").split()))
    return found


@cache
def listed(name: str) -> tuple[str, ...]:
    """The words of a list of ``lists.txt``, in order."""
    return tuple(_lists()[name])


@cache
def listed_terms(name: str) -> frozenset[str]:
    """Their terms."""
    return frozenset(term(word) for word in listed(name))


@cache
def _verbs() -> tuple[dict[str, str], frozenset[str]]:
    """Base form by irregular form; the base forms of all verbs known."""
    forms: dict[str, str] = {}
    bases: set[str] = set()
    for line in lines("verbs.txt"):
        first, *rest = line.replace(",", " ").split()
        bases.update(rest if first == "=" else [first])
        if first != "=":
            forms.update(dict.fromkeys(rest, first))
    return forms, frozenset(bases)


@cache
def _verb_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in _verbs()[1])


def is_form(word: str) -> bool:
    """True if the lower-cased word is an irregular form of a verb."""
    return word in _verbs()[0]


def is_base(word: str) -> bool:
    """True if the lower-cased word is the base form of a verb."""
    return word in _verbs()[1]


def is_verb(word: str) -> bool:
    """True if the lower-cased word can be some form of a verb."""
    return is_form(word) or term(word) in _verb_stems()


@lru_cache(maxsize=1 << 16)
def term(word: str) -> str:
    """What a word is compared by: the stem of its base form, without a possessive."""
    plain = _POSSESSIVE.sub("", word.lower().replace("’", "'"))
    return stem(_verbs()[0].get(plain, plain))


def terms(words: str) -> frozenset[str]:
    """Terms of the words of a list."""
    return frozenset(term(word) for word in words.split())


STOP = frozenset(listed("stop"))
"""Words that carry no content of their own."""
COMMON = listed_terms("common")
"""Content words so frequent that sharing one proves little, whatever the passages."""


@cache
def _classes() -> dict[tuple[str, ...], frozenset[int]]:
    """Numbers of synonym classes by the terms of a word or phrase (two or three)."""
    found: dict[tuple[str, ...], set[int]] = {}
    for number, line in enumerate(lines("synonyms.txt")):
        for word in line.replace(",", " ").split():
            found.setdefault(tuple(term(part) for part in word.split("_")), set()).add(number)
    return {one: frozenset(numbers) for one, numbers in found.items()}


def classes(*phrase: str) -> frozenset[int]:
    """Numbers of the synonym classes of a term, or of a phrase."""
    return _classes().get(phrase, frozenset())


@dataclass(frozen=True)
class Terms:
    """What a text is compared by: terms of content words, synonym classes of words and phrases, words side by side."""

    terms: frozenset[str]
    classes: frozenset[int]
    pairs: frozenset[str]


@cache
def _phrase_openers() -> frozenset[str]:
    """Terms with which the phrases of synonym classes begin."""
    return frozenset(known[0] for known in _classes() if len(known) > 1)


@lru_cache(maxsize=1 << 16)
def analysed(text: str) -> Terms:
    """Terms and classes of a text; a compound counts as a whole and in its parts."""
    found = _words(text)
    whole = {term(word) for word in found if not _is_stop(word)}
    parts = [part for word in found for part in _parts(word)]
    pairs = frozenset(f"{a} {b}" for a, b in itertools.pairwise(parts))
    known = _classes_of([term(word) for word in found])
    return Terms(frozenset(whole.union(parts)), frozenset().union(*known.values()), pairs)


def _words(text: str) -> list[str]:
    return [word for word in TOKEN.findall(text) if word[0].isalnum() or word[0] in "$€£"]


@lru_cache(maxsize=1 << 16)
def _is_stop(word: str) -> bool:
    return word.lower().replace("’", "'") in STOP


@lru_cache(maxsize=1 << 16)
def _parts(word: str) -> tuple[str, ...]:
    """Terms of the parts of a compound that carry content."""
    return tuple(term(part) for part in word.split("-") if _tells(part))


def _tells(word: str) -> bool:
    return not _is_stop(word) and len(word) > 1


@lru_cache(maxsize=1 << 12)
def classes_in(text: str) -> dict[str, frozenset[int]]:
    """The synonym classes of each term of a text; those of a phrase go with each of its words."""
    return _classes_of([term(word) for word in _words(text)])


def _classes_of(sequence: list[str]) -> dict[str, frozenset[int]]:
    found = {one: classes(one) for one in sequence}
    openers = _phrase_openers()
    for place in [place for place, one in enumerate(sequence) if one in openers]:
        for phrase in (sequence[place : place + 2], sequence[place : place + 3]):
            if known := classes(*phrase):
                for one in phrase:
                    found[one] |= known
    return found


@lru_cache(maxsize=1 << 12)
def content(text: str) -> tuple[str, ...]:
    """Terms of the content words of a text, each once, in order; a compound is its parts."""
    parts = (part for word in _words(text) for part in re.split(r"(?<=[a-z])-(?=[a-z])", word))
    return tuple(dict.fromkeys(term(part) for part in parts if _tells(part)))


regex = Expressions("microworlds.reading").regex
"""A regular expression of ``patterns.txt``."""
