"""What a release holds, counted: the rows of the paper's Tables 3 and 4.

Source: MemoryDocDataSet 3.5, Tables 3 and 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from microworlds.core.records import Record
from microworlds.generation.splits import SPLITS
from microworlds.suites.memorydoc.world import CATEGORIES, QAPair
from microworlds.suites.memorydoc.world_bundle import Judged


class Spread(Record):
    """Mean, smallest and largest of a count over all items."""

    mean: float
    least: int
    most: int

    def __str__(self) -> str:
        """As the cards have it."""
        return f"{self.mean:,.1f} ({self.least:,}-{self.most:,})"


class Share(Record):
    """How many, and what part of all."""

    count: int
    share: float


class Statistics(Record):
    """The figures of a release; ``facts`` has how many the ledger holds of each attribute."""

    worlds: dict[str, int]
    pairs: dict[str, int]
    documents: int
    documents_per_world: Spread
    document_tokens: Spread
    sessions: int
    sessions_per_world: Spread
    utterances_per_session: Spread
    personas_per_world: Spread
    events_per_world: Spread
    categories: dict[str, Share]
    sources: dict[str, Share]
    difficulties: dict[str, Share]
    answer_kinds: dict[str, Share]
    answer_forms: dict[str, Share]
    adversarial_types: dict[str, Share]
    facts: dict[str, int]
    forms: dict[str, dict[str, int]]


def statistics(worlds: Sequence[Judged]) -> Statistics:
    """The figures of all worlds together."""
    scenarios = [item.bundle.scenario for item in worlds]
    documents = [document for item in worlds for document in item.bundle.documents]
    spoken = [item.bundle.conversations.sessions for item in worlds]
    sessions = [session for own in spoken for session in own]
    split = {scenario.id: scenario.split for scenario in scenarios}
    pairs = [pair for item in worlds for pair in item.questions.pairs]
    return Statistics(
        worlds={name: sum(own == name for own in split.values()) for name in SPLITS},
        pairs={name: sum(split[pair.world] == name for pair in pairs) for name in SPLITS},
        documents=len(documents),
        documents_per_world=_spread(len(scenario.documents) for scenario in scenarios),
        document_tokens=_spread(document.tokens for document in documents),
        sessions=len(sessions),
        sessions_per_world=_spread(len(own) for own in spoken),
        utterances_per_session=_spread(len(session.utterances) for session in sessions),
        personas_per_world=_spread(len(scenario.personas) for scenario in scenarios),
        events_per_world=_spread(len(scenario.events) for scenario in scenarios),
        categories=_shares(pair.category for pair in pairs),
        sources=_shares(pair.source for pair in pairs),
        difficulties=_shares(pair.difficulty for pair in pairs),
        answer_kinds=_shares(pair.answer_kind for pair in pairs),
        answer_forms=_shares(pair.answer_form for pair in pairs),
        adversarial_types=_shares(pair.adversarial_type for pair in pairs if pair.adversarial_type),
        facts=dict(sorted(Counter(fact.attribute for item in worlds for fact in item.bundle.facts).items())),
        forms={category: _forms(pair for pair in pairs if pair.category == category) for category in CATEGORIES},
    )


def _spread(values: Iterable[int]) -> Spread:
    counted = list(values)
    return Spread(mean=round(sum(counted) / len(counted), 3), least=min(counted), most=max(counted))


def _shares(values: Iterable[str]) -> dict[str, Share]:
    counts = Counter(values)
    return {
        name: Share(count=count, share=round(count / counts.total(), 4))
        for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    }


def _forms(pairs: Iterable[QAPair]) -> dict[str, int]:
    return dict(sorted(Counter(pair.form for pair in pairs).items()))
