"""Stage scores: every answer under every metric, where its evidence was lost, the tables and plots of a suite.

Source: MemoryDocDataSet 5.3, 5.4, Tables 6 and 7; issue 4, section 2.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from microworlds.core import jsonl, params, plugins, stage
from microworlds.core.errors import UserError, run
from microworlds.core.records import Answer, Ask, Episode, Gold, Judged, Observation, Score
from microworlds.evaluation import markdown as pages
from microworlds.evaluation.attribution import Attribution, ladders
from microworlds.evaluation.differences import differences
from microworlds.evaluation.gap_closed import closed
from microworlds.evaluation.judgements import Judgement, judgement
from microworlds.evaluation.markdown import Results, Spent
from microworlds.evaluation.mistakes import Calibration
from microworlds.evaluation.play.evaluated_splits import AnswersParams
from microworlds.evaluation.retrieval import Retrieval, points
from microworlds.evaluation.tables import CEILING, CLUSTER, Table, frame, table
from microworlds.metrics.base import Metric
from microworlds.suites.base import Labels, find


def metrics() -> list[Metric]:
    """All metrics, by name."""
    package = "microworlds.metrics"
    return [plugins.load(package, "METRIC", name) for name in plugins.names(package, "METRIC")]


def scores(
    system: str,
    answers: Iterable[Answer],
    gold: Mapping[str, Gold],
    observed: Mapping[str, frozenset[str]],
    retrieval: Retrieval,
) -> list[Score]:
    """Every gold question's score under every metric, in the order of the gold.

    ``observed`` has, for each question, the ids of the observations that came before it.

    Raises:
        UserError: an answer is missing, doubled, or of a question without gold.
    """
    given: dict[str, Answer] = {}
    for answer in answers:
        if answer.question in given or answer.question not in gold:
            raise UserError(
                f"{system}: the answer to {answer.question} is doubled or has no gold. Run `dvc repro` again."
            )
        given[answer.question] = answer
    missing = [question for question in gold if question not in given]
    if missing:
        raise UserError(
            f"{system}: {len(missing)} questions have no answer, {missing[0]} first. Run `dvc repro` again."
        )
    every = metrics()
    ranked = any(answer.ranked for answer in given.values())
    kinds = {retrieval.kind(span) for answer in given.values() for span in answer.retrieved}
    everything = frozenset().union(*observed.values())
    attribution = Attribution(retrieval.kind, kinds if ranked else None)
    made = []
    for question, own in gold.items():
        answer = given[question]
        values = {metric.name: metric.score(answer, own) for metric in every}
        made.append(
            Score(
                system=system,
                question=question,
                values=values,
                context_tokens=answer.context_tokens,
                rankings=retrieval.rankings(answer.retrieved, own, observed[question]) if answer.ranked else (),
                pooled=() if answer.pooled is None else retrieval.rankings(answer.pooled, own, everything),
                failure=attribution.failure(answer, own, observed[question], values["f1"] or 0.0),
            )
        )
    return made


def before(episodes: Iterable[Episode]) -> dict[str, frozenset[str]]:
    """For each question, the observations that came before it on its episode."""
    found = {}
    for episode in episodes:
        seen: frozenset[str] = frozenset()
        for step in episode.steps:
            if isinstance(step, Ask):
                found[step.question.id] = seen
            else:
                seen |= {step.observation}
    return found


def spent(scored: Iterable[Score]) -> dict[str, Spent]:
    """Tokens of context in each system's prompts, over all questions."""
    counts: dict[str, list[int]] = {}
    for score in scored:
        counts.setdefault(score.system, []).append(score.context_tokens)
    return {system: Spent(mean=sum(own) / len(own), most=max(own), n=len(own)) for system, own in counts.items()}


def judgements(
    folder: Path, systems: Sequence[str], scored: Sequence[Score], gold: Mapping[str, Gold]
) -> list[Judgement]:
    """What the judge says of each system."""
    made = []
    for system in systems:
        judged = {own.question: own for own in jsonl.read(folder / f"{system}.jsonl", Judged)}
        made.append(judgement(system, judged, [score for score in scored if score.system == system], gold))
    return made


