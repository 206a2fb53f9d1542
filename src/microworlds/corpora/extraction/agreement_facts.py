"""Facts of one agreement, each with the characters that state it.

The opening names the agreement, its parties and dates; clauses state the rest; the end has the signatures. What a
definition, an exhibit or another agreement says of itself is not said of this one, so openings are read apart, and an
attribute for which the text gives two values gets none.

Source: MemoryDocDataSet 4.3; measured against CUAD v1 (The Atticus Project).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from microworlds.core import value_types
from microworlds.core.records import Part
from microworlds.corpora.attributes import AGREEMENT
from microworlds.corpora.extraction.contracts.duty_clauses import DUTIES
from microworlds.corpora.extraction.contracts.ending_clauses import ENDING
from microworlds.corpora.extraction.contracts.life_clauses import LIFE
from microworlds.corpora.extraction.contracts.money_clauses import MONEY
from microworlds.corpora.extraction.contracts.openings import dated, named, parties
from microworlds.corpora.extraction.contracts.places import places
from microworlds.corpora.extraction.contracts.signatures import notice_cities, signatories
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, settle

_FOOT = re.compile(
    r"[\W\d]*(?:Page\s)?(?:[\W\d]*|[ivxlc]+|Source:[^\n]*|(?i:confidential treatment)[^\n]*|©[^\n]*|"
    r"[^\n]{0,120}\(Execution[^\n]*)"
)
_FIGURES = re.compile(r"\d+")
_RUNNING = 4  # times that a line stands in a text before it is taken for the head or foot of its sheets
_CARRIES_ON = re.compile(r"[a-z$]|(?:OF|OR|AND|IN|TO|FOR|BY|ANY|THE|WITH|UNDER)\s")
_LEFT_OPEN = re.compile(r"(?:\b(?:of|the|and|or|to|in|by|for|with|a|an|any|such|its|OF|THE|AND|OR|TO|IN|BY)|,)\Z")


# "shall be A in place of B", "is changed from B to A", "the words “B” are deleted"
_REPLACED = re.compile(
    r"(?i)\b(?:in place of|instead of|in lieu of|rather than)\s(?P<after>(?:[^.;]|\.(?=\d)){0,80})"
    r"|\b(?:chang|amend|increas|reduc|extend|shorten|rais|lower)ed\sfrom\s(?P<between>(?:[^.;]|\.(?=\d)){0,60}?)\sto\b"
    r"|\bas\s(?P<stated>(?:[^.;,]|[.,](?=\d)){0,80}),\sis\s(?:hereby\s)?(?:chang|amend|increas|reduc|extend|shorten|rais|lower)ed\sto\b"
    r"|\b(?:delet|strik|remov|replac)ing\s(?:the\s(?:words?|figures?)\s)?[“\"](?P<deleting>[^”\"]{1,80})[”\"]"
    r"|[“\"](?P<deleted>[^”\"]{1,80})[”\"]\s(?:is|are|be|shall\sbe|(?:is|are)\shereby)\s"
    r"(?:deleted|struck|replaced|removed|omitted)\b"
)


def facts(text: str, parts: Sequence[Part] = ()) -> tuple[DocumentFact, ...]:
    """What an agreement states of itself, in order of place.

    ``parts`` (its articles) are taken for granted: clauses are found by their words wherever they stand.
    """
    del parts
    page = _unbroken(Page.of(text, text, 0, len(text)))
    found = [
        *named(text),
        *parties(text),
        *dated(page),
        *_clauses(page),
        *places(page),
        *signatories(text),
        *notice_cities(text),
    ]
    old = _replaced(text)
    return settle((item for item in found if _sameness(item) not in old), AGREEMENT)


def _replaced(text: str) -> set[tuple[str, Hashable]]:
    """Values in whose place an amendment puts others, by kind: what the text says of them no longer holds."""
    return {
        (kind, value_types.sameness(kind, text[slice(*span)]))
        for match in _REPLACED.finditer(text)
        for name, words in match.groupdict().items()
        if words
        for kind in ("duration", "amount", "percent")
        for span in value_types.find(kind, text, *match.span(name))
    }


def _sameness(item: DocumentFact) -> tuple[str, Hashable]:
    kind = AGREEMENT[item.attribute].kind
    return kind, value_types.sameness(kind, item.value)


def _unbroken(page: Page) -> Page:
    """The page with sentences that run over the foot of a sheet, or over the end of a line, in one piece."""
    lines = [_FIGURES.sub("0", page.text[start:end]) if end - start < 200 else "" for start, end in page.spans]
    times = Counter(lines)
    spans: list[tuple[int, int]] = []
    broken = -1  # where the sentence that is to be continued stands in ``spans``
    for (start, end), line in zip(page.spans, lines, strict=True):
        foot = _FOOT.fullmatch(page.text, start, end) or (line and times[line] >= _RUNNING)
        if broken >= 0 and not foot and _carries_on(page.text, spans[broken], start):
            spans[broken:] = [(spans[broken][0], end)]
        else:
            spans.append((start, end))
        if not foot:
            broken = -1 if page.text[end - 1] in ".;!?" else len(spans) - 1
    return Page(page.text, page.plain, page.start, page.end, tuple(spans))


def _carries_on(text: str, last: tuple[int, int], start: int) -> bool:
    """True if the words from ``start`` continue the sentence before them."""
    return (
        _CARRIES_ON.match(text, start) is not None
        or _LEFT_OPEN.search(text, max(last[0], last[1] - 12), last[1]) is not None
    )


def _clauses(page: Page) -> Iterator[DocumentFact]:
    """Values of the rows of the lowest rank that has found any, for each attribute."""
    found: dict[str, dict[int, list[DocumentFact]]] = {}
    for clause in (*LIFE, *ENDING, *MONEY, *DUTIES):
        for item in clause.find(page):
            found.setdefault(clause.attribute, {}).setdefault(clause.rank, []).append(item)
    for ranks in found.values():
        yield from ranks[min(ranks)]
