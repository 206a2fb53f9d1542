"""The tables of affairs: what people tell an assistant and ask it months later, and the values they tell.

``tables/*.yaml`` hold them; every file adds to the same lists.

Source: ConvoMem A.1 (use cases, half professional and half personal; evidence cores of six categories).
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import Field

from microworlds.core.records import Record
from microworlds.generation.person_names import FIRST, LAST, person
from microworlds.suites.convomem.records import Side, Speaker

_FOLDER = Path(__file__).parent / "tables"
_SLOT = re.compile(r"<(\w+)>")
_TRIES = 200
_AHEAD = (20, 200)  # days, of a day that is drawn
_NEAR = 8  # how far a number may be from the one that it takes the place of, or a quarter of it; days thrice
_CODE = "BCDFGHJKMNPRTVWX"
_KINDS = {"money": "amount", "percent": "percent", "person": "person"}
Texts = Annotated[tuple[str, ...], Field(min_length=1)]


class Told(Record):
    """One thing that can be told: its kind of ``value``, what it is, and the offline author's ways to put it.

    ``changed`` tells that the value is another from now on; ``prompts`` are what the user asks where the assistant
    tells it.
    """

    value: str
    gloss: str
    says: Texts
    asks: Texts
    changed: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()


class Total(Told):
    """Amounts of several items, that are asked for as a sum."""

    items: Texts


class Affair(Record):
    """A kind of affair; ``label`` is how it is called, with one pool's name in it."""

    label: str
    side: Side
    speaker: Speaker
    attributes: dict[str, Told] = Field(default_factory=dict)
    total: Total | None = None
    members: Told | None = None


class Trait(Record):
    """Something that an answer has to mind, told in passing; each of ``says`` has its own of ``replies``.

    See ``records.Stated`` for ``must`` and ``must_not``.
    """

    gloss: str
    says: Texts
    replies: Texts
    must: Texts
    must_not: tuple[str, ...]


class Wish(Record):
    """A request for a suggestion, and the traits that matter for it; both may be about somebody, a name of a pool."""

    side: Side
    request: Texts
    statements: tuple[Trait, ...]


class Group(Record):
    """One of the paper's groups of enterprise roles."""

    name: str
    roles: Texts


class Frames(Record):
    """What a statement is put into (``<said>``): of the user with the assistant's reply to it, or of the assistant."""

    told: tuple[tuple[str, str], ...] = ()
    changed: tuple[tuple[str, str], ...] = ()
    answered: tuple[str, ...] = ()


class Tables(Record):
    """All tables."""

    pools: dict[str, Texts] = Field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    affairs: tuple[Affair, ...] = ()
    frames: Frames = Frames()
    preferences: tuple[Wish, ...] = ()
    contexts: tuple[Wish, ...] = ()


@cache
def tables() -> Tables:
    """What the files say, in order of their names."""
    merged: dict[str, list[object]] = {}
    pools: dict[str, list[str]] = {}
    frames: dict[str, object] = {}
    for path in sorted(_FOLDER.glob("*.yaml")):
        own = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
        for name, entries in own.pop("pools", {}).items():
            pools.setdefault(name, []).extend(named for entry in entries for named in _named(entry))
        frames |= own.pop("frames", {})
        for name, entries in own.items():
            merged.setdefault(name, []).extend(entries)
    return Tables.model_validate({"pools": pools, "frames": frames, **merged})


def _named(entry: str) -> list[str]:
    """An entry of a pool; one with {first} or {last} in it stands for as many as there are such names."""
    names = zip(FIRST, LAST, strict=False) if "{" in entry else [("", "")]
    return [entry.format(first=first, last=last) for first, last in names]


@dataclass(frozen=True)
class Drawn:
    """A value as it is written, what it means where that needs its context, and its kind."""

    text: str
    kind: str
    meaning: str | None = None


def slot(text: str) -> str:
    """The name of the one slot of a label."""
    (name,) = _SLOT.findall(text)
    return str(name)


def named(text: str, name: str) -> str:
    """A text of a wish with its slot, whatever it is called, filled with a name.

    >>> named("<kin:cap> sings, says <kin>", "my aunt")
    'My aunt sings, says my aunt'
    """
    return filled(text, **dict.fromkeys(re.findall(r"<(\w+)", text), name))


