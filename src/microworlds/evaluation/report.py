"""Stage report: one HTML file with everything that a run says, to be read without a network.

Numbers are those of the scores stage; nothing is estimated again here. What the page shows of each question comes from
``explorer``, its tables from ``sheets``, its plots from ``figures``; how it looks and behaves is in ``html/``.

Source: issue 4, section 5.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from microworlds.core import jsonl, manifest, params, stage
from microworlds.core.errors import UserError, run
from microworlds.core.records import Answer, Episode, Gold, Observation, Score
from microworlds.evaluation import markdown as pages
from microworlds.evaluation import question_browser as explorer
from microworlds.evaluation import report_tables as sheets
from microworlds.evaluation import svg_plots as figures
from microworlds.evaluation.attribution import RUNGS, Ladder
from microworlds.evaluation.differences import Difference
from microworlds.evaluation.plots import MARKS, color
from microworlds.evaluation.report_tables import MEASURES, Spent, name
from microworlds.evaluation.retrieval import Point
from microworlds.evaluation.tables import CEILING, CLUSTER, OVERALL, Cell, Table, read
from microworlds.quality import trust
from microworlds.suites.base import find

_PACKAGE = "microworlds.evaluation"
_FIRST = (("f1_source", "table6"), ("f1_category", "table7"))  # answerable questions, then the paper's shape
_DIFFICULTY = "f1_difficulty"
_ABSTENTION = ("abstention", "false_abstention")
_ELSEWHERE = (*_FIRST[0], *_FIRST[1], _DIFFICULTY, *_ABSTENTION)
_MARKS = dict(zip(MARKS, "●■◆▲▼✚★✖◀▶", strict=True))


@dataclass(frozen=True)
class Results:
    """The results folder of the scores stage, read back."""

    tables: Mapping[str, Table]
    differences: Sequence[Difference]
    points: Sequence[Point]
    ladders: Sequence[Ladder]


def results(folder: Path) -> Results:
    """What ``pages.write`` wrote.

    Raises:
        UserError: the folder lacks a file.
    """
    try:
        tables = (folder / "tables.json").read_bytes()
        ladders = json.loads((folder / "failures.json").read_text(encoding="utf-8"))
        rows = {name: (folder / f"{name}.csv").read_bytes() for name in ("differences", "retrieval")}
    except OSError as error:
        raise UserError(f"cannot read {error.filename}: {error.strerror}. Run `dvc repro` to make it.") from error
    return Results(
        tables=read(tables, folder / "tables.json"),
        differences=[Difference.model_validate(row) for row in _rows(rows["differences"])],
        points=[Point.model_validate(row) for row in _rows(rows["retrieval"])],
        ladders=[Ladder.model_validate(own) for own in ladders],
    )


def _rows(csv: bytes) -> list[dict[str, Any]]:
    return pl.read_csv(csv, infer_schema_length=None).to_dicts() if csv.strip() else []


def played(release: Path, answers: Path, ceiling: Path, scores: Path) -> explorer.Run:
    """The questions that were scored, with their gold, answers and texts; systems in the order of the scores."""
    scored: dict[str, dict[str, Score]] = {}
    for score in jsonl.read(scores, Score):
        scored.setdefault(score.system, {})[score.question] = score
    asked = {question for own in scored.values() for question in own}
    golds = (own for path in sorted(release.glob("*.gold.jsonl")) for own in jsonl.read(path, Gold))
    gold = {own.question: own for own in golds if own.question in asked}
    episodes = [own for path in sorted(release.glob("*.episodes.jsonl")) for own in jsonl.read(path, Episode)]
    chosen = [episode for episode in episodes if any(question.id in asked for question in episode.questions)]
    wanted = {name for episode in chosen for name in episode.observed}
    return explorer.Run(
        observations={
            own.id: own for own in jsonl.read(release / "observations.jsonl", Observation) if own.id in wanted
        },
        questions={question.id: question for episode in chosen for question in episode.questions},
        gold=gold,
        answers={
            system: {
                own.question: own
                for own in jsonl.read(ceiling if system == CEILING else answers / f"{system}.jsonl", Answer)
            }
            for system in scored
        },
        scores=scored,
    )


def spent(own: explorer.Run, tables: Mapping[str, Table]) -> list[Spent]:
    """Tokens and F1 of each system over answerable questions."""
    answerable = [question for question, gold in own.gold.items() if gold.answerable]
    nothing = Cell(mean=None, n=0)
    made = []
    for system, answers in own.answers.items():
        counts = [answers[question].context_tokens for question in answerable]
        row = tables["f1_source"].rows.get(system, {})
        mean = sum(counts) / len(counts) if counts else 0.0
        made.append(Spent(system, mean, max(counts, default=0), row.get(OVERALL, nothing)))
    return made


def facts(release: Path, own: explorer.Run, tree: Mapping[str, Any]) -> dict[str, Any]:
    """What was run: the release by its digest, how many worlds and questions, each system's settings."""
    path = release / manifest.MANIFEST
    told = json.loads(path.read_bytes()) if path.exists() else {}
    suite = tree.get(str(told.get("suite")), {})
    settings = {**suite.get("systems", {}), **{system: suite[system] for system in own.scores if system in suite}}
    gold = own.gold.values()
    return {
        "manifest": {key: value for key, value in told.items() if not isinstance(value, dict | list)},
        "digest": manifest.digest(path) if path.exists() else None,
        "worlds": len({one.labels.get(CLUSTER, one.question) for one in gold}),
        "questions": len(own.gold),
        "answerable": sum(one.answerable for one in gold),
        "splits": sorted({split for one in gold if (split := one.labels.get("split"))}),
        "outside": trust.read(release / "quality.json"),
        "models": _flow(tree.get("models", {})),
        "systems": [
            {"name": name(system), "settings": _flow(settings[system]) if system in settings else "not in params.yaml"}
            for system in own.scores
        ],
    }


