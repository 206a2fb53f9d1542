"""A release to export."""

import pytest

from microworlds.core import jsonl
from microworlds.core.records import Gold
from microworlds.evaluation.play.answers import episodes
from microworlds.publishing.exports.base import Unit
from microworlds.suites.memorydoc import release
from tests import worlds


@pytest.fixture(name="released", scope="module")
def released_fixture(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exports")
    (folder / "quality.json").write_text("{}")
    (folder / "release").mkdir()
    made = [worlds.judged(number) for number in range(2)]
    release.write(folder / "release", made, [], folder / "quality.json", worlds.SEED, worlds.RULES)
    return folder / "release"


@pytest.fixture(name="split", scope="module")
def split_fixture(released):
    return next(name for name in ("train", "val", "test") if (released / f"{name}.gold.jsonl").stat().st_size)


def read(folder, split):
    """Observations, questions and gold of a split, by id."""
    played = list(episodes(folder, [split]))
    observations = {item.id: item for _, own in played for item in own}
    questions = {question.id: question for episode, _ in played for question in episode.questions}
    return observations, questions, {item.question: item for item in jsonl.read(folder / f"{split}.gold.jsonl", Gold)}


def units(folder):
    return {unit.id: unit.span for unit in jsonl.read(folder / "units.jsonl", Unit)}


def touched(spans, gold):
    """Which of these spans hold evidence of a question."""
    return {name for name, span in spans.items() if any(span.overlaps(piece.span) for piece in gold.evidence)}
