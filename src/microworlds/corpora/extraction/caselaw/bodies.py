"""What the body of an opinion says that somebody alleged, argued, found, conceded, paid or was.

One table and one loop: a row names the attribute, words that its sentences hold, and which statement counts where an
opinion makes several. The expression ``body.ATTRIBUTE`` finds the statement; it ends where its clause begins, or holds
the value as its last group, and ``body.no_ATTRIBUTE`` is found in sentences that state none. A sentence about another
case, or one further down in a paragraph that began to tell of one, is passed over.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from microworlds.core import value_types
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.quotable import clause, own, said
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, trimmed, whole_days

_OPENING, _ENDING = 6000, 2500  # characters at either end of an opinion
_EARLY = 8000  # at least, of an opinion, where it tells what happened: its first six tenths
_GAP = 80  # characters between a verb and its day
_NEXT = 80  # characters after a sum that may say that it is another
_LONGEST_VALUE = 25  # words
_PEOPLE = ("who", "whose", "whom")  # groups of an expression that hold whom a statement is by or of
_LOOSE = {"clause": "body.loose", "sum": "merits.hypothetical"}  # what before a statement takes it back


@dataclass(frozen=True)
class Finder:
    """How one attribute is found.

    ``form``: the clause after the match, a clause within its last group, that group as it is, a day beside it, or a
    sum in it. ``pick`` tells which of several counts: the first, the last, or all, of which ``settle`` keeps what it
    can. ``lead`` is true where the subject of the sentence is named, so that a pronoun may begin the clause; ``cites``
    where the sentence may cite a case; ``listed`` where a list must be whole; ``alone`` where a paragraph that tells
    of a second action may speak of that.
    """

    attribute: str
    words: str
    form: Literal["clause", "within", "value", "day", "sum"]
    pick: Literal["first", "last", "all"] = "all"
    where: Literal["whole", "early", "opening", "ending"] = "whole"
    lead: bool = False
    cites: bool = False
    listed: bool = False
    alone: bool = False


_ARGUE = "argu contend assert maintain submit claim urge posit aver insist respond counter repl"
FINDERS = (
    Finder("alleged", "alleg charging averr", "clause", "first", "early", lead=True),
    Finder("appellant_argument", _ARGUE, "clause", "first", lead=True, cites=True),
    Finder("appellee_argument", _ARGUE, "clause", "first", lead=True, cites=True),
    Finder("plaintiff_argument", _ARGUE, "clause", "first", lead=True, cites=True),
    Finder("defendant_argument", _ARGUE, "clause", "first", lead=True, cites=True),
    Finder("found_below", "found determin conclud ruled reasoned held", "clause", "first"),
    Finder(
        "ruling_below", "grant den dismiss affirm revers sustain overrul enter", "value", "first", "early", alone=True
    ),
    Finder("motion", "motion", "value", "first"),
    Finder("verdict", "jury jurors", "value", "first", listed=True),
    Finder(
        "rule", "settled establish axiomatic rule law principle held recogni hornbook", "clause", "first", cites=True
    ),
    Finder("burden", "burden", "within", "first", cites=True),
    Finder("conceded", "conced admit acknowledg", "clause", "first", lead=True),
    Finder("stipulated", "stipulat agree disput contest", "clause", "first"),
    Finder("testimony", "testified", "clause", "first", lead=True),
    Finder("rejected", "reject unpersua disagree merit", "clause", "first", lead=True),
    Finder("reason", "ecause", "within", "first"),
    Finder("remanded_for", "emand", "value", "last", "ending"),
    Finder("offense", "onvict guilty harged ndicted", "value", "first", "opening", listed=True),
    Finder("issues_raised", "issues questions arguments claims points", "value", "first"),
    Finder("injury", "injur fractur", "value", "first", listed=True),
    Finder("sought", "eek sought", "within", "first", "opening"),
    Finder("employer", "employ work hired Employer", "value", where="early"),
    Finder("occupation", "work employ hired", "value", where="early"),
    Finder("age", "age year", "value", where="early"),
    Finder("acreage", "acre", "value", where="early"),
    Finder("hired_on", "hired began employ started", "day", where="early"),
    Finder("agreement_on", "agreement contract lease deed note will mortgage policy", "day", where="early"),
    Finder("arrested_on", "arrest", "day", where="early"),
    Finder("died_on", "died death killed passed", "day", where="early"),
    Finder("hearing_on", "hearing trial", "day"),
    Finder("appealed_on", "appeal review", "day"),
    Finder("loan", "loan note mortgage borrow lent", "sum", where="early"),
    Finder("rent", "rent", "sum", where="early"),
    Finder("wage", "wage salary earn paid hour", "sum", where="early"),
    Finder("expenses", "expense bills", "sum", where="early"),
    Finder("policy_limit", "limit policy coverage", "sum"),
    Finder("offered", "offer tender", "sum", where="early"),
    Finder("paid", "paid payment deposit", "sum", where="early"),
    Finder("tax", "tax assess valu", "sum"),
)
_DISSENT = Finder("dissent_view", "would", "within", "first")


def read(page: Page, sides: Mapping[str, frozenset[str]]) -> Iterator[DocumentFact]:
    """What the opinion of the court states; ``sides`` has what each party that argues is called."""
    opening, ending = page.upto(page.start + _OPENING), page.after(page.end - _ENDING)
    early = page.upto(page.start + max(_EARLY, (page.end - page.start) * 6 // 10))
    pages = {"whole": page, "early": early, "opening": opening, "ending": ending}
    for finder in FINDERS:
        yield from _found(pages[finder.where], finder, sides)


def dissent(page: Page) -> Iterator[DocumentFact]:
    """What a dissent would have done."""
    yield from _found(page, _DISSENT, {})


def _found(page: Page, finder: Finder, sides: Mapping[str, frozenset[str]]) -> Iterator[DocumentFact]:
    spans: Iterator[tuple[int, int]] = _spans(page, finder, sides)
    if finder.pick == "first":
        spans = islice(spans, 1)
    elif finder.pick == "last":
        spans = iter(list(spans)[-1:])
    yield from (fact(finder.attribute, page.text, span) for span in spans)


def _spans(page: Page, finder: Finder, sides: Mapping[str, frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Where the values stand that the sentences of ``page`` state."""
    name = finder.attribute
    kind = "argument" if name.endswith("_argument") else name
    if kind == "argument" and name not in sides:
        return
    pattern, none = regex(f"body.{kind}"), regex(f"body.no_{kind}")
    needed = regex(f"body.has_{finder.form}") if finder.form in ("day", "sum") else None
    for start, end in page.with_words(*finder.words.split()):
        if needed is not None and not needed.search(page.plain, start, end):
            continue
        match = next((each for each in pattern.finditer(page.plain, start, end) if _by(each, sides.get(name))), None)
        if match is None or none.search(page.plain, start, end):
            continue
        loose = regex(_LOOSE.get(finder.form, "body.supposed"))
        if loose.search(page.plain, start, match.start()) or not own(page, start, end, cites=finder.cites):
            continue
        if finder.alone and regex("body.apart").search(page.plain, *page.paragraph(start)):
            continue
        span = _value(page, finder, match, (start, end))
        if span is not None:
            yield span
        elif finder.listed:  # what follows is at best a part of it
            return


