"""Writes phrases for one case: decks without early repeats, and things that stay as they were first said.

On top of what ``microworlds.generation.grammar`` gives:

- a word of the thesaurus stands for any of its set, unless an underscore stands before it (``_clear``);
- every rule is dealt like a shuffled deck of cards, so no phrase returns before the others were used;
- ``<k.ladder>`` is drawn once and then stays the same for the whole case;
- ``<v.when>`` and other particulars stay the same each time that the clause of an argument in which they stand returns;
- ``<n.driver>`` is a person invented at first mention: full name first, then the surname; ``<n.driver.he>``,
  ``.his``, ``.him``, ``.himself``, ``.last`` and ``.full`` refer to the same person;
- ``<m.s.rent>``, ``<m.m.bills>``, ``<m.l.loan>`` are sums of money that stay the same for their name;
- a sentence starts with a capital and ``a`` becomes ``an`` where it must, whatever the slots hold.
"""

import random
import re
from collections.abc import Callable, Mapping

from microworlds.corpora.law.compiled import START, Rules
from microworlds.corpora.law.invented_names import Person
from microworlds.generation.grammar import Node, Slot, article, expanded

# particulars that recur, and about how many of each a case has
_POOLS = {"v.who": 22, "v.thing": 14, "v.doc": 12, "v.place": 14, "evid": 16}
_BANKS = (".p", ".d", ".t", ".c", ".law")  # rules that hold the clauses of arguments and testimony


class Pen:
    """One case's writer; the rules and slots are its whole world, the generator its only chance."""

    def __init__(
        self,
        rules: Rules,
        rng: random.Random,
        tags: frozenset[str],
        slots: Mapping[str, Slot],
        invent: Callable[[], Person],
    ) -> None:
        self.rng = rng
        self.tags = tags
        self.slots = dict(slots)
        self.people: dict[str, Person] = {}
        self._named: set[str] = set()
        self._rules = rules
        self._random = rng.random
        self._invent = invent
        self.money: Callable[[str], str] | None = None  # gives sums by their names
        self._kept: dict[str, str] = {}
        self._bare = False  # a clause whose frame says where the fact comes from does not say so itself
        self._clause = 0  # identity of the argument's clause that is being written
        self._told: dict[tuple[int, str, int], str] = {}
        self._count: dict[str, int] = {}
        self._pools: dict[str, list[str]] = {}
        self._cards: dict[str, list[tuple[Node, ...]]] = {}
        self._decks: dict[str, list[tuple[Node, ...]]] = {}

    def write(self, rule: str, **slots: Slot) -> str:
        """One phrase of ``rule``, unpolished; the slots given here hold for this phrase alone.

        Raises:
            KeyError: no such rule or slot, or no alternative that the tags admit.
        """
        before, self.slots = self.slots, self.slots | slots
        try:
            return self._call(rule)
        finally:
            self.slots = before

    def bare(self, clause: Callable[[], str]) -> str:
        """A clause of an argument without its source."""
        self._bare = True
        try:
            return clause()
        finally:
            self._bare = False

    def sentence(self, rule: str, **slots: Slot) -> str:
        """One phrase of ``rule`` as a sentence: a capital first, a stop last unless it has one."""
        return ended(START + self.write(rule, **slots))

    def has(self, rule: str) -> bool:
        """True if some alternative of ``rule`` is open to this writer's tags."""
        return rule in self._rules and bool(self._open(rule))

    def left(self, rule: str) -> int:
        """How many alternatives of ``rule`` have not been used since its deck was last dealt."""
        deck = self._decks.get(rule)
        return len(self._open(rule)) if deck is None else len(deck)

    def _open(self, rule: str) -> list[tuple[Node, ...]]:
        if rule not in self._rules:
            raise KeyError(f"no rule and no slot named {rule!r}")
        if rule not in self._cards:
            open_ = [line for line in self._rules[rule] if line.admitted(self.tags)]
            self._cards[rule] = [line.nodes for line in open_ for _ in range(line.weight)]
        return self._cards[rule]

    def _deal(self, rule: str) -> tuple[Node, ...]:
        deck = self._decks.get(rule)
        if not deck:
            deck = list(self._open(rule))
            if not deck:
                raise KeyError(f"rule {rule!r} has no phrase for the tags {sorted(self.tags)}")
            self._decks[rule] = deck
        place = int(self._random() * len(deck))
        card = deck[place]
        deck[place] = deck[-1]
        deck.pop()
        return card

    def _dealt(self, rule: str) -> str:
        """The next phrase of a rule."""
        return expanded(self._deal(rule), self._random, self._call)

    def _call(self, name: str) -> str:
        slot = self.slots.get(name)
        if slot is not None:
            return slot if isinstance(slot, str) else slot()
        if name.startswith("k."):
            return self.kept(name)
        if self._clause and (name in _POOLS or name.startswith("v.")):
            return self._particular(name)
        if name in _POOLS:
            return self._recurring(name)
        if name.startswith("n."):
            return self._person(name)
        if name.startswith("m.") and self.money is not None:
            return self.money(name)
        if name.endswith(_BANKS) and not name.startswith("effect."):
            return self._argue(name)
        return self._dealt(name)

    def _argue(self, name: str) -> str:
        """A clause of an argument: said again it may be worded otherwise, but its particulars stay the same."""
        card = self._deal(name)
        before = self._clause, self._count
        self._clause, self._count = id(card), {}
        text = expanded(card, self._random, self._call)
        if name.endswith(".law"):
            if self._random() < 0.3:
                text += self._dealt("law.adorn")
        elif not self._bare and not name.endswith((".t", ".c")) and (not self._count or self._random() < 0.3):
            text += self._source(id(card))
        self._clause, self._count = before
        return text

    def _source(self, clause: int) -> str:
        """Where the fact of a clause comes from, said once; empty for some clauses, and when it was said already."""
        if (clause, "adorn", 0) in self._told:
            return ""
        source = self._dealt("adorn") if self._random() < 0.72 else ""
        self._told[clause, "adorn", 0] = source
        return source

    def _particular(self, name: str) -> str:
        place = self._count[name] = self._count.get(name, 0) + 1
        key = (self._clause, name, place)
        if key in self._told:
            return definite(self._told[key])
        text = self._told[key] = self._recurring(name) if name in _POOLS else self._dealt(name)
        return text

    def _recurring(self, name: str) -> str:
        """A witness, place, thing or paper: a new one, or one that the case has met already."""
        pool = self._pools.setdefault(name, [])
        if pool and self._random() < len(pool) / _POOLS[name]:
            return pool[int(self._random() * len(pool))]
        text = self._dealt(name)
        pool.append(definite(text))
        return text

    def forget(self, key: str) -> Person | None:
        """The person invented as ``key``; the next mention of the key invents another."""
        self._named.discard(key)
        return self.people.pop(key, None)

    def kept(self, name: str) -> str:
        """What this case's ``name`` is: drawn at the first call, the same ever after."""
        if name not in self._kept:
            self._kept[name] = self._dealt(name)
        return self._kept[name]

    def _person(self, name: str) -> str:
        _, key, *form = name.split(".")
        person = self.people.get(key)
        if person is None:
            person = self.people[key] = self._invent()
        if form and form[0] not in ("last", "full"):
            return person.pronoun(form[0])
        if form == ["full"] or (not form and key not in self._named):
            self._named.add(key)
            return person.full
        return person.last


