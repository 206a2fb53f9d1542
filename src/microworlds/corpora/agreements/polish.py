"""The last touches to a written phrase, and the marks that references and lists carry until they are printed."""

import re

from microworlds.generation.grammar import article

REFERENCE = re.compile("\x01([^\x02]+)\x02")
_MARKED = re.compile(r"~(\W*)([a-z])")
_SPACES = re.compile(r" {2,}")
_STRAY = re.compile(r" ([,.;:])(?= |$|\^)")
_TWICE = re.compile(r"\b([a-z]{4,}) \1\b")
_ARTICLE = re.compile(r"\b([Aa])n? (?=([A-Za-z]\w*))")
# a small letter opens a sentence after a full stop, but not after that of a firm's name
_OPENING = re.compile(r"(?<!Inc)(?<!Ltd)(?<!Co)(?<!Corp)(?<!No)(?<!\b[A-Z])\. ([a-z])")


def reference(key: str) -> str:
    """The mark that stands for a reference to what ``key`` names until it is printed."""
    return f"\x01{key}\x02"


def cap(text: str) -> str:
    """The text with a capital at the start."""
    return text[:1].upper() + text[1:]


def tidy(text: str) -> str:
    """The text with its `~` marks carried out, a or an as the next word wants it, and no stray spaces or commas."""
    text = _STRAY.sub(r"\1", _SPACES.sub(" ", text)).strip()
    text = text.replace(",,", ",").replace(",.", ".").replace(",;", ";")
    text = _MARKED.sub(lambda match: match.group(1) + match.group(2).upper(), text).replace("~", "")
    text = _OPENING.sub(lambda match: f". {match.group(1).upper()}", text)
    text = _TWICE.sub(r"\1", text)
    return _ARTICLE.sub(lambda match: match.group(1) + article(match.group(2))[1 : -len(match.group(2))], text)
