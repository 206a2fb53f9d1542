"""Lines that look like headings, in agreements, statutes, reports and Markdown; which of them count is for ``outline``.

Source: MemoryDocDataSet 4.2 (documents); the forms were collected from commercial agreements filed with the SEC.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.core.value_types import parse_number
from microworlds.corpora.expressions import regex


@dataclass(frozen=True)
class Heading:
    """A candidate: ``family`` and ``number`` say in which sequence it would stand, ``label`` is its number as written.

    ``title`` is empty where the text runs on after the number. ``run_in`` is true where prose follows on the same line.
    """

    start: int
    family: str
    number: tuple[int, ...]
    label: str
    title: str
    run_in: bool = False

    @property
    def name(self) -> str:
        """What a person would call it: ``ARTICLE 6 SUPPLY``."""
        return f"{self.label} {self.title}".strip()


@dataclass(frozen=True)
class Unit:
    """A line, or a piece of one between runs of three or more spaces (a lost line break, a column)."""

    start: int
    text: str
    begins_line: bool

    @property
    def is_prose(self) -> bool:
        """True for a dozen words or more, most of them in lower case: not a title, a list or a table."""
        words = [word for word in self.text.split() if word[0].isalpha()]
        return len(words) >= 12 and sum(word[0].islower() for word in words) >= 0.5 * len(words)


def units(text: str) -> list[Unit]:
    """The units of a text, in order."""
    found = []
    after = 0
    for match in regex("headings.unit").finditer(text):
        found.append(Unit(match.start(), match[0], after == 0 or "\n" in text[after : match.start()]))
        after = match.end()
    return found


SMALL = frozenset("a an and any as at but by for from in into its nor of on or per the to under upon with".split())


def squeezed(text: str) -> str:
    """The text on one line, single spaces, without a page number and punctuation at its end."""
    return regex("headings.page").sub("", " ".join(text.split())).strip(" .,:;—–-|")


def is_title(text: str) -> bool:
    """True for at most fourteen words, all capitalised but for the small ones."""
    words = re.findall(r"[^\W_]\S*", text)
    if not 1 <= len(words) <= 14 or all(word.lower() in SMALL or not word[0].isalpha() for word in words):
        return False
    return all(word[0].isupper() or word[0].isdigit() or word.lower() in SMALL for word in words)


def _title(rest: str) -> tuple[str, bool]:
    """Title at the beginning of what follows a number, and whether prose follows it on the same line."""
    rest = rest.strip(" \t.:—–-|")
    ending = regex("headings.ending").search(rest)
    first = squeezed(rest[: ending.start()]) if ending else ""
    # a lone initial or abbreviation is not a title: "1. U.S. Bank ..."
    if ending and len(first) > 3 and is_title(first):
        return first, bool(rest[ending.end() :].strip())
    whole = squeezed(rest)
    if is_title(whole):
        return whole, False
    return "", bool(whole)


def _candidate(unit: Unit, following: Unit | None) -> Heading | None:
    """The heading that the unit would be if it is one; a number alone takes its title from the next unit."""
    text = unit.text
    if match := regex("headings.attached").match(text):
        title, run_in = _title(match["rest"])
        if run_in or len(text) > 160:
            return None
        title = title or _alone(match["rest"], following)
        return Heading(unit.start, "attached", (), " ".join(match["label"].split()), title)
    forms = ((form, regex(f"headings.{form}").match(text)) for form in ("worded", "number", "roman"))
    form, match = next((found for found in forms if found[1]), ("", None))
    if match is None:
        return None
    number = _number(match["number"])
    title, run_in = _title(match["rest"])
    title = title or _alone(match["rest"], following)
    word = match.groupdict().get("word")
    if not number or (match["rest"].strip()[:1].islower() and not title):
        return None
    stop = match.groupdict().get("stop") or ("." if form == "roman" else "")
    if word is None and not stop and not (title and _same_line(match["rest"], following)):
        # a bare number is a page's, a year's or a street's unless a title follows on its line
        return None
    if len(number) > 1 and number[-1] == 0:
        number = number[:-1]
    family = "decimal" if len(number) > 1 else word.lower() if word else form
    label = " ".join(match["label"].split())
    return Heading(unit.start, family, number, label + stop, title, run_in)


def _same_line(rest: str, following: Unit | None) -> bool:
    return bool(rest.strip()) or (following is not None and not following.begins_line)


def _alone(rest: str, following: Unit | None) -> str:
    """The title on the unit after a number that stands alone."""
    if rest.strip(" .:—–-") or following is None or len(following.text) > 120:
        return ""
    title = squeezed(following.text)
    if re.match(r"\d|(?:article|section|exhibit|schedule)\b", title, re.IGNORECASE) or re.search(r":|\d/\d", title):
        return ""
    return title if is_title(title) else ""


def _number(text: str) -> tuple[int, ...]:
    if text[0].isdigit():
        return tuple(int(piece) for piece in text.split("."))
    value = _roman(text) or parse_number(text.lower())
    return (value,) if value else ()


def _roman(text: str) -> int | None:
    if not re.fullmatch(r"C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", text):
        return None
    digits = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}[letter] for letter in text]
    return sum(-one if one < two else one for one, two in zip(digits, [*digits[1:], 0], strict=True))


def candidates(text: str) -> Iterator[tuple[Unit, Heading | None]]:
    """Every unit in order, with the numbered or attached heading it could be."""
    all_units = units(text)
    for unit, following in zip(all_units, [*all_units[1:], None], strict=False):
        yield unit, _candidate(unit, following)


def markdown(text: str) -> list[Heading]:
    """Markdown headings outside fenced code; the level is the number."""
    found = []
    fenced = False
    start = 0
    for line in text.splitlines(keepends=True):
        if line.startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and (match := regex("headings.markdown").match(line)):
            found.append(Heading(start, "markdown", (len(match["marks"]),), "", match["rest"].strip(" #\n")))
        start += len(line)
    return found


def capitals(text: str) -> list[Heading]:
    """Units all in capitals that stand nowhere else in the text (a repeated one is a running head)."""
    found = [
        Heading(unit.start, "capitals", (), "", squeezed(unit.text))
        for unit in units(text)
        if unit.text.isupper() and len(unit.text) <= 90 and sum(char.isalpha() for char in unit.text) >= 5
    ]
    times = Counter(heading.title for heading in found)
    return [heading for heading in found if times[heading.title] == 1 and is_title(heading.title)]
