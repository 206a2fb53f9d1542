"""Writing the definitions: general terms, the trade's terms this agreement uses, and terms defined elsewhere in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from microworlds.corpora.agreements.articles import Article
from microworlds.corpora.agreements.polish import REFERENCE, reference, tidy
from microworlds.corpora.agreements.prose import Prose, Section
from microworlds.corpora.agreements.types import TOPICS

_INLINE = re.compile(r"\((?:the |an? )?“([A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)*)”\)")


def definitions(prose: Prose, written: Sequence[Article], length: int) -> list[Section]:
    """The definitions in alphabetical order of their terms; ``length`` bounds those of the trade's terms.

    The caption of each section is the term, its body the meaning.
    """
    found = {section.caption: section for section in _general(prose)}
    for article in written:
        for section in article.sections:
            for term in _INLINE.findall(section.body):
                found.setdefault(term, _elsewhere(prose, term, section.key))
    used = sum(len(section.body) for section in found.values())
    for defined in prose.words.defined:
        if used > length:
            break
        prose.turn({})
        meaning = _whole_articles(tidy(prose.write(f"def.dt.{defined.kind}")))
        used += len(meaning)
        found.setdefault(defined.term, Section(f"def.{defined.term}", defined.term, meaning))
    return [found[term] for term in sorted(found)]


def _general(prose: Prose) -> list[Section]:
    topics = set(prose.plan.topics)
    names = list(TOPICS.defined)
    names += [name for name, where in TOPICS.defined_with.items() if topics.intersection(where)]
    names += [name for name in TOPICS.sometimes_defined if prose.rng.random() < 0.6]
    for name, term in (("contract_year", "Contract Year"), ("fiscal_year", "Fiscal Year")):
        if prose.slots["t.year"] == term:
            names.append(name)
    if prose.slots["t.quarter"] == "Calendar Quarter":
        names.append("calendar_quarter")
    sections = []
    for name in names:
        prose.turn({})
        term, _, meaning = prose.write(f"def.{name}").partition(":: ")
        sections.append(Section(f"def.{name}", term, _whole_articles(tidy(meaning))))
    return sections


def _elsewhere(prose: Prose, term: str, key: str) -> Section:
    return Section(f"def.{term}", term, tidy(prose.write("def.xref", **{"r.any": reference(key)})))


def _whole_articles(meaning: str) -> str:
    """The meaning with its references made to articles, since it is the article that defines."""
    return REFERENCE.sub(lambda match: reference(f"{match.group(1)}!"), meaning)
