"""What the reader knows of English words: base forms, which words say nothing, which may stand for one another.

Source: hand-written lists beside this file (``verbs.txt``, ``synonyms.txt``); stems are Snowball's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import resources

from microworlds.core.text import stem

TOKEN = re.compile(
    r"(?:[A-Z]\.){2,}|[$€£]\s?\d[\d,]*(?:\.\d+)?|\d+(?:[,.:/-]\d+)*(?:st|nd|rd|th)?%?"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*\+?|[^\w\s]"
)
_POSSESSIVE = re.compile(r"['’]s?$")

STOP = frozenset(
    """
    a an the this that these those there here it its i me my mine myself we us our ours ourselves you your yours
    he him his himself she her hers herself they them their theirs themselves who whom whose which what when
    where why how am is are was were be been being do does did done doing have has had having will would shall
    should can could may might must of in on at by for with from to into onto upon as and or but nor so if then
    than too very just also not no n't about over under out up down off again once all any both each some such
    only own same s t d ll m re ve don didn doesn isn wasn weren won wouldn couldn shouldn hasn haven hadn y'all
    let get gets getting got gotten
    between during through while because until against per via within without among toward towards
    one ones really actually well oh yes yeah okay ok please thanks thank hey hi kind sort type way thing things
    lot bit
    """.split()
)
"""Words that carry no content of their own."""

COMMON = frozenset(
    """
    go make take come give use say said tell know think see look want new good time day week month year first
    last people person team court case opinion agreement party parties section part work need great many much
    more most other long now still back even after before two three next since later ever never always mention
    mentioned date number name amount document meeting matter happen set put keep feel state question
    """.split()
)
"""Content words so frequent that sharing one proves little, whatever the passages."""


@cache
def _lines(name: str) -> tuple[str, ...]:
    text = resources.files("microworlds.reading.answering").joinpath(name).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


@cache
def _bases() -> dict[str, str]:
    """Irregular form to base form."""
    forms = {}
    for line in _lines("verbs.txt"):
        base, *irregular = line.split()
        if base != "=":
            forms.update(dict.fromkeys(irregular, base))
    return forms


@cache
def verbs() -> frozenset[str]:
    """Base forms of all verbs known, regular and irregular."""
    words: set[str] = set()
    for line in _lines("verbs.txt"):
        first, *rest = line.split()
        words.update(rest if first == "=" else [first])
    return frozenset(words)


@cache
def verb_stems() -> frozenset[str]:
    """Their stems."""
    return frozenset(stem(word) for word in verbs())


def is_form(word: str) -> bool:
    """True if the lower-cased word is an irregular form of a verb."""
    return word in _bases()


@lru_cache(maxsize=1 << 16)
def term(word: str) -> str:
    """What a word is compared by: the stem of its base form, without a possessive."""
    plain = _POSSESSIVE.sub("", word.lower().replace("’", "'"))
    return stem(_bases().get(plain, plain))


def terms(words: str) -> frozenset[str]:
    """Terms of the words of a list."""
    return frozenset(term(word) for word in words.split())


@cache
def _classes() -> tuple[dict[str, tuple[int, ...]], dict[tuple[str, ...], tuple[int, ...]]]:
    """Classes by term, and by phrase (two or three terms)."""
    single: dict[str, list[int]] = {}
    phrases: dict[tuple[str, ...], list[int]] = {}
    for number, line in enumerate(_lines("synonyms.txt")):
        for word in line.split():
            parts = tuple(term(part) for part in word.split("_"))
            target = single.setdefault(parts[0], []) if len(parts) == 1 else phrases.setdefault(parts, [])
            if number not in target:
                target.append(number)
    return {key: tuple(value) for key, value in single.items()}, {key: tuple(value) for key, value in phrases.items()}


def classes(one: str) -> tuple[int, ...]:
    """Numbers of the synonym classes of a term."""
    return _classes()[0].get(one, ())


def phrases(terms: Iterable[str]) -> list[tuple[int, int, tuple[int, ...]]]:
    """Phrases of the synonym classes in a sequence of terms: where each starts, its length, its classes."""
    known = _classes()[1]
    starts = _starts()
    sequence = list(terms)
    return [
        (place, length, known[tuple(sequence[place : place + length])])
        for place, one in enumerate(sequence)
        if one in starts
        for length in (2, 3)
        if place + length <= len(sequence) and tuple(sequence[place : place + length]) in known
    ]


def joined(terms: Sequence[str]) -> str:
    """The term of a phrase: it is matched as a whole."""
    return "~" + "_".join(terms)


@cache
def _starts() -> frozenset[str]:
    return frozenset(parts[0] for parts in _classes()[1])


def tokens(text: str) -> list[str]:
    """Words, numbers and punctuation marks in order."""
    return TOKEN.findall(text)


def content(text: str) -> list[str]:
    """Terms of the words that carry content, in order, with repetitions."""
    return [term(word) for word in tokens(text) if word[0].isalnum() or word[0] in "$€£" if word.lower() not in STOP]