def _flow(node: Any) -> str:
    """Settings on one line."""
    return str(yaml.safe_dump(node, default_flow_style=True, sort_keys=False, width=10_000)).strip()[1:-1]


def legend(systems: Sequence[str]) -> list[dict[str, Any]]:
    """How each system is marked in the plots."""
    from matplotlib.colors import to_hex

    return [
        {"name": name(system), "color": to_hex(color(place)), "mark": _MARKS[MARKS[place % len(MARKS)]]}
        for place, system in enumerate(systems)
    ]


def curves(found: Sequence[Point], systems: Sequence[str]) -> Iterator[tuple[str, Markup, sheets.Sheet]]:
    """For each scope, level and measure its name, its plot and its table."""
    for scope, level, measure, sheet in sheets.recalls(found, systems):
        wanted = (scope, level, measure, OVERALL)
        own = [one for one in found if (one.scope, one.level, one.measure, one.column) == wanted]
        pool = ", pool of all worlds" if scope == "pool" else ""
        yield f"{name(level)}: {MEASURES[measure]}{pool}", Markup(figures.curves(own, systems, sheet.caption)), sheet


def falls(found: Sequence[Ladder], systems: Sequence[str]) -> Iterator[tuple[str, Markup, sheets.Sheet]]:
    """For each column, answerable questions and others, its name, its plot and its table."""
    for answerable in (True, False):
        for column in dict.fromkeys(one.column for one in found):
            own = [one for one in found if (one.column, one.answerable) == (column, answerable) and one.asked]
            if own:
                sheet = sheets.ladder(own, systems)
                yield sheet.caption, Markup(figures.stacks(own, sheet.caption)), sheet


def page(own: explorer.Run, made: Results, told: Mapping[str, Any], command: str) -> str:
    """The whole file."""
    by = {table.label: table.columns[:-1] for table in made.tables.values()}
    style, script = (files(_PACKAGE).joinpath("html", file).read_text("utf-8") for file in ("style.css", "page.js"))
    # Markup: only what this package wrote itself; every text of the data goes through Jinja's escaping or packed()
    return str(
        _template().render(
            told=told,
            command=command,
            introduction=pages.introduction(told["note"]),
            **_findings(own, made),
            data=packed(explorer.data(own, by)),
            style=Markup(style),
            script=Markup(script),
            allowed=_digest(script),
        )
    )


def _findings(own: explorer.Run, made: Results) -> dict[str, Any]:
    """Every table and plot of the page, by the names that the template has for them."""
    systems, tables = list(own.scores), made.tables
    bought = spent(own, tables)
    return {
        "legend": legend(systems),
        "tables": [[sheets.of_table(tables[key]) for key in keys] for keys in _FIRST],
        "dots": [Markup(figures.dots(tables[keys[0]])) for keys in _FIRST],
        "abstaining": sheets.abstaining(tables),
        "abstention": [sheets.of_table(tables[key]) for key in _ABSTENTION],
        "separated": pages.separated(made.differences),
        "compared": len(made.differences),
        "contrasts": sheets.contrasts(made.differences, systems),
        "curves": list(curves(made.points, systems)),
        "others": [sheets.of_table(table) for key, table in tables.items() if key not in _ELSEWHERE],
        "spending": sheets.spending(bought),
        "tokens": Markup(figures.tokens(bought)),
        "right": figures.RIGHT,
        "rungs": [(name(one), figures.RUNG_COLORS[one], RUNGS[one]) for one in sheets.rungs_in(made.ladders)],
        "falls": list(falls(made.ladders, systems)),
        "difficulty": sheets.of_table(tables[_DIFFICULTY]),
        "steps": Markup(figures.dots(tables[_DIFFICULTY])),
    }


def packed(data: Mapping[str, Any]) -> str:
    """JSON, gzip, base64: letters that mean nothing to an HTML parser.

    The codec is pyarrow's own zlib, pinned by our lock: the system's may be another one, with other bytes.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    small: bytes = pa.Codec("gzip", compression_level=9).compress(text.encode(), asbytes=True)
    return base64.b64encode(small).decode()


def _digest(script: str) -> str:
    """What the page's policy lets run: this script and no other, whatever a text might smuggle in."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _template() -> Any:
    loader = PackageLoader(_PACKAGE, "html")
    frame = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    return frame.get_template("page.html")


def main() -> None:
    """A suite's release, answers, scores and results in, one page out."""
    suite, release, answers, ceiling, scores, folder, out = stage.paths(
        "suite", "release", "answers", "oracle", "scores", "metrics", "page"
    )
    own = played(release, answers, ceiling, scores)
    if not own.gold:
        raise UserError(f"{scores}: no question of it has gold in {release}. Run `dvc repro` again.")
    note = find(str(suite)).labels.note
    command = f"python -m microworlds.evaluation.report {' '.join(sys.argv[1:])}"
    jsonl.write_text(out, page(own, results(folder), facts(release, own, params.tree()) | {"note": note}, command))


if __name__ == "__main__":
    run(main)
