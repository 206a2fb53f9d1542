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
        rule: tuple(replace(line, nodes=tuple(_parts(line.nodes, _tone(rule)))) for line in lines)
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


def _parts(nodes: Iterable[Node], general: bool | None) -> Iterator[Node]:
    """The compiled nodes; ``general`` propositions are qualified by other adverbs than facts are (``_tone``)."""
    for node in nodes:
        if isinstance(node, str):
            yield from _woven(node, general)
        elif isinstance(node, Choice):
            yield Choice(tuple(tuple(_parts(branch, general)) for branch in node.branches), node.bounds)
        else:
            yield node


def _any_of(words: Iterable[str]) -> Choice:
    return Choice(tuple((word,) for word in words))


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
            for word in _keys(key) if arrow else exchanged:
                if word in stands:
                    raise ValueError(f"thesaurus.txt: {word!r} is in two sets")
                stands[word] = _any_of(exchanged)
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
    False: _any_of([""] * 17 + [" in fact", " in fact", " actually", " later", " eventually"]),
    True: _any_of(
        [""] * 15 + [" ordinarily", " as a rule", " in general", " commonly", " in principle", " always", " generally"]
    ),
}

# "no note was later sent", "what was later said" would say something else
_UNFIT = re.compile(r"\b(?:no|not|nothing|none|no one|nobody|neither|never|how|what|who|which|where|when)\b[^.,;]*$")


def _woven(text: str, general: bool | None) -> Iterator[Node]:
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


def _adverbial(text: str, general: bool | None) -> Iterator[Node]:
    at = 0
    for match in () if general is None else _AUXILIARY[general].finditer(text):
        yield text[at : match.end()].replace("_", "")
        if general or (text[: match.start()].strip() and not _UNFIT.search(text, 0, match.end())):
            yield _ADVERBS[bool(general)]
        at = match.end()
    if at < len(text):
        yield text[at:].replace("_", "")
