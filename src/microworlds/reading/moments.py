"""Dates in a text, absolute and relative: where they stand, and which days they mean when said at a given time.

"Last Friday" is a day, "last week" is only a stretch of days: a moment keeps both ends, so that an answer never
claims more than was said.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from microworlds.core import value_types
from microworlds.reading import relative

_MONTHS = "|".join(value_types.MONTHS)
_MONTH = re.compile(
    rf"\b(?:[Ii]n|[Bb]y|[Ss]ince|[Uu]ntil|[Oo]f|[Ee]arly|[Ll]ate|[Mm]id-?)\s(?P<month>{_MONTHS})\b(?!\s\d)"
)
_YEAR = re.compile(r"(?<![\d$.,/-])(?:1[6-9]|20)\d\d\b(?![\d/-]|[.,]\d)")
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
_FOLLOWS = (
    r"(?:[.,;:!?)]|$|(?:then|instead|at|and|or|but|is|because|not|rather|it|works?|suits?|would|will)\b"
    rf"|of (?:{_MONTHS}))"
)
_ORDINAL = re.compile(
    rf"\bthe (?:(?P<figure>[12]?\d|3[01])(?:st|nd|rd|th)|(?P<word>{'|'.join(reversed(_ORDINALS))}))\b"
    rf"(?: of (?P<month>{_MONTHS}))?(?=\s*{_FOLLOWS})",
    re.IGNORECASE,
)

Stretch = tuple[date, date]


@dataclass(frozen=True)
class Moment:
    """A stretch of time that a text means; ``first`` and ``last`` are equal for a day.

    ``stated`` is true where the text names the date itself, so that its own words can be quoted.
    """

    start: int
    end: int
    first: date
    last: date
    stated: bool
    words: str

    @property
    def day(self) -> date | None:
        """The day meant, if it is one day."""
        return self.first if self.first == self.last else None


def find(text: str, said: datetime | None, near: date | None = None) -> tuple[Moment, ...]:
    """All moments of a text in order of place, none inside another.

    ``near`` is a date spoken of just before: the 19th is a day of its month.
    """
    found: list[Moment] = []
    for moment in _all(text, said.date() if said else None, near):
        if all(moment.end <= other.start or other.end <= moment.start for other in found):
            found.append(moment)
    return tuple(sorted(found, key=lambda moment: moment.start))


def _all(text: str, said: date | None, near: date | None) -> Iterator[Moment]:
    """Moments of every form, the surer form first."""
    month = near or said
    if month is not None:
        yield from _ordinal_days(text, month, near is None)
    yield from _dates(text, said)
    if said is not None:
        yield from _months(text, said)
    yield from _years(text)
    if said is not None:
        for start, end, first, last, words in relative.find(text, said):
            yield Moment(start, end, first, last, False, words)


def _dates(text: str, said: date | None) -> Iterator[Moment]:
    """Dates written out, with a year or, if it is known when they were said, without."""
    for start, end in value_types.find("date", text):
        article = re.match(r"[Tt]he\s", text[start:end])
        start += article.end() if article else 0
        words = text[start:end]
        day = value_types.parse_date(words, said.year if said else None)
        stretch = _stretch(day) if day else None
        if stretch and said and str(stretch[0].year) not in words and not re.search(r"/\d\d$", words):
            stretch = _nearest(stretch, said)
        if stretch:
            yield Moment(start, end, *stretch, True, words)


def _months(text: str, said: date) -> Iterator[Moment]:
    """In March, of that year."""
    for match in _MONTH.finditer(text):
        stretch = _stretch(value_types.Day(said.year, value_types.MONTHS.index(match["month"]) + 1))
        if stretch:
            yield Moment(*match.span("month"), *stretch, True, match["month"])


def _years(text: str) -> Iterator[Moment]:
    """Years by themselves, but for those of citations, which stand in brackets."""
    for match in _YEAR.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        if re.search(r"\([^()]*$", before) and re.match(r"[^()]{0,20}\)", after):
            continue
        year = int(match.group())
        yield Moment(match.start(), match.end(), date(year, 1, 1), date(year, 12, 31), True, match.group())


def _ordinal_days(text: str, near: date, ahead: bool) -> Iterator[Moment]:
    """The 15th, the fifteenth: of the month of ``near``, or of the next one if ``ahead`` and it has passed."""
    for match in _ORDINAL.finditer(text):
        number = int(match["figure"]) if match["figure"] else _ORDINALS.index(match["word"].lower()) + 1
        if match["word"] and not match["month"] and number < 10 and ahead:
            continue
        named = value_types.MONTHS.index(match["month"].capitalize()) + 1 if match["month"] else 0
        month = near.replace(month=named or near.month, day=1)
        for first in (month, relative.shift(month, 1)):
            if number > calendar.monthrange(first.year, first.month)[1]:
                continue
            day = first.replace(day=number)
            if named or day >= near or not ahead:
                yield Moment(match.start(), match.end(), day, day, False, value_types.format_date(day))
                break


def _stretch(day: value_types.Day) -> Stretch | None:
    """First and last day of what was stated, None if there is no such date."""
    if day.day:
        whole = day.whole()
        return (whole, whole) if whole else None
    if not 1 <= day.year <= 9999 or day.month > 12:
        return None
    if day.month:
        return date(day.year, day.month, 1), date(day.year, day.month, calendar.monthrange(day.year, day.month)[1])
    return date(day.year, 1, 1), date(day.year, 12, 31)


def _nearest(stretch: Stretch, said: date) -> Stretch:
    """A date without a year, in the year that puts it nearest to when it was said."""
    first, last = stretch
    if first.month == 2 and first.day == 29:
        return stretch
    away = min((-1, 0, 1), key=lambda years: abs((first.replace(year=first.year + years) - said).days))
    day = min(last.day, calendar.monthrange(last.year + away, last.month)[1])
    return first.replace(year=first.year + away), last.replace(year=last.year + away, day=day)
