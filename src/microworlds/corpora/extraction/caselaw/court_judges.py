"""Who wrote, sat, dissented and concurred, and how reports print the names of judges.

Reports differ in case, order and punctuation ("JACOBS, Justice:", "Judge PELLEGRINI.", "Lippman, P.J."), and agree
that a name stands beside a title. The writings themselves say whose they are at their heads, and reports add lines of
their own ("Justice X files a dissenting opinion in which Justice Y joins.", "Dissent: X and Y, JJ."). A vote in part is
neither, and a list of judges is kept whole or not at all, since a question may count them.
"""

import re
from collections.abc import Iterable, Iterator

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.opinion_layout import Layout
from microworlds.corpora.extraction.document_facts import DocumentFact, fact

# what any note that a judge was absent holds
_ABSENT = ("not participat", "ot participating", "not sit", "not take part", "took no part", "recused")
_LONGEST_NOTE = 250  # characters


def writer(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the name of the judge stands at the head of the opinion from ``start`` to ``end``, without title."""
    match = regex("judges.writer").match(text, start, min(end, start + 200))
    if match is None:
        return None
    span = match.span("titled") if match["titled"] else match.span("plain")
    return span if is_name(text[slice(*span)]) else None


def unsigned(text: str, start: int, end: int) -> bool:
    """True if the opinion says it is the court's as a whole."""
    return regex("judges.unsigned").match(text, start, end) is not None


def is_name(name: str) -> bool:
    """True if no word of it is a title's or an order's, and it could be spelt so in English.

    Most letter sequences that only a misread name has begin with consonants with which no English name begins.

    >>> is_name("COHN JUBELIRER"), is_name("PER CURIAM"), is_name("WTCKERSHAM")
    (True, False, False)
    """
    parts = re.findall(r"[A-Za-z]+", name)
    if not parts or any(map(regex("judges.not_a_name").fullmatch, parts)):
        return False
    return all(map(regex("judges.pronounceable").match, (part for part in parts if len(part) > 3)))


def bench(text: str, start: int, end: int) -> tuple[tuple[int, int], ...] | None:
    """Where the names of a list of judges stand, in order; None if a piece of it is not understood."""
    names: list[tuple[int, int]] = []
    at = start
    while at < end:
        match = regex("judges.bench").match(text, at, end)
        if match is None or match.end() == at:
            return None
        if match["name"]:
            if not is_name(match["name"]):
                return None
            names.append(match.span("name"))
        elif match["suffix"]:
            if not names or text[names[-1][1] : match.start()].strip(" ,"):
                return None
            names[-1] = (names[-1][0], match.end())
        at = match.end()
    return tuple(names)


def surname(name: str) -> str:
    """The name by which a judge is told from others on a bench, lower-cased.

    >>> surname("Evan M. O’Neill, Jr.")
    "o'neill"
    """
    plain = regex("judges.junior").sub("", name).replace("’", "'")
    return re.split(r"\s|\.", plain.strip())[-1].lower()


def written_by(text: str, place: Layout) -> Iterator[DocumentFact]:
    """The judge who wrote the opinion of the court."""
    if place.main is None or unsigned(text, place.main.start, place.main.end):
        return
    span = writer(text, place.main.start, place.main.end)
    if span is not None:
        yield fact("author", text, span)


def apart(text: str, place: Layout) -> Iterator[DocumentFact]:
    """Judges who dissented, and judges who wrote a concurrence; neither if one of them did both."""
    others = [item for item in place.writings if item.role != "main"]
    if any(
        item.role == "mixed" or regex("judges.in_part").search(text, item.start, min(item.end, item.start + 150))
        for item in others
    ):
        return
    for attribute, spans in (("dissenter", _dissents(text, place)), ("concurrer", _concurrences(text, place))):
        distinct: dict[str, tuple[int, int]] = {}
        for span in spans:
            if span is None:
                break
            distinct.setdefault(surname(text[slice(*span)]), span)
        else:
            yield from (fact(attribute, text, span) for span in distinct.values())


def _dissents(text: str, place: Layout) -> Iterator[tuple[int, int] | None]:
    """Names of those who dissent; None for one that cannot be read, which spoils the list."""
    yield from _heads(text, place, "dissent")
    for writing in place.writings:
        if writing.role == "dissent":
            joined = regex("judges.joined_head").search(text, writing.start, min(writing.end, writing.start + 300))
            yield from _names(joined) if joined else ()
    for form in ("listed", "joins", "notes") if "issent" in text else ():
        for match in regex(f"judges.{form}").finditer(text):
            yield from _names(match)
    for match in _filings(text, "dissenting"):
        yield from _names(match)
        if match["more"]:
            yield from _names(match, "joined") if match["joined"] else (None,)


def _concurrences(text: str, place: Layout) -> Iterator[tuple[int, int] | None]:
    yield from _heads(text, place, "concurrence")
    for match in _filings(text, "concurring"):
        yield from _names(match)


def _filings(text: str, kind: str) -> Iterator[re.Match[str]]:
    """Notes that a judge filed an opinion of this kind; a plain search first, since few texts have any.

    A note is a line: what goes on tells of another case.
    """
    if not re.search(r" (?:files?|filed|wrote|writes) an? [DdCc]", text):
        return
    for match in regex("judges.files").finditer(text):
        end = text.find("\n", match.end())
        if match["kind"].lower() == kind and (end if end >= 0 else len(text)) - match.start() <= _LONGEST_NOTE:
            yield match


def _heads(text: str, place: Layout, role: str) -> Iterator[tuple[int, int] | None]:
    return (writer(text, writing.start, writing.end) for writing in place.writings if writing.role == role)


def _names(match: re.Match[str], group: str = "names") -> Iterable[tuple[int, int] | None]:
    return bench(match.string, *match.span(group)) or (None,)


def seated(
    text: str, place: Layout, listed: Iterable[DocumentFact], others: Iterable[DocumentFact]
) -> Iterator[DocumentFact]:
    """The bench ``listed`` in the caption, unless the rest of the text contradicts it.

    It does if a judge who wrote or dissented is not in the list, or one in it took no part.
    """
    panel = list(listed)
    names = {surname(item.value) for item in panel}
    voted = {surname(item.value) for item in others if item.attribute in ("author", "dissenter", "concurrer")}
    end = place.main.end if place.main else place.caption[1]
    said = any(text.find(sign, place.caption[0], end) >= 0 for sign in _ABSENT)
    lines = (
        text[text.rfind("\n", 0, match.start()) + 1 : match.end()]
        for match in (regex("judges.absent").finditer(text, place.caption[0], end) if panel and said else ())
    )
    absent = " ".join(lines).lower().replace("’", "'")
    named = any(re.search(rf"\b{re.escape(name)}\b", absent) for name in names)
    if len(names) == len(panel) and voted <= names and not named:
        yield from panel
