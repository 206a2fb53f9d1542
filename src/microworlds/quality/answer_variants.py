"""The values of answers in other words, and whether two of them amount to the same.

Source: issue 4, section 2 (a judge is measured on right answers that are written otherwise, and on rivals that are
not right).
"""

import random
import re

from microworlds.core import value_types
from microworlds.core.text import normalized, stems

_ALIKE = 0.5
"""Share of common stems from which two clauses are too alike to be rivals."""
_ANY = 4
"""The year of a date told without one: a leap year that nobody means."""
_TURNED = {"before": ("earlier", "It came before."), "after": ("later", "It came after.")}
_SO = {"yes": ("Yes, that is so.", "Yes, it is."), "no": ("No, that is not so.", "No, it is not.")}
_NUMBERED = re.compile(r"^(?:Docket\s+)?No\.\s+")


def same(kind: str, one: str, two: str) -> bool:
    """Whether two answers of a kind amount to the same, or one is part of the other: then neither is a rival."""
    if kind == "date":
        return _days_alike(value_types.parse_date(one, _ANY), value_types.parse_date(two, _ANY))
    if kind == "amount":
        return value_types.parse_amount(one) == value_types.parse_amount(two)
    if kind == "outcome":
        acts, others = value_types.parse_outcome(one), value_types.parse_outcome(two)
        return acts is None or others is None or bool(acts & others)
    if kind == "person":
        return bool(set(normalized(one).split()) & set(normalized(two).split()))
    a, b = normalized(one), normalized(two)
    if a in b or b in a:
        return True
    if kind in ("clause", "choice", "title"):
        mine, theirs = set(stems(one)), set(stems(two))
        return len(mine & theirs) >= _ALIKE * min(len(mine), len(theirs))
    return False


def _days_alike(one: value_types.Day | None, two: value_types.Day | None) -> bool:
    if one is None or two is None:
        return True
    pairs = (
        (one.month, two.month),
        (one.day, two.day),
        *(((one.year, two.year),) if 4 not in (one.year, two.year) else ()),
    )
    return all(a == b or 0 in (a, b) for a, b in pairs)


def reworded(kind: str, answer: str, rng: random.Random) -> str | None:
    """The same answer in another form; None where there is none that is surely the same."""
    if kind == "date":
        return _date(answer, rng)
    if kind == "amount":
        amount = value_types.parse_amount(answer)
        return None if amount is None else rng.choice((f"{amount:,f} dollars", f"USD {amount:f}"))
    if kind in ("interval", "duration", "number"):
        return _counted(answer, rng)
    if kind == "docket":
        bare = _NUMBERED.sub("", answer)
        return bare if bare != answer else None
    if kind == "outcome":
        return rng.choice((f"The judgment was {answer}.", f"the court {answer}")) if answer.endswith("ed") else None
    if kind == "person":
        return _person(answer, rng)
    if kind == "order":
        return rng.choice(_TURNED[answer])
    if kind == "yes_no":
        return rng.choice(_SO[answer])
    if kind in ("court", "organisation") and " of " in answer:
        return f"the {answer}" if rng.random() < 0.5 else answer.upper()
    return f"“{answer}”" if kind in ("clause", "title") else None


def _date(answer: str, rng: random.Random) -> str | None:
    stated = re.search(r"\d{4}", answer) is not None
    day = value_types.parse_date(answer, _ANY)
    whole = day.whole() if day else None
    if whole is None:
        return None
    month = value_types.MONTHS[whole.month - 1]
    if not stated:
        return rng.choice((f"{whole.day} {month}", f"the {value_types.ordinal(whole.day)} of {month}"))
    day_first, slashed = f"{whole.day} {month} {whole.year}", f"{whole.month}/{whole.day}/{whole.year}"
    return rng.choice(
        (whole.isoformat(), day_first, f"{month} {value_types.ordinal(whole.day)}, {whole.year}", slashed)
    )


def _counted(answer: str, rng: random.Random) -> str | None:
    match = re.fullmatch(r"(\d+)((?: \w+)?)", answer)
    if match is None:
        return None
    number, unit = int(match[1]), match[2]
    if unit == " days" and number > 14 and number % 7 and rng.random() < 0.5:
        return f"{number // 7} weeks and {number % 7} {'day' if number % 7 == 1 else 'days'}"
    # "16" for 16 tabs says all; "16" for 16 days would leave open of what
    return match[1] if unit and unit not in _LENGTHS and rng.random() < 0.3 else f"{value_types.in_words(number)}{unit}"


_LENGTHS = frozenset(f" {unit}{ending}" for unit in ("hour", "day", "week", "month", "year") for ending in ("", "s"))


def _person(answer: str, rng: random.Random) -> str | None:
    words = answer.split()
    if len(words) == 1:
        return f"Judge {answer.title()}" if answer.isupper() else f"It is {answer}."
    short = " ".join(word for word in words if not re.fullmatch(r"[A-Z]\.", word))
    return short if short != answer else words[-1] if not answer.endswith(".") else None


def vaguer(kind: str, answer: str) -> str | None:
    """A part of one answer that does not say all of it: the month of a date, one of two acts, a first name."""
    if kind == "date":
        day = value_types.parse_date(answer)
        return f"{value_types.MONTHS[day.month - 1]} {day.year}" if day and day.whole() else None
    if kind == "outcome":
        match = re.fullmatch(r"(\w+ed) and (\w+ed)", answer)
        return match[1] if match else None
    if kind == "person":
        words = answer.split()
        return words[0] if len(words) > 1 and len(words[0]) > 2 else None
    return None
