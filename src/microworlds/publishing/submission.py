"""Somebody's answers to the questions of a release, from a file: checked, scored as the pipeline scores, and shown.

A line is an ``Answer``, less what can be told without it: ``{"question": ID, "text": "..."}`` is enough. Every question
of the splits that are scored counts, answered or not.

Source: issue 12, section 2; MemoryDocDataSet 5.3 (the measures).
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from microworlds.authors.base import Author
from microworlds.authors.roles import author
from microworlds.core import formats, jsonl, stage
from microworlds.core.errors import UserError
from microworlds.core.parallel import ordered_map
from microworlds.core.plugins import nearest
from microworlds.core.records import Answer, Gold, Judged, Question, Rejection, Score, Span
from microworlds.evaluation.judged import STAGE
from microworlds.evaluation.judgements import judgement
from microworlds.evaluation.judging import Grader
from microworlds.evaluation.retrieval_scores import Retrieval
from microworlds.evaluation.scores import before, scores, summary, tables
from microworlds.evaluation.system_names import name as called
from microworlds.evaluation.tables import OVERALL, frame, grid, shown, table
from microworlds.publishing import sources
from microworlds.publishing.exports.base import fresh
from microworlds.publishing.load import Release, load
from microworlds.suites.base import find
from microworlds.systems.base import tasks

Missing = Literal["error", "wrong"]
_SHAPE = '{"question": ID, "text": "..."}'
_OF_RETRIEVAL = ("evidence_recall", "document_accuracy")  # metrics that nothing is known of without a list

# heading, metric, and whether it is of answerable questions alone
_MEASURES = (
    ("F1", "f1", True),
    ("Exact Match", "exact_match", True),
    ("abstention", "abstention", False),
    ("false abstention", "false_abstention", False),
    ("evidence recall", "evidence_recall", True),
)
_INTERVALS = "F1, Exact Match and recall are of answerable questions; in brackets, 95% intervals over worlds."


@dataclass(frozen=True)
class Submission:
    """The answers of a file by question, and the line of each; ``retrieves`` if any says what it retrieved."""

    path: Path
    answers: Mapping[str, Answer]
    lines: Mapping[str, int]
    retrieves: bool

    def at(self, question: str) -> str:
        """How an error speaks of an answer's place."""
        return f"{self.path}, line {self.lines[question]}"


@dataclass(frozen=True)
class Entry:
    """A file of answers to a release in a folder; ``name`` is what the system is called in the scores.

    ``splits`` are those to score; none: those that have a question which is answered. With ``missing`` "wrong" a
    question that is not answered counts as answered with nothing.
    """

    answers: Path
    release: Path
    name: str
    splits: tuple[str, ...] = ()
    missing: Missing = "error"


@dataclass(frozen=True)
class Scored:
    """What a submission came to; ``absent`` is how many questions it did not answer.

    ``besides`` is how many answers are to questions of other splits. ``judged`` is empty where nobody judged.
    """

    suite: str
    version: str | None
    splits: tuple[str, ...]
    scores: tuple[Score, ...]
    gold: Mapping[str, Gold]
    absent: int
    besides: int
    judged: tuple[Judged | Rejection, ...] = ()


def read(path: Path) -> Submission:
    """The answers of a file of JSON lines.

    Raises:
        UserError: it cannot be read or holds none, is of a later format, or a line is no answer or answers again.
    """
    answers: dict[str, Answer] = {}
    lines: dict[str, int] = {}
    retrieves = False
    for number, own in _objects(path):
        where = f"{path}, line {number}"
        if not answers and own.keys() == {formats.KEY}:
            formats.known("answers", own[formats.KEY], where)
            continue
        answer = _answer(own, where)
        if answer.question in answers:
            raise UserError(f"{where}: {answer.question} is answered in line {lines[answer.question]} already.")
        answers[answer.question], lines[answer.question] = answer, number
        retrieves |= "retrieved" in own
    if not answers:
        raise UserError(f"{path} holds no answers. A line is {_SHAPE}.")
    return Submission(path, answers, lines, retrieves)


def _objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON object of each line, and the line's number; empty lines are passed over."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}. Name a file of JSON lines: {_SHAPE}.") from error
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            own = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UserError(f"{path}, line {number}: not JSON: {error}. A line is {_SHAPE}.") from error
        if not isinstance(own, dict):
            raise UserError(f"{path}, line {number}: {own!r:.60} is no JSON object. A line is {_SHAPE}.")
        yield number, own


