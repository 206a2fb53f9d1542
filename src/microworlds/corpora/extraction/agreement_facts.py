"""Facts of one agreement, each with the characters that state it.

The opening names the agreement, its parties and dates; clauses state the rest; the end has the signatures. What a
definition, an exhibit or another agreement says of itself is not said of this one, so openings are read apart, and an
attribute for which the text gives two values gets none.

Source: MemoryDocDataSet 4.3; measured against CUAD v1 (The Atticus Project).
"""

from collections import Counter
from collections.abc import Hashable, Sequence

from microworlds.core import value_types
from microworlds.core.records import Part
from microworlds.corpora.attributes import AGREEMENT
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.contracts.clauses import places, stated
from microworlds.corpora.extraction.contracts.openings import dated, named, parties
from microworlds.corpora.extraction.contracts.signatures import notice_cities, signatories
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, settle

_RUNNING = 4  # times that a line stands in a text before it is taken for the head or foot of its sheets


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
        *stated(page),
        *places(page),
        *signatories(text),
        *notice_cities(text),
    ]
    old = _replaced(text)
    return settle(text, (item for item in found if _sameness(item) not in old), AGREEMENT)


def _replaced(text: str) -> set[tuple[str, Hashable]]:
    """Values in whose place an amendment puts others, by kind: what the text says of them no longer holds."""
    return {
        (kind, value_types.sameness(kind, text[slice(*span)]))
        for match in regex("agreement_facts.replaced").finditer(text)
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
    lines = [
        regex("agreement_facts.figures").sub("0", page.text[start:end]) if end - start < 200 else ""
        for start, end in page.spans
    ]
    times = Counter(lines)
    spans: list[tuple[int, int]] = []
    broken = -1  # where the sentence that is to be continued stands in ``spans``
    for (start, end), line in zip(page.spans, lines, strict=True):
        foot = regex("agreement_facts.foot").fullmatch(page.text, start, end) or (line and times[line] >= _RUNNING)
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
        regex("agreement_facts.carries_on").match(text, start) is not None
        or regex("agreement_facts.left_open").search(text, max(last[0], last[1] - 12), last[1]) is not None
    )
