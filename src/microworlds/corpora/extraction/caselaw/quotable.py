"""Clauses that read as an answer, and whether the place where they stand speaks of this case.

A clause is whole, at most forty words, names what it is about, and quotes nobody.
"""

from collections.abc import Iterable

from microworlds.core.text import EDGE, places
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.sides import other_cases
from microworlds.corpora.extraction.document_facts import LONGEST_CLAUSE, MASK, Page, legible, trimmed

_SHORTEST = 5  # words of a clause
_LEAD = 30  # characters of a line before a passage that tell what it is
_HEAD = 45  # characters in which nothing has been named yet


def clause(page: Page, start: int, end: int, *, lead: bool = False, whole: bool = True) -> tuple[int, int] | None:
    """The clause from ``start`` to the sentence's end, cut where another thought begins; None if no answer quotes it.

    Of a numbered list it is the first item. ``lead`` allows a pronoun at its beginning, for a subject that is named.
    ``whole`` is true where ``end`` is the sentence's: a line that broke off is none.
    """
    if whole and (page.text[end - 1].isalnum() or page.text[end - 1] == ","):
        return None
    item = regex("quotable.item").match(page.plain, start, end)
    if item:
        start = item.end()
        following = regex("quotable.next_item").search(page.plain, start, end)
        end = following.start() if following else end
    _, end = trimmed(page.text, start, end, "", " .;:,")
    last = end
    stop = regex("quotable.stop").search(page.plain, start, end)
    end = stop.start() if stop else end
    if regex("quotable.withdrawn").match(page.plain, end, last):
        return None
    if len(page.text[start:end].split()) > LONGEST_CLAUSE:
        cuts = [
            cut.start()
            for cut in regex("quotable.cut").finditer(page.plain, start, end)
            if len(page.text[start : cut.start()].split()) in range(8, LONGEST_CLAUSE + 1)
        ]
        if not cuts:
            return None
        end = cuts[-1]
    if end < last and regex("quotable.subordinate").match(page.plain, start, end):
        return None
    if _lost_end(page, start, end, last):
        return None
    start, end = trimmed(page.text, start, end, " ,:’'", " .;:,")
    return (start, end) if _reads(page, start, end, lead=lead) else None


def _lost_end(page: Page, start: int, end: int, last: int) -> bool:
    """True of a list that was cut before its last member: "the bill was paid, the note was void", "and that ..."."""
    member = regex("quotable.last_member").match(page.plain, end, last)
    return member is not None and regex("quotable.listed").search(page.plain, start, end) is not None


def _reads(page: Page, start: int, end: int, *, lead: bool) -> bool:
    words = page.text[start:end].split()
    begins = regex("quotable.dangling" if not lead else "quotable.pointing").match(page.plain, start, end)
    return (
        _SHORTEST <= len(words) <= LONGEST_CLAUSE
        and not begins
        and (lead or not regex("quotable.unnamed").search(page.plain, start, min(end, start + _HEAD)))
        and not regex("quotable.broken").search(page.text, start, end)
        and said(page, start, end)
    )


def said(page: Page, start: int, end: int) -> bool:
    """True if the words are the court's own and legible."""
    return MASK not in page.plain[start:end] and legible(page.text[start:end], page.text)


def own(page: Page, start: int, end: int, *, cites: bool = False) -> bool:
    """True if the sentence, and its paragraph as far as it, tell of no other case; ``cites`` lets it cite one."""
    if set_off(page, start):
        return False
    if cites:
        return not regex("quotable.elsewhere").search(page.plain, start, end)
    first = page.paragraph(start)[0]
    return not (
        regex("quotable.cited_next").match(page.text, end, end + 12)
        or regex("merits.foreign").search(page.text, first, end)
        or _names(page.plain, other_cases(page.text), first, end)
    )


def _names(text: str, names: Iterable[str], start: int, end: int) -> bool:
    """True if any of ``names`` stands between ``start`` and ``end``, and is no part of a longer word."""
    said = text[start:end]
    return any(
        EDGE.match(text, at, end) and EDGE.match(text, at + len(name), end)
        for name in names
        if name in said
        for at in places(text, name, start, end)
    )


def set_off(page: Page, at: int) -> bool:
    """True in a paragraph after a colon: a passage of somebody else's words."""
    first = page.paragraph(at)[0]
    before = page.text[max(page.start, first - _LEAD) : first].rstrip()
    return first > page.start and before.endswith(":") and not regex("quotable.heads").search(before)
