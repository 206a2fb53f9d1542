"""Phrases as answers: where a question asks for no recognisable kind of value, any phrase of a sentence may answer.

Candidates are noun phrases, lists of them, verb phrases, complements, found in the string of tags; what speaks for
each is a weighted sum of features of it and of the question. The weights were set on three conversations of LoCoMo.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from microworlds.reading import tagging, wanted, words
from microworlds.reading.tagging import Word
from microworlds.reading.values import Value

KINDS = ("open", "reason")
WEIGHTS = {
    "list": 0.25, "short": 0.25, "verb": -0.25, "quoted": 0.55, "acted": 0.7,
    "fresh": 0.25, "after_verb": 0.5, "near": 0.4, "length": -0.15, "has_noun": 0.2, "noun_inside": 0.3,
    "first_person": -0.5, "vague": -0.5, "time": -0.35, "after_match": 0.3, "preposition": 0.5,
}  # fmt: skip
"""What each feature is worth; ``acted`` is a verb phrase as an answer to what they did, or how."""
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
_PERSON = ("i", "you", "we", "my", "me", "your")
_SHARPNESS, _MOST = 3.0, 48
"""How fast a phrase's say falls with its score; how many have a say."""
Spans = Iterator[tuple[str, int, int]]


@dataclass(frozen=True)
class Shape:
    """What of a question matters for the form of its answer: ``acts`` if it asks what was done."""

    acts: bool
    verb: str
    noun: str
    preposition: str
    terms: frozenset[str]
    classes: frozenset[int]


@dataclass(frozen=True)
class Token:
    """What of a word of a sentence speaks for or against the phrases that it is in, whatever the question."""

    content: bool
    named: bool
    person: bool
    vague: bool
    time: bool
    light: bool


@lru_cache(maxsize=1 << 10)
def shape(clause: str) -> Shape:
    """The shape of a question."""
    found = tagging.words(clause)
    content = [word for word in found if word.tag in "NVAPM" and word.text.lower() not in words.STOP]
    verbs = [word.term for word in content if word.tag == "V" and word is not found[0]]
    ends = [word.text.lower() for word in (*found[-1:], *found[:1]) if word.tag == "I"]
    return Shape(
        acts=words.regex("phrases.acts").search(clause) is not None,
        verb=verbs[0] if verbs else "",
        noun=words.term(wanted.head(clause)[0] or ""),
        preposition=ends[0] if ends else "",
        terms=frozenset(word.term for word in content),
        classes=frozenset(number for word in content if word.tag != "P" for number in words.classes(word.term)),
    )


def find(kind: str, text: str, clause: str) -> list[Value]:
    """Phrases of a sentence that may answer the question, with what speaks for each as ``prior``."""
    sentence = _Sentence(tagging.words(text), shape(clause))
    found = sentence.words
    best: dict[tuple[int, int], Value] = {}
    for name, low, high in _spans(text, found):
        low, high = _trimmed(found, low, high)
        prior = sentence.worth(name, low, high) if low < high else None
        if prior is None:
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


def _spans(text: str, found: tuple[Word, ...]) -> Spans:
    """Candidate phrases: what each is, its first word, the word after its last."""
    tags = "".join("," if word.text == "," else word.tag for word in found)
    for name, pattern in _PATTERNS:
        yield from ((name, *match.span()) for match in pattern.finditer(tags))
    for match in _QUOTED.finditer(text):
        inside = [at for at, word in enumerate(found) if match.start(1) <= word.start and word.end <= match.end(1)]
        yield from [("quoted", inside[0], inside[-1] + 1)] if inside else []
    for at, word in enumerate(found):
        if word.tag == "V" or (word.tag == "X" and tags[at + 1 : at + 2] != "V"):
            for short in (False, True):
                end = _clause_end(found, tags, at + 1, short)
                yield from [("verb", at, end)] if word.tag == "V" else []
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


def _trimmed(found: tuple[Word, ...], low: int, high: int) -> tuple[int, int]:
    """The span without what no answer starts or ends with."""
    while low < high and found[low].tag in ".CYI":
        low += 1
    while high > low and _trails(found[low:high]):
        high -= 1
    return low, high


def _trails(found: tuple[Word, ...]) -> bool:
    """True if the last word of a span belongs to no answer: a fundraiser next week."""
    ends = " ".join(word.text for word in found[-2:])
    return found[-1].tag in ".CISYD" or (len(found) > 1 and words.regex("phrases.trailing").search(ends) is not None)


class _Sentence:
    """The words of a sentence beside a question, and what its phrases are worth as answers."""

    def __init__(self, found: tuple[Word, ...], asked: Shape) -> None:
        self.words, self.asked = found, asked
        self._tokens = [_token(word.text, word.tag) for word in found]
        self._matched = [_matched(word, asked) for word in found]
        self._hits = [at for at, value in enumerate(self._matched) if value]
        self._fresh = [one.content and value < 1.0 for one, value in zip(self._tokens, self._matched, strict=True)]
        self._noun = [bool(asked.noun) and word.term == asked.noun for word in found]

    def worth(self, name: str, low: int, high: int) -> float | None:
        """The weighted sum, or None if the phrase says nothing that the question has not said."""
        fresh = sum(self._fresh[low:high])
        if not fresh:
            return None
        features = {
            name: 1.0,
            "acted": float(self.asked.acts and name == "verb"),
            "fresh": min(1.0, fresh / 3),
            **self._form(low, high),
            **self._surroundings(low, high),
        }
        return sum(WEIGHTS.get(name, 0.0) * value for name, value in features.items() if value)

    def _form(self, low: int, high: int) -> dict[str, float]:
        """Features of the phrase itself."""
        inside = self._tokens[low:high]
        return {
            "length": max(0, len(inside) - 5) / 5,
            "has_noun": any(one.named for one in inside),
            "noun_inside": any(self._noun[low:high]),
            "first_person": any(one.person for one in inside),
            "vague": all(one.vague for one in inside),
            "time": any(one.time for one in inside),
        }

    def _surroundings(self, low: int, high: int) -> dict[str, float]:
        """Features of where the phrase stands, and of what touches it."""
        before = self.words[low - 1] if low else None
        near = [max(low - at, at - high + 1) for at in self._hits if not low <= at < high]
        runs = next((at for at in range(low - 1, -1, -1) if not self._tokens[at].light), None)
        return {
            "near": 1.0 / (1.0 + min(near) / 3.0) if near else 0.0,
            "after_verb": runs is not None and self.words[runs].term == self.asked.verb,
            "after_match": self._matched[low - 1] if before else 0.0,
            "preposition": before is not None and before.tag == "I" and before.text.lower() == self.asked.preposition,
        }


@lru_cache(maxsize=1 << 14)
def _token(text: str, tag: str) -> Token:
    lower = text.lower()
    stop = lower in words.STOP
    return Token(
        content=tag in "NVAPMR" and not stop,
        named=tag in "NP",
        person=re.split("['’]", lower)[0] in _PERSON,
        vague=stop or lower in _listed("vague"),
        time=lower in _listed("time"),
        light=tag in "RDI",
    )


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(words.listed(name))


def _matched(word: Word, asked: Shape) -> float:
    """1 if the question has a word, less if a synonym of it, 0 otherwise."""
    if word.tag in ".DIOCSX" or word.text.lower() in words.STOP:
        return 0.0
    if word.term in asked.terms:
        return 1.0
    return 0.5 if word.tag != "P" and not asked.classes.isdisjoint(words.classes(word.term)) else 0.0
