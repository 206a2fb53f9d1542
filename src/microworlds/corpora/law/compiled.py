"""Phrase files made ready for writing: parsed once, the thesaurus woven in, sentence starts marked."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeAlias

from microworlds.generation.grammar import Alternative, Choice, Grammar, Node

PHRASES = Path(__file__).parent / "phrases"
START = "^"  # stands where a sentence starts; the letter after it becomes a capital
# a full stop after one of these ends no sentence
_SHORT = (
    r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bNo)(?<!\bNos)(?<!\bv)(?<!\bSt)(?<!\bp)(?<!\bpp)(?<!\bch)(?<!\bart)"
)
_SENTENCE_END = re.compile(rf"(?<=[\w>\])”%’]){_SHORT}([.?!]”?) (?=\S)")


Rules: TypeAlias = Mapping[str, tuple[Alternative, ...]]


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
    merged: dict[str, tuple[Alternative, ...]] = {}
    for name in names:
        for rule, lines in _compiled(name).items():
            merged[rule] = merged.get(rule, ()) + lines
    return merged


@cache
def _compiled(name: str) -> Rules:
    return {
        rule: tuple(line if rule.endswith(_FIXED) else replace(line, nodes=tuple(_woven(line.nodes))) for line in lines)
        for rule, lines in grammar(name).rules.items()
    }


# what must stand as it is: questions, the names of issues, holdings, statutes
_FIXED = (".q", ".np", ".h.p", ".h.d", ".code", ".act")


def _woven(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes, each word of the thesaurus in them replaced by its set; an underscore before a word protects it."""
    pattern, stands = _thesaurus()
    for node in nodes:
        if isinstance(node, Choice):
            yield Choice(tuple(tuple(_woven(branch)) for branch in node.branches), node.bounds)
        elif isinstance(node, str):
            at = 0
            for match in pattern.finditer(node):
                yield node[at : match.start()].replace("_", "")
                yield stands[match.group()]
                at = match.end()
            yield node[at:].replace("_", "")
        else:
            yield node


@cache
def _thesaurus() -> tuple[re.Pattern[str], Mapping[str, Choice]]:
    """A pattern of all words and phrases that may be exchanged, longest first, and what each may become.

    A line of thesaurus.txt is a set whose members stand for each other (``a | b | c``) or, with an arrow, some
    phrases and what may stand for them (``a, c > a | b``).
    """
    stands: dict[str, Choice] = {}
    for line in (PHRASES / "thesaurus.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, arrow, members = line.rpartition(" > ")
            exchanged = [word.strip() for word in members.split("|")]
            for word in [part.strip() for part in key.split(",")] if arrow else exchanged:
                if word in stands:
                    raise ValueError(f"thesaurus.txt: {word!r} is in two sets")
                stands[word] = Choice(tuple((member,) for member in exchanged))
    longest = sorted(stands, key=lambda word: (-len(word), word))
    words = "|".join(re.escape(word) for word in longest)
    return re.compile(rf"(?<![\w_’'-])(?:{words})(?![\w’'-])"), stands
