"""Checks a release: manifest, spans, constraints, apps, checkpoints; every item is made out anew from states and logs.

Source: issue 17, section 5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from pydantic import ValidationError

from microworlds.core import canary, jsonl, manifest
from microworlds.core.errors import ItemError, UserError
from microworlds.core.records import Episode, Evidence, Gold, Observation
from microworlds.suites.dynamicmem.app_lists import proving
from microworlds.suites.dynamicmem.apps import given as response
from microworlds.suites.dynamicmem.apps import request
from microworlds.suites.dynamicmem.checkpoints import asked_at
from microworlds.suites.dynamicmem.constraints import untimely, violations
from microworlds.suites.dynamicmem.episodes import SPLIT, entries, episode, golds
from microworlds.suites.dynamicmem.item_checks import Asked
from microworlds.suites.dynamicmem.logs import read_entry
from microworlds.suites.dynamicmem.records import Log, Profile, ReleasedItem, ReleasedState
from microworlds.suites.dynamicmem.release import Manifest, ReleasedUser


def verify(folder: Path) -> list[str]:
    """Everything that is wrong with a release, as sentences that name file and item; empty if it is sound.

    Raises:
        UserError: there is no release in the folder, or one of a later format.
    """
    return manifest.verified(folder, Manifest, _faults)


def _faults(folder: Path, own: Manifest) -> Iterator[str]:
    users = list(jsonl.read(folder / "users.jsonl", ReleasedUser))
    observed: dict[str, list[Observation]] = defaultdict(list)
    for one in jsonl.read(folder / "observations.jsonl", Observation):
        observed[one.id.partition("-")[0]].append(one)
    states: dict[str, list[ReleasedState]] = defaultdict(list)
    for state in jsonl.read(folder / "states.jsonl", ReleasedState):
        states[state.user].append(state)
    items: dict[str, list[ReleasedItem]] = defaultdict(list)
    for asked in jsonl.read(folder / "items.jsonl", ReleasedItem):
        items[asked.item.id.partition("-")[0]].append(asked)
    names = [user.id for user in users]
    if len(users) != own.users or any(list(each) != names for each in (observed, states, items)):
        yield f"users.jsonl: {len(users)} users, the manifest names {own.users}; each has logs, states and questions"
        return
    played = {one.id: one for one in jsonl.read(folder / f"{SPLIT}.episodes.jsonl", Episode)}
    given = {one.question: one for one in jsonl.read(folder / f"{SPLIT}.gold.jsonl", Gold)}
    for user in users:
        yield from _user(user, observed[user.id], states[user.id], items[user.id], own.windows)
        if played.get(user.id) != episode(user.id, observed[user.id], [own.item for own in items[user.id]]):
            yield f"{SPLIT}.episodes.jsonl: {user.id} is not the episode that logs and questions make"
        placed = entries(user.id, observed[user.id])
        for made in golds(user.id, [own.item for own in items[user.id]], placed):
            if given.pop(made.question, None) != made:
                yield f"{SPLIT}.gold.jsonl: that of {made.question} is not what its item makes"
    if given:
        yield f"{SPLIT}.gold.jsonl: there is gold of questions that nobody asks, such as {next(iter(given))}"


def _user(
    user: ReleasedUser, observed: Sequence[Observation], states: Sequence[ReleasedState],
    items: Sequence[ReleasedItem], windows: Sequence[tuple[date, date]],
) -> Iterator[str]:  # fmt: skip
    logs = dict(_logs(user.id, observed))
    yield from _apps(logs)
    profile = Profile(
        id=user.id, number=0, name=user.name, partner="", basic=dict(user.basic), causes={},
        states=tuple(own.state for own in states),
    )  # fmt: skip
    yield from (f"states.jsonl: {user.id}: {fault}" for fault in violations(profile, windows[-1][1]))
    yield from (f"observations.jsonl: {user.id}: {fault}" for fault in untimely(profile, logs.values(), windows[-1][1]))
    yield from (f"observations.jsonl: {user.id} {fault}" for fault in proving(profile.states, logs.values()))
    for own in states:
        if own.canary != canary.SENTENCE:
            yield f"states.jsonl: {user.id} {own.state.key} has no canary"
        for change, shown in zip(own.state.changes, own.shown, strict=False):
            for name in shown:
                if name not in logs or logs[name].timestamp.date() < change.day:
                    yield f"states.jsonl: {user.id} {own.state.key}: there is no {name} that could show it"
    placed = entries(user.id, observed)
    for one in items:
        yield from (f"items.jsonl: {one.item.id}: {fault}" for fault in _item(one, states, logs, placed, windows))


def _logs(user: str, observed: Sequence[Observation]) -> Iterator[tuple[str, Log]]:
    for one in observed:
        for part in one.parts:
            if part.speaker is None or part.time is None:
                raise ItemError(f"observations.jsonl: {part.id} has no app, or no time")
            try:
                log = read_entry(part.speaker, one.text[part.start : part.end], part.time)
            except (ValueError, TypeError) as error:
                raise ItemError(f"observations.jsonl: {part.id} is no log: {type(error).__name__}") from error
            yield part.id.removeprefix(f"{user}-"), log


def _apps(logs: Mapping[str, Log]) -> Iterator[str]:
    """Calls are in the catalogue and of their schemas, in order of time, under ids that count up."""
    times = [log.timestamp for log in logs.values()]
    if times != sorted(times) or list(logs) != [f"log_{at:05d}" for at in range(1, len(logs) + 1)]:
        yield "observations.jsonl: logs are not numbered in order of time"
    for name, log in logs.items():
        try:
            request(log.app_name, log.api_name, log.request)
            response(log.app_name, log.api_name).model_validate(log.response)
        except (UserError, ValidationError) as error:
            yield f"observations.jsonl: {name}: {' '.join(str(error).split())[:200]}"


def _item(
    one: ReleasedItem, states: Sequence[ReleasedState], logs: Mapping[str, Log], placed: Mapping[str, Evidence],
    windows: Sequence[tuple[date, date]],
) -> Iterator[str]:  # fmt: skip
    item = one.item
    if one.canary != canary.SENTENCE:
        yield "it has no canary"
    if not 1 <= item.checkpoint <= len(windows):
        yield f"there is no checkpoint {item.checkpoint}"
        return
    if missing := [name for name in item.evidence if name not in logs]:
        yield f"there is no {missing[0]}"
        return
    if late := [name for name in item.evidence if logs[name].timestamp > item.asked_at]:
        yield f"{late[0]} is later than it is asked"
    if one.evidence != tuple(placed[name] for name in item.evidence):
        yield "what it cites is not what stands there"
    last = windows[item.checkpoint - 1][1]
    if item.asked_at != asked_at(last):
        yield f"it is asked at {item.asked_at}, not at the end of {last}"
    shown = {name: [logs[log] for log in own] for name, own in item.shown.items()}
    yield from Asked(item, [own.state for own in states], last, shown).faults()
