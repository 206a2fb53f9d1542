"""How long a system takes to take in observations and to answer questions, by the number of observations.

Times are no results. They lie beside them, in ``metrics/SUITE/time``, in no output of a stage, so that the same inputs
give the same bytes. They hold for one machine and its caches: a vector or a reply that is kept takes no time.

Source: issue 16, section 4.
"""

from __future__ import annotations

import hashlib
import time
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TypeVar

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.records import Record

T = TypeVar("T")
METRICS = Path("metrics")
FOLDER = "time"


def _none() -> array[float]:
    return array("d")


@dataclass(frozen=True)
class EpisodeTimes:
    """Seconds of each step of one episode, in order: of observations taken in, of questions answered."""

    taking_in: array[float] = field(default_factory=_none)
    answering: array[float] = field(default_factory=_none)


class TimeRow(Record):
    """What episodes with so many observations took together; ``observations`` is None: all episodes.

    Seconds are sums of wall time, over processes that ran at once too. ``ms_observation`` and ``ms_question`` are
    medians over single steps in milliseconds, None where there is no such step.
    """

    observations: int | None
    episodes: int
    taken_in: int
    seconds_in: float
    ms_observation: float | None
    questions: int
    seconds_answering: float
    ms_question: float | None


class SystemTimes(Record):
    """What a system took when it last made its answers here: in all, and by number of observations from the fewest.

    ``answers`` is the MD5 of the file of these answers, as dvc.lock has it.
    """

    answers: str
    total: TimeRow
    rows: tuple[TimeRow, ...]


@contextmanager
def stopwatch(seconds: array[float]) -> Iterator[None]:
    """Add how many seconds a block takes, also if it ends with an error."""
    begun = time.perf_counter()
    try:
        yield
    finally:
        seconds.append(time.perf_counter() - begun)


def apart(played: Iterable[tuple[T, EpisodeTimes]], times: list[EpisodeTimes]) -> Iterator[T]:
    """What was played, as it comes; its times are added to ``times``."""
    for made, own in played:
        times.append(own)
        yield made


def summed(times: Sequence[EpisodeTimes], answers: str) -> SystemTimes:
    """The times of a system's episodes, whatever their order; ``answers`` is the MD5 of what it answered."""
    sizes = sorted({len(own.taking_in) for own in times})
    rows = (_row([own for own in times if len(own.taking_in) == size], size) for size in sizes)
    return SystemTimes(answers=answers, total=_row(times, None), rows=tuple(rows))


def _row(times: Sequence[EpisodeTimes], observations: int | None) -> TimeRow:
    taking_in = [seconds for own in times for seconds in own.taking_in]
    answering = [seconds for own in times for seconds in own.answering]
    return TimeRow(
        observations=observations,
        episodes=len(times),
        taken_in=len(taking_in),
        seconds_in=round(sum(taking_in), 6),
        ms_observation=_ms(taking_in),
        questions=len(answering),
        seconds_answering=round(sum(answering), 6),
        ms_question=_ms(answering),
    )


def _ms(seconds: Sequence[float]) -> float | None:
    return round(1000 * median(seconds), 3) if seconds else None


def write(suite: str, system: str, times: Sequence[EpisodeTimes], answers: Path) -> None:
    """Write a system's times to ``metrics/SUITE/time/SYSTEM.json``; of one that is left out (no answers) remove them.

    It is never an error that they cannot be written.
    """
    path = METRICS / suite / FOLDER / f"{system}.json"
    with suppress(OSError, UserError):
        path.unlink(missing_ok=True)  # of an earlier run
        if answers.stat().st_size:
            with answers.open("rb") as file:
                digest = hashlib.file_digest(file, "md5").hexdigest()
            jsonl.write_text(path, summed(times, digest).model_dump_json(indent=1) + "\n")


def read(metrics: Path, system: str) -> SystemTimes | None:
    """A system's times in a suite's folder of metrics; None if they are not there or cannot be read."""
    with suppress(OSError, ValueError):
        return SystemTimes.model_validate_json((metrics / FOLDER / f"{system}.json").read_bytes())
    return None
