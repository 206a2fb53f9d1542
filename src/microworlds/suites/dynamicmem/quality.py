"""Stage quality: what is promised of profiles, logs and questions, measured.

Source: issue 17, section 5; DynamicMem, R1 to R5, life context and the checks of tasks (spec 2.5, 2.13).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain

from pydantic import Field

from microworlds.core import jsonl, params, stage
from microworlds.core.errors import run
from microworlds.core.records import Record
from microworlds.core.text import normalized
from microworlds.quality.trust import Figure, tell
from microworlds.suites.dynamicmem.app_lists import proving
from microworlds.suites.dynamicmem.constraints import untimely, violations
from microworlds.suites.dynamicmem.logs import entry
from microworlds.suites.dynamicmem.profiles import ProfilesParams
from microworlds.suites.dynamicmem.questions import UserItems
from microworlds.suites.dynamicmem.records import Item, UserLogs
from microworlds.suites.dynamicmem.templates import leak


class QualityParams(Record):
    """See conf/config.yaml, section dynamicmem.quality: limits; what is outside is told on the card."""

    yield_least: float = Field(ge=0, le=1)
    shown_least: float = Field(ge=0, le=1)
    distinct_least: float = Field(ge=0, le=1)


class UserFigures(Record):
    """One user: events, states, how often something changed, share of logs that show nothing."""

    user: str
    logs: int
    states: int
    changes: int
    questions: int
    noise: float


class Quality(Record):
    """What was measured. ``alone`` is the share of answers all of which stand in one log.

    ``shown`` is the share of states and windows in which every field shows at least once; ``distinct`` of the texts
    that users typed those that no other log has; ``stated`` counts lists that say a value of a state.
    """

    users: tuple[UserFigures, ...]
    questions: dict[str, int]
    refused: int
    violations: int
    stated: int
    leaks: int
    shown: float
    alone: float
    distinct: float
    trust: tuple[Figure, ...]


def quality(
    people: Sequence[tuple[UserLogs, UserItems]],
    refused: int,
    windows: Sequence[tuple[date, date]],
    limits: QualityParams,
) -> Quality:
    """All that is measured; ``refused`` is how many questions their logs did not prove."""
    items = [item for _, own in people for item in own.items]
    wrong = [fault for own, _ in people for fault in _breaches(own, windows[-1][1])]
    labels = {state.key: state.label for own, _ in people for state in own.profile.states}
    leaks = [item for item in items if item.category == "personalized_service" and leak(item, labels[item.state or ""])]
    shown = [yes for own, _ in people for yes in _shown(own, windows)]
    alone = [yes for own, asked in people for yes in _alone(own, asked.items)]
    texts = Counter(text for own, _ in people for text in _typed(own))
    found = Quality(
        users=tuple(_figures(own, asked) for own, asked in people),
        questions=dict(sorted(Counter(item.category for item in items).items())),
        refused=refused,
        violations=len(wrong),
        stated=sum(len(list(proving(own.profile.states, (one.log for one in own.logs)))) for own, _ in people),
        leaks=len(leaks),
        shown=_share(shown),
        alone=_share(alone),
        distinct=_share([count == 1 for count in texts.values()]),
        trust=(),
    )
    return found.model_copy(update={"trust": _trusted(found, len(items), limits)})


def _breaches(own: UserLogs, last: date) -> Iterable[str]:
    return chain(violations(own.profile, last), untimely(own.profile, (one.log for one in own.logs), last))


def _figures(own: UserLogs, asked: UserItems) -> UserFigures:
    return UserFigures(
        user=own.profile.id,
        logs=len(own.logs),
        states=len(own.profile.states),
        changes=sum(len(state.changes) - 1 for state in own.profile.states),
        questions=len(asked.items),
        noise=_share([not one.evidence for one in own.logs]),
    )


def _shown(own: UserLogs, windows: Sequence[tuple[date, date]]) -> Iterable[bool]:
    """For each state and window, whether each field of what holds at its end is shown in it."""
    seen: dict[tuple[str, int, int], set[str]] = {}
    for one in own.logs:
        day = one.log.timestamp.date()
        window = next((at for at, (first, last) in enumerate(windows) if first <= day <= last), -1)
        for shown in one.evidence:
            seen.setdefault((shown.state, shown.change, window), set()).update(shown.fields)
    for window, (_, last) in enumerate(windows):
        for state in own.profile.states:
            change = state.at(last)
            if change is None or (change.op == "drop" and change.window != window):
                continue
            fields = seen.get((state.key, state.changes.index(change), window), set())
            needed = {
                "attributes": {"value"},
                "collections": {f"item {item}" for item in change.value},
                "preferences": {"preferred", "over"},
                "habits": {"status"} if change.op == "drop" else {"days", "start_time", "end_time", "location"},
            }[state.family]
            yield needed <= fields


def _alone(own: UserLogs, items: Iterable[Item]) -> Iterable[bool]:
    """For each question with an answer, whether one log has all of it."""
    texts = {one.log.app_log_id: f" {normalized(entry(one.log))} " for one in own.logs}
    for item in items:
        if item.answerable:
            parts = [normalized(part) for value in item.fields.values() for part in value.split(", ")]
            yield any(all(f" {part} " in texts[name] for part in parts) for name in item.evidence)


def _typed(own: UserLogs) -> Iterable[str]:
    for one in own.logs:
        if one.kind not in ("shown", "kept", "noise"):
            yield max((str(value) for value in one.log.request.values()), key=len)


def _trusted(found: Quality, kept: int, limits: QualityParams) -> tuple[Figure, ...]:
    asked = kept + found.refused
    return (
        Figure(name="questions that their own logs prove, read by rules",
               value=round(kept / asked, 4) if asked else None,
               told=f"{kept} of {asked}; the others are left out", least=limits.yield_least),
        Figure(name="breaches of R1 to R6 in profiles and calls", value=float(found.violations), told="all users",
               most=0.0),
        Figure(name="lists that state a value of their user", value=float(found.stated),
               told="whatever apps list beside what a call is about", most=0.0),
        Figure(name="tasks that give away what they need", value=float(found.leaks), told="all services", most=0.0),
        Figure(name="states all of whose fields show in a window", value=found.shown, told="all users and windows",
               least=limits.shown_least),
        Figure(name="texts that are typed once only", value=found.distinct, told="all texts",
               least=limits.distinct_least),
        Figure(name="answers all of which stand in one log", value=found.alone, told="all questions with an answer"),
    )  # fmt: skip


def _share(yes: Iterable[bool]) -> float:
    own = list(yes)
    return round(sum(own) / len(own), 4) if own else 0.0


def main() -> None:
    """Logs and questions in, figures out."""
    logs, questions, out = stage.paths("logs", "questions", "quality")
    limits = params.section(QualityParams, "dynamicmem.quality")
    windows = params.section(ProfilesParams, "dynamicmem.profiles").windows
    people = list(zip(jsonl.read(logs, UserLogs), jsonl.read(questions, UserItems), strict=True))
    found = quality(people, len(stage.rejections(questions)), windows, limits)
    tell(found.trust)
    jsonl.write_text(out, found.model_dump_json(indent=1) + "\n")


if __name__ == "__main__":
    run(main)
