"""Phrases as answers: where a question asks for no recognisable kind of value, any phrase of a sentence may answer.

Candidates are noun phrases, lists of them, verb phrases, complements, clauses, found in the string of tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.core import value_types
from microworlds.reading.answering import features, holdings, lexicon, tagging
from microworlds.reading.answering.features import Candidate
from microworlds.reading.answering.shapes import Shape, shape
from microworlds.reading.answering.tagging import Word
from microworlds.reading.answering.value import Value

KINDS = ("open", "reason", "holding", "issue")
"""Kinds of phrase."""
_NP = r"D?(?:R(?=A))?(?:[AMNP]|V(?=[NA])|A,(?=A)|AC(?=A))*[NPM]"
_NPX = rf"{_NP}(?:I{_NP})*"
_PATTERNS = (
    ("list", re.compile(rf"{_NPX}(?:(?:,C|,|C){_NPX})+")),
    ("long", re.compile(_NPX)),
    ("short", re.compile(_NP)),
    ("adjective", re.compile(r"R?A(?:(?:,C|,|C)R?A)*")),
)
_QUOTED = re.compile(r"[\"“]([^\"”]{2,60})[\"”]")
_NO_STOP = ("'", '"', "“", "”", "’", "-", "&", "/")
_LEADING = ("by", "in", "at", "on", "for", "with", "over", "around")
_OWN = ("my", "our", "your")
_TRAILING = ("yesterday", "today", "tomorrow", "tonight", "recently", "lately", "too", "though", "right")
_PERIODS = ("week", "weekend", "month", "year", "night", "morning", "summer", "fall", "winter", "spring")
_PEOPLE = lexicon.terms(
    """
    people person man woman men women boy girl guy kid child children baby adult friend neighbor neighbour mom mum
    mother dad father parent grandma grandpa grandmother grandfather sister brother sibling son daughter uncle aunt
    cousin niece nephew wife husband spouse partner girlfriend boyfriend family relative couple fiance boss colleague
    coworker employee staff team group crew community company firm organization organisation agency board committee
    council club band church school hospital department office police doctor nurse lawyer attorney counsel judge jury
    court expert client customer tenant landlord owner guest visitor volunteer student teacher professor coach
    therapist mentor artist musician author writer chef pianist everyone everybody someone somebody anyone anybody
    nobody none us them me him her dog cat pet witness bank insurer union government state city county
    """
)
_AGENT = re.compile(r"(?i)\w{3,}(?:ers?|ors?|ists?|ians?|ees?|ants?|ents?)$")
_OBJECTS = frozenset("me you him her us them it".split())

Spans = Iterator[tuple[str, int, int]]


def find(kind: str, text: str, clause: str) -> list[Value]:
    """Phrases of a sentence that may answer the question, with what speaks for each as ``prior``."""
    if kind in ("holding", "issue"):
        return list(holdings.find(kind, text))
    words = tagging.words(text)
    asked = shape(clause)
    matched = tuple(_matched(word, asked) for word in words)
    found: dict[tuple[int, int], Value] = {}
    for name, low, high in _spans(text, words, kind):
        low, high = _trimmed(words, low, high, asked.opener in ("how", "why"))
        prior = features.worth(Candidate(name, words, low, high, matched), asked) if low < high else None
        if prior is None or (asked.opener == "who" and not _means_people(words[low:high])):
            continue
        start, end = words[low].start, words[high - 1].end
        if (start, end) not in found or found[start, end].prior < prior:
            found[start, end] = Value(start, end, text[start:end], kind, text[start:end].lower(), prior)
    return [found[span] for span in sorted(found)]


def _matched(word: Word, asked: Shape) -> float:
    """1 if the question has a word, less if a synonym of it, 0 otherwise."""
    if word.tag in ".DIOCSX" or word.text.lower() in lexicon.STOP:
        return 0.0
    if word.term in asked.terms:
        return 1.0
    return 0.5 if word.tag != "P" and not asked.classes.isdisjoint(lexicon.classes(word.term)) else 0.0


def _means_people(words: tuple[Word, ...]) -> bool:
    """True if a phrase has a name or a noun for people in it."""
    names = [word for word in words if word.tag == "P" and word.text not in value_types.MONTHS]
    return bool(names) or any(
        word.term in _PEOPLE or (word.text.islower() and _AGENT.search(word.text)) for word in words
    )


def _spans(text: str, words: tuple[Word, ...], kind: str) -> Spans:
    """Candidate phrases: what each is, its first word, the word after its last."""
    tags = "".join("," if word.text == "," else word.tag for word in words)
    if kind == "reason":
        yield from _reasons(words, tags)
    for name, pattern in _PATTERNS:
        for match in pattern.finditer(tags):
            yield name, match.start(), match.end()
            if name == "long":
                yield from (("tail", at + 1, match.end()) for at in range(*match.span()) if tags[at] == "I")
    yield from _predicates(words, tags)
    for match in _QUOTED.finditer(text):
        inside = [at for at, word in enumerate(words) if match.start(1) <= word.start and word.end <= match.end(1)]
        if inside:
            yield "quoted", inside[0], inside[-1] + 1
    start = 0
    for at in range(len(words) + 1):
        if at == len(words) or tags[at] in ".,":
            if at - start > 2:
                yield "clause", start, at
            start = at + 1


def _predicates(words: tuple[Word, ...], tags: str) -> Spans:
    """Verb phrases, and what follows a verb, to the next comma and to the end of the clause."""
    for at, word in enumerate(words):
        copula = word.tag == "X" and at + 1 < len(words) and words[at + 1].tag != "V"
        if word.tag != "V" and not copula:
            continue
        for short in (False, True):
            end = _clause_end(words, tags, at + 1, short)
            if word.tag == "V":
                yield "verb", at, end
            yield "complement", at + 1, end


def _clause_end(words: tuple[Word, ...], tags: str, start: int, short: bool = False) -> int:
    """Where the clause that goes on at ``start`` ends; ``short`` stops at any comma or word that opens a clause."""
    for at in range(start, len(words)):
        tag, lower = tags[at], words[at].text.lower()
        following = tags[at + 1 : at + 2]
        if tag == "." and lower not in _NO_STOP:
            return at
        if tag == "," and (short or not following or following in "CSOXYR"):
            return at
        if short and at > start and (tag == "S" or lower == "but"):
            return at
        if tag in "CS" and following == "O" and lower not in ("that", "what", "who", "how", "which"):
            return at
    return len(words)


def _reasons(words: tuple[Word, ...], tags: str) -> Spans:
    """Clauses that give a reason or a purpose."""
    for at, word in enumerate(words):
        lower = word.text.lower()
        if lower in ("because", "since", "cause", "'cause", "so"):
            yield "opened", at + 1, _clause_end(words, tags, at + 1)
            if lower == "so" and at > 2:
                yield "opened", 0, at
        elif lower in ("to", "for", "as") and tags[at + 1 : at + 2] == "V":
            yield "opened", at + (lower != "to"), _clause_end(words, tags, at + 1)


def _trimmed(words: tuple[Word, ...], low: int, high: int, keep: bool) -> tuple[int, int]:
    """The span without what no answer starts or ends with; a preposition that opens it stays if ``keep``."""
    while low < high and _leads(words, low, high, keep):
        low += 1
    while high > low and _trails(words, low, high):
        high -= 1
    return low, high


def _trails(words: tuple[Word, ...], low: int, high: int) -> bool:
    """True if the last word of a span belongs to no answer: a fundraiser next week."""
    word, lower = words[high - 1], words[high - 1].text.lower()
    if word.tag in ".CISYD" or word.text == ",":
        return True
    time = lower in _TRAILING or (lower in _PERIODS and words[high - 2].text.lower() in ("last", "next", "this"))
    return (time or lower in ("last", "next")) and high - low > 1


def _leads(words: tuple[Word, ...], low: int, high: int, keep: bool) -> bool:
    """True if the first word of a span belongs to no answer: me the strength, for freedom."""
    word, lower = words[low], words[low].text.lower()
    if word.tag in ".CY" or word.text == "," or (lower in _OWN and low + 1 < high):
        return True
    if word.tag == "I":
        return not (keep and lower in _LEADING)
    return lower in _OBJECTS and word.tag == "O" and low + 1 < high and words[low + 1].tag in "DANPR"
