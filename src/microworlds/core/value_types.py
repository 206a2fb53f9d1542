"""Kinds of value that a text states: where they stand, and what they amount to.

The vocabulary shared by those who write and those who read: a date is a date for both. It knows the shapes of
values and nothing of the sentences around them.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from microworlds.core.text import normalized

Kind = Literal[
    "date", "amount", "duration", "number", "percent", "person", "organisation", "place", "court", "outcome",
    "docket", "citation", "statute", "title", "clause", "choice", "yes_no", "order",
]  # fmt: skip

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_MONTH = (
    r"(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?|Aug(?:ust|\.)?"
    r"|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|d|th)?"
_DATE = re.compile(
    rf"\b(?P<m1>{_MONTH})\s+(?P<d1>{_DAY})\b(?:,?\s+(?P<y1>\d{{4}})\b)?"
    rf"|\b(?:the\s+)?(?P<d2>{_DAY})(?:\s+day)?\s+(?:of\s+)?(?P<m2>{_MONTH})\b(?:,?\s+(?P<y2>\d{{4}})\b)?"
    rf"|\b(?P<y3>\d{{4}})-(?P<m3>\d{{2}})-(?P<d3>\d{{2}})\b"
    r"|\b(?P<m4>\d{1,2})/(?P<d4>\d{1,2})/(?P<y4>\d{2,4})\b"
    rf"|\b(?P<m5>{_MONTH}),?\s+(?P<y5>\d{{4}})\b"
)
_SCALE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_CURRENCY = r"(?:USD|EUR|GBP|CHF|CAD|AUD|NZD|JPY|SEK|NOK|DKK)"
_AMOUNT = re.compile(
    rf"(?:(?:US|U\.S\.\s?)?[$€£]|\b{_CURRENCY})\s?(?P<figure>\d(?:[\d,]*\d)?(?:\.\d+)?)"
    r"(?:\s?(?P<scale>hundred|thousand|million|billion)\b)?"
    r"|\b(?P<bare>\d(?:[\d,]*\d)?(?:\.\d+)?)\s+(?:(?P<scale2>thousand|million|billion)\s+)?"
    rf"(?:U\.?S\.?\s+)?(?P<unit>dollars|euros|cents|pounds|francs|{_CURRENCY})\b",
    re.IGNORECASE,
)
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {word: number for number, word in enumerate(_UNITS)} | {
    word: 10 * number for number, word in enumerate(_TENS, start=2)
}
_NUMBER_WORD = rf"(?:(?:{'|'.join(_TENS)})(?:[\s-](?:{'|'.join(_UNITS[1:10])}))?|{'|'.join(_UNITS)})"
_HUNDREDS = rf"(?:{_NUMBER_WORD}\s+hundred(?:\s+(?:and\s+)?{_NUMBER_WORD})?|{_NUMBER_WORD})"
_COUNT = rf"(?:{_HUNDREDS}\s*\(\s*\d+\s*\)|\d+(?:\.\d+)?(?:\s?½)?|{_HUNDREDS}|an?)"
_DURATION = re.compile(
    rf"\b(?P<count>{_COUNT})(?:\s+(?:and\s+one-half|or|to)\s+(?P<upto>{_COUNT}))?[\s-]+"
    r"(?:(?:business|calendar|consecutive|full|working|additional)\s+)?(?P<unit>hour|day|week|month|year)s?\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    rf"\b(?:{_HUNDREDS}\s+(?:percent|per\s+cent)\s*\(\s*\d+(?:\.\d+)?\s?%\s*\)|\d+(?:\.\d+)?\s?(?:%|percent\b|per\s+cent\b)|{_HUNDREDS}\s+(?:percent|per\s+cent)\b)",
    re.IGNORECASE,
)
_NUMBER = re.compile(rf"\b(?:\d[\d,]*(?:\.\d+)?|{_HUNDREDS})\b", re.IGNORECASE)
_STATUTE = re.compile(
    r"\b\d+\s+(?:[A-Z][A-Za-z]*\.\s?(?:[A-Z]\.?\s?)*)+(?:Code\s+)?(?:Ann\.\s+)?§§?\s*[\dA-Z][\w.:-]*(?:\([\w]+\))*"
    r"|§§?\s*\d[\w.:-]*(?:\([\w]+\))*"
    r"|\b[Ss]ections?\s+\d[\w.:-]*(?:\([\w]+\))*"
)
_CITATION = re.compile(r"\b\d{1,4}\s+(?:[A-Z][A-Za-z'.]*\s?){1,4}(?:2d|3d|4th)?\s?(?<=[\s.d])\d{1,5}\b")
_DOCKET = re.compile(
    r"\b(?:(?:C\.A\.|Civ\.|Crim\.|Docket|Case|File|Misc\.)\s+)*(?:Nos?|Number)\.?\s+[\dA-Z][\w./–-]*(?:,\d{3}\b)*(?:,\s\d{4}\b|,?\s(?:[A-Z]{1,5}\s(?=\d))?(?:\d{4}|[A-Z]{2,3}\s\d{4}))*"
)
PATTERNS: dict[str, re.Pattern[str]] = {
    "date": _DATE, "amount": _AMOUNT, "duration": _DURATION, "percent": _PERCENT, "number": _NUMBER,
    "statute": _STATUTE, "citation": _CITATION, "docket": _DOCKET,
}  # fmt: skip


def find(kind: str, text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Spans of the values of a kind in ``text[start:end]``, if its shape tells it; none for the other kinds."""
    pattern = PATTERNS.get(kind)
    if pattern is not None:
        for match in pattern.finditer(text[start:end]):
            yield start + match.start(), start + match.end()


