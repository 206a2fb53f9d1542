"""Phrases as answers: where a question asks for no recognisable kind of value, any phrase of a sentence may answer.

Candidates are noun phrases, lists of them, verb phrases, complements, clauses, found in the string of tags; what speaks
for each is a weighted sum of features of it and of the question. The weights were set on three conversations of LoCoMo.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from microworlds.core import value_types
from microworlds.reading.general import tagging, wanted, words
from microworlds.reading.general.tagging import Word
from microworlds.reading.general.values import Value

KINDS = ("open", "reason")
WEIGHTS: dict[str, float] = {
    "list": 0.25, "long": 0.2, "short": 0.1, "tail": 0.05, "adjective": -0.2, "verb": -0.1, "complement": 0.1,
    "quoted": 0.4, "clause": -0.2, "opened": 0.5, "do:verb": 0.7, "do:complement": -0.1, "do:long": -0.15,
    "do:short": -0.2, "do:list": -0.1, "do:acted": 0.3, "feel:adjective": 0.8, "why:verb": 0.2, "why:opened": 0.4,
    "why:clause": 0.2, "who:long": 0.1, "noun:short": 0.1, "noun:quoted": 0.3, "sort:long": 0.2, "how:verb": 0.2,
    "how:clause": 0.1, "overlap": -0.5, "fresh": 0.25, "after_verb": 0.5, "near": 0.4, "length": -0.15,
    "brief": -0.05, "has_noun": 0.2, "starts_question": -0.3, "noun_inside": 0.15, "first_person": -0.35,
    "vague": -0.5, "listed": 0.1, "time": -0.35, "after_match": 0.15, "before_match": -0.1, "preposition": 0.5,
    "subject": 0.8, "after_like": 0.2, "finite": -0.3, "end": 0.1,
}  # fmt: skip
"""What each feature is worth; ``do:verb`` is a verb phrase as an answer to what did they do."""
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
_OWN, _OBJECTS = ("my", "our", "your"), ("me", "you", "him", "her", "us", "them", "it")
_PERSON = ("i", "you", "we", "my", "me", "your")
_TRAILING = ("yesterday", "today", "tomorrow", "tonight", "recently", "lately", "too", "though", "right")
_PERIODS = ("week", "weekend", "month", "year", "night", "morning", "summer", "fall", "winter", "spring")
_AGENT = re.compile(r"(?i)\w{3,}(?:ers?|ors?|ists?|ians?|ees?|ants?|ents?)$")
_AUXILIARY = r"(?:did|does|do|is|was|are|were|has|had|have|will|would|can|could|should|must|might|may)"
_OPENERS = tuple(
    (name, re.compile(text))
    for name, text in (
        ("why", r"^(?:so )?(?:why|for what reason|how come)\b"),
        ("feel", rf"\bhow {_AUXILIARY}\b.*\b(?:feel|felt|feeling|describe|react)\b"),
        ("how", rf"\bhow {_AUXILIARY}\b"),
        ("do", r"\bwhat happened\b"),
        (
            "do",
            r"\b(?:plan|decide|want|hope|intend|promise|offer|try|start|begin|have|need|agree|like|used)\w*\s+to\s+do\b",
        ),
        ("do", rf"\bwhat {_AUXILIARY}\b.*\bgo through\b"),
        ("do", rf"\bwhat {_AUXILIARY}\b(?:(?!\b(?:say|said)\b).)*\b(?:do|doing|done)$"),
        ("do", r"\b(?:do|doing|done) (?:to|for|with|after|before|while|when|during|in|at|about|on|by|together)\b"),
        ("sort", r"\b(?:kind|type|sort) of\b"),
        ("who", r"^who"),
    )
)
_NOUN = words.regex("phrases.noun")
_SHARPNESS, _MOST = 3.0, 48
"""How fast a phrase's say falls with its score; how many have a say."""
Spans = Iterator[tuple[str, int, int]]


@dataclass(frozen=True)
class Shape:
    """What of a question matters for the form of its answer; ``opener`` is the kind of opening (why, do, feel)."""

    opener: str
    verb: str
    noun: str
    preposition: str
    terms: frozenset[str]
    classes: frozenset[int]


@dataclass(frozen=True)
class Candidate:
    """A phrase as an answer: what it is, its place in the sentence, how far the question has each word of that."""

    name: str
    words: tuple[Word, ...]
    low: int
    high: int
    matched: tuple[float, ...]


@lru_cache(maxsize=1 << 10)
def shape(clause: str) -> Shape:
    """The shape of a question."""
    found = tagging.words(clause)
    content = [word for word in found if word.tag in "NVAPM" and word.text.lower() not in words.STOP]
    verbs = [word.term for word in content if word.tag == "V" and word is not found[0]]
    classes = frozenset(number for word in content if word.tag != "P" for number in words.classes(word.term))
    ends = [word.text.lower() for word in (*found[-1:], *found[:1]) if word.tag == "I"]
    noun, _ = wanted.head(clause)
    opener = next((name for name, pattern in _OPENERS if pattern.search(clause.lower())), "")
    if not opener:
        acts = clause.lower().startswith("what ") and len(found) > 1 and found[1].tag == "V"
        opener = "subject" if acts else "noun" if _NOUN.match(clause.lower()) else "what"
    terms = frozenset(word.term for word in content)
    return Shape(opener, verbs[0] if verbs else "", words.term(noun or ""), ends[0] if ends else "", terms, classes)


