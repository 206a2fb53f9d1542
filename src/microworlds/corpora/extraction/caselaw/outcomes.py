"""What the court did: the verb phrase of its disposition, from the line or the order that states it.

The last words of the opinion and, in older reports, a line of the caption dispose of the case. Everything they say
must fit one phrase: an opinion that affirms here and remands there in separate sentences yields nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact

_DONE = (
    r"(?:affirmed|reversed|vacated|remanded|dismissed|denied|granted|quashed|overruled|sustained|set\saside|modified|"
    r"disbarred|refused|discharged|annulled|suspended)"
)
_ACT = r"(?:affirm|reverse|vacate|remand|dismiss|deny|grant|quash|sustain|modify|annul|set\saside)"
_STEMS = (
    "affirm", "revers", "vacat", "remand", "dismiss", "den", "grant", "quash", "overrul", "sustain", "set aside",
    "modif", "disbar", "refus", "discharg", "annul", "suspend", "censur", "reprimand",
)  # fmt: skip
_THING = (
    r"(?:judgments?|orders?|decisions?|decrees?|adjudications?|determinations?|rulings?|convictions?|"
    r"sentences?|verdict|appeals?|petitions?|motions?|"
    r"applications?|demurrers?|writs?|exceptions|objections|complaint|case|cause|matter|injunction|"
    r"bill|libel|action|award|relief|prayer|respondent|suit)"
)
_IS = (
    r"(?:is|are|(?:must|should|will|shall|(?:will|must|should),?\s(?:therefore|accordingly),?)\sbe|"
    r"(?:is|are),?\s(?:therefore|accordingly),?|(?<=[a-z]\s)(?<!may\s)(?<!can\s)(?<!not\s)(?<!might\s)(?<!could\s)"
    r"(?<!ould\s)be)"
)
_FRAGMENT = re.compile(
    rf"(?:\[?¶\s?\d+\]?\s)?(?:The\sentry\s(?:is|must\sbe):\s*)?(?:[A-Z][a-z]*\b(?:(?!\b(?:is|are|was|"
    rf"were|we|I|be|has|have|had|which|"
    rf"that)\b)(?:[^.;:]|(?<=\bNo)\.)){{0,90}}?\s)??(?P<verb>(?i:{_DONE}))\b(?P<rest>(?:(?!\b(?:is|are|be|was|will|"
    rf"we)\b)[^.])*)\.?$"
)
_PASSIVE = re.compile(
    rf"(?i)\b{_THING}\b(?:(?!\b(?:was|were|had|if|should|would)\b)[^;:]){{0,200}}?\s{_IS}\s(?:also\s|"
    rf"accordingly\s|in\sall\srespects\s|otherwise\s)?(?:hereby\s)?(?P<verb>{_DONE})\b"
)
_DISCIPLINED = re.compile(
    r"\b(?:is|be)\s(?:also\s)?(?:hereby\s)?(?P<verb>suspended|disbarred|censured|reprimanded)\s(?:from|as|for)\b"
)
_ACTIVE = re.compile(
    rf"\b(?i:we|I|the\scourt)(?:,?\s(?:therefore|thus|hereby|accordingly|must|also|will|now|"
    rf"respectfully)){{0,3}},?\s(?P<verb>(?i:{_ACT}))\b"
)
_FURTHER = re.compile(
    rf"(?i)(?:\band\b|[;,]|\bbut\b)\s+(?:(?:the|this|its?|that)\s(?:[A-Za-z’]+\s){{0,7}}?(?:is|are|"
    rf"(?:will|must|should|shall)\sbe)\s|"
    rf"is\s|are\s|we\s|to\s|be\s|otherwise\s|hereby\s|also\s|must\s|therefore\s|the\s(?:case|cause|"
    rf"matter)\s|accordingly\s)*"
    rf"(?P<verb>{_DONE}|{_ACT})\b(?!\s(?:by|in\sfavor))"
)
_PARTLY = re.compile(r"(?i)\s+in\s+part\b")
# an object after the verb: somebody granted or denied something, and no court disposed of a case
_OBJECT = re.compile(
    r"\s+(?:that|the|an?|no|any|all|this|these|those|his|her|its|their|our|my|him|them|it|what|how|why|whether|having|"
    r"being|(?!and\b)[a-z]+ing|[A-Z][a-z’']+)\b"
)
_LINE = re.compile(
    rf"(?m)(?:^|(?<=[a-z]\.\s))(?:[A-Z][a-z]+(?:\s[a-z]+){{0,4}}\s)?(?P<verb>(?i:{_DONE}))(?P<rest>(?i:\s+in\s+part|"
    rf",?\s+and\s+[a-z ]+?)?)\.?$"
)
_OPPOSED = (
    frozenset(("affirm", "revers")),
    frozenset(("grant", "den")),
    frozenset(("sustain", "overrul")),
    frozenset(("affirm", "vacat")),
)
_ITEM = re.compile(r"(?m)^\d{1,2}\.\s")
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
        _disposal(page.text, match, match.end("rest"), passive=True) for match in _LINE.finditer(page.text, *caption)
    ]
    stated = [*lines, *_ending(page)]
    every = frozenset[str]().union(*(item.acts for item in stated))
    if not stated or len(lines) > 1 or every == {"modif"}:
        return
    whole = [item for item in stated if item.acts == every and len(page.text[slice(*item.span)].split()) <= _LONGEST]
    opposed = (
        any(pair <= every for pair in _OPPOSED) and "otherwise" not in page.text[slice(*whole[0].span)]
        if whole
        else True
    )
    if not opposed or (whole and "in part" in page.text[slice(*whole[0].span)]):
        best = [item for item in whole if item.passive] or whole
        if not _one_of_several(page, best[-1].span):
            yield fact("outcome", page.text, best[-1].span)


def _one_of_several(page: Page, span: tuple[int, int]) -> bool:
    """True in a list of orders ("1. The petition is denied."), whose later items do something else."""
    listed = [match.start() for match in _ITEM.finditer(page.text, max(page.start, page.end - _TAIL), page.end)]
    return page.paragraph(span[0])[0] in listed[:-1]


def _ending(page: Page) -> Iterator[Disposal]:
    start = max(page.start, page.end - _TAIL)
    heading = list(_HEADING.finditer(page.plain, max(page.start, page.end - 4000), page.end))
    if heading:
        start = min(start, heading[-1].start())
    for first, last in page.after(start).spans:
        fragment = _FRAGMENT.match(page.plain, first, last)
        if fragment and _disposes(page.plain, fragment):
            yield _disposal(page.text, fragment, last, passive=True)
            continue
        for pattern in (_PASSIVE, _DISCIPLINED, _ACTIVE):
            match = pattern.search(page.plain, first, last)
            if match:
                yield _disposal(page.text, match, last, passive=pattern is not _ACTIVE)
                break


def _disposes(text: str, fragment: re.Match[str]) -> bool:
    """True for "Judgment affirmed." and "Reversed.", false for "Counsel granted that the bill was paid"."""
    subject = text[fragment.start() : fragment.start("verb")]
    if _OBJECT.match(text, fragment.end("verb")):
        return False
    return not re.search(r"[A-Za-z]{2}", subject) or re.search(rf"(?i)\b{_THING}\b|\bcosts\b", subject) is not None


_HEADING = re.compile(r"\n(?:ORDER|CONCLUSION|Conclusion|(?:[IVX]+|[A-Z])\.\s+(?:CONCLUSION|Conclusion)|DECREE)\b")


def _disposal(text: str, match: re.Match[str], end: int, *, passive: bool) -> Disposal:
    """The statement whose first verb ``match`` found: its phrase runs to the last verb joined to the first."""
    start, last = match.span("verb")
    acts = {_act(match["verb"])}
    for further in _FURTHER.finditer(text, last, end):
        last = further.end("verb")
        acts.add(_act(further["verb"]))
    partly = _PARTLY.match(text, last, end)
    return Disposal((start, partly.end() if partly else last), frozenset(acts), passive)


def _act(verb: str) -> str:
    plain = re.sub(r"\s+", " ", verb.lower())
    return next(stem for stem in _STEMS if plain.startswith(stem))
