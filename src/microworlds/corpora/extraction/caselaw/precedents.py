"""Which earlier cases an opinion follows, distinguishes and quotes, what one held, and whose words of law it gives.

A case is named in full where it stands with its v., or by the short name of one that is cited in full elsewhere.
"""

import re
from collections.abc import Iterator

from microworlds.core.text import EDGE, places, words_before
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.quotable import clause
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible, trimmed

_WORDS = {
    "followed": ("control", "govern", "dispositive", "follow", "guid", "instructive", "persuasive", "adhere", "s in "),
    "distinguished": ("distinguish", "inapposite", "misplaced", "unlike", "Unlike", "inapplicable", "not control"),
    "relied_on": ("relies", "rely", "cites", "points to"),
}
_LONGEST = 250  # characters of a case's name
_MOST_WORDS = 16  # of it
_WORD = r"(?:[A-Z][\w’.&-]*|&|of|the|and|\d+)"  # of a party's name
_FIRST = re.compile(rf"(?:,?\s{_WORD}){{0,5}}\sv\.\s")  # after a word of the first party's name
_SECOND = re.compile(rf"\sv\.\s(?:{_WORD},?\s){{0,4}}\Z")  # before a word of the second's
_SECOND_WORDS = 5  # at most
_UNLIKE = len("Unlike in ")
_CODE = 90  # characters of the name of a code before what seems to be a sentence of its own


def read(page: Page) -> Iterator[DocumentFact]:
    """The earlier cases that the opinion of the court speaks of."""
    for attribute, words in _WORDS.items():
        for span in page.with_words(*words):
            match = regex(f"precedents.{attribute}").search(page.plain, *span)
            if match is None or regex("body.supposed").search(page.plain, span[0], match.start()):
                continue
            if regex("precedents.contended").search(page.plain, span[0], match.start()):
                continue
            found = _case(page, *match.span(match.lastgroup or 0))
            if found and not (attribute == "followed" and _told_apart(page, page.text[slice(*found)])):
                yield fact(attribute, page.text, found)
                break
    yield from _quoted(page)
    yield from _held(page)
    yield from _provision(page)


def _case(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """The case's name that begins in a span: in full, or a short name that a citation elsewhere explains."""
    for lead in ("cited_law.signal", "precedents.within"):
        before = regex(lead).match(page.text, start, end)
        start = before.end() if before else start
    start, end = trimmed(page.text, start, end, " ,", " ,")
    full = " v. " in page.text[start:end]
    cited = regex("cited_law.title").match(page.text, start, start + _LONGEST) if full else None
    end = cited.end("name") if cited else end
    name = page.text[start:end]
    fits = name[:1].isupper() and len(name.split()) <= _MOST_WORDS and legible(name, page.text)
    if not fits or (not cited and regex("precedents.goes_on").match(page.text, end)):
        return None
    return (start, end) if full or _known(page.text, name) else None


def _known(text: str, name: str) -> bool:
    """True if the short name is a party's of a case that the text cites."""
    if regex("precedents.no_name").fullmatch(name):
        return False
    return any(
        (EDGE.match(text, at) and _FIRST.match(text, at + len(name)))
        or (EDGE.match(text, at + len(name)) and _SECOND.search(text, words_before(text, at, _SECOND_WORDS), at))
        for at in places(text, name)
    )


def _told_apart(page: Page, name: str) -> bool:
    """True of a case that the opinion distinguishes somewhere."""
    plain = page.plain[page.start : page.end]
    return any(
        (EDGE.match(plain, at) and regex("precedents.apart").match(plain, at + len(name)))
        or (EDGE.match(plain, at + len(name)) and regex("precedents.unlike").search(plain, max(0, at - _UNLIKE), at))
        for at in places(plain, name)
    )


def _quoted(page: Page) -> Iterator[DocumentFact]:
    """The case that is cited right after a passage in quotation marks."""
    for match in regex("precedents.quoted").finditer(page.text, page.start, page.end):
        found = _case(page, *match.span("name"))
        if found and " v. " in page.text[slice(*found)]:
            yield fact("quoted_case", page.text, found)
            return


def _held(page: Page) -> Iterator[DocumentFact]:
    """What a named case held: the case, and the clause."""
    for span in page.with_words(" held that", " concluded that", " ruled that"):
        match = regex("precedents.held").search(page.plain, *span)
        told = match and regex("precedents.contended").search(page.plain, span[0], match.start())
        found = _case(page, *match.span("name")) if match and not told else None
        said = clause(page, match.end(), span[1]) if match and found else None
        if said:
            yield fact("precedent_held", page.text, said)
            return


def _provision(page: Page) -> Iterator[DocumentFact]:
    """The provision whose words are given: "Section 5 of the Act provides:"."""
    for span in page.with_words("provides", "provided", "states", "reads", "requires"):
        cut = next(regex("precedents.code_cut").finditer(page.text, max(page.start, span[0] - _CODE), span[1]), None)
        start = cut.start() if cut and cut.end() == span[0] else span[0]
        match = regex("precedents.provides").search(page.text, start, span[1])
        told = match and regex("precedents.contended").search(page.text, start, match.start())
        if match and not told and legible(match["v"], page.text):
            yield fact("quoted_statute", page.text, match.span("v"))
            return
