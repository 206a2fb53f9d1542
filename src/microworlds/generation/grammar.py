"""Phrase grammars: how the offline author turns records into varied English.

A grammar is a text file of rules. ``== name`` starts a rule; each further line is one alternative:

    == greeting
    Morning[, all|, everyone].
    @formal,precise Good morning to <audience>.
    !held Glad we are all here.

``<x>`` is the slot ``x`` if the caller filled one, else the rule ``x``; ``[a|b|]`` chooses one branch, an empty
one included; ``{3}`` at the start of an alternative or branch gives it weight 3. ``@tags`` restricts an alternative
to writers that have one of the tags, ``@a-b`` to those that have both; ``!held`` marks a phrasing family kept for the
test split. ``<x:cap>`` capitalises, ``<x:a>`` puts a or an before, ``<x:plural>`` makes a plural, ``<x:poss>`` a
possessive. A line that starts with ``#`` is a comment.
"""

from __future__ import annotations

import math
import random
import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from microworlds.core.errors import ItemError

Node: TypeAlias = "str | Choice | Reference"
_REFERENCE = re.compile(r"<([A-Za-z0-9_.]+)(?::([a-z:]+))?>")
_BRACKET = re.compile(r"([\[|](?:\{\d+\})?|\])")  # with the weight of the branch that it opens
_HEAD = re.compile(r"^(?:@(?P<tags>[a-z0-9_,-]+) )?(?P<held>!held )?(?:\{(?P<weight>\d+)\})?(?P<body>.*)$")


class NoPhraseError(ItemError):
    """The phrases have nothing for what is to be said."""


@dataclass(frozen=True)
class Choice:
    """One of several sequences; ``bounds`` are running sums of their weights, None where all weigh the same."""

    branches: tuple[tuple[Node, ...], ...]
    bounds: tuple[int, ...] | None = None

    def at(self, chance: float) -> tuple[Node, ...]:
        """The branch at a place from 0 to 1."""
        if self.bounds is None:
            return self.branches[int(chance * len(self.branches))]
        return self.branches[bisect(self.bounds, chance * self.bounds[-1])]


def choice(branches: Sequence[tuple[Node, ...]], weights: Sequence[int]) -> Choice:
    """The choice of sequences with these weights."""
    return Choice(tuple(branches), tuple(accumulate(weights)) if set(weights) != {1} else None)


@dataclass(frozen=True)
class Reference:
    """A slot or a rule, and what is done to its text."""

    name: str
    modifiers: tuple[Callable[[str], str], ...]


@dataclass(frozen=True)
class Alternative:
    """One line of a rule."""

    nodes: tuple[Node, ...]
    tags: frozenset[str]
    held: bool
    weight: int

    def admitted(self, tags: frozenset[str]) -> bool:
        """True if a writer with these tags may use the line."""
        return not self.tags or any(map(tags.issuperset, self._together))

    @cached_property
    def _together(self) -> tuple[list[str], ...]:
        return tuple(tag.split("-") for tag in self.tags)


def expanded(nodes: Iterable[Node], chance: Callable[[], float], refer: Callable[[str], str]) -> str:
    """The text of a sequence: ``chance`` draws what is chosen, ``refer`` gives what a name stands for."""
    pieces = []
    for node in nodes:
        if isinstance(node, str):
            pieces.append(node)
        elif isinstance(node, Choice):
            pieces.append(expanded(node.at(chance()), chance, refer))
        else:
            text = refer(node.name)
            for modifier in node.modifiers:
                text = modifier(text)
            pieces.append(text)
    return "".join(pieces)


