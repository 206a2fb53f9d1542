"""What systems, metrics, levels, rungs and the values of labels are called on a page; what keys of systems say."""

import re
from collections.abc import Iterable
from pathlib import Path

import yaml

NAMES: dict[str, str] = yaml.safe_load(Path(__file__).with_name("names.yaml").read_text(encoding="utf-8"))
CEILING = "oracle"  # and those whose key begins with it: oracle_X, where X answers in place of models.answerer


def name(key: str) -> str:
    """What a key is called on a page; without a name of its own, its words.

    >>> name("rag_both"), name("multi_hop"), name("Ada's own")
    ('RAG-Both', 'Multi-hop', "Ada's own")
    """
    plain = key.replace("_", "-").capitalize() if re.fullmatch(r"[a-z][a-z0-9_]*", key) else key
    return NAMES.get(key, plain)


def plural(word: str) -> str:
    """Of an English noun that takes -s or -ies.

    >>> plural("turn"), plural("entry")
    ('turns', 'entries')
    """
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def is_ceiling(system: str) -> bool:
    """Whether it is no system, but what is made of the gold evidence alone.

    >>> is_ceiling("oracle"), is_ceiling("oracle_model"), is_ceiling("rag_both_model")
    (True, True, False)
    """
    return system.partition("_")[0] == CEILING


def answerer(system: str, systems: Iterable[str]) -> str:
    """The end of a system's key that says who answers: that of one of the ceilings among all ``systems``.

    >>> answerer("rag_both_model", ["oracle", "oracle_model"]), answerer("rag_both", ["oracle", "oracle_model"])
    ('_model', '')
    """
    ends = [one.removeprefix(CEILING) for one in systems if is_ceiling(one)]
    return max((end for end in ends if system.endswith(end)), key=len, default="")
