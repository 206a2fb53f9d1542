"""The results of a suite as files: metrics JSON, a Markdown page, and plots that need no network.

Source: MemoryDocDataSet 5.4, Tables 6 and 7; issue 4, section 2.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

import polars as pl

from microworlds.core import jsonl
from microworlds.core.records import LEVELS, Record
from microworlds.evaluation import judgements, plots
from microworlds.evaluation.attribution import RIGHT, RUNGS, Ladder
from microworlds.evaluation.differences import Difference, Transition
from microworlds.evaluation.field_failures import LABELS, FieldLadder
from microworlds.evaluation.judgements import Calibration, Judgement
from microworlds.evaluation.report_tables import field_tables, markdown, of_table, recall, rungs_in
from microworlds.evaluation.retrieval_scores import SCOPES, Point, Scope
from microworlds.evaluation.system_names import name
from microworlds.evaluation.tables import OVERALL, Spent, Table, asked, bare, bounded, grid, interval, shown
from microworlds.suites.base import Labels

_LAST = ("evidence_recall", "document_accuracy")
_TEXTS = Path(__file__).parent  # what is said of intervals and of retrieval


@dataclass(frozen=True)
class Results:
    """What the answers to some splits came to; ``command`` is what wrote it. ``labels`` are the suite's.

    ``crossed`` has the table over the first of the suite's crossed labels for each value of the second. ``fields`` is
    empty where no question has a template.
    """

    labels: Labels
    tables: Mapping[str, Table]
    differences: Sequence[Difference]
    points: Sequence[Point]
    ladders: Sequence[Ladder]
    spent: Sequence[Spent]
    transitions: Sequence[Transition] = ()
    crossed: Mapping[str, Table] = field(default_factory=dict)
    fields: Sequence[FieldLadder] = ()
    splits: Sequence[str] = ()
    command: str = ""
    judgements: Sequence[Judgement] = ()
    calibration: Calibration | None = None

    @property
    def metric(self) -> str:
        """The suite's main metric."""
        return self.labels.metric

    @property
    def ranking(self) -> Table:
        """The table by which systems are ranked: the main metric by the main label, over answerable questions."""
        return self.tables[f"{self.metric}_{self.labels.main}"]

    @property
    def systems(self) -> list[str]:
        """All that were scored, in the order of the run."""
        return [own.system for own in self.spent]

    def means(self) -> "Results":
        """The same without intervals and comparisons: of too few worlds to tell others' by."""
        return replace(
            self,
            tables={key: bare(own) for key, own in self.tables.items()},
            crossed={key: bare(own) for key, own in self.crossed.items()},
            points=[one.model_copy(update={"low": None, "high": None}) for one in self.points],
            differences=(),
            transitions=(),
        )


def write(folder: Path, own: Results, summary: Mapping[str, Any]) -> None:
    """Write ``results.md``, the numbers behind it as JSON and CSV, and a CSV and a PNG for each plot."""
    _json(folder / "scores.json", summary)
    _json(folder / "tables.json", {name: table.model_dump(mode="json") for name, table in own.tables.items()})
    _json(folder / "failures.json", [ladder.model_dump(mode="json") for ladder in own.ladders])
    if own.fields:
        _json(folder / "fields.json", [ladder.model_dump(mode="json") for ladder in own.fields])
    _json(folder / "spent.json", [one.model_dump(mode="json") for one in own.spent])
    _json(folder / "judged.json", [judgement.model_dump(mode="json") for judgement in own.judgements])
    jsonl.write_text(folder / "differences.csv", _csv(own.differences))
    if own.transitions:
        jsonl.write_text(folder / "transitions.csv", _csv(own.transitions))
    jsonl.write_text(folder / "retrieval.csv", _csv(own.points))
    jsonl.write_text(folder / "results.md", page(own))
    for key in (f"{own.metric}_{label}" for label in own.labels.columns):
        if _says(own.tables[key]):
            jsonl.write_text(folder / "plots" / f"{key}.csv", plots.csv(own.tables[key]))
            plots.drawn(own.tables[key], folder / "plots" / f"{key}.png")
    if own.crossed and own.labels.crossed is not None:
        across, facets = own.labels.crossed
        plots.crossed(own.crossed, facets, folder / "plots" / f"{own.metric}_{across}_{facets}.png")
    plots.curves(own.points, own.systems, folder / "plots" / "recall.png")