_NAMED = re.compile(r"^(?:[A-Z][\w.’']* )*([A-Z][\w’']+)(?:, Jr\.)?(?:,| of the ).*$")


_QUALIFIED = re.compile(
    r" (?:who|with (?:a|an|rooms)|called by|hired by|consulted by|recommended by|then|lately|once|formerly)\b.*$"
)


def definite(text: str) -> str:
    """How a thing or person is referred to once it has been mentioned.

    >>> definite("an old ladder"), definite("Ada B. Corwin, a baker,"), definite("a baker who lived by the mill")
    ('the old ladder', 'Corwin', 'the baker')
    """
    named = _NAMED.match(text)
    if named is not None:
        return named[1]
    start, _, rest = _QUALIFIED.sub("", text).partition(" ")
    return f"the {rest}" if start in ("a", "an") else text


_INITIAL = re.compile(r"\^+([\s“‘\"(\[]*)(\w?)")
_ARTICLE = re.compile(r"\b([Aa])n? (?=[“\"‘(]?([\w$][\w.’'-]*))")
_SPACES = re.compile(r" {2,}")
_QUOTED = re.compile(r"(: “)(\w)")
_OUTSIDE = re.compile(r"(?<![.?!])”([.,])")  # stops stand within the quotation marks
_LOOSE = re.compile(r" +(?=[,;.?!)](?:\s|$))")
_OWNER = re.compile(r"(?<=[A-Za-z]), (?:once |formerly )?an? [^,.;]{3,40},(?=[’']s\b)")  # Ada Corwin, a baker,'s
_DOUBLED = re.compile(r"(?<=[A-Za-z])\.\.(?!\.)|,(?=[.;,:?])")


def _with_article(match: re.Match[str]) -> str:
    word = match[2]
    if word[0].isdigit() or word[0] == "$":
        an = word.lstrip("$")[0] == "8" or re.match(r"\$?1[18](?:,\d{3})*(?!\d|,)", word) is not None
    else:
        an = article(word).startswith("an ")
    return f"{match[1]}{'n' if an else ''} "


def polished(text: str) -> str:
    """Capitals at sentence starts, the right article, no stray spaces or doubled stops."""
    text = _ARTICLE.sub(_with_article, _OWNER.sub("", text))
    text = _INITIAL.sub(lambda match: match[1] + match[2].upper(), text)
    text = _QUOTED.sub(lambda match: match[1] + match[2].upper(), text)
    text = _OUTSIDE.sub(r"\1”", _LOOSE.sub("", _SPACES.sub(" ", text)))
    return _DOUBLED.sub(lambda match: "." if match[0] == ".." else "", text).strip()


def ended(text: str) -> str:
    """``text`` with a full stop, unless a sentence ends there already."""
    text = text.rstrip(f" {START}")
    return text if text.endswith((".", "?", "!", ".”", "?”", "!”", ":", ".)")) else text + "."
