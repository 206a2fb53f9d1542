"""When the case began: the day the suit was filed, and the day of the accident, crime or arrest.

A full date must stand beside the verb, in a sentence about this case's parties and no other case, in the part of the
opinion that tells the facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.core import value_types
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.party_names import Parties
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, whole_days

_HARM = (
    "injur collided accident slipped shot stabbed robbed struck killed murdered assaulted raped fire rear-ended crashed"
)


def read(page: Page, parties: Parties) -> Iterator[DocumentFact]:
    """The days on which the case and what it is about began, from the opinion of the court."""
    facts = page.upto(page.start + max(6000, (page.end - page.start) * 6 // 10))
    own = parties.pattern(page.text)
    yield from _filed(facts, own)
    yield from _event(facts, own, prosecuted=parties.prosecuted(page.text))


def _dated(page: Page, *words: str) -> Iterator[tuple[tuple[int, int], list[tuple[int, int]]]]:
    """Sentences with any of ``words`` and full dates in them, none of another case."""
    for span in page.with_words(*words):
        if regex("events.foreign").search(page.text, *span):
            continue
        if whole := whole_days(page.plain, *span):
            yield span, whole


def _filed(page: Page, parties: re.Pattern[str]) -> Iterator[DocumentFact]:
    """The day the suit began, if no paper of the case is said to have been filed earlier."""
    filed, begun = [], []
    for span, dates in _dated(page, "filed", "commenced", "instituted", "brought"):
        for verb in regex("events.paper").finditer(page.plain, *span):
            near = [date for date in dates if _adjacent(page.plain, verb, date)]
            filed += near
            suit = regex("events.suit").match(page.plain, verb.end(), span[1])
            if not suit or len(near) != 1 or not parties.search(page.plain, *span):
                continue
            following = page.plain[suit.end() : suit.end() + 30].split(" ")[:3]
            if not regex("events.later_paper").search(suit.group() + " ".join(following)):
                begun += near
    for span, dates in _dated(page, "suit", "action", "complaint", "bill", "libel"):
        passive = regex("events.begun").search(page.plain, *span)
        near = [date for date in dates if passive and date[0] == passive.end()]
        filed += near
        begun += near
    days = {date: value_types.parse_date(page.text[slice(*date)]) for date in filed}
    first = min((day for day in days.values() if day is not None), default=None)
    yield from (fact("filed_on", page.text, date) for date in begun if days[date] == first)


def _adjacent(text: str, verb: re.Match[str], date: tuple[int, int]) -> bool:
    """True if ``date`` says when: "on DATE, X filed" or "filed Y on DATE", with no other day between."""
    gap = _between(text, verb, date)
    on = regex("events.on").search(text[max(0, date[0] - 20) : date[0]])
    return on is not None and len(gap) < 100 and not any(value_types.find("date", gap))


def _between(text: str, match: re.Match[str], date: tuple[int, int]) -> str:
    return text[date[1] : match.start()] if date[1] <= match.start() else text[match.end() : date[0]]


def _event(page: Page, parties: re.Pattern[str], *, prosecuted: bool) -> Iterator[DocumentFact]:
    """The day of an accident or a crime, or else of the arrest that a prosecution began with."""
    found = list(_event_dates(page, "accident", *_HARM.split()))
    if not found and prosecuted:
        dates = _event_dates(page, "arrest", "arrested")
        found = [date for date in dates if parties.search(page.plain, *(page.sentence(date[0]) or date))]
    yield from (fact("incident_on", page.text, date) for date in found)


def _event_dates(page: Page, event: str, *words: str) -> Iterator[tuple[int, int]]:
    for span, dates in _dated(page, *words):
        match = regex(f"events.{event}").search(page.plain, *span)
        if match is None or len(dates) != 1 or regex("events.doubted").search(page.plain, span[0], match.start()):
            continue
        gap = _between(page.plain, match, dates[0])
        on = regex("events.on").search(page.plain[span[0] : dates[0][0]])
        if on and len(gap) < 110 and not regex("events.another_time").search(gap):
            yield dates[0]
