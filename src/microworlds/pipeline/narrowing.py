"""Rounds of experiments, each with twice as many questions, until the intervals of all systems are narrow enough.

Only how wide intervals are is looked at, never what they show: who stops when a difference shows finds too many. The
first N questions of a fixed order, drawn by chance, are asked: a round asks those of the rounds before again, and more.
Each counts, also where the answer failed. The width is an estimate, and whoever stops by it stops rather where it came
out too small: the last intervals are very slightly too narrow. Rounds double so that there are few looks.

Source: issue 16, section 4.
"""

import math
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from microworlds.config.compose import composed
from microworlds.core import jsonl, params
from microworlds.core.errors import UserError
from microworlds.core.records import Episode
from microworlds.evaluation.play.evaluated_splits import AnswersParams, asked_episodes
from microworlds.evaluation.system_names import name
from microworlds.evaluation.tables import OVERALL, Table, read, rounded
from microworlds.suites import base as suites

_BACK = "`git checkout HEAD -- params.yaml dvc.lock; dvc checkout`"


@dataclass(frozen=True)
class Project:
    """A suite, and the folders that have all suites' releases and metrics."""

    suite: str
    releases: Path
    metrics: Path


@dataclass(frozen=True)
class Round:
    """One experiment: how much was asked, and the system with the widest interval.

    ``setting`` is N; ``texts`` of the release's ``every`` were asked, at all their sizes as many ``questions``.
    ``width`` is high - low of ``system``, infinite if it has no interval.
    """

    setting: int
    texts: int
    every: int
    questions: int
    system: str
    width: float

    def line(self) -> str:
        """What is printed of it: nothing of any mean."""
        widest = "none yet" if math.isinf(self.width) else f"{self.width:.4f}"
        return (
            f"{self.texts:,} of {self.every:,} wordings, {self.questions:,} questions asked; "
            f"widest interval: {widest} ({name(self.system)})"
        )

    def end(self, width: float) -> str:
        """Why it was the last one, and which settings hold now."""
        why = (
            f"every interval is at most {width:g} wide"
            if self.width <= width
            else f"all {self.every:,} wordings are asked, and not every interval is at most {width:g} wide"
        )
        return f"Stopped: {why}. params.yaml stays at {self.setting:,} wordings; back: {_BACK}."


def chosen(given: str | None, overrides: Sequence[str]) -> str:
    """The suite of which so many questions can be played alone: the one named, else the only one there is.

    Raises:
        UserError: there is no such suite, it is not played here or without this setting, or ``overrides`` give it too.
    """
    tree = composed(overrides)
    having = [one for one in suites.names() if "wordings" in _answers(tree, one)]
    if given is None and len(having) != 1:
        raise UserError(f"SUITE.answers.wordings is a setting of {', '.join(having) or 'no suite'}: give --suite.")
    suite = given or having[0]
    suites.find(suite)
    if suite not in having:
        raise UserError(
            f"conf/ has no {suite}.answers.wordings: its questions cannot be played a few at a time. "
            f"Those of these suites can: {', '.join(having) or 'none'}."
        )
    nobodys = -1  # which no override gives
    if _answers(composed([_setting(suite, nobodys), *overrides]), suite).get("wordings") != nobodys:
        raise UserError(f"{suite}.answers.wordings is set by this command alone: leave it out, and give --first.")
    return suite


def _answers(tree: Mapping[str, Any], suite: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = tree.get(suite, {}).get("answers", {})
    return found


def _setting(suite: str, wordings: int) -> str:
    return f"{suite}.answers.wordings={wordings}"


def experiment(command: Sequence[str]) -> int:
    """The exit code of a command, whose output is shown as it comes.

    Raises:
        UserError: there is no such program.
    """
    try:
        return subprocess.run(command, check=False).returncode
    except OSError as error:
        raise UserError(f"cannot run {command[0]}: {error.strerror}. Is the environment active (README.md)?") from error


def rounds(project: Project, width: float, first: int, overrides: Sequence[str]) -> Iterator[Round]:
    """Experiments with ``first`` questions, twice as many, and so on; the last has intervals ``width`` wide, or all.

    Raises:
        UserError: an experiment failed, or left no table of the suite's main metric.
    """
    release, wordings, every = project.releases / project.suite, first, None
    while True:
        settings = [_setting(project.suite, wordings), *overrides]
        options = [word for setting in settings for word in ("-S", setting)]
        code = experiment(["dvc", "exp", "run", *options, f"{project.suite}-scores"])
        if code:
            raise UserError(f"the experiment with {wordings:,} wordings failed (exit code {code}). Back: {_BACK}.")
        splits = params.section(AnswersParams, f"{project.suite}.answers").splits
        asked = [own.questions for own in asked_episodes(release, splits, wordings)]
        every = every or _every(release, splits)
        system, found = widest(_main(project))
        texts = len({questions[0].text for questions in asked})
        yield Round(wordings, texts, every, sum(map(len, asked)), system, found)
        if found <= width or wordings >= every:
            return
        wordings *= 2


def _every(release: Path, splits: Sequence[str]) -> int:
    """How many questions there are that episodes ask first, each counted once."""
    files = (release / f"{split}.episodes.jsonl" for split in splits)
    return len({own.questions[0].text for file in files for own in jsonl.read(file, Episode)})


def _main(project: Project) -> Table:
    """The suite's main metric by its main label, over answerable questions."""
    file, shown = project.metrics / project.suite / "results" / "tables.json", suites.find(project.suite).labels
    key = f"{shown.metric}_{shown.main}"
    try:
        found = read(file.read_bytes(), file).get(key)
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror}. Run `dvc repro` to make it.") from error
    if found is None or not found.rows:
        raise UserError(f"{file} has no system in a table {key}. Run `dvc repro {project.suite}-scores` to make it.")
    return found


def widest(own: Table) -> tuple[str, float]:
    """The system whose interval over all questions is the widest, and how wide it is; infinite if it has none."""
    cells = {system: row[OVERALL] for system, row in own.rows.items()}
    widths = {system: _width(cell.low, cell.high) for system, cell in cells.items()}
    system = max(widths, key=lambda one: widths[one])
    return system, widths[system]


def _width(low: float | None, high: float | None) -> float:
    """Rounded as the bounds are, so that from .7 to .9 is .2."""
    found = None if low is None or high is None else rounded(high - low)
    return math.inf if found is None else found