def _says(own: Table) -> bool:
    """Whether any column of a table but that of all questions has a question."""
    return any(asked(own, column) for column in own.columns if column != OVERALL)


def page(own: Results) -> str:
    """The results page."""
    best = [f"{own.metric}_{label}" for label in own.labels.columns]
    whole, exact = own.labels.whole, f"em_{own.labels.main}"
    order = (
        *best,
        "closed",
        "abstention",
        "false_abstention",
        "paired",
        "stale",
        "hedged",
        *whole,
        "f1_plain",
        exact,
        *_LAST,
    )
    made = {key: own.tables[key] for key in order if key in own.tables and _says(own.tables[key])}
    parted = {f"{own.metric}_{label}": partings(own.transitions, label) for label in own.labels.numeric}
    sections = [
        "\n\n".join([f"## {one.title}", markdown(of_table(one)), *_listed(parted.get(key, []))])
        for key, one in made.items()
    ]
    sections[1:1] = _listed(separated(own.differences))
    intro = "\n\n".join(introduction(own))
    parts = [
        f"# Results: {', '.join(own.splits)}\n\n{intro}",
        *sections,
        _spending(own),
        judgements.page(own.judgements, own.calibration) if own.calibration else "",
        _differences(own.differences, own.metric),
        *_retrieval(own.points),
        *_failures(own),
        *_fields(own.fields, own.systems),
        f"## How this is made\n\n`dvc repro`; this folder alone, after the stages before it: `{own.command}`.",
    ]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def partings(found: Sequence[Transition], label: str) -> list[str]:
    """A sentence a pair of systems: from which number of a label on one is above the other."""
    return [
        f"{name(one.one)} is above {name(one.other)} from {one.at} {name(label)} on: {one.mean:+.3f}"
        f"{interval(one.low, one.high, '+.2f')} there, {one.last:+.3f} at the largest."
        for one in found
        if one.label == label
    ]


def _listed(lines: Sequence[str]) -> list[str]:
    return ["\n".join(f"- {line}" for line in lines)] if lines else []


def _spending(own: Results) -> str:
    """The main metric and evidence recall beside what they cost in tokens of context."""
    best, recall = own.ranking, own.tables["evidence_recall"]
    rows = [
        [
            name(one.system), f"{one.mean:,.0f}", f"{one.most:,}",
            *(shown(table.rows[one.system][OVERALL]) for table in (best, recall)),
        ]
        for one in own.spent
    ]  # fmt: skip
    n = max(one.n for one in own.spent)
    heads = [f"tokens of context a question (n={n})", "most", f"{name(own.metric)} (n={asked(best, OVERALL)})"]
    return "## What it cost in tokens\n\n" + grid(
        ["system", *heads, f"evidence recall (n={asked(recall, OVERALL)})"], rows
    )


def introduction(own: Results) -> list[str]:
    """How the numbers are to be read, in paragraphs."""
    text = (_TEXTS / "results_intro.txt").read_text(encoding="utf-8").format(note=own.labels.note)
    how, intervals = text.strip().split("\n\n")
    if any(bounded(table) for table in own.tables.values()):
        return [how, intervals]
    fewest = f"that takes {own.labels.worlds_least} worlds"
    return [how, f"There are no intervals, and systems are not compared: {fewest}. n counts questions."]


def separated(found: Sequence[Difference]) -> list[str]:
    """A sentence or two a column: which pairs the sample cannot tell apart, and what it could."""
    lines = []
    for column, own in groupby(found, key=lambda one: one.column):
        pairs = list(own)
        equal = [f"{name(one.one)} and {name(one.other)}" for one in pairs if not one.apart]
        least = [one.detectable for one in pairs if one.detectable is not None]
        could = f" It would detect differences from {min(least):.2f} to {max(least):.2f}, by pair." if least else ""
        said = f"cannot separate {len(equal)} of {len(pairs)} pairs" if equal else f"separates all {len(pairs)} pairs"
        which = f": {'; '.join(equal)}" if equal and len(equal) <= 8 else ""
        lines.append(f"{name(column)} (n={pairs[0].n}): this sample {said}{which}.{could}")
    return lines


