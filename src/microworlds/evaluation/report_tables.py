"""The tables of the HTML report, as rows of cells: each with its n and its interval, none of it markup.

Source: MemoryDocDataSet Tables 6 and 7; issue 4, sections 2 and 5.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from statistics import median

from microworlds.core.records import LEVELS
from microworlds.evaluation.attribution import RUNGS, Ladder
from microworlds.evaluation.differences import Difference, turned
from microworlds.evaluation.field_failures import LABELS, FieldLadder
from microworlds.evaluation.retrieval_scores import SCOPES, Point, Scope
from microworlds.evaluation.system_names import is_ceiling, name
from microworlds.evaluation.tables import OVERALL, Cell, Spent, Table, asked, grid, interval
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
class ReportTable:
    """A table; ``heads`` includes the first column's, which holds the rows' names."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Row]


def markdown(own: ReportTable) -> str:
    """The table in Markdown, what is strong in bold."""
    rows = [[row.name, *map(_markdown, row.cells)] for row in own.rows]
    return grid(own.heads, rows)


def _markdown(own: Shown) -> str:
    return (f"**{own.text}**" if own.strong else own.text.replace("–", "-")) + own.small


def of_table(own: Table, every_column: bool = False) -> ReportTable:
    """A table of scores, the best mean of each column strong; what has no value at all has no row or column.

    A ceiling, which is no system, is never strong.
    """
    columns = [column for column in own.columns if every_column or asked(own, column)]
    best = {column: _best({system: row[column] for system, row in own.rows.items()}, own.lower) for column in columns}
    rows = [
        Row(name(system), [_cell(system, row[column], best[column]) for column in columns], [place])
        for place, (system, row) in enumerate(own.rows.items())
        if any(cell.n for cell in row.values())
    ]
    return ReportTable(own.title, ["system", *(f"{name(column)} (n={asked(own, column)})" for column in columns)], rows)


def abstaining(main: Table, tables: Mapping[str, Table]) -> ReportTable:
    """The main metric where there is an answer, beside what abstaining brings where there is none, and costs."""
    exact = next((table for key, table in tables.items() if key.startswith("em_")), None)
    shown = {
        f"{name(main.metric)}, answerable": main, "Exact Match, answerable": exact,
        "abstention accuracy, unanswerable": tables.get("abstention"),
        "false abstention, answerable": tables.get("false_abstention"),
    }  # fmt: skip
    own = {title: table for title, table in shown.items() if table is not None}
    best = {
        key: _best({system: row[OVERALL] for system, row in table.rows.items()}, table.lower)
        for key, table in own.items()
    }
    rows = [
        Row(
            name(system), [_cell(system, table.rows[system][OVERALL], best[key]) for key, table in own.items()], [place]
        )
        for place, system in enumerate(main.rows)
    ]
    heads = [f"{title} (n={asked(table, OVERALL)})" for title, table in own.items()]
    return ReportTable("Answering and abstaining", ["system", *heads], rows)


def _best(cells: Mapping[str, Cell], lower: bool) -> float | None:
    """The best mean of the systems; a ceiling is none."""
    means = [cell.mean for system, cell in cells.items() if cell.mean is not None and not is_ceiling(system)]
    return (min if lower else max)(means, default=None)


def _cell(system: str, cell: Cell, best: float | None) -> Shown:
    if cell.mean is None:
        return Shown("–", faint=True)
    strong = cell.mean == best and not is_ceiling(system)
    return Shown(f"{cell.mean:.3f}", interval(cell.low, cell.high), strong=strong)


@dataclass(frozen=True)
class Contrast:
    """One column: every system against every other at a glance, in words, and the pairs with all their numbers."""

    title: str
    glance: ReportTable
    words: Sequence[str]
    pairs: ReportTable


