"""Invented names: people, firms, towns, streets, brands. Nothing real is meant by any of them.

Source: issue 2, section 2 (nothing real in the synthetic corpus).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from microworlds.corpora.agreements.lexicon import PHRASES, word_lists


@cache
def _pieces() -> dict[str, tuple[str, ...]]:
    return word_lists((PHRASES / "names.txt").read_text(encoding="utf-8"))


def states() -> tuple[str, ...]:
    """All invented states."""
    return _pieces()["state"]


@dataclass
class Names:
    """Draws names that are new within one agreement."""

    rng: random.Random
    _used: set[str] = field(default_factory=set)

    def _pick(self, kind: str) -> str:
        pieces = _pieces()[kind]
        return pieces[int(self.rng.random() * len(pieces))]

    def _fresh(self, make: Callable[[], str]) -> str:
        while (name := make()) in self._used:
            pass
        self._used.add(name)
        return name

    def person(self) -> str:
        """A full name, sometimes with an initial between."""
        return self._fresh(self._person)

    def _person(self) -> str:
        initial = f" {self.rng.choice('ABCDEFGHJKLMNPRSTVW')}." if self.rng.random() < 0.3 else ""
        return f"{self._pick('given')}{initial} {self.surname()}"

    def surname(self) -> str:
        """A family name."""
        return self._pick("surname_front") + self._pick("surname_back")

    def town(self) -> str:
        """A town."""
        return self._fresh(self._town)

    def _town(self) -> str:
        prefix = self.rng.choices(("", "Port ", "Fort ", "Lower ", "North ", "West "), (30, 1, 1, 1, 1, 1))[0]
        return prefix + self._pick("town_front") + self._pick("town_back")

    def state(self) -> str:
        """A state; may be drawn again."""
        return self._pick("state")

    def street(self) -> str:
        """A number and a street."""
        name = self._pick("town_front") + self._pick("town_back") if self.rng.random() < 0.6 else self.surname()
        return f"{self.rng.randint(1, 2400)} {name} {self._pick('street_end')}"

    def firm(self) -> tuple[str, str]:
        """Full and short name of a firm."""
        short = self._fresh(self._core)
        word = f" {self._pick('firm_word')}" if self.rng.random() < 0.75 and " " not in short else ""
        return f"{short}{word}, {self._pick('firm_end')}" if self.rng.random() < 0.6 else (
            f"{short}{word} {self._pick('firm_end')}"
        ), short

    def _core(self) -> str:
        draw = self.rng.random()
        if draw < 0.55:
            return self._coined()
        if draw < 0.75:
            return self.surname()
        if draw < 0.88:
            return f"{self.surname()} & {self.surname()}"
        return self._town()

    def brand(self) -> str:
        """A brand or product name."""
        return self._fresh(self._coined)

    def _coined(self) -> str:
        middle = self._pick("core_middle") if self.rng.random() < 0.6 else ""
        return self._pick("core_front") + middle + self._pick("core_back")

    def code(self) -> str:
        """An article or serial number."""
        letters = "".join(self.rng.choices("ABCDEFGHKLMNPQRSTVWX", k=self.rng.randint(1, 3)))
        return f"{letters}-{self.rng.randint(100, 99999)}"

    def arbiter(self) -> str:
        """An arbitration body."""
        return f"{self.state() if self.rng.random() < 0.5 else self._town()} {self._pick('arbiter')}"

    def board(self, subject: str) -> str:
        """A standards body or authority for a subject."""
        kind = self._pick("board_kind")
        return f"the {kind} {subject}" if self.rng.random() < 0.5 else f"the {self.state()} {kind} {subject}"

    def office(self) -> str:
        """The title of an officer who signs."""
        return self._pick("officer")

    def desk(self) -> str:
        """The title of whoever takes notices."""
        return self._pick("desk")