def _answer(own: Mapping[str, Any], where: str) -> Answer:
    """The answer of a line: ``answer`` may stand for ``text``; whether it abstains is told from the text if unsaid."""
    given = {"text" if key == "answer" and "text" not in own else key: value for key, value in own.items()}
    if given.get("abstained") is True:
        given.setdefault("text", tasks.ABSTAIN)
    if given.get("abstained") is None:
        given["abstained"] = isinstance(given.get("text"), str) and tasks.abstains(given["text"])
    given.setdefault("ranked", "retrieved" in own)
    try:
        return Answer.model_validate_json(json.dumps(given))
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(map(str, fault["loc"]))
        raise UserError(f"{where}: not an answer: {place}: {fault['msg']}. A line is {_SHAPE}.") from error


def score(entry: Entry, judged: bool = False) -> Scored:
    """The answers of a file under every metric; and as ``models.grader`` of params.yaml sees them, if ``judged``.

    Raises:
        UserError: see ``read``; or an answer is to no question of the release, or says that it retrieved what was not
            observed, or questions are not answered.
    """
    given, folder = read(entry.answers), entry.release
    whole = load(sources.listed(sources.Folder(folder)).suite, source=folder)
    parts = {split: load(whole.suite, split=split, source=folder) for split in whole.splits}
    chosen = _chosen(given, entry, {split: [one.id for one in part.questions] for split, part in parts.items()})
    own = [parts[split] for split in chosen]
    gold = {item.question: item for part in own for item in part.gold}
    answers, absent = _complete(given, gold, entry.missing)
    observed = before(episode for part in own for episode in part.episodes)
    observations = {item.id: item for part in own for item in part.observations}
    _check_spans(given, answers, observed, {name: len(item.text) for name, item in observations.items()})
    made = scores(entry.name, answers, gold, observed, Retrieval(observations, find(whole.suite).labels.levels))
    return Scored(
        suite=whole.suite,
        version=whole.version,
        splits=chosen,
        scores=tuple(made if given.retrieves else map(_without_retrieval, made)),
        gold=gold,
        absent=absent,
        besides=len(given.answers) - (len(answers) - absent),
        judged=tuple(_judged(author("grader", whole.suite, STAGE), own, gold, answers)) if judged else (),
    )


