"""Stage profiles: who the users are, what is so of each at first, and what changes in each window, and why.

Source: DynamicMem, trajectory synthesis stage 1 (basic profile, dynamic profile, windows; spec 1.2, 1.5, 2.2 to 2.6).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain
from typing import Any

from pydantic import Field, model_validator

from microworlds.core import params, seeds, stage
from microworlds.core.errors import ItemError, run
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Record, Rejection
from microworlds.generation.person_names import person
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import days, later
from microworlds.suites.dynamicmem.constraints import clash, impossible, violations
from microworlds.suites.dynamicmem.life_context import Days, block, spans
from microworlds.suites.dynamicmem.life_tables import FAMILIES, Cause, ScaleParams, Way
from microworlds.suites.dynamicmem.records import Change, Family, Profile, Routine, Schedule, State

STAGE = "profiles"
_TRIES = 400  # at the days and times of a habit
_PATIENCE = 25  # of these before it is to be kept more often or less
_DAYS = 50  # of a window in which habits change: they are to be kept some times in it yet
_LEFT = 10  # days of a window that are left after any other change
_GOES, _GIVEN_UP = 0.4, 0.4  # how often an item goes and none comes, a habit is given up and not moved
_FEWEST = 2  # times that a routine has to be kept in the window in which it begins
_CITIES = ("Leeds", "Pittsburgh", "Bremen", "Halifax", "Ghent", "Tampere", "Dunedin", "Girona", "Gdansk", "Trieste")
_JOBS = (
    ("Surveyor", "Construction"), ("Archivist", "Public Service"), ("Optician", "Health"), ("Chemist", "Chemicals"),
    ("Logistics Planner", "Trade"), ("Teacher", "Education"), ("Editor", "Media"), ("Loss Adjuster", "Insurance"),
    ("Electrical Engineer", "Energy"), ("Town Planner", "Public Service"),
)  # fmt: skip


class ProfilesParams(Record):
    """See conf/config.yaml, section dynamicmem.profiles: days of each window, rates of change, attempts."""

    windows: tuple[tuple[date, date], ...] = Field(min_length=2)
    change: dict[Family, float]
    temporary: float = Field(ge=0, le=1)
    attempts: int = Field(ge=1)

    @model_validator(mode="after")
    def _in_order(self) -> ProfilesParams:
        for number, (first, last) in enumerate(self.windows):
            if (last - first).days < 1.5 * _DAYS:
                raise ValueError(f"window {number} has less than {int(1.5 * _DAYS)} days: {first} to {last}")
            if number and first != self.windows[number - 1][1] + timedelta(days=1):
                raise ValueError(f"window {number} begins {first}: not the day after {self.windows[number - 1][1]}")
        return self


@dataclass(frozen=True)
class ProfileMaker:
    """Makes users; each depends on its number alone."""

    scale: ScaleParams
    params: ProfilesParams
    seed: int

    def profile(self, number: int) -> list[Profile | Rejection]:
        """The user of a number, after a rejection for each attempt that broke a rule."""
        name = f"u{number + 1:03d}"

        def make(attempt: int, refused: tuple[str, ...]) -> Profile:
            own = _Drawn(self, seeds.generator(self.seed, STAGE, number, attempt)).profile(name, number)
            if wrong := violations(own, self.params.windows[-1][1]):
                raise ItemError(wrong[0])
            return own

        made, refused = stage.attempted(STAGE, name, range(self.params.attempts), make)
        return [*refused, *([made] if made else [])]


@dataclass(frozen=True)
class _Drawn:
    """One attempt at a user."""

    maker: ProfileMaker
    rng: random.Random

    def profile(self, name: str, number: int) -> Profile:
        rng = self.rng
        basic = _basic(rng)
        empty = Profile(
            id=name, number=number, name=person(rng), partner=rng.choice(life_tables.phrases().household), basic=basic,
            causes={}, states=(),
        )  # fmt: skip
        chosen = [(family, domain, row) for family in FAMILIES for domain, row in self._rows(family)]
        causes = {
            own.name: self._causes(own.name, {row.key: family for family, domain, row in chosen if domain == own.name})
            for own in life_tables.domains()
        }
        whole = empty.model_copy(
            update={"causes": {name: tuple(cause.why for cause in own) for name, own in causes.items()}}
        )
        for family, domain, row in chosen:
            state = State(
                key=f"{family}:{row.key}", family=family, domain=domain, name=row.key, label=row.label, changes=()
            )
            changes = self._changes(whole, state, row, causes[domain])
            whole = whole.model_copy(
                update={"states": (*whole.states, state.model_copy(update={"changes": tuple(changes)}))}
            )
        return whole

    def _causes(self, domain: str, own: Mapping[str, Family]) -> list[Cause]:
        """A cause for each window after the first, none twice; in the last one that lasts. None of what there is not.

        ``own`` are the states of the domain. Each cause explains one at least; those that pass change no preference.
        """
        count, temporary = len(self.maker.params.windows) - 1, self.maker.params.temporary
        chosen: list[Cause] = []
        for window in range(count):
            lasts = window == count - 1 or self.rng.random() >= temporary
            left = [
                one for one in life_tables.causes()[domain] if one not in chosen
                and any(one.way(key) and (one.lasts or own[key] != "preferences") for key in own)
            ]  # fmt: skip
            fitting = [one for one in left if one.lasts == lasts] or [one for one in left if one.lasts]
            if fitting:
                chosen.append(self.rng.choice(fitting))
        return chosen

    def _rows(self, family: Family) -> Iterator[tuple[str, Any]]:
        """As many rows of a family as the scale says, domains by turns."""
        by_domain = [(domain.name, list(getattr(domain, family))) for domain in life_tables.domains()]
        self.rng.shuffle(by_domain)
        for _, rows in by_domain:
            self.rng.shuffle(rows)
        most = max(len(rows) for _, rows in by_domain)
        turns = [(name, rows[at]) for at in range(most) for name, rows in by_domain if at < len(rows)]
        yield from turns[: self.maker.scale.states.get(family, 0)]

    def _changes(self, whole: Profile, state: State, row: Any, causes: list[Cause]) -> list[Change]:
        """What holds at first, and what changes: now and then, and back again if it was for a time only."""
        params = self.maker.params
        begun = Change(day=params.windows[0][0], window=0, op="initial")
        changes = [self._first(whole, state, row, begun)]
        passed = ""
        for window, cause in enumerate(causes, start=1):
            first, last = params.windows[window]
            most = _DAYS if state.family == "habits" else (last - first).days - _LEFT
            day = first + timedelta(days=self.rng.randrange(3, most))
            before = changes[-1]
            told = Change(
                day=day, window=window, op="initial", reason=cause.why, says=cause.says, temporary=not cause.lasts
            )
            if before.temporary:
                back = told.model_copy(
                    update={"reason": f"no more: {before.reason}", "says": passed, "temporary": False}
                )
                changes.append(_taken_back(state.family, changes[-2], before, back))
            elif (way := cause.way(row.key)) and self.rng.random() < params.change.get(state.family, 0.0):
                if state.family == "preferences" and (told.temporary or before.window == window - 1 > 0):
                    continue
                if (changed := self._changed(whole, state, row, changes, told, way)) is not None:
                    changes.append(changed)
            passed = cause.over or ""
        return changes

    def _first(self, whole: Profile, state: State, row: Any, begun: Change) -> Change:
        rng = self.rng
        if state.family == "attributes":
            return begun.model_copy(update={"value": (rng.choice(row.values),)})
        if state.family == "collections":
            return begun.model_copy(update={"value": tuple(rng.sample(row.items, rng.choice((2, 3))))})
        if state.family == "preferences":
            return begun.model_copy(update={"value": tuple(rng.sample(row.options, 2))})
        return begun.model_copy(update={"routine": self._routine(whole, state, row, begun, None)})

    def _changed(
        self, whole: Profile, state: State, row: Any, changes: list[Change], told: Change, way: Way
    ) -> Change | None:
        """What holds from now on; None if nothing can change in this way."""
        rng, before = self.rng, changes[-1]
        if state.family == "attributes":
            known = {value for change in changes for value in change.value}
            return told.model_copy(
                update={"op": "modify", "value": (rng.choice([own for own in row.values if own not in known]),)}
            )
        if state.family == "preferences":
            preferred = rng.choice([own for own in row.options if own != before.value[0]])
            others = [own for own in row.options if own != preferred]
            return told.model_copy(update={"op": "shift", "value": (preferred, rng.choice(others))})
        if state.family == "collections":
            new = [] if way == "goes" else [own for own in row.items if own not in before.value]
            if len(before.value) > 1 and way != "comes" and (rng.random() < _GOES or not new):
                gone = rng.choice(before.value)
                rest = tuple(own for own in before.value if own != gone)
                return told.model_copy(update={"op": "remove", "value": rest, "item": gone})
            if not new:
                return None
            item = rng.choice(new)
            return told.model_copy(update={"op": "add", "value": (*before.value, item), "item": item})
        if before.op == "drop":
            if way == "goes":
                return None
            return told.model_copy(
                update={"op": "acquire", "routine": self._routine(whole, state, row, told, changes[-2].routine)}
            )
        if way != "comes" and rng.random() < _GIVEN_UP:
            return told.model_copy(update={"op": "drop"})
        return told.model_copy(
            update={"op": "adjust", "routine": self._routine(whole, state, row, told, before.routine)}
        )

    def _routine(self, whole: Profile, state: State, row: Any, since: Change, before: Routine | None) -> Routine:
        """A routine that can be kept beside all others, from a day on; another than before, on other days."""
        rng, windows = self.rng, self.maker.params.windows
        last = windows[-1][1]
        others = [own for one in whole.states if one.family == "habits" for own in spans(one, last)]
        life = Days(whole, last)
        for number in range(_TRIES):
            if number % _PATIENCE == 0:
                kind = rng.choice(row.kinds)
            start = rng.choice(row.starts)
            routine = Routine(
                schedule=_schedule(rng, kind, since.day),
                start_time=start,
                end_time=later(start, rng.choice(row.minutes)),
                location=rng.choice(row.places),
            )
            if before and {routine.schedule.days, routine.start_time} & {before.schedule.days, before.start_time}:
                continue
            kept = list(days(routine.schedule, since.day + timedelta(days=1), last))
            if sum(day <= windows[since.window][1] for day in kept) < _FEWEST:
                continue
            if impossible(life, routine, since.day, last):
                continue
            if any(clash(life, routine, own, max(since.day, first), end) for own, first, end in others):
                continue
            if any(life.load(day, [*life.booked.get(day, ()), block(routine)]) > 0 for day in kept):
                continue
            return routine
        raise ItemError(f"{state.key}: no time is free for it")


def _taken_back(family: Family, first: Change, before: Change, told: Change) -> Change:
    """What held before something that was for a time only."""
    if family == "collections":
        gone = set(before.value) ^ set(first.value)
        op = "remove" if before.op == "add" else "add"
        return told.model_copy(update={"op": op, "value": first.value, "item": next(iter(gone))})
    if family == "habits":
        op = "acquire" if before.op == "drop" else "drop" if first.op == "drop" else "adjust"
        return told.model_copy(update={"op": op, "routine": first.routine})
    return told.model_copy(update={"op": "modify", "value": first.value})


def _schedule(rng: random.Random, frequency: str, since: date) -> Schedule:
    if frequency == "weekly":
        return Schedule(frequency="weekly", days=tuple(sorted(rng.sample(range(7), rng.choice((1, 1, 2))))))
    if frequency == "biweekly":
        start = since + timedelta(days=rng.randrange(14))
        return Schedule(frequency="biweekly", days=(start.weekday(),), start=start)
    if frequency == "monthly_by_date":
        return Schedule(frequency="monthly_by_date", days=(rng.randrange(2, 25),))  # no holiday
    if frequency == "monthly_nth_weekday":
        return Schedule(frequency="monthly_nth_weekday", days=(rng.randrange(7),), week=rng.randrange(1, 5))
    return Schedule(frequency="daily")


def _basic(rng: random.Random) -> dict[str, Any]:
    """The twenty fields of the basic profile, which agree with one another (spec 1.2, 2.2)."""
    occupation, industry = rng.choice(_JOBS)
    full = rng.random() < 0.7
    young = rng.random() < 0.5
    children = rng.randrange(1, 4)  # somebody's school and babysitter may be asked for
    band = rng.choice(("Mid", "Upper_Mid", "High") if full else ("Lower_Mid", "Mid"))
    return {
        "age": rng.randrange(29, 64),
        "gender": rng.choice(("Male", "Female", "Non_binary")),
        "location_type": rng.choice(("Urban_Metropolis", "Urban", "Suburban", "Town")),
        "location_region": rng.choice(_CITIES),
        "languages": ["en"],
        "occupation": occupation,
        "employment_status": "Full_time" if full else "Part_time",
        "industry": industry,
        "weekly_work_hours": rng.randrange(35, 46) if full else rng.randrange(15, 29),
        "education_level": rng.choice(("Vocational", "Bachelor", "Master", "Doctorate")),
        "income_band": band,
        "financial_buffer_months": {"High": "12+", "Upper_Mid": "6-12"}.get(band, "3-6"),
        "housing_status": rng.choice(("Renting", "Home_Owner")),
        "household_size": children + 2,
        "household_composition": "Couple with 1 child" if children == 1 else f"Couple with {children} children",
        "caregiving_load": "High" if young else "Moderate",
        "health_constraint_level": rng.choice(("None", "None", "Mild")),
        "digital_literacy": rng.choice(("Basic", "Advanced", "Native")),
        "planning_orientation": rng.choice(("Balanced", "Future_oriented", "Present_biased")),
        "risk_tolerance": rng.choice(("Risk_Averse", "Neutral", "Risk_Seeking")),
    }


def main() -> None:
    """Profiles out."""
    (out,) = stage.paths("profiles")
    scale = params.section(ScaleParams, "dynamicmem.scale")
    maker = ProfileMaker(scale, params.section(ProfilesParams, "dynamicmem.profiles"), params.seed())
    made = ordered_map(maker.profile, range(scale.users), label=STAGE)
    stage.write_kept(STAGE, out, chain.from_iterable(made), scale.users, of="users")


if __name__ == "__main__":
    run(main)
