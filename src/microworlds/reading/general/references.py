"""Which text is meant: the ruling that Dana brought, the lease nobody liked, that one.

A question shares rare words with what was said; what was said names a text (its parties, its citation, its number), or
points to one that was named before. Nothing here knows what people use texts for.

Source: MemoryDocDataSet 3.4 (Hybrid questions), 6.5 (citations between conversations and documents).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from microworlds.core.records import Passage
from microworlds.reading.general import changes, titles, words
from microworlds.reading.general.talk import Asked, Talk, asked_for

_ENOUGH, _MANY = 0.42, 8
"""The least fit of a text that may be meant if so many texts were spoken of: among few, less is enough."""
_ALIKE = 0.93
"""A text that fits this much of the best one may be meant as well."""
_AGAIN = 0.9
"""What an utterance says of a text that was spoken of before, where what says so first counts 1."""
_RIVAL, _FAINT = 0.7, 0.35
"""An utterance that fits this much of the best one speaks of the same place; if it tells of a change, so much."""
_TITLED = 0.85
"""What it counts that a text itself has the words of a description."""
_LEAST = 0.1
"""The least share of a description that the words of an utterance have to cover to change what it means."""
_ONE, _ALL = 0.7, 0.3
"""What the best utterance of a text counts, and what all of them together."""
_NOUN = rf"(?:{titles.NOUN}s?|ones?|picks?|finds?|choice|favou?rite|discovery|suggestion|contribution)\b"
_STOP = "|".join(sorted(words.STOP - {"own"}))
_PLAIN = rf"(?:(?!(?:{_STOP}|was|date|day|time)\b)[\w’'-]+\s)"
_DESCRIBES = re.compile(
    rf"\b(?i:the|that|this|our|their|your|my|his|her|an?|whichever)\s(?:own\s)?(?i:{_PLAIN}{{0,5}}?{_NOUN})"
    r"|\b[A-Z][\w-]+['’]s?\s(?=[a-z])|(?:^|(?<=in )|(?<=of )|(?<=from )|(?<=and )|(?<=by )|(?<=for )|(?<=did )"
    r"|(?<=wrote ))what\s(?!(?:is|was|did|does|do|are|were|has|had|the)\b)|(?<=\s)what\s(?=[A-Z]|(?:we|he|she|they|you)\s)",
)
_ENDS = re.compile(r"[;:.?!](?:\s|$)|,\s(?!(?:the one|which|who|that)\b)|\s(?:and|or|than)\s(?=the\b|that\b|what\b|[A-Z])")
_OWNED_ENDS = re.compile(rf"{_ENDS.pattern}|\s(?:is|are|was|were|has|had|will|would|can|should|became?)\s")
_FINITE = re.compile(r"\s(?:is|are|was|were|has|had|will|would|can|should)\s")
_COMPARES = re.compile(
    r"\b(?:same|both|before|after|than|between|earlier|later|older|newer|first|together|differ\w*|apart|match\w*|and|"
    r"precede|follow|prior|sum|total|combined|from)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Meant:
    """A text that may be meant, how well it fits (0..1), and the utterances that say so, best first."""

    text: int
    fit: float
    utterances: tuple[int, ...]


def ranked(
    question: str, utterances: Sequence[Passage], headings: Sequence[Passage], asked_at: datetime | None = None
) -> list[Meant]:
    """Texts that a question may mean, best first; of a question that compares two, the best of each comes first."""
    talk = talking(tuple(utterances), tuple(headings))
    found = both(talk, question)
    return [] if found and found[0].text >= talk.present else [one for one in found if one.text < talk.present]


def both(talk: Talk, question: str) -> list[Meant]:
    """The same, with texts that were only spoken of."""
    parts = descriptions(question) if _COMPARES.search(question) else []
    pairs = [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts))]
    found = [pair for one in pairs if (pair := apart(talk, *one))]
    whole = resolved(talk, question)
    if not found:
        return whole
    first = max(found, key=lambda pair: round(pair[0].fit + pair[1].fit, 6))
    return [*first, *(one for one in whole if one.text not in {two.text for two in first})]


def candidates(question: str, utterances: Sequence[Passage], headings: Sequence[Passage]) -> list[Meant]:
    """The texts that a question may mean, one as well as another; none if nothing fits."""
    talk = talking(tuple(utterances), tuple(headings))
    found = both(talk, question)
    return [one for one in found if one.fit >= max(enough(talk), _ALIKE * found[0].fit)]


@lru_cache(maxsize=8)
def talking(utterances: tuple[Passage, ...], headings: tuple[Passage, ...]) -> Talk:
    """What was said of which texts, worked out once for each set of passages."""
    talk = Talk(utterances, headings)
    for number in talk.order:
        talk.meant[number] = _spoken_of(talk, number)
    return talk


def enough(talk: Talk) -> float:
    """The least fit of a text that may be meant."""
    spoken = {one for found in talk.meant.values() for one in found}
    return _ENOUGH * min(_MANY, len(spoken)) / _MANY


def descriptions(text: str) -> list[str]:
    """The stretches of a text that describe other texts: from a noun phrase to the next one or to the next comma.

    >>> descriptions("Who wrote the opinion that Ann liked?")
    ['the opinion that Ann liked']
    """
    starts = [match.span() for match in _DESCRIBES.finditer(text)]
    found = []
    for place, (start, end) in enumerate(starts):
        following = starts[place + 1][0] if place + 1 < len(starts) else len(text)
        stop = (_OWNED_ENDS if text[start].isupper() else _ENDS).search(text, end, following)
        close = stop.start() if stop else following
        main = next((match for match in _FINITE.finditer(text, end, close) if _has_verb(text[end : match.start()])), None)
        found.append(text[start : main.start() if main else close].strip())
    return found


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
    a, b = (
        [one for one in resolved(talk, text)[:4] if one.fit >= least] for text in (left, right)
    )
    pairs = [(one, other) for one in a for other in b if one.text != other.text]
    return max(pairs, key=lambda pair: round(pair[0].fit + pair[1].fit, 6)) if pairs else None


def resolved(talk: Talk, description: str, before: int | None = None) -> list[Meant]:
    """Texts that a description may mean, best first; ``before`` is the place up to which it was said."""
    named = talk.named(description)
    if named:
        found = [Meant(text, fit, talk.naming(text)) for text, fit in named.items()]
        if max(named.values()) >= 0.99:
            return sorted(found, key=lambda one: (-one.fit, one.text))
    asked = asked_for(talk, " ".join(descriptions(description)) or description)
    best: dict[int, list[tuple[float, int]]] = {}
    union: dict[int, list[float]] = {}
    spoken_of: dict[int, float] = {}
    for number, vector, own in talk.matched(asked, before):
        cover = asked.cover(vector)
        spoken_of[number] = asked.cover(own)
        for text, link in talk.meant.get(number, {}).items():
            best.setdefault(text, []).append((round(cover * link, 6), number))
            _raise(union.setdefault(text, [0.0] * len(asked.terms)), vector, link)
    contents = talk.contents(asked)
    for text, vector in contents.items():
        _raise(union.setdefault(text, [0.0] * len(asked.terms)), vector, 0.8)
    found = []
    for text, vector in union.items():
        best.setdefault(text, []).sort(key=lambda one: (-one[0], -talk.place[one[1]]))
        spoken = best[text]
        fit = _ONE * (spoken[0][0] if spoken else asked.cover(vector)) + _ALL * asked.cover(vector)
        fit = max(fit, _TITLED * asked.cover(contents[text]) if text in contents else 0.0)
        found.append(Meant(text, round(max(fit, named.get(text, 0.0)), 6), tuple(number for _, number in spoken[:6])))
    found.sort(key=lambda one: (-one.fit, one.text))
    found = _standing(talk, found, best, spoken_of, description)
    return found


def _raise(values: list[float], others: Iterable[float], factor: float) -> None:
    for place, value in enumerate(others):
        values[place] = max(values[place], value * factor)


def _standing(
    talk: Talk, found: list[Meant], best: dict[int, list[tuple[float, int]]], own: dict[int, float], description: str
) -> list[Meant]:
    """The texts with the one first that holds the place described: the last that was given it, or the first.

    ``own`` is how far the words of each utterance alone fit the description.
    """
    if len(found) < 2 or not found[0].utterances:
        return found
    top = found[0].utterances[0]
    old, new = changes.FIRST.search(description), changes.LATEST.search(description)
    rivals = []
    for one in found[:6]:
        for fit, number in best.get(one.text, ()):
            place = talk.place[number]
            replaces = changes.REPLACES.search(talk.utterances[number].text) is not None
            share = _FAINT if new and replaces else _RIVAL
            if fit >= share * best[found[0].text][0][0] and own[number] >= max(share * own[top], _LEAST):
                if old or (place > talk.place[top] and (new or replaces)):
                    rivals.append((place, one))
    if not rivals:
        return found
    chosen = (min if old else max)(rivals, key=lambda rival: rival[0])[1]
    first = Meant(chosen.text, max(chosen.fit, found[0].fit), chosen.utterances)
    return [first, *(one for one in found if one.text != chosen.text)]


_BARE = re.compile(r"\b(?:it|its|that|this|that one|this one|both|mine|yours)\b", re.IGNORECASE)


def _spoken_of(talk: Talk, number: int) -> dict[int, float]:
    """The texts that an utterance speaks of: those it names, else those it describes or points to."""
    text = talk.utterances[number].text
    named = talk.named(text)
    if named:
        known = {one for other in talk.order[: talk.place[number]] for one in talk.meant[other]}
        factor = _standing_of(talk, number)
        return {one: fit * factor * (_AGAIN if one in known else 1.0) for one, fit in named.items()}
    place = talk.place[number]
    described = [
        (one.fit, -at, one.text)
        for at, part in enumerate(descriptions(text))
        if not changes.replaced(text, text.find(part))
        for one in resolved(talk, part, place)[:1]
        if one.fit >= _ENOUGH
    ]
    if described:
        fit, _, found = max(described)
        return {found: round(0.9 * fit * _standing_of(talk, number), 6)}
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


def _standing_of(talk: Talk, number: int) -> float:
    """Less than 1 for what was only proposed and then turned down."""
    place = talk.place[number]
    after = talk.order[place + 1] if place + 1 < len(talk.order) else None
    if after is None or talk.session[after] != talk.session[number]:
        return 1.0
    proposed = changes.PROPOSED.search(talk.utterances[number].text) is not None
    return 0.5 if proposed and changes.REFUSED.search(talk.utterances[after].text[:80]) else 1.0


__all__ = ["Asked", "Meant", "candidates", "ranked", "resolved", "talking"]
