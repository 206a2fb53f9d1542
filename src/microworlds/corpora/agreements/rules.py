"""The phrase grammar of the agreements, and which of its rules are sections, lists and turns of phrase.

A rule `<topic>.s.<name>` is a section of an article; `<topic>.f.<attribute>&<attribute>` is one that states those
values; `li.<name>` holds items of a list, `h.<name>` turns of phrase. Articles of schedules are topics like others.
"""

from functools import cache
from pathlib import Path

from microworlds.corpora.agreements.lexicon import PHRASES
from microworlds.generation.grammar import Grammar

_SPLIT = ("li.", "h.", "schedule.", "recital")
_LISTS = ("industry_", "names", "types", "usage")


@cache
def grammar() -> Grammar:
    """All phrases; each alternative of a list or turn of phrase is also a rule `<rule>#<number>`.

    So that several different alternatives can be drawn for one list, and one can be a drafter's favourite.
    """
    text = "\n".join(path.read_text(encoding="utf-8") for path in _phrase_files())
    loaded = Grammar.parse(text, "phrases of agreements")
    rules = dict(loaded.rules)
    for name, phrases in loaded.rules.items():
        if name.startswith(_SPLIT):
            rules |= {f"{name}#{number}": (phrase,) for number, phrase in enumerate(phrases)}
    return Grammar(rules)


def _phrase_files() -> list[Path]:
    """In the order in which an article has its sections: what is chief first, values next, further sections last."""
    files = [path for path in sorted(PHRASES.glob("*.txt")) if not path.name.startswith(_LISTS)]
    return sorted(files, key=lambda path: path.name.startswith("further"))


@cache
def usage() -> tuple[tuple[str, str], ...]:
    """Words of which a drafter always uses the one or the other."""
    lines = (PHRASES / "usage.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ")[::2] for line in lines if line and not line.startswith("#"))
    return tuple(pairs)


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
def positions() -> dict[str, int]:
    """Where each rule stands in the files."""
    return {name: number for number, name in enumerate(grammar().rules)}
