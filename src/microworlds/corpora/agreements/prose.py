"""Writing sections: the grammar's phrases filled from one agreement's plan, words and habits."""

import random
import re
from dataclasses import dataclass

from microworlds.corpora.agreements import rules, settled
from microworlds.corpora.agreements.lexicon import CLASSES, Vocabulary, industries, titled
from microworlds.corpora.agreements.names import Names
from microworlds.corpora.agreements.plan import Plan
from microworlds.corpora.agreements.polish import cap, tidy
from microworlds.corpora.agreements.style import HouseStyle
from microworlds.corpora.agreements.types import AgreementType
from microworlds.generation.grammar import Slot, Writer

# phrases an agreement has at hand and uses again, and how often one of them is taken rather than a new one
_STOCK, _REUSED = {"endings": 6, "openings": 5, "conditions": 6}, 0.8
_DEFINED = ("t.file", "t.manager", "t.incident")
_OTHER_WORD = 0.5  # how often a drafter prefers the other of two words
# how often an agreement is dated where it is signed, takes effect by its term article, is signed after its schedules
_BELOW, _WITHIN, _LAST = 0.8, 0.7, 0.4


@dataclass(frozen=True)
class Section:
    """A section as written: `^` starts an item of a list, `^^` ends the list, references are still marks."""

    key: str
    caption: str
    body: str


class Prose:
    """Writes for one agreement; what it writes depends on the plan, the style and the generator alone."""

    def __init__(self, plan: Plan, kind: AgreementType, style: HouseStyle, rng: random.Random) -> None:
        """Settle the agreement's words and habits."""
        self.rng, self.plan, self.style = rng, plan, style
        self.names = Names(rng)
        industry = industries()[plan.industry]
        self.words = Vocabulary(industry, rng)
        self.deals_in_goods, self.units = kind.goods == kind.subject, kind.units
        self.parties = tuple(settled.called(party, style) for party in plan.parties)
        self._writer = Writer(rules.grammar(), rng)
        self._owes, self._debtor = 0, 0
        self.at_hand = 1.0
        self._usage = dict(pair for pair in rules.usage() if rng.random() < _OTHER_WORD)
        self._used = re.compile(rf"\b(?:{'|'.join(sorted(self._usage, key=len, reverse=True))})\b")
        self._stock: dict[tuple[str, int], list[str]] = {}
        self.signed_below = plan.facts.signed_on is not None and rng.random() < _BELOW
        self.signed_last = rng.random() < _LAST
        settled_day = plan.facts.effective_on is not None and "term" in plan.topics
        self.effective_within = settled_day and rng.random() < _WITHIN
        # values of the plan that have been stated
        self.told = set() if self.effective_within else {"effective_on"}
        self.slots = settled.constants(plan, kind, style, rng)
        self.slots |= settled.numbers(style, plan.dated.year, rng)
        self.slots |= settled.invented(self.names, industry.board)
        self.slots |= settled.references(plan.topics, plan.schedules)
        self.slots |= self._sentence_slots() | self._word_slots() | settled.goods(kind, self.words)
        # terms and long formulas that the agreement writes one way only; lists hold the defined terms
        self.slots |= {rule: self.write(rule) for rule in _DEFINED}
        self.slots |= settled.lists(self.several)
        self.slots |= settled.habits(self.write, rng)
        self.slots |= {rule: self.write(rule) for rule in rules.names("t.") if rule not in _DEFINED}

    def write(self, rule: str, **more: Slot) -> str:
        """One phrase of a rule, not yet tidied."""
        return self._writer.fill(rule, self.slots | more if more else self.slots)

    def several(self, rule: str, least: int, most: int) -> list[str]:
        """Phrases of different alternatives of a rule, in random order, not yet tidied."""
        pool = rules.alternatives(rule)
        return [self.write(name) for name in self.rng.sample(pool, min(len(pool), self.rng.randint(least, most)))]

    def in_order(self, rule: str, least: int, most: int) -> list[str]:
        """Phrases of different alternatives of a rule, in the order in which the rule has them, not yet tidied."""
        pool = rules.alternatives(rule)
        chosen = self.rng.sample(range(len(pool)), min(len(pool), self.rng.randint(least, most)))
        return [self.write(pool[place]) for place in sorted(chosen)]

    def section(self, rule: str) -> Section:
        """One section of a rule `Caption:: body`."""
        self.turn()
        caption, _, body = self.write(rule).partition(":: ")
        if ".f." not in rule:
            body = self._used.sub(lambda match: self._usage[match.group()], body)
        return Section(rule, tidy(titled(caption)), cap(tidy(body)))

    def turn(self) -> None:
        """Begin a new section: who owes in it."""
        self._owes = 0 if self.rng.random() < 0.65 else 1
        self.words.turn()

    def addresses(self) -> Section:
        """The section that gives each party's address for notices."""
        assert self.plan.notice_towns is not None
        blocks = []
        for party, town in zip(self.plan.parties, self.plan.notice_towns, strict=True):
            street = party.street if town == party.town else self.names.street()
            head = self.write("notices.addressee", p=party.name)
            blocks.append(
                f"{head}¶{street}¶{town}, {party.region} {party.postcode}¶Attention: {self.names.pick('desk')}"
            )
        lead = self.write("notices.lead")
        return Section("notices.addresses", self.write("notices.addresses"), "¶".join((lead, *blocks)))

    def _sentence_slots(self) -> dict[str, Slot]:
        return {
            "x": lambda: self.parties[self._owes],
            "y": lambda: self.parties[1 - self._owes],
            "o": lambda: self.parties[self._debtor],
            "c": lambda: self.parties[1 - self._debtor],
            "head": self._opening,
            "tail": lambda: self._ending(self._owes),
            "tail.x": lambda: self._ending(self._owes),
            "tail.y": lambda: self._ending(1 - self._owes),
            "tail.a": lambda: self._ending(0),
            "tail.b": lambda: self._ending(1),
            "cond": lambda: self._stocked("conditions"),
        }

    def _opening(self) -> str:
        self._debtor = self._owes
        opening = self._stocked("openings")
        return f"{opening} " if opening else ""

    def _ending(self, debtor: int) -> str:
        self._debtor = debtor
        return self._stocked("endings")

    def _stocked(self, rule: str) -> str:
        """A phrase of the rule that this agreement has used before, or a new one that it may use again."""
        stock = self._stock.setdefault((rule, self._debtor if rule in ("endings", "openings") else 0), [])
        if len(stock) >= _STOCK[rule] and self.rng.random() < _REUSED:
            return stock[int(self.rng.random() * len(stock))]
        phrase = self.write(rule)
        if len(stock) < _STOCK[rule] and phrase not in stock:
            stock.append(phrase)
        return phrase

    def _word_slots(self) -> dict[str, Slot]:
        words = self.words
        slots: dict[str, Slot] = {
            "is": lambda: "are" if words.last_plural else "is",
            "has": lambda: "have" if words.last_plural else "has",
            "s": lambda: "" if words.last_plural else "s",
            "es": lambda: "" if words.last_plural else "es",
        }
        for kind in CLASSES:
            slots |= self._class_slots(kind)
        return slots

    def _class_slots(self, kind: str) -> dict[str, Slot]:
        words = self.words
        return {
            kind: lambda: words.one(kind),
            f"{kind}.s": lambda: words.many(kind),
            f"{kind}.a": lambda: words.with_article(words.one(kind)),
            f"{kind}.and": lambda: words.several(kind, "and"),
            f"{kind}.or": lambda: words.several(kind, "or"),
        }
