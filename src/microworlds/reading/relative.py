"""Relative dates: which days yesterday, last week, next Tuesday, two weeks from today mean when said on a given day."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from microworlds.core import value_types

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_DAYS = {
    "the day before yesterday": -2, "the day after tomorrow": 2, "yesterday": -1, "last night": -1, "tomorrow": 1,
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0,
}  # fmt: skip
_STEPS = {"last": -1, "previous": -1, "past": -1, "this": 0, "next": 1, "coming": 1, "following": 1}
_COUNT = (
    r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|twenty|thirty|"
    r"(?:a )?few|(?:a )?couple(?: of)?)"
)
_UNIT = r"(?P<unit>day|week|weekend|month|year)s?"
_WHICH = rf"(?:this )?(?P<which>{'|'.join(_STEPS)})"
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|came|got|took|made|said|met|saw|\w{3,}ed|spoke|sent|gave|heard)\b", re.I
)
_FUTURE = re.compile(r"\b(?:by|due|until|before)\s\W*$", re.I)

Stretch = tuple[date, date, str]
"""First and last day, and how to say them outright; no words if that is how dates are written."""


def find(text: str, said: date) -> Iterator[tuple[int, int, date, date, str]]:
    """Places of relative dates, the first and last day meant, and how to say them outright."""
    for pattern, meaning in _RELATIVE:
        for match in pattern.finditer(text):
            try:
                first, last, words = meaning(match, said)
            except (ValueError, OverflowError):  # out of the calendar
                continue
            yield match.start(), match.end(), first, last, words or _written(first, last)


def _written(first: date, last: date) -> str:
    if first == last:
        return value_types.format_date(first)
    whole_year = (first.month, last.month) == (1, 12)
    return str(first.year) if whole_year else f"{value_types.MONTHS[first.month - 1]} {first.year}"


def month(day: date, months: int) -> Stretch:
    """The month so many months away."""
    total = day.year * 12 + day.month - 1 + months
    first = date(total // 12, total % 12 + 1, 1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1), ""


def _one(day: date, away: int) -> Stretch:
    return day + timedelta(days=away), day + timedelta(days=away), ""


def _shifted(said: date, steps: int, unit: str) -> Stretch:
    """The week, weekend, month or year so many away; a week keeps the words that make it one."""
    if unit == "month":
        return month(said, steps)
    if unit == "year":
        return date(said.year + steps, 1, 1), date(said.year + steps, 12, 31), ""
    monday = said + timedelta(weeks=steps, days=-said.weekday())
    first = monday + timedelta(days=5 if unit == "weekend" else 0)
    day = value_types.format_date(said)
    if steps == 0 and unit == "week":
        return first, monday + timedelta(days=6), f"the week of {day}"
    count = {1: f"the {unit}", 2: f"two {unit}s", 3: f"three {unit}s"}.get(abs(steps) or 1, f"{abs(steps)} {unit}s")
    return first, monday + timedelta(days=6), f"{count} {'after' if steps > 0 else 'before'} {day}"


def _away(match: re.Match[str], said: date, sign: int) -> Stretch:
    """So many days, weeks, months or years before or after; vague counts stay vague."""
    word, unit = match["count"].lower(), match["unit"].lower()
    count = 1 if word in ("a", "an") else value_types.parse_number(word)
    if count is None:
        far = said + timedelta(days=sign * {"day": 5, "week": 21, "weekend": 21, "month": 90, "year": 1000}[unit])
        vague = "a few" if "few" in word else "a couple of"
        words = f"{vague} {unit}s {'before' if sign < 0 else 'after'} {value_types.format_date(said)}"
        return min(far, said), max(far, said), words
    if unit in ("day", "week"):
        return _one(said, sign * count * (7 if unit == "week" else 1))
    return _shifted(said, sign * count, unit)


def _named(match: re.Match[str], said: date) -> Stretch:
    """Last, this or next week, weekend, month, year, summer."""
    step, unit = _STEPS[match["which"].lower()], match["unit"].lower()
    if unit not in _SEASONS:
        return _shifted(said, step, unit)
    start = _SEASONS[unit]
    first = date(said.year + (step if step > 0 or said.month <= start + 2 else 0), start, 1)
    return first, month(first, 2)[1], f"the {unit} of {first.year}"


def _weekday(match: re.Match[str], said: date) -> Stretch:
    """The nearest such day: behind after last or in the past tense, else ahead."""
    which = (match["which"] or "").lower()
    number = next(at for at, name in enumerate(WEEKDAYS) if name.startswith(match["weekday"].lower()[:3]))
    near = match.string[max(0, match.start() - 80) : match.end() + 30]
    tense = _PAST.search(near) and not _FUTURE.search(match.string[: match.start("weekday")])
    if _STEPS[which] < 0 if which else tense:
        return _one(said, -((said.weekday() - number) % 7 or 7))
    return _one(said, (number - said.weekday()) % 7 or 7)


_RELATIVE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], Stretch]], ...] = tuple(
    (re.compile(rf"\b{pattern}\b", re.IGNORECASE), meaning)
    for pattern, meaning in (
        (rf"{_COUNT} {_UNIT} (?:ago|back|earlier)", lambda match, said: _away(match, said, -1)),
        (rf"{_COUNT} {_UNIT} from (?:today|now|tomorrow)", lambda match, said: _away(match, said, 1)),
        (rf"in (?:about )?{_COUNT} {_UNIT}(?:['’]s? time)?\b(?! of| or)", lambda match, said: _away(match, said, 1)),
        (rf"(?:{'|'.join(_DAYS)})", lambda match, said: _one(said, _DAYS[match.group().lower()])),
        (rf"{_WHICH} (?P<unit>week|weekend|month|year|{'|'.join(_SEASONS)})", _named),
        (rf"{_WHICH} (?P<weekday>mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)", _weekday),
        (rf"(?:(?:on|by|until|before|since|till|every|{_WHICH}) )?(?P<weekday>{'|'.join(WEEKDAYS)})", _weekday),
    )
)
