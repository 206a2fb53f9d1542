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

ENOUGH = 0.42
"""The least fit of a text that may be meant."""
_ALIKE = 0.93
"""A text that fits this much of the best one may be meant as well."""
_AGAIN = 0.9
"""What an utterance says of a text that was spoken of before, where what says so first counts 1."""
_RIVAL = 0.7
"""An utterance that fits this much of the best one speaks of the same place."""
_LEAST = 0.2
"""The least share of a description that the words of an utterance have to cover to change what it means."""
_ONE, _ALL = 0.7, 0.3
"""What the best utterance of a text counts, and what all of them together."""
_NOUN = rf"(?:{titles.NOUN}s?|ones?|picks?|finds?|choice|favou?rite|discovery|suggestion|contribution)\b"
_STOP = "|".join(sorted(words.STOP - {"own"}))
_PLAIN = rf"(?:(?!(?:{_STOP}|was|date|day|time)\b)[\w’'-]+\s)"
_DESCRIBES = re.compile(
    rf"\b(?i:the|that|this|our|their|your|my|his|her|an?|whichever)\s(?:own\s)?(?i:{_PLAIN}{{0,5}}?{_NOUN})"
    r"|\b[A-Z][\w-]+['’]s?\s(?=[a-z])|(?<=\s)(?:(?<=in )|(?<=of )|(?<=from )|(?<=and )|(?<=by )|(?<=for )|(?<=did )"
    r"|(?<=wrote ))what\s(?!(?:is|was|did|does|do|are|were|has|had|the)\b)",
)
_ENDS = re.compile(
    r"[;:.?!](?:\s|$)|,\s(?!(?:the one|which|who|that)\b)|\s(?:and|or|than)\s(?=the\b|that\b|what\b|[A-Z])"
)
_OWNED_ENDS = re.compile(rf"{_ENDS.pattern}|\s(?:is|are|was|were|has|had|will|would|can|should|became?)\s")
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
    pair = _pair(talk, question) if _COMPARES.search(question) else None
    whole = resolved(talk, question)
    if pair is None:
        return whole
    first = list({one.text: one for one in (pair[0], pair[1])}.values())
    return [*first, *(one for one in whole if one.text not in {two.text for two in first})]


def candidates(question: str, utterances: Sequence[Passage], headings: Sequence[Passage]) -> list[Meant]:
    """The texts that a question may mean, one as well as another; none if nothing fits."""
    found = ranked(question, utterances, headings)
    return [one for one in found if one.fit >= max(ENOUGH, _ALIKE * found[0].fit)]


@lru_cache(maxsize=8)
def talking(utterances: tuple[Passage, ...], headings: tuple[Passage, ...]) -> Talk:
    """What was said of which texts, worked out once for each set of passages."""
    talk = Talk(utterances, headings)
    for number in talk.order:
        talk.meant[number] = _spoken_of(talk, number)
    return talk


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
        found.append(text[start : stop.start() if stop else following].strip())
    return found


def _pair(talk: Talk, question: str) -> tuple[Meant, Meant] | None:
    """The two texts of a question that compares: the split of its descriptions whose halves fit best."""
    best: tuple[float, Meant, Meant] | None = None
    parts = descriptions(question)
    for cut in range(1, len(parts)):
        left, right = (resolved(talk, " ".join(half))[:1] for half in (parts[:cut], parts[cut:]))
        if left and right and min(left[0].fit, right[0].fit) >= ENOUGH and left[0].text != right[0].text:
            fit = round(left[0].fit + right[0].fit, 6)
            if best is None or fit > best[0]:
                best = fit, left[0], right[0]
    return best[1:] if best else None


def resolved(talk: Talk, description: str, before: int | None = None) -> list[Meant]:
    """Texts that a description may mean, best first; ``before`` is the place up to which it was said."""
    named = talk.named(description)
    if named:
        found = [Meant(text, fit, talk.naming(text)) for text, fit in named.items()]
        if found[0].fit >= ENOUGH and max(named.values()) >= 0.99:
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
    for text, vector in talk.contents(asked).items():
        _raise(union.setdefault(text, [0.0] * len(asked.terms)), vector, 0.8)
    found = []
    for text, vector in union.items():
        best.setdefault(text, []).sort(key=lambda one: (-one[0], -talk.place[one[1]]))
        spoken = best[text]
        fit = _ONE * (spoken[0][0] if spoken else asked.cover(vector)) + _ALL * asked.cover(vector)
        found.append(Meant(text, round(max(fit, named.get(text, 0.0)), 6), tuple(number for _, number in spoken[:6])))
    found.sort(key=lambda one: (-one.fit, one.text))
    return _standing(talk, found, best, spoken_of, description)


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
    rivals = [
        (talk.place[number], one)
        for one in found[:6]
        for fit, number in best.get(one.text, ())
        if fit >= _RIVAL * best[found[0].text][0][0] and own[number] >= max(_RIVAL * own[top], _LEAST)
    ]
    old, new = changes.FIRST.search(description), changes.LATEST.search(description)
    if not old:
        rivals = [
            (place, one)
            for place, one in rivals
            if place > talk.place[top] and (new or changes.REPLACES.search(talk.utterances[talk.order[place]].text))
        ]
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
        if one.fit >= ENOUGH
    ]
    if described:
        fit, _, found = max(described)
        return {found: round(0.9 * fit * _standing_of(talk, number), 6)}
    if not _BARE.search(text):
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
