"""Where the gold evidence stands in what a system retrieved: recall any, all and fraction, MRR and nDCG, by level.

A level is what a retrieved span and a gold span are mapped to: the parts of an observation of one kind that they
overlap (turns of sessions, sections of documents, entries of logs), the whole observation, or the retrieved span itself
(chunk). A suite says which levels its evidence is ranked at. Ranks are
of the distinct units of that level, in order of first appearance. Units of other kinds take no rank: among
turns, the retrieved pieces of documents are skipped.

Source: issue 4, section 2; DESIGN 3 (recall is overlap of spans, the same for every chunk size and every system).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from microworlds.core import stats
from microworlds.core.errors import UserError
from microworlds.core.records import LEVELS, PARTS, Answer, Gold, Observation, Ranking, Record, Score, Span
from microworlds.evaluation.tables import CLUSTER, OVERALL, cell
from microworlds.metrics.ranking import DEPTHS, ndcg, recall_all, recall_any, recall_fraction, reciprocal_rank

Scope = Literal["world", "pool"]
SCOPES: tuple[Scope, ...] = ("world", "pool")
RECALLS = {"any": recall_any, "fraction": recall_fraction, "all": recall_all}
# every measure of a ranking, by name and depth
MEASURED: tuple[tuple[str, int | None], ...] = (
    *((name, k) for name in (*RECALLS, "ndcg") for k in DEPTHS),
    ("mrr", None),
)
Place = tuple[Scope, str, str]
_KINDS = {part: kind for kind, part in PARTS.items()}


class Point(Record):
    """The mean of a measure at depth ``k`` over ``n`` answerable questions with gold of this level.

    ``scope`` is what the memory held: the question's own world, or all of them.

    ``n_k`` is for how many of them the list has ``k`` units, or all that were observed. For the others the value is
    that of a shorter list, so with ``n_k < n`` the mean is a lower bound. MRR has no depth but the list's own.
    ``pool`` is how many units there are at most for one question; null for chunks.
    """

    scope: Scope
    level: str
    column: str
    system: str
    measure: str
    k: int | None
    mean: float
    low: float | None
    high: float | None
    n: int
    n_k: int
    pool: int | None

    @property
    def telling(self) -> bool:
        """Whether the first ``k`` are fewer than all there are."""
        return self.pool is None or self.k is None or self.k < self.pool


class Retrieval:
    """Ranks gold in what was retrieved from these observations, at some of ``LEVELS``."""

    def __init__(self, observations: Mapping[str, Observation], levels: Sequence[str] = LEVELS) -> None:
        self._levels = levels
        self._kinds: dict[str, str] = {}
        self._starts: dict[str, array[int]] = {}
        self._ends: dict[str, array[int]] = {}
        for id_, one in observations.items():
            self._kinds[id_] = one.kind
            self._starts[id_] = array("q", (part.start for part in one.parts))
            self._ends[id_] = array("q", (part.end for part in one.parts))
        self._pools: dict[tuple[str, frozenset[str]], int | None] = {}

    def kind(self, span: Span) -> str:
        """The kind of observation that a span lies in.

        Raises:
            UserError: there is no such observation.
        """
        found = self._kinds.get(span.observation)
        if found is None:
            raise UserError(f"a span lies in {span.observation}, which no episode has. Run `dvc repro` again.")
        return found

    def kinds(self, answers: Iterable[Answer]) -> frozenset[str] | None:
        """The kinds of observation of which anything was retrieved; None where no answer has a list of merit."""
        found: set[str] = set()
        ranked = False
        every = set(self._kinds.values())
        for answer in answers:
            ranked = ranked or answer.ranked
            found.update(map(self.kind, answer.retrieved))
            if ranked and found == every:
                break
        return frozenset(found) if ranked else None

    def rankings(self, spans: Sequence[Span], gold: Gold, observed: frozenset[str]) -> tuple[Ranking, ...]:
        """A ranking for each level of which there is gold, from a list in order of merit."""
        made = (self._ranking(level, spans, gold, observed) for level in self._levels)
        return tuple(ranking for ranking in made if ranking is not None)

    def _ranking(self, level: str, spans: Sequence[Span], gold: Gold, observed: frozenset[str]) -> Ranking | None:
        wanted = dict.fromkeys(self._units(level, (own.span for own in gold.evidence)))
        if not wanted:
            return None
        ranks: dict[Hashable, int] = {}
        for unit in self._units(level, spans):
            ranks.setdefault(unit, len(ranks) + 1)
        if level == "chunk":
            touching = [
                [rank for unit, rank in ranks.items() if isinstance(unit, Span) and unit.overlaps(own.span)]
                for own in gold.evidence
            ]
            found = [min(of, default=None) for of in touching]
            relevant = {rank for of in touching for rank in of}
        else:
            found = [ranks.get(unit) for unit in wanted]
            relevant = {rank for rank in found if rank is not None}
        pool = self._pool(level, observed)
        return Ranking(level=level, found=tuple(found), relevant=tuple(sorted(relevant)), depth=len(ranks), pool=pool)

    def _units(self, level: str, spans: Iterable[Span]) -> Iterator[Hashable]:
        """The units of a level that spans lie in or overlap, in order; those of another kind have none."""
        of = _KINDS.get(level)
        for span in spans:
            kind = self.kind(span)
            if level == "chunk":
                yield span
            elif kind == level:
                yield span.observation
            elif kind == of:
                first = bisect_right(self._ends[span.observation], span.start)
                last = bisect_left(self._starts[span.observation], span.end)
                yield from ((span.observation, at) for at in range(first, last))

    def _pool(self, level: str, observed: frozenset[str]) -> int | None:
        """How many units of a level were observed; how many chunks there are is the system's own affair."""
        if (level, observed) not in self._pools:
            of = _KINDS.get(level, level)
            own = [id_ for id_ in observed if self._kinds.get(id_) == of]
            parts = sum(len(self._starts[id_]) for id_ in own)
            self._pools[level, observed] = None if level == "chunk" else parts if level in _KINDS else len(own)
        return self._pools[level, observed]


