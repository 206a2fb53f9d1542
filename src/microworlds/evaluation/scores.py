"""Stage scores: every answer under every metric, where its evidence was lost, the tables and plots of a suite.

Source: MemoryDocDataSet 5.3, 5.4, Tables 6 and 7; issue 4, section 2.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

from microworlds.core import jsonl, params, plugins, stage
from microworlds.core.errors import UserError, run
from microworlds.core.lazy_records import keyed
from microworlds.core.records import Answer, Ask, Episode, Gold, Judged, Observation, Score
from microworlds.evaluation import markdown as pages
from microworlds.evaluation.attribution import Attribution, Ladder, ladders
from microworlds.evaluation.differences import closed, differences, transitions
from microworlds.evaluation.field_failures import FieldLadder, field_failures, field_ladders
from microworlds.evaluation.judgements import Calibration, Judgement, judgement
from microworlds.evaluation.markdown import Results
from microworlds.evaluation.play.evaluated_splits import AnswersParams, asked_episodes, gold_of, played
from microworlds.evaluation.retrieval_scores import SCOPES, Point, Retrieval, points
from microworlds.evaluation.system_names import NAMES, name
from microworlds.evaluation.tables import CLUSTER, DECIMALS, OVERALL, Spent, Table, asked, frame, paired, table
from microworlds.metrics.base import Metric
from microworlds.suites.base import Labels, find


@cache
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
    """See ``scored``; of answers in any order.

    Raises:
        UserError: an answer is missing, doubled, or of a question without gold.
    """
    given: dict[str, Answer] = {}
    for answer in answers:
        if answer.question in given:
            raise UserError(f"{system}: the answer to {answer.question} is doubled. Run `dvc repro` again.")
        given[answer.question] = answer
    return list(scored(system, given, gold, observed, retrieval))


def scored(
    system: str,
    answers: Mapping[str, Answer],
    gold: Mapping[str, Gold],
    observed: Mapping[str, frozenset[str]],
    retrieval: Retrieval,
) -> Iterator[Score]:
    """Every gold question's score under every metric, in the order of the gold, one at a time.

    ``observed`` has, for each question, the ids of the observations that came before it.

    Raises:
        UserError: an answer is missing, or of a question without gold.
    """
    missing = [question for question in gold if question not in answers]
    if missing:
        raise UserError(
            f"{system}: {len(missing)} questions have no answer, {missing[0]} first. Run `dvc repro` again."
        )
    strange = next((question for question in answers if question not in gold), None)
    if strange is not None:
        raise UserError(f"{system}: the answer to {strange} has no gold. Run `dvc repro` again.")
    every = metrics()
    everything = frozenset().union(*observed.values())
    attribution = Attribution(retrieval.kind, retrieval.kinds(answers.values()))
    for question, own in gold.items():
        answer = answers[question]
        values = {metric.name: metric.score(answer, own) for metric in every}
        yield Score(
            system=system,
            question=question,
            values=values,
            context_tokens=answer.context_tokens,
            rankings=retrieval.rankings(answer.retrieved, own, observed[question]) if answer.ranked else (),
            pooled=() if answer.pooled is None else retrieval.rankings(answer.pooled, own, everything),
            failure=attribution.failure(answer, own, observed[question], values[_judged_by(own)] or 0.0),
            fields=field_failures(answer, own, attribution, observed[question]),
        )


def _judged_by(gold: Gold) -> str:
    """The metric that tells whether an answer is right or wrong."""
    return "completion" if gold.fields else "accuracy" if gold.rubric is not None else "f1"


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


def spent(system: str, scored: Iterable[Score], gold: Mapping[str, Gold]) -> Spent:
    """Tokens of context in a system's prompts, over answerable questions."""
    counts = [score.context_tokens for score in scored if gold[score.question].answerable]
    mean = sum(counts) / len(counts) if counts else 0.0
    return Spent(system=system, mean=round(mean, DECIMALS), most=max(counts, default=0), n=len(counts))


@dataclass
class Gathered:
    """What the scores of all systems come to, gathered system by system."""

    gold: Mapping[str, Gold]
    shown: Labels
    frames: list[pl.DataFrame] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    ladders: list[Ladder] = field(default_factory=list)
    fields: list[FieldLadder] = field(default_factory=list)
    spent: list[Spent] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)

    def add(self, system: str, scores: Iterable[Score], judged: Path | None) -> None:
        """Take in the scores of one system, of which no rankings are kept, and what the judge says of its answers."""
        main = self.shown.main
        own: list[Score] = []

        def passing() -> Iterator[Score]:
            for score in scores:
                own.append(score.model_copy(update={"rankings": (), "pooled": ()}))
                yield score

        self.points += points(passing(), self.gold, main, self.shown.answerable(main))
        self.frames.append(frame(own, self.gold))
        self.ladders += ladders(own, self.gold, main, self.shown.columns[main])
        self.fields += field_ladders(own, self.gold, main, self.shown.columns[main])
        self.spent.append(spent(system, own, self.gold))
        if judged is not None:
            labels = {one.question: one for one in jsonl.read(judged / f"{system}.jsonl", Judged)}
            self.judgements.append(judgement(system, labels, own, self.gold))

    def results(self, splits: Sequence[str], known: Calibration | None) -> Results:
        """Tables of everything."""
        data, systems = pl.concat(self.frames, how="diagonal"), [one.system for one in self.spent]
        # a label that no question of these has
        data = data.with_columns(
            pl.lit(None, pl.String).alias(label) for label in self.shown.columns if label not in data.columns
        )
        main = self.shown.main
        columns = self.shown.answerable(main)
        closing = closed(data, self.shown.metric, main, columns, systems)
        made = Results(
            labels=self.shown,
            splits=splits,
            tables=tables(data, systems, self.shown) | ({"closed": closing} if closing else {}),
            differences=differences(data, self.shown.metric, main, (OVERALL, *columns), systems, answerable_only=True),
            transitions=[one for label in self.shown.numeric for one in transitions(data, self.shown, label, systems)],
            crossed=crossed(data, systems, self.shown),
            points=sorted(self.points, key=lambda one: SCOPES.index(one.scope)),
            ladders=self.ladders,
            fields=self.fields,
            spent=self.spent,
            command=f"python -m microworlds.evaluation.scores {' '.join(sys.argv[1:])}",
            judgements=self.judgements,
            calibration=known,
        )
        worlds = {own.labels.get(CLUSTER, own.question) for own in self.gold.values()}
        return made if len(worlds) >= self.shown.worlds_least else made.means()


