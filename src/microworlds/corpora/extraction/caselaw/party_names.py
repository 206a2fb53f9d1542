"""Who the parties of a case are, from the title of its caption.

The roles beside the names say who appeals and who was sued; a title without roles says it only where counsel are named
for a plaintiff and a defendant. Titles that join several cases, and sides with several parties, are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, fact, legible, trimmed


@dataclass(frozen=True)
class Side:
    """A party as the caption names it, on one side of the v., and what it is called there."""

    span: tuple[int, int]
    roles: str


@dataclass(frozen=True)
class Parties:
    """The two sides of a title, or none where it has not just two."""

    sides: tuple[Side, ...]

    def pattern(self, text: str) -> re.Pattern[str]:
        """What a sentence about this case's own parties has in it: a role, or a telling word of a party's name."""
        names = " ".join(text[slice(*side.span)] for side in self.sides)
        words = [
            word for word in re.findall(r"[A-Za-z’'-]{4,}", names) if not regex("party_names.common").fullmatch(word)
        ]
        words += [initials for side in self.sides if len(initials := _initials(text[slice(*side.span)])) > 2]
        said = "|".join([regex("party_names.own").pattern, *map(re.escape, words)])
        return re.compile(rf"\b(?:{said})\b", re.IGNORECASE)

    def prosecuted(self, text: str) -> bool:
        """True if a state or its police or parole authority is on one side."""
        return any(regex("party_names.state").search(text[slice(*side.span)]) for side in self.sides)


def _initials(name: str) -> str:
    return "".join(word[0] for word in re.findall(r"[A-Z][\w’']+", re.sub(r",?\s(?:INC|LLC|LTD|Inc)\b.*", "", name)))


def read(text: str, title: tuple[int, int] | None) -> Parties:
    """The parties of the title line."""
    sides = tuple(_sides(text, *title)) if title else ()
    return Parties(sides if len(sides) == 2 else ())


def facts(text: str, parties: Parties, caption: tuple[int, int]) -> Iterator[DocumentFact]:
    """Who appeals, who answers, who sued and who was sued, as far as ``caption`` says it."""
    yield from _labelled(text, parties.sides)
    yield from _unlabelled(text, parties.sides, *caption)


def _sides(text: str, start: int, end: int) -> Iterator[Side]:
    """Both sides of a title with one v.; none of a title that joins several cases."""
    cuts = list(regex("party_names.versus").finditer(text, start, end))
    if len(cuts) != 1 or re.search(
        r"(?i)\bin re\b|\bcross\b|\bappeal of|\bpetition of|\bintervenor|third", text[start:end]
    ):
        return
    for first, last in ((start, cuts[0].start()), (cuts[0].end(), end)):
        every = regex("party_names.roles").finditer(text, first, last)
        roles = list(dropwhile(lambda role: not _separate(text, role), every))
        if len(roles) > 1:
            continue
        stop = roles[0].start() if roles else last
        tail = regex("party_names.tail").search(text, first, stop)
        span = _named(text, first, tail.start() if tail else stop)
        yield Side(span, roles[0]["roles"] if roles else "")


def _separate(text: str, roles: re.Match[str]) -> bool:
    """True if the role stands after a comma or in brackets, and is no part of a name."""
    return (
        text[roles.start()] in ",("
        or re.match(r",?\s*\(", text[roles.start() : roles.end()]) is not None
        or (text[roles.start()].isspace() and roles["roles"][0].isupper())
    )


def _named(text: str, start: int, end: int) -> tuple[int, int]:
    """The name in a span, without article, and without a full stop that ends no abbreviation."""
    start, end = trimmed(text, start, end, " ,(", " ,;:")
    for article in ("The ", "THE "):
        start += len(article) * text.startswith(article, start)
    while text[start:end].endswith(".") and not regex("party_names.abbreviated").search(text[start:end]):
        start, end = trimmed(text, start, end - 1, "", " ,;:")
    return start, end


def plausible_party(name: str) -> bool:
    """True if ``name`` is one party's name, whole and legible."""
    if len(name) < 2 or len(name.split()) > 12 or not legible(name):
        return False
    return regex("party_names.doubtful").search(name) is None and regex("party_names.name").search(name) is not None


def _labelled(text: str, sides: tuple[Side, ...]) -> Iterator[DocumentFact]:
    for side, other in zip(sides, sides[::-1], strict=True):
        name = text[slice(*side.span)]
        if not plausible_party(name) or (re.search(r"(?i)(?:ants|ees|ers|ents|iffs)\b", side.roles) and "," in name):
            continue
        appeals, answers = (regex(f"party_names.{role}").search(side.roles) for role in ("appeals", "answers"))
        opposed = regex("party_names.appeals").search(other.roles)
        if appeals and not answers and not opposed:
            yield fact("appellant", text, side.span)
        if answers and not appeals and (opposed or re.search(r"(?i)appellee", side.roles)):
            yield fact("appellee", text, side.span)
        for role, opposite in (("plaintiff", "defendant"), ("defendant", "plaintiff")):
            if re.search(rf"(?i)\b{role}s?\b", side.roles) and not re.search(rf"(?i){opposite}|counter", side.roles):
                yield fact(role, text, side.span)


def _unlabelled(text: str, sides: tuple[Side, ...], start: int, end: int) -> Iterator[DocumentFact]:
    """Plaintiff and defendant of a title without roles, where counsel are named for a plaintiff and a defendant."""
    caption = text[start:end]
    named = [text[slice(*side.span)] for side in sides]
    if any(side.roles for side in sides) or len(set(named)) < 2 or re.search(r"\bfor (?:the )?appell", caption):
        return
    for side, name, role in zip(sides, named, ("plaintiff", "defendant"), strict=True):
        counsel = re.search(rf"(?m), for (?:the )?{role}s?(?:[,.]|$|\sin error)", caption)
        if counsel and plausible_party(name):
            yield fact(role, text, side.span)