def _differences(found: Sequence[Difference], metric: str) -> str:
    if not found:
        return ""
    columns = {column: list(own) for column, own in groupby(found, key=lambda one: one.column)}
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for one in found:
        shown = f"**{one.mean:+.3f}**" if one.held else f"{one.mean:+.3f}"
        cells.setdefault((one.one, one.other), {})[one.column] = shown + interval(one.low, one.high, "+.2f")
    heads = [f"{name(column)} (n={own[0].n}, {own[0].worlds} worlds)" for column, own in columns.items()]
    rows = [
        [f"{name(one)} - {name(other)}", *(own.get(column, "-") for column in columns)]
        for (one, other), own in cells.items()
    ]
    return (
        f"## Paired differences of {name(metric)}, answerable questions\n\nThe first system's mean minus the "
        f"second's on the same questions. Bold: below 5% after Holm's correction for all {len(found)} comparisons of "
        "this table (p and the detectable difference are in `differences.csv`). An interval that includes 0 means "
        "that this sample cannot separate the two.\n\n" + grid(["systems", *heads], rows)
    )


def _retrieval(found: Sequence[Point]) -> list[str]:
    """Recall tables: the fraction at every level, any and all by chunk."""
    overall = [one for one in found if one.column == OVERALL]
    systems = list(dict.fromkeys(one.system for one in overall))
    shown: list[tuple[Scope, str, str]] = [("world", "chunk", "any"), ("world", "chunk", "all")]
    shown += [(scope, level, "fraction") for scope in SCOPES for level in LEVELS]
    made = []
    for scope, level, measure in shown:
        own = [one for one in overall if (one.scope, one.level) == (scope, level)]
        table = recall(own, measure, systems)
        if table is not None:
            caption = table.caption.replace("fraction of the evidence found", "fraction found")
            made.append(f"### {caption}\n\n{markdown(table)}")
    return [(_TEXTS / "results_retrieval.txt").read_text(encoding="utf-8"), *made] if overall else []


def _failures(own: Results) -> list[str]:
    found, shown = own.ladders, own.labels
    legend = "\n".join(f"- {name(rung)}: {RUNGS[rung]}" for rung in rungs_in([*found, *own.fields]))
    made = [
        "## Why answers are wrong\n\nWrong is an answer whose F1 (of a template its completion, with a rubric its "
        f"accuracy) is below {RIGHT}. Each is counted once, at the first rung on which any piece of its evidence was "
        "lost: a census, so without intervals. Each question's rung is in `scores.jsonl`. *Before the prompt* is the "
        "share of which some evidence never reached it: memory's part, not the answerer's."
        f"\n\n{legend}"
    ]
    titles = {OVERALL: "all answerable questions"}
    titles |= {value: f"{name(value)}, answerable" for value in shown.answerable(shown.main)}
    for column, title in titles.items():
        made.append(_ladder(title, [one for one in found if one.column == column and one.answerable]))
    return [*made, _ladder("unanswerable questions", [o for o in found if o.column == OVERALL and not o.answerable])]


def _fields(found: Sequence[FieldLadder], systems: Sequence[str]) -> list[str]:
    if not found:
        return []
    legend = "\n".join(f"- {name(label)}: {LABELS[label]}" for label in LABELS)
    tables = [f"### {table.caption}\n\n{markdown(table)}" for table in field_tables(found, systems)]
    overall = [one for one in found if one.column == OVERALL]
    return [
        f"{(_TEXTS / 'results_fields.txt').read_text(encoding='utf-8').strip()}\n\n{legend}",
        *tables,
        _ladder("all fields", overall),
    ]


def _ladder(title: str, found: Sequence[Ladder]) -> str:
    rungs = rungs_in(found)
    rows = []
    for own in found:
        ranks = f" (median rank {median(own.low_ranks):g})" if own.low_ranks else ""
        cells = [f"{own.rungs.get(rung, 0)}{ranks if rung == 'ranked_low' else ''}" for rung in rungs]
        share = "-" if own.before is None else f"{own.before:.0%}"
        rows.append([name(own.system), str(sum(own.rungs.values())), share, *cells])
    if not rungs:
        return ""
    head = ["system", "wrong", "before the prompt", *map(name, rungs)]
    return f"### {title} (n={found[0].asked})\n\n" + grid(head, rows)


def _json(path: Path, value: object) -> None:
    jsonl.write_text(path, json.dumps(value, indent=2) + "\n")


def _csv(records: Iterable[Record]) -> str:
    """Fields as columns; null is empty."""
    return pl.DataFrame([record.model_dump() for record in records], infer_schema_length=None).write_csv()
