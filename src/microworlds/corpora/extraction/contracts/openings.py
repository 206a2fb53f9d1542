"""The opening of an agreement: what it is called, who its parties are and what day it bears.

Source: the labels "Document Name", "Parties" and "Agreement Date" of CUAD v1 (The Atticus Project).
"""

import re
from collections.abc import Iterator

from microworlds.core import value_types
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible, trimmed, whole_day

_TOP = 2500  # characters in which the title stands
_OPENING = 12_000  # characters: covers and tables of contents may stand before the preamble


def named(text: str) -> Iterator[DocumentFact]:
    """The title at the top, or else the name that the preamble gives the agreement."""
    for form, reach in (("title", _TOP), ("cased_title", _TOP), ("named", _OPENING), ("introduced", _OPENING)):
        for match in regex(f"openings.{form}").finditer(text[:reach]):
            if len(match["name"].split()) > 1 and _on_one_line(match["name"]):
                yield fact("name", text, match.span("name"))
                return


def _on_one_line(name: str) -> bool:
    return "\n" not in name and "  " not in name and legible(name)


def _preamble(text: str) -> tuple[int, int] | None:
    """The sentence that names the parties with the terms that stand for them; it may be set in several lines."""
    for halt in ("halt", "late_halt"):
        for match in regex("openings.preamble").finditer(text, 0, _OPENING):
            stop = regex(f"openings.{halt}").search(text, match.end())
            end = min(match.end() + 3000, stop.start() if stop else match.end() + 1500, len(text))
            joint = halt == "halt" or match.group().lower().startswith("by") or ":" in match.group()
            terms = _terms(text, match.end(), end)
            if joint and len(terms) >= 2 and not regex("openings.preamble").search(text, match.end(), terms[0].start()):
                return match.end(), end
        for form in ("letter", "joining"):
            letter = regex(f"openings.{form}").search(text, 0, _OPENING)
            if letter and len(_terms(text, *letter.span("parties"))) >= 2:
                return letter.span("parties")
    return None


def _terms(text: str, start: int, end: int) -> list[re.Match[str]]:
    """Words in brackets that stand for a party."""
    return [
        term
        for term in regex("openings.term").finditer(text, start, end)
        if not regex("openings.label").fullmatch(term["term"])
    ]


def parties(text: str) -> list[DocumentFact]:
    """Full names of all parties of the preamble, or else of the cover; none if one of them cannot be read."""
    span = _preamble(text)
    if span is None:
        return _on_cover(text)
    found: list[tuple[int, int]] = []
    at, end = span
    for term in regex("openings.term").finditer(text, *span):
        before = term["inner"][: term.start("term") - term.start("inner")]
        collective = re.search(r"(?i)collectively|together|each|\bwith\b", before) is not None
        names = _companies(text, at, term.start(), collective=collective)
        told = collective or regex("openings.label").search(term["term"])
        if not names and not told and not regex("openings.aside").fullmatch(text, at, term.start()):
            return _on_cover(text)
        found += names
        at = term.end()
    rest = text[at:end]
    for first, last in found:
        rest = rest.replace(text[first:last].rstrip("."), "")
    if len(found) < 2 or regex("openings.company_end").search(rest):
        return _on_cover(text)
    return [fact("party", text, name) for name in found]


def _companies(text: str, start: int, end: int, *, collective: bool) -> list[tuple[int, int]]:
    """The companies named between ``start`` and ``end`` for which one term stands; none if one cannot be read."""
    its = regex("openings.and_its").search(text, start, end) if collective else None
    name = _party(text, start, its.start() if its else end)
    if name is not None:
        return [name]
    if regex("openings.form_party").search(text, start, end):
        form = regex("openings.form_name").search(text, 0, start)
        return [form.span("name")] if form and regex("openings.company").fullmatch(form["name"]) else []
    for match in regex("openings.several").finditer(text, start, end):
        if match["and"]:
            first = _party(text, start, match.start("and"))
            others = _companies(text, match.end(), end, collective=collective)
            return [first, *others] if first and others else []
    return []


def _on_cover(text: str) -> list[DocumentFact]:
    """The two parties of a cover that names them on lines of their own."""
    match = regex("openings.cover").search(text, 0, 4000)
    if match is None or not all(legible(name) and regex("openings.company").fullmatch(name) for name in match.groups()):
        return []
    return [fact("party", text, match.span(name)) for name in ("first", "second")]


def _party(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The one company named between ``start`` and ``end``: the first piece that is one, before its description."""
    lead = regex("openings.lead").match(text, start, end)
    following = (match.end() for match in regex("openings.next").finditer(text, start, end))
    for first in (lead.end() if lead else start, *following):
        tail = regex("openings.entity_end").search(text, first, end)
        _, stop = trimmed(text, first, tail.start() if tail else end, "", " ,;\n")
        name = text[first:stop]
        short = len(name.split()) <= 9 and not regex("openings.several").search(name)
        if short and "\n" not in name and legible(name) and _is_company(name, text, stop):
            return first, stop
    return None


def _is_company(name: str, text: str, stop: int) -> bool:
    """True for a name that ends as companies' names do, or is described as a company by what follows it."""
    if regex("openings.company").fullmatch(name):
        return "   " not in name
    described = regex("openings.described").match(text, stop)
    return described is not None and regex("openings.capitalised").fullmatch(name) is not None and " " in name


def dated(page: Page) -> Iterator[DocumentFact]:
    """The day the agreement bears: on its cover, in its preamble and before its signatures."""
    yield from _cover_dates(page)
    text = page.text
    preamble = _preamble(text)
    opening = [
        (start, end)
        for start, end in page.upto(_OPENING).spans
        if (preamble is not None and start <= preamble[0] <= end) or regex("openings.opens").match(text, start, end)
    ]
    made = [day for span in opening for day in _days_after("made", text, span)]
    yield from made or [day for span in opening for day in _days_after("effective", text, span)]
    for span in page.after(len(text) // 3).with_words("WHEREOF", "hereof"):
        yield from _days_after("signed", text, span)


def _cover_dates(page: Page) -> Iterator[DocumentFact]:
    """Days on short lines of their own at the top."""
    for start, end in page.upto(_OPENING).spans:
        lead = regex("openings.cover_date").match(page.text, start, end) if start < 2000 and end - start < 90 else None
        for day in _day(page.text, lead.end(), end) if lead else ():
            if re.fullmatch(r"[\s.,)]*", page.text[day.end : end]):
                yield day


def _days_after(words: str, text: str, span: tuple[int, int]) -> Iterator[DocumentFact]:
    """Whole days that follow some words within ``span``."""
    for match in regex(f"openings.{words}").finditer(text, *span):
        yield from _day(text, match.end(), span[1])


def _day(text: str, start: int, end: int) -> Iterator[DocumentFact]:
    """The whole day that begins at ``start``, if one does."""
    date = value_types.PATTERNS["date"].match(text, start, end)
    if date and whole_day(date.group()):
        yield fact("signed_on", text, date.span())
