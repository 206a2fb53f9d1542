"""Writing whole agreements from their plans, and batches of them.

Source: issue 2, section 2; MemoryDocDataSet 4.2 (20,000 to 50,000 tokens a document).
"""

import random
from collections.abc import Iterator, Sequence

from microworlds.core import seeds, tokens
from microworlds.core.records import Part
from microworlds.corpora.agreements import front
from microworlds.corpora.agreements.articles import Article, articles, definitions
from microworlds.corpora.agreements.layout import Labels, Printer, section_paragraphs
from microworlds.corpora.agreements.plan import BATCH, Plan, plan
from microworlds.corpora.agreements.polish import tidy
from microworlds.corpora.agreements.prose import Prose, Section
from microworlds.corpora.agreements.schedules import Schedule, schedule
from microworlds.corpora.agreements.style import HouseStyle, house_style
from microworlds.corpora.agreements.types import TOPICS, agreement_types
from microworlds.corpora.records import Source

_ARTICLES = 0.6  # of the length
_AT_HAND, _MORE = 0.75, 0.09  # share of all sections that a drafter has at hand, and how much is added if too few
LEAST, MOST = 20_000, 50_000
# a first guess; what an attempt comes to corrects the next
_CHARACTERS_PER_TOKEN = 4.63
_ATTEMPTS = 12
_ENOUGH = 3  # attempts after which any length within the bounds will do: not all matter is inexhaustible
_NEAR = 0.08
_HEADINGS = ("DEFINITIONS", "DEFINITIONS AND INTERPRETATION", "CERTAIN DEFINITIONS", "DEFINED TERMS")


def batch(seed: int, number: int) -> list[Source]:
    """The twenty agreements of a batch."""
    return [agreement(seed, number, index) for index in range(BATCH)]


def agreement(seed: int, number: int, index: int) -> Source:
    """One agreement; it depends on the three numbers alone."""
    made = plan(seed, number, index)
    text, parts = _fitting(made, seed)
    return Source(
        id=made.id,
        kind="agreement",
        title=called(made),
        text=text,
        volume=f"agreements-{number}",
        jurisdiction=made.law,
        order=index,
        group=number,
        date=made.dated.isoformat(),
        licence="CC0-1.0",
        attribution="Invented by microworlds: no company, person or place in it is real.",
        parts=parts,
    )


def called(made: Plan) -> str:
    """What people call the agreement, which stands at its head."""
    first, second = made.parties
    return f"{made.title} between {first.short} and {second.short}"


def _fitting(made: Plan, seed: int) -> tuple[str, tuple[Part, ...]]:
    """Text and parts near the planned length, and never outside the bounds of a document."""
    length = made.tokens * _CHARACTERS_PER_TOKEN
    for attempt in range(_ATTEMPTS):
        rng = seeds.generator(seed, "agreements", "text", made.id, attempt)
        text, parts = written(made, round(length), rng, min(1.0, _AT_HAND + attempt * _MORE))
        count = tokens.count(text)
        near = abs(count / made.tokens - 1) < _NEAR or attempt >= _ENOUGH
        if LEAST <= count <= MOST and near:
            return text, parts
        length *= made.tokens / count
    raise AssertionError(f"{made.id}: {count} tokens in attempt {_ATTEMPTS}, {made.tokens} were planned")


def written(made: Plan, length: int, rng: random.Random, at_hand: float = 1.0) -> tuple[str, tuple[Part, ...]]:
    """The agreement's text of about ``length`` characters, and its parts.

    ``at_hand`` is the share of all sections among which the drafter chooses.
    """
    kind = agreement_types()[made.kind]
    style = house_style(rng, roles=bool(kind.roles))
    prose = Prose(made, kind, style, rng)
    prose.at_hand = at_hand
    body = articles(prose, int(length * _ARTICLES))
    everything = [Article("definitions", rng.choice(_HEADINGS), definitions(prose, body)), *body]
    left = length - sum(article.length for article in everything)
    annexed = _annexed(prose, left)
    labels = _labels(style, everything, annexed)
    printer = Printer(style, tidy(prose.write("footer")) if style.footer else "")
    _print(printer, prose, everything, annexed, labels)
    return printer.text(), printer.parts(made.id)


def _annexed(prose: Prose, left: int) -> list[Schedule]:
    """The schedules in order; those in words share what is left of the length."""
    kinds = prose.plan.schedules
    found = {kind: schedule(prose, kind, 0) for kind in kinds if kind not in TOPICS.annexes}
    left -= sum(len(line) for one in found.values() for line in one.lines)
    rest = [kind for kind in kinds if kind in TOPICS.annexes]
    for kind in rest:
        found[kind] = schedule(prose, kind, max(2_000, left // len(rest)))
    return [found[kind] for kind in kinds]


def _labels(style: HouseStyle, everything: Sequence[Article], annexed: Sequence[Schedule]) -> Labels:
    """Number the articles and schedules."""
    labels = Labels(style)
    before = 0
    for number, article in enumerate(everything, start=1):
        article.number, article.before = number, before
        labels.add(article)
        before += len(article.sections)
    for number, appended in enumerate(annexed, start=1):
        labels.articles[f"schedule.{appended.kind}"] = style.schedule_name(number)
    return labels


def _print(
    printer: Printer, prose: Prose, everything: Sequence[Article], annexed: Sequence[Schedule], labels: Labels
) -> None:
    style, plan = prose.style, prose.plan
    legend = [tidy(prose.write("legend"))] if style.legend else []
    top = (called(plan), plan.title.upper(), *legend, *front.preamble(prose))
    printer.part("Preamble", map(labels.resolved, top))
    printer.part("Recitals", map(labels.resolved, front.recitals(prose)))
    for article in everything:
        heading = style.article_heading(article.number, article.heading)
        printer.part(heading.replace("\n", " "), _article(article, heading, labels))
    if not prose.signed_last:
        printer.part("Signatures", front.signatures(prose))
    for number, appended in enumerate(annexed, start=1):
        title = f"{style.schedule_name(number)} – {appended.title}"
        printer.part(title, _schedule(appended, title, number, labels))
    if prose.signed_last:
        printer.part("Signatures", front.signatures(prose))
    if plan.amendment:
        key = next(
            section.key
            for article in everything
            for section in article.sections
            if ".f." in section.key and plan.amendment.attribute in section.key.split(".f.")[1].split("&")
        )
        printer.part("Amendment No. 1", map(labels.resolved, front.amendment(prose, labels.cite(key))))


def _article(article: Article, heading: str, labels: Labels) -> Iterator[str]:
    style = labels.style
    yield heading
    for place, section in enumerate(article.sections, start=1):
        label = style.section_label(article.number, place, article.before + place)
        if article.topic == "definitions":
            section = Section(section.key, "", f"“{section.caption}” {section.body}")
            label = label if style.numbered_definitions else ""
        yield from section_paragraphs(section, label, labels)


def _schedule(appended: Schedule, title: str, number: int, labels: Labels) -> Iterator[str]:
    yield title
    yield from map(labels.resolved, appended.lines)
    for place, section in enumerate(appended.sections, start=1):
        yield from section_paragraphs(section, f"{number}.{place}", labels)
