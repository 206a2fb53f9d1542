"""Titles of texts, and what in running text names one: parties, citations, docket numbers."""

import re
from functools import lru_cache

from microworlds.core import value_types
from microworlds.reading import words

_NOUN = words.regex("titles.noun")
_VERSUS = re.compile(r"\s(?:v|vs|V)\.?\s(?=[A-Z“\"])")
_CUT = words.regex("titles.cut").pattern
_IN_RE = words.regex("titles.in_re")
_CONTRACT = words.regex("titles.contract")
_RUNNING = words.regex("titles.running")
_LEAD = words.regex("titles.lead")
_MONTH = rf"(?:{'|'.join(f'{name}|{name[:3]}' for name in value_types.MONTHS)}|Sept)\b"
_CITATION = re.compile(rf"\b\d{{1,4}}\s(?!{_MONTH})(?:[A-Z][\w.’']*\s?){{1,4}}(?:2d|3d|4th)?\s?\d{{1,5}}\b")
_NUMBER = words.regex("titles.number")
_RANGE = re.compile(rf"{_CITATION.pattern}\s(?:to|through)\s(?:{_CITATION.pattern})")
"""What a volume holds, from the first to the last: neither is its own citation."""
_GENERIC = words.listed_terms("generic")
"""Terms that name no text in particular."""


def without_nouns(text: str) -> str:
    """A text without what people call a text, where no act is meant: the decision Ann likes, not the decision in it."""
    return _NOUN.sub(" ", text)


@lru_cache(maxsize=1 << 12)
def title(heading: str) -> str:
    """The short title that a heading holds: parties of a case, name of an agreement; else all of it.

    >>> title("31 Tal. 2d 118, Fennimore v. Dray")
    'Fennimore v. Dray'
    """
    plain = _CITATION.sub("", heading)
    versus = _VERSUS.search(plain)
    if versus:
        left = re.split(rf"{_CUT}(?=[A-Z])", plain[: versus.start()])[-1]
        right = re.split(rf"{_CUT}|\.\s*$", plain[versus.end() :])[0]
        return f"{left.strip(' ,.')} v. {right.strip(' ,')}"
    other = _IN_RE.search(plain) or _CONTRACT.search(plain)
    return other.group().strip(" ,") if other else heading


@lru_cache(maxsize=1 << 14)
def spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where running text names a case or an agreement by its title, in order."""
    found: list[tuple[int, int]] = []
    for shape in (_RUNNING, _IN_RE, _CONTRACT):
        for match in shape.finditer(text):
            lead = _LEAD.match(match.group())
            start = match.start() + (lead.end() if lead else 0)
            if not any(low <= start < high for low, high in found):
                found.append((start, match.end()))
    return tuple(sorted(found))


def names_of(heading: str) -> frozenset[str]:
    """Names of the parties in the heading of a case; all names in that of another text."""
    case = _VERSUS.search(heading) or _IN_RE.search(heading)
    return (names(title(heading)) if case else frozenset()) or names(heading)


def without(text: str) -> str:
    """A text without the titles in it."""
    for start, end in reversed(spans(text)):
        text = text[:start] + " " + text[end:]
    return text


def own(source: str, text: str) -> str:
    """The title of a text: its first line if that is the title of a case and no more, else what it is known by."""
    first = text.strip().partition("\n")[0]
    return first if cited(first) and not re.search(r"\w", without(_CITATION.sub(" ", first))) else source


@lru_cache(maxsize=1 << 14)
def names(text: str) -> frozenset[str]:
    """Terms of the capitalised words that may tell one text from another."""
    return frozenset(
        one
        for word in words.TOKEN.findall(_CITATION.sub(" ", text))
        if word[0].isupper() and len(word) > 2 and word.lower() not in words.STOP
        if (one := words.term(word)) not in _GENERIC
    )


@lru_cache(maxsize=1 << 14)
def numbers(text: str) -> frozenset[str]:
    """Citations and docket numbers in a text, without spaces and full stops."""
    text = _RANGE.sub(" ", text)
    found = [match.group() for match in _CITATION.finditer(text)]
    found += [match.group(1) or match.group() for match in _NUMBER.finditer(_CITATION.sub(" ", text))]
    return frozenset(re.sub(r"[\s.]", "", one) for one in found)


def cited(text: str) -> list[str]:
    """The titles of cases and citations in running text; a citation belongs to the title before it."""
    places = [(start, end) for start, end in spans(text) if not _CONTRACT.fullmatch(text[start:end])]
    after = [re.match(rf",?\s(?:{_CITATION.pattern})", text[end:]) for _, end in places]
    found = [
        text[start:end] + (match.group() if match else "") for (start, end), match in zip(places, after, strict=True)
    ]
    return found or [match.group() for match in _CITATION.finditer(text)]
