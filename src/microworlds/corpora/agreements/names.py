"""Invented names: people, firms, towns, streets, brands. Nothing real is meant by any of them."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from microworlds.corpora.agreements.lexicon import PHRASES
from microworlds.generation.grammar import word_lists

LISTS = word_lists((PHRASES / "names.txt").read_text(encoding="utf-8"))


@dataclass
class Names:
    """Draws names that are new within one agreement."""

    rng: random.Random
    _used: set[str] = field(default_factory=set)

    def pick(self, kind: str) -> str:
        """One of a list of names.txt; may be drawn again."""
        pieces = LISTS[kind]
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
        return f"{self.pick('given')}{initial} {self.surname()}"

    def surname(self) -> str:
        """A family name."""
        return self.pick("surname")

    def town(self) -> str:
        """A town."""
        return self._fresh(self._town)

    def _town(self) -> str:
        prefix = self.rng.choices(("", "Port ", "Fort ", "Lower ", "New ", "Upper "), (30, 1, 1, 1, 1, 1))[0]
        return prefix + self._place()

    def _place(self) -> str:
        front, back = self.pick("town_front"), self.pick("town_back")
        while front.lower() == back or front.lower()[-1] == back[0]:
            back = self.pick("town_back")
        return front + back

    def street(self) -> str:
        """A number and a street."""
        name = self._place() if self.rng.random() < 0.6 else self.surname()
        return f"{self.rng.randint(1, 2400)} {name} {self.pick('street_end')}"

    def firm(self) -> tuple[str, str]:
        """Full and short name of a firm."""
        short = self._fresh(self._core)
        word = f" {self.pick('firm_word')}" if self.rng.random() < 0.75 and " " not in short else ""
        comma = "," if self.rng.random() < 0.6 else ""
        return f"{short}{word}{comma} {self.pick('firm_end')}", short

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
        front, back = self.pick("core_front"), self.pick("core_back")
        return f"{front}{back}" if not front.lower().endswith(back[0]) else f"{front} {back.capitalize()}"

    def code(self) -> str:
        """An article or serial number."""
        letters = "".join(self.rng.choices("ABCDEFGHKLMNPQRSTVWX", k=self.rng.randint(1, 3)))
        return f"{letters}-{self.rng.randint(100, 99999)}"

    def arbiter(self) -> str:
        """An arbitration body."""
        return f"{self.pick('state') if self.rng.random() < 0.5 else self._town()} {self.pick('arbiter')}"

    def board(self, subject: str) -> str:
        """A standards body or authority for a subject."""
        kind = self.pick("board_kind")
        return f"the {kind} {subject}" if self.rng.random() < 0.5 else f"the {self.pick('state')} {kind} {subject}"