def find(kind: str, text: str, clause: str) -> list[Value]:
    """Phrases of a sentence that may answer the question, with what speaks for each as ``prior``."""
    found = tagging.words(text)
    asked = shape(clause)
    matched = tuple(_matched(word, asked) for word in found)
    best: dict[tuple[int, int], Value] = {}
    for name, low, high in _spans(text, found, kind):
        low, high = _trimmed(found, low, high, asked.opener in ("how", "why"))
        prior = _worth(Candidate(name, found, low, high, matched), asked) if low < high else None
        if prior is None or (asked.opener == "who" and not _means_people(found[low:high])):
            continue
        start, end = found[low].start, found[high - 1].end
        if (start, end) not in best or best[start, end].prior < prior:
            best[start, end] = Value(start, end, text[start:end], kind, text[start:end].lower(), prior)
    return [best[span] for span in sorted(best)]


def agreed(texts: Sequence[str], scores: Sequence[float]) -> list[int]:
    """Indices of overlapping phrases: first those that the likely ones agree with most.

    Source: minimum Bayes risk decoding (Kumar and Byrne 2004), with token F1 as the gain.
    """
    places = sorted(range(len(texts)), key=lambda place: (-scores[place], place))[:_MOST]
    if not places:
        return []
    say = [math.exp(_SHARPNESS * (scores[place] - scores[places[0]])) for place in places]
    bags = [frozenset(words.content(texts[place])) or frozenset([texts[place]]) for place in places]
    gains = {
        place: round(
            sum(share * 2 * len(bag & other) / (len(bag) + len(other)) for share, other in zip(say, bags, strict=True)),
            9,
        )
        for place, bag in zip(places, bags, strict=True)
    }
    return sorted(places, key=lambda place: (-gains[place], -scores[place], place))


def _matched(word: Word, asked: Shape) -> float:
    """1 if the question has a word, less if a synonym of it, 0 otherwise."""
    if word.tag in ".DIOCSX" or word.text.lower() in words.STOP:
        return 0.0
    if word.term in asked.terms:
        return 1.0
    return 0.5 if word.tag != "P" and not asked.classes.isdisjoint(words.classes(word.term)) else 0.0


def _means_people(found: Sequence[Word]) -> bool:
    """True if a phrase has a name or a noun for people in it."""
    return any(
        (word.tag == "P" and word.text not in value_types.MONTHS)
        or word.term in words.listed_terms("people")
        or (word.text.islower() and _AGENT.search(word.text))
        for word in found
    )


def _spans(text: str, found: tuple[Word, ...], kind: str) -> Spans:
    """Candidate phrases: what each is, its first word, the word after its last."""
    tags = "".join("," if word.text == "," else word.tag for word in found)
    if kind == "reason":
        yield from _reasons(found, tags)
    for name, pattern in _PATTERNS:
        for match in pattern.finditer(tags):
            yield name, match.start(), match.end()
            if name == "long":
                yield from (("tail", at + 1, match.end()) for at in range(*match.span()) if tags[at] == "I")
    yield from _predicates(found, tags)
    for match in _QUOTED.finditer(text):
        inside = [at for at, word in enumerate(found) if match.start(1) <= word.start and word.end <= match.end(1)]
        if inside:
            yield "quoted", inside[0], inside[-1] + 1
    start = 0
    for at in range(len(found) + 1):
        if at == len(found) or tags[at] in ".,":
            if at - start > 2:
                yield "clause", start, at
            start = at + 1


def _predicates(found: tuple[Word, ...], tags: str) -> Spans:
    """Verb phrases, and what follows a verb, to the next comma and to the end of the clause."""
    for at, word in enumerate(found):
        copula = word.tag == "X" and at + 1 < len(found) and found[at + 1].tag != "V"
        if word.tag != "V" and not copula:
            continue
        for short in (False, True):
            end = _clause_end(found, tags, at + 1, short)
            if word.tag == "V":
                yield "verb", at, end
            yield "complement", at + 1, end


def _clause_end(found: tuple[Word, ...], tags: str, start: int, short: bool = False) -> int:
    """Where the clause that goes on at ``start`` ends; ``short`` stops at any comma or word that opens a clause."""
    for at in range(start, len(found)):
        tag, lower = tags[at], found[at].text.lower()
        following = tags[at + 1 : at + 2]
        if tag == "." and lower not in _NO_STOP:
            return at
        if tag == "," and (short or not following or following in "CSOXYR"):
            return at
        if short and at > start and (tag == "S" or lower == "but"):
            return at
        if tag in "CS" and following == "O" and lower not in ("that", "what", "who", "how", "which"):
            return at
    return len(found)


