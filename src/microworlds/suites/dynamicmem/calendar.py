"""Windows, schedules and the days that they mean; and which schedule explains the days on which something was done.

Source: DynamicMem, time windows and the tagged union of schedules (spec 1.4, 1.5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from datetime import date, datetime, time, timedelta

from microworlds.core.value_types import FIRST_TO_FIFTH, WEEKDAYS, ordinal
from microworlds.suites.dynamicmem.records import Schedule

_REGULAR = 0.5  # share of the weeks in which a weekday has to occur to be one of a weekly schedule
_WORDS = {
    "daily": "daily",
    "weekly": "weekly",
    "biweekly": "every two weeks",
    "monthly_by_date": "monthly",
    "monthly_nth_weekday": "monthly",
}


def days(schedule: Schedule, first: date, last: date) -> Iterator[date]:
    """The days from ``first`` to ``last``, both included, that a schedule means.

    >>> [str(day) for day in days(Schedule(frequency="weekly", days=(0, 3)), date(2024, 1, 1), date(2024, 1, 8))]
    ['2024-01-01', '2024-01-04', '2024-01-08']
    """
    day = first
    while day <= last:
        if on(schedule, day):
            yield day
        day += timedelta(days=1)


def on(schedule: Schedule, day: date) -> bool:
    """Whether a schedule means a day."""
    match schedule.frequency:
        case "daily":
            return True
        case "weekly":
            return day.weekday() in schedule.days
        case "biweekly":
            return schedule.start is not None and (day - schedule.start).days % 14 == 0
        case "monthly_by_date":
            return day.day in schedule.days
        case "monthly_nth_weekday":
            return day.weekday() in schedule.days and (day.day - 1) // 7 + 1 == schedule.week


def told(schedule: Schedule) -> tuple[str, str]:
    """How often, and on which days, as people say it.

    >>> told(Schedule(frequency="monthly_nth_weekday", days=(1,), week=2))
    ('monthly', 'second Tuesday')
    """
    if schedule.frequency == "monthly_by_date":
        on_days = ", ".join(map(ordinal, schedule.days))
    elif schedule.frequency == "daily":
        on_days = "every day"
    else:
        on_days = ", ".join(WEEKDAYS[day] for day in sorted(schedule.days))
    if schedule.frequency == "monthly_nth_weekday" and schedule.week:
        on_days = f"{FIRST_TO_FIFTH[schedule.week - 1]} {on_days}"
    return _WORDS[schedule.frequency], on_days


def inferred(done: Collection[date]) -> Schedule | None:
    """The schedule that explains best on which days something was done; None of fewer than two days, or of a tie.

    It may have been left out now and then, or put off: of all schedules that the days suggest, the one with the best F1
    between its days and these.
    """
    if len(done) < 2:
        return None
    first, last = min(done), max(done)
    scored: list[tuple[float, Schedule]] = []
    for own in _suggested(done):
        meant = set(days(own, first, last))
        scored.append((2 * len(meant & set(done)) / (len(meant) + len(done)), own))
    best = max(score for score, _ in scored)
    found = {told(own): own for score, own in scored if score == best}
    return next(iter(found.values())) if len(found) == 1 else None


def _suggested(done: Collection[date]) -> Iterator[Schedule]:
    first, last = min(done), max(done)
    yield Schedule(frequency="daily")
    weeks = (last - first).days // 7 + 1
    counts = Counter(day.weekday() for day in done)
    often = tuple(sorted(day for day, count in counts.items() if count >= _REGULAR * weeks))
    if 0 < len(often) < len(WEEKDAYS):
        yield Schedule(frequency="weekly", days=often)
    for weekday in counts:
        starts = Counter(day.toordinal() % 14 for day in done if day.weekday() == weekday)
        phase = starts.most_common(1)[0][0]
        start = next(day for day in sorted(done) if day.toordinal() % 14 == phase)
        yield Schedule(frequency="biweekly", days=(weekday,), start=start)
        for week in range(1, 5):
            yield Schedule(frequency="monthly_nth_weekday", days=(weekday,), week=week)
    for day in {own.day for own in done}:
        yield Schedule(frequency="monthly_by_date", days=(day,))


def clock(text: str) -> time:
    """A time of day HH:MM."""
    return time.fromisoformat(text)


def minutes(text: str) -> int:
    """Minutes from midnight to HH:MM."""
    own = clock(text)
    return own.hour * 60 + own.minute


def later(text: str, by: int) -> str:
    """HH:MM so many minutes later.

    >>> later("18:30", 75)
    '19:45'
    """
    return (datetime.combine(date(2000, 1, 1), clock(text)) + timedelta(minutes=by)).strftime("%H:%M")
