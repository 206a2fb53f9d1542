"""Which documents a world speaks of, and which of them a text names: by title, citation or docket number.

A document is known from the headings of cited passages and from what people call it; two names are of one document
where they stand side by side.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from microworlds.core import value_types
from microworlds.core.records import Passage
from microworlds.reading.answering import titles

_BESIDE = 4
"""Characters between a title and the citation that belongs to it."""
_FIRST_NUMBER = re.compile(r"\b(?:Nos?|Number)\.?\s+(?P<number>[\w./–-]*\d[\w/–-]*)", re.IGNORECASE)
_SIDES = re.compile(r"\sv\.?\s")
_SENTENCE = re.compile(r"(?<=[a-z]{4})\.\s")
_LINE = 160
"""A docket number that stands by itself in a passage this short is that of its document."""


@dataclass
class _Entry:
    """What one document goes by."""

    titles: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Spot:
    """A place where a text names a document."""

    start: int
    end: int
    document: int


class Register:
    """All documents of a world, by number in the order in which they were first met; ``pages`` has one passage each."""

    def __init__(self, cited: Iterable[Passage], spoken: Iterable[str]) -> None:
        """Enter the headings of cited passages, then what is named in conversation."""
        self._entries: list[_Entry] = []
        self.pages: list[Passage] = []
        for passage in cited:
            if self.of_heading(passage.source) is None:
                self.pages.append(passage)
            self._enter_heading(passage)
        for text in spoken:
            self._enter_spoken(text)

    def is_number(self, document: int) -> bool:
        """True if a document is known by nothing but a citation or docket number that somebody gave."""
        entry = self._entries[document]
        return not entry.titles and not entry.headings

    def may_be(self, number: int, document: int) -> bool:
        """True if what is known by a number alone may be a document of which no number of that form is known."""
        known = [_form(one) for one in self._entries[document].numbers]
        return self.is_number(number) and all(_form(one) not in known for one in self._entries[number].numbers)

    def of_heading(self, heading: str) -> int | None:
        """The document of a passage's heading."""
        return next((number for number, entry in enumerate(self._entries) if heading in entry.headings), None)

    def spots(self, text: str) -> tuple[Spot, ...]:
        """Where a text names documents, by the longest name where two overlap; what several go by names none."""
        owners = Counter(name for entry in self._entries for name in (*entry.titles, *entry.numbers))
        found = [
            Spot(match.start(), match.end(), number)
            for number, entry in enumerate(self._entries)
            for name in (*entry.titles, *entry.numbers)
            if owners[name] == 1
            for match in _pattern(name).finditer(text)
        ]
        kept: list[Spot] = []
        for spot in sorted(found, key=lambda one: (one.start - one.end, one.start, one.document)):
            if all(spot.end <= other.start or other.end <= spot.start for other in kept):
                kept.append(spot)
        return tuple(sorted(kept, key=lambda one: one.start))

    def named(self, text: str) -> frozenset[int]:
        """The documents that a text names."""
        return frozenset(spot.document for spot in self.spots(text))

    def _enter_heading(self, passage: Passage) -> None:
        heading = passage.source
        found, numbers = taken_apart(heading)
        number = self.of_heading(heading)
        if number is None:
            # agreements share titles, cases hardly ever: a heading that names no parties is a document of its own
            number = self._known(found[0], numbers) if _SIDES.search(found[0]) or numbers else self._new()
            for title in found:
                self._add(number, title, [])
            self._entries[number].headings.append(heading)
        if len(passage.text) < _LINE:
            self._add(
                number,
                "",
                [_docket(passage.text[start:end]) for start, end in value_types.find("docket", passage.text)],
            )

    def _enter_spoken(self, text: str) -> None:
        known = [(spot.start, spot.end) for spot in self.spots(text)]
        for start, end in [*titles.cases(text), *titles.agreements(text)]:
            if titles.names(text[start:end]) and not _covered(start, end, known):
                self._known(_SENTENCE.split(text[start:end])[0].strip(" .,;:"), [])
                known.append((start, end))
        for start, end in (*value_types.find("citation", text), *value_types.find("docket", text)):
            number = _docket(text[start:end].strip(" .,"))
            if _covered(start, end, [(spot.start, spot.end) for spot in self.spots(text) if spot.end >= end]):
                continue
            beside = [spot for spot in self.spots(text) if 0 <= start - spot.end <= _BESIDE]
            if beside:
                self._add(beside[-1].document, "", [number])
            else:
                self._known("", [number])

    def _known(self, title: str, numbers: list[str]) -> int:
        """The document that goes by one of these names, entered if it is new."""
        for number, entry in enumerate(self._entries):
            if (title and title in entry.titles) or any(one in entry.numbers for one in numbers):
                self._add(number, title, numbers)
                return number
        number = self._new()
        self._add(number, title, numbers)
        return number

    def _new(self) -> int:
        self._entries.append(_Entry())
        return len(self._entries) - 1

    def _add(self, number: int, title: str, numbers: list[str]) -> None:
        entry = self._entries[number]
        entry.titles.extend([title] if title and title not in entry.titles else [])
        entry.numbers.extend(one for one in numbers if one not in entry.numbers)


def taken_apart(heading: str) -> tuple[list[str], list[str]]:
    """The titles that a heading may hold, the likeliest first, and the citation after them.

    What stands before the title (a volume, its pages) is not known by its form, so a title may begin at any comma
    before the parties; the wrong ones are never said.

    >>> taken_apart("Tallis Reports, Fennimore v. Dray, Inc., 31 Tal. 2d 118")
    (['Fennimore v. Dray, Inc.', 'Tallis Reports, Fennimore v. Dray, Inc.'], ['31 Tal. 2d 118'])
    """
    parts = heading.split(", ")
    numbers = []
    while len(parts) > 1 and re.fullmatch(r"\d{1,4}\s.*\d", parts[-1]):
        numbers.append(parts.pop())
    volume = [place for place, part in enumerate(parts[:-1]) if re.search(r"\d\s?(?:to|-|–)\s?.*\d", part)]
    parts = parts[volume[-1] + 1 :] if volume else parts
    sides = [place for place, part in enumerate(parts) if _SIDES.search(part)]
    last = sides[0] if sides else len(parts) - 1
    found = [", ".join(parts[start:]) for start in range(last, -1, -1)]
    return list(dict.fromkeys([*found, *(parts if not sides else ())])), numbers


@lru_cache(maxsize=1 << 12)
def _pattern(name: str) -> re.Pattern[str]:
    """Where a name stands as a whole; before a docket number there may be other letters than in the name itself."""
    number = _FIRST_NUMBER.match(name)
    if number:
        return re.compile(rf"\b(?:Nos?|Number)\.?\s+{re.escape(number['number'])}(?![\w-])", re.IGNORECASE)
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def _docket(text: str) -> str:
    """A docket number by the first number in it: the others of a list, and a year after it, may be left out."""
    match = _FIRST_NUMBER.search(text)
    return f"No. {match['number']}" if match else text


def _form(number: str) -> bool:
    """True for a docket number, False for a citation."""
    return re.match(r"\d{1,4}\s", number) is None


def _covered(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(low < end and start < high for low, high in spans)
