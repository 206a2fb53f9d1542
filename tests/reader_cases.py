"""The reader's questions of data/reader_cases.yaml, and what it scores on them.

A script too: ``python tests/reader_cases.py held_out`` prints the figures, and for develop what went
wrong: who sees what goes wrong with the held-out ones will tune on it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from microworlds.core.records import Passage
from microworlds.core.text import normalized
from microworlds.reading.reader import Reader, Reading

ASKED_AT = datetime(2025, 7, 1, tzinfo=UTC)
_FILE = Path(__file__).parent / "data" / "reader_cases.yaml"


@dataclass(frozen=True)
class Case:
    """A question with the passages it is asked of, and their ids; without answers, it must be abstained from."""

    id: str
    form: str
    question: str
    answers: tuple[str, ...]
    passages: tuple[Passage, ...]
    ids: tuple[str, ...]

    def score(self, reading: Reading) -> float:
        """Token F1 against the best of the answers; for a question without any, whether the reader abstained."""
        if not self.answers:
            return float(reading.abstained)
        return max(f1(reading.text, answer) for answer in self.answers)


def f1(given: str, gold: str) -> float:
    """Token F1 after normalisation."""
    left, right = normalized(given).split(), normalized(gold).split()
    shared = sum((Counter(left) & Counter(right)).values())
    return 2 * shared / (len(left) + len(right)) if left and right else float(left == right)


def cases(part: str) -> Iterator[Case]:
    """The questions of a part, held_out or develop."""
    data = _data()
    for case in data["cases"]:
        context = data["contexts"][case["context"]]
        if context["part"] == part:
            kept = {id: one for id, one in _passages(context) if id not in case.get("drop", ())}
            answers = tuple(map(str, case["answers"]))
            yield Case(case["id"], case["form"], case["question"], answers, tuple(kept.values()), tuple(kept))


@cache
def _data() -> Any:
    return yaml.safe_load(_FILE.read_text(encoding="utf-8"))


def passages(context: str) -> tuple[Passage, ...]:
    """All passages of a context."""
    return tuple(one for _, one in _passages(_data()["contexts"][context]))


def _passages(context: dict[str, Any]) -> Iterator[tuple[str, Passage]]:
    for session in context["sessions"]:
        for id, speaker, text in session["utterances"]:
            yield id, Passage(text=text, source=session["source"], speaker=speaker, time=session["time"])
    for document in context["documents"]:
        for id, text in document["paragraphs"]:
            yield id, Passage(text=text, source=document["source"])


@dataclass(frozen=True)
class Scores:
    """Mean F1 and false abstention where there is an answer, abstention where there is none."""

    f1: float
    false_abstention: float
    abstention: float


def scores(part: str, verbose: bool = False) -> Scores:
    """What the reader scores on a part."""
    found, abstained, rightly = [], [], []
    for case in cases(part):
        reading = Reader().read(case.question, case.passages, asked_at=ASKED_AT)
        score = case.score(reading)
        if case.answers:
            found.append(score)
            abstained.append(reading.abstained)
        else:
            rightly.append(score)
        if verbose and score < 1:
            support = ", ".join(case.ids[place] for place in reading.support)
            print(f"{case.id} {score:.2f} {case.form}: {case.question} {reading.text!r} [{support}] {case.answers}")
    return Scores(sum(found) / len(found), sum(abstained) / len(abstained), sum(rightly) / len(rightly))


if __name__ == "__main__":
    print(scores(sys.argv[1], verbose=sys.argv[1] == "develop"))
