"""A small invented world for tests: documents of short opinions, and what they state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import yaml

from microworlds.authors.offline import OfflineAuthor
from microworlds.core import seeds
from microworlds.core.records import Span
from microworlds.core.value_types import format_date
from microworlds.generation.ledger import Fact
from microworlds.generation.person_names import LAST, first_name
from microworlds.generation.splits import Ratios, Spread, document_count
from microworlds.quality.shortcuts import audit
from microworlds.suites.memorydoc.conversations import ConversationMaker, ConversationsParams
from microworlds.suites.memorydoc.domain import Domain
from microworlds.suites.memorydoc.measures.trusted import Asked, Limits
from microworlds.suites.memorydoc.measures.verdict_measures import JUDGES
from microworlds.suites.memorydoc.quality import quality
from microworlds.suites.memorydoc.question_selection import QuestionsParams
from microworlds.suites.memorydoc.questions import QuestionMaker
from microworlds.suites.memorydoc.records import Document, Section
from microworlds.suites.memorydoc.release import Rules
from microworlds.suites.memorydoc.scenarios import Outline, ScenarioMaker, ScenariosParams
from microworlds.suites.memorydoc.scenarios import outline as made_outline
from microworlds.suites.memorydoc.world import DocumentFacts, FactCheck, Judged, Target, Verdict, WorldBundle

SEED = 11
SUBJECTS = ("adverse possession", "undue influence", "the statute of frauds", "due process", "specific performance")
CONF = Path(__file__).parents[1] / "conf"
AUTHOR = OfflineAuthor(SEED)
SCENARIOS = ScenariosParams(
    documents_per_world=Spread(least=3, weights=(1, 2, 1)),
    personas_per_world=Spread(least=3, weights=(0.3, 0.5, 0.2)),
    events_least=5,
    events_most=10,
    months_least=6,
    sessions=5,
    attempts=3,
    first_day=date(2021, 1, 4),
    last_day=date(2025, 6, 30),
    split=Ratios(train=0.7, val=0.14, test=0.16),
)
# nothing is outside them: what a few small worlds can be told by is no matter here
SHORTEST = audit.Limits(
    auc_most=1, length_auc_most=1, departure_most=1, head_characters=100, head_share_most=1, closed_most=100, gain_most=1, passages=10,
    chunk_tokens=128, chunk_overlap=16,
)  # fmt: skip
CONVERSATIONS = ConversationsParams(utterances_least=6, utterances_most=16, grounding_ratio_threshold=0.4, attempts=3)


@cache
def domain(name: str = "caselaw") -> Domain:
    return Domain.model_validate(yaml.safe_load((CONF / "domain" / f"{name}.yaml").read_text()))


@cache
def questions_params() -> QuestionsParams:
    tree = yaml.safe_load((CONF / "config.yaml").read_text())
    return QuestionsParams.model_validate(tree["memorydoc"]["questions"])


@cache
def opinions(number: int, place: int) -> tuple[Document, DocumentFacts]:
    """A document of ten short invented opinions, each of whose paragraphs states one fact."""
    rng = seeds.generator("test opinions", number, place)
    name = f"d-{number}-{place:02d}"
    text, sections, targets, facts = "", [], [], []
    for count in range(1, 11):
        start, target = len(text), f"{name}-s{count:02d}"
        title = f"{rng.choice(LAST)}son v. {rng.choice(LAST)}son"  # no party of a matter is called so
        day = date(1990 + number + place, 1, 5) + timedelta(days=rng.randrange(340))
        stated = {
            "author": (rng.choice(LAST).upper(), "{}, J."),
            "decided_on": (format_date(day), "Decided: {}."),
            "argued_on": (format_date(day - timedelta(days=rng.randrange(20, 300))), "Argued: {}."),
            "docket": (f"No. {rng.randrange(100, 999)}, {day.year}", "{}."),
            "outcome": (rng.choice(("affirmed", "reversed", "dismissed")), "The judgment is {}."),
            "county": (f"{rng.choice(LAST)} County", "The matter arose in {}."),
            "award": (f"${rng.randrange(2, 900)},000", "The jury awarded {} in damages."),
            "judge_below": (rng.choice(LAST), "Judge {} presided at the hearing."),
            "fine": (f"${rng.randrange(100, 900)}", "A fine of {} was imposed."),
        }
        for attribute in rng.sample(sorted(stated)[-3:], rng.randint(0, 2)):
            del stated[attribute]
        text += f"{title}, {number} Test {count * 7}\n"
        for subject in rng.sample(SUBJECTS, 2):
            text += f"The appeal is about {subject}, and {subject} decides it.\n"
        for attribute, (value, phrase) in stated.items():
            line = phrase.format(value)
            facts.append(
                Fact(
                    id=f"{target}-f{len(facts):02d}",
                    subject=target,
                    attribute=attribute,
                    value=value,
                    source=Span(observation=name, start=len(text), end=len(text) + len(line)),
                )
            )
            text += line + "\n"
        sections.append(Section(id=target, title=title, start=start, end=len(text)))
        names = {"title": title, "citation": f"the case at {number} Test {count * 7}"}
        targets.append(
            Target(id=target, document=name, title=title, heading=title, start=start, end=len(text), names=names)
        )
        text += "\n"
    document = Document(
        id=name,
        title=f"{number} Test Reports, part {place}",
        kind="opinion",
        jurisdiction="Testland",
        volume=f"test-{number}",
        group=0,
        licence="CC0-1.0",
        attribution="invented for a test",
        tokens=25_000,
        text=text,
        sections=tuple(sections),
    )
    return document, DocumentFacts(document=name, targets=tuple(targets), facts=tuple(facts))


def outline(number: int) -> Outline:
    places = range(document_count(SCENARIOS.documents_per_world, SEED, number))
    documents, document_facts = zip(*(opinions(number, place) for place in places), strict=True)
    return made_outline(number, documents, document_facts, domain(), SEED)


@cache
def bundle(number: int) -> WorldBundle:
    ready = outline(number)
    scenario = ScenarioMaker(domain(), SCENARIOS, AUTHOR, SEED).scenario(ready)[-1]
    conversations = ConversationMaker(CONVERSATIONS, AUTHOR).conversations(scenario)[-1]
    return WorldBundle(
        scenario=scenario,
        conversations=conversations,
        document_facts=ready.document_facts,
        documents=tuple(opinions(number, place)[0] for place in range(len(ready.document_facts))),
    )


def brought_by(world: WorldBundle, turns: Iterable[int]) -> WorldBundle:
    """The world as if those of its people had brought what was brought whose turn it was."""
    names = (first_name(world.scenario.personas[own].name) for own in turns)
    sessions = tuple(
        session.model_copy(
            update={
                "facts": tuple(
                    fact.model_copy(update={"value": next(names)}) if fact.attribute == "brought_by" else fact
                    for fact in session.facts
                )
            }
        )
        for session in world.conversations.sessions
    )
    return world.model_copy(update={"conversations": world.conversations.model_copy(update={"sessions": sessions})})


@cache
def judged(number: int) -> Judged:
    own = bundle(number)
    return Judged(bundle=own, questions=QuestionMaker(questions_params(), AUTHOR, SEED).questions(own)[-1])


RULES = Rules(split=SCENARIOS.split, difficulty=questions_params().difficulty)


@cache
def accepted(count: int) -> tuple[Verdict, ...]:
    """Both judges, who accept every question of the first ``count`` worlds."""
    return tuple(
        Verdict(
            world=f"w{number:03}",
            judge=judge,
            persona_consistency=5,
            temporal_coherence=5,
            document_grounding_accuracy=5,
            correctness={pair.id: True for pair in judged(number).questions.pairs},
            category_accuracy={pair.id: True for pair in judged(number).questions.pairs},
            flagged=(),
            notes="",
            seeded={},
        )
        for number in range(count)
        for judge in JUDGES
    )


def report(count: int, said: Sequence[Verdict], tried: int | None = None) -> str:
    """The quality report of the first ``count`` worlds, of so many tried, after these verdicts."""
    pairs = sum(len(judged(number).questions.pairs) for number in range(count))
    asked = Asked(worlds=tried or count, questions=pairs)
    limits = Limits(acceptance_least=0.85, yield_least=0.9, reader_gain_least=-1, false_alarms_most=0.1)
    unchecked = FactCheck(note="not checked: invented for a test", kinds={})
    return quality(
        [judged(number) for number in range(count)], said, unchecked, asked, limits, SHORTEST
    ).model_dump_json()


@cache
def measured(count: int, *, judges: bool = False) -> str:
    """The quality report of the first ``count`` worlds; no judge said anything of them, or both accepted them."""
    return report(count, accepted(count) if judges else ())
