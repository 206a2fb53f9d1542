"""Which kind of value a question asks for, by its question word and the noun it goes with.

The kinds are those of ``microworlds.core.value_types`` and some more: ``open`` for whatever a phrase can say,
``reason``, ``frequency``, ``saying`` (the day something was said), ``holding`` and ``issue`` of a court.
"""

import re
from functools import cache

from microworlds.reading import tagging, words
from microworlds.reading.tagging import Word

Kinds = tuple[str, ...]
_MONEY = words.terms(
    "award pay cost charge fine quote offer bid ask claim owe earn spend worth bill sell buy lend come"
)
_LIGHT = words.terms("kind type sort name names form number one")
"""Nouns that stand before the one asked for: what kind of paint."""


@cache
def _table() -> tuple[tuple[tuple[re.Pattern[str], Kinds], ...], dict[str, Kinds]]:
    """Kinds by pattern, in order, and by noun."""
    patterns: list[tuple[re.Pattern[str], Kinds]] = []
    nouns: dict[str, Kinds] = {}
    for line in words.lines("wanted.txt"):
        head, _, rest = line.partition(": ")
        kinds = tuple(head.split()[1:])
        if head.startswith("?"):
            patterns.append((re.compile(rest, re.IGNORECASE), kinds))
        else:
            nouns.update(dict.fromkeys(rest.replace(",", " ").split(), kinds))
    return tuple(patterns), nouns


def kinds(clause: str) -> tuple[Kinds, str | None]:
    """Kinds wanted, best first, and the noun asked for in lower case if there is one.

    >>> kinds("Which printer is doing the report?")
    (('organisation', 'choice', 'open'), 'printer')
    """
    noun, modifiers = head(clause)
    for pattern, found in _table()[0]:
        if pattern.search(clause):
            return found, noun
    for one in [*([noun] if noun else []), *modifiers[::-1]]:
        if known := by_noun(one):
            return known, noun
    money = any(word.term in _MONEY for word in tagging.words(clause) if word.tag in "VN")
    if noun is None and money:
        return ("amount", "percent", "open"), None
    return ("open",), noun


def by_noun(noun: str) -> Kinds | None:
    """Kinds of value that go by a noun, singular or plural."""
    nouns = _table()[1]
    return nouns.get(noun) or nouns.get(noun.removesuffix("s")) or nouns.get(re.sub("ies$", "y", noun))


def head(clause: str) -> tuple[str | None, list[str]]:
    """The noun that says what is asked for (which judge, what is the fee), and its modifiers, in lower case."""
    found = tagging.words(clause)
    for place, word in enumerate(found):
        if word.text.lower() in ("what", "which", "whose", "name", "give", "state", "identify"):
            rest = found[place + 1 :]
            return _noun_phrase(_after_copula(rest) if rest and rest[0].tag == "X" else rest)
    return None, []


def _after_copula(found: tuple[Word, ...]) -> tuple[Word, ...]:
    """What follows is, was, has been and a determiner; nothing if it is no copula or a person acts."""
    place = 0
    while place < len(found) and (found[place].tag in "XR" or found[place].text.lower() in ("been", "be")):
        if found[place].tag == "X" and found[place].term not in ("be", "have", "will", "would", "has"):
            return ()
        place += 1
    return found[place:] if place < len(found) and found[place].tag == "D" else ()


def _noun_phrase(found: tuple[Word, ...]) -> tuple[str | None, list[str]]:
    """Head and modifiers of the noun phrase at the start; ``kind of x`` is looked through."""
    run: list[Word] = []
    for place, word in enumerate(found):
        if word.text.lower() == "of" and run and run[-1].term in _LIGHT:
            run = []
        elif _belongs(word, run, found[place + 1 : place + 2]):
            run.append(word)
        else:
            break
    nouns = [word.text.lower() for word in run if word.tag in "NAPV"]
    return (nouns[-1], nouns[:-1]) if nouns else (None, [])


def _belongs(word: Word, run: list[Word], following: tuple[Word, ...]) -> bool:
    """True if a word goes on with a noun phrase, or begins it; a verb's form may be a noun: what interest is due."""
    if word.tag in "AN" or (run and word.tag == "P"):
        return True
    if run or word.tag in "DMR":
        return not run
    lower = word.text.lower()
    if word.tag != "V" or words.is_form(lower) or lower.endswith(("ed", "ing")) or not following:
        return False
    return following[0].tag in "NIXV" or by_noun(lower) is not None
