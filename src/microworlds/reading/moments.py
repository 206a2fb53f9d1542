"""Dates in a text, absolute and relative: where they stand, and which days they mean when said at a given time.

"Last Friday" is a day, "last week" is only a stretch of days: a moment keeps both ends, so that an answer never
claims more than was said.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from microworlds.core import value_types
from microworlds.reading import relative

_MONTHS = "|".join(value_types.MONTHS)
_MONTH = re.compile(rf"\b(?i:in|by|since|until|of|early|late|mid-?)\s(?P<month>{_MONTHS})\b(?!\s\d)")
_YEAR = re.compile(r"(?<![\d$.,/-])(?:1[6-9]|20)\d\d\b(?![\d/-]|[.,]\d|[^()]{0,20}\))")
"""Not that of a citation, which stands in brackets."""
_ORDINAL = re.compile(r"\bthe (?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b(?: of (?P<month>[A-Z][a-z]+))?")


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


def find(text: str, said: datetime | None) -> tuple[Moment, ...]:
    """All moments of a text in order of place, none inside another."""
    found: list[Moment] = []
    for moment in _all(text, said.date() if said else None):
        if all(moment.end <= other.start or other.end <= moment.start for other in found):
            found.append(moment)
    return tuple(sorted(found, key=lambda moment: moment.start))


def _all(text: str, said: date | None) -> Iterator[Moment]:
    """Moments of every form, the surer form first."""
    if said is not None:
        yield from _ordinal_days(text, said)
    yield from _dates(text, said)
    if said is not None:
        for match in _MONTH.finditer(text):
            first, last, words = relative.month(date(said.year, _number(match["month"]), 1), 0)
            yield Moment(*match.span("month"), first, last, True, match["month"])
    for match in _YEAR.finditer(text):
        year = int(match.group())
        yield Moment(*match.span(), date(year, 1, 1), date(year, 12, 31), True, match.group())
    if said is not None:
        for start, end, first, last, words in relative.find(text, said):
            yield Moment(start, end, first, last, False, words)


def _number(month: str) -> int:
    return value_types.MONTHS.index(month) + 1


def _dates(text: str, said: date | None) -> Iterator[Moment]:
    """Dates written out, with a year or, if it is known when they were said, in the year that puts them nearest."""
    for start, end in value_types.find("date", text):
        start += 4 * text[start:end].lower().startswith("the ")
        words = text[start:end]
        stated = value_types.parse_date(words, said.year if said else None)
        first = _first(stated) if stated else None
        if stated is None or first is None:
            continue
        if (
            said
            and str(first.year) not in words
            and not re.search(r"/\d\d$", words)
            and (first.month, first.day) != (2, 29)
        ):
            years = (first.replace(year=first.year + away) for away in (0, -1, 1))
            first = min(years, key=lambda day: abs((day - said).days))
        yield Moment(start, end, first, first if stated.day else relative.month(first, 0)[1], True, words)


def _first(day: value_types.Day) -> date | None:
    """The first day of what was stated, None if there is no such date."""
    try:
        return date(day.year, day.month, day.day or 1)
    except ValueError:
        return None


def _ordinal_days(text: str, said: date) -> Iterator[Moment]:
    """The 15th: of the month in which it was said, or of the next one if it has passed."""
    for match in _ORDINAL.finditer(text):
        named = match["month"] if match["month"] in value_types.MONTHS else None
        month = said.replace(month=_number(named) if named else said.month, day=1)
        for first in (month, relative.month(month, 1)[0]):
            day = first + timedelta(days=int(match["day"]) - 1)
            if day.month == first.month and (named or day >= said):
                yield Moment(*match.span(), day, day, False, value_types.format_date(day))
                break
