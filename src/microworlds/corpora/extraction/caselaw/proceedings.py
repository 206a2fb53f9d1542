"""What an opinion says of the case's course: the tribunal below, its judge, county and ruling, filing and event.

The opening says what is appealed from, the order at the end repeats it; both are read, and what they contradict is
dropped. A day counts only where a full date stands beside the verb, in a sentence about no other case.
"""

import re
from collections.abc import Iterator

from microworlds.core import value_types
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.captions import Parties, plausible_party
from microworlds.corpora.extraction.caselaw.court_judges import is_name
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible, whole_days

_HARM = (
    "injur collided accident slipped shot stabbed robbed struck killed murdered assaulted raped fire rear-ended crashed"
)


def read(page: Page, lines: tuple[int, int], parties: Parties) -> Iterator[DocumentFact]:
    """The course of the case, from the opinion of the court (``page``) and from the caption's ``lines``."""
    opening, ending = page.upto(page.start + 3500), page.after(page.end - 1800)
    yield from _appealing(opening, parties)
    yield from _below(page, opening, ending, lines)
    yield from _ruled_on(opening, ending)
    yield from _began(page, parties)


def _appealing(opening: Page, parties: Parties) -> Iterator[DocumentFact]:
    """Who appeals, where the caption gives two names without roles and the first sentence names one of them."""
    if len(parties.sides) != 2 or any(side.roles for side in parties.sides) or not opening.spans:
        return
    starts = ((opening.plain.rfind("\n", *span) + 1 or span[0], span[1]) for span in opening.spans[:3])
    match = next(
        (found for start in starts if (found := regex("proceedings.appealing").match(opening.plain, *start))), None
    )
    if match is None or re.search(r"(?i)cross-appeal", opening.text[opening.start : opening.end]):
        return
    said = _words(match["name"])
    for side, other in (parties.sides, parties.sides[::-1]):
        called = opening.text[slice(*side.span)]
        if said and (said <= _words(called) or _words(called) <= said) and plausible_party(called):
            yield fact("appellant", opening.text, match.span("name"))
            if plausible_party(opening.text[slice(*other.span)]):
                yield fact("appellee", opening.text, other.span)
            return


def _words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Za-z’']{2,}", name)} - {"the", "of", "and"}


def _below(page: Page, opening: Page, ending: Page, caption: tuple[int, int]) -> Iterator[DocumentFact]:
    text = page.text
    matches = [
        *_first(opening),
        *ending.matches(regex("proceedings.disposed"), " is ", " are ", " be "),
        *ending.matches(regex("proceedings.disposed_actively"), "ffirm", "everse", "acate"),
    ]
    matches += list(regex("proceedings.taken").finditer(text, *caption))
    names = {text[slice(*match.span("tribunal"))] for match in matches if _particular(match["tribunal"])}
    longest = max(sorted(names), key=len, default="")
    if names and all(set(name.lower().split()) <= set(longest.lower().split()) for name in names):
        span = next(match.span("tribunal") for match in matches if text[slice(*match.span("tribunal"))] == longest)
        yield fact("tribunal_below", text, span)
        county = regex("proceedings.county").search(text, *span)
        if county and re.search(r"(?:\bof|,)\s$", text[county.start() - 3 : county.start()]):
            yield fact("county", text, county.span("county"))
    for match in [
        *regex("proceedings.bracketed").finditer(text, opening.start, opening.end),
        *regex("proceedings.taken").finditer(text, *caption),
        *page.matches(regex("proceedings.below"), "udge", "fficer", "xaminer"),
    ]:
        named = match.groupdict()
        if named.get("county") and not re.search(r"-[a-z]", named["county"]):
            yield fact("county", text, match.span("county"))
        if named.get("judge") and not re.search(r"-[a-z]", named["judge"]) and is_name(named["judge"]):
            yield fact("judge_below", text, match.span("judge"))


def _first(opening: Page) -> list[re.Match[str]]:
    """What the first sentence that speaks of an appeal says is appealed from."""
    for span in opening.with_words("appeal", "petition", "review", "Appeal", "Petition", "challenge"):
        match = regex("proceedings.from").search(opening.plain, *span)
        if match is not None and not regex("proceedings.foreign").search(opening.text, *span):
            return [match]
    return []


def _particular(name: str) -> bool:
    """True if the name tells one tribunal from others, and is whole."""
    words = name.replace("’s", "").split()
    telling = any(word[0].isupper() and not regex("proceedings.generic").fullmatch(word) for word in words)
    return legible(name) and telling and not regex("proceedings.vague").search(name)


