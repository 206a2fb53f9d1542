"""What the court did: the verb phrase of its disposition, from the line or the order that states it.

The last words of the opinion and, in older reports, a line of the caption dispose of the case. Everything they say
must fit one phrase: an opinion that affirms here and remands there in separate sentences yields nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact

_OPPOSED = (("affirm", "revers"), ("grant", "den"), ("sustain", "overrul"), ("affirm", "vacat"))
_TAIL = 900  # characters in which an opinion disposes of its case
_LONGEST = 14  # words of a phrase that still reads as an answer


@dataclass(frozen=True)
class Disposal:
    """One statement of what is done: where its verbs stand, the acts they name, and whether it is passive."""

    span: tuple[int, int]
    acts: frozenset[str]
    passive: bool


def read(page: Page, caption: tuple[int, int]) -> Iterator[DocumentFact]:
    """The court's disposition, if the end of the opinion and the caption agree on one."""
    lines = [
        _disposal(page.text, match, match.end("rest"), passive=True)
        for match in regex("outcomes.line").finditer(page.text, *caption)
    ]
    stated = [*lines, *_ending(page)]
    every = frozenset[str]().union(*(item.acts for item in stated))
    if not stated or len(lines) > 1 or every == {"modif"}:
        return
    whole = [item for item in stated if item.acts == every and len(page.text[slice(*item.span)].split()) <= _LONGEST]
    if not whole:
        return
    phrase = page.text[slice(*whole[0].span)]
    opposed = any(every.issuperset(pair) for pair in _OPPOSED) and "otherwise" not in phrase
    best = ([item for item in whole if item.passive] or whole)[-1]
    if (not opposed or "in part" in phrase) and not _one_of_several(page, best.span):
        yield fact("outcome", page.text, best.span)


def _one_of_several(page: Page, span: tuple[int, int]) -> bool:
    """True in a list of orders ("1. The petition is denied."), whose later items do something else."""
    listed = [
        match.start()
        for match in regex("outcomes.item").finditer(page.text, max(page.start, page.end - _TAIL), page.end)
    ]
    return page.paragraph(span[0])[0] in listed[:-1]


def _ending(page: Page) -> Iterator[Disposal]:
    start = max(page.start, page.end - _TAIL)
    heading = list(regex("outcomes.heading").finditer(page.plain, max(page.start, page.end - 4000), page.end))
    if heading:
        start = min(start, heading[-1].start())
    for first, last in page.after(start).spans:
        fragment = regex("outcomes.fragment").match(page.plain, first, last)
        if fragment and _disposes(page.plain, fragment):
            yield _disposal(page.text, fragment, last, passive=True)
            continue
        for form in ("passive", "disciplined", "active"):
            match = regex(f"outcomes.{form}").search(page.plain, first, last)
            if match:
                yield _disposal(page.text, match, last, passive=form != "active")
                break


def _disposes(text: str, fragment: re.Match[str]) -> bool:
    """True for "Judgment affirmed." and "Reversed.", false for "Counsel granted that the bill was paid"."""
    subject = text[fragment.start() : fragment.start("verb")]
    if regex("outcomes.object").match(text, fragment.end("verb")):
        return False
    return not re.search(r"[A-Za-z]{2}", subject) or regex("outcomes.subject").search(subject) is not None


def _disposal(text: str, match: re.Match[str], end: int, *, passive: bool) -> Disposal:
    """The statement whose first verb ``match`` found: its phrase runs to the last verb joined to the first."""
    verbs = [match, *regex("outcomes.further").finditer(text, match.end("verb"), end)]
    last = verbs[-1].end("verb")
    partly = regex("outcomes.partly").match(text, last, end)
    acts = (regex("outcomes.act").match(verb["verb"]) for verb in verbs)
    named = frozenset(" ".join(act.group().lower().split()) for act in acts if act)
    return Disposal((match.start("verb"), partly.end() if partly else last), named, passive)
