"""The tables of the HTML report, as rows of cells: each with its n and its interval, none of it markup.

Source: MemoryDocDataSet Tables 6 and 7; issue 4, sections 2 and 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from statistics import median

from microworlds.core.records import LEVELS
from microworlds.evaluation.attribution import RUNGS, Ladder
from microworlds.evaluation.differences import Difference
from microworlds.evaluation.retrieval import SCOPES, Point, Scope
from microworlds.evaluation.system_names import NAMES
from microworlds.evaluation.tables import CEILING, OVERALL, Cell, Table, asked, interval
from microworlds.metrics.ranking import DEPTHS

MEASURES = {"fraction": "fraction of the evidence found", "any": "any evidence found", "all": "all evidence found"}


@dataclass(frozen=True)
class Shown:
    """A cell: its number or word, what stands small beside it, and whether it stands out or back."""

    text: str
    small: str = ""
    strong: bool = False
    faint: bool = False


@dataclass(frozen=True)
class Row:
    """``systems`` are the places of those that a row is about, so that a reader can hide it with them."""

    name: str
    cells: Sequence[Shown]
    systems: Sequence[int] = ()


@dataclass(frozen=True)
class Sheet:
    """A table; ``heads`` includes the first column's, which holds the rows' names."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Row]


def name(key: str) -> str:
    """What a key is called on the page; itself if it has no name."""
    return NAMES.get(key, key)


def of_table(own: Table) -> Sheet:
    """A table of scores, the best mean of each column strong; what has no value at all has no row or column."""
    columns = [column for column in own.columns if asked(own, column)]
    best = {column: _best({system: row[column] for system, row in own.rows.items()}, own.lower) for column in columns}
    rows = [
        Row(name(system), [_cell(system, row[column], best[column]) for column in columns], [place])
        for place, (system, row) in enumerate(own.rows.items())
        if any(cell.n for cell in row.values())
    ]
    return Sheet(own.title, ["system", *(f"{name(column)} (n={asked(own, column)})" for column in columns)], rows)


def abstaining(tables: Mapping[str, Table]) -> Sheet:
    """F1 where there is an answer beside what abstaining brings where there is none, and costs where there is one."""
    shown = {
        "f1_source": "F1, answerable", "em_source": "Exact Match, answerable",
        "abstention": "abstention accuracy, unanswerable", "false_abstention": "false abstention, answerable",
    }  # fmt: skip
    own = {key: tables[key] for key in shown if key in tables}
    best = {
        key: _best({system: row[OVERALL] for system, row in table.rows.items()}, table.lower)
        for key, table in own.items()
    }
    systems = next(iter(own.values())).rows if own else {}
    rows = [
        Row(
            name(system), [_cell(system, table.rows[system][OVERALL], best[key]) for key, table in own.items()], [place]
        )
        for place, system in enumerate(systems)
    ]
    heads = [f"{shown[key]} (n={asked(table, OVERALL)})" for key, table in own.items()]
    return Sheet("Answering and abstaining, all sources", ["system", *heads], rows)


def _best(cells: Mapping[str, Cell], lower: bool) -> float | None:
    """The best mean of the systems; the ceiling is none."""
    means = [cell.mean for system, cell in cells.items() if cell.mean is not None and system != CEILING]
    return (min if lower else max)(means, default=None)


def _cell(system: str, cell: Cell, best: float | None) -> Shown:
    if cell.mean is None:
        return Shown("–", faint=True)
    strong = cell.mean == best and system != CEILING
    return Shown(f"{cell.mean:.3f}", interval(cell.low, cell.high), strong=strong)


@dataclass(frozen=True)
class Contrast:
    """One column: every system against every other at a glance, in words, and the pairs with all their numbers."""

    title: str
    glance: Sheet
    words: Sequence[str]
    pairs: Sheet


def contrasts(found: Sequence[Difference], systems: Sequence[str]) -> list[Contrast]:
    """The paired differences, column by column."""
    made = []
    for column, pairs in groupby(found, key=lambda one: one.column):
        own = list(pairs)
        of = f"{name(column)} (n={own[0].n}, {own[0].worlds} worlds)"
        made.append(Contrast(of, _glance(own, systems, of), _alike(own, systems), _pairs(own, systems, of)))
    return made


def _alike(own: Sequence[Difference], systems: Sequence[str]) -> list[str]:
    """For each system those from which the sample cannot separate it."""
    pairs = [(one.one, one.other) for one in own if not one.apart]
    alike = {
        one: [name(other) for other in systems if (one, other) in pairs or (other, one) in pairs] for one in systems
    }
    return [f"{name(one)}: {', '.join(others)}" for one, others in alike.items() if others]


def _glance(own: Sequence[Difference], systems: Sequence[str], of: str) -> Sheet:
    mean = {(one.one, one.other): one for one in own}
    rows = []
    for place, one in enumerate(systems):
        cells = []
        for other in systems:
            there, back = mean.get((one, other)), mean.get((other, one))
            sign, found = (1, there) if there is not None else (-1, back)
            cells.append(Shown("") if found is None else _sign(found, sign * found.mean))
        rows.append(Row(f"{place + 1} {name(one)}", cells))
    heads = ["row minus column", *(str(place + 1) for place in range(len(systems)))]
    return Sheet(f"{of}: mean of the row's system minus the column's", heads, rows)