def _by(match: re.Match[str], names: frozenset[str] | None) -> bool:
    """True if whoever the statement is by or of, where it names somebody, is one of ``names``."""
    named = (name for group, name in match.groupdict().items() if group in _PEOPLE and name)
    return names is None or all(re.sub(r"[’.]s?$", "", name) in names for name in named)


def _value(page: Page, finder: Finder, match: re.Match[str], sentence: tuple[int, int]) -> tuple[int, int] | None:
    if finder.form == "clause":
        return clause(page, match.end(), sentence[1], lead=finder.lead)
    if finder.form == "day":
        return _day(page, match, sentence)
    start, end = trimmed(page.text, *match.span(match.lastgroup or 0), " ,;:", " ,;:.")
    cut_short = page.text[end : end + 1] == "." and end + 1 < sentence[1]  # at an abbreviation or a number
    if cut_short or re.match(r"[\w/]", page.text[end : end + 1]):
        return None
    if finder.form == "within":
        return clause(page, start, end, lead=finder.lead, whole=False)
    if finder.form == "sum":
        after = page.text[end : end + _NEXT]
        part = regex("merits.goes_on").match(after) or "§" in page.text[slice(*sentence)]
        return None if part else (start, end)
    if finder.listed and regex("body.more").match(page.plain, end, sentence[1]):
        return None
    short = 0 < len(page.text[start:end].split()) <= _LONGEST_VALUE
    broken = regex("quotable.broken").search(page.text, start, end) or regex("body.bare").fullmatch(
        page.text, start, end
    )
    return (start, end) if short and not broken and said(page, start, end) else None


def _day(page: Page, match: re.Match[str], sentence: tuple[int, int]) -> tuple[int, int] | None:
    """The one whole date of the sentence, if it says when: "on DATE, X died" or "died on DATE"."""
    days = whole_days(page.plain, *sentence)
    if len(days) != 1 or len(list(value_types.find("date", page.plain, *sentence))) != 1:
        return None
    start, end = days[0]
    gap = page.plain[end : match.start()] if end <= match.start() else page.plain[match.end() : start]
    on = regex("body.on").search(page.plain, max(sentence[0], start - 25), start)
    clear = len(gap) <= _GAP and not regex("body.another_day").search(gap)
    return (start, end) if on and clear else None
