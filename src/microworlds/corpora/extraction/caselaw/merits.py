"""What an opinion says of the dispute itself: question, holding, standard of review, sums and terms, disposition.

Only the court's own words count, so quotations are masked and sentences that cite another case are passed over. A step
on the way ("next we consider whether") is no issue, and a subordinate clause no holding. A sum must stand beside the
word that says what it is, in a sentence that is no hypothesis and no statute.

The last words of the opinion and, in older reports, a line of the caption dispose of the case. Everything they say
must fit one phrase: an opinion that affirms here and remands there in separate sentences yields nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.core import value_types
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.captions import Parties
from microworlds.corpora.extraction.caselaw.quotable import clause, set_off
from microworlds.corpora.extraction.document_facts import MASK, DocumentFact, Page, fact

_HOLDING = ("hold", "holds")
_NAMED = frozenset(("de novo", "abuse of discretion", "plain error", "clear error"))
_OPPOSED = (("affirm", "revers"), ("grant", "den"), ("sustain", "overrul"), ("affirm", "vacat"))
_TAIL = 900  # characters in which an opinion disposes of its case
_LONGEST = 14  # words of a phrase that still reads as an answer


def read(page: Page, whole: Page, caption: tuple[int, int], parties: Parties) -> Iterator[DocumentFact]:
    """The dispute as the opinion of the court states it; ``whole`` has its footnotes as well.

    ``parties`` are named in sentences about this case's own.
    """
    yield from _holding(page)
    yield from _issue(page)
    yield from _standard(whole)
    early = page.upto(page.start + max(6000, (page.end - page.start) * 7 // 10))
    yield from _sums(page, "award", "awarded", "verdict", "judgment", "award")
    yield from _sums(page, "fine", "fine", "penalty")
    yield from _sums(early, "price", "price", "sold", "purchased", "bought", "conveyed")
    yield from _sums(early, "claimed", "recover", "seek", "sought", "demand", "claim")
    yield from _terms(page, parties)
    yield from outcome(page, caption)


def _holding(page: Page) -> Iterator[DocumentFact]:
    """The clause of the first sentence that holds, or if none does, of the one that concludes."""
    held: list[tuple[int, int] | None] = []
    concluded: list[tuple[int, int] | None] = []
    for start, end in _own(page, " hold that", " holds that", " conclude that", " concludes that", "opinion that"):
        match = regex("merits.holds").search(page.plain, start, end)
        if match is None:
            continue
        loose = regex("merits.subordinate").search(page.plain, start, match.start())
        loose = loose or regex("merits.dangling").match(page.plain, match.end())
        span = None if loose else clause(page, match.end(), end)
        (held if match["verb"] in _HOLDING else concluded).append(span)
    spans = [each for each in held or concluded if each is not None]
    if held or len(spans) == 1:
        yield from (fact("holding", page.text, each) for each in spans[:1])


def _issue(page: Page) -> Iterator[DocumentFact]:
    """The first question that the opening puts, or that a later sentence puts as the only one."""
    early, late = [], []
    for start, end in _own(page, "whether"):
        match = regex("merits.issue").search(page.plain, start, end)
        if match is None or regex("merits.step").search(page.plain, start, match.end()):
            continue
        at = match.start(match.lastgroup or 0)
        if start < page.start + 2500:
            early.append(clause(page, at, end))
        elif regex("merits.whole_issue").search(match.group()):
            late.append(clause(page, at, end))
    found = [span for span in early or late if span is not None]
    yield from (fact("issue", page.text, span) for span in found[:1])


def _standard(page: Page) -> Iterator[DocumentFact]:
    """The one standard that every sentence about review names."""
    found = []
    for span in page.with_words("review"):
        if not regex("merits.reviews").search(page.plain, *span):
            continue
        named = list(regex("merits.standards").finditer(page.text, *span))
        if not named and regex("merits.unnamed").search(page.text, *span):
            return
        found += named
    names = {match.group().lower() for match in found} - {"plenary"}
    if len(names) == 1 and names <= _NAMED:
        own_words = [match for match in found if match.group().lower() in names and page.plain[match.start()] != MASK]
        if own_words:
            yield fact("standard", page.text, own_words[0].span())


def _own(page: Page, *words: str) -> Iterator[tuple[int, int]]:
    """Sentences with any of ``words`` that are about no other case and in no passage set off."""
    return (
        span
        for span in page.with_words(*words)
        if not regex("merits.foreign").search(page.text, *span) and not set_off(page, span[0])
    )


def _sums(page: Page, attribute: str, *words: str) -> Iterator[DocumentFact]:
    for start, end in _own(page, *words):
        sentence = page.plain[start:end]
        if not re.search(r"\$|dollars", sentence) or ("§" in sentence and not regex("merits.imposed").search(sentence)):
            continue
        for match in regex(f"merits.{attribute}").finditer(page.plain, start, end):
            first, last = match.span(match.lastgroup or 0)
            if not (
                regex("merits.hypothetical").search(page.plain, start, first)
                or regex(f"merits.no_{attribute}").search(page.plain, start, min(end, last + 60))
                or regex("merits.goes_on").match(page.text[last : last + 3])
                or regex("merits.each").match(page.text[last:end])
            ):
                yield fact(attribute, page.text, (first, last))


def _terms(page: Page, parties: Parties) -> Iterator[DocumentFact]:
    """The term imposed: the aggregate if one is stated, and nothing where some term has no length."""
    found: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for start, end in _own(page, "entenced", "sentence of", "sentences of", "practice of law"):
        about = regex("merits.pronoun").search(page.plain, start, end) or parties.named(page, start, end)
        if not about or any(
            regex(f"merits.{doubt}").search(page.plain, start, end) for doubt in ("hypothetical", "no_term")
        ):
            continue
        aggregate = regex("merits.aggregate").search(page.plain, start, end) is not None
        if regex("merits.no_length").search(page.plain, start, end) and not aggregate:
            return
        imposed = list(regex("merits.barred").finditer(page.plain, start, end))
        if regex("merits.prison").search(page.plain, start, end):
            imposed += regex("merits.sentenced").finditer(page.plain, start, end)
        for match in imposed:
            span = _duration(page, match.end(), end)
            if span and not regex("merits.free").match(page.plain, span[1], end):
                found[aggregate].append(span)
    yield from (fact("sentence", page.text, span) for span in found[True] or found[False])


def _duration(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """The duration that begins at ``start``, with the second one of "three years to six years"."""
    duration = value_types.PATTERNS["duration"]
    match = duration.match(page.plain, start, end)
    if match is None:
        return None
    further = regex("merits.to").match(page.plain, match.end(), end)
    second = duration.match(page.plain, further.end(), end) if further else None
    return start, (second or match).end()


@dataclass(frozen=True)
class Disposal:
    """One statement of what is done: where its verbs stand, the acts they name, and whether it is passive."""

    span: tuple[int, int]
    acts: frozenset[str]
    passive: bool


def outcome(page: Page, caption: tuple[int, int]) -> Iterator[DocumentFact]:
    """The court's disposition, if the end of the opinion and the caption agree on one."""
    lines = [
        _disposal(page.text, match, match.end("rest"), passive=True)
        for match in regex("merits.line").finditer(page.text, *caption)
    ]
    stated = [*lines, *_ending(page)]
    every = frozenset[str]().union(*(item.acts for item in stated))
    if not stated or len(lines) > 1 or every in ({"modif"}, {"remand"}):
        return
    whole = [item for item in stated if item.acts == every and len(page.text[slice(*item.span)].split()) <= _LONGEST]
    if not whole:
        return
    phrase = page.text[slice(*whole[0].span)]
    opposed = any(every.issuperset(pair) for pair in _OPPOSED) and "otherwise" not in phrase
    best = ([item for item in whole if item.passive] or whole)[-1]
    tangled = ", be," in phrase  # "that the suit be dismissed, be, and it is hereby, sustained"
    if (not opposed or "in part" in phrase) and not tangled and not _one_of_several(page, best.span):
        yield fact("outcome", page.text, best.span)