@dataclass(frozen=True)
class Grammar:
    """Rules by name."""

    rules: Mapping[str, tuple[Alternative, ...]]

    @staticmethod
    def parse(text: str, where: str = "grammar") -> Grammar:
        """The grammar of a file's text.

        Raises:
            ValueError: unbalanced brackets, or a line before the first rule (names the line).
        """
        rules: dict[str, list[Alternative]] = {}
        name: str | None = None
        for number, raw in enumerate(text.splitlines(), start=1):
            line = raw.rstrip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("== "):
                name = line[3:].strip()
                rules.setdefault(name, [])
                continue
            if name is None:
                raise ValueError(f"{where}, line {number}: a phrase before the first '== rule'")
            try:
                rules[name].append(_alternative(line))
            except ValueError as error:
                raise ValueError(f"{where}, line {number}: {error}") from error
        return Grammar({key: tuple(value) for key, value in rules.items()})

    @staticmethod
    def load(*paths: Path) -> Grammar:
        """The grammar of several files together; a rule in two files has the phrases of both."""
        text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
        return Grammar.parse(text, " + ".join(path.name for path in paths))

    def undefined(self, slots: Iterable[str] = ()) -> set[str]:
        """Names referred to that are neither rules nor among ``slots``: a test keeps this empty."""
        known = set(self.rules) | set(slots)
        return {name for rule in self.rules.values() for line in rule for name in referred(line.nodes)} - known


def referred(nodes: Iterable[Node]) -> Iterator[str]:
    """The names that a sequence refers to."""
    for node in nodes:
        if isinstance(node, Reference):
            yield node.name
        elif isinstance(node, Choice):
            for branch in node.branches:
                yield from referred(branch)


def _alternative(line: str) -> Alternative:
    head = _HEAD.match(line)
    assert head is not None  # the pattern matches any line
    tags = frozenset(head["tags"].split(",")) if head["tags"] else frozenset()
    return Alternative(sequence(head["body"]), tags, head["held"] is not None, int(head["weight"] or 1))


def sequence(text: str) -> tuple[Node, ...]:
    """The nodes of a phrase: texts, choices and references.

    Raises:
        ValueError: brackets do not match.
    """
    nodes: list[Node] = []
    # choices that are not yet closed: what stands before each, its branches so far and their weights
    opened: list[tuple[list[Node], list[tuple[Node, ...]], list[int]]] = []
    for token in _BRACKET.split(text):
        if token.startswith("["):
            opened.append((nodes, [], [_weight(token)]))
            nodes = []
        elif token.startswith(("|", "]")):
            if not opened:
                raise ValueError(f"']' or '|' outside brackets in {text!r}")
            before, branches, weights = opened[-1]
            branches.append(tuple(nodes))
            nodes = []
            if token == "]":
                opened.pop()
                nodes = [*before, choice(branches, weights)]
            else:
                weights.append(_weight(token))
        else:
            nodes.extend(_texts(token))
    if opened:
        raise ValueError(f"a '[' is never closed in {text!r}")
    return tuple(nodes)


def _weight(token: str) -> int:
    return int(token[2:-1] or 1)


def _texts(text: str) -> Iterable[Node]:
    at = 0
    for match in _REFERENCE.finditer(text):
        if match.start() > at:
            yield text[at : match.start()]
        modifiers = match.group(2).split(":") if match.group(2) else ()
        yield Reference(match.group(1), tuple(MODIFIERS[modifier] for modifier in modifiers))
        at = match.end()
    if at < len(text):
        yield text[at:]


_IRREGULAR = {"child": "children", "man": "men", "woman": "women", "person": "people", "foot": "feet"}


def plural(noun: str) -> str:
    """The plural of a regular English noun (its last word), with the few irregular ones the grammars use."""
    head, space, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        return head + space + _IRREGULAR[last]
    if re.search(r"(?:s|x|z|ch|sh)$", last):
        return noun + "es"
    if re.search(r"[^aeiou]y$", last):
        return noun[:-1] + "ies"
    return noun + "s"


@lru_cache(maxsize=1 << 12)
def article(noun: str) -> str:
    """``a`` or ``an`` and the noun."""
    silent = re.match(r"(?:hour|honest|heir|honou?r)", noun, re.I)
    glide = re.match(r"(?:uni[^nm]|unanim|use|usu|eu|one\b|once\b)", noun, re.I)
    vowel = re.match(r"[aeiou]|8|11\b|18\b", noun, re.I)
    return ("an " if silent or (vowel and not glide) else "a ") + noun


