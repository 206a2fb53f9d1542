"""Writing a whole agreement from its plan.

Source: issue 2, section 2; MemoryDocDataSet 4.2 (20,000 to 50,000 tokens a document).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from microworlds.core.records import Part
from microworlds.corpora.agreements import front
from microworlds.corpora.agreements.articles import Article, WorkingRules, articles
from microworlds.corpora.agreements.definitions import definitions
from microworlds.corpora.agreements.layout import Labels, Printer, section_paragraphs, section_refs
from microworlds.corpora.agreements.plan import Plan
from microworlds.corpora.agreements.polish import tidy
from microworlds.corpora.agreements.prose import Prose, Section
from microworlds.corpora.agreements.schedules import Schedule, schedule
from microworlds.corpora.agreements.style import HouseStyle, house_style
from microworlds.corpora.agreements.types import TOPICS, agreement_types

# shares of the length: articles, and at most so much for the terms of the trade that are defined
_ARTICLES, _DEFINITIONS = 0.74, 0.085
_HEADINGS = ("DEFINITIONS", "DEFINITIONS AND INTERPRETATION", "CERTAIN DEFINITIONS", "DEFINED TERMS")


def written(plan: Plan, length: int, rng: random.Random) -> tuple[str, tuple[Part, ...]]:
    """The agreement's text of about ``length`` characters, and its parts."""
    kind = agreement_types()[plan.kind]
    style = house_style(rng, roles=bool(kind.roles))
    prose = Prose(plan, kind, style, rng)
    working = WorkingRules(prose)
    body = articles(prose, working, int(length * _ARTICLES))
    terms = definitions(prose, body, int(length * _DEFINITIONS))
    everything = [Article("definitions", rng.choice(_HEADINGS), terms), *body]
    left = length - sum(article.length for article in everything)
    annexed = _annexed(prose, working, left)
    labels = _labels(rng, style, everything, annexed)
    printer = Printer(style, _running(prose))
    _print(printer, prose, everything, annexed, labels)
    return printer.text(), printer.parts(plan.id)


def _annexed(prose: Prose, working: WorkingRules, left: int) -> list[Schedule]:
    """The schedules in order; the working rules among them take what is left of the length."""
    found: dict[str, Schedule] = {}
    rest = [kind for kind in prose.plan.schedules if kind in TOPICS.working_schedules]
    for kind in prose.plan.schedules:
        if kind not in TOPICS.working_schedules:
            found[kind] = schedule(prose, working, kind, 0)
            left -= sum(map(len, found[kind].lines))
    for kind in rest:
        found[kind] = schedule(prose, working, kind, max(2_500, (left - 7_000) // len(rest)))
    return [found[kind] for kind in prose.plan.schedules]


def _labels(
    rng: random.Random, style: HouseStyle, everything: Sequence[Article], annexed: Sequence[Schedule]
) -> Labels:
    labels = Labels(rng)
    running = 0
    for number, article in enumerate(everything, start=1):
        _, by_key, every = section_refs(style, number, article.sections, running)
        labels.add(article.topic, style.article_reference(number, article.heading), by_key, every)
        running += len(article.sections)
    for number, appended in enumerate(annexed, start=1):
        labels.articles[f"schedule.{appended.kind}"] = style.schedule_name(number)
    return labels


def _running(prose: Prose) -> list[str]:
    lines = []
    if prose.style.legend:
        lines.append(tidy(prose.write("legend")))
    if prose.style.footer:
        lines.append(tidy(prose.write("footer")))
    return lines


def _print(
    printer: Printer, prose: Prose, everything: Sequence[Article], annexed: Sequence[Schedule], labels: Labels
) -> None:
    style, plan = prose.style, prose.plan
    printer.part("Preamble", map(labels.resolved, (plan.title.upper(), *front.preamble(prose))))
    printer.part("Recitals", map(labels.resolved, front.recitals(prose)))
    running = 0
    for number, article in enumerate(everything, start=1):
        heading = style.article_heading(number, article.heading)
        printed = _article(article, number, heading, running, prose, labels)
        printer.part(heading.replace("\n", " "), printed)
        running += len(article.sections)
    printer.part("Signatures", front.signatures(prose))
    for number, appended in enumerate(annexed, start=1):
        title = f"{style.schedule_name(number)} – {appended.title}"
        printer.part(title, _schedule(appended, title, number, style, labels))
    if plan.amendment:
        key = next(
            section.key
            for article in everything
            for section in article.sections
            if ".f." in section.key and plan.amendment.attribute in section.key.split(".f.")[1].split("&")
        )
        printer.part("Amendment No. 1", map(labels.resolved, front.amendment(prose, labels.cite(key))))


def _article(article: Article, number: int, heading: str, running: int, prose: Prose, labels: Labels) -> Iterator[str]:
    style = prose.style
    yield heading
    section_labels, _, _ = section_refs(style, number, article.sections, running)
    for section, label in zip(article.sections, section_labels, strict=True):
        shown = section
        if article.topic == "definitions":
            shown = Section(section.key, "", f"“{section.caption}” {section.body}")
            label = label if style.numbered_definitions else ""
        resolved = Section(shown.key, shown.caption, labels.resolved(shown.body))
        yield from section_paragraphs(resolved, label, style)


def _schedule(appended: Schedule, title: str, number: int, style: HouseStyle, labels: Labels) -> Iterator[str]:
    yield title
    for line in appended.lines:
        yield labels.resolved(line)
    for place, section in enumerate(appended.sections, start=1):
        resolved = Section(section.key, section.caption, labels.resolved(section.body))
        yield from section_paragraphs(resolved, f"{number}.{place}", style)
