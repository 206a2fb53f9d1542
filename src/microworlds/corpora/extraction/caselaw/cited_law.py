"""The authorities of an opinion: the provision it turns on, and the oldest decision it cites by name and year.

eyecite knows every reporter but reads 40 kB a second, and cuts names at "Co." and "&": plain patterns find the place
and the name, and eyecite confirms that what stands there is a case of that year.

Source: eyecite 2.7 (Free Law Project), measured on A.3d volume 2: 0.04 MB/s over whole opinions.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible

_NUMBER = r"\d[\w.:–-]*\w(?:\([A-Za-z0-9.]{1,4}\))*|\d(?:\([A-Za-z0-9.]{1,4}\))*"
_SECTION = re.compile(rf"(?:§\s*|\b[Ss]ection\s)(?P<number>{_NUMBER})")
_CODE = re.compile(
    r"(?:\b\d{1,3}(?:-[A-Z])?\s+(?:[A-Z][A-Za-z]*\.\s?)+(?:[A-Z]\.\s?)*(?:Code\s+)?(?:Ann\.\s+)?|"
    r"\b(?!(?:See|Cf|Compare|Contrast|Accord|Under|In|But|And|By|The|Also)\b)"
    r"(?:[A-Z][a-z.]*\.?\s?){1,3}(?:Code|Stat\.|Laws)\s*(?:Ann\.)?\s*)$"
)
_ACT = re.compile(
    r"\s(?:of|under)\s[Tt]he\s(?P<act>(?:[A-Z][\w’'-]*\s(?:(?:of|and|for|to|the|on)\s|[A-Z][\w’'-]*\s){0,7}?)?"
    r"(?:Law|Act|Code|Statutes?|Ordinance|Constitution|Laws)\b(?:\sof\s(?:[A-Z]\w+(?:\s[A-Z]\w+)*|1[89]\d\d))?)"
)
_PRIVATE = re.compile(
    r"\s(?:of|in)\s(?:the|his|her|its|their)\s(?:[A-Z]?\w+\s){0,4}?(?:Agreement|agreement|"
    r"[Cc]ontract|[Pp]olicy|[Ll]ease|[Pp]lan|[Bb]y-?laws|CBA|[Dd]eed|[Ww]ill|[Tt]rust)\b"
)
_SECONDARY = re.compile(
    r"(?:Restatement|Am\.?\s?Jur|C\.J\.S|Treatise|Wright|Wigmore|Williston|Corbin|Prosser)[^.;]{0,60}$"
)
_LEAST = 3  # mentions from which a provision may be what the case turns on
_AHEAD = 2  # how many times more often than the second it is named
_YEAR = re.compile(r"\((?:[A-Z][^()]{0,40}?)?(?P<year>1[6-9]\d\d|20[0-2]\d)\)")
_CITE = re.compile(r"(?:^|[\s,(])\d{1,4}\s[A-Z][\w.’' ]{0,22}?\s?\d{1,5}\b[^()]{0,90}$")
_WINDOW = 300  # characters before a year in which its case stands
_WORD = r"(?:[A-Z][\w.’'&-]*|&|\d+)"
_PARTY = (
    rf"{_WORD}(?:,?\s(?:{_WORD}|of|the|and|for|in|on|ex\.?|rel\.|et|al\.|d/b/a)|" rf"\s\([A-Z][\w’' .&]*\)){{0,14}}"
)  # up to 15 words of a party's name
_TITLE = re.compile(rf"(?P<name>{_PARTY}\sv\.\s{_PARTY}?),\s(?=\d+\s[A-Z])")
_VOLUME = re.compile(r"\b\d+\s[A-Z][A-Za-z]*\.")
_ENDED = re.compile(  # a sentence before the name: "the Commonwealth Court. Game Commission v. X"
    r"\b(?:Courts?|Act|Code|Law|Amendment|Constitution|Rules?|Congress|Legislature|Assembly|Commonwealth|Board|States?|"
    r"Department|Commission|Agency|Clause|Appeals|Pleas)\.\s(?=[A-Z])"
)
_SIGNAL = re.compile(
    r"(?:.*\b(?:[Ss]ee|Cf\.|Accord|Contra)(?:,?\s(?:also|e\.g\.|generally))?,?\s)?(?:(?:[Ss]ee|"
    r"[Cc]f\.|[Ii]n|[Ff]rom|[Bb]y|Accord|Contra|Compare|But|And|E\.g\.|Under|Following|Applying|"
    r"Citing|Quoting|Since|As|Generally|Also|Both|The|the|and|of|on|for)(?:,?\s(?:also|e\.g\.|"
    r"generally))?,?\s"
    r"|(?:Moreover|However|Furthermore|Similarly|Likewise|Thus|Indeed|Rather|Instead|Nevertheless|"
    r"Nonetheless|Therefore|First|Second|[A-Z][a-z]+ly),\s|[^,]*\bCourt(?:’s)?\s(?:decision\s|"
    r"opinion\s|holding\s)?in\s|Id\.\s)*"
)


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
    for match in _SECTION.finditer(page.text, page.start, page.end):
        before = page.text[max(page.start, match.start() - 80) : match.start()]
        if match["number"][0].isdigit() and not _SECONDARY.search(before):
            code = _CODE.search(before[-45:])
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
    acts = {act["act"].split(" of ")[0] for item in found if (act := _ACT.match(page.text, item.end, page.end))}
    codes = {re.sub(r"\W|^\d+", "", item.code).lower() for item in found if item.code}
    private = any(_PRIVATE.match(page.text, item.end, page.end) for item in found)
    if private or not (acts or codes) or len(acts - {"Act", "Law", "Code"}) > 1 or len(codes) > 1:
        return
    span = _fullest(page, found)
    if legible(page.text[slice(*span)], page.text) and "(l)" not in page.text[slice(*span)]:
        yield fact("statute", page.text, span)


def _fullest(page: Page, found: Sequence[Mention]) -> tuple[int, int]:
    """The mention that says most, of the section with the subsections that all mentions share."""
    numbers = [re.findall(r"[^()]+", item.number) for item in found]
    shared = list(takewhile(lambda parts: len(set(parts)) == 1, zip(*numbers, strict=False)))
    whole = shared[0][0] + "".join(f"({parts[0]})" for parts in shared[1:]) if shared else ""
    best = (0, 0)
    for item in found:
        end = item.at + len(whole)
        act = _ACT.match(page.text, item.end, page.end) if item.number == whole else None
        end = act.end("act") if act and act["act"] not in ("Act", "Law", "Code") else end
        if whole and item.number.startswith(whole) and end - item.start > best[1] - best[0]:
            best = (item.start, end)
    return best if best[1] else (found[0].start, found[0].end)


def _earliest(text: str, start: int, end: int, decided: int) -> Iterator[DocumentFact]:
    """The case with the lowest year; nothing if several share it, or what stands there is no case with a name."""
    cited = []
    for match in _YEAR.finditer(text, start, end):
        year = int(match["year"])
        before = text[max(start, match.start() - 120) : match.start()]
        if year <= decided and _CITE.search(before):
            cited.append((year, match))
    if not cited:
        return
    first = min(year for year, _ in cited)
    spans = [_name(text, start, match) for year, match in cited if year == first]
    named = {text[slice(*span)]: span for span in spans if span is not None}
    if len(named) == 1 and None not in spans:
        yield fact("earliest_precedent", text, next(iter(named.values())))


def _name(text: str, floor: int, year: re.Match[str]) -> tuple[int, int] | None:
    """Where the name of the case stands whose citation ends with ``year``; None if it is not clear."""
    start = max(floor, year.start() - _WINDOW, text.rfind("\n", floor, year.start()) + 1)
    titles = list(_TITLE.finditer(text, start, year.start()))
    if not titles or not _is_case(text[titles[-1].start() : year.end()], year["year"]):
        return None
    first, last = titles[-1].span("name")
    signal = _SIGNAL.match(text, first, last)
    first = signal.end() if signal else first
    ended = list(_ENDED.finditer(text, first, text.index(" v. ", first)))
    first = ended[-1].end() if ended else first
    name = text[first:last]
    cut = re.search(r"(?:&|\bof|\band|\bNo\.)\s*$", text[max(0, first - 12) : first])
    between = text[last : year.start()]
    foreign = "(" in between or _VOLUME.search(name)  # the year of another citation than the name's
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
