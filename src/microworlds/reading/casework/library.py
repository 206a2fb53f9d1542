"""The documents a conversation may mean: their titles and citations, the passages under their headings, their names.

A document is known by its title; a citation or a docket number stands for the title where a heading or an utterance
gives both. One that is only talked of, and has no passage here, is known all the same: a question about it must not be
answered from another.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from microworlds.core import value_types
from microworlds.reading.answering import lexicon, titles
from microworlds.reading.answering.context import Context

CITATION = re.compile(
    r"\b\d{1,4}\s(?:[A-Z][\w’'.]*\s?){1,4}?(?:(?:2d|3d|4th)\s)?(?<=\s)\d{1,5}\b(?!\s+(?:C\.?D|EDA|WDA|MDA|to\s\d))"
)
"""A volume, a reporter, a page."""
_RANGE = re.compile(rf"{CITATION.pattern.rsplit('(?!', 1)[0]}\s+to\s+{CITATION.pattern.rsplit('(?!', 1)[0]},?\s*")
_DOCKETED = re.compile(
    r"\b(?:docketed|filed|listed|registered|entered|numbered|known)\s+(?:as|under|at)\s"
    r"+(?P<a>[^,;!?]*?\d[\w.,/ –-]*?)"
    r"(?=[.,;:!?]?\s+(?:is|was|that|which|and|for|a|an|the|on|has)\b|[.,;:!?]*$|[,;:!?]\s+(?![A-Z]?\d|Nos?\b|\d))"
    r"|(?P<b>\b(?:C\.A\.\s)?(?:Nos?\.|Docket|No)\s+(?:No\.?\s+)?[A-Z]{0,4}\d[\w–-]*(?:,\s\d{4}\b|(?:\s"
    r"[A-Z]\.?[A-Z.]*\s\d{4})?))"
)
_JURISDICTIONS = (
    (re.compile(r"\b\d{2}-(?:CV|CF|CM|FM|FS|FC|AA|BG|CO|PR|SP|CT|DV|BS)-\d+"), "District of Columbia|D.C."),
    (re.compile(r"\bNo\. \d+, (?:19|20)\d\d\b|\bC\.A\. No\."), "Delaware|Chancery"),
    (re.compile(r"\b(?:C\.D\.|EDA|WDA|MDA|[EMW]AP|F\.R\.)\s?(?:\d|\b)"), "Pennsylvania"),
    (re.compile(r"\b[A-Z][a-z]{2}-\d\d-\d+"), "Maine"),
)
"""How courts number their cases, and a word of the headings under which their reports stand."""
_CAPITALISED = re.compile(r"\b[A-Z][\w'’-]{3,}(?<!['’]s)")
_OPENS = re.compile(r"(?:^|[.!?:;…]['\"’”)]*\s+)$")
_NAME_GOES_ON = re.compile(r"\s+(?:v\.|[A-Z])|['’]s?\b|\s+(?:is|was|does|did|has|held|holds|says|said|decided)\b")
_COMMON = frozenset(
    "agreement services service case court estate insurance school bank hospital board review appeal unemployment "
    "compensation workers transportation bureau driver licensing public national american general company first union "
    "central system systems management development group international industries partners holdings supply license "
    "master purchase the in".split()
)
_SMALL = frozenset("of the and in re v for a an on to ex rel by et al inc co".split())


def plain(text: str) -> str:
    """A title or citation as it is compared: lower case, straight quotes, no full stops, single spaces."""
    straight = text.replace("’", "'").replace("‘", "'").replace("–", "-").lower()
    return re.sub(r"\s+", " ", re.sub(r"[.,]", "", straight)).strip()


@dataclass(frozen=True)
class Case:
    """A document with what is shown of it: passage numbers with the text that is its own."""

    key: str
    title: str
    citation: str
    headings: tuple[str, ...]
    texts: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Mention:
    """Where a text names a document; ``keys`` has several where a docket number leaves it open."""

    start: int
    end: int
    keys: tuple[str, ...]
    shown: str


class Library:
    """All documents that passages show or name."""

    def __init__(self, context: Context) -> None:
        """Take the documents from the headings, then what utterances say of titles with citations."""
        self.context = context
        self.cases: dict[str, Case] = {}
        self.named: dict[str, str] = {}
        self._add_cases()
        self._by_citation = {case.citation: key for key, case in self.cases.items() if case.citation}
        for turn in context.turns:
            self._learn(turn.text)

    def _add_cases(self) -> None:
        for document in self.context.documents:
            title, citation = heading_parts(document.heading)
            key = plain(title)
            if not key:
                continue
            spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
            for number in document.units:
                unit = self.context.units[number]
                start = unit.sentence.start
                spans[unit.passage].append((start, start + len(unit.sentence.text)))
            texts = tuple(
                (passage, self.context.passages[passage].text[min(pieces)[0] : max(end for _, end in pieces)])
                for passage, pieces in spans.items()
            )
            old = self.cases.get(key)
            if old is None:
                self.cases[key] = Case(key, title, plain(citation), (document.heading,), texts)
            else:
                whole = (*old.headings, document.heading), (*old.texts, *texts)
                self.cases[key] = Case(key, title, old.citation or plain(citation), *whole)

    def _learn(self, text: str) -> None:
        """Note titles without a passage, and which citation goes with which title."""
        for start, end, key, shown in self._titles(text):
            del start
            self.named.setdefault(key, shown)
            cited = re.compile(rf"[\s,(]{{1,3}}({CITATION.pattern})").match(text, end)
            if cited:
                self._by_citation.setdefault(plain(cited[1]), key)

    def key_of(self, document: int) -> str | None:
        """The key of a document of the context."""
        key = plain(heading_parts(self.context.documents[document].heading)[0])
        return key if key in self.cases else None

    def title(self, key: str) -> str:
        """The title as it is printed."""
        return self.cases[key].title if key in self.cases else self.named.get(key, key)

    def mentions(self, text: str) -> list[Mention]:
        """The documents that a text names, in order: by title, by citation, by docket number."""
        found = [Mention(start, end, (key,), shown) for start, end, key, shown in self._titles(text)]
        for match in CITATION.finditer(text):
            if value_types.PATTERNS["date"].match(match.group()):
                continue  # 5 May 1971 has the shape of a volume, a reporter and a page
            if not any(one.start <= match.start() <= one.end + 3 for one in found):
                key = self._by_citation.get(plain(match.group()), plain(match.group()))
                found.append(Mention(*match.span(), (key,), match.group()))
        for match in _DOCKETED.finditer(text):
            number = match["a"] or match["b"]
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Mention(*match.span(), self.docketed(number), number))
        return sorted(found, key=lambda one: one.start)

    def _titles(self, text: str) -> Iterator[tuple[int, int, str, str]]:
        """Titles in a text: those of documents here, then whatever else is shaped like a case's."""
        straight = text.replace("’", "'").replace("‘", "'").lower()
        taken: list[tuple[int, int]] = []
        for key, pattern in self._patterns:
            for match in pattern.finditer(straight):
                if not any(match.start() < end and start < match.end() for start, end in taken):
                    taken.append(match.span())
                    yield (*match.span(), key, self.title(key))
        for start, end in titles.cases(text):
            if not any(start < last and first < end for first, last in taken):
                shown = _one_sentence(text[start:end]).strip(" ,.")
                firm = _FIRM.match(text, start + len(shown))
                shown = shown + firm.group() if firm else shown
                end = start + len(shown)
                key = self._nearest(plain(shown))
                taken.append((start, end))
                yield start, end, key, shown
        yield from self._short(text, taken)

    def _short(self, text: str, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int, str, str]]:
        """Documents called by a telling word of their titles: Moody, the Larkspur Mills case."""
        for match in _CAPITALISED.finditer(text):
            key = self.surnames.get(match.group())
            if key is None or any(start <= match.start() < end for start, end in taken):
                continue
            if _OPENS.search(text[: match.start()]) and not _NAME_GOES_ON.match(text, match.end()):
                continue  # Credit where it is due: any word begins a sentence so
            last = match.end()
            for word in re.compile(r"(?:\s+(?:v\.\s+)?[A-Z][\w'’-]*)+").finditer(text, last):
                if word.start() == last and plain(word.group()) in key:
                    last = word.end()
                break
            taken.append((match.start(), last))
            yield match.start(), last, key, self.title(key)

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        keys = sorted(self.cases, key=lambda key: (-len(key), key))
        return [(key, _flexible(self.cases[key].title)) for key in keys]

    def _nearest(self, key: str) -> str:
        """The document whose title has all telling words of a shortened one, if there is just one."""
        words = set(key.split()) - _SMALL
        known = [*self.cases, *self.named]
        whole = [one for one in dict.fromkeys(known) if words and words <= set(one.split())]
        return whole[0] if len(whole) == 1 else key

    def docketed(self, number: str) -> tuple[str, ...]:
        """The document of a docket number: the one that shows it, else those here that may bear it."""
        wanted = _digits(number)
        for key, case in self.cases.items():
            if any(wanted and wanted == _digits(text) for _, text in case.texts if len(text) < 80):
                return (key,)
        named = {key for turn in self.context.turns for _, _, key, _ in self._titles(turn.text)}
        named |= {self._by_citation.get(plain(one.group()), "") for turn in self.context.turns
                  for one in CITATION.finditer(turn.text)}  # fmt: skip
        open_ = [key for key, case in self.cases.items() if key not in named and not _shows_number(case)]
        place = next((place for pattern, place in _JURISDICTIONS if pattern.search(number)), None)
        near = [key for key in open_ if place and re.search(place, " ".join(self.cases[key].headings))]
        return tuple(near or open_) or (plain(number),)

    @cached_property
    def surnames(self) -> dict[str, str]:
        """Telling words of titles that belong to one document only."""
        found: dict[str, set[str]] = defaultdict(set)
        for key in self.cases:
            for word in re.findall(r"[A-Z][\w'’-]{3,}", self.title(key)):
                one = lexicon.term(word)
                if one not in titles.GENERIC and one not in self.context.speaker_terms and word.lower() not in _COMMON:
                    found[word].add(key)
        return {word: next(iter(keys)) for word, keys in found.items() if len(keys) == 1}


