"""What each step of a system has cost: seconds, and what language models were asked for in it.

Seconds are those of the last time that a system's answers were made here; calls are those of all runs of an account.

Source: issue 16, section 4.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from microworlds.core.errors import UserError
from microworlds.evaluation.play import timing
from microworlds.evaluation.play.timing import SystemTimes, TimeRow

_TAKES_IN, _ANSWERS = "takes in", "answers"
_STEPS = {"memory_extractor": _TAKES_IN, "answerer": _ANSWERS}
_STAGES = ("answers", "oracle")
_NOTHING = "-"


@dataclass(frozen=True)
class Asked:
    """What language models were asked for in a step: calls that brought a reply, tokens, US$ as far as it is known."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float = 0.0
    known: bool = True

    def __add__(self, other: "Asked") -> "Asked":
        """Both together."""
        return Asked(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.usd + other.usd,
            self.known and other.known,
        )


@dataclass(frozen=True)
class StepCosts:
    """Of a suite's systems, by name: their times, and by name and step what was asked for in an account."""

    suite: str
    times: Mapping[str, SystemTimes]
    asked: Mapping[tuple[str, str], Asked]
    account: str | None


def read(metrics: Path) -> StepCosts | None:
    """What is in a suite's folder of metrics, such as metrics/SUITE; None if nothing was measured there.

    Raises:
        UserError: cost.json is damaged.
    """
    names = sorted(path.stem for path in (metrics / timing.FOLDER).glob("*.json"))
    times = {name: own for name in names if (own := timing.read(metrics, name)) is not None}
    path = metrics / "cost.json"
    asked: dict[tuple[str, str], Asked] = {}
    account = None
    try:
        if path.is_file():
            held = json.loads(path.read_bytes())
            account = str(held["account"])
            for key, line in _lines(held["lines"]):
                asked[key] = asked.get(key, Asked()) + line
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path} is damaged ({type(error).__name__}): remove it, the next call writes it.") from error
    return StepCosts(metrics.name, times, asked, account) if times or asked else None


def _lines(lines: list[Mapping[str, object]]) -> Iterator[tuple[tuple[str, str], Asked]]:
    """Of a ledger's lines those of systems' own roles while they play, by system and step."""
    for line in lines:
        stage, _, system = str(line["stage"]).partition("@")
        step = _STEPS.get(str(line["role"]))
        if stage in _STAGES and system and step:
            calls, tokens_in, tokens_out = (int(str(line[name])) for name in ("calls", "tokens_in", "tokens_out"))
            known = line["usd"] is not None
            yield (system, step), Asked(calls, tokens_in, tokens_out, float(str(line["usd_known"])), known)


def table(found: StepCosts, *, by_size: bool = False) -> Table:
    """Two rows a system; with ``by_size`` more below each, one for each number of observations of an episode.

    What was not measured, or asked for, is a dash.
    """
    calls = f"; calls of all runs of account {found.account!r}" if found.asked else ""
    made = Table(title=f"{found.suite}: times of the last run of each system{calls}", title_justify="left")
    made.add_column("system", no_wrap=True)
    made.add_column("step", no_wrap=True)
    for name in (*(["observations"] if by_size else []), "steps", "ms (median)", "seconds"):
        made.add_column(name, justify="right")
    for name in ("calls", "tokens in", "tokens out", "US$"):
        made.add_column(name, justify="right")
    for system in sorted({*found.times, *(system for system, _ in found.asked)}):
        own = found.times.get(system)
        total = own.total if own else None
        for step in (_TAKES_IN, _ANSWERS):
            size = ["all"] if by_size else []
            shown = system if step == _TAKES_IN else ""
            made.add_row(shown, step, *size, *_time(total, step), *_said(found.asked.get((system, step))))
            for row in own.rows if own and by_size else ():
                made.add_row("", "", f"{row.observations:,}", *_time(row, step))
        made.add_section()
    return made


def _time(row: TimeRow | None, step: str) -> tuple[str, str, str]:
    """How many steps, milliseconds of one, seconds of all."""
    if row is None:
        return _NOTHING, _NOTHING, _NOTHING
    if step == _TAKES_IN:
        count, each, seconds = row.taken_in, row.ms_observation, row.seconds_in
    else:
        count, each, seconds = row.questions, row.ms_question, row.seconds_answering
    return f"{count:,}", _NOTHING if each is None else f"{each:,.3f}", f"{seconds:,.2f}"


def _said(asked: Asked | None) -> tuple[str, ...]:
    if asked is None:
        return (_NOTHING,) * 4
    usd = f"{asked.usd:,.4f}" if asked.known else f"{asked.usd:,.4f} + ?"
    return f"{asked.calls:,}", f"{asked.tokens_in:,}", f"{asked.tokens_out:,}", usd