MODIFIERS: Mapping[str, Callable[[str], str]] = {
    "cap": lambda text: text[:1].upper() + text[1:],
    "a": article,
    "plural": plural,
    "poss": lambda text: text + ("'" if text.endswith("s") else "'s"),
    "low": lambda text: text[:1].lower() + text[1:],
    "upper": str.upper,
}

Slot: TypeAlias = str | Callable[[], str]


def word_lists(text: str) -> dict[str, tuple[str, ...]]:
    """The lists of a text with lines ``name: item, item``, in its order; ``-`` stands for the empty item."""
    lists: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        name, colon, items = line.partition(":")
        if colon and not line.startswith("#"):
            words = (item.strip() for item in items.split(","))
            lists[name] = lists.get(name, ()) + tuple("" if word == "-" else word for word in words)
    return lists


@dataclass
class Writer:
    """Writes from one grammar.

    With a ``turn`` (a world's number, say) a rule's phrases are dealt like cards, so none repeats early; it rotates
    each deck, so that over many writers every phrase is used equally often. ``held_out`` admits the phrasing families
    kept for the test split.
    """

    grammar: Grammar
    rng: random.Random
    held_out: bool = False
    turn: int | None = None
    _decks: dict[tuple[str, frozenset[str]], list[Alternative]] = field(default_factory=dict)
    _open: dict[tuple[str, frozenset[str]], Choice] = field(default_factory=dict)

    def write(self, rule: str, tags: frozenset[str] = frozenset(), /, **slots: Slot) -> str:
        """One phrase of ``rule`` with the slots filled; a callable slot is called each time it is met.

        Raises:
            NoPhraseError: no such rule or slot, or no alternative that these tags admit.
        """
        return self.fill(rule, slots, tags)

    def fill(self, rule: str, slots: Mapping[str, Slot], tags: frozenset[str] = frozenset()) -> str:
        """The same, with the slots as they are: some writers have hundreds, too many to copy for every phrase."""

        def refer(name: str) -> str:
            slot = slots.get(name)
            if slot is None:
                return expanded(self._pick(name, tags), self.rng.random, refer)
            return slot if isinstance(slot, str) else slot()

        return expanded(self._pick(rule, tags), self.rng.random, refer)

    def has(self, rule: str) -> bool:
        """True if the grammar has the rule."""
        return rule in self.grammar.rules

    def _pick(self, rule: str, tags: frozenset[str]) -> tuple[Node, ...]:
        key = (rule, tags)
        if self.turn is None:
            if key not in self._open:
                lines = self._admitted(rule, tags)
                self._open[key] = choice([line.nodes for line in lines], [line.weight for line in lines])
            return self._open[key].at(self.rng.random())
        if not self._decks.get(key):
            self._decks[key] = self._deal(rule, self._admitted(rule, tags), self.turn)
        return self._decks[key].pop().nodes

    def _admitted(self, rule: str, tags: frozenset[str]) -> list[Alternative]:
        if rule not in self.grammar.rules:
            raise NoPhraseError(f"no rule and no slot named {rule!r}")
        lines = [line for line in self.grammar.rules[rule] if line.admitted(tags) and (self.held_out or not line.held)]
        if not lines:
            raise NoPhraseError(f"rule {rule!r} has no phrase for the tags {sorted(tags)}")
        return sorted(lines, key=lambda line: not line.held)

    @staticmethod
    def _deal(rule: str, admitted: list[Alternative], turn: int) -> list[Alternative]:
        cards = [line for line in admitted for _ in range(line.weight)]
        # a fixed order per rule, entered at a place that advances with the turn: even use over many writers
        random.Random(rule).shuffle(cards)
        first = (turn * stride(len(cards))) % len(cards)
        return (cards[first:] + cards[:first])[::-1]


@cache
def stride(count: int) -> int:
    """A step that visits all of ``count`` places before returning to one: near the golden section and coprime."""
    step = max(1, round(count * 0.618))
    while math.gcd(step, count) != 1:
        step += 1
    return step
