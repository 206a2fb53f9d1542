"""Writes phrases for one case: decks without early repeats, people by name, and a note of what was stated.

On top of what ``microworlds.generation.grammar`` gives:

- a word of the thesaurus stands for any of its set, unless an underscore stands before it;
- every rule is dealt like a shuffled deck of cards, so no phrase returns before the others were used;
- ``<k.defect>`` is what the case's plan says it is;
- ``<n.driver>`` is a person of the plan: full name and what they are at first mention, then the surname; ``.he``,
  ``.his``, ``.him``, ``.himself``, ``.last`` and ``.full`` refer to the same person. ``<w.driver>`` is the same
  person as one who testifies, ``<x.driver>`` as one who testifies as an expert;
- ``<r.18.64>`` is a number between the two;
- `` // `` parts a line into pieces that stand in different places of the opinion (``pieces``);
- a sentence starts with a capital and ``a`` becomes ``an`` where it must, whatever the slots hold.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from microworlds.corpora.law.compiled import START, Rules
from microworlds.corpora.law.invented_names import Person
from microworlds.generation.grammar import Node, Slot, article, expanded

_PARTED = re.compile(r"\s*\^?//\s*")


class Pen:
    """One case's writer; the rules and slots are its whole world, the generator its only chance."""

    def __init__(
        self,
        rules: Rules,
        rng: random.Random,
        tags: frozenset[str],
        slots: Mapping[str, Slot],
        words: Mapping[str, str],
        people: Mapping[str, Person],
    ) -> None:
        self.rng = rng
        self.tags = tags
        self.slots = dict(slots)
        self.words = words
        self.people = people
        self.stated: dict[str, list[str]] = {}
        self.issue = ""  # the one that is being decided
        self.decided: dict[str, dict[tuple[str, str], None]] = {}  # what was stated on issues: values with the issue
        self._named: set[str] = set()
        self._rules = rules
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

    def line(self, rule: str) -> str:
        """One phrase of ``rule``, whatever slot has its name."""
        return self.expand(self._deal(rule))

    def sentence(self, rule: str, **slots: Slot) -> str:
        """One phrase of ``rule`` as a sentence: a capital first, a stop last unless it has one."""
        return ended(START + self.write(rule, **slots))

    def pieces(self, rule: str) -> list[Callable[[], str]]:
        """The pieces of one line of ``rule``, each written when it is called."""
        return [partial(self.expand, nodes) for nodes in parted(self._deal(rule))]

    def expand(self, nodes: tuple[Node, ...]) -> str:
        """The text of a sequence."""
        return expanded(nodes, self.rng.random, self._call)

    def has(self, rule: str) -> bool:
        """True if some alternative of ``rule`` is open to this writer's tags."""
        return rule in self._rules and bool(self._open(rule))

    def left(self, rule: str) -> int:
        """How many alternatives of ``rule`` have not been used since its deck was last dealt."""
        if not self.has(rule):
            return 0
        deck = self._decks.get(rule)
        return len(self._open(rule)) if deck is None else len(deck)

    def note(self, attribute: str, text: str, *, first: bool = False) -> str:
        """``text``, noted as what the opinion states of an attribute; ``first``, as what it states above all."""
        values = self.stated.setdefault(attribute, [])
        value = polished(text)
        decided = self.decided.setdefault(attribute, {})
        # what was stated before the issues were taken up is on none of them
        if self.issue and (value not in values or any(value == own for own, _ in decided)):
            decided[value, self.issue] = None
        if value not in values:
            values.insert(0 if first else len(values), value)
        return text

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
        place = int(self.rng.random() * len(deck))
        card = deck[place]
        deck[place] = deck[-1]
        deck.pop()
        return card

    def _call(self, name: str) -> str:
        slot = self.slots.get(name)
        if slot is not None:
            return slot if isinstance(slot, str) else slot()
        if name in self.words:
            return self.words[name]
        if name.startswith(("n.", "w.", "x.")):
            return self._person(name)
        if name.startswith("r."):
            return str(self.rng.randint(*map(int, name.split(".")[1:])))
        return self.expand(self._deal(name))

    def _person(self, name: str) -> str:
        kind, key, *form = name.split(".")
        person = self.people[key]
        doctor, described = self.described(key)
        if kind in "wx":
            self.note("witness", person.full)
        if kind == "x":
            self.note("expert", person.full)
        if form and form[0] not in ("last", "full"):
            return person.pronoun(form[0])
        if form == ["full"]:
            return f"{doctor}{person.full}"
        if key in self._named:
            return f"{doctor}{person.last}"
        self._named.add(key)
        return f"{doctor}{person.full}" + (f", {described}," if described else "")

    def described(self, key: str) -> tuple[str, str]:
        """The title before a person's name, and what is said of the person at first mention."""
        text = self.words.get(f"as.{key}", "")
        return ("Dr. ", text.removeprefix("Dr. ")) if text.startswith("Dr. ") else ("", text)


