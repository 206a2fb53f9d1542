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
from microworlds.reading.general import changes, titles
from microworlds.reading.general.talk import Asked, Talk, asked_for

ENOUGH = 0.42
"""The least fit of a text that may be meant."""
_ALIKE = 0.93
"""A text that fits this much of the best one may be meant as well."""
_RIVAL = 0.7
"""An utterance that fits this much of the best one speaks of the same place."""
_ONE, _ALL = 0.6, 0.4
"""What the best utterance of a text counts, and what all of them together."""
_NOUN = rf"(?:{titles.NOUN}|one|pick|find|choice|favou?rite|discovery|suggestion|contribution)\b"
_REFERS = re.compile(rf"\b(?:{_NOUN}|['’]s\s\w+|what\s\w+\s\w+)", re.IGNORECASE)
_SPLIT = re.compile(
    r"[,;]?\s(?:and|or|than|before|after|as|from|with|to|until|precede|follow|before or after)\s", re.IGNORECASE
)
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


def _pair(talk: Talk, question: str) -> tuple[Meant, Meant] | None:
    """The two texts of a question that compares: the split of it whose halves fit best."""
    best: tuple[float, Meant, Meant] | None = None
    for match in _SPLIT.finditer(question):
        halves = question[: match.start()], question[match.end() :]
        if not all(_REFERS.search(half) or titles.spans(half) for half in halves):
            continue
        left, right = (resolved(talk, half)[:1] for half in halves)
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
    asked = asked_for(talk, description)
    best: dict[int, list[tuple[float, int]]] = {}
    union: dict[int, list[float]] = {}
    for number, vector in talk.matched(asked, before):
        cover = asked.cover(vector)
        for text, link in talk.meant.get(number, {}).items():
            best.setdefault(text, []).append((round(cover * link, 6), number))
            _raise(union.setdefault(text, [0.0] * len(asked.terms)), vector, link)
    for text, vector in talk.contents(asked).items():
        _raise(union.setdefault(text, [0.0] * len(asked.terms)), vector, 0.8)
    found = []
    for text, vector in union.items():
        spoken = sorted(best.get(text, ()), key=lambda one: (-one[0], -talk.place[one[1]]))
        fit = _ONE * (spoken[0][0] if spoken else asked.cover(vector)) + _ALL * asked.cover(vector)
        found.append(Meant(text, round(max(fit, named.get(text, 0.0)), 6), tuple(number for _, number in spoken[:6])))
    found.sort(key=lambda one: (-one.fit, one.text))
    return _standing(talk, found, best, description)


def _raise(values: list[float], others: Iterable[float], factor: float) -> None:
    for place, value in enumerate(others):
        values[place] = max(values[place], value * factor)


def _standing(
    talk: Talk, found: list[Meant], best: dict[int, list[tuple[float, int]]], description: str
) -> list[Meant]:
    """The texts with the one first that holds the place described: the last that was given it, or the first."""
    if len(found) < 2 or not found[0].utterances:
        return found
    top = best[found[0].text][0][0]
    rivals = [
        (talk.place[number], score, one)
        for one in found[:6]
        for score, number in best.get(one.text, ())[:3]
        if score >= _RIVAL * top
    ]
    old, new = changes.FIRST.search(description), changes.LATEST.search(description)
    if old:
        chosen = min(rivals, key=lambda rival: (rival[0], -rival[1]))[2]
    else:
        later = [
            rival for rival in rivals if new or changes.UPDATES.search(talk.utterances[talk.order[rival[0]]].text)
        ]
        later = [rival for rival in later if rival[0] > talk.place[found[0].utterances[0]]]
        if not later:
            return found
        chosen = max(later, key=lambda rival: (rival[0], rival[1]))[2]
    first = Meant(chosen.text, max(chosen.fit, found[0].fit), chosen.utterances)
    return [first, *(one for one in found if one.text != chosen.text)]


_POINTS = re.compile(
    rf"\b(?:that|this|it|these|those|the one|both|mine|yours|his|hers|theirs|{_NOUN})(?:['’]s)?\b", re.IGNORECASE
)
_BARE = re.compile(r"\b(?:it|that|this|that one|this one)\b", re.IGNORECASE)


def _spoken_of(talk: Talk, number: int) -> dict[int, float]:
    """The texts that an utterance speaks of: those it names, else those it points to or describes."""
    text = talk.utterances[number].text
    named = talk.named(text)
    if named:
        return {one: fit * _standing_of(talk, number) for one, fit in named.items()}
    if not _POINTS.search(text):
        return {}
    found: dict[int, float] = {}
    place = talk.place[number]
    if _REFERS.search(text):
        for one in resolved(talk, text, place)[:1]:
            if one.fit >= ENOUGH:
                found[one.text] = 0.9 * one.fit
    for distance in (1, 2):
        before = talk.order[place - distance] if place >= distance else None
        if found or before is None or talk.session[before] != talk.session[number]:
            break
        if _BARE.search(text) or talk.utterances[before].text.rstrip().endswith("?"):
            found = {one: 0.7 * fit for one, fit in talk.meant[before].items()}
    return found


def _standing_of(talk: Talk, number: int) -> float:
    """Less than 1 for what was only proposed and then turned down."""
    place = talk.place[number]
    after = talk.order[place + 1] if place + 1 < len(talk.order) else None
    if after is None or talk.session[after] != talk.session[number]:
        return 1.0
    proposed = changes.PROPOSED.search(talk.utterances[number].text) is not None
    return 0.5 if proposed and changes.REFUSED.search(talk.utterances[after].text[:80]) else 1.0


__all__ = ["Asked", "Meant", "candidates", "ranked", "resolved", "talking"]
