"""Invented names: people, towns, streets and the made-up words in company names, from syllables.

Each family of syllables gives several thousand surnames; a jurisdiction mixes the families in its own shares, so
that its people sound as if they came from the same few places. First names are common property; no full name here
is meant to be anyone's.
"""

import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from microworlds.generation.grammar import word_lists

Sex = Literal["m", "f"]
LISTS = word_lists((Path(__file__).parent / "phrases" / "syllables.txt").read_text(encoding="utf-8"))
_PRONOUNS = {"m": ("he", "his", "him", "himself"), "f": ("she", "her", "her", "herself")}


@dataclass(frozen=True)
class Person:
    """A natural person; ``middle`` is an initial with its stop, or empty."""

    first: str
    middle: str
    last: str
    sex: Sex
    suffix: str = ""

    @property
    def full(self) -> str:
        """``Ellis T. Dorran, Jr.``."""
        return " ".join(filter(None, (self.first, self.middle, self.last))) + (
            f", {self.suffix}" if self.suffix else ""
        )

    @property
    def caption(self) -> str:
        """The full name with the surname in capitals, as captions print it."""
        name = " ".join(filter(None, (self.first, self.middle, capitals(self.last))))
        return name + (f", {self.suffix}" if self.suffix else "")

    @property
    def initials(self) -> str:
        """``E. T. Dorran``."""
        return " ".join(filter(None, (f"{self.first[0]}.", self.middle, self.last)))

    @property
    def title(self) -> str:
        """Mr. or Ms. and the surname."""
        return f"{'Mr.' if self.sex == 'm' else 'Ms.'} {self.last}"

    def pronoun(self, form: str) -> str:
        """``form`` is he, his, him or himself; what is said of a woman instead if this is one."""
        return _PRONOUNS[self.sex][("he", "his", "him", "himself").index(form)]


def capitals(name: str) -> str:
    """A surname in capitals, but for the small letters of ``Mc``."""
    return "Mc" + name[2:].upper() if name.startswith("Mc") else name.upper()


def surname(rng: random.Random, families: tuple[str, ...]) -> str:
    """A surname of one of the families of syllables."""
    family = rng.choice(families)
    return _joined(rng.choice(LISTS[f"{family}.start"]) + rng.choice(LISTS[f"{family}.end"]))


_TRIPLED = re.compile(r"([a-z])\1\1|(?i:([aiukhwy])\2)")


def _joined(name: str) -> str:
    """Without letters three times in a row, or a doubled one that no name has at a joint."""
    return _TRIPLED.sub(lambda match: (match[1] or "") * 2 or match[2], name)


def person(rng: random.Random, families: tuple[str, ...], *, old: bool = False, sex: Sex | None = None) -> Person:
    """A person; ``old`` takes the first names of 1900 and two initials more often."""
    sex = sex or ("m" if rng.random() < (0.85 if old else 0.56) else "f")
    first = rng.choice(LISTS[f"first.{'old' if old else 'new'}.{sex}"])
    middle = rng.choice("ABCDEFGHJKLMNPRSTW") + "." if rng.random() < 0.45 else ""
    suffix = "Jr." if sex == "m" and rng.random() < 0.025 else ""
    return Person(first, middle, surname(rng, families), sex, suffix)


def town(rng: random.Random) -> str:
    """A town: ``Larkmoor``, ``Port Hessel``, ``East Brandle``."""
    name = _joined(rng.choice(LISTS["town.start"]) + rng.choice(LISTS["town.end"]))
    draw = rng.random()
    return f"{rng.choice(LISTS['town.before'])} {name}" if draw < 0.16 else name


def street(rng: random.Random) -> str:
    """A street or road."""
    stem = rng.choice(LISTS["street.stem"]) if rng.random() < 0.5 else town(rng).split()[-1]
    return f"{stem} {rng.choice(LISTS['street.kind'])}"


def coined(rng: random.Random) -> str:
    """A word that only a company would be called."""
    return _joined("".join(rng.choice(LISTS[f"coined.{part}"]) for part in ("start", "end")))