def _sign(found: Difference, mean: float) -> Shown:
    """Strong if it holds after correction, faint if the sample cannot separate the two."""
    return Shown(f"{round(mean, 2) + 0.0:+.2f}", strong=found.held, faint=not found.apart)


def _pairs(own: Sequence[Difference], systems: Sequence[str], of: str) -> Sheet:
    places = {system: place for place, system in enumerate(systems)}
    rows = [
        Row(
            f"{name(one.one)} – {name(one.other)}",
            [
                Shown(f"{one.mean:+.3f}", interval(one.low, one.high, "+.2f"), strong=one.held),
                *(Shown("–" if value is None else f"{value:.4f}") for value in (one.p, one.holm)),
                Shown("–" if one.detectable is None else f"{one.detectable:.2f}"),
                Shown(str(one.n)),
                Shown("yes" if one.held else "before correction only" if one.apart else "no", faint=not one.apart),
            ],
            [places[one.one], places[one.other]],
        )
        for one in own
    ]
    heads = ["systems", "difference of F1", "p", "p, Holm", "detectable", "n", "separated"]
    return Sheet(f"{of}: every pair", heads, rows)


def recalls(found: Sequence[Point], systems: Sequence[str]) -> list[tuple[Scope, str, str, Sheet]]:
    """For each scope, level and measure with telling depths, recall at each; MRR and nDCG@10 beside the fraction.

    A system whose lists never are ``k`` long has a dash there, one that never ranks units of a level no row.
    """
    made = []
    for scope, level in product(SCOPES, LEVELS):
        of_level = [one for one in found if (one.scope, one.level, one.column) == (scope, level, OVERALL)]
        for measure in MEASURES:
            sheet = _recall([one for one in of_level if one.telling], measure, systems)
            if sheet is not None:
                made.append((scope, level, measure, sheet))
    return made


def _recall(own: Sequence[Point], measure: str, systems: Sequence[str]) -> Sheet | None:
    reached = {one.k for one in own if one.measure == measure and one.n_k}
    keys: list[tuple[str, int | None]] = [(measure, k) for k in DEPTHS if k in reached]
    if not keys:
        return None
    keys += [("mrr", None), ("ndcg", 10)] if measure == "fraction" else []
    cells = {(one.system, one.measure, one.k): one for one in own}
    rows = [
        Row(name(system), [_point(cells.get((system, *key))) for key in keys], [place])
        for place, system in enumerate(systems)
        if any((one := cells.get((system, *key))) is not None and one.n_k for key in keys if key[1])
    ]
    heads = [f"k={k}" if of == measure else "MRR" if of == "mrr" else f"nDCG@{k}" for of, k in keys]
    pool = ", pool of all worlds" if own[0].scope == "pool" else ""
    caption = f"{name(own[0].level)} recall: {MEASURES[measure]}{pool} (n={max(one.n for one in own)})"
    return Sheet(caption, ["system", *heads], rows)


def _point(own: Point | None) -> Shown:
    if own is None or not own.n_k:
        return Shown("–", faint=True)
    short = f" n_k={own.n_k}" if own.n_k < own.n else ""
    return Shown(f"{'≥' if short else ''}{own.mean:.3f}", interval(own.low, own.high) + short)


def rungs_in(found: Sequence[Ladder]) -> list[str]:
    """The rungs that any question of these stopped at, from the first to the last."""
    return [rung for rung in RUNGS if any(rung in one.rungs for one in found)]


def ladder(found: Sequence[Ladder], systems: Sequence[str]) -> Sheet:
    """How many questions stopped at each rung, and the median rank of those ranked too low: a census."""
    rungs = rungs_in(found)
    rows = []
    for own in found:
        right = own.asked - sum(own.rungs.values())
        cells = [Shown(str(right)), *(_stopped(own, rung) for rung in rungs)]
        rows.append(Row(name(own.system), cells, [systems.index(own.system)]))
    kind = "answerable" if found[0].answerable else "unanswerable"
    caption = f"{name(found[0].column)}, {kind} (n={found[0].asked})"
    return Sheet(caption, ["system", "right", *map(name, rungs)], rows)


def _stopped(own: Ladder, rung: str) -> Shown:
    count = own.rungs.get(rung, 0)
    ranks = f" median rank {median(own.low_ranks):g}" if rung == "ranked_low" and own.low_ranks else ""
    return Shown(str(count), ranks, faint=not count)


@dataclass(frozen=True)
class Spent:
    """Prompt tokens of a system's answers to answerable questions: their mean and greatest; and the F1 they bought."""

    system: str
    tokens: float
    most: int
    f1: Cell


def spending(found: Sequence[Spent]) -> Sheet:
    """F1 beside what it cost in tokens of context."""
    best = _best({one.system: one.f1 for one in found}, lower=False)
    rows = [
        Row(
            name(one.system),
            [_cell(one.system, one.f1, best), Shown(f"{one.tokens:,.0f}"), Shown(f"{one.most:,}")],
            [place],
        )
        for place, one in enumerate(found)
    ]
    n = max((one.f1.n for one in found), default=0)
    heads = ["system", "F1", "context tokens, mean", "context tokens, most"]
    return Sheet(f"F1 and tokens of context a question, answerable questions (n={n})", heads, rows)
