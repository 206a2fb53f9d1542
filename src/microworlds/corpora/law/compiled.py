"""Phrase files made ready for fast writing: parsed once, the thesaurus woven in, sentence starts marked.

A ``Line`` is one alternative of a rule. Its nodes are text, a tuple of interchangeable words, a choice of branches,
or a reference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from microworlds.generation.grammar import MODIFIERS, Choice, Grammar, Node, Reference

PHRASES = Path(__file__).parent / "phrases"
START = "^"  # stands where a sentence starts; the letter after it becomes a capital
# a full stop after one of these ends no sentence
_SHORT = (
    r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bNo)(?<!\bNos)(?<!\bv)(?<!\bSt)(?<!\bp)(?<!\bpp)(?<!\bch)(?<!\bart)"
)
_SENTENCE_END = re.compile(rf"(?<=[\w>\])”%’]){_SHORT}([.?!]”?) (?=\S)")


@dataclass(frozen=True)
class Branches:
    """One of several sequences; ``bounds`` are running sums of the weights, None where all weigh the same."""

    branches: tuple[tuple[Part, ...], ...]
    bounds: tuple[int, ...] | None


@dataclass(frozen=True)
class Call:
    """A slot, a rule or a remembered thing, and what is done to its text."""

    name: str
    modifiers: tuple[Callable[[str], str], ...]


Part: TypeAlias = "str | tuple[str, ...] | Branches | Call"


@dataclass(frozen=True)
class Line:
    """One alternative; admitted where one of ``tags`` (sets that must be there whole) is, or none is asked."""

    parts: tuple[Part, ...]
    tags: tuple[frozenset[str], ...]
    weight: int

    def admitted(self, tags: frozenset[str]) -> bool:
        """True if a writer with these tags may use the line."""
        return not self.tags or any(needed <= tags for needed in self.tags)


Rules: TypeAlias = Mapping[str, tuple[Line, ...]]


@cache
def grammar(*names: str) -> Grammar:
    """The grammar of the named files of ``phrases``, together, as written there."""
    text = []
    for name in names:
        raw = (PHRASES / f"{name}.txt").read_text(encoding="utf-8")
        text.append(_SENTENCE_END.sub(rf"\1 {START}", raw))
    return Grammar.parse("\n".join(text), " + ".join(names))


@cache
def rules(*names: str) -> Rules:
    """The compiled rules of the named files of ``phrases``; a rule in two files has the phrases of both."""
    merged: dict[str, tuple[Line, ...]] = {}
    for name in names:
        for rule, lines in _compiled(name).items():
            merged[rule] = merged.get(rule, ()) + lines
    return merged


@cache
def _compiled(name: str) -> Rules:
    return {
        rule: tuple(
            Line(
                tuple(_parts(line.nodes, _tone(rule))),
                tuple(sorted((frozenset(tag.split("-")) for tag in line.tags), key=sorted)),
                line.weight,
            )
            for line in lines
        )
        for rule, lines in grammar(name).rules.items()
    }


def _tone(rule: str) -> bool | None:
    """True for general propositions of law, None for what must stand as it is: questions, holdings, dispositions."""
    if (
        rule == "v.remark"
        or rule.endswith((".q", ".np", ".head", ".hp", ".hd", ".code"))
        or rule.startswith(("hold", "close", "effect"))
    ):
        return None
    return rule.endswith(".law")


def _parts(nodes: Iterable[Node], general: bool | None) -> Iterable[Part]:
    """The compiled nodes; ``general`` propositions are qualified by other adverbs than facts are (``_tone``)."""
    for node in nodes:
        if isinstance(node, str):
            yield from _woven(node, general)
        elif isinstance(node, Reference):
            yield Call(node.name, tuple(MODIFIERS[modifier] for modifier in node.modifiers))
        else:
            yield _choice(node, general)


def _choice(node: Choice, general: bool | None) -> Part:
    branches = tuple(tuple(_parts(branch, general)) for branch in node.branches)
    if node.weights is None and all(
        len(branch) <= 1 and all(isinstance(part, str) for part in branch) for branch in branches
    ):
        return tuple(str(branch[0]) if branch else "" for branch in branches)
    return Branches(branches, tuple(accumulate(node.weights)) if node.weights else None)


@cache
def _thesaurus() -> tuple[re.Pattern[str], Mapping[str, tuple[str, ...]]]:
    """A pattern of all words and phrases that may be exchanged, longest first, and what each may become.

    A line of thesaurus.txt is a set whose members stand for each other (``a | b | c``) or, with an arrow, some
    phrases and what may stand for them (``a, c > a | b``).
    """
    stands: dict[str, tuple[str, ...]] = {}
    for line in (PHRASES / "thesaurus.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, arrow, members = line.rpartition(" > ")
            exchanged = tuple(word.strip() for word in members.split("|"))
            for word in _keys(key) if arrow else exchanged:
                if word in stands:
                    raise ValueError(f"thesaurus.txt: {word!r} is in two sets")
                stands[word] = exchanged
    longest = sorted(stands, key=lambda word: (-len(word), word))
    words = "|".join(re.escape(word) for word in longest if word[0] != ",")
    after = "|".join(re.escape(word) for word in longest if word[0] == ",")  # what follows a comma, with it
    return re.compile(rf"(?:(?<![\w_’'-])(?:{words})|(?:{after}))(?![\w’'-])"), stands


def _keys(text: str) -> list[str]:
    """The phrases before an arrow; a leading comma belongs to its phrase (``, but``)."""
    return [text.strip()] if text.startswith(",") else [part.strip() for part in text.split(",")]


# after these words, before a participle or the verb, an adverb may stand; "" says how often there is none
_AUXILIARY = {
    False: re.compile(
        r"(?<![\w’'])(?:had|was|were)(?= (?!not\b|no\b|never\b|to\b)(?:[a-z]+(?:ed|wn|pt|ld|ft|[bcft]ought|aught)"
        r"|been|gone|come|made|put|set|cut|run|found|given|taken|seen|lost|paid|sent)\b)"
    ),
    True: re.compile(r"(?<![\w’'])(?:may|must|can|is|are)(?= (?!not\b|no\b|to\b|what\b|the\b|an?\b)[a-z]+)"),
}  # fmt: skip
_ADVERBS = {
    False: ("",) * 17 + (" in fact", " in fact", " actually", " later", " eventually"),
    True: ("",) * 15
    + (" ordinarily", " as a rule", " in general", " commonly", " in principle", " always", " generally"),
}

# "no note was later sent", "what was later said" would say something else
_UNFIT = re.compile(r"\b(?:no|not|nothing|none|no one|nobody|neither|never|how|what|who|which|where|when)\b[^.,;]*$")


def _woven(text: str, general: bool | None) -> Iterable[Part]:
    """The text with each word of the thesaurus replaced by its set, and room for adverbs.

    An underscore before a word protects it.
    """
    pattern, stands = _thesaurus()
    at = 0
    for match in pattern.finditer(text):
        yield from _adverbial(text[at : match.start()], general)
        yield stands[match.group()]
        at = match.end()
    yield from _adverbial(text[at:], general)


def _adverbial(text: str, general: bool | None) -> Iterable[Part]:
    at = 0
    for match in () if general is None else _AUXILIARY[general].finditer(text):
        yield text[at : match.end()].replace("_", "")
        if general or (text[: match.start()].strip() and not _UNFIT.search(text, 0, match.end())):
            yield _ADVERBS[bool(general)]
        at = match.end()
    if at < len(text):
        yield text[at:].replace("_", "")
