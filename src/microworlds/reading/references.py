"""Which text is meant: the ruling that Dana brought, the lease nobody liked, that one.

A question shares rare words with what was said; what was said names a text (its parties, its citation, its number), or
points to one that was named before. Nothing here knows what people use texts for.

Source: MemoryDocDataSet 3.4 (Hybrid questions), 6.5 (citations between conversations and documents).
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from microworlds.core.records import Passage
from microworlds.reading import changes, signs, titles, words
from microworlds.reading.talk import Talk, asked_for, raise_to, tells

_ENOUGH, _MANY = 0.42, 8
"""The least fit of a text that may be meant if so many texts were spoken of: among few, less is enough."""
_AGAIN = 0.9
"""What an utterance says of a text that was spoken of before, where what says so first counts 1."""
_RIVAL, _FAINT = 0.8, 0.4
"""An utterance that fits this much of the best one speaks of the same place; if it tells of a change, so much."""
_LEAST = 0.1
"""The least share of a description that the words of an utterance have to cover to change what it means."""
_ONE, _ALL = 0.7, 0.3
"""What the best utterance of a text counts, and what all of them together."""
_DESCRIBES = words.regex("references.describes")
_ENDS = words.regex("references.ends")
_OWNED_ENDS = words.regex("references.owned_ends")
_LOOSE = re.compile(r"[\s,]+(?:(?:and|or|than|as|to|with|from|of|in)\b)?\s*$")
_FINITE = re.compile(
    r"(?<! thought)(?<! found)(?<! called)(?<! considered)\s(?:is|are|was|were|has|had|will|would|can|should)\s"
)
_APPOSED = re.compile(r"\w,\sthe one$|\b(?:in|on) [A-Z][\w-]+['’]s?\s$")
"""A description goes on with it: the case from the first call, the one Ann had; the one on Ann's desk."""
_SOMEBODY = words.regex("references.somebody")
_COMPARES = words.regex("references.compares")


@dataclass(frozen=True)
class Meant:
    """A text that may be meant, how well it fits (0..1), and the utterances that say so, best first."""

    text: int
    fit: float
    utterances: tuple[int, ...]


def ranked(question: str, utterances: Sequence[Passage], headings: Sequence[Passage]) -> list[Meant]:
    """Texts that a question may mean, best first; of a question that compares two, the best of each comes first."""
    talk = talking(tuple(utterances), tuple(headings))
    found = both(talk, question)
    return [] if found and found[0].text >= talk.present else [one for one in found if one.text < talk.present]


def both(talk: Talk, question: str) -> list[Meant]:
    """The same, with texts that were only spoken of."""
    question = named_by_deed(talk, question)
    parts = telling(question) if _COMPARES.search(question) else []
    pairs = [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts))]
    found = [pair for one in pairs if (pair := apart(talk, *one))]
    whole = resolved(talk, question)
    if not found:
        return whole
    first = max(found, key=lambda pair: round(pair[0].fit + pair[1].fit, 6))
    return [*first, *(one for one in whole if one.text not in {two.text for two in first})]


def named_by_deed(talk: Talk, text: str) -> str:
    """A text with names for people of whom it says what they do: the person in charge of travel."""
    return _SOMEBODY.sub(lambda match: _person(talk, match["what"]) or match.group(), text)


def _person(talk: Talk, what: str) -> str:
    """The name that was said last where most was said of what somebody does: who looks after the garden."""
    asked = asked_for(talk, what)
    found: list[tuple[float, int, str]] = []
    for number, _, own in talk.matched(asked, None):
        text = talk.utterances[number].text
        names = [
            match.group()
            for match in re.finditer(r"\b[A-Z][\w-]+", text)
            if words.term(match.group()) in talk.speakers and not changes.outdated(text, *match.span())
        ]
        found += [(round(asked.cover(own), 6), talk.place[number], names[-1])] if names else []
    return max(found, default=(0.0, 0, ""))[2]


@lru_cache(maxsize=8)
def talking(utterances: tuple[Passage, ...], headings: tuple[Passage, ...]) -> Talk:
    """What was said of which texts, worked out once for each set of passages."""
    talk = Talk(utterances, headings)
    for number in talk.order:
        talk.meant[number] = _spoken_of(talk, number)
        for one in talk.meant[number]:
            talk.speaking.setdefault(one, []).append(number)
    return talk


