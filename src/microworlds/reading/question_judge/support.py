"""Whether passages state an answer, in its own words or as the same value, or let it be worked out."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations

from microworlds.core import value_types
from microworlds.core.records import Passage
from microworlds.core.text import normalized
from microworlds.reading import arithmetic, values, words

KEYED = ("date", "amount", "duration", "percent", "docket", "statute")
"""Kinds of value whose sameness is not one of words."""
_NAME = re.compile(r"(?<=[\w,;]\s)[A-Z][\w’'-]+")
"""A capitalised word that does not open an answer: no other word will do for it."""
_CHOICES = ("yes", "no", "before", "after", "earlier", "later", "same", "different")


def is_choice(answer: str) -> bool:
    """True if an answer is yes, no, before, after or the like, which no passage can state."""
    return normalized(answer) in _CHOICES


def stated(answer: str, passages: Iterable[Passage]) -> float:
    """How far one of the passages states the answer: 1 word for word or the same value, else the share of words."""
    return max((_in_passage(answer, passage) for passage in passages), default=0.0)


def _in_passage(answer: str, passage: Passage) -> float:
    whole = f"{passage.text}\n{passage.speaker or passage.source}"
    if _says(normalized(whole), normalized(answer)) or _says(whole, answer.strip()):
        return 1.0
    keyed = [(one.end - one.start, kind, one.key) for kind in KEYED for one in values.find(kind, answer, passage.time)]
    if keyed:
        _, kind, key = max(keyed, key=lambda one: one[0])
        return float(any(one.key == key for one in values.find(kind, passage.text, passage.time)))
    wanted = words.content(answer)
    if not wanted or any(not _says(passage.text, name) for name in _NAME.findall(answer)):
        return 0.0
    own = words.content(whole)
    return sum(one in own for one in wanted) / len(wanted)


def _says(text: str, phrase: str) -> bool:
    """True if words stand in a text as a whole."""
    return bool(phrase) and re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


def derivable(answer: str, passages: Sequence[Passage], asked: date | None = None) -> bool:
    """True if an answer is an interval between dates, a sum or difference of quantities, or a count, of passages.

    An interval may be one to the day on which it is ``asked``.
    """
    length = value_types.parse_duration(answer)
    if length is not None:
        days = [one.key for piece in passages for one in values.find("date", piece.text, piece.time)]
        days += [(day, day) for day in (asked, *(piece.time.date() for piece in passages if piece.time)) if day]
        apart = (arithmetic.between(one, other, length[1]) for one, other in combinations(days, 2))
        return any(text is not None and value_types.parse_duration(text) == length for text in apart)
    for kind in ("amount", "percent", "number"):
        for wanted in _figures(kind, answer)[:1]:
            found = [number for piece in passages for number in _figures(kind, piece.text)]
            sums = any(wanted in (one + other, abs(one - other)) for one, other in combinations(found, 2))
            return sums or (answer.strip(". ").isalnum() and kind == "number" and wanted <= len(passages))
    return False


def _figures(kind: str, text: str) -> list[Decimal]:
    """The values of a kind that are numbers."""
    return [one.key for one in values.find(kind, text) if isinstance(one.key, Decimal)]
