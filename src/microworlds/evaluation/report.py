"""Stage report: a page with everything that a run says, to be read without a network, and beside it every question.

Numbers are those of the scores stage; nothing is estimated again here. The files of the questions come from
``question_browser``, tables from ``report_tables``, plots from ``svg_plots``; how it looks and behaves is in ``html/``.

Source: issue 4, section 5; issue 12, section 2.
"""

import base64
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import polars as pl
import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from microworlds.core import jsonl, manifest, params, stage
from microworlds.core.errors import UserError, run
from microworlds.core.lazy_records import grouped, keyed
from microworlds.core.records import Answer, Episode, Gold, Observation, Score
from microworlds.evaluation import markdown as pages
from microworlds.evaluation import question_browser, report_tables, svg_plots
from microworlds.evaluation.attribution import RUNGS, Ladder
from microworlds.evaluation.differences import Difference, Transition
from microworlds.evaluation.field_failures import LABELS, FieldLadder
from microworlds.evaluation.markdown import Results
from microworlds.evaluation.plots import LETTERS, styles
from microworlds.evaluation.report_tables import MEASURES
from microworlds.evaluation.retrieval_scores import Point
from microworlds.evaluation.system_names import name
from microworlds.evaluation.tables import CLUSTER, OVERALL, Spent, read
from microworlds.quality import trust
from microworlds.suites.base import Labels, find

_PACKAGE = "microworlds.evaluation"
_ABSTENTION = ("abstention", "false_abstention")
PAGE = "index.html"


def results(folder: Path, shown: Labels) -> Results:
    """What ``pages.write`` wrote; ``shown`` are the suite's labels.

    Raises:
        UserError: the folder lacks a file.
    """
    try:
        tables = (folder / "tables.json").read_bytes()
        ladders = json.loads((folder / "failures.json").read_text(encoding="utf-8"))
        spent = json.loads((folder / "spent.json").read_text(encoding="utf-8"))
        rows = {name: (folder / f"{name}.csv").read_bytes() for name in ("differences", "retrieval")}
        parting = folder / "transitions.csv"
        rows["transitions"] = parting.read_bytes() if parting.exists() else b""
        fields = folder / "fields.json"
        filled = json.loads(fields.read_text(encoding="utf-8")) if fields.exists() else []
    except OSError as error:
        raise UserError(f"cannot read {error.filename}: {error.strerror}. Run `dvc repro` to make it.") from error
    return Results(
        labels=shown,
        tables=read(tables, folder / "tables.json"),
        differences=[Difference.model_validate(row) for row in _rows(rows["differences"])],
        transitions=[Transition.model_validate(row) for row in _rows(rows["transitions"])],
        points=[Point.model_validate(row) for row in _rows(rows["retrieval"])],
        ladders=[Ladder.model_validate(own) for own in ladders],
        fields=[FieldLadder.model_validate(own) for own in filled],
        spent=[Spent.model_validate(own) for own in spent],
    )


def _rows(csv: bytes) -> list[dict[str, Any]]:
    return pl.read_csv(csv, infer_schema_length=None).to_dicts() if csv.strip() else []


def played(release: Path, answers: Path, scores: Path) -> question_browser.Run:
    """The questions that were scored, with their gold, answers and texts; systems in the order of the scores."""
    scored = grouped(Score, scores, "system", "question")
    asked = {question for own in scored.values() for question in own}
    episodes = (own for path in sorted(release.glob("*.episodes.jsonl")) for own in jsonl.read(path, Episode))
    chosen = [episode for episode in episodes if any(question.id in asked for question in episode.questions)]
    wanted = {name for episode in chosen for name in episode.observed}
    return question_browser.Run(
        observations=keyed(Observation, [release / "observations.jsonl"], "id", wanted),
        questions={question.id: question for episode in chosen for question in episode.questions},
        gold=keyed(Gold, sorted(release.glob("*.gold.jsonl")), "question", asked),
        answers={system: keyed(Answer, [answers / f"{system}.jsonl"], "question") for system in scored},
        scores=scored,
    )


