"""Other forms of an answer that count as the same, from the kind of its value.

An answer has some only where all of it is one value of its kind, and none that could be another value. So there is none
in which only what ``normalized`` drops tells two values apart: "$1,540.00" is there what "$154,000" is, and 1/25/1991
what 12/5/1991 is.

Source: Rajpurkar et al. 2016 (SQuAD), section 6.1: an answer is compared with every form of the gold.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from microworlds.core import value_types
from microworlds.core.text import normalized
from microworlds.core.value_types import format_amount, in_words, ordinal, parse_amount, parse_date, parse_number

_IN_WORDS = 12
"""The largest number that is also written in words."""
_LARGER = {"day": ("week", 7), "month": ("year", 12)}
"""In which unit a length can be told exactly too: not years in months, since two full years may be 29 months."""
_ANY_YEAR = 2000
"""Stands for a year that is not told: one in which every day is there."""
_COUNTED = re.compile(r"(?P<count>.+?)(?:\s*\(\d+\))?[\s-]+(?P<unit>hour|day|week|month|year|[a-z]+s)", re.IGNORECASE)
_LENGTH = re.compile(r"(hour|day|week|month|year)s?")
_PERCENT = re.compile(r"(.+?)\s*(?:%|\bpercent|\bper\s+cent)", re.IGNORECASE)
_DOLLARS = re.compile(r"\$|^USD\b|\bdollars$", re.IGNORECASE)
_DOCKET = re.compile(r"(?:(?:Docket|Case|File|Appeal)\s+)*(?:(?P<label>Nos?\.?|Number)\s+)?(?P<number>\S*\d.*)")
_OFFICE = re.compile(r"^(?:(?:Chief|Presiding|Associate)\s+)?(?:Judge|Justice)\s+|,\s+(?:[CP]\.\s?)?J\.$")
_TITLE = re.compile(r"^(?:Mr|Ms|Dr)\b\.?\s+")
_TITLED = re.compile(r"(?:Mr|Mrs|Ms|Miss|Dr)\b")
_NAME = re.compile(r"[A-Z][\w.'’-]*(?: (?!and\b|or\b)[\w.'’-]+)*")
_ACTS = "affirm reverse vacate remand dismiss deny grant overrule sustain quash modify discharge suspend".split()
_DONE = {act: (f"{act[:-1]}i" if act.endswith("y") else act.removesuffix("e")) + "ed" for act in _ACTS}
_TO_DO = {done: act for act, done in _DONE.items()}
_ORDER = {"before": "earlier", "after": "later"}


def equivalents(kind: str, answer: str, *others: str) -> tuple[str, ...]:
    """Further forms of an answer of a kind; no two of them, nor one and the answer, are the same once normalised.

    ``others`` are further names of what is answered, with their forms.

    >>> equivalents("interval", "14 months")
    ('1 year and 2 months', '1 year 2 months', 'one year and two months', 'one year two months', '14')
    >>> equivalents("docket", "Docket No. Hol-98-445")
    ('Hol-98-445', 'No. Hol-98-445')
    """
    distinct: dict[str, str] = {}
    for name in (answer, *others):
        for form in (name, *(FORMS[kind](name) if kind in FORMS else ())):
            distinct.setdefault(normalized(form), form)
    return tuple(distinct.values())[1:]


def _dates(answer: str) -> Iterator[str]:
    """Day and month in either order, the month long and short; the year where it is told."""
    day = parse_date(answer, _ANY_YEAR) if value_types.PATTERNS["date"].fullmatch(answer) else None
    if day is None or (day.day and day.whole() is None):
        return
    year = f" {day.year}" if parse_date(answer) else ""
    month = value_types.MONTHS[day.month - 1]
    names = (month, f"{month[:3]}.", *(("Sept.",) if month == "September" else ()))
    if not day.day:
        yield from (f"{name}{year}" for name in names)
        return
    after, nth = year and f",{year}", ordinal(day.day)
    for name in names:
        yield from (f"{name} {day.day}{after}", f"{day.day} {name}{year}")
    yield from (f"{month} {nth}{after}", f"{nth} {month}{year}", f"{nth} of {month}{after}")
    if year:
        yield f"{day.year}-{day.month:02d}-{day.day:02d}"


def _amounts(answer: str) -> Iterator[str]:
    """Dollars by sign, word and code; cents in words."""
    whole = value_types.PATTERNS["amount"].fullmatch(answer)
    amount = parse_amount(answer) if whole and _DOLLARS.search(answer) else None
    if amount is None:
        return
    dollars, cents = divmod(amount * 100, 100)
    if not cents:
        yield from (format_amount(amount), f"{dollars:,f} dollars", f"USD {dollars:,f}", f"US${dollars:,f}")
    elif dollars and not cents % 1:
        yield f"{dollars:,f} dollars and {int(cents)} cents"


def _counted(answer: str) -> tuple[int, str] | None:
    """Number and unit, in the singular or plural as it stands; the unit is empty where there is none."""
    number, match = parse_number(answer), _COUNTED.fullmatch(answer)
    if number is not None:
        return number, ""
    if match is None:
        return None
    number = 1 if match["count"].lower() in ("a", "an") else parse_number(match["count"])
    return None if number is None else (number, match["unit"])


def _figures(number: int) -> Iterator[str]:
    """A number in figures, then in words if it is small."""
    yield f"{number:,}"
    if number <= _IN_WORDS:
        yield in_words(number)


def _numbers(answer: str) -> Iterator[str]:
    """Figures and words, with the unit and without."""
    if counted := _counted(answer):
        number, unit = counted
        yield from (f"{figure} {unit}" for figure in _figures(number) if unit)
        yield from _figures(number)


def _sized(number: int, unit: str) -> list[str]:
    return [f"{figure} {unit if number == 1 else f'{unit}s'}" for figure in _figures(number)]


def _durations(answer: str) -> Iterator[str]:
    """Figures and words; months as years and months, days as weeks where they are whole ones."""
    counted = _counted(answer)
    length = _LENGTH.fullmatch(counted[1].lower()) if counted else None
    if counted is None or length is None:
        return
    number, unit = counted[0], length[1]
    yield from _sized(number, unit)
    larger, size = _LARGER.get(unit, ("", number + 1))
    whole, rest = divmod(number, size)
    if whole and not rest:
        yield from _sized(whole, larger)
    elif whole and unit == "month":
        for years, months in zip(_sized(whole, larger), _sized(rest, unit), strict=False):
            yield from (f"{years} and {months}", f"{years} {months}")


def _intervals(answer: str) -> Iterator[str]:
    """As of a duration, and without the unit: the question names it."""
    yield from _durations(answer)
    yield from _numbers(answer)


def _percents(answer: str) -> Iterator[str]:
    match = _PERCENT.fullmatch(answer)
    number = parse_number(match[1]) if match else None
    if number is not None:
        yield f"{number}%"
        yield from (f"{figure} {word}" for figure in _figures(number) for word in ("percent", "per cent"))


def _dockets(answer: str) -> Iterator[str]:
    """With and without labels that any docket number may have; "Crim." is none, for there may be a "Civ." too."""
    if match := _DOCKET.fullmatch(answer):
        number, label = match["number"], match["label"] or "No."
        yield from (number, f"{label} {number}", f"Docket {label} {number}")


def _persons(answer: str) -> Iterator[str]:
    """With and without an office; a whole name with and without a title too.

    Of a family name alone the title may tell one person from another, and of "Mrs. John Carver" it does.
    """
    name = _OFFICE.sub("", answer)
    bare = _TITLE.sub("", name)
    whole = " " in bare
    name = bare if whole else name
    if _NAME.fullmatch(name) and not _TITLED.match(name):
        titles = ("Judge", "Justice", "Chief Justice", *(("Mr.", "Ms.", "Dr.") if whole else ()))
        yield from (name, *(f"{title} {name}" for title in titles), f"{name}, J.")


def _outcomes(answer: str) -> Iterator[str]:
    """What the court does and what it did."""
    for forms in (_DONE, _TO_DO):
        yield "".join(forms.get(word.lower(), word) for word in re.split(r"(\W+)", answer))


def _orders(answer: str) -> Iterator[str]:
    if answer in _ORDER:
        yield _ORDER[answer]


def _titles(answer: str) -> Iterator[str]:
    yield from (answer.replace(*pair) for pair in ((" v. ", " vs. "), (" v. ", " versus "), (" & ", " and ")))


def _statutes(answer: str) -> Iterator[str]:
    for word in ("Section", "Sec.", "§"):
        yield re.sub(r"(?:\b[Ss]ection|§)(?=\s\d)", word, answer)


FORMS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "date": _dates, "amount": _amounts, "number": _numbers, "duration": _durations, "interval": _intervals,
    "percent": _percents, "docket": _dockets, "person": _persons, "outcome": _outcomes, "order": _orders,
    "title": _titles, "statute": _statutes,
}  # fmt: skip
"""Of the kinds whose values have other forms: how to write them; a form may be the answer itself."""
