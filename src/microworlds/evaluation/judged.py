"""Stage judged: every answer on file with the label that the judge gives it. Nobody is asked to answer anything.

Source: issue 4, section 2; ConvoMem A.4.5.
"""

from collections.abc import Mapping
from itertools import chain, groupby
from pathlib import Path

from microworlds.authors.roles import author
from microworlds.core import jsonl, params, stage
from microworlds.core.errors import UserError, run
from microworlds.core.parallel import ALONE, ordered_map
from microworlds.core.records import Answer, Gold, Question
from microworlds.evaluation.judging import Asked, Grader
from microworlds.evaluation.play.evaluated_splits import AnswersParams, asked_episodes, gold_of, played

STAGE = "judged"


def asked(questions: Mapping[str, Question], gold: Mapping[str, Gold], path: Path) -> list[Asked]:
    """The answers of a file with question and gold, in the order of the gold; nothing is kept of what was retrieved.

    Raises:
        UserError: an answer is missing, or of a question without gold.
    """
    unread = {"retrieved": (), "context": None, "pooled": None}
    given = {answer.question: answer.model_copy(update=unread) for answer in jsonl.read(path, Answer)}
    if set(given) != set(gold) or not set(gold) <= set(questions):
        raise UserError(f"{path}: its answers are not those to the questions of the release. Run `dvc repro` again.")
    return [(questions[name], gold[name], given[name]) for name in gold]


def main() -> None:
    """A suite's release and the answers of all systems in, a file of labels for each system out."""
    suite, release, answers, out = stage.paths("suite", "release", "answers", "judged")
    played_on = params.section(AnswersParams, f"{suite}.answers")
    episodes = asked_episodes(release, played_on.splits, played_on.wordings)
    questions = {question.id: question for episode in episodes for question in episode.questions}
    gold = gold_of(release, played_on.splits, questions)
    judge = author("grader", str(suite), STAGE)
    files = sorted(played(answers, params.tree()[str(suite)]).values())
    waiting = [(path, one) for path in files for one in asked(questions, gold, path)]
    graded = Grader(judge, STAGE).answer
    made = ordered_map(graded, [one for _, one in waiting], label=STAGE, waiting=judge.waiting or ALONE)
    by_system = groupby(zip(waiting, made, strict=True), key=lambda pair: pair[0][0].name)
    for file, own in by_system:
        stage.write(out / file, chain.from_iterable(labels for _, labels in own))


if __name__ == "__main__":
    run(main)
