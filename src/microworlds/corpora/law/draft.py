"""An opinion while it is being written: its paragraphs, notes and length so far, and the issue it is speaking of."""

from collections.abc import Callable
from functools import partial

from microworlds.core.value_types import roman
from microworlds.corpora.law import authorities
from microworlds.corpora.law.authorities import Citing
from microworlds.corpora.law.case_plan import Facts, Issue, Side, other
from microworlds.corpora.law.compiled import START
from microworlds.corpora.law.matters import UNTOLD
from microworlds.corpora.law.pen import Pen, polished
from microworlds.corpora.law.planner import issue_names
from microworlds.corpora.law.slots import Slots
from microworlds.generation.grammar import Slot

_ANY = 0.2  # share of clauses that could stand in any argument
_SHORT = 9_000  # characters; below it an opinion has no headings


class Draft:
    """One case's opinion, and what the writer of it needs: pen, citations, facts."""

    def __init__(self, facts: Facts, pen: Pen, seed: int, number: int) -> None:
        self.facts = facts
        self.pen = pen
        self.rng = pen.rng
        self.seed = seed
        self.number = number
        self.citing = Citing(facts, pen)
        self.slots = Slots(facts, pen)
        self.slots.fill()
        self.paragraphs: list[str] = []
        self.notes: list[str] = []
        self.holdings: list[str] = []
        self.length = 0
        self.budget = facts.length * (0.82 if facts.separate else 1.0) * 0.97
        style = facts.land.style
        self._sentences: list[str] = []
        self._parts = 0
        self._footnoted = self.rng.random() < facts.land.footnoted
        self._headed = facts.length > _SHORT and self.rng.random() < facts.land.headed
        self._capitals = style in ("before", "syllabus") or self.rng.random() < 0.5
        self._told = self._own_issues()
        self._done = ""
        self._open()

    def _own_issues(self) -> list[str]:
        """Issues of the matter itself, raised or not, whose facts a witness may tell."""
        own, _ = issue_names(self.facts.matter, self.pen.tags)
        return [name for name in own if name not in UNTOLD] or list(own)

    def _open(self) -> None:
        """Fill the slots that hold throughout."""
        pen, facts = self.pen, self.facts
        good: Side = facts.below_winner
        pen.slots |= {
            "effect": self._effect,
            "cite": self.citing.cite,
            "pro": partial(self.told, "p"),
            "con": partial(self.told, "d"),
            "good": partial(self.told, good),
            "bad": partial(self.told, other(good)),
            "either": lambda: self.told(self.rng.choice(("p", "d"))),
            "either.side": lambda: self.text_of(self.rng.choice(("p", "d"))),
        }
        if facts.issues:
            first = facts.issues[0]
            pen.slots |= {
                "q1": partial(pen.write, f"{first.name}.q"),
                "np1": partial(pen.write, f"{first.name}.np"),
                "lose1": pen.slots[other(first.winner)],
            }
            self.enter(first)

    def _effect(self) -> str:
        """What the ruling did: its lines differ in substance, so one is chosen for the whole case."""
        if not self._done:
            self._done = self.pen.write(f"effect.{self.facts.below_winner}")
        return self._done

    # --- text ----------------------------------------------------------------------------------------------------

    def say(self, rule: str, **slots: Slot) -> None:
        """Add a sentence of ``rule`` to the paragraph."""
        self.add(self.pen.sentence(rule, **slots))

    def some(self, rule: str, *counts: int) -> None:
        """Add sentences of ``rule``, as many as one of the counts, drawn."""
        for _ in range(self.rng.choice(counts)):
            self.say(rule)

    def add(self, text: str) -> None:
        """Add ready sentences to the paragraph."""
        text = polished(text)
        self._sentences.append(text)
        self.length += len(text) + 1

    @property
    def open(self) -> int:
        """How many sentences the paragraph has."""
        return len(self._sentences)

    def end(self) -> None:
        """Close the paragraph, with a footnote to it now and then."""
        if not self._sentences:
            return
        self.paragraphs.append(" ".join(filter(None, self._sentences)))
        self._sentences = []
        if self._footnoted and self.rng.random() < 0.55:
            note = polished(self.pen.sentence("fn.cite" if self.rng.random() < 0.62 else "fn.m"))
            if note != "Id." or (self.notes and " v. " in self.notes[-1]):
                self.notes.append(note)
                self.length += len(note) + 4

    def line(self, text: str) -> None:
        """Add a line that is a paragraph of its own."""
        text = polished(START + text)
        self.paragraphs.append(text)
        self.length += len(text) + 1

    def heading(self, rule: str) -> None:
        """A heading on its own line, numbered, in an opinion that has headings."""
        if self._headed:
            self._parts += 1
            numbered = f"{roman(min(self._parts, 17))}. {polished(START + self.pen.write(rule))}"
            self.paragraphs.append(numbered.upper() if self._capitals else numbered)

    # --- facts and issues ----------------------------------------------------------------------------------------

    def text_of(self, side: Side) -> str:
        """A reference to the party on a side."""
        return self._party(side)()

    def _party(self, side: Side) -> Callable[[], str]:
        slot = self.pen.slots[side]
        return slot if callable(slot) else lambda: str(slot)

    def told(self, side: Side) -> str:
        """A fact that helps a side, of any issue of the matter: what a witness, a letter or a finding says."""
        return self.pen.bare(partial(self.pen.write, f"{self.rng.choice(self._told)}.{side}"))

    def enter(self, issue: Issue) -> None:
        """Point the slots of the frames at an issue."""
        pen, facts = self.pen, self.facts
        self.citing.use(authorities.pool(self.seed, self.number, facts, issue.name))
        loser = other(issue.winner)
        pen.slots |= {
            "q": partial(pen.write, f"{issue.name}.q"),
            "np": partial(pen.write, f"{issue.name}.np"),
            "h": partial(pen.write, f"{issue.name}.h{issue.winner}"),
            "hl": partial(pen.write, f"{issue.name}.h{loser}"),
            "law": partial(pen.write, f"{issue.name}.law"),
            "st": partial(self.citing.statute, issue),
            "win": self._party(issue.winner),
            "lose": self._party(loser),
        }
        for slot, side in (("cw", issue.winner), ("cl", loser), ("ca", facts.appellant), ("ce", facts.appellee)):
            clause = partial(self._clause, f"{issue.name}.{side}", side)
            pen.slots |= {slot: clause, f"{slot}.bare": partial(pen.bare, clause)}

    def _clause(self, rule: str, side: Side) -> str:
        """A clause that helps a side: the issue's own, now and then one that fits any quarrel."""
        if self.rng.random() < _ANY:
            return self.pen.write("any.c", me=self._party(side), foe=self._party(other(side)))
        return self.pen.write(rule)
