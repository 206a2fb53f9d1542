"""Values in a sentence, by kind: where they stand, what they say, and what they amount to when compared.

Shapes come from ``microworlds.core.value_types``; names, places and dispositions from the modules of that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime
from decimal import Decimal

from microworlds.core import value_types as kinds
from microworlds.reading import moments
from microworlds.reading.answering import dispositions, names, places, titles, wording
from microworlds.reading.answering.value import Key, Value

_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|\d+)"
)
_NUMBER = re.compile(
    r"(?<![$€£\w.,/-])(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?|"
    rf"{_WORD}(?:[\s-](?:and\s)?{_WORD})*)(?![\w/%-])(?!\.\d)",
    re.IGNORECASE,
)
_WORDED_AMOUNT = re.compile(
    rf"\b(?P<count>{_WORD}(?:[\s-]+{_WORD})*)\s+(?P<scale>thousand|million)\b(?!\s+(?:copies|people|pages))",
    re.IGNORECASE,
)
_DOCKET = re.compile(
    r"\b(?:[Dd]ocket|[Cc]ase|[Ff]ile)\s+(?:[Nn]umber\s+|[Nn]o\.\s+|#)?(?P<number>(?=[\w-]*\d)[A-Z0-9][\w-]*)"
)
_PERIOD = r"(?:day|week|month|year|quarter)"
_FREQUENCY = wording.words(rf"""
    (?:once|twice|(?:one|two|three|four|five|six|seven|\d+) times) (?:a|per|every|each) {_PERIOD}
    | every (?:other )?(?:single )?(?:{_PERIOD}|morning|evening|night|weekend|\w+day|(?:\w+ )?(?:days|weeks|months))
    | daily | weekly | monthly | quarterly | annually | yearly
    | (?:a|one|two|three|four|five|once|twice|\d+)(?: or \w+)? (?:times? )?(?:a|per) {_PERIOD}
    | once in a while | all the time | regularly | always | often | rarely | on weekends
""")
_EACH = re.compile(r"an?\s", re.IGNORECASE)
_FIGURE = re.compile(r"(?:\d|\b(?:times|once|twice|dollars|euros|pounds))\s+(?:\w+\s+)?$")
_STANDARD = wording.words(r"""
    de novo | abuse of discretion | clear(?:ly)? (?:erroneous|error) | substantial evidence | plenary
    | arbitrary(?:,? (?:and|or) capricious)? | plain error | manifest(?:ly)? \w+ | rational basis | strict scrutiny
    | correction of errors at law
""")


def find(kind: str, text: str, said: datetime | None = None, near: date | None = None) -> list[Value]:
    """Values of a kind in a sentence; ``said`` and ``near`` are what its dates are told from."""
    if kind == "date":
        return [
            Value(moment.start, moment.end, moment.words, "date", (moment.first, moment.last))
            for moment in moments.find(text, said, near)
        ]
    finder = _FINDERS.get(kind)
    return list(finder(text)) if finder else list(_shapes(kind, text))


def _shapes(kind: str, text: str) -> Iterator[Value]:
    """Values of a kind whose shape tells it."""
    for start, end in kinds.find(kind, text):
        words = text[start:end]
        if kind == "duration" and _EACH.match(words) and _FIGURE.search(text[:start]):
            continue  # $400 a month is a rate
        yield Value(start, end, words, kind, _key(kind, words))


def _key(kind: str, text: str) -> Key:
    if kind == "amount":
        return kinds.parse_amount(text)
    if kind == "duration":
        return kinds.parse_duration(text)
    figure = re.search(r"\d+(?:\.\d+)?", text) if kind == "percent" else None
    return Decimal(figure.group()) if figure else re.sub(r"\W+", " ", text.lower()).strip()


def _amounts(text: str) -> Iterator[Value]:
    """Sums of money, sixty thousand included."""
    shapes = list(_shapes("amount", text))
    yield from shapes
    for match in _WORDED_AMOUNT.finditer(text):
        number = kinds.parse_number(match["count"])
        if number is not None and not any(one.start <= match.start() < one.end for one in shapes):
            scale = 1_000 if match["scale"].lower() == "thousand" else 1_000_000
            yield Value(match.start(), match.end(), match.group(), "amount", Decimal(number * scale))


def _numbers(text: str) -> Iterator[Value]:
    """Counts: figures and words that are no part of a date, an amount, a docket number or a citation."""
    others = ("date", "amount", "percent", "docket", "citation", "statute")
    taken = [span for kind in others for span in kinds.find(kind, text)]
    for match in _NUMBER.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in taken):
            continue
        words = re.sub(r"[\s-]+(?:thousand|and)$", "", match.group())
        number = kinds.parse_number(words)
        pronoun = words.lower() == "one" and not re.match(r"\s+[a-z]+\b", text[match.end() :])
        if number is not None and not pronoun:
            yield Value(match.start(), match.start() + len(words), words, "number", Decimal(number))


def _dockets(text: str) -> Iterator[Value]:
    for start, end in kinds.find("docket", text):
        words = text[start:end].rstrip(".,")
        yield Value(start, start + len(words), words, "docket", re.sub(r"^\D*(?:nos?|number)\.?\s+", "", words.lower()))
    for match in _DOCKET.finditer(text):
        yield Value(*match.span("number"), match["number"], "docket", match["number"].lower())


def _titles(text: str) -> Iterator[Value]:
    for start, end in [*titles.cases(text), *titles.agreements(text)]:
        yield Value(start, end, text[start:end], "title", text[start:end].lower())


def _matching(kind: str, pattern: re.Pattern[str]) -> Callable[[str], Iterator[Value]]:
    def finder(text: str) -> Iterator[Value]:
        for match in pattern.finditer(text):
            yield Value(match.start(), match.end(), match.group(), kind, match.group().lower())

    return finder


_FINDERS: dict[str, Callable[[str], Iterator[Value]]] = {
    "amount": _amounts, "number": _numbers, "person": names.persons, "organisation": names.organisations,
    "choice": names.choices, "court": places.courts, "place": places.places, "law": places.laws,
    "outcome": dispositions.find, "docket": _dockets, "title": _titles,
    "frequency": _matching("frequency", _FREQUENCY), "standard": _matching("standard", _STANDARD),
}  # fmt: skip