def filled(text: str, **words: str) -> str:
    """A text with its slots filled; ``<word:cap>`` begins with a capital.

    >>> filled("<item:cap> for <label>", item="the paint", label="my flat")
    'The paint for my flat'
    """

    def put(match: re.Match[str]) -> str:
        return capital(words[match[1]]) if match[2] else words[match[1]]

    return re.sub(r"<(\w+)(:cap)?>", put, text)


def capital(text: str) -> str:
    """The text, its first letter a capital."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Values:
    """Draws the values of a core: none contains another, or one of ``taken``; days are those after ``last``."""

    rng: random.Random
    last: date
    taken: set[str]

    def drawn(self, kind: str) -> Drawn:
        """A value of a kind as the tables write it: ``pool NAME``, ``money A B``, ``count A B unit``, ...

        Raises:
            ValueError: no such kind, or nothing is left of it.
        """
        for _ in range(_TRIES):
            value = self._value(*kind.split())
            if not clashes(value.text, self.taken):
                self.taken.add(value.text)
                return value
        raise ValueError(f"nothing is left of {kind!r}: {len(self.taken)} values are taken")

    def another(self, kind: str, before: Drawn) -> Drawn:
        """A value that took the place of one of its kind: amounts, numbers and days are not far from it."""
        name, *given = kind.split()
        if name in ("money", "count"):
            value = int(re.sub(r"\D", "", before.text))
            reach = max(_NEAR, value // 4)
            given[:2] = [str(max(2, value - reach)), str(value + reach)]
        elif name == "date" and before.meaning:
            ahead = (date.fromisoformat(before.meaning) - self.last).days
            given = [str(max(_AHEAD[0], ahead - _NEAR * 3)), str(ahead + _NEAR * 3)]
        return self.drawn(" ".join([name, *given]))

    def _value(self, kind: str, *given: str) -> Drawn:
        rng = self.rng
        match kind:
            case "pool":
                text = rng.choice(tables().pools[given[0]])
            case "money":
                text = f"${_uneven(rng, int(given[0]), int(given[1])):,}"
            case "count":
                number = rng.randint(int(given[0]), int(given[1]))
                return Drawn(f"{number} {' '.join(given[2:])}".strip(), "number", str(number))
            case "percent":
                text = f"{rng.randint(int(given[0]), int(given[1]))}%"
            case "person":
                text = person(rng)
            case "code":
                text = f"{''.join(rng.choices(_CODE, k=3))}-{rng.randint(1000, 9999)}"
            case "time":
                text = f"{rng.randint(*map(int, given))}:{rng.choice(('05', '10', '20', '25', '35', '40', '50', '55'))}"
            case "date":
                day = self.last + timedelta(days=rng.randint(*(map(int, given) if given else _AHEAD)))
                return Drawn(f"{day:%B} {day.day}", "date", day.isoformat())
            case _:
                raise ValueError(f"no kind of value {kind!r}")
        return Drawn(text, _KINDS.get(kind, "text"))


def _uneven(rng: random.Random, least: int, most: int) -> int:
    """A sum as bills have them: a round one is rarely met."""
    value = rng.randint(least, most)
    return value + 1 if value % 10 == 0 else value


def clashes(text: str, others: Collection[str]) -> bool:
    """Whether a text has one of the others as words in it, or is one's words.

    >>> clashes("$41", {"$410"}), clashes("12 boards", {"2 boards"}), clashes("Ghent", {"a day in Ghent"})
    (False, False, True)
    """
    return any(has(text, other) or has(other, text) for other in others)


def has(text: str, words: str) -> bool:
    """Whether a text has these words, whole, whatever the case of their letters."""
    at = text.lower().find(words.lower())
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(words) : at + len(words) + 1]
        whole = not (before.isalnum() and words[:1].isalnum()) and not (after.isalnum() and words[-1:].isalnum())
        # "$1" is not in "$1,240", nor "2.5" in "12.5"
        rest = text[at + len(words) : at + len(words) + 2]
        number = words[-1:].isdigit() and len(rest) == 2 and rest[0] in ",." and rest[1].isdigit()
        lead = words[:1].isdigit() and before in (",", ".") and text[at - 2 : at - 1].isdigit()
        if whole and not number and not lead:
            return True
        at = text.lower().find(words.lower(), at + 1)
    return False