def tables(data: pl.DataFrame, systems: Sequence[str], shown: Labels) -> dict[str, Table]:
    """The tables of the results page, by name."""
    main, columns = shown.main, shown.columns

    def by(title: str, metric: str, label: str, columns: Sequence[str], answerable: bool = False) -> Table:
        return table(data, title, metric, label, columns, systems, answerable)

    return {
        **{
            f"f1_{label}": by(f"F1 by {label}, answerable questions", "f1", label, shown.answerable(label), True)
            for label in columns
        },
        f"em_{main}": by(
            f"Exact Match by {main}, answerable questions", "exact_match", main, shown.answerable(main), True
        ),
        **{name: by(title, "f1", label, columns[label]) for name, (label, title) in shown.whole.items()},
        "abstention": by("Abstention accuracy, unanswerable questions", "abstention", main, shown.refusable(main)),
        "false_abstention": by(
            "False abstention, answerable questions", "false_abstention", main, shown.answerable(main)
        ),
        "evidence_recall": by("Evidence recall", "evidence_recall", main, shown.answerable(main), True),
        "document_accuracy": by(
            "First retrieved document is the right one", "document_accuracy", main, shown.answerable(main), True
        ),
    }


def summary(made: Mapping[str, Table], main: str) -> dict[str, Any]:
    """What `dvc metrics show` and `dvc exp show` list: a few numbers a system, F1 by the main label."""
    short: dict[str, Any] = {}
    for system, row in made[f"f1_{main}"].rows.items():
        short[system] = {
            "f1": {column: row[column].mean for column in made[f"f1_{main}"].columns},
            "em": made[f"em_{main}"].rows[system]["overall"].mean,
            "abstention": made["abstention"].rows[system]["overall"].mean,
            "false_abstention": made["false_abstention"].rows[system]["overall"].mean,
            "evidence_recall": made["evidence_recall"].rows[system]["overall"].mean,
        }
    return short


def main() -> None:
    """A suite's release, answers and ceiling in, scores, tables and plots out."""
    suite, release, answers, ceiling, out, folder, *judged = stage.paths(
        "suite", "release", "answers", "oracle", "scores", "metrics", optional=("judged", "calibrated")
    )
    shown = find(str(suite)).labels
    main, columns = shown.main, shown.answerable(shown.main)
    splits = params.section(AnswersParams, f"{suite}.answers").splits
    gold = {item.question: item for split in splits for item in jsonl.read(release / f"{split}.gold.jsonl", Gold)}
    episodes = [one for split in splits for one in jsonl.read(release / f"{split}.episodes.jsonl", Episode)]
    wanted = {name for episode in episodes for name in episode.observed}
    everything = jsonl.read(release / "observations.jsonl", Observation)
    retrieval = Retrieval({item.id: item for item in everything if item.id in wanted}, shown.levels)
    observed = before(episodes)
    files = {name: answers / f"{name}.jsonl" for name in params.tree()[str(suite)]["systems"]}
    # the ceiling is no system of the configuration: it is another episode
    files[CEILING] = ceiling
    systems = list(files)
    scored: list[Score] = []
    for name, path in files.items():
        scored += scores(name, jsonl.read(path, Answer), gold, observed, retrieval)
    jsonl.write(out, scored)
    data = frame(scored, gold)
    closing = closed(data, main, columns, systems)
    made = tables(data, systems, shown) | ({"closed": closing} if closing else {})
    results = Results(
        labels=shown,
        splits=splits,
        worlds=len({own.labels.get(CLUSTER, own.question) for own in gold.values()}),
        tables=made,
        differences=differences(data, "f1", main, columns, systems, answerable_only=True),
        points=points(scored, gold, main, columns),
        ladders=ladders(scored, gold, main, shown.columns[main]),
        spent=spent(scored),
        command=f"python -m microworlds.evaluation.scores {' '.join(sys.argv[1:])}",
        judgements=judgements(judged[0], systems, scored, gold) if judged else (),
        calibration=Calibration.model_validate_json(judged[1].read_bytes()) if judged else None,
    )
    pages.write(Path(folder), results, summary(made, main))


if __name__ == "__main__":
    run(main)