def contrasts(found: Sequence[Difference], main: Table) -> list[Contrast]:
    """The paired differences of the metric of a table, column by column, systems as that table ranks them."""
    systems, ranked = list(main.rows), numbers(main)
    made = []
    for column, pairs in groupby(found, key=lambda one: one.column):
        own = list(pairs)
        of = f"{name(column)} (n={own[0].n}, {own[0].worlds} worlds)"
        unseparated = [{one.one, one.other} for one in own if not one.apart]
        alike = {
            one: [name(other) for other in ranked if other != one and {one, other} in unseparated] for one in ranked
        }
        words = [f"{name(one)}: {', '.join(others)}" for one, others in alike.items() if others]
        made.append(Contrast(of, _glance(own, ranked, of), words, _pairs(own, systems, of, main.metric)))
    return made


def _glance(own: Sequence[Difference], ranked: Mapping[str, str], of: str) -> ReportTable:
    mean = {(one.one, one.other): one for one in own}
    rows = []
    for one in ranked:
        cells = []
        for other in ranked:
            there, back = mean.get((one, other)), mean.get((other, one))
            sign, found = (1, there) if there is not None else (-1, back)
            # strong if it holds after correction, faint if the sample cannot separate the two
            shown = f"{round(sign * found.mean, 2) + 0.0:+.2f}" if found else ""
            cells.append(Shown(shown, strong=bool(found and found.held), faint=bool(found and not found.apart)))
        rows.append(Row(f"{ranked[one]} {name(one)}", cells))
    heads = ["row minus column", *ranked.values()]
    return ReportTable(f"{of}: mean of the row's system minus the column's", heads, rows)


def _pairs(own: Sequence[Difference], systems: Sequence[str], of: str, metric: str) -> ReportTable:
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
    heads = ["systems", f"difference of {name(metric)}", "p", "p, Holm", "detectable", "n", "separated"]
    return ReportTable(f"{of}: every pair", heads, rows)


def recalls(found: Sequence[Point], systems: Sequence[str]) -> list[tuple[Scope, str, str, ReportTable]]:
    """For each scope, level and measure with telling depths, recall at each; MRR and nDCG@10 beside the fraction.

    A system whose lists never are ``k`` long has a dash there, one that never ranks units of a level no row.
    """
    made = []
    for scope, level in product(SCOPES, LEVELS):
        of_level = [one for one in found if (one.scope, one.level, one.column) == (scope, level, OVERALL)]
        for measure in MEASURES:
            shown = recall([one for one in of_level if one.telling], measure, systems)
            if shown is not None:
                made.append((scope, level, measure, shown))
    return made


def recall(own: Sequence[Point], measure: str, systems: Sequence[str]) -> ReportTable | None:
    """Recall of one scope and level at telling depths, None without any; MRR and nDCG@10 beside the fraction."""
    reached = {one.k for one in own if one.measure == measure and one.n_k and one.telling}
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
    return ReportTable(caption, ["system", *heads], rows)


def _point(own: Point | None) -> Shown:
    if own is None or not own.n_k:
        return Shown("–", faint=True)
    short = f" n_k={own.n_k}" if own.n_k < own.n else ""
    return Shown(f"{'≥' if short else ''}{own.mean:.3f}", interval(own.low, own.high) + short)


def rungs_in(found: Sequence[Ladder]) -> list[str]:
    """The rungs that any question of these stopped at, from the first to the last."""
    return [rung for rung in RUNGS if any(rung in one.rungs for one in found)]


def ladder(found: Sequence[Ladder], systems: Sequence[str]) -> ReportTable:
    """How many questions stopped at each rung, and the median rank of those ranked too low: a census."""
    rungs = rungs_in(found)
    rows = []
    for own in found:
        right = own.asked - sum(own.rungs.values())
        cells = [Shown(str(right)), *(_stopped(own, rung) for rung in rungs)]
        rows.append(Row(name(own.system), cells, [systems.index(own.system)]))
    caption = f"{name(found[0].column)}, {found[0].of} (n={found[0].asked})"
    return ReportTable(caption, ["system", "right", *map(name, rungs)], rows)


def _stopped(own: Ladder, rung: str) -> Shown:
    count = own.rungs.get(rung, 0)
    ranks = f" median rank {median(own.low_ranks):g}" if rung == "ranked_low" and own.low_ranks else ""
    return Shown(str(count), ranks, faint=not count)


