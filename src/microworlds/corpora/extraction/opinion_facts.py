"""Facts of one judicial opinion, each with the characters that state it.

The caption gives parties, court, dates and bench; the opinion of the court gives what was decided, why, and what had
happened. Precision before recall: a fact is asserted only of the case itself, so quotations, sentences about other
cases and what a party merely contends are passed over, and where the text gives two values it gives none.

Source: MemoryDocDataSet 4.3 (documents as the ground of questions).
"""

from collections.abc import Sequence

from microworlds.core import value_types
from microworlds.core.records import Part
from microworlds.corpora.attributes import OPINION
from microworlds.corpora.extraction.caselaw import (
    bodies,
    captions,
    cited_law,
    counsel,
    court_judges,
    merits,
    people,
    precedents,
    proceedings,
    sides,
)
from microworlds.corpora.extraction.caselaw.opinion_layout import layout
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, masked, settle


def facts(text: str, parts: Sequence[Part] = ()) -> tuple[DocumentFact, ...]:
    """What an opinion with its caption states of its own case, in order of place.

    ``parts`` mark the caption and the opinions; without them they are found.
    """
    place = layout(text, parts)
    caption = captions.read(text, *place.caption)
    votes = [*court_judges.written_by(text, place), *court_judges.apart(text, place)]
    bench = [item for item in caption.facts if item.attribute == "panel"]
    found = [item for item in caption.facts if item.attribute != "panel"]
    found += counsel.read(text, *place.caption)
    found += [*votes, *court_judges.seated(text, place, bench, votes)]
    if place.main is not None:
        whole = Page.of(text, masked(text), place.main.start, place.main.end)
        page = whole.upto(place.main.body)
        found += proceedings.read(page, place.caption, caption.parties)
        found += merits.read(page, whole, place.caption, caption.parties)
        found += cited_law.read(whole, place.caption[1], len(text), _year(caption))
        found += bodies.read(page, sides.arguing(page, found))
        found += [*people.read(page), *precedents.read(page)]
    for writing in place.writings:
        if writing.role == "dissent":
            found += bodies.dissent(Page.of(text, masked(text), writing.start, writing.body))
    return settle(text, found, OPINION)


def _year(caption: captions.Caption) -> int | None:
    days = [value_types.parse_date(item.value) for item in caption.facts if item.attribute == "decided_on"]
    return days[0].year if days and days[0] is not None else None
