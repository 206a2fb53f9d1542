"""Writing the articles: which sections each takes, and how many for its share of the length; and the definitions.

Defined are general terms and terms that the articles define.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from microworlds.corpora.agreements import rules
from microworlds.corpora.agreements.polish import REFERENCE, reference, tidy
from microworlds.corpora.agreements.prose import Prose, Section
from microworlds.corpora.agreements.types import TOPICS

# sections without which the rest of the agreement would speak of what nobody defined
_NEEDED = frozenset(("confidentiality.s.scope", "delivery.s.inspection"))
# definitions that go if nothing speaks of their terms
_DISPENSABLE = frozenset(
    f"def.{name}" for name in ("affiliate", "materials", "person", *TOPICS.defined_with, *TOPICS.sometimes_defined)
)
_CORE_WEIGHT, _OTHER_WEIGHT = 1.3, 1.0
_INLINE = re.compile(r"\((?:the |an? )?“([A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)*)”\)")


@dataclass
class Article:
    """An article as written; ``number`` is its own, ``before`` that of the sections before it, once all are there."""

    topic: str
    heading: str
    sections: list[Section] = field(default_factory=list)
    number: int = 0
    before: int = 0

    @property
    def length(self) -> int:
        """Characters of its sections."""
        return sum(len(section.body) + len(section.caption) + 8 for section in self.sections)


def articles(prose: Prose, length: int) -> list[Article]:
    """The articles of a plan, together of about ``length`` characters as far as there is matter for them."""
    topics = prose.plan.topics
    weights = [
        (_CORE_WEIGHT if place < 8 else _OTHER_WEIGHT) * prose.rng.uniform(0.6, 1.4) for place in range(len(topics))
    ]
    written: list[Article] = []
    left, open_weight = float(length), sum(weights)
    for topic, weight in zip(topics, weights, strict=True):
        article = written_as(prose, topic, left * weight / open_weight)
        written.append(article)
        left -= article.length
        open_weight -= weight
    return written


def written_as(prose: Prose, topic: str, length: float) -> Article:
    """An article, or a schedule in words, of about ``length`` characters as far as there is matter for it."""
    article = Article(topic, tidy(prose.write(f"{topic}.heading")))
    stated = list(_stated(prose, topic))
    chosen = [*stated, *_of_plan(prose, topic)]
    ordinary = list(rules.names(f"{topic}.s."))
    first = ordinary.pop(0)
    # no drafter has every section at hand
    gone = {rule for attribute, rule in TOPICS.gone_with.items() if getattr(prose.plan.facts, attribute)}
    ordinary = [rule for rule in ordinary if rule in _NEEDED or prose.rng.random() < prose.at_hand]
    ordinary = [rule for rule in ordinary if rule not in gone]
    prose.rng.shuffle(ordinary)
    ordinary.sort(key=lambda rule: rule not in _NEEDED)
    for rule in ordinary if first in gone else (first, *ordinary):
        written = sum(len(section.body) for section in chosen)
        if rule != first and rule not in _NEEDED and written > length * 0.93:
            break
        chosen.append(prose.section(rule))
    article.sections = _drafted(prose, chosen, stated)
    return article


def _drafted(prose: Prose, chosen: Sequence[Section], stated: Sequence[Section]) -> list[Section]:
    """Sections in a drafter's order, but for those that state a value: they come anywhere after the first section."""
    placed = sorted(chosen, key=lambda section: rules.positions()[section.key])
    ordered = [section for section in placed if section not in stated]
    for section in (section for section in placed if section in stated):
        ordered.insert(prose.rng.randint(min(1, len(ordered)), len(ordered)), section)
    return ordered


def _stated(prose: Prose, topic: str) -> Iterator[Section]:
    """Sections that state every value of the plan that belongs to the article, each once."""
    left = {attribute for _, stated in rules.fact_sections(topic) for attribute in stated} & set(
        prose.plan.facts.stated()
    )
    left -= prose.told
    prose.told |= left
    while left:
        fitting = [(rule, stated) for rule, stated in rules.fact_sections(topic) if stated <= left]
        most = max(len(stated) for _, stated in fitting)
        rule, stated = prose.rng.choice([(rule, stated) for rule, stated in fitting if len(stated) == most])
        left -= stated
        yield prose.section(rule)


def _of_plan(prose: Prose, topic: str) -> Iterator[Section]:
    """Sections that only some plans call for: the guarantee, the addresses for notices."""
    if topic == "payment" and prose.plan.guarantor:
        yield prose.section("payment.guarantee")
    if topic == "notices" and prose.plan.notice_towns:
        yield prose.addresses()


def definitions(prose: Prose, written: Sequence[Article]) -> list[Section]:
    """The definitions in alphabetical order of their terms.

    The caption of each section is the term, its body the meaning.
    """
    found = {section.caption: section for section in _general(prose)}
    for article in written:
        for section in article.sections:
            for term in _INLINE.findall(section.body):
                found.setdefault(term, _elsewhere(prose, term, section.key))
    for term in _unused(found, written):
        del found[term]
    return [found[term] for term in sorted(found)]


def _unused(found: Mapping[str, Section], written: Sequence[Article]) -> set[str]:
    """Terms that neither the articles nor the definitions of terms in use speak of, of those that may go."""
    used = " ".join(section.body for article in written for section in article.sections)
    kept = {term for term, section in found.items() if section.key not in _DISPENSABLE or term in used}
    while more := {
        term for term in found.keys() - kept if any(term in found[other].body for other in kept if other != term)
    }:
        kept |= more
    return found.keys() - kept


def _general(prose: Prose) -> list[Section]:
    topics = set(prose.plan.topics)
    names = [name for name in TOPICS.defined if name != "effective_date" or not prose.effective_within]
    names += [name for name, where in TOPICS.defined_with.items() if topics.intersection(where)]
    names += [name for name in TOPICS.sometimes_defined if prose.rng.random() < 0.6]
    for name, term in (("contract_year", "Contract Year"), ("fiscal_year", "Fiscal Year")):
        if prose.slots["t.year"] == term:
            names.append(name)
    if prose.slots["t.quarter"] == "Calendar Quarter":
        names.append("calendar_quarter")
    names.append("subject.goods" if prose.deals_in_goods else "subject.work")
    sections = []
    for name in names:
        prose.turn()
        term, _, meaning = prose.write(f"def.{name}").partition(":: ")
        sections.append(Section(f"def.{name}", term, _whole_articles(tidy(meaning))))
    return sections


def _elsewhere(prose: Prose, term: str, key: str) -> Section:
    return Section(f"def.{term}", term, tidy(prose.write("def.xref", **{"r.any": reference(key)})))


def _whole_articles(meaning: str) -> str:
    """The meaning with its references made to articles, since it is the article that defines."""
    return REFERENCE.sub(lambda match: reference(f"{match.group(1)}!"), meaning)
