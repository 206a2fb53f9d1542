"""Relative dates: which days yesterday, last week, next Tuesday, two weeks from today mean when said on a given day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from microworlds.core import value_types

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = (
    r"(?P<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|"
    r"sun(?:day)?)\b"
)
_LONG_WEEKDAY = rf"(?P<weekday>{'|'.join(WEEKDAYS)})\b"
_COUNT = (
    r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|twenty|thirty|"
    r"(?:a )?few|(?:a )?couple(?: of)?|some)"
)
_UNIT = r"(?P<unit>day|week|weekend|fortnight|month|year)s?"
_MONTHS = "|".join(value_types.MONTHS)
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|came|got|took|made|said|met|saw|had|\w{3,}ed|spoke|sent|gave|heard)\b", re.IGNORECASE
)
_FUTURE = re.compile(r"\b(?:will|'ll|shall|going to|by|due|until|before|next|plan|can|must|should)\b", re.IGNORECASE)


def find(text: str, said: date) -> Iterator[tuple[int, int, date, date, str]]:
    """Places of relative dates, the first and last day meant, and how to say them outright."""
    for pattern, meaning in _RELATIVE:
        for match in pattern.finditer(text):
            stretch = _meant(meaning, match, said)
            if stretch:
                first, last, words = stretch
                yield match.start(), match.end(), first, last, words or _written(first, last)


def _meant(meaning: Callable[[re.Match[str], date], Stretch], match: re.Match[str], said: date) -> Stretch:
    """The days meant, None if they are none or out of the calendar."""
    try:
        return meaning(match, said)
    except (ValueError, OverflowError):
        return None


def _written(first: date, last: date) -> str:
    if first == last:
        return value_types.format_date(first)
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        return str(first.year)
    return f"{value_types.MONTHS[first.month - 1]} {first.year}"


Stretch = tuple[date, date, str] | None


def _one(day: date) -> Stretch:
    return day, day, ""


def shift(day: date, months: int) -> date:
    """The first of the month so many months away."""
    total = day.year * 12 + day.month - 1 + months
    return date(total // 12, total % 12 + 1, 1)


def _month(day: date, months: int) -> Stretch:
    first = shift(day, months)
    return first, shift(first, 1) - timedelta(days=1), ""


def _year(day: date, years: int) -> Stretch:
    return date(day.year + years, 1, 1), date(day.year + years, 12, 31), ""


def _week(day: date, weeks: int, unit: str = "week", words: str = "") -> Stretch:
    """The week so many weeks away, in words that keep it a week."""
    monday = day - timedelta(days=day.weekday()) + timedelta(weeks=weeks)
    first = monday + timedelta(days=5) if unit == "weekend" else monday
    side = "before" if weeks < 0 else "after"
    if weeks == 0 and unit == "week":
        return first, monday + timedelta(days=6), f"the week of {value_types.format_date(day)}"
    side = "before" if weeks <= 0 else side
    count = {1: f"the {unit}", 2: f"two {unit}s", 3: f"three {unit}s"}.get(abs(weeks) or 1, f"{abs(weeks)} {unit}s")
    return first, monday + timedelta(days=6), words or f"{count} {side} {value_types.format_date(day)}"


def _count(match: re.Match[str]) -> int | None:
    """The number stated; None for a few, a couple, some."""
    word = match["count"].lower()
    return 1 if word in ("a", "an") else value_types.parse_number(word)


def _away(match: re.Match[str], said: date, sign: int) -> Stretch:
    """So many days, weeks, months or years before or after; vague counts stay vague."""
    count, unit = _count(match), match["unit"].lower()
    if count is None:
        if unit == "day" or unit == "weekend":
            return None
        word = "a few" if "few" in match["count"].lower() else "a couple of"
        side = "before" if sign < 0 else "after"
        far = said + timedelta(days=sign * {"week": 21, "fortnight": 42, "month": 90, "year": 1000}[unit])
        return min(far, said), max(far, said), f"{word} {unit}s {side} {value_types.format_date(said)}"
    if unit == "day":
        return _one(said + timedelta(days=sign * count))
    if unit == "weekend":
        return _week(said, sign * count, "weekend")
    if unit in ("week", "fortnight"):
        days = count * (14 if unit == "fortnight" else 7)
        return _one(said + timedelta(days=sign * days))
    return _month(said, sign * count) if unit == "month" else _year(said, sign * count)


def _shifted(match: re.Match[str], said: date) -> date:
    return said + timedelta(days=1 if match["shift"].lower() == "tomorrow" else -1)


def _weekday(match: re.Match[str]) -> int:
    return next(number for number, name in enumerate(WEEKDAYS) if name.startswith(match["weekday"].lower()[:3]))


def _last_weekday(match: re.Match[str], said: date) -> Stretch:
    back = (said.weekday() - _weekday(match)) % 7 or 7
    return _one(said - timedelta(days=back))


def _next_weekday(match: re.Match[str], said: date) -> Stretch:
    ahead = (_weekday(match) - said.weekday()) % 7 or 7
    return _one(said + timedelta(days=ahead))


def _this_weekday(match: re.Match[str], said: date) -> Stretch:
    monday = said - timedelta(days=said.weekday())
    return _one(monday + timedelta(days=_weekday(match)))


def _bare_weekday(match: re.Match[str], said: date) -> Stretch:
    """Said without last or next: behind if the sentence is in the past tense, else ahead."""
    near = match.string[max(0, match.start() - 80) : match.end() + 30]
    past = _PAST.search(near) and not _FUTURE.search(match.string[max(0, match.start() - 12) : match.start()])
    return _last_weekday(match, said) if past else _next_weekday(match, said)


def _unit_named(match: re.Match[str], said: date) -> Stretch:
    """Last, this or next week, weekend, month, year."""
    step = {"last": -1, "previous": -1, "past": -1, "this": 0, "next": 1, "coming": 1, "following": 1}
    away, unit = step[match["which"].lower()], match["unit"].lower()
    if unit in ("week", "weekend"):
        if unit == "weekend" and away < 0 and said.weekday() < 5:
            return _week(said, -1, "weekend")
        return _week(said, away, unit)
    return _month(said, away) if unit == "month" else _year(said, away)


def _season(match: re.Match[str], said: date) -> Stretch:
    start = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}[match["season"].lower()]
    year = said.year + {"last": -1 if said.month <= start + 2 else 0, "next": 1, "this": 0}[match["which"].lower()]
    return date(year, start, 1), shift(date(year, start, 1), 3) - timedelta(days=1), f"the {match['season']} of {year}"


def _month_named(match: re.Match[str], said: date) -> Stretch:
    """Last, this or next March."""
    number = value_types.MONTHS.index(match["month"].capitalize()) + 1
    which = match["which"].lower()
    year = said.year
    if which == "last" and number >= said.month:
        year -= 1
    if which == "next" and number <= said.month:
        year += 1
    return _month(date(year, number, 1), 0)


def _from_weekday(match: re.Match[str], said: date) -> Stretch:
    """A week from Friday."""
    ahead = (_weekday(match) - said.weekday()) % 7 or 7
    return _one(said + timedelta(days=ahead + 7 * (_count(match) or 1)))


def _of_last_week(match: re.Match[str], said: date) -> Stretch:
    """Tuesday of last week, Friday next week."""
    step = {"last": -1, "this": 0, "next": 1}[match["which"].lower()]
    monday = said - timedelta(days=said.weekday()) + timedelta(weeks=step)
    return _one(monday + timedelta(days=_weekday(match)))


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_RELATIVE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], Stretch]], ...] = (
    (_compiled(r"\bthe day before yesterday\b"), lambda m, d: _one(d - timedelta(days=2))),
    (_compiled(r"\bthe day after tomorrow\b"), lambda m, d: _one(d + timedelta(days=2))),
    (_compiled(rf"\b{_COUNT} {_UNIT} ago (?P<shift>tomorrow|yesterday)\b"), lambda m, d: _away(m, _shifted(m, d), -1)),
    (_compiled(rf"\b{_COUNT} {_UNIT} (?:ago|back|earlier)\b"), lambda m, d: _away(m, d, -1)),
    (_compiled(rf"\b{_COUNT} {_UNIT} from (?:today|now|tomorrow)\b"), lambda m, d: _away(m, d, 1)),
    (_compiled(rf"\b{_COUNT} weeks? (?:from|on|after) (?:next )?{_LONG_WEEKDAY}"), _from_weekday),
    (_compiled(rf"\b(?:in|in about) {_COUNT} {_UNIT}(?:['’]s? time)?\b(?! of| or)"), lambda m, d: _away(m, d, 1)),
    (_compiled(rf"\b{_LONG_WEEKDAY},? (?:of )?(?P<which>last|this|next) week\b"), _of_last_week),
    (_compiled(rf"\b(?:last|past|this past) {_WEEKDAY}"), _last_weekday),
    (_compiled(rf"\b(?:next|this coming|the coming) {_WEEKDAY}"), _next_weekday),
    (_compiled(rf"\bthis {_WEEKDAY}"), _this_weekday),
    (_compiled(rf"\b(?P<which>last|this|next) (?P<month>{_MONTHS})\b"), _month_named),
    (
        _compiled(r"\b(?:this )?(?P<which>last|previous|past|this|next|coming|following) "
                  r"(?P<unit>week|weekend|month|year)(?:['’]s)?\b"),
        _unit_named,
    ),
    (_compiled(r"\b(?P<which>last|this|next) (?P<season>spring|summer|fall|autumn|winter)\b"), _season),
    (_compiled(r"\b(?:yesterday|last night|last evening)\b"), lambda m, d: _one(d - timedelta(days=1))),
    (_compiled(r"\btomorrow\b"), lambda m, d: _one(d + timedelta(days=1))),
    (_compiled(r"\b(?:today|tonight|this (?:morning|afternoon|evening)|earlier today)\b"), lambda m, d: _one(d)),
    (_compiled(rf"\b{_COUNT} (?P<unit>weekend)s ago\b"), lambda m, d: _away(m, d, -1)),
    (_compiled(rf"\b(?:(?:on|by|until|before|since|till|every) )?{_LONG_WEEKDAY}"), _bare_weekday),
)  # fmt: skip
