"""Volumes of law reports of invented courts and parties, in the case records of the Caselaw Access Project.

Source: MemoryDocDataSet 4.2 (court opinions); issue 2, section 2 (the embedded corpus).
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from microworlds.core.seeds import generator
from microworlds.corpora.case import Case, CaseBody, Citation, Court, Jurisdiction, Opinion
from microworlds.corpora.law import caption, opinion
from microworlds.corpora.law.authorities import Authority
from microworlds.corpora.law.case_plan import Facts
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.jurisdictions import LANDS
from microworlds.corpora.law.matters import OUTCOMES
from microworlds.corpora.law.pen import Pen
from microworlds.corpora.law.planner import all_rules, volume_label, volume_plan


@dataclass(frozen=True)
class Written:
    """A case's plan, and what its text says that the plan left open."""

    facts: Facts
    holdings: tuple[str, ...]
    earliest: Authority | None
    stated: Mapping[str, tuple[str, ...]]  # what the text says, by attribute
    decided: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]  # values stated on an issue, with the words for that


def volume(seed: int, number: int) -> tuple[list[Case], list[Written]]:
    """The cases of one invented volume in page order, and what they were written from.

    It depends on the seed and the number alone. The volumes' numbers go round the jurisdictions.
    """
    cases, plans = [], []
    starting: Counter[str] = Counter()  # at a page: file names tell such cases apart
    for facts in volume_plan(seed, number):
        case, written = write_case(seed, number, facts)
        starting[case.first_page] += 1
        name = f"{int(case.first_page):04d}-{starting[case.first_page]:02d}"
        cases.append(case.model_copy(update={"file_name": name}))
        plans.append(written)
    return cases, plans


def write_case(seed: int, number: int, facts: Facts) -> tuple[Case, Written]:
    """The record of one planned case."""
    draft = Draft(facts, _pen(seed, facts), seed, number)
    opinions, notes = _texts(facts, draft)
    return _record(facts, number, opinions, notes), _written(facts, draft)


def written(seed: int, number: int, facts: Facts) -> Written:
    """What the text of a planned case says: for this it needs not be polished."""
    draft = Draft(facts, _pen(seed, facts), seed, number, rough=True)
    _texts(facts, draft)
    return _written(facts, draft)


def _texts(facts: Facts, draft: Draft) -> tuple[list[Opinion], list[str]]:
    if facts.order:
        return [Opinion(type="majority", author="PER CURIAM.", text=opinion.order(draft))], []
    return _opinions(facts, draft), opinion.headnotes(draft)


def _written(facts: Facts, draft: Draft) -> Written:
    stated = {name: tuple(values) for name, values in draft.pen.stated.items()}
    decided = {
        name: tuple((value, tuple(dict.fromkeys(draft.subjects[issue]))) for value, issue in own)
        for name, own in draft.pen.decided.items()
    }
    return Written(facts, tuple(draft.holdings), draft.citing.earliest(), stated, decided)


def _pen(seed: int, facts: Facts) -> Pen:
    rng: random.Random = generator(seed, "law", "text", facts.key)
    sums = [*facts.sums, *(["sentence"] if facts.sentence else [])]
    tags = facts.tags | {OUTCOMES[facts.outcome].tag} | {f"has{name}" for name in sums}
    tags |= {f"no{name}" for name in ("award", "fine", "claimed") if name not in sums}
    return Pen(all_rules(facts.matter), rng, tags, {}, facts.words, facts.people)


def _opinions(facts: Facts, draft: Draft) -> list[Opinion]:
    author = caption.author_line(facts, facts.author)
    text = f"{author}\n{opinion.write(draft)}"
    opinions = [Opinion(type="majority", author=author.split("\n")[-1], text=text)]
    for separate in facts.separate:
        line, body = opinion.separate_opinion(draft, separate)
        opinions.append(Opinion(type=separate.kind, author=line.split("\n")[-1], text=f"{line}\n{body}"))
    return opinions


def _record(facts: Facts, number: int, opinions: list[Opinion], notes: list[str]) -> Case:
    land, bench = facts.land, facts.bench
    citations = [Citation(type="official", cite=f"{volume_label(number)} {land.reporter} {facts.first_page}")]
    if land.neutral:
        citations.append(
            Citation(type="parallel", cite=f"{facts.decided.year} {land.neutral} {int(facts.key[-3:]) + 1}")
        )
    return Case(
        id=9_000_000_000 + number * 1_000 + int(facts.key[-3:]),
        name=caption.name_of(facts),
        name_abbreviation=facts.title,
        decision_date=facts.decided.isoformat(),
        docket_number=facts.docket,
        first_page=str(facts.first_page),
        last_page=str(facts.last_page),
        citations=tuple(citations),
        court=Court(
            id=900_000 + LANDS.index(land) * 10 + (bench is land.middle), name=bench.name, name_abbreviation=bench.short
        ),
        jurisdiction=Jurisdiction(id=9_000 + LANDS.index(land), name=land.short, name_long=land.name),
        casebody=CaseBody(
            head_matter=caption.caption(facts, notes),
            opinions=tuple(opinions),
            judges=() if facts.order else (caption.panel_line(facts),),
            parties=(caption.parties_line(facts),),
            attorneys=() if facts.order else tuple(caption.counsel_lines(facts)),
        ),
        file_name=f"{facts.first_page:04d}-01",
        first_page_order=facts.first_page + 20,
        last_page_order=facts.last_page + 20,
    )


def text_of(case: Case) -> str:
    """The caption and all opinions, as one text."""
    return "\n".join((case.casebody.head_matter, *(opinion.text for opinion in case.casebody.opinions)))
