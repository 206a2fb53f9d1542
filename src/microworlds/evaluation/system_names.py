"""What systems, metrics, levels, rungs and the values of labels are called on a page."""

import re
from pathlib import Path

import yaml

NAMES: dict[str, str] = yaml.safe_load(Path(__file__).with_name("names.yaml").read_text(encoding="utf-8"))


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