def _ruled_on(opening: Page, ending: Page) -> Iterator[DocumentFact]:
    appeals = opening.with_words("ppeal", "review", "halleng")
    taken = next((span for span in appeals if regex("proceedings.lead").search(opening.plain, *span)), None)
    spans = [taken] if taken else []
    spans += [
        span
        for span in ending.with_words(" is ", " are ", " be ")
        if regex("proceedings.disposal").search(ending.plain, *span)
    ]
    for span in spans:
        if regex("proceedings.foreign").search(opening.text, *span):
            continue
        for date in whole_days(opening.plain, *span):
            if _beside_ruling(opening.plain, span, date):
                yield fact("ruled_below_on", opening.text, date)


def _beside_ruling(text: str, sentence: tuple[int, int], date: tuple[int, int]) -> bool:
    before, after = text[sentence[0] : date[0]], text[date[1] : sentence[1]]
    if regex("proceedings.other_day").search(before):
        return False
    dated = regex("proceedings.dated_before").search(before) or regex("proceedings.dated_after").match(after)
    return (dated or regex("proceedings.and_another").match(after)) is not None


def _began(page: Page, parties: Parties) -> Iterator[DocumentFact]:
    """The days on which the case and what it is about began: in the part of the opinion that tells the facts."""
    facts = page.upto(page.start + max(6000, (page.end - page.start) * 6 // 10))
    yield from _filed(facts, parties)
    yield from _event(facts, parties)


def _dated(page: Page, *words: str) -> Iterator[tuple[tuple[int, int], list[tuple[int, int]]]]:
    """Sentences with any of ``words`` and full dates in them, none of another case."""
    for span in page.with_words(*words):
        if regex("proceedings.foreign").search(page.text, *span):
            continue
        if whole := whole_days(page.plain, *span):
            yield span, whole


def _filed(page: Page, parties: Parties) -> Iterator[DocumentFact]:
    """The day the suit began, if no paper of the case is said to have been filed earlier."""
    filed, begun = [], []
    for span, dates in _dated(page, "filed", "commenced", "instituted", "brought"):
        for verb in regex("proceedings.paper").finditer(page.plain, *span):
            near = [date for date in dates if _adjacent(page.plain, verb, date)]
            filed += near
            suit = regex("proceedings.suit").match(page.plain, verb.end(), span[1])
            if not suit or len(near) != 1 or not parties.named(page, *span):
                continue
            following = page.plain[suit.end() : suit.end() + 30].split(" ")[:3]
            if not regex("proceedings.later_paper").search(suit.group() + " ".join(following)):
                begun += near
    for span, dates in _dated(page, "suit", "action", "complaint", "bill", "libel"):
        passive = regex("proceedings.begun").search(page.plain, *span)
        near = [date for date in dates if passive and date[0] == passive.end()]
        filed += near
        begun += near
    days = {date: value_types.parse_date(page.text[slice(*date)]) for date in filed}
    first = min((day for day in days.values() if day is not None), default=None)
    yield from (fact("filed_on", page.text, date) for date in begun if days[date] == first)


def _adjacent(text: str, verb: re.Match[str], date: tuple[int, int]) -> bool:
    """True if ``date`` says when: "on DATE, X filed" or "filed Y on DATE", with no other day between."""
    gap = _between(text, verb, date)
    on = regex("proceedings.on").search(text[max(0, date[0] - 20) : date[0]])
    return on is not None and len(gap) < 100 and not any(value_types.find("date", gap))


def _between(text: str, match: re.Match[str], date: tuple[int, int]) -> str:
    return text[date[1] : match.start()] if date[1] <= match.start() else text[match.end() : date[0]]


def _event(page: Page, parties: Parties) -> Iterator[DocumentFact]:
    """The day of an accident or a crime, or else of the arrest that a prosecution began with."""
    found = list(_event_dates(page, "accident", *_HARM.split()))
    if not found and parties.prosecuted(page.text):
        dates = _event_dates(page, "arrest", "arrested")
        found = [date for date in dates if parties.named(page, *(page.sentence(date[0]) or date))]
    yield from (fact("incident_on", page.text, date) for date in found)


def _event_dates(page: Page, event: str, *words: str) -> Iterator[tuple[int, int]]:
    for span, dates in _dated(page, *words):
        match = regex(f"proceedings.{event}").search(page.plain, *span)
        if match is None or len(dates) != 1 or regex("proceedings.doubted").search(page.plain, span[0], match.start()):
            continue
        gap = _between(page.plain, match, dates[0])
        on = regex("proceedings.on").search(page.plain[span[0] : dates[0][0]])
        if on and len(gap) < 110 and not regex("proceedings.another_time").search(gap):
            yield dates[0]