def tables(data: pl.DataFrame, systems: Sequence[str], shown: Labels) -> dict[str, Table]:
    """The tables of the results page, by name."""
    main, best, called = shown.main, shown.metric, name(shown.metric)
    answerable = shown.answerable(main)

    def by(title: str, metric: str, label: str, columns: Sequence[str], only: bool = False) -> Table:
        return table(data, title, metric, label, columns, systems, only)

    made = {
        f"{best}_{label}": by(
            f"{called} by {NAMES.get(label, label)}, answerable questions", best, label, shown.answerable(label), True
        )
        for label in shown.columns
    }
    made[f"em_{main}"] = by(f"Exact Match by {main}, answerable questions", "exact_match", main, answerable, True)
    if data["aliases"].any():
        title = f"F1 against the one string of the gold by {main}, answerable questions"
        made["f1_plain"] = by(title, "f1_plain", main, answerable, True)
    made |= {key: by(title, best, label, shown.columns[label]) for key, (label, title) in shown.whole.items()}
    if shown.paired is not None and shown.paired[0] in data.columns:
        pair, across = shown.paired
        title = f"{called} of pairs by {NAMES.get(across, across)}: the question that nothing answers and its twin"
        own = paired(data, best, pair)
        made["paired"] = table(own, title, best, across, shown.columns[across], systems)
    for metric, title, columns, only in (
        ("abstention", "Abstention accuracy, unanswerable questions", shown.refusable(main), False),
        ("false_abstention", "False abstention, answerable questions", answerable, False),
        ("stale", "Stale answers: a value that held before, in place of the one that holds", answerable, True),
        ("hedged", "Hedged answers: a value that held before beside the one that holds", answerable, True),
        ("evidence_recall", "Evidence recall", answerable, True),
        ("document_accuracy", "First retrieved document is the right one", answerable, True),
    ):
        made[metric] = by(title, metric, main, columns, only)
    return made


def crossed(data: pl.DataFrame, systems: Sequence[str], shown: Labels) -> dict[str, Table]:
    """The main metric over the first of the suite's crossed labels, for each value of the second."""
    if shown.crossed is None:
        return {}
    across, facets = shown.crossed
    columns = shown.answerable(across)
    return {
        value: table(data.filter(pl.col(facets) == value), value, shown.metric, across, columns, systems, True)
        for value in shown.answerable(facets)
        if value in set(data[facets])
    }


def summary(made: Mapping[str, Table], shown: Labels) -> dict[str, Any]:
    """What `dvc metrics show` and `dvc exp show` list: a few numbers a system, the main metric by the main label."""
    best = made[f"{shown.metric}_{shown.main}"]
    others = ("f1_plain", "abstention", "false_abstention", "paired", "stale", "hedged", "evidence_recall")
    short = {"em": f"em_{shown.main}"} | {key: key for key in others if key in made and asked(made[key], OVERALL)}
    return {
        system: {shown.metric: {column: row[column].mean for column in best.columns}}
        | {key: made[table].rows[system][OVERALL].mean for key, table in short.items()}
        for system, row in best.rows.items()
    }


def main() -> None:
    """A suite's release and answers in, scores, tables and plots out."""
    suite, release, answers, out, folder, *judged = stage.paths(
        "suite", "release", "answers", "scores", "metrics", optional=("judged", "calibrated")
    )
    shown = find(str(suite)).labels
    own = params.section(AnswersParams, f"{suite}.answers")
    episodes = asked_episodes(release, own.splits, own.wordings)
    gold = gold_of(release, own.splits, {question.id for episode in episodes for question in episode.questions})
    observed, wanted = before(episodes), {name for episode in episodes for name in episode.observed}
    retrieval = Retrieval(keyed(Observation, [release / "observations.jsonl"], "id", wanted), shown.levels)
    files = played(answers, params.tree()[str(suite)])
    gathered = Gathered(gold, shown)
    with jsonl.replacing(out) as temporary, temporary.open("w", encoding="utf-8") as file:

        def written(scores: Iterable[Score]) -> Iterator[Score]:
            for score in scores:
                file.write(score.model_dump_json() + "\n")
                yield score

        for system, path in files.items():
            given = keyed(Answer, [path], "question")
            gathered.add(
                system, written(scored(system, given, gold, observed, retrieval)), judged[0] if judged else None
            )
    known = Calibration.model_validate_json(judged[1].read_bytes()) if judged else None
    results = gathered.results(own.splits, known)
    pages.write(folder, results, summary(results.tables, shown))


if __name__ == "__main__":
    run(main)