def _one_of_several(page: Page, span: tuple[int, int]) -> bool:
    """True in a list of orders ("1. The petition is denied."), whose later items do something else."""
    listed = [
        match.start() for match in regex("merits.item").finditer(page.text, max(page.start, page.end - _TAIL), page.end)
    ]
    return page.paragraph(span[0])[0] in listed[:-1]


def _ending(page: Page) -> Iterator[Disposal]:
    start = max(page.start, page.end - _TAIL)
    heading = list(regex("merits.heading").finditer(page.plain, max(page.start, page.end - 4000), page.end))
    if heading:
        start = min(start, heading[-1].start())
    for first, last in page.after(start).spans:
        fragment = regex("merits.fragment").match(page.plain, first, last)
        if fragment and _disposes(page.plain, fragment):
            yield _disposal(page.text, fragment, last, passive=True)
            continue
        for form in ("passive", "disciplined", "active"):
            match = regex(f"merits.{form}").search(page.plain, first, last)
            if match:
                yield _disposal(page.text, match, last, passive=form != "active")
                break


def _disposes(text: str, fragment: re.Match[str]) -> bool:
    """True for "Judgment affirmed." and "Reversed.", false for "Counsel granted that the bill was paid"."""
    subject = text[fragment.start() : fragment.start("verb")]
    if regex("merits.object").match(text, fragment.end("verb")):
        return False
    return not re.search(r"[A-Za-z]{2}", subject) or regex("merits.subject").search(subject) is not None


def _disposal(text: str, match: re.Match[str], end: int, *, passive: bool) -> Disposal:
    """The statement whose first verb ``match`` found: its phrase runs to the last verb joined to the first."""
    verbs = [match, *regex("merits.further").finditer(text, match.end("verb"), end)]
    last = verbs[-1].end("verb")
    partly = regex("merits.partly").match(text, last, end)
    acts = (regex("merits.act").match(verb["verb"]) for verb in verbs)
    named = frozenset(" ".join(act.group().lower().split()) for act in acts if act)
    return Disposal((match.start("verb"), partly.end() if partly else last), named, passive)
