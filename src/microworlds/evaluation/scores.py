"""Stage scores: every answer under every metric, where its evidence was lost, the tables and plots of a suite.

Source: MemoryDocDataSet 5.3, 5.4, Tables 6 and 7; issue 4, section 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from microworlds import jsonl, params, plugins, stage
from microworlds.errors import UserError, run
from microworlds.evaluation import pages
from microworlds.evaluation.asked import AnswersParams
from microworlds.evaluation.attribution import Attribution, ladders
from microworlds.evaluation.differences import differences
from microworlds.evaluation.judgements import Judgement, judgement
from microworlds.evaluation.mistakes import Calibration
from microworlds.evaluation.pages import Results
from microworlds.evaluation.retrieval import Retrieval, points
from microworlds.evaluation.tables import CEILING, CLUSTER, Table, frame, table
from microworlds.metrics.base import Metric
from microworlds.records import Answer, Ask, Episode, Gold, Judged, Observation, Score

SOURCES = ("hybrid", "doc_only", "chat_only")
CATEGORIES = ("single_hop", "multi_hop", "temporal", "knowledge_update", "adversarial")
DIFFICULTIES = ("easy", "medium", "hard")


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
                rankings=retrieval.rankings(answer.retrieved, own, observed[question]) if answer.ranked else (),
                pooled=() if answer.pooled is None else retrieval.rankings(answer.pooled, own, everything),
                failure=attribution.failure(answer, own, observed[question], values["f1"] or 0.0),
            )
        )
    return made


def before(episodes: Iterable[Episode]) -> dict[str, frozenset[str]]:
    """For each question, the observations that came before it on its tape."""
    found = {}
    for episode in episodes:
        seen: frozenset[str] = frozenset()
        for step in episode.steps:
            if isinstance(step, Ask):
                found[step.question.id] = seen
            else:
                seen |= {step.observation}
    return found


def judgements(
    folder: Path, systems: Sequence[str], scored: Sequence[Score], gold: Mapping[str, Gold]
) -> list[Judgement]:
    """What the judge says of each system."""
    made = []
    for system in systems:
        labels = {own.question: own for own in jsonl.read(folder / f"{system}.jsonl", Judged)}
        made.append(judgement(system, labels, [score for score in scored if score.system == system], gold))
    return made


def tables(data: pl.DataFrame, systems: Sequence[str]) -> dict[str, Table]:
    """The tables of the results page, by name."""

    def by(title: str, metric: str, label: str, columns: Sequence[str], answerable: bool = False) -> Table:
        return table(data, title, metric, label, columns, systems, answerable)

    answered = CATEGORIES[:-1]
    return {
        "f1_source": by("F1 by source, answerable questions", "f1", "source", SOURCES, True),
        "f1_category": by("F1 by category, answerable questions", "f1", "category", answered, True),
        "f1_difficulty": by("F1 by difficulty, answerable questions", "f1", "difficulty", DIFFICULTIES, True),
        "em_source": by("Exact Match by source, answerable questions", "exact_match", "source", SOURCES, True),
        "table6": by("F1 by source, all questions (the paper's Table 6)", "f1", "source", SOURCES),
        "table7": by("F1 by category, all questions (the paper's Table 7)", "f1", "category", CATEGORIES),
        "abstention": by("Abstention accuracy, unanswerable questions", "abstention", "source", SOURCES),
        "false_abstention": by("False abstention, answerable questions", "false_abstention", "source", SOURCES),
        "evidence_recall": by("Evidence recall", "evidence_recall", "source", SOURCES, True),
        "document_accuracy": by(
            "First retrieved document is the right one", "document_accuracy", "source", SOURCES, True
        ),
    }


def summary(made: Mapping[str, Table]) -> dict[str, Any]:
    """What `dvc metrics show` and `dvc exp show` list: a few numbers a system."""
    short: dict[str, Any] = {}
    for system in made["f1_source"].rows:
        row = made["f1_source"].rows[system]
        short[system] = {
            "f1": {column: row[column].mean for column in made["f1_source"].columns},
            "em": made["em_source"].rows[system]["overall"].mean,
            "abstention": made["abstention"].rows[system]["overall"].mean,
            "false_abstention": made["false_abstention"].rows[system]["overall"].mean,
            "evidence_recall": made["evidence_recall"].rows[system]["overall"].mean,
        }
    return short


def main() -> None:
    """Release and answers in, scores, tables and plots out."""
    release, answers, ceiling, judged, calibrated, out, folder = stage.paths(
        "release", "answers", "oracle", "judged", "calibrated", "scores", "metrics"
    )
    splits = params.section(AnswersParams, "memorydoc.answers").splits
    gold = {item.question: item for split in splits for item in jsonl.read(release / f"{split}.gold.jsonl", Gold)}
    episodes = [one for split in splits for one in jsonl.read(release / f"{split}.episodes.jsonl", Episode)]
    wanted = {name for episode in episodes for name in episode.observed}
    everything = jsonl.read(release / "observations.jsonl", Observation)
    retrieval = Retrieval({item.id: item for item in everything if item.id in wanted})
    observed = before(episodes)
    files = {name: answers / f"{name}.jsonl" for name in params.tree()["memorydoc"]["systems"]}
    # the ceiling is no system of the configuration: it is another tape
    files[CEILING] = ceiling
    systems = list(files)
    scored: list[Score] = []
    for name, path in files.items():
        scored += scores(name, jsonl.read(path, Answer), gold, observed, retrieval)
    jsonl.write(out, scored)
    data = frame(scored, gold)
    made = tables(data, systems)
    results = Results(
        splits=splits,
        worlds=len({own.labels.get(CLUSTER, own.question) for own in gold.values()}),
        tables=made,
        differences=differences(data, "f1", "source", SOURCES, systems, answerable_only=True),
        points=points(scored, gold, SOURCES),
        ladders=ladders(scored, gold, SOURCES),
        judgements=judgements(judged, systems, scored, gold),
        calibration=Calibration.model_validate_json(calibrated.read_bytes()),
    )
    pages.write(Path(folder), results, summary(made))


if __name__ == "__main__":
    run(main)
