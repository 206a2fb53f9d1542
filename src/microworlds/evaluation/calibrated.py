"""Stage calibrated: the judge before answers whose label is known: what it accepts that is wrong, and the reverse.

Source: issue 4, section 2.
"""

import json

from microworlds.authors.roles import author
from microworlds.core import jsonl, stage
from microworlds.core.errors import run
from microworlds.core.parallel import ALONE, ordered_map
from microworlds.core.records import CalibrationItem, Judged, Rejection
from microworlds.evaluation.judgements import calibration
from microworlds.evaluation.judging import Grader, name

STAGE = "calibrated"


def main() -> None:
    """Calibration items of a suite in, the judge's labels of them and its mistakes out."""
    suite, source, out, report = stage.paths("suite", "calibration", "calibrated", "report")
    calibration_items = list(jsonl.read(source, CalibrationItem))
    judge = author("grader", str(suite), STAGE)
    made: list[Judged | Rejection] = []
    graded = Grader(judge, STAGE).calibration_item
    for own in ordered_map(graded, calibration_items, label=STAGE, waiting=judge.waiting or ALONE):
        made += own
    stage.write(out, made)
    found = calibration(name(judge), calibration_items, [item for item in made if isinstance(item, Judged)])
    jsonl.write_text(report, json.dumps(found.model_dump(mode="json"), indent=2) + "\n")


if __name__ == "__main__":
    run(main)
