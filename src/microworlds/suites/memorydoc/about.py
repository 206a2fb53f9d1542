"""What the cards of a release say: its worlds counted, and how it is published, made and licensed.

Source: MemoryDocDataSet 3.5, Tables 3 and 4 (the rows of ``Statistics``); issue 5, section 3.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from microworlds.core import stage
from microworlds.core.publication import Publication
from microworlds.core.records import Record
from microworlds.generation.splits import SPLITS
from microworlds.quality import trust
from microworlds.quality.croissant import OWN_LICENCE, Publishing
from microworlds.quality.ratings import Rating
from microworlds.suites.memorydoc.world import CATEGORIES, Judged, QAPair


class ReleaseParams(Publishing):
    """How a release is published; see conf/config.yaml."""

    contact: str | None


NOBODY = ReleaseParams(creators=("unpublished",), url=None, contact=None)
UNPUBLISHED = Publication()


class Yield(Record):
    """Of the attempts of a stage, how many were kept; ``reasons`` of those that were not, most frequent first."""

    kept: int
    rejected: int
    share: float | None
    reasons: dict[str, int]


@dataclass(frozen=True)
class Origin:
    """How a release came about, is published and was rated; the default is one that is not."""

    params: ReleaseParams = NOBODY
    yields: Mapping[str, Yield] = field(default_factory=dict)
    publication: Publication = UNPUBLISHED
    ratings: tuple[Rating, ...] = ()


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


class Works(Record):
    """Documents of one licence and origin."""

    licence: str
    attribution: str
    documents: int
    tokens: int


@dataclass(frozen=True)
class About:
    """All that the cards are written from; ``seed`` is the number, or the commitment to a private one.

    ``written`` says by whom people and events, conversations and questions are, where that is known.
    """

    origin: Origin
    domain: str
    seed: int | str
    figures: Statistics
    quality: Mapping[str, Any]
    works: tuple[Works, ...]
    written: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def licences(self) -> tuple[str, ...]:
        """SPDX identifiers of all that is in the release, sorted."""
        return tuple(sorted({OWN_LICENCE, *(own.licence for own in self.works)}))

    @property
    def agreement(self) -> Mapping[str, Any]:
        """What was measured of the judges' verdicts; empty if nothing was."""
        found: Mapping[str, Any] = self.quality.get("agreement", {})
        return found

    @property
    def outside(self) -> list[str]:
        """What is outside the limits within which a release is trusted, a sentence each."""
        return trust.outside(self.quality)

    @property
    def despite(self) -> str | None:
        """Why it is released with something outside; None if nothing is, or no reason was given."""
        return self.origin.params.reason(self.outside)

    @property
    def real(self) -> bool:
        """True if some documents are not invented."""
        return any(not own.attribution.lower().startswith("invented by microworlds") for own in self.works)


def yields(kept: Mapping[str, tuple[Path, int]]) -> dict[str, Yield]:
    """The yield of each stage, from how many it kept and the rejections beside its output."""
    found = {}
    for name, (path, count) in kept.items():
        refused = stage.rejections(path)
        reasons = sorted(Counter(item.reason for item in refused).items(), key=lambda item: (-item[1], item[0]))
        share = round(count / (count + len(refused)), 4) if count or refused else None
        found[name] = Yield(kept=count, rejected=len(refused), share=share, reasons=dict(reasons[:10]))
    return found


def works(worlds: Iterable[Judged]) -> tuple[Works, ...]:
    """The documents of all worlds by licence and attribution, sorted by these."""
    found: dict[tuple[str, str], list[int]] = {}
    for item in worlds:
        for document in item.bundle.documents:
            found.setdefault((document.licence, document.attribution), []).append(document.tokens)
    return tuple(
        Works(licence=licence, attribution=attribution, documents=len(tokens), tokens=sum(tokens))
        for (licence, attribution), tokens in sorted(found.items())
    )


def written(worlds: Iterable[Judged]) -> dict[str, tuple[str, ...]]:
    """Who wrote what, over all worlds."""
    found: dict[str, set[str]] = {}
    for item in worlds:
        for what, who in item.written_by.items():
            found.setdefault(what, set()).add(who)
    return {what: tuple(sorted(who)) for what, who in found.items()}


def tables(worlds: Iterable[Judged], agreement: Mapping[str, Any]) -> dict[str, str]:
    """By file, ``documents.csv``: a line a source document; and ``worlds.csv``: a line a world.

    Of a document it is told where it is used, whence it is, and under which licence; of a world its size, and how far
    the judges agreed on its questions, empty where undefined.
    """
    documents: list[dict[str, object]] = []
    sizes: list[dict[str, object]] = []
    for item in worlds:
        scenario, own = item.bundle.scenario, item.bundle.documents
        documents += ({**dict(each), "world": scenario.id, "split": scenario.split} for each in own)
        size = {
            "documents": len(own),
            "tokens": sum(document.tokens for document in own),
            "sessions": len(item.bundle.conversations.sessions),
            "questions": len(item.questions.pairs),
        }
        agreed = {name: agreement.get(name, {}).get(scenario.id) for name in ("kappa", "ac1")}
        sizes.append({"id": scenario.id, "split": scenario.split, **size, **agreed})
    return {
        "documents.csv": _csv("id world split title jurisdiction volume licence attribution tokens", documents),
        "worlds.csv": _csv("id split documents tokens sessions questions kappa ac1", sizes),
    }


def _csv(head: str, rows: Iterable[Mapping[str, object]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, head.split(), extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
