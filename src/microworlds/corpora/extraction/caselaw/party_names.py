"""Who the parties of a case are, from the title of its caption.

The roles beside the names say who appeals and who was sued; a title without roles says it only where counsel are named
for a plaintiff and a defendant. Titles that join several cases, and sides with several parties, are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, fact, legible

_COMMON = frozenset(
    "company corporation incorporated department state commonwealth united states board office bureau city county town "
    "township borough school district court common pleas review appeal insurance pennsylvania "
    "authority commission people "
    "america national bank association society service services unemployment compensation workers public first".split()
)


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
        words = [word for word in re.findall(r"[A-Za-z’'-]{4,}", names) if word.lower() not in _COMMON]
        words += [initials for side in self.sides if len(initials := _initials(text[slice(*side.span)])) > 2]
        roles = (
            "plaintiffs?",
            "appellants?",
            "appellees?",
            "petitioners?",
            "claimants?",
            "libelants?",
            "complainants?",
            "employee",
        )
        return re.compile(rf"\b(?:{'|'.join([*roles, *map(re.escape, words)])})\b", re.IGNORECASE)

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
        roles = regex("party_names.roles").search(text, first, last)
        while roles and not _separate(text, roles):
            roles = regex("party_names.roles").search(text, roles.end(), last)
        if roles and regex("party_names.roles").search(text, roles.end(), last):
            continue
        stop = roles.start() if roles else last
        tail = regex("party_names.tail").search(text, first, stop)
        span = _trimmed(text, first, tail.start() if tail else stop)
        yield Side(span, roles["roles"] if roles else "")


def _separate(text: str, roles: re.Match[str]) -> bool:
    """True if the role stands after a comma or in brackets, and is no part of a name."""
    return (
        text[roles.start()] in ",("
        or re.match(r",?\s*\(", text[roles.start() : roles.end()]) is not None
        or (text[roles.start()].isspace() and roles["roles"][0].isupper())
    )


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " ,(":
        start += 1
    for article in ("The ", "THE "):
        if text.startswith(article, start):
            start += len(article)
    while end > start and (text[end - 1] in " ,;:" or (text[end - 1] == "." and not _abbreviated(text, start, end))):
        end -= 1
    return start, end


def _abbreviated(text: str, start: int, end: int) -> bool:
    last = text[start:end].split()[-1]
    return (
        re.search(r"(?:^|[.\s])(?:[A-Z]|Inc|INC|Co|CO|Corp|CORP|Ltd|LTD|Jr|JR|Sr|Bros|BROS|al|Ass'n|Assn|No)\.$", last)
        is not None
    )


def plausible_party(name: str) -> bool:
    """True if ``name`` is one party's name, whole and legible."""
    return (
        len(name) > 1
        and len(name.split()) <= 12
        and legible(name)
        and not re.search(
            r"(?i);|\s(?:and|&)\s+[A-Z][a-z]+\s+[A-Z]|\bv\.|\bothers\b|\bjudge\b|\bhonorable\b|\binterven|\$|\[",
            name,
        )
        and re.search(r"[A-Z]{2}|[A-Z][a-z]|^(?:[A-Z]\.\s?)+$", name) is not None
    )


def _labelled(text: str, sides: tuple[Side, ...]) -> Iterator[DocumentFact]:
    for side in sides:
        name = text[slice(*side.span)]
        if not plausible_party(name) or (re.search(r"(?i)(?:ants|ees|ers|ents|iffs)\b", side.roles) and "," in name):
            continue
        appeals, answers = (
            regex("party_names.appeals").search(side.roles),
            regex("party_names.answers").search(side.roles),
        )
        other = sides[1] if side is sides[0] else sides[0]
        if appeals and not answers and not regex("party_names.appeals").search(other.roles):
            yield fact("appellant", text, side.span)
        if (
            answers
            and not appeals
            and (regex("party_names.appeals").search(other.roles) or re.search(r"(?i)appellee", side.roles))
        ):
            yield fact("appellee", text, side.span)
        if re.search(r"(?i)\bplaintiffs?\b", side.roles) and not re.search(r"(?i)defendant|counter", side.roles):
            yield fact("plaintiff", text, side.span)
        if re.search(r"(?i)\bdefendants?\b", side.roles) and not re.search(r"(?i)plaintiff|counter", side.roles):
            yield fact("defendant", text, side.span)


def _unlabelled(text: str, sides: tuple[Side, ...], start: int, end: int) -> Iterator[DocumentFact]:
    """Plaintiff and defendant of a title without roles, where counsel are named for a plaintiff and a defendant."""
    if not sides or any(side.roles for side in sides):
        return
    if re.compile(r"\bfor (?:the )?appell").search(text, start, end):
        return
    for side, role in zip(sides, ("plaintiff", "defendant"), strict=True):
        counsel = re.compile(rf"(?m), for (?:the )?{role}s?(?:[,.]|$|\sin error)").search(text, start, end)
        same = text[slice(*sides[0].span)] == text[slice(*sides[1].span)]
        if counsel and not same and plausible_party(text[slice(*side.span)]):
            yield fact(role, text, side.span)
