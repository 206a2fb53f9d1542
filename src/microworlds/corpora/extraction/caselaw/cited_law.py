"""The authorities of an opinion: the provision it turns on, and the oldest decision it cites by name and year.

eyecite knows every reporter but reads 40 kB a second, and cuts names at "Co." and "&": plain patterns find the place
and the name, and eyecite confirms that what stands there is a case of that year.

Source: eyecite 2.7 (Free Law Project), measured on A.3d volume 2: 0.04 MB/s over whole opinions.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible

_LEAST = 3  # mentions from which a provision may be what the case turns on
_AHEAD = 2  # how many times more often than the second it is named
_PART = 40  # characters before a section in which the title or article stands that it is of
_WINDOW = 300  # characters before a year in which its case stands


@dataclass(frozen=True)
class Mention:
    """A section named in the text: where it begins with its code, where its number begins, and where it ends."""

    start: int
    at: int
    end: int
    number: str
    code: str


def read(main: Page, start: int, end: int, decided: int | None) -> Iterator[DocumentFact]:
    """The statute cited most by the court, and the earliest precedent cited between ``start`` and ``end``.

    ``main`` is the opinion of the court with its footnotes; the earliest precedent may be a dissent's. ``decided`` is
    the year of the decision, after which nothing can be cited.
    """
    yield from _statute(main)
    if decided is not None:
        yield from _earliest(main.text, start, end, decided)


def _mentions(page: Page) -> Iterator[Mention]:
    for match in regex("cited_law.section").finditer(page.text, page.start, page.end):
        before = page.text[max(page.start, match.start() - 80) : match.start()]
        if match["number"][0].isdigit() and not regex("cited_law.secondary").search(before):
            code = regex("cited_law.code").search(before[-45:])
            start = match.start() - (len(code.group()) if code else 0)
            yield Mention(start, match.start("number"), match.end(), match["number"], code.group() if code else "")


def _statute(page: Page) -> Iterator[DocumentFact]:
    """The provision named in most places, if it is far ahead of every other and belongs to one act or code."""
    provisions: dict[str, list[Mention]] = defaultdict(list)
    for mention in _mentions(page):
        provisions[mention.number.split("(")[0].rstrip(".-–")].append(mention)
    ranked = sorted(provisions, key=lambda number: (-len(provisions[number]), number))
    second = len(provisions[ranked[1]]) if len(ranked) > 1 else 0
    if not ranked or len(provisions[ranked[0]]) < max(_LEAST, _AHEAD * second):
        return
    found = provisions[ranked[0]]
    acts = {
        act["act"].split(" of ")[0]
        for item in found
        if (act := regex("cited_law.act").match(page.text, item.end, page.end))
    }
    codes = {re.sub(r"\W|^\d+", "", item.code).lower() for item in found if item.code}
    private = any(regex("cited_law.private").match(page.text, item.end, page.end) for item in found)
    if private or not (acts or codes) or len(acts - {"Act", "Law", "Code"}) > 1 or len(codes) > 1:
        return
    span = _fullest(page, found)
    if span is None:
        return
    value = page.text[slice(*span)]
    if legible(value, page.text) and not regex("cited_law.misread").search(value):
        yield fact("statute", page.text, span)


def _fullest(page: Page, found: Sequence[Mention]) -> tuple[int, int] | None:
    """The mention that says most, of the section with the subsections that all mentions share."""
    numbers = [re.findall(r"[^()]+", item.number) for item in found]
    shared = list(takewhile(lambda parts: len(set(parts)) == 1, zip(*numbers, strict=False)))
    whole = shared[0][0] + "".join(f"({parts[0]})" for parts in shared[1:]) if shared else ""
    best = (0, 0)
    for item in found:
        end = item.at + len(whole)
        act = regex("cited_law.act").match(page.text, item.end, page.end) if item.number == whole else None
        named = act is not None and act["act"] not in ("Act", "Law", "Code")
        end = act.end("act") if act and named else end
        part = regex("cited_law.part_of").search(page.text, max(page.start, item.start - _PART), item.start)
        start = part.start() if part and named else item.start
        clear = bool(item.code) or named
        if clear and whole and item.number.startswith(whole) and end - start > best[1] - best[0]:
            best = (start, end)
    return best if best[1] else None


def _earliest(text: str, start: int, end: int, decided: int) -> Iterator[DocumentFact]:
    """The case with the lowest year; nothing if several share it, or what stands there is no case with a name."""
    cited = []
    for match in regex("cited_law.year").finditer(text, start, end):
        year = int(match["year"])
        before = text[max(start, match.start() - 120) : match.start()]
        if year <= decided and regex("cited_law.cite").search(before):
            cited.append((year, match))
    if not cited:
        return
    first = min(year for year, _ in cited)
    if any(int(other["year"]) <= first for other in regex("cited_law.neutral").finditer(text, start, end)):
        return
    spans = [_name(text, start, match) for year, match in cited if year == first]
    named = {text[slice(*span)]: span for span in spans if span is not None}
    if len(named) == 1 and None not in spans:
        yield fact("earliest_precedent", text, next(iter(named.values())))


def _name(text: str, floor: int, year: re.Match[str]) -> tuple[int, int] | None:
    """Where the name of the case stands whose citation ends with ``year``; None if it is not clear."""
    start = max(floor, year.start() - _WINDOW, text.rfind("\n", floor, year.start()) + 1)
    titles = list(regex("cited_law.title").finditer(text, start, year.start()))
    if not titles or not _is_case(text[titles[-1].start() : year.end()], year["year"]):
        return None
    first, last = titles[-1].span("name")
    signal = regex("cited_law.signal").match(text, first, last)
    first = signal.end() if signal else first
    ended = list(regex("cited_law.ended").finditer(text, first, text.index(" v. ", first)))
    first = ended[-1].end() if ended else first
    name = text[first:last]
    cut = re.search(r"(?:&|\bof|\band|\bNo\.)\s*$", text[max(0, first - 12) : first])
    between = text[last : year.start()]
    foreign = "(" in between or regex("cited_law.volume").search(name)  # the year of another citation than the name's
    clean = (
        not foreign and re.match(r"[A-Z]", name) and " v. " in name and len(name.split()) <= 18 and legible(name, text)
    )
    return (first, last) if clean and not cut else None


def _is_case(citation: str, year: str) -> bool:
    """True if eyecite, too, reads a case of that year, and one only, in the characters of a citation."""
    from eyecite import get_citations
    from eyecite.models import FullCaseCitation

    logging.getLogger("eyecite").setLevel(logging.ERROR)  # it warns of overlapping parallel citations
    cases = [item for item in get_citations(citation) if isinstance(item, FullCaseCitation)]
    return bool(cases) and cases[-1].metadata.year == year and citation.count(" v. ") == 1 and ";" not in citation
