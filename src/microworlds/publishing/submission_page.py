"""What a submission came to, to be read, and as the files that a run has.

Source: issue 12, section 2; MemoryDocDataSet 5.3.
"""

from __future__ import annotations

import json
from pathlib import Path

from microworlds.core import jsonl, stage
from microworlds.core.records import Judged
from microworlds.evaluation.judgements import judgement
from microworlds.evaluation.scores import summary, tables
from microworlds.evaluation.system_names import name
from microworlds.evaluation.tables import OVERALL, frame, grid, shown, table
from microworlds.publishing.exports.base import fresh
from microworlds.publishing.submission import Scored
from microworlds.suites.base import find

# heading, metric, and whether it is of answerable questions alone
_MEASURES = (
    ("F1", "f1", True),
    ("Exact Match", "exact_match", True),
    ("abstention", "abstention", False),
    ("false abstention", "false_abstention", False),
    ("evidence recall", "evidence_recall", True),
)
_INTERVALS = "F1, Exact Match and recall are of answerable questions; in brackets, 95% intervals over worlds."


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
                rows.append([name(value), str(n), *(shown(row[value]) for row in made)])
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
