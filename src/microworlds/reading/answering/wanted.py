"""Which kind of value a question asks for, by its question word and the noun it goes with.

The kinds are those of ``microworlds.core.value_types`` and some of the reader's own: ``open`` for whatever a phrase can
say, ``reason``, ``frequency``, ``saying`` (the day something was said), ``holding`` and ``issue`` of a court.
"""

from __future__ import annotations

import re

from microworlds.reading.answering import lexicon, tagging
from microworlds.reading.answering.tagging import Word
from microworlds.reading.answering.wanted_words import DATE_NOUNS, NOUNS, PATTERNS, Kinds

_MONEY = lexicon.terms(
    """
    award pay cost charge fine quote offer bid ask claim owe earn spend worth bill sell buy lend borrow come
    """
)
_SPEAKS = re.compile(r"\b(?:say|ask .*\bto|offer .*\bto)\b")
_WH = re.compile(r"\b(?:what|which|who|whom|whose|when|where|why|how)\b", re.IGNORECASE)
_LIGHT = frozenset(lexicon.term(word) for word in "kind type sort name names form number one".split())
"""Nouns that stand before the one asked for: what kind of paint."""


def kinds(clause: str) -> tuple[Kinds, str | None]:
    """Kinds wanted, best first, and the noun asked for in lower case if there is one.

    >>> kinds("Which printer is doing the report?")
    (('organisation', 'choice', 'open'), 'printer')
    """
    noun, modifiers = head(clause)
    for pattern, found in PATTERNS:
        if pattern.search(clause) and not (found[0] == "date" and _opens_otherwise(clause)):
            return found, _counted(clause) if "number" in found else noun
    if DATE_NOUNS.search(clause):
        return ("date",), noun
    for one in [*([noun] if noun else []), *modifiers[::-1]]:
        known = by_noun(one)
        if known:
            return _with_others(known, one, clause), noun
    if noun is None and _asks_amount(clause):
        return ("amount", "percent", "open"), None
    return ("open",), noun


def by_noun(noun: str) -> Kinds | None:
    """Kinds of value that go by a noun, singular or plural."""
    return NOUNS.get(noun) or NOUNS.get(noun.removesuffix("s")) or NOUNS.get(re.sub("ies$", "y", noun))


def _opens_otherwise(clause: str) -> bool:
    """True if another question word comes before when: then it opens a clause of time."""
    first = _WH.search(clause)
    return first is not None and first.group().lower() != "when"


def _with_others(found: Kinds, noun: str, clause: str) -> Kinds:
    """The kinds that go by a noun, and what else may answer."""
    if found == ("percent", "amount") and noun == "rate":
        found = found if re.search(r"\b(?:interest|royalt\w+|commission)\b", clause) else ("amount", "percent")
    if found[0] in ("organisation", "place", "title"):
        return (*found, "choice", "open")
    if found[0] == "amount":
        return (*found, "percent", "number")
    if found == ("number",) and re.search(r"\bnumber of the\b|\bcase number\b", clause):
        return ("docket", "number")
    return found


def _counted(clause: str) -> str | None:
    """What is counted: how many boxes."""
    words = tagging.words(clause)
    many = next((place for place, word in enumerate(words) if word.text.lower() == "many"), None)
    run: list[str] = []
    for word in words[many + 1 :] if many is not None else ():
        if word.tag not in "NPA":
            break
        run.append(word.text.lower())
    return run[-1] if run else None


def _asks_amount(clause: str) -> bool:
    """True for what did X charge, what was she awarded: a verb of money and no object."""
    verbs = [word.term for word in tagging.words(clause) if word.tag in "VN"]
    return any(verb in _MONEY for verb in verbs) and not _SPEAKS.search(clause)


def head(clause: str) -> tuple[str | None, list[str]]:
    """The noun that says what is asked for (which judge, what is the fee), and its modifiers, in lower case."""
    words = tagging.words(clause)
    for place, word in enumerate(words):
        if word.text.lower() in ("what", "which", "whose", "name", "give", "state", "identify"):
            rest = words[place + 1 :]
            return _noun_phrase(_after_copula(rest) if rest and rest[0].tag == "X" else rest)
    return None, []


def _after_copula(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """What follows is, was, has been and a determiner; nothing if it is no copula or a person acts."""
    place = 0
    while place < len(words) and (words[place].tag in "XR" or words[place].text.lower() in ("been", "be")):
        if words[place].tag == "X" and words[place].term not in ("be", "have", "will", "would", "has"):
            return ()
        place += 1
    return words[place:] if place < len(words) and words[place].tag == "D" else ()


def _noun_phrase(words: tuple[Word, ...]) -> tuple[str | None, list[str]]:
    """Head and modifiers of the noun phrase at the start; ``kind of x`` is looked through."""
    run: list[Word] = []
    for place, word in enumerate(words):
        if word.text.lower() == "of" and run and run[-1].term in _LIGHT:
            run = []
        elif _belongs(word, run, words[place + 1 : place + 2]):
            run.append(word)
        else:
            break
    nouns = [word.text.lower() for word in run if word.tag in "NAPV"]
    return (nouns[-1], nouns[:-1]) if nouns else (None, [])


def _belongs(word: Word, run: list[Word], following: tuple[Word, ...]) -> bool:
    """True if a word goes on with a noun phrase, or begins it."""
    if word.tag in "AN":
        return True
    if run:
        return word.tag == "P"
    return word.tag in "DMR" or (word.tag == "V" and _stands_for_noun(word, following))


def _stands_for_noun(word: Word, following: tuple[Word, ...]) -> bool:
    """True for a verb's form that is a noun here: which judge presided, what interest do they pay."""
    lower = word.text.lower()
    if lexicon.is_form(lower) or lower.endswith(("ed", "ing")) or not following:
        return False
    return following[0].tag in "NIXV" or lower in NOUNS
