"""The phrase grammar of the agreements, and which of its rules are sections, lists and turns of phrase.

A rule `<topic>.s.<name>` is a section of an article; `<topic>.f.<attribute>&<attribute>` is one that states those
values; `li.<name>` holds items of a list, `op.<thing>` sentences of a working rule, `h.<name>` turns of phrase.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from microworlds.corpora.agreements.lexicon import PHRASES
from microworlds.generation.grammar import Grammar, referred, word_lists

_SPLIT = ("li.", "op.", "h.", "w.", "def.dt.", "schedule.", "recital", "pre.")
# turns of phrase have their own choices, and the words of tables and forms are left as they are
_PLAIN = ("h.", "t.", "schedule.", "post.", "ins", "pp", "preamble", "amendment", "pre.", "recital", "witness")
_MODAL = re.compile(r"(<h\.(?:shall|be)>)(?= )")
_CLAUSE_END = re.compile(r"(?<=[a-z]{3})(?=[.;](?: |$))(?<!etc)")
_LISTS = ("industry_", "names", "synonyms", "types")


@cache
def grammar() -> Grammar:
    """All phrases; each alternative of a list, working rule or turn of phrase is also a rule `<rule>#<number>`.

    So that several different alternatives can be drawn for one list, and one can be a drafter's favourite. Words
    that have synonyms have become references to rules `w.<number>`.
    """
    synonyms = word_lists((PHRASES / "synonyms.txt").read_text(encoding="utf-8"))
    lines = [line for path in _phrase_files() for line in _varied(path.read_text(encoding="utf-8"), synonyms)]
    for number, choices in enumerate(synonyms.values()):
        lines += [f"== w.{number}", *(choice.removesuffix(" <") for choice in choices)]
    loaded = Grammar.parse("\n".join(lines), "phrases of agreements")
    rules = dict(loaded.rules)
    for name, phrases in loaded.rules.items():
        if name.startswith(_SPLIT):
            rules |= {f"{name}#{number}": (phrase,) for number, phrase in enumerate(phrases)}
    return Grammar(rules)


def _phrase_files() -> list[Path]:
    return [path for path in sorted(PHRASES.glob("*.txt")) if not path.name.startswith(_LISTS)]


def _varied(text: str, synonyms: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The lines of a file of phrases with a reference for every word or phrase that has synonyms.

    And with one for what may be put in after a modal verb and at the end of a clause, save where a fact is stated.
    """
    numbers = {key.removesuffix(" <"): number for number, key in enumerate(synonyms)}
    several = {key.removesuffix(" <"): len(choices) > 1 for key, choices in synonyms.items()}
    pattern = _keys(synonyms)

    def reference(match: re.Match[str]) -> str:
        key = match.group(1)
        return f"<w.{numbers[key]}>" if key and several[key] else match.group(0)

    rule = ""
    for line in text.splitlines():
        if line.startswith("== "):
            rule = line[3:].strip()
        if rule.startswith(_PLAIN) or line.startswith(("== ", "#")):
            yield line
            continue
        caption, mark, body = line.rpartition(":: ")
        if ".f." not in rule:
            body = _MODAL.sub(r"\1<ins>", _CLAUSE_END.sub("<pp>", body))
        yield f"{caption}{mark}{pattern.sub(reference, body)}"


def _keys(synonyms: Mapping[str, tuple[str, ...]]) -> re.Pattern[str]:
    """Matches a reference, or a key as group 1, the longest first."""
    keys = sorted(synonyms, key=lambda key: (-len(key), key))
    ends = (re.escape(key[:-2]) + r"(?= <)" if key.endswith(" <") else re.escape(key) + r"\b" for key in keys)
    return re.compile(rf"<[^>]*>|(?<![\w-])({'|'.join(ends)})(?!-)")


@cache
def alternatives(rule: str) -> tuple[str, ...]:
    """The names of the one-alternative rules of a rule."""
    return tuple(f"{rule}#{number}" for number in range(len(grammar().rules[rule])))


@cache
def names(prefix: str) -> tuple[str, ...]:
    """Rules whose names start so, in the order of the files, without the one-alternative ones."""
    return tuple(name for name in grammar().rules if name.startswith(prefix) and "#" not in name)


@cache
def fact_sections(topic: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The sections of an article that state values, with the attributes each states."""
    return tuple((name, frozenset(name.split(".f.")[1].split("&"))) for name in names(f"{topic}.f."))


@cache
def mirrored() -> frozenset[str]:
    """Sections that speak of whoever owes and the other, never of provider and recipient: they hold both ways."""
    found = set()
    for name in names(""):
        if ".s." in name:
            told = {reference for line in grammar().rules[name] for reference in referred(line.nodes)}
            if told & {"x", "y"} and not told & {"a", "b", "tail.a", "tail.b", "b_role"}:
                found.add(name)
    return frozenset(found)


@cache
def positions() -> dict[str, int]:
    """Where each rule stands in the files."""
    return {name: number for number, name in enumerate(grammar().rules)}