def enough(talk: Talk) -> float:
    """The least fit of a text that may be meant."""
    spoken = {one for found in talk.meant.values() for one in found}
    return _ENOUGH * min(_MANY, len(spoken)) / _MANY


@lru_cache(maxsize=1 << 12)
def descriptions(text: str) -> tuple[str, ...]:
    """The stretches of a text that describe other texts: from a noun phrase to the next one or to the next comma.

    >>> descriptions("Who wrote the opinion that Ann liked?")
    ('the opinion that Ann liked',)
    """
    starts = [match.span() for match in _DESCRIBES.finditer(text) if not _APPOSED.search(text[: match.end()])]
    found = []
    for place, (start, end) in enumerate(starts):
        following = starts[place + 1][0] if place + 1 < len(starts) else len(text)
        stop = (_OWNED_ENDS if text[start].isupper() else _ENDS).search(text, end, following)
        close = stop.start() if stop else following
        main = next(
            (match for match in _FINITE.finditer(text, end, close) if _has_verb(text[end : match.start()])), None
        )
        found.append(_LOOSE.sub("", text[start : main.start() if main else close]))
    return tuple(found)


def telling(text: str) -> list[str]:
    """The descriptions in a text that say more than that a text is meant: not the material, not this document."""
    return [part for part in descriptions(text) if any(map(tells, words.content(part)))]


def _has_verb(stretch: str) -> bool:
    """True if a relative clause has its verb, and ends where the next one follows: the one I found is long."""
    inside = stretch.split()
    return len(inside) > 1 and inside[-1].islower() and any(words.is_verb(word) for word in inside if word.islower())


def without(text: str) -> str:
    """A text without the stretches that describe other texts."""
    for part in descriptions(text):
        text = text.replace(part, " ", 1)
    return text


def apart(talk: Talk, left: str, right: str) -> tuple[Meant, Meant] | None:
    """Two different texts that two descriptions mean, which together fit best; None if there are no two."""
    least = enough(talk)
    a, b = ([one for one in distinct(talk, resolved(talk, text))[:4] if one.fit >= least] for text in (left, right))
    pairs = [(one, other) for one in a for other in b if talk.naming(one.text) != talk.naming(other.text)]
    return max(pairs, key=lambda pair: round(pair[0].fit + pair[1].fit, 6)) if pairs else None


def distinct(talk: Talk, found: Iterable[Meant]) -> list[Meant]:
    """The best of the texts that the same utterances speak of: of the parts of one document."""
    first: dict[tuple[int, ...], Meant] = {}
    for one in found:
        first.setdefault(talk.naming(one.text) or (-one.text - 1,), one)
    return list(first.values())


def resolved(talk: Talk, description: str, before: int | None = None, whole: str = "") -> list[Meant]:
    """Texts that a description may mean, best first.

    ``before`` is the place up to which it was said, ``whole`` the question that it is part of.
    """
    named = talk.named(description)
    if named and max(named.values()) >= 0.99:
        found = [Meant(text, fit, talk.naming(text)) for text, fit in named.items()]
        return sorted(found, key=lambda one: (-one.fit, one.text))
    found, evidence = _gathered(talk, description, before, whole or description)
    personal = signs.PERSONAL.intersection(asked_for(talk, _described(description)).terms)
    return found if personal else _standing(talk, found, evidence, whole or description)


def _described(text: str) -> str:
    """What a text says to describe others; all of it if it describes none."""
    return " ".join(telling(text)) or text


@dataclass(frozen=True)
class Evidence:
    """Of each text how far which utterances fit, best first; of each utterance how far its words alone do."""

    best: dict[int, list[tuple[float, int]]]
    own: dict[int, float]