def heading_parts(heading: str) -> tuple[str, str]:
    """Title and citation of what a heading names.

    >>> heading_parts("Maine opinions, 2 A.3d 301 to 2 A.3d 340, Randall v. Conley, 2 A.3d 328")
    ('Randall v. Conley', '2 A.3d 328')
    >>> heading_parts("31 Tal. 2d 118, Fennimore v. Dray")
    ('Fennimore v. Dray', '31 Tal. 2d 118')
    """
    last = list(_RANGE.finditer(heading))
    rest = heading[last[-1].end() :] if last else heading
    cites = list(CITATION.finditer(rest))
    if cites and not rest[cites[-1].end() :].strip(" .,)"):
        title, citation = rest[: cites[-1].start()].strip(" ,([])›—–-;:"), cites[-1].group()
    elif cites:
        title, citation = rest[cites[-1].end() :].strip(" ,)]:;—–-"), cites[-1].group()
    else:
        title, citation = rest, ""
    title = title.strip(" ()[]")
    half = title[: (len(title) - 2) // 2]
    if half and title == f"{half}, {half}":
        title = half
    return (title if last or len(title) < len(rest) else titles.title(title)), citation


_FIRM = re.compile(r"\.?,\s(?:(?:Inc|LLC|L\.L\.C|LLP|L\.P|LP|Ltd|Co|Corp|N\.A|P\.C|P\.A)\b\.?(?:,\s)?)+(?<!\s)")
_ENDS = re.compile(
    r"(?<=[a-z]{3})(?<!\bInc)(?<!\bCorp)(?<!\bBros)(?<!\bLtd)(?<!\bMfg)(?<!\bDep)(?<!\bComm)(?<!\bAuth)(?<!\b"
    r"Unemp)\.\s"
)


def _one_sentence(title: str) -> str:
    """A title without the words of the next sentence: Fennimore v. Dray. It is long."""
    return _ENDS.split(title, maxsplit=1)[0]


def _flexible(title: str) -> re.Pattern[str]:
    """A pattern for a title however its quotes and spaces are set."""
    straight = title.replace("’", "'").replace("‘", "'").lower()
    words = (re.escape(word).replace(r"\.", r"\.?").replace(",", ",?") for word in straight.split())
    return re.compile(r"\b" + r"\s+".join(words) + r"(?!\w)")


def _digits(text: str) -> str:
    return re.sub(r"^(?:docketno|docket|cano|nos|no)", "", re.sub(r"[^a-z0-9]", "", text.lower()))


def _shows_number(case: Case) -> bool:
    return any(re.match(r"\(?(?:C\.A\.\s)?No\.\s", text) and len(text) < 60 for _, text in case.texts)