def facts(release: Path, own: question_browser.Run, tree: Mapping[str, Any]) -> dict[str, Any]:
    """What was run: the release by its digest, how many worlds and questions, each system's settings."""
    path = release / manifest.MANIFEST
    told = json.loads(path.read_bytes()) if path.exists() else {}
    suite = tree.get(str(told.get("suite")), {})
    settings = {**suite.get("systems", {}), **suite.get("oracles", {})}
    asked = [
        (one.answerable, one.labels.get(CLUSTER, one.question), one.labels.get("split")) for one in own.gold.values()
    ]
    said = {key: value for key, value in told.items() if isinstance(value, str | int | float)}
    return {
        "manifest": said,
        "digest": manifest.digest(path) if path.exists() else None,
        "worlds": len({world for _, world, _ in asked}),
        "questions": len(asked),
        "answerable": sum(answerable for answerable, _, _ in asked),
        "splits": sorted({split for _, _, split in asked if split}),
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


def curves(found: Sequence[Point], systems: Sequence[str]) -> Iterator[tuple[str, Markup, report_tables.ReportTable]]:
    """For each scope, level and measure its name, its plot and its table."""
    for scope, level, measure, shown in report_tables.recalls(found, systems):
        wanted = (scope, level, measure, OVERALL)
        own = [one for one in found if (one.scope, one.level, one.measure, one.column) == wanted]
        pool = ", pool of all worlds" if scope == "pool" else ""
        yield f"{name(level)}: {MEASURES[measure]}{pool}", Markup(svg_plots.curves(own, systems, shown.caption)), shown


def falls(found: Sequence[Ladder], systems: Sequence[str]) -> Iterator[tuple[str, Markup, report_tables.ReportTable]]:
    """For each column, answerable questions and others, its name, its plot and its table."""
    for answerable in (True, False):
        for column in dict.fromkeys(one.column for one in found):
            own = [one for one in found if (one.column, one.answerable) == (column, answerable) and one.asked]
            if own:
                shown = report_tables.ladder(own, systems)
                yield shown.caption, Markup(svg_plots.stacks(own, shown.caption)), shown


def page(made: Results, told: Mapping[str, Any], command: str) -> str:
    """The page itself, which knows no question."""
    html = files(_PACKAGE).joinpath("html")
    style = html.joinpath("style.css").read_text("utf-8")
    script = "\n".join(html.joinpath(file).read_text("utf-8") for file in ("page.js", "question.js", "questions.js"))
    loader = PackageLoader(_PACKAGE, "html")
    frame = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    # Markup: only what this package wrote itself; every text of the data goes through Jinja's escaping
    return str(
        frame.get_template("page.html").render(
            told=told,
            command=command,
            metric=name(made.labels.metric),
            introduction=pages.introduction(made),
            **_findings(made),
            style=Markup(style),
            script=Markup(script),
            # what the page's policy lets run: this script, the files of data that it loads, and no other
            allowed=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        )
    )


def _findings(made: Results) -> dict[str, Any]:
    """Every table and plot of the page, by the names that the template has for them."""
    systems, tables, shown = made.systems, made.tables, made.labels
    first = made.ranking
    by = [
        [f"{shown.metric}_{label}", *(key for key, (of, _) in shown.whole.items() if of == label)]
        for label in shown.columns
    ]
    elsewhere = {*_ABSTENTION, *(key for keys in by for key in keys)}
    return {
        "legend": [
            {"key": system, "name": name(system), "color": style.color, "mark": LETTERS[style.mark]}
            for system, style in styles(systems).items()
        ],
        "numbers": report_tables.numbers(first),
        "ahead": report_tables.ahead(first, made.differences),
        "ranking": report_tables.ranking(first, made.differences, made.spent),
        "ranked": Markup(svg_plots.ranked(first)),
        "tokens": Markup(svg_plots.tokens(first, made.spent)),
        "tables": [[report_tables.of_table(tables[key]) for key in keys] for keys in by],
        "partings": [pages.partings(made.transitions, label) for label in shown.columns],
        "dots": [Markup(svg_plots.dots(tables[keys[0]])) for keys in by],
        "abstaining": report_tables.abstaining(first, tables),
        "abstention": [report_tables.of_table(tables[key]) for key in _ABSTENTION],
        "separated": pages.separated(made.differences),
        "compared": len(made.differences),
        "contrasts": report_tables.contrasts(made.differences, first),
        "curves": list(curves(made.points, systems)),
        "others": [report_tables.of_table(table) for key, table in tables.items() if key not in elsewhere],
        "right": svg_plots.RIGHT,
        "rungs": [
            (name(one), svg_plots.RUNG_COLORS[one], RUNGS[one])
            for one in report_tables.rungs_in([*made.ladders, *made.fields])
        ],
        "falls": list(falls(made.ladders, systems)),
        "labels": [(name(label), words) for label, words in LABELS.items()],
        "fields": list(zip(report_tables.field_tables(made.fields, systems), falls(made.fields, systems), strict=True)),
    }


def main() -> None:
    """A suite's release, answers, scores and results in, a folder with a page and the files of its questions out."""
    suite, release, answers, scores, folder, out = stage.paths(
        "suite", "release", "answers", "scores", "metrics", "report"
    )
    own = played(release, answers, scores)
    if not own.gold:
        raise UserError(f"{scores}: no question of it has gold in {release}. Run `dvc repro` again.")
    made = results(folder, find(str(suite)).labels)
    command = f"python -m microworlds.evaluation.report {' '.join(sys.argv[1:])}"
    with jsonl.replacing_folder(out) as fresh:
        jsonl.write_text(fresh / PAGE, page(made, facts(release, own, params.tree()), command))
        question_browser.write(fresh / question_browser.FOLDER, own, made.labels.metric, made.labels.columns)


if __name__ == "__main__":
    run(main)
