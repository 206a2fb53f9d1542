"""Runs of words that the reader's strings share with what a writer's phrase files can say.

A run is two open-class words and the closed-class ones between them: "top of the argument". Of a phrase with choices,
and of a regular expression, every run is found that it can say or match, in stems, so that ``teach\\w*\\scases?`` is
"teach case". Slots and whatever matches any word part runs.
"""

from __future__ import annotations

import ast
import re
import re._constants as codes
import re._parser as parser
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import yaml

from microworlds.core.text import stem
from microworlds.generation.exchanges.dialogues import parsed
from microworlds.generation.grammar import Choice, Grammar, Reference

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "microworlds"
CLOSED = frozenset(
    "a an the of to in on at for and or but nor is are was were be been being am it its this that these those as by "
    "with from into onto upon over under about out up down off we you i he she they them him her us me our your his "
    "their my mine one ones some any no not all each every both either neither other another same such so than then "
    "if when while where who whom whose which what how why do does did done have has had having will would shall "
    "should can could may might must let there here now also too very more most less least just only own per s t d "
    "ve ll re m is't".split()
)
_WORD = re.compile(r"[a-z]+")

# the open-class word before and the closed ones since, and the beginning of a word not yet ended
State = tuple[tuple[str, ...], str]
START: State = ((), "")
ANY = "*"  # after the beginning of a word whose end is open


class Walk:
    """Collects runs along every way through a phrase or an expression."""

    def __init__(self) -> None:
        self.runs: set[str] = set()

    def fed(self, states: set[State], text: str) -> set[State]:
        for character in text.lower():
            if character in "'’":
                continue
            if character.isalpha():
                states = {(before, partial + character) for before, partial in states}
            else:
                states = {own for state in states for own in self.ended(state)}
                if not (character.isspace() or character == "-"):
                    states = {START}
        return states

    def ended(self, state: State) -> set[State]:
        """The states after a word; of the beginning of a word, which ``ANY`` ends, after each word of the writers'."""
        before, word = state
        if not word:
            return {state}
        if word in CLOSED:
            return {((*before, word) if before else (), "")}
        stems = _begun(word.rstrip(ANY)) if word.endswith(ANY) else {stem(word)}
        if before:
            self.runs |= {" ".join((*before, own)) for own in stems}
        return {((own,), "") for own in stems}

    def gap(self, states: set[State]) -> set[State]:
        for state in states:
            self.ended(state)
        return {START}

    def phrase(self, states: set[State], nodes: Iterable[object]) -> set[State]:
        """Along a phrase of a grammar."""
        for node in nodes:
            if isinstance(node, str):
                states = self.fed(states, node)
            elif isinstance(node, Choice):
                states = {own for branch in node.branches for own in self.phrase(states, branch)}
            elif isinstance(node, Reference):
                states = self.gap(states)
        return states

    def expression(self, states: set[State], parsed: Iterable[tuple[object, object]]) -> set[State]:
        """Along a parsed regular expression."""
        for code, value in parsed:
            states = self._step(states, code, value)
        return states

    def _step(self, states, code, value):
        if code is codes.LITERAL:
            return self.fed(states, chr(value))
        if code is codes.IN:
            said = _said(value)
            return self._any_word(states) if said is None else {one for own in said for one in self.fed(states, own)}
        if code is codes.BRANCH:
            return {one for branch in value[1] for one in self.expression(states, branch)}
        if code is codes.SUBPATTERN:
            return self.expression(states, value[-1])
        if code is codes.ATOMIC_GROUP:
            return self.expression(states, value)
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            once = self.expression(states, value[2])
            # between two words a stretch of anything parts them, though it may be empty
            whatever = value[1] > 1 and once <= self._any_word(states) | {START}
            return once if value[0] or whatever else once | states
        if code in (codes.ASSERT, codes.ASSERT_NOT):
            self.gap(self.expression({START}, value[1]))
            return states
        if code is codes.AT:
            return states
        return self._any_word(states)

    def _any_word(self, states: set[State]) -> set[State]:
        """What follows the beginning of a word is its ending; else it is a word that may be any."""
        return {(before, begun.rstrip(ANY) + ANY) if begun else START for before, begun in states}


