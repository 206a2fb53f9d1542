"""How one opinion cites: in full the first time, short afterwards; statutes likewise; and what it cited is kept."""

from __future__ import annotations

from collections.abc import Sequence

from microworlds.corpora.law.authorities import Authority
from microworlds.corpora.law.case_plan import Facts, Issue
from microworlds.corpora.law.pen import Pen


class Citing:
    """The citations of one case's opinions."""

    def __init__(self, facts: Facts, pen: Pen) -> None:
        self.facts = facts
        self.pen = pen
        self.cited: dict[str, Authority] = {}
        self.mentions: dict[str, int] = {}
        self._pool: list[Authority] = []
        self._deck: list[Authority] = []

    def use(self, authorities: Sequence[Authority]) -> None:
        """The decisions that the coming issue may cite."""
        self._pool = list(authorities)
        self._deck = []

    def cite(self) -> str:
        """One of the pool, with a page."""
        return self.of(self._next(), pin=True)

    def _next(self) -> Authority:
        if not self._deck:
            self._deck = list(self._pool)
            self.pen.rng.shuffle(self._deck)
        return self._deck.pop()

    def of(self, authority: Authority, *, pin: bool = False) -> str:
        """The decision cited: name, reporter, page and year, or its short form if the opinion has it already."""
        rng = self.pen.rng
        page = authority.page + rng.randint(0, max(0, authority.pages - 1))
        if authority.key in self.cited:
            if not pin:
                return authority.short
            form = rng.random()
            if form < 0.6:
                return f"{authority.short}, {authority.volume} {authority.reporter} at {page}"
            return f"{authority.short}, supra, at {page}" if form < 0.85 else authority.short
        self.cited[authority.key] = authority
        pages = f", {page}" if pin and page != authority.page and rng.random() < 0.75 else ""
        return f"{authority.name}, {authority.cite}{pages} ({authority.year})"

    def at(self, authority: Authority) -> str:
        """A sentence that names the page of a decision just spoken of."""
        page = authority.page + self.pen.rng.randint(0, max(0, authority.pages - 1))
        return self.pen.rng.choice(
            (f"Id. at {page}.", f"{authority.volume} {authority.reporter} at {page}.", f"Id. at {page}.", "")
        )

    def statute(self, issue: Issue) -> str:
        """The provision that governs an issue: in full at first, then by number, or as ``the statute``.

        The case's own statute is named by its number more often than any other.
        """
        if issue.section is None:
            return self.pen.rng.choice(("the statute", "the common law rule"))
        rng = self.pen.rng
        count = self.mentions.get(issue.section, 0)
        main = issue.section == self.facts.statute
        if count and rng.random() < (0.45 if main else 0.7):
            return (
                rng.choice(("the statute", "the Act", "that section", "the provision"))
                if issue.act is None
                else rng.choice(("the statute", "the Act", f"the {issue.act}", "that provision"))
            )
        if count and not main and self.mentions.get(self.facts.statute or "", 0) <= count + 1:
            return "the statute"
        self.mentions[issue.section] = count + 1
        return issue.section if not count or rng.random() < 0.3 else self._short(issue.section)

    @staticmethod
    def _short(section: str) -> str:
        if "§" in section:
            return "§ " + section.rpartition("§")[2].strip()
        return section.partition(" of the ")[0]

    def earliest(self) -> Authority | None:
        """The oldest decision cited; the first by name where several are as old."""
        return min(self.cited.values(), key=lambda authority: (authority.year, authority.name), default=None)
