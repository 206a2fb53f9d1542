"""Names for files and people: slugs for ids, and titles for texts that have only a file name.

Source: DESIGN 3 (ids are readable and derived).
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePath

from microworlds.corpora.headings import SMALL, is_title, squeezed, units

_OPENING = 4_000
_FILE_NAME = re.compile(r"\.(?:pdf|txt|md|json|html?|docx?|rtf|xml)$", re.IGNORECASE)
_NOT_TITLES = re.compile(r"^(?:exhibit|schedule|source|page|execution|article|section)\b|\d{4}", re.IGNORECASE)


def slug(text: str) -> str:
    """Lower-case letters and digits, accents dropped, everything else one hyphen.

    >>> slug("São Paulo (D.C.)")
    'sao-paulo-d-c'
    """
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return re.sub(r"[\W_]+", "-", plain.casefold()).strip("-") or "other"


def is_file_name(name: str) -> bool:
    """True if a title is the name of a file and not something a person would say."""
    return _FILE_NAME.search(name) is not None


def title(file_name: str, text: str) -> str:
    """What a person would call a text: the title at its beginning and whose it is, as far as the file's name tells.

    The title is the line of the opening that shares most words with the file's name; the name's first piece is
    spelled as the text spells it. Without either, the file's name without its ending.
    """
    stem = " ".join(re.sub(r"_+", " ", PurePath(_FILE_NAME.sub("", file_name)).name).split())
    wanted = set(re.findall(r"[a-z]{4,}", stem.casefold()))
    best: tuple[int, str] = (0, "")
    for unit in units(text[:_OPENING]):
        line = squeezed(unit.text)
        shared = len(wanted & set(re.findall(r"[a-z]{4,}", line.casefold())))
        if shared > best[0] and is_title(line) and not _NOT_TITLES.search(line):
            best = (shared, line)
    # the last piece of "Acme_2001-EX-10.2-Supply Agreement" is its title
    last = re.split(r"_|-EX-[\d.]+-", PurePath(_FILE_NAME.sub("", file_name)).name)[-1].strip()
    named = _capitalised(best[1] or (last if len(last.split()) > 1 else stem))
    owner = _as_spelled(re.split(r"[_\d]| - ", PurePath(file_name).name)[0], text)
    return f"{named} ({owner})" if owner and owner.casefold() not in named.casefold() else named


def _as_spelled(name: str, text: str) -> str:
    """A run-together name (``KINGPHARMACEUTICALSINC``) as the text's opening writes it, or nothing."""
    letters = [re.escape(char) for char in name if char.isalnum() or char == "&"]
    if len(letters) < 5:
        return ""
    found = re.findall(r"\b" + r"[\s,.-]{0,3}".join(letters) + r"\w*\.?", text[: 2 * _OPENING], re.IGNORECASE)
    spellings = [" ".join(spelling.split()).rstrip(",") for spelling in found]
    return next((spelling for spelling in spellings if not spelling.isupper()), spellings[0] if spellings else "")


def _capitalised(line: str) -> str:
    if not line.isupper():
        return line
    words = [word.lower() if word.lower() in SMALL else word.capitalize() for word in line.split()]
    return " ".join([words[0].capitalize(), *words[1:]])
