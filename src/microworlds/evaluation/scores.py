"""Stage scores: every answer under every metric, the tables and plots of a suite.

Source: MemoryDocDataSet 5.3, 5.4, Tables 6 and 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from microworlds import jsonl, params, plugins, stage
from microworlds.errors import UserError, run
from microworlds.evaluation import pages
from microworlds.evaluation.asked import AnswersParams
from microworlds.evaluation.tables import Table, frame, table
from microworlds.metrics.base import Metric
from microworlds.records import Answer, Gold, Score

SOURCES = ("hybrid", "doc_only", "chat_only")
CATEGORIES = ("single_hop", "multi_hop", "temporal", "knowledge_update", "adversarial")
_AGAIN = "Run `dvc repro` again."
DIFFICULTIES = ("easy", "medium", "hard")


def metrics() -> list[Metric]:
    """All metrics, by name."""
    package = "microworlds.metrics"
    return [plugins.load(package, "METRIC", name) for name in plugins.names(package, "METRIC")]


def scores(system: str, answers: Iterable[Answer], gold: Mapping[str, Gold]) -> list[Score]:
    """Every gold question's score under every metric, in the order of the gold.

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
    return [
        Score(
            system=system,
            question=question,
            values={metric.name: metric.score(given[question], own) for metric in metrics()},
        )
        for question, own in gold.items()
    ]


def tables(everything: Sequence[Score], gold: Mapping[str, Gold], systems: Sequence[str]) -> dict[str, Table]:
    """The tables of the results page, by name."""
    data = frame(everything, gold)

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
    """Gold and answers in, scores, tables and plots out."""
    release, answers, out, folder = stage.paths("release", "answers", "scores", "metrics")
    splits = params.section(AnswersParams, "memorydoc.answers").splits
    gold = {item.question: item for split in splits for item in jsonl.read(release / f"{split}.gold.jsonl", Gold)}
    systems = list(params.tree()["memorydoc"]["systems"])
    everything = [
        score for name in systems for score in scores(name, jsonl.read(answers / f"{name}.jsonl", Answer), gold)
    ]
    jsonl.write(out, everything)
    made = tables(everything, gold, systems)
    pages.write(Path(folder), made, summary(made), splits)


if __name__ == "__main__":
    run(main)
