"""What the audit is handed: an episode with its texts and its gold, of any suite; and how a mean of it is told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from microworlds.core import stats
from microworlds.core.records import Episode, Evidence, Gold, Observation, Part, Question, Record, Span
from microworlds.core.stats import Numbers

DECIMALS = 4
KIND = "answer_kind"  # the label that says what an answer is: a date, an amount, a person ...


@dataclass(frozen=True)
class World:
    """An episode, all that it hands over, and the gold of its questions; both by id."""

    episode: Episode
    observations: Mapping[str, Observation]
    gold: Mapping[str, Gold]

    @property
    def id(self) -> str:
        """Names the cluster: questions of one world are not independent."""
        return self.episode.id

    @cached_property
    def texts(self) -> tuple[Observation, ...]:
        """All that is observed, in order."""
        return tuple(self.observations[name] for name in self.episode.observed)

    @cached_property
    def documents(self) -> tuple[Observation, ...]:
        """The documents of it."""
        return tuple(own for own in self.texts if own.kind == "document")

    @cached_property
    def asked(self) -> tuple[tuple[Question, Gold], ...]:
        """All questions with their gold, in order."""
        return tuple((question, self.gold[question.id]) for question in self.episode.questions)

    def evidence(self, of_documents: bool) -> Iterator[tuple[Observation, Evidence]]:
        """Each piece that a question rests on, with its text: of documents, or of anything else."""
        for _, gold in self.asked:
            for piece in gold.evidence:
                text = self.observations[piece.span.observation]
                if (text.kind == "document") == of_documents:
                    yield text, piece


def parts_at(text: Observation, span: Span) -> list[int]:
    """The places among the parts of a text of those that a span covers: an answer and what it answers are two."""
    return [place for place, part in enumerate(text.parts) if part.start < span.end and span.start < part.end]


def parts(text: Observation) -> tuple[Part, ...]:
    """The parts of a text; the whole of it where it has none."""
    return text.parts or (Part(id=text.id, start=0, end=len(text.text)),)


class Measured(Record):
    """A mean over ``n`` items of so many worlds, with its interval over worlds; null of a single world."""

    value: float
    n: int
    worlds: int
    low: float | None = None
    high: float | None = None


def measured(
    values: Sequence[float] | Numbers, clusters: Sequence[str], bounds: stats.Bounds = (0.0, 1.0), together: int = 1
) -> Measured | None:
    """The mean of some values, with an interval that holds together with so many others; None of nothing.

    The interval is never shorter than if all items were independent: few worlds agree by luck, and would seem sure.
    """
    if not len(values):
        return None
    column = np.array(values, dtype=np.float64)[:, None]
    found, alone = (
        stats.estimates(column, each, bounds, together)[0]
        for each in (clusters, [str(at) for at in range(len(column))])
    )
    if found is None or alone is None or None in (found.low, alone.low):
        return told(found) if found else None
    ends = {"low": min(found.low, alone.low), "high": max(found.high, alone.high)}  # type: ignore[type-var]
    return told(found.model_copy(update=ends))


def told(found: stats.Estimate) -> Measured:
    """An estimate to the decimals of a report."""
    low, high = (None if end is None else round(end, DECIMALS) for end in (found.low, found.high))
    return Measured(value=round(found.mean, DECIMALS), n=found.n, worlds=found.clusters, low=low, high=high)