@dataclass(frozen=True, order=True)
class Day:
    """A date as far as it was stated: month and day are 0 where the text names none."""

    year: int
    month: int = 0
    day: int = 0

    def whole(self) -> date | None:
        """The calendar date, if year, month and day were all stated and exist."""
        try:
            return date(self.year, self.month, self.day)
        except ValueError:
            return None


@lru_cache(maxsize=1 << 12)
def parse_date(text: str, year: int | None = None) -> Day | None:
    """The first date in ``text``; ``year`` completes one stated without. None if there is none.

    >>> parse_date("Decided Aug. 5, 2010")
    Day(year=2010, month=8, day=5)
    """
    match = _DATE.search(text)
    if match is None:
        bare = re.fullmatch(r"\s*(1[5-9]\d\d|20\d\d)\s*", text)
        return Day(int(bare.group(1))) if bare else None
    groups = match.groupdict()
    for form in "12345":
        if groups.get(f"m{form}"):
            stated = groups.get(f"y{form}")
            full = int(stated) if stated else year
            if full is None:
                return None
            full += 2000 if full < 50 else 1900 if full < 100 else 0
            day = groups.get(f"d{form}")
            return Day(full, _month(groups[f"m{form}"]), int(re.sub(r"\D", "", day)) if day else 0)
    return None


def _month(name: str) -> int:
    if name.isdigit():
        return int(name)
    return next(number for number, month in enumerate(MONTHS, start=1) if month.startswith(name.rstrip(".")[:3]))


def format_date(day: date) -> str:
    """A date written out, month first.

    >>> format_date(date(2024, 3, 7))
    'March 7, 2024'
    """
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


@lru_cache(maxsize=1 << 12)
def parse_amount(text: str) -> Decimal | None:
    """The first amount of money in ``text``, in its own currency's main unit.

    >>> parse_amount("a fee of $1.5 million")
    Decimal('1500000.0')
    """
    match = _AMOUNT.search(text)
    if match is None:
        return None
    figure = Decimal((match["figure"] or match["bare"]).replace(",", ""))
    scale = match["scale"] or match["scale2"]
    if scale:
        figure *= _SCALE[scale.lower()]
    return figure / 100 if (match["unit"] or "").lower() == "cents" else figure


def format_amount(amount: Decimal) -> str:
    """Dollars with thousands separators, and cents only where there are some.

    >>> format_amount(Decimal("12500"))
    '$12,500'
    """
    return f"${amount:,.2f}".removesuffix(".00")


def parse_number(text: str) -> int | None:
    """A whole number in figures or words up to 999; None if the text is none.

    >>> parse_number("forty-two")
    42
    """
    plain = text.strip().lower().replace(",", "")
    if plain.isdecimal():
        return int(plain)
    total = 0
    for word in re.split(r"[\s-]+", plain):
        if word == "and":
            continue
        if word == "hundred":
            total = max(total, 1) * 100
        elif word in _VALUES:
            total += _VALUES[word]
        else:
            return None
    return total if plain else None


@lru_cache(maxsize=1 << 12)
def parse_duration(text: str) -> tuple[float, str] | None:
    """Count and unit (hour, day, week, month, year) of the first duration in ``text``.

    >>> parse_duration("thirty (30) days")
    (30.0, 'day')
    """
    match = _DURATION.search(text)
    if match is None:
        return None
    count = match["count"].lower()
    figure = re.search(r"\d+(?:\.\d+)?", count)
    number = float(figure.group()) if figure else 1.0 if count in ("a", "an") else parse_number(count)
    return (float(number), match["unit"].lower()) if number is not None else None


PARSERS: Mapping[str, Callable[[str], Hashable]] = {
    "date": parse_date, "amount": parse_amount, "duration": parse_duration,
}  # fmt: skip
"""Of the kinds whose values amount to something: what a text states, or None if it states no such value."""


def sameness(kind: str, value: str) -> Hashable:
    """What two mentions of the same value have in common.

    >>> sameness("date", "Aug. 5, 2010") == sameness("date", "the 5th of August, 2010")
    True
    """
    read = PARSERS[kind](value) if kind in PARSERS else None
    return read if read is not None else normalized(value)


_ACT = re.compile(
    r"(?i)\b(affirm|revers|vacat|remand|dismiss|den(?:y|ie)|grant|overrul|sustain|quash|modif|discharg|suspend)\w*"
)


def parse_outcome(value: str) -> frozenset[str] | None:
    """What a court did, as a set of acts whatever their form; None for words that do not begin with one.

    >>> parse_outcome("AFFIRM") == parse_outcome("Affirmed.")
    True
    >>> sorted(parse_outcome("REVERSED and this matter is REMANDED") or ())
    ['remand', 'revers']
    """
    if not _ACT.match(value):
        return None
    return frozenset(act.lower().replace("denie", "deny") for act in _ACT.findall(value))


_ROMAN = ((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman(number: int) -> str:
    """A number below 50 in Roman capitals.

    >>> roman(24)
    'XXIV'
    """
    for size, sign in _ROMAN:
        if number >= size:
            return sign + roman(number - size)
    return ""


def in_words(number: int) -> str:
    """A whole number below a billion in words.

    >>> in_words(2_500_045)
    'two million five hundred thousand forty-five'
    """
    for size, name in ((1_000_000, "million"), (1_000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = f" {in_words(number % size)}" if number % size else ""
            return f"{in_words(number // size)} {name}{rest}"
    if number < 20:
        return _UNITS[number]
    return _TENS[number // 10 - 2] + (f"-{_UNITS[number % 10]}" if number % 10 else "")


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FIRST_TO_FIFTH = ("first", "second", "third", "fourth", "fifth")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