def _gathered(talk: Talk, description: str, before: int | None, whole: str) -> tuple[list[Meant], Evidence]:
    """Texts by how far what was said of them, and what they are, fits a description."""
    named = talk.named(description)
    asked = asked_for(talk, _described(description))
    evidence = Evidence({}, {})
    latest = before is None and changes.LATEST.search(whole) is not None
    union: dict[int, list[float]] = {}
    for number, vector, own in talk.matched(asked, before):
        cover = asked.cover(vector)
        if latest and not talk.replaces[number]:
            cover *= 0.6
        evidence.own[number] = asked.cover(own)
        for text, link in talk.meant.get(number, {}).items():
            evidence.best.setdefault(text, []).append((round(cover * link, 6), number))
            raise_to(union.setdefault(text, [0.0] * len(asked.terms)), vector, link)
    for text, vector in talk.contents(asked).items():
        raise_to(union.setdefault(text, [0.0] * len(asked.terms)), vector, 0.8)
    found = []
    for text, vector in union.items():
        spoken = evidence.best.setdefault(text, [])
        spoken.sort(key=lambda one: (-one[0], -talk.place[one[1]]))
        fit = _ONE * (spoken[0][0] if spoken else asked.cover(vector)) + _ALL * asked.cover(vector)
        found.append(Meant(text, round(max(fit, named.get(text, 0.0)), 6), tuple(number for _, number in spoken[:6])))
    return sorted(found, key=lambda one: (-one.fit, one.text)), evidence


def _standing(talk: Talk, found: list[Meant], evidence: Evidence, question: str) -> list[Meant]:
    """The texts with the one first that holds the place described: the last that was given it, or the first."""
    if len(found) < 2 or not found[0].utterances:
        return found
    top = found[0].utterances[0]
    old, new = (pattern.search(question) is not None for pattern in (changes.FIRST, changes.LATEST))
    rivals: list[tuple[int, Meant]] = []
    for one in distinct(talk, found)[:6]:
        for fit, number in evidence.best.get(one.text, ()):
            replaces = talk.replaces[number]
            share = _FAINT if old or (new and replaces) else _RIVAL
            least = max(share * evidence.own[top], _LEAST)
            near = fit >= share * evidence.best[found[0].text][0][0] and evidence.own[number] >= least
            if near and (old or ((new or replaces) and talk.place[number] > talk.place[top])):
                rivals.append((talk.place[number], one))
    if not rivals:
        return found
    chosen = (min if old else max)(rivals, key=lambda rival: rival[0])[1]
    first = Meant(chosen.text, max(chosen.fit, found[0].fit), chosen.utterances)
    return [first, *(one for one in found if one.text != chosen.text)]


_POINTS = re.compile(r"(?i:that|this) one\b(?! (?:from|about|on|that|who|which|[A-Z]))")
_MINE = re.compile(r"\b(?:I(?=\s[a-z])|[Mm]y\b)")
_BARE = re.compile(r"\b(?:it|its|that|this|that one|this one|both|mine|yours)\b", re.IGNORECASE)


def _spoken_of(talk: Talk, number: int) -> dict[int, float]:
    """The texts that an utterance speaks of: those it names, else those it describes or points to."""
    text = talk.utterances[number].text
    named = {one: fit * (_AGAIN if one in talk.speaking else 1.0) for one, fit in talk.named(text).items()}
    if named and (titles.spans(text) or titles.numbers(text)):
        return named
    place = talk.place[number]
    described = [
        (one.fit, -at, one.text)
        for at, part in enumerate(descriptions(text))
        if not _POINTS.match(part) and not changes.replaced(text, text.find(part))
        for one in resolved(talk, _MINE.sub(talk.utterances[number].speaker or "I", part), place)[:1]
        if one.fit >= _ENOUGH
    ]
    if described:
        fit, _, found = max(described)
        return {found: round(0.9 * math.sqrt(fit), 6)}
    if named:
        return named
    others = [part for part in descriptions(text) if not re.match(r"(?:that|this)\b", part, re.IGNORECASE)]
    if not _BARE.search(text) or any(map(talk.tells, words.content(" ".join(others)))):
        return {}
    for distance in (1, 2):
        before = talk.order[place - distance] if place >= distance else None
        if before is None or talk.session[before] != talk.session[number]:
            return {}
        if talk.meant[before]:
            return {one: round(0.7 * fit, 6) for one, fit in talk.meant[before].items()}
    return {}