def _chosen(given: Submission, entry: Entry, ids: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """The splits to score, of those that ``ids`` has the questions of.

    Raises:
        UserError: there is no such split, an answer is to no question of the release, or none is to one of the splits.
    """
    folder, splits = entry.release, entry.splits
    for split in splits:
        if split not in ids:
            raise UserError(f"{folder} has no split {split!r}{nearest(split, list(ids))}. It has: {', '.join(ids)}.")
    asked = {question for own in ids.values() for question in own}
    unknown = [question for question in given.answers if question not in asked]
    if unknown:
        first = unknown[0]
        raise UserError(
            f"{given.at(first)}: {folder} asks no question {first!r}{nearest(first, sorted(asked))}; "
            f"{len(unknown)} of {len(given.answers)} answers are to no question of it. Is this the right release?"
        )
    answered = [split for split, own in ids.items() if not given.answers.keys().isdisjoint(own)]
    if splits and not set(splits) & set(answered):
        raise UserError(f"{given.path} answers no question of {', '.join(splits)}, but of {', '.join(answered)}.")
    return tuple(split for split in ids if split in (splits or answered))


def _complete(given: Submission, gold: Mapping[str, Gold], missing: Missing) -> tuple[list[Answer], int]:
    """An answer to each question, in the order of the gold, and how many of them are none.

    Raises:
        UserError: questions are not answered, and that is an error.
    """
    absent = [question for question in gold if question not in given.answers]
    if absent and missing == "error":
        raise UserError(
            f"{given.path}: {len(absent)} of {len(gold)} questions have no answer, {absent[0]} first. Answer them, or "
            "count them as wrong: --missing wrong."
        )
    nothing = Answer(question="", text="", abstained=False, ranked=given.retrieves)
    filled = [given.answers.get(question) or nothing.model_copy(update={"question": question}) for question in gold]
    return filled, len(absent)


def _check_spans(
    given: Submission,
    answers: Sequence[Answer],
    observed: Mapping[str, Collection[str]],
    lengths: Mapping[str, int],
) -> None:
    """Nothing, if every span that an answer names is of what was observed before its question.

    Raises:
        UserError: one is not.
    """
    for answer in answers:
        own = [*answer.retrieved, *(answer.context or ())]
        wrong = next((span for span in own if not _lies(span, observed[answer.question], lengths)), None)
        wrong = wrong or next((span for span in answer.pooled or () if not _lies(span, lengths, lengths)), None)
        if wrong:
            raise UserError(
                f"{given.at(answer.question)}: {answer.question} retrieved {wrong.start}-{wrong.end} of "
                f"{wrong.observation!r}, which was not observed before it was asked, or is shorter. A span is an "
                "observation's id, and characters of its text."
            )


def _lies(span: Span, observed: Collection[str], lengths: Mapping[str, int]) -> bool:
    return span.observation in observed and span.end <= lengths[span.observation]


def _without_retrieval(own: Score) -> Score:
    """A score that says nothing of a list that nobody knows."""
    values = own.values | dict.fromkeys((name for name in _OF_RETRIEVAL if name in own.values), None)
    return own.model_copy(update={"values": values, "failure": None})


def _judged(
    judge: Author, parts: Sequence[Release], gold: Mapping[str, Gold], answers: Sequence[Answer]
) -> Iterator[Judged | Rejection]:
    questions: dict[str, Question] = {question.id: question for part in parts for question in part.questions}
    asked = [(questions[answer.question], gold[answer.question], answer) for answer in answers]
    for said in ordered_map(Grader(judge, STAGE).answer, asked, label=STAGE, waiting=judge.waiting):
        yield from said


def page(own: Scored) -> str:
    """What a submission came to, in Markdown: a sentence, and a row for all questions and for each value of a label."""
    shown_by = find(own.suite).labels
    (system,) = {score.system for score in own.scores}
    data = frame(own.scores, own.gold)
    rows: list[list[str]] = []
    for label, values in shown_by.columns.items():
        made = [
            table(data, head, metric, label, values, [system], only).rows[system] for head, metric, only in _MEASURES
        ]
        for value in values if rows else (OVERALL, *values):
            n = sum(value in (OVERALL, gold.labels.get(label)) for gold in own.gold.values())
            if n:
                rows.append([called(value), str(n), *(shown(row[value]) for row in made)])
    told = f"{system}: {len(own.gold):,} questions of {', '.join(own.splits)}, {own.suite} {own.version or ''}".strip()
    notes = [
        f"{own.absent:,} without an answer count as wrong" if own.absent else "",
        f"{own.besides:,} answers to questions of other splits are left out" if own.besides else "",
    ]
    said = f"{'; '.join(filter(None, [told, *notes]))}. {_INTERVALS}"
    return f"{said}\n\n{grid(['', 'n', *(head for head, *_ in _MEASURES)], rows)}\n{_verdict(own)}"


def _verdict(own: Scored) -> str:
    """What the judge says, if there was one."""
    judged = {item.question: item for item in own.judged if isinstance(item, Judged)}
    if not judged:
        return ""
    found = judgement(own.scores[0].system, judged, own.scores, own.gold)
    columns = {
        "correct": found.correct, "partial": found.partial, "incorrect": found.incorrect,
        "abstained": found.abstained, "no verdict": found.error, "right, unanswerable": found.right,
    }  # fmt: skip
    return f"\nAs judged:\n\n{grid(['answers', *columns], [['share', *map(shown, columns.values())]])}\n"


def write(own: Scored, out: Path) -> None:
    """Write scores, tables and what a judge said to the new folder ``out``, in the files that a run has.

    Raises:
        UserError: ``out`` is in use.
    """
    shown_by = find(own.suite).labels
    made = tables(frame(own.scores, own.gold), [own.scores[0].system], shown_by)
    with fresh(out) as folder:
        jsonl.write(folder / "scores.jsonl", own.scores)
        for file, content in (
            ("tables", {key: each.model_dump(mode="json") for key, each in made.items()}),
            ("scores", summary(made, shown_by)),
        ):
            jsonl.write_text(folder / f"{file}.json", json.dumps(content, indent=2) + "\n")
        if own.judged:
            stage.write(folder / "judged.jsonl", own.judged)