def field_tables(found: Sequence[FieldLadder], systems: Sequence[str]) -> list[ReportTable]:
    """For each column the shares of its fields with each label, and of those that failed the share lost to memory."""
    made = []
    for column in dict.fromkeys(one.column for one in found):
        own = [one for one in found if one.column == column]
        rows = [
            Row(
                name(one.system),
                [
                    *(_share(one.labels[label] / one.asked) for label in LABELS),
                    _share(one.before), Shown(str(sum(one.rungs.values()))),
                ],
                [systems.index(one.system)],
            )
            for one in own
        ]  # fmt: skip
        heads = ["system", *map(name, LABELS), "failed before the prompt", "failed"]
        made.append(ReportTable(f"What became of the fields: {name(column)} (n={own[0].asked})", heads, rows))
    return made


def _share(own: float | None) -> Shown:
    return Shown("–", faint=True) if own is None else Shown(f"{own:.0%}", faint=not own)


def order(own: Table) -> list[str]:
    """Systems from the best mean over all columns to the worst, ceilings after them."""
    return sorted(own.rows, key=lambda system: (is_ceiling(system), -(own.rows[system][OVERALL].mean or 0.0)))


def numbers(own: Table) -> dict[str, str]:
    """The place of each system in the order, as the page shows it; a ceiling has none."""
    return {system: "–" if is_ceiling(system) else str(rank) for rank, system in enumerate(order(own), start=1)}


def _to_first(own: Table, found: Sequence[Difference]) -> dict[str, Difference]:
    """How far each system is behind the first, over all questions of a table; none for those without such a pair."""
    first = order(own)[0]
    pairs = {(one.one, one.other): one for one in found if one.column == OVERALL}
    return {
        system: one if one.other == first else turned(one)
        for system in own.rows
        if (one := pairs.get((system, first)) or pairs.get((first, system))) is not None
    }


def ahead(own: Table, found: Sequence[Difference]) -> str:
    """Who is ahead, in a sentence or two: the first system, and from which others the sample cannot tell it."""
    first, *others = [system for system in order(own) if not is_ceiling(system)]
    best = own.rows[first][OVERALL]
    if best.mean is None:
        return "No answerable question was asked."
    scored = f"{name(own.metric)} {best.mean:.3f}{interval(best.low, best.high)}"
    lead = f"{name(first)} is ahead: {scored} on {best.n} answerable questions."
    behind = _to_first(own, found)
    near = [name(system) for system in others if system in behind and not behind[system].held]
    if not others or not found:  # nothing to compare with, or too few worlds
        return lead
    if not near:
        return f"{lead} That holds against every other system."
    return f"{lead} This sample does not tell it from {', '.join(near)}, after correction for all comparisons."


def ranking(own: Table, found: Sequence[Difference], spent: Sequence[Spent]) -> ReportTable:
    """Systems in order, numbered, with their distance from the first, whether that holds, and what they spent."""
    behind, cost = _to_first(own, found), {one.system: one for one in spent}
    places = {system: place for place, system in enumerate(own.rows)}
    best = own.rows[order(own)[0]][OVERALL].mean
    rows = [
        Row(
            f"{number} {name(system)}",
            [
                _cell(system, own.rows[system][OVERALL], best), *_behind(behind.get(system)),
                Shown(f"{cost[system].mean:,.0f}"), Shown(f"{cost[system].most:,}"),
            ],
            [places[system]],
        )
        for system, number in numbers(own).items()
    ]  # fmt: skip
    heads = [
        "system", f"{name(own.metric)} (n={asked(own, OVERALL)})", "behind the first", "told from the first",
        "context tokens, mean", "context tokens, most",
    ]  # fmt: skip
    return ReportTable(f"Systems by {name(own.metric)}, answerable questions", heads, rows)


def _behind(own: Difference | None) -> list[Shown]:
    if own is None:
        return [Shown("–", faint=True)] * 2
    told = "yes" if own.held else "before correction only" if own.apart else "no"
    return [Shown(f"{own.mean:+.3f}", interval(own.low, own.high, "+.2f")), Shown(told, faint=not own.held)]