def _reasons(found: tuple[Word, ...], tags: str) -> Spans:
    """Clauses that give a reason or a purpose."""
    for at, word in enumerate(found):
        lower = word.text.lower()
        if lower in ("because", "since", "cause", "'cause", "so"):
            yield "opened", at + 1, _clause_end(found, tags, at + 1)
            if lower == "so" and at > 2:
                yield "opened", 0, at
        elif lower in ("to", "for", "as") and tags[at + 1 : at + 2] == "V":
            yield "opened", at + (lower != "to"), _clause_end(found, tags, at + 1)


def _trimmed(found: tuple[Word, ...], low: int, high: int, keep: bool) -> tuple[int, int]:
    """The span without what no answer starts or ends with; a preposition that opens it stays if ``keep``."""
    while low < high and _leads(found, low, high, keep):
        low += 1
    while high > low and _trails(found, low, high):
        high -= 1
    return low, high


def _trails(found: tuple[Word, ...], low: int, high: int) -> bool:
    """True if the last word of a span belongs to no answer: a fundraiser next week."""
    word, lower = found[high - 1], found[high - 1].text.lower()
    if word.tag in ".CISYD" or word.text == ",":
        return True
    time = lower in _TRAILING or (lower in _PERIODS and found[high - 2].text.lower() in ("last", "next", "this"))
    return (time or lower in ("last", "next")) and high - low > 1


def _leads(found: tuple[Word, ...], low: int, high: int, keep: bool) -> bool:
    """True if the first word of a span belongs to no answer: me the strength, for freedom."""
    word, lower = found[low], found[low].text.lower()
    if word.tag in ".CY" or word.text == "," or (lower in _OWN and low + 1 < high):
        return True
    if word.tag == "I":
        return not (keep and lower in _LEADING)
    return lower in _OBJECTS and word.tag == "O" and low + 1 < high and found[low + 1].tag in "DANPR"


def _worth(one: Candidate, asked: Shape) -> float | None:
    """The weighted sum, or None if the phrase says nothing that the question has not said."""
    content = [
        place
        for place in range(one.low, one.high)
        if one.words[place].tag in "NVAPMR" and one.words[place].text.lower() not in words.STOP
    ]
    fresh = sum(one.matched[place] < 1.0 for place in content)
    if not fresh:
        return None
    found = {
        one.name: 1.0,
        f"{asked.opener}:{one.name}": 1.0,
        "overlap": sum(one.matched[place] for place in content) / len(content),
        "fresh": min(1.0, fresh / 3),
        **_form(one, asked),
        **_surroundings(one, asked),
    }
    return sum(WEIGHTS.get(name, 0.0) * value for name, value in found.items())


def _form(one: Candidate, asked: Shape) -> dict[str, float]:
    """Features of the phrase itself; it is finite if it runs on from a noun into a verb of its own."""
    inside = one.words[one.low : one.high]
    texts = [word.text.lower() for word in inside]
    vague, times = words.listed("vague"), words.listed("time")
    tags = re.split("[SO]", "".join(word.tag for word in inside))[0]
    return {
        "length": max(0, len(texts) - 5) / 5,
        "brief": float(len(texts) == 1),
        "has_noun": float(any(word.tag in "NP" for word in inside)),
        "noun_inside": float(bool(asked.noun) and any(word.term == asked.noun for word in inside)),
        "first_person": float(any(re.split("['’]", text)[0] in _PERSON for text in texts)),
        "vague": float(all(text in vague or text in words.STOP for text in texts)),
        "listed": float("and" in texts or "," in texts),
        "finite": float(re.search("[NPM]X", tags) is not None),
        "time": float(any(text in times for text in texts)),
    }


def _surroundings(one: Candidate, asked: Shape) -> dict[str, float]:
    """Features of where the phrase stands, and of what touches it."""
    before = one.words[one.low - 1] if one.low else None
    after = one.words[one.high] if one.high < len(one.words) else None
    previous = before.text.lower() if before else ""
    gaps = [
        one.low - place if place < one.low else place - one.high + 1
        for place, value in enumerate(one.matched)
        if value and not one.low <= place < one.high
    ]
    return {
        "near": 1.0 / (1.0 + min(gaps) / 3.0) if gaps else 0.0,
        "starts_question": float(one.matched[one.low] == 1.0),
        "end": float(one.high >= len(one.words) - 1),
        "after_verb": _after_verb(one, asked),
        "after_match": one.matched[one.low - 1] if before else 0.0,
        "before_match": one.matched[one.high] if after else 0.0,
        "preposition": float(before is not None and before.tag == "I" and previous == asked.preposition),
        "after_like": float(previous in ("like", "as", "including", "called", "named")),
        "subject": float(asked.opener == "subject" and after is not None and after.term == asked.verb),
        f"{asked.opener}:acted": float(one.name == "verb" and before is not None and before.tag in "OP"),
    }


def _after_verb(one: Candidate, asked: Shape) -> float:
    """1 if the word before is the question's verb, half if a synonym of it."""
    place = one.low - 1
    while place >= 0 and one.words[place].tag in "RDI" and one.low - place < 4:
        place -= 1
    if place < 0 or not asked.verb:
        return 0.0
    term = one.words[place].term
    return 1.0 if term == asked.verb else 0.5 if words.classes(term) & words.classes(asked.verb) else 0.0