def measures(ranking: Ranking) -> dict[tuple[str, int | None], float]:
    """Every measure of a ranking, by name and depth.

    Of chunks nobody knows how many could be relevant: nDCG takes those in the list, and one for each evidence that no
    chunk of the list has, as pooled judgements do.
    """
    return dict(zip(MEASURED, _values(ranking.found, ranking.relevant), strict=True))


@lru_cache(maxsize=1 << 16)  # most rankings find what others have found
def _values(found: tuple[int | None, ...], relevant: tuple[int, ...]) -> tuple[float, ...]:
    total = len(relevant) + found.count(None)

    def value(name: str, k: int | None) -> float:
        if k is None:
            return reciprocal_rank(relevant)
        return ndcg(relevant, total, k) if name == "ndcg" else RECALLS[name](found, k)

    return tuple(value(name, k) for name, k in MEASURED)


def deep(ranking: Ranking, k: int | None) -> bool:
    """Whether the list has ``k`` units, or all that were observed."""
    return k is None or ranking.depth >= min(k, k if ranking.pool is None else ranking.pool)


@dataclass
class _Placed:
    """The rankings of one place as numbers: a row of ``measures`` each, and whether it is deep enough for them."""

    questions: list[str] = field(default_factory=list)
    values: array[float] = field(default_factory=lambda: array("d"))
    deep: array[int] = field(default_factory=lambda: array("b"))
    pools: list[int | None] = field(default_factory=list)

    def add(self, question: str, ranking: Ranking) -> None:
        self.questions.append(question)
        self.values.extend(measures(ranking).values())
        self.deep.extend(deep(ranking, k) for _, k in MEASURED)
        self.pools.append(ranking.pool)


def points(scores: Iterable[Score], gold: Mapping[str, Gold], label: str, columns: Sequence[str]) -> list[Point]:
    """Every measure by scope, level, system and a label's values (and overall), over answerable questions."""
    placed: dict[Place, _Placed] = {}
    for score in scores:
        if gold[score.question].answerable:
            for scope in SCOPES:
                for ranking in score.rankings if scope == "world" else score.pooled:
                    own = placed.setdefault((scope, ranking.level, score.system), _Placed())
                    own.add(score.question, ranking)
    made: list[Point] = []
    for place in sorted(placed, key=lambda place: SCOPES.index(place[0])):
        own = placed.pop(place)
        labels = [gold[question].labels for question in own.questions]
        clusters = [of.get(CLUSTER, question) for of, question in zip(labels, own.questions, strict=True)]
        for column in (OVERALL, *columns):
            chosen = np.array([column in (OVERALL, of.get(label)) for of in labels], dtype=np.bool_)
            if chosen.any():
                made += _points(place, column, own, chosen, clusters)
    return made


def _points(
    place: Place, column: str, own: _Placed, chosen: NDArray[np.bool_], clusters: Sequence[str]
) -> Iterator[Point]:
    scope, level, system = place
    values, reached = (np.array(one).reshape(-1, len(MEASURED))[chosen] for one in (own.values, own.deep))
    within = list(compress(clusters, chosen))
    pool = max((size for size in compress(own.pools, chosen) if size is not None), default=None)
    for (measure, k), found, n_k in zip(MEASURED, stats.estimates(values, within), reached.sum(axis=0), strict=True):
        shown = cell(found).model_dump()
        yield Point(scope=scope, level=level, column=column, system=system, measure=measure, k=k, n_k=int(n_k),
                    pool=pool, **shown)  # fmt: skip
