"""Stage logs: every event as the call that an app logs, in order of time, over the state of all apps.

Source: DynamicMem, trajectory synthesis stage 3 (app logs; spec 1.10, 2.8).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from microworlds.core import jsonl, params, seeds, stage
from microworlds.core.errors import run
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Observation, Part, transcript
from microworlds.suites.dynamicmem.app_lists import Lists, barred
from microworlds.suites.dynamicmem.apps import Phone, request
from microworlds.suites.dynamicmem.life_tables import ScaleParams
from microworlds.suites.dynamicmem.records import Grounded, Log, UserEvents, UserLogs

STAGE = "logs"


@dataclass(frozen=True)
class LogMaker:
    """Plays the events of a user on a phone of his or her own; ``lists`` entries stand beside what a call is about."""

    seed: int
    lists: int = 0

    def logs(self, own: UserEvents) -> UserLogs:
        """The logs, numbered in order of time."""
        rng = seeds.generator(self.seed, STAGE, own.profile.id)
        phone = Phone(rng, Lists(f"{self.seed} {own.profile.id}", barred(own.profile.states)), self.lists)
        made = []
        for number, event in enumerate(own.events, start=1):
            values = request(event.app, event.api, event.request)
            log = Log(
                app_log_id=f"log_{number:05d}",
                timestamp=event.time,
                app_name=event.app,
                api_name=event.api,
                request=values,
                response=phone.call(event.app, event.api, values, event.time, event.reply),
            )
            made.append(Grounded(log=log, event=event.id, chain=event.chain, kind=event.kind, evidence=event.evidence))
        return UserLogs(profile=own.profile, logs=tuple(made), by=own.by)


def observations(user: str, logs: Iterable[Log]) -> Iterator[Observation]:
    """The logs of each day as one observation, an entry a log."""
    for day, own in groupby(logs, key=lambda log: log.timestamp.date()):
        yield _observation(user, day, list(own))


def _observation(user: str, day: date, logs: Sequence[Log]) -> Observation:
    parts = [
        Part(id=f"{user}-{log.app_log_id}", start=0, end=0, speaker=log.app_name, time=log.timestamp) for log in logs
    ]
    text, placed = transcript(parts, map(entry, logs))
    return Observation(id=f"{user}-{day}", kind="log", title="App log", text=text, time=logs[0].timestamp, parts=placed)


def entry(log: Log) -> str:
    """A log in one line of JSON; its app stands before it."""
    told = {
        "app_log_id": log.app_log_id,
        "timestamp": log.timestamp.strftime("%Y-%m-%d %H:%M:%S"),
        "api_name": log.api_name,
        "request": log.request,
        "response": log.response,
    }
    return json.dumps(told, ensure_ascii=False)


def read_entry(app: str, text: str, at: datetime) -> Log:
    """The log that an entry has."""
    told = json.loads(text)
    return Log(app_name=app, **{**told, "timestamp": at})


def main() -> None:
    """Events in, logs out."""
    events, out = stage.paths("events", "logs")
    maker = LogMaker(params.seed(), params.section(ScaleParams, "dynamicmem.scale").lists)
    stage.write(out, ordered_map(maker.logs, list(jsonl.read(events, UserEvents)), label=STAGE))


if __name__ == "__main__":
    run(main)