def parted(nodes: tuple[Node, ...]) -> list[tuple[Node, ...]]:
    """The pieces of a line that `` // `` parts."""
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if isinstance(node, str):
            first, *rest = _PARTED.split(node)
            parts[-1].append(first)
            parts.extend([piece] for piece in rest)
        else:
            parts[-1].append(node)
    return [tuple(part) for part in parts if part != [""]]


_INITIAL = re.compile(r"\^+([\s“‘\"(\[]*)(\w?)")
_ARTICLE = re.compile(r"\b([Aa])n? (?=[“\"‘(]?([\w$][\w.’'-]*))")
_SPACES = re.compile(r" {2,}")
_QUOTED = re.compile(r"(: “)(\w)")
_OUTSIDE = re.compile(r"(?<![.?!])”([.,])")  # stops stand within the quotation marks
_LOOSE = re.compile(r" +(?=[,;.?!)](?:\s|$))")
_OWNER = re.compile(r"(?<=[A-Za-z]), (?:the|an?|then|who|once) [^,.;]{3,60},(?=[’']s\b)")  # Ada Corwin, a baker,'s
_DOUBLED = re.compile(r"(?<=[A-Za-z])\.\.(?!\.)|,(?=[.;,:?])")
_OWNED = re.compile(r"(?<=s)'s\b")


def _capital(match: re.Match[str]) -> str:
    return match[1] + match[2].upper()


def _with_article(match: re.Match[str]) -> str:
    word = match[2]
    if word[0].isdigit() or word[0] == "$":
        an = word.lstrip("$")[0] == "8" or re.match(r"\$?1[18](?:,\d{3})*(?!\d|,)", word) is not None
    else:
        an = article(word).startswith("an ")
    return f"{match[1]}{'n' if an else ''} "


# each with the signs of which a text has one if there is anything to do: most texts have none, which is soon seen
_POLISH: Sequence[tuple[tuple[str, ...], re.Pattern[str], str | Callable[[re.Match[str]], str]]] = (
    ((",’s", ",'s"), _OWNER, ""),
    (("a ", "A ", "an ", "An "), _ARTICLE, _with_article),
    (("^",), _INITIAL, _capital),
    ((": “",), _QUOTED, _capital),
    (("  ",), _SPACES, " "),
    ((" ,", " ;", " .", " ?", " !", " )"), _LOOSE, ""),
    (("”.", "”,"), _OUTSIDE, r"\1”"),
    (("s's",), _OWNED, "'"),
    (("..", ",.", ",;", ",,", ",:", ",?"), _DOUBLED, lambda match: "." if match[0] == ".." else ""),
)


def polished(text: str) -> str:
    """Capitals at sentence starts, the right article, no stray spaces or doubled stops."""
    for needed, pattern, new in _POLISH:
        for sign in needed:
            if sign in text:
                text = pattern.sub(new, text)
                break
    return text.strip()


def ended(text: str) -> str:
    """``text`` with a full stop, unless a sentence ends there already."""
    text = text.rstrip(f" {START}")
    return text if text.endswith((".", "?", "!", ".”", "?”", "!”", ":", ".)")) else text + "."
