"""What the reader knows of English words: base forms, which words say nothing, which may stand for one another.

Source: hand-written tables beside this file (``verbs.txt``, ``synonyms.txt``); stems are Snowball's.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from microworlds.core.text import stem

TOKEN = re.compile(
    r"(?:[A-Z]\.){2,}|[$€£]\s?\d[\d,]*(?:\.\d+)?|\d+(?:[,.:/-]\d+)*(?:st|nd|rd|th)?%?"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*\+?|[^\w\s]"
)
_POSSESSIVE = re.compile(r"['’]s?$")
AUXILIARIES = (
    "am is are was were be been being do does did done doing have has had having will would shall should can could may "
    "might must"
)
STOP = frozenset(
    f"""
    a an the this that these those there here it its i me my mine myself we us our ours ourselves you your yours
    he him his himself she her hers herself they them their theirs themselves who whom whose which what when
    where why how {AUXILIARIES} of in on at by for with from to into onto upon as and or but nor so if then
    than too very just also not no n't about over under out up down off again once all any both each some such
    only own same s t d ll m re ve don didn doesn isn wasn weren won wouldn couldn shouldn hasn haven hadn y'all
    let get gets getting got gotten i'm i've i'd i'll we're we've we'd we'll you're you've you'd you'll
    between during through while because until against per via within without among toward towards
    one ones really actually well oh yes yeah okay ok please thanks thank hey hi kind sort type way thing things
    lot bit it's that's there's what's he's she's let's don't didn't doesn't isn't wasn't can't won't
    """.split()
)
"""Words that carry no content of their own."""


@cache
def lines(name: str) -> tuple[str, ...]:
    """The lines of a table beside this file, without comments."""
    text = resources.files("microworlds.reading.general").joinpath(name).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


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


COMMON = terms(
    """
    go make take come give use say tell know think see look want new good time day week month year first
    last people person team need great many much more most other long now still back even after before two three
    next since later ever never always mention date number name amount document meet matter happen put keep feel
    state question part
    """
)
"""Content words so frequent that sharing one proves little, whatever the passages."""


@cache
def _classes() -> tuple[dict[str, frozenset[int]], dict[tuple[str, ...], frozenset[int]]]:
    """Classes by term, and by phrase (two or three terms)."""
    single: dict[str, set[int]] = {}
    phrases: dict[tuple[str, ...], set[int]] = {}
    for number, line in enumerate(lines("synonyms.txt")):
        for word in line.replace(",", " ").split():
            parts = tuple(term(part) for part in word.split("_"))
            if len(parts) == 1:
                single.setdefault(parts[0], set()).add(number)
            else:
                phrases.setdefault(parts, set()).add(number)
    return {one: frozenset(found) for one, found in single.items()}, {
        parts: frozenset(found) for parts, found in phrases.items()
    }


def classes(one: str) -> frozenset[int]:
    """Numbers of the synonym classes of a term."""
    return _classes()[0].get(one, frozenset())


@dataclass(frozen=True)
class Terms:
    """What a text is compared by: terms of content words, synonym classes of words and phrases, words side by side."""

    terms: frozenset[str]
    classes: frozenset[int]
    pairs: frozenset[str]


@lru_cache(maxsize=1 << 16)
def analysed(text: str) -> Terms:
    """Terms and classes of a text."""
    every = [(word, term(word)) for word in TOKEN.findall(text) if word[0].isalnum() or word[0] in "$€£"]
    found: set[int] = set()
    sequence = [one for _, one in every]
    for one in set(sequence):
        found |= classes(one)
    phrases = _classes()[1]
    for place in range(len(sequence) - 1):
        for length in (2, 3):
            found |= phrases.get(tuple(sequence[place : place + length]), frozenset())
    kept = {one for word, one in every if word.lower().replace("’", "'") not in STOP}
    kept |= {part for one in kept if "-" in one for part in map(term, one.split("-")) if part not in STOP}
    parts = [term(part) for word, _ in every for part in word.split("-") if part.lower() not in STOP and len(part) > 1]
    return Terms(frozenset(kept), frozenset(found), frozenset(f"{a} {b}" for a, b in itertools.pairwise(parts)))


@lru_cache(maxsize=1 << 12)
def classes_in(text: str) -> dict[str, frozenset[int]]:
    """The synonym classes of each term of a text; those of a phrase go with each of its words."""
    sequence = [term(word) for word in TOKEN.findall(text) if word[0].isalnum()]
    found = {one: classes(one) for one in sequence}
    for place in range(len(sequence) - 1):
        for length in (2, 3):
            for one in sequence[place : place + length]:
                found[one] |= _classes()[1].get(tuple(sequence[place : place + length]), frozenset())
    return found


@lru_cache(maxsize=1 << 12)
def content(text: str) -> tuple[str, ...]:
    """Terms of the content words of a text, each once, in order; a compound is its parts."""
    found: dict[str, None] = {}
    for word in TOKEN.findall(text):
        if not (word[0].isalnum() or word[0] in "$€£"):
            continue
        for part in re.split(r"(?<=[a-z])-(?=[a-z])", word):
            if part.lower().replace("’", "'") not in STOP and len(part) > 1:
                found.setdefault(term(part))
    return tuple(found)


@cache
def _patterns() -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""
    for line in lines("patterns.txt"):
        if line.startswith("  "):
            found[name] += line[2:]
        else:
            name = line.removesuffix(":")
            found[name] = ""
    macros = {f"{{{one}}}": text for one, text in found.items() if one.isupper()}
    for one in found:
        for macro in re.findall(r"\{[A-Z]+\}", found[one]) * 2:
            found[one] = found[one].replace(macro, macros[macro])
    return found


def regex(name: str) -> re.Pattern[str]:
    """A regular expression of ``patterns.txt``."""
    plain = _patterns().get(name)
    return re.compile(plain) if plain is not None else re.compile(_patterns()[f"{name}/i"], re.IGNORECASE)