def _said(members) -> tuple[str, ...] | None:
    """What a class of characters stands for: a space, one letter in either case, a mark; None: many characters."""
    letters = {chr(value).lower() for code, value in members if code is codes.LITERAL}
    others = [value for code, value in members if code is not codes.LITERAL]
    if codes.CATEGORY_SPACE in others or " " in letters:
        return (" ",)
    if others or len(letters) > 4:
        return None
    return tuple(sorted(letters))


def runs(text: str) -> set[str]:
    """The runs of a plain text or of a regular expression."""
    walk = Walk()
    for flags in (re.VERBOSE, 0) if "\n" in text else (0,):
        try:
            parsed = parser.parse(text, flags)
        except (re.error, OverflowError):
            continue
        walk.gap(walk.expression({START}, parsed))
        return walk.runs
    walk.gap(walk.fed({START}, text))
    return walk.runs


@cache
def _vocabulary() -> tuple[str, ...]:
    """The words of the writers' files, in order."""
    return tuple(
        sorted({w for file in phrase_files() for w in _WORD.findall(file.read_text(encoding="utf-8").lower())})
    )


@cache
def _begun(letters: str) -> frozenset[str]:
    """The stems of the writers' words that begin so, and of the letters themselves."""
    words = _vocabulary()
    first, last = bisect_left(words, letters), bisect_left(words, letters + "~")
    return frozenset({stem(word) for word in words[first:last]} | {stem(letters)})


@cache
def written() -> frozenset[str]:
    """Every run that a writer's phrase files, or the words of a domain, can say."""
    walk = Walk()
    for file in phrase_files():
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".yaml":
            for value in _strings(yaml.safe_load(text)):
                walk.gap(walk.fed({START}, value))
        elif file.parent.name == "exchanges":
            for own in parsed(text, file.name):
                for saying in (saying for turn in own.turns for saying in turn.sayings):
                    walk.gap(walk.phrase({START}, saying.nodes))
        elif "== " in text:
            for rule in Grammar.parse(f"== {text.partition('== ')[2]}").rules.values():
                for said in rule:
                    walk.gap(walk.phrase({START}, said.nodes))
        else:
            for line in text.splitlines():
                walk.gap(walk.fed({START}, line))
    return frozenset(walk.runs)


def phrase_files() -> list[Path]:
    """The writers' phrase files and the domains."""
    suite = SOURCE / "suites" / "memorydoc"
    found = [
        *SOURCE.glob("corpora/*/phrases/**/*.txt"),
        *suite.glob("offline/phrases/*.txt"),
        *SOURCE.glob("generation/exchanges/*.txt"),
    ]
    found += [SOURCE / f"suites/dynamicmem/tables/{name}.yaml" for name in ("causes", "phrases")]
    found += [*suite.glob("categories/*.txt"), *(ROOT / "conf" / "domain").glob("*.yaml")]
    return sorted(found)


def _strings(tree: object) -> Iterator[str]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield str(key)
            yield from _strings(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _strings(value)
    else:
        yield str(tree)


def read(folder: Path) -> dict[str, list[str]]:
    """Every run of the strings and tables under a folder, and the files it stands in; docstrings are no strings."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix == ".py":
            texts = list(_constants(ast.parse(file.read_text(encoding="utf-8"))))
        elif file.suffix in (".txt", ".yaml", ".json", ".csv", ".tsv"):
            texts = [re.escape(line) for line in file.read_text(encoding="utf-8").splitlines()]
        else:
            continue
        for run in sorted({run for text in texts for run in runs(text)}):
            found.setdefault(run, []).append(str(file.relative_to(folder)))
    return found


def _constants(tree: ast.AST) -> Iterator[str]:
    """String constants, those that are joined as one; what is put into them is any word."""
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)) as whole, attr="split"), args=by):
                skipped.add(id(whole))
                yield from text.split(*(one.value for one in by if isinstance(one, ast.Constant)))
        if isinstance(node, ast.JoinedStr):
            pieces = [str(one.value) if isinstance(one, ast.Constant) else r"(?:.)" for one in node.values]
            skipped |= {id(one) for one in node.values}
            yield "".join(pieces)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.value


def shared(folder: Path) -> dict[str, list[str]]:
    """The runs under a folder that a writer's phrase file can say as well, and the files they stand in."""
    return {run: files for run, files in read(folder).items() if run in written()}
