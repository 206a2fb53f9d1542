"""Writing sections: the grammar's phrases filled from one agreement's plan, words and habits."""

import random
import re
from dataclasses import dataclass

from microworlds.corpora.agreements import rules, settled
from microworlds.corpora.agreements.lexicon import CLASSES, Vocabulary, industries, is_plural, plural_of, titled
from microworlds.corpora.agreements.names import Names
from microworlds.corpora.agreements.plan import Plan
from microworlds.corpora.agreements.polish import cap, tidy
from microworlds.corpora.agreements.style import HouseStyle
from microworlds.corpora.agreements.types import TOPICS, AgreementType
from microworlds.generation.grammar import Slot, Writer

# how often a section goes without its last sentence, if it has several and no list
_SHORTENED = 0.45
_LAST_SENTENCE = re.compile(r"(?<=[a-z>)][a-z]\.) [~A-Z][^^]*?[^.]*\.$")
# how often a phrase is put in after a modal verb, or at the end of a clause; a word before a trade's term, or a phrase
# after it
_PUT_IN, _AT_END, _BEFORE, _AFTER = 0.2, 0.2, 0.38, 0.12
# phrases an agreement has at hand and uses again, and how often one of them is taken rather than a new one
_STOCK = {"endings": 8, "openings": 6, "adv": 14, "aim": 10, "snag": 14, "conditions": 8, "ins": 8, "pp": 10}
_REUSED = {
    "endings": 0.9, "openings": 0.9, "adv": 0.6, "aim": 0.6, "snag": 0.6, "conditions": 0.7, "ins": 0.85, "pp": 0.8,
}  # fmt: skip


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
        self.parties = tuple(settled.called(party, style) for party in plan.parties)
        self._writer = Writer(rules.grammar(), rng)
        self._owes, self._debtor = 0, 0
        self._fields: tuple[str, ...] = TOPICS.every_field
        self._focus: dict[str, str] = {}
        self._stock: dict[tuple[str, int], list[str]] = {}
        self._inside = False
        self.slots = settled.constants(plan, kind, style, rng)
        self.slots |= settled.numbers(style, plan.dated.year, rng)
        self.slots |= settled.invented(self.names, industry.board, rng)
        self.slots |= settled.references(plan.topics, plan.schedules, rng)
        self.slots |= self._sentence_slots() | self._word_slots()
        self._adjectives = {kind: self._some_of(f"pre.{kind}") for kind in CLASSES}
        self.slots |= settled.lists(self.several)
        self.slots |= settled.habits(self.write, rng)
        # long formulas and terms that the agreement writes one way only
        self.slots |= {rule: self.write(rule) for rule in rules.names("t.")}

    def write(self, rule: str, **more: Slot) -> str:
        """One phrase of a rule, not yet tidied."""
        return self._writer.fill(rule, self.slots | more if more else self.slots)

    def several(self, rule: str, least: int, most: int) -> list[str]:
        """Phrases of different alternatives of a rule, in random order, not yet tidied."""
        pool = rules.alternatives(rule)
        return [self.write(name) for name in self.rng.sample(pool, min(len(pool), self.rng.randint(least, most)))]

    def section(self, rule: str) -> Section:
        """One section of a rule `Caption:: body`, with further sentences where its article has some."""
        topic = rule.split(".")[0]
        self.turn({}, topic)
        caption, _, body = self.write(rule).partition(":: ")
        if ".f." not in rule:
            if self.rng.random() < _SHORTENED:
                body = _LAST_SENTENCE.sub("", body)
            if further := self._further(topic):
                body += f"{'^^' if '^' in body.rpartition('^^')[2] else ''} {further}"
        return Section(rule, tidy(titled(caption)), cap(tidy(body)))

    def _further(self, topic: str) -> str:
        wanted = self.rng.choices((0, 1, 2, 3), (2, 4, 4, 2))[0] if topic in TOPICS.fields else 0
        return " ".join(self.write("frame") for _ in range(wanted))

    def turn(self, about: dict[str, str], topic: str = "") -> None:
        """Begin a new section: who owes in it, which things it is about, and in which article it stands."""
        self._fields = TOPICS.fields.get(topic, TOPICS.every_field)
        self._owes = 0 if self.rng.random() < 0.65 else 1
        self._focus = about
        self.words.focus(about)

    def frames(self, field: str, least: int, most: int) -> list[str]:
        """Sentences about one field and whatever touches it, not yet tidied."""
        self._fields = (field, field, *self.rng.sample(TOPICS.every_field, 2))
        return [self.write("frame") for _ in range(self.rng.randint(least, most))]

    def mirror(self, section: Section) -> tuple[Section, ...]:
        """The section as it binds the one party and then, word for word, the other; once if it names neither."""
        first, second = self.parties
        swap = {first: second, second: first} | {cap(first): cap(second), cap(second): cap(first)}
        names = re.compile("|".join(re.escape(name) + r"\b" for name in sorted(swap, key=len, reverse=True)))
        if not names.search(section.body.partition(". ")[0]):
            return (section,)
        body = names.sub(lambda match: swap[match.group()], section.body)
        here, there = cap(self.parties[self._owes]), cap(self.parties[1 - self._owes])
        return (
            Section(section.key, f"{section.caption} – {here}", section.body),
            Section(section.key, f"{section.caption} – {there}", body),
        )

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
            "adv": lambda: self._stocked("adv"),
            "aim": lambda: self._stocked("aim"),
            "snag": lambda: self._stocked("snag"),
            "ins": lambda: self._stocked("ins") if self.rng.random() < _PUT_IN else "",
            "pp": lambda: self._stocked("pp") if self.rng.random() < _AT_END else "",
            "vp": lambda: self.write(f"vp.{self._fields[int(self.rng.random() * len(self._fields))]}"),
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
        if len(stock) >= _STOCK[rule] and self.rng.random() < _REUSED[rule]:
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
            kind: lambda: self._phrase(kind, words.one(kind)),
            f"{kind}.s": lambda: self._phrase(kind, words.many(kind)),
            f"{kind}.a": lambda: words.with_article(self._phrase(kind, words.one(kind))),
            f"{kind}.and": lambda: self._before(kind) + words.several(kind, "and"),
            f"{kind}.or": lambda: self._before(kind) + words.several(kind, "or"),
            f"f.{kind}": lambda: self._of_focus(kind),
            f"f.{kind}.s": lambda: plural_of(self._of_focus(kind)),
            f"f.{kind}.a": lambda: words.with_article(self._of_focus(kind)),
        }

    def _some_of(self, rule: str) -> list[str]:
        """Three quarters of a rule's words, the ones this agreement likes best first."""
        words = [self._writer.fill(name, {}) for name in rules.alternatives(rule)]
        return self.rng.sample(words, len(words) * 3 // 4)

    def _before(self, kind: str) -> str:
        """Now and then a word to stand before a term of the trade."""
        if self.rng.random() >= _BEFORE:
            return ""
        usual = self._adjectives[kind]
        return f"{usual[int(self.rng.random() ** 2 * len(usual))]} "

    def _phrase(self, kind: str, term: str) -> str:
        """A term of the trade with what is put before and after it now and then."""
        plural = self.words.last_plural
        before = self._before(kind)
        if self.rng.random() < _AFTER and not self._inside:
            # what is put after a term has terms in it, which get nothing after them
            self._inside = True
            term += self.write(f"post.{kind}")
            self._inside = False
        self.words.last_plural = plural
        return before + term

    def _of_focus(self, kind: str) -> str:
        term = self._focus.setdefault(kind, self.words.draw(kind))
        self.words.last_plural = is_plural(kind, term)
        return term
