"""Which of the proven proposals become a world's questions: sources, kinds of answer, forms and difficulty in balance.

Source: MemoryDocDataSet 3.4, 3.5 (Table 4), Appendix A, stage 4.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, islice, product
from typing import Annotated, TypeAlias

from pydantic import Field, model_validator

from microworlds.core import plugins, seeds
from microworlds.core.errors import ItemError
from microworlds.core.records import Record, Span
from microworlds.generation.ledger import pieces
from microworlds.generation.selection import Cap, Selection
from microworlds.generation.splits import rounded_evenly
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.categories.base import QuestionCategory
from microworlds.suites.memorydoc.question_properties import clumsy, likeness, places, properties, rich
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import CATEGORIES, SOURCES, Category, Difficulty, Proposal, SourceTag

STAGE = "questions"
_PROPOSALS = 900  # proven proposals of one category that are looked at
_CANDIDATES = 350  # proven proposals of one category among which the best fitting are chosen
_Counts: TypeAlias = Counter[tuple[Category, SourceTag]]


class DifficultyParams(Record):
    """Points of a question and where the labels begin; see conf/config.yaml, section memorydoc.questions.difficulty."""

    distractors_some: int = Field(ge=0)
    distractors_many: int = Field(ge=0)
    sessions_back_far: int = Field(ge=0)
    medium_from: int = Field(ge=0)
    hard_from: int = Field(ge=0)


class QuestionsParams(Record):
    """See conf/config.yaml, section memorydoc.questions."""

    per_category: int = Field(ge=1)
    hybrid_ratio: float = Field(ge=0, le=1)
    doc_only_ratio: float = Field(ge=0, le=1)
    hybrid_ratio_least: float = Field(ge=0, le=1)
    kind_most: int = Field(ge=1)
    heads_most: int = Field(ge=0)
    spare_heads: bool
    difficulty_shares: dict[Difficulty, Annotated[float, Field(ge=0, le=1)]]
    difficulty: DifficultyParams
    attempts: int = Field(ge=1)

    @model_validator(mode="after")
    def _whole(self) -> QuestionsParams:
        shares = self.difficulty_shares
        if set(shares) != {"easy", "medium", "hard"} or not math.isclose(sum(shares.values()), 1.0, abs_tol=1e-6):
            raise ValueError(f"difficulty_shares must name easy, medium and hard and sum to 1: {dict(shares)}")
        return self


class Chosen:
    """The questions chosen for a world among what its ledger proves, and by category what was not chosen.

    Together they fit best (sources, kinds of answer, forms, difficulty); they are in order of their ids.

    Raises:
        ItemError: the world does not yield enough questions of some category or source.
    """

    def __init__(self, view: View, params: QuestionsParams, seed: int) -> None:
        number, total = view.scenario.number, params.per_category * len(CATEGORIES)
        self._seed, self._number = seed, number
        self._hybrid_least = params.hybrid_ratio_least
        self._pools: dict[Category, list[Proposal]] = {}
        self._selection: Selection[Proposal] = Selection(
            properties=lambda own: [
                *properties(own, difficulty(view, own, params.difficulty)),
                *places(view, own),
                *clumsy(view, own),
            ],
            wanted={("difficulty", name): share * total for name, share in params.difficulty_shares.items()},
            repeats={**_REPEATS, "first": _FIRST if view.alone else 0.0},
            caps={
                "valued": Cap(params.kind_most, 50),
                "fact": Cap(1, 100),
                "head": Cap(params.heads_most, 40),
                "tenth": Cap(3, 60),
            },
            counts=rich(view) + Counter({(name, ""): 1 for name in ("first", "echo", "unlike")}),  # each one costs
        )
        draws = {category: seeds.generator(seed, STAGE, number, category) for category in CATEGORIES}
        proven = {category: _proven(category, view, rng) for category, rng in draws.items()}
        quotas = source_quotas(params, seed, number)
        if params.spare_heads:
            known = [(name, each.source, each) for name, own in proven.items() for each in own]
            bodies = Counter((name, source) for name, source, own in known if ("head", "") not in places(view, own))
            _spare_heads(quotas, bodies, Counter((name, source) for name, source, _ in known))
        # those with few labels of difficulty choose before those that can make up for them; without an answer last
        for category in sorted(CATEGORIES, key=lambda name: question_categories.every()[name].chosen):
            rng = draws[category]
            self._pools[category] = _pool(proven[category], category, quotas[category])
            for source, count in quotas[category].items():
                for _ in range(count):
                    self._choose(category, source, rng)
        self._check_hybrid()
        self._selection.items = shuffled(self.items, seed, number)

    @property
    def items(self) -> list[Proposal]:
        """What was chosen."""
        return self._selection.items

    def replace(self, place: int) -> None:
        """Put the next best of its category in the place of a proposal that could not be worded.

        Raises:
            ItemError: nothing is left of the category, or too few of the questions would be Hybrid.
        """
        old = self._selection.drop(place)
        rng = seeds.generator(self._seed, STAGE, self._number, old.category, "again", place)
        self._choose(old.category, old.source, rng)
        self.items.insert(place, self.items.pop())
        self._check_hybrid()

    def _check_hybrid(self) -> None:
        hybrid, least = self._selection.counts["source", "hybrid"], self._hybrid_least * len(self.items)
        if hybrid < least:
            raise ItemError(
                f"only {hybrid} of {len(self.items)} questions are Hybrid; hybrid_ratio_least asks for "
                f"{least:.0f}. Give the world documents of which more is known, or another seed."
            )

    def _choose(self, category: Category, source: SourceTag, rng: random.Random) -> None:
        # a category that has none of a source in this world takes the next best
        pool = self._pools[category]
        choices = [[p for p in pool if p.source == other] for other in (source, *SOURCES)]
        fitting = next((own for own in choices if own), [])
        if not fitting:
            raise ItemError(
                f"no further {category} question can be proven from the world's documents and conversations. "
                "Give it documents of which more is known, or another seed."
            )
        if not question_categories.every()[category].answerable:
            fitting = self._put_alike(fitting, rng)
        self._selection.take(pool, fitting)

    def _put_alike(self, fitting: list[Proposal], rng: random.Random) -> list[Proposal]:
        """Those put most like a question that has an answer and was chosen before: by draw, one of the same source.

        Otherwise the way of asking would tell that there is no answer.
        """
        source = fitting[0].source
        known = [own for own in self.items if own.adversarial_type is None]
        models = [own for own in known if own.source == source] or known
        for model in rng.sample(models, len(models)):
            alike = [likeness(own, model) for own in fitting]
            if best := max(alike):
                return [own for own, like in zip(fitting, alike, strict=True) if like == best]
        return fitting


# what a further question for the first of several costs, where some texts are known to state one thing alone
_FIRST = 400.0
# what a further question with the same property costs
_REPEATS = {
    "tenth": 165.0,
    "head": 36.0,
    "open": 66.0,
    "said": 4.0,
    "long": 0.5,
    "stated": 1.0,
    "kind": 1.2,
    "form": 8.0,
    "asks": 0.6,
    "target": 0.2,
    "how": 0.5,
    "answer": 4.0,
    "purpose": 30.0,
    "point": 18.0,
    "title": 6.0,
    "interval": 16.0,
    "piled": 22.0,
    "echo": 80.0,
    "unlike": 400.0,
}


def source_quotas(params: QuestionsParams, seed: int, number: int) -> dict[Category, dict[SourceTag, int]]:
    """How many questions of each category and source world ``number`` gets; shares hold over all worlds."""
    total = params.per_category * len(CATEGORIES)
    hybrid = rounded_evenly(params.hybrid_ratio * total, number, 0.0)
    docs = min(total - hybrid, rounded_evenly(params.doc_only_ratio * total, number, 0.5))
    counts: dict[SourceTag, int] = {"doc_only": docs, "chat_only": total - hybrid - docs}
    quotas: dict[Category, dict[SourceTag, int]] = {
        category: {"hybrid": params.per_category, "doc_only": 0, "chat_only": 0} for category in CATEGORIES
    }
    rng = seeds.generator(seed, STAGE, "sources", number)
    for source in chain.from_iterable([source] * count for source, count in counts.items()):
        able = [
            category
            for category in CATEGORIES
            if quotas[category]["hybrid"] and source in question_categories.every()[category].sources
        ]
        most = max(quotas[category]["hybrid"] for category in able)
        category = rng.choice([category for category in able if quotas[category]["hybrid"] == most])
        quotas[category]["hybrid"] -= 1
        quotas[category][source] += 1
    return quotas


def _proven(category: Category, view: View, rng: random.Random) -> list[Proposal]:
    """Proven proposals of a category; all where nothing answers."""
    plugin: QuestionCategory = plugins.load(f"{__package__}.categories", "CATEGORY", category)
    most = _PROPOSALS if question_categories.every()[category].answerable else None
    return list(islice(plugin.propose(view, rng), most))


def _spare_heads(quotas: dict[Category, dict[SourceTag, int]], in_bodies: _Counts, known: _Counts) -> None:
    """Move quotas so that as few questions as can be rest on heads; how many there are of each source stays.

    Where a category's texts have what it asks for in heads alone, such as the days of short opinions, it asks more of
    the conversations and another category less. ``known`` are the proposals of each category and source,
    ``in_bodies`` those that rest on no head.
    """
    from_documents: tuple[SourceTag, ...] = ("hybrid", "doc_only")
    for source, category in product(from_documents, CATEGORIES):
        own = quotas[category]
        while own[source] > in_bodies[category, source] and known[category, "chat_only"] > own["chat_only"]:
            able = (
                each
                for name, each in quotas.items()
                if name != category and each["chat_only"] and in_bodies[name, source] > each[source]
            )
            other = next(able, None)
            if other is None:
                break
            for quota, step in ((own, 1), (other, -1)):
                quota[source] -= step
                quota["chat_only"] += step


def _pool(proven: Sequence[Proposal], category: Category, quotas: Mapping[SourceTag, int]) -> list[Proposal]:
    """Enough proven proposals of the sources that are wanted; all where nothing answers."""
    if not question_categories.every()[category].answerable:
        return list(proven)
    wanted = [proposal for proposal in proven if quotas[proposal.source]]
    others = [proposal for proposal in proven if not quotas[proposal.source]]
    return [*wanted[:_CANDIDATES], *others[: sum(quotas.values())]]


def difficulty(view: View, proposal: Proposal, params: DifficultyParams) -> Difficulty:
    """How hard a question is; see ``labelled``."""
    sessions = [session.id for session in view.sessions]
    return labelled(evidence_spans(view, proposal), sessions, proposal.derived, proposal.distractors, params)


def labelled(
    evidence: Sequence[Span], sessions: Sequence[str], derived: bool, distractors: int, params: DifficultyParams
) -> Difficulty:
    """Easy, medium or hard, by structure alone; ``sessions`` are the ids of the world's sessions in order.

    One point for each piece of evidence beyond the first; one for some and two for many distractors; one if the
    conversation's evidence lies far back; one if the answer must be derived.
    """
    cited = {span.observation for span in evidence}
    back = [len(sessions) - 1 - place for place, session in enumerate(sessions) if session in cited]
    points = len(evidence) - 1 + derived
    points += (distractors >= params.distractors_some) + (distractors >= params.distractors_many)
    points += bool(back) and max(back) >= params.sessions_back_far
    return "hard" if points >= params.hard_from else "medium" if points >= params.medium_from else "easy"


def shuffled(proposals: Sequence[Proposal], seed: int, number: int) -> list[Proposal]:
    """The proposals of world ``number`` in an order that tells nothing of them: places in it become their ids.

    The draw is that of ``(seed, "questions", "order", number)``: it is the same however many worlds there are.
    """
    order = list(proposals)
    seeds.generator(seed, STAGE, "order", number).shuffle(order)
    return order


def evidence_spans(view: View, proposal: Proposal) -> list[Span]:
    """The passages that a proposal's facts stand in, in the order of the episode: sessions by time, then documents."""
    order = {session.id: place for place, session in enumerate(view.sessions)}
    spans = pieces(view.ledger, proposal.evidence)
    return sorted(spans, key=lambda span: (order.get(span.observation, len(order)), span.observation, span.start))
