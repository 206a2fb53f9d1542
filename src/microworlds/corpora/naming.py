"""Names for files and people: slugs for ids, and titles for texts that have only a file name.

Source: DESIGN 3 (ids are readable and derived).
"""

import re
import unicodedata
from collections.abc import Sequence
from html import unescape
from pathlib import PurePath

from microworlds.corpora.expressions import regex
from microworlds.corpora.extraction.contracts import openings
from microworlds.corpora.headings import SMALL, is_title, squeezed, units

_OPENING = 4_000


def slug(text: str) -> str:
    """Lower-case letters and digits, accents dropped, everything else one hyphen.

    >>> slug("São Paulo (D.C.)")
    'sao-paulo-d-c'
    """
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return re.sub(r"[\W_]+", "-", plain.casefold()).strip("-") or "other"


def is_file_name(name: str) -> bool:
    """True if a title is the name of a file and not something a person would say."""
    return regex("naming.file_name").search(name) is not None


def title(file_name: str, text: str) -> str | None:
    """What a person would call a text: its caption, or the title at its beginning and whose it is; None without either.

    An agreement that names itself and its parties is called by its own name and that of a party, as the text has them.
    A caption is ``X v. Y`` or ``In re X`` among the first lines. The title is the line of the opening that shares most
    words with the file's name, else the first that is one; the name's first piece is spelled as the text spells it.
    The file's name counts only if somebody wrote it as a title: several words, capitalised.
    """
    caption = _caption(text[:_OPENING])
    if caption:
        return caption
    agreement = _agreement(file_name, text)
    if agreement:
        return agreement
    stem = PurePath(regex("naming.file_name").sub("", file_name)).name
    wanted = _telling(stem.replace("_", " "))
    best: tuple[int, str] = (-1, "")
    for unit in units(text[:_OPENING]):
        line = squeezed(unit.text)
        shared = len(wanted & _telling(line))
        if shared > best[0] and _is_called(line):
            best = (shared, line)
    # the last piece of "Acme_2001-EX-10.2-Supply Agreement" is its title
    last = re.split(r"_|-EX-[\d.]+-", stem)[-1].strip()
    called = last if _is_called(last) else ""
    named = _capitalised((best[1] if best[0] > 0 else "") or called or best[1])
    owner = _as_spelled(re.split(r"[_\d]| - ", PurePath(file_name).name)[0], text)
    return f"{named} ({owner})" if owner and named and owner.casefold() not in named.casefold() else named or None


def _agreement(file_name: str, text: str) -> str | None:
    """The name of an agreement with the party for which the file is named, or else its first party."""
    parties = [" ".join(party.value.split()) for party in openings.parties(text)]
    name = next((found.value for found in openings.named(text)), None)
    if name is None or not parties:
        return None
    file = slug(re.split(r"[_\d]| - ", PurePath(file_name).name)[0]).replace("-", "")
    owner = next((one for one in parties if _begins_alike(slug(one).replace("-", ""), file)), parties[0])
    return f"{_capitalised(name)} ({_capitalised(owner)})"


def _begins_alike(one: str, other: str) -> bool:
    return len(other) > 4 and (one.startswith(other) or other.startswith(one))


def _telling(line: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", line.casefold()))


def _is_called(line: str) -> bool:
    """True for a title that says more than that something begins, where it was filed or when."""
    return len(line.split()) > 1 and is_title(line) and not regex("naming.not_titles").search(line)


def _caption(opening: str) -> str | None:
    """``X v. Y`` or ``In re X`` by the first party of each side, from the lines of a caption; None without one."""
    lines = [" ".join(unescape(line).split()) for line in opening.split("\n")]
    for at, line in enumerate(lines):
        alone = regex("naming.in_re").match(line)
        if alone and _party([alone["one"]]):
            return f"{alone['how'].capitalize()} {_capitalised(_party([alone['one']]))}"
        match = regex("naming.versus").match(line)
        if match is None or (match["one"] and match["other"] and not is_title(line.replace(" v. ", " "))):
            continue
        before = [match["one"]] if match["one"] else _above(lines[:at])
        after = [match["other"]] if match["other"] else lines[at + 1 :]
        one, other = _party(before), _party(after)
        if one and other:
            return f"{_capitalised(one)} v. {_capitalised(other)}"
    return None


def of_parties(line: str) -> str | None:
    """``X v. Y`` or ``In re X`` from the line of a caption with all names and roles; None if it is no such line."""
    match = regex("naming.sides").search(line)
    if match is None:
        return _caption(line)
    one, other = (regex("naming.role_after").sub("", match[side]) for side in ("one", "other"))
    names = [_party([side]) for side in (one, other)]
    return " v. ".join(map(_capitalised, names)) if all(names) else None


def _above(lines: Sequence[str]) -> list[str]:
    """The names above a ``v.``: the lines before the roles, up to an empty one."""
    named: list[str] = []
    for line in reversed(lines):
        if line and not regex("naming.roles").fullmatch(line) and not regex("naming.above").search(line):
            named.insert(0, line)
        elif named:
            break
    return named


def _party(lines: Sequence[str]) -> str:
    """The first name in these lines, at most three of them long; empty if it does not read like one."""
    name = ""
    for line in [line for line in lines if line][:3]:
        end = regex("naming.beyond").search(line)
        name = f"{name} {line[: end.start()] if end else line}".strip()
        if end or line[-1] in ",.":
            break
    name = name.strip(" ,*")
    name = name[:-1] if name.endswith(".") and not re.search(r"\b(?:\w|inc|ltd|co|corp|jr|sr)\.$", name, re.I) else name
    return name if is_title(name) and not regex("naming.roles").fullmatch(name) and len(name.split()) <= 12 else ""


def _as_spelled(name: str, text: str) -> str:
    """A run-together name (``KINGPHARMACEUTICALSINC``) as the text's opening writes it, or nothing."""
    letters = [re.escape(char) for char in name if char.isalnum() or char == "&"]
    if len(letters) < 5:
        return ""
    found = re.findall(r"\b" + r"[\s,.-]{0,3}".join(letters) + r"\w*\.?", text[: 2 * _OPENING], re.IGNORECASE)
    spellings = [" ".join(spelling.split()).rstrip(",") for spelling in found]
    return next((spelling for spelling in spellings if not spelling.isupper()), spellings[0] if spellings else "")


def _capitalised(line: str) -> str:
    """A line in capitals as a title; one that is not, as it is."""
    if not line.replace("Mc", "MC").isupper():
        return line
    words = [
        word.lower() if word.lower() in SMALL else regex("naming.word").sub(_capital, word) for word in line.split()
    ]
    return " ".join(words)[:1].upper() + " ".join(words)[1:]


def _capital(match: re.Match[str]) -> str:
    """One word capitalised; letters without a vowel and a full stop are initials, and stay."""
    word, stop = match["word"], match["stop"]
    if word.startswith("Mc"):
        return "Mc" + word[2:].capitalize() + stop
    initials = not stop and not re.search(r"[AEIOUYÁÉÍÓÚ]", word) and len(word) > 1
    return word + stop if initials else word.capitalize() + stop
