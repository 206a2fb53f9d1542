"""What a run with language models will ask for and cost, before anything is asked: the command `estimate`.

Source: issue 3, section 4.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.table import Table

from microworlds.authors.probe import Noted
from microworlds.authors.recorded import RECORDS, Folder
from microworlds.core import tokens
from microworlds.llm.client import Provider
from microworlds.llm.records import Endpoint
from microworlds.llm.store import Store
from microworlds.pipeline.dry_run import WORLDS, calling, opened, plain

_FIXED = ("calibrated",)  # stages that ask as often for few worlds as for many


@dataclass(frozen=True)
class Line:
    """What one role of one stage of a suite will ask one model for. ``usd`` is None where the price is not known."""

    suite: str
    stage: str
    role: str
    model: str
    calls: int
    held: int
    tokens_in: int
    tokens_out: int
    usd: float | None


@dataclass(frozen=True)
class Estimate:
    """What a run will ask for. Stages of a suite after its worlds were run dry with ``sampled`` of ``worlds``."""

    lines: tuple[Line, ...]
    sampled: int
    worlds: int

    @property
    def usd(self) -> float | None:
        """The sum; None if a price is not known."""
        known = [line.usd for line in self.lines if line.usd is not None]
        return sum(known) if len(known) == len(self.lines) else None


def estimate(tree: Mapping[str, Any], sample: int) -> Estimate:
    """What a run with these parameters will ask for, from the real prompts of a sample of its worlds.

    Documents, facts and scenarios are run dry for all worlds, the rest for ``sample`` of them, evenly spaced. What
    the store holds is counted, but not paid for. Invalid replies and retries are not foreseen.

    Raises:
        UserError: no role has a language model, or a stage fails.
    """
    scale: dict[tuple[str, str], float] = {}
    sampled = total = 0
    cut = ""  # the suite of which not all worlds are run dry
    with opened(tree) as stage:
        for step in calling(stage):
            stage.run(step)
            suite, name = step.name.partition("-")[0], plain(step.name)
            scale[suite, name] = total / sampled if suite == cut and name not in _FIXED else 1.0
            for written in step.writes:
                if Path(written).name == WORLDS:
                    sampled, total = _sampled(stage.folder / written, sample)
                    cut = suite
        found = list(stage.noted())
    return Estimate(tuple(lines(tree, found, scale)), sampled, total)


def _sampled(path: Path, most: int) -> tuple[int, int]:
    """Keep so many lines of a file, evenly spaced; how many are left, and how many there were."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    count = min(most, len(lines))
    path.write_text("".join(lines[number * len(lines) // count] for number in range(count)), encoding="utf-8")
    return count, len(lines)


def lines(tree: Mapping[str, Any], found: Iterable[Noted], scale: Mapping[tuple[str, str], float]) -> Iterator[Line]:
    """What was noted, by stage, role and model; of each stage's calls there will be ``scale`` times as many.

    A stage is named by its suite and its own name.
    """
    from microworlds.llm.provider import LiteLLM

    groups: dict[tuple[tuple[str, str], str, str], list[Noted]] = defaultdict(list)
    # what is asked twice, as sessions are by a memory that holds all worlds, is paid for once
    for noted in {(noted.caller, noted.digest): noted for noted in found}.values():
        groups[(noted.caller.suite, noted.caller.stage), noted.caller.role, noted.model].append(noted)
    provider = LiteLLM()
    spoken, written = _replies(), _recorded()
    order = list(scale)
    for (stage, role, model), calls in sorted(groups.items(), key=lambda item: order.index(item[0][0])):
        by = scale[stage]
        asked = [noted for noted in calls if not noted.held]
        tokens_in = round(by * sum(noted.tokens_in for noted in asked))
        lengths = (spoken.get((noted.task, model), written.get(noted.task, noted.tokens_out)) for noted in asked)
        tokens_out = round(by * sum(lengths))
        endpoint = Endpoint.model_validate(tree["endpoints"][tree["models"][role]["endpoint"]])
        usd = _price(provider, model, endpoint, tokens_in, tokens_out, len(asked) * by)
        held = round(by * (len(calls) - len(asked)))
        yield Line(*stage, role, model, round(by * len(asked)), held, tokens_in, tokens_out, usd)


def _price(
    provider: Provider, model: str, endpoint: Endpoint, tokens_in: int, tokens_out: int, calls: float
) -> float | None:
    """What so many calls cost that take so many tokens together: some prices depend on the length of a call."""
    if not calls:
        return 0.0
    one = provider.cost(model, endpoint, round(tokens_in / calls), round(tokens_out / calls))
    return None if one is None else one * calls


def _replies() -> dict[tuple[str, str], float]:
    """The mean length of the valid replies that the store has to a task by a model, where it has several."""
    rows = Store().rows(
        "SELECT task, model, AVG(tokens_out) AS tokens FROM replies WHERE outcome = 'valid' GROUP BY task, model "
        "HAVING COUNT(*) >= 5"
    )
    return {(row["task"], row["model"]): row["tokens"] for row in rows}


def _recorded() -> dict[str, float]:
    """The mean length of what a language model wrote for a task, as the project's records have it, in cl100k tokens."""
    lengths: dict[str, list[int]] = defaultdict(list)
    for path in sorted(Path("data/raw").glob("*/*/*.jsonl")):
        if path.parent.name in RECORDS:
            texts = Folder(path.parent).of(path.stem).values()
            lengths[path.stem] += [tokens.count(json.dumps(own.written)) for own in texts if own.written]
    return {task: fmean(own) for task, own in lengths.items() if own}


def table(found: Estimate) -> Table:
    """The estimate, a row for each stage, role and model."""
    several = found.sampled < found.worlds
    by = f"from {found.sampled} of {found.worlds} worlds" if several else f"all {found.worlds} worlds"
    made = Table(title=f"What a run will ask for ({by}; no retries)", title_justify="left")
    made.add_column("suite")
    made.add_column("stage")
    made.add_column("role")
    made.add_column("model")
    for name in ("in store", "calls", "tokens in", "tokens out", "US$"):
        made.add_column(name, justify="right")
    for line in found.lines:
        counts = (f"{own:,}" for own in (line.held, line.calls, line.tokens_in, line.tokens_out))
        made.add_row(line.suite, line.stage, line.role, line.model, *counts, _dollars(line.usd))
    sums = (sum(getattr(line, name) for line in found.lines) for name in ("held", "calls", "tokens_in", "tokens_out"))
    made.add_section()
    made.add_row("all", "", "", "", *(f"{own:,}" for own in sums), _dollars(found.usd))
    return made


def _dollars(usd: float | None) -> str:
    return "unknown" if usd is None else f"{usd:,.2f}"
