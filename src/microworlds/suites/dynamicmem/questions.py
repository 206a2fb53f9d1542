"""Stage questions: what is asked at each checkpoint, with gold, evidence and where each comes from.

- state completion: the template of a state is filled, its key being named (the paper's form);
- open state: which activities there are, what has changed; neither how many nor which is given away;
- personalized service: an assistant's task that needs a state, of which it has not a word;
- temporal: what held on a day, when it changed, why;
- never told: of something that nothing is known about.

No item is kept that a program does not get right from its evidence (``state_reading``), except of what nothing tells.
Of an open state each name has to stand in a log of its own.

Source: DynamicMem, task packs (spec 1.12, 1.13, 2.12, 2.13); issue 17, section 2.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain

from microworlds.core import jsonl, params, seeds, stage
from microworlds.core.errors import run
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Record, Rejection
from microworlds.core.value_types import WEEKDAYS
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import minutes, on
from microworlds.suites.dynamicmem.checkpoints import Held, asked_at, held
from microworlds.suites.dynamicmem.profiles import ProfilesParams
from microworlds.suites.dynamicmem.records import Grounded, Item, Routine, UserLogs
from microworlds.suites.dynamicmem.state_reading import names, read, reason
from microworlds.suites.dynamicmem.templates import (
    ASKS,
    BEFORE,
    HABIT,
    UNKNOWN,
    active,
    blank,
    leak,
    named_fields,
    named_text,
    newly,
    service_fields,
    template,
)

STAGE = "questions"
_AHEAD = 28  # days after a checkpoint in which a service for a habit can fall due
_OPTIONS = 4


class UserItems(Record):
    """A user's questions, in order of checkpoints."""

    user: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class QuestionMaker:
    """Makes the questions of a user."""

    profiles: ProfilesParams
    seed: int

    def items(self, own: UserLogs) -> list[UserItems | Rejection]:
        """The user's items, after a rejection for each that its own logs do not prove."""
        rejections: list[Rejection] = []
        kept: list[Item] = []
        for number, (first, last) in enumerate(self.profiles.windows, start=1):
            asking = _Asking(own, number, first, last, seeds.generator(self.seed, STAGE, own.profile.id, number))
            proved: list[Item] = []
            for item, fault in asking.all():
                if fault:
                    rejections.append(
                        Rejection(stage=STAGE, item=f"{own.profile.id} C{number} {item.state}", reason=fault)
                    )
                else:
                    proved.append(item)
            # the order of the questions, and so their numbers, tell nothing
            proved.sort(key=lambda item: seeds.digest(own.profile.id, number, item.text, item.template))
            kept += [
                item.model_copy(update={"id": f"{own.profile.id}-c{number}-q{at:03d}"})
                for at, item in enumerate(proved, start=1)
            ]
        return [*rejections, UserItems(user=own.profile.id, items=tuple(kept))]


@dataclass(frozen=True)
class _Asking:
    """One checkpoint of one user."""

    own: UserLogs
    number: int
    first: date
    last: date
    rng: random.Random

    def all(self) -> Iterator[tuple[Item, str | None]]:
        """Every item with what is wrong with it, if anything is."""
        states = list(held(self.own, self.number, self.last))
        for one in states:
            proved = read(one.state.family, one.state.name, [own.log for own in one.evidence]) == one.fields
            fault = None if proved else "its logs do not prove it"
            yield self._completion(one), fault
            if not one.dropped:
                for item in self._service(one, states):
                    yield item, fault or leak(item, one.state.label)
            yield from self._temporal(one, fault)
        yield from self._open(states)
        yield from ((item, None) for item in self._unknown(states))

    def _completion(self, one: Held) -> Item:
        given = named_fields(one.state, one.change)
        blanks = HABIT if one.state.family == "habits" else tuple(given)
        return self._item(one, "state_completion", named_text(one.state), blanks, given)

    def _service(self, one: Held, states: Sequence[Held]) -> Iterator[Item]:
        given = service_fields(one.state, one.change)
        if one.state.family == "habits":
            if (due := self._due(one, states)) is not None:
                day, at = due
                text = (
                    f"It is {WEEKDAYS[day.weekday()]}, {day:%B} {day.day}, {day.year}, {at}, and nothing has been sent "
                    "yet. The assistant writes the reminder of what comes next."
                )
                yield self._item(one, "personalized_service", text, list(given), given, gate="activity")
        else:
            task = life_tables.row(one.state.family, one.state.name).task
            yield self._item(one, "personalized_service", task, list(given), given)

    def _due(self, one: Held, states: Sequence[Held]) -> tuple[date, str] | None:
        """A day after the checkpoint and a time before the habit, at which nothing else is next."""
        others = [own for own in states if own is not one and own.change.routine is not None]
        routine = one.change.routine
        assert routine is not None
        before = self.rng.randrange(*BEFORE)
        if one.change.temporary:  # whether it still holds by then is not told
            return None
        for ahead in range(1, _AHEAD):
            day = self.last + timedelta(days=ahead)
            if on(routine.schedule, day) and not any(
                _between(own.change.routine, day, routine, before) for own in others
            ):
                at = minutes(routine.start_time) - before
                return day, f"{at // 60:02d}:{at % 60:02d}"
        return None

    def _temporal(self, one: Held, fault: str | None) -> Iterator[tuple[Item, str | None]]:
        """When it changed last, why, and what it was before."""
        at = one.state.changes.index(one.change)
        label = one.state.label
        if at == 0:
            return
        told = self._why(one)
        evidence = tuple(own.log.app_log_id for own in told)
        if not told:
            return
        what = "the user's preference about " + label if one.state.family == "preferences" else f"the user's {label}"
        when = self._item(
            one, "temporal", f"In which month did {what} change last?", ["month"], {"month": f"{one.change.day:%B %Y}"},
            evidence=evidence, stale=(),
        )  # fmt: skip
        yield when, None if told[0].log.timestamp.date() == one.change.day else "its log is of another day"
        if one.change.window != self.number - 1:
            return
        causes = [cause.why for cause in life_tables.causes()[one.state.domain]]
        if one.change.reason in causes:
            options = sorted(
                [one.change.reason, *self.rng.sample([why for why in causes if why != one.change.reason], _OPTIONS - 1)]
            )
            text = f"Why did {what} change last? One of: {'; '.join(options)}."
            right = reason([own.log for own in told]) == one.change.reason
            yield (
                self._item(
                    one, "temporal", text, ["reason"], {"reason": one.change.reason}, evidence=evidence, stale=()
                ),
                None if right else "its log does not say why",
            )
        before = one.state.changes[at - 1]
        if one.state.family == "attributes":
            shown = [own for own in one.cumulative if _shows(own, one, at - 1) and own.kind in ("shown", "attribute")]
            days = [own for own in shown if before.day < own.log.timestamp.date() < one.change.day]
            if days:
                day = days[-1].log.timestamp.date()
                proved = read("attributes", one.state.name, [days[-1].log]) == {"value": before.value[0]}
                item = self._item(
                    one, "temporal", f"What was the user's {label} on {day:%B} {day.day}, {day.year}?", [blank(label)],
                    {blank(label): before.value[0]}, evidence=(days[-1].log.app_log_id,), stale=one.change.value,
                )  # fmt: skip
                yield item, None if proved else "its logs do not prove it"

    def _open(self, states: Sequence[Held]) -> Iterator[tuple[Item, str | None]]:
        """What there is, and what has changed, with no word of which or how many; each named in a log.

        Logs do not name a preference, so where one has changed too it is not asked.
        """
        for domain in life_tables.domains():
            own = [one for one in states if one.state.domain == domain.name]
            kept = [one for one in own if active(one.state, one.change)]
            gone = [one for one in own if one.dropped]
            if kept:
                text = (
                    f"{domain.name}: which regular activities does the user keep up at present? Their names, with "
                    "commas between."
                )
                newest = [one.evidence[-1:] for one in kept]
                yield self._several("activities", text, kept, newest, "habits", [one.state.label for one in gone])
            changed = [one for one in own if newly(one.change, self.number)]
            if changed:
                text = (
                    f"{domain.name}: of what in the user's life has something changed since {self.first:%B} "
                    f"{self.first.day}, {self.first.year}? The names of what changed, with commas between."
                )
                told = [self._why(one) for one in changed]
                yield self._several("changed", text, changed, told, "all", ())

    def _why(self, one: Held) -> tuple[Grounded, ...]:
        """The logs that say that it changed, and why."""
        return tuple(own for own in one.cumulative if _says_why(own, one, one.state.changes.index(one.change)))

    def _several(
        self, name: str, text: str, states: Sequence[Held], logs: Sequence[Sequence[Grounded]], family: str,
        stale: Sequence[str],
    ) -> tuple[Item, str | None]:  # fmt: skip
        named = all(own and names(own[-1].log, one.state.label) for one, own in zip(states, logs, strict=True))
        evidence = tuple(dict.fromkeys(log.log.app_log_id for own in logs for log in own))
        item = Item(
            id="?", checkpoint=self.number, state=None, category="open_state", family=family, transition="open",
            text=text, template=template([name]), asked_at=asked_at(self.last),
            fields={name: ", ".join(sorted(one.state.label for one in states))}, stale=tuple(stale),
            domain=states[0].state.domain, evidence=evidence,
            cumulative=tuple(dict.fromkeys(own.log.app_log_id for one in states for own in one.cumulative)),
        )  # fmt: skip
        return item, None if named else "its logs do not name it"

    def _unknown(self, states: Sequence[Held]) -> Iterator[Item]:
        """Something that could be so of somebody, and of this user nothing tells."""
        known = {one.state.name for one in states}
        rows = [
            (domain.name, row) for domain in life_tables.domains() for row in domain.attributes if row.key not in known
        ]
        if not rows:
            return
        domain, row = self.rng.choice(rows)
        yield Item(
            id="?", checkpoint=self.number, state=None, category=UNKNOWN, family="attributes", transition="open",
            text=ASKS["attributes"].format(label=row.label), template=template([blank(row.label)]),
            asked_at=asked_at(self.last), fields={}, answerable=False, domain=domain,
        )  # fmt: skip

    def _item(
        self, one: Held, category: str, text: str, blanks: Sequence[str], given: dict[str, str], *,
        gate: str | None = None, evidence: tuple[str, ...] | None = None, stale: Sequence[str] | None = None,
    ) -> Item:  # fmt: skip
        most = 1 if one.state.family == "preferences" else None  # what something was preferred to never held itself
        before = [value for change in one.state.changes if change.day < one.change.day for value in change.value[:most]]
        if stale is None:
            stale = [value for value in before if value not in one.change.value]
        return Item(
            id="?",
            checkpoint=self.number,
            state=one.state.key,
            category=category,
            family=one.state.family,
            transition=one.transition,
            steady=one.state.steady,
            text=text,
            template=template(blanks),
            asked_at=asked_at(self.last),
            fields=given,
            stale=tuple(dict.fromkeys(stale)),
            gate=gate,
            domain=one.state.domain,
            evidence=tuple(own.log.app_log_id for own in one.evidence) if evidence is None else evidence,
            cumulative=tuple(own.log.app_log_id for own in one.cumulative),
        )


def _between(other: Routine | None, day: date, routine: Routine, before: int) -> bool:
    """Whether another habit begins on a day between the moment of a task and what it is for."""
    if other is None or not on(other.schedule, day):
        return False
    start = minutes(routine.start_time)
    return start - before <= minutes(other.start_time) <= start


def _says_why(own: Grounded, one: Held, at: int) -> bool:
    return any(
        shown.state == one.state.key and shown.change == at and "reason" in shown.fields for shown in own.evidence
    )


def _shows(own: Grounded, one: Held, at: int) -> bool:
    return any(shown.state == one.state.key and shown.change == at for shown in own.evidence)


def main() -> None:
    """Logs in, questions out."""
    logs, out = stage.paths("logs", "questions")
    maker = QuestionMaker(params.section(ProfilesParams, "dynamicmem.profiles"), params.seed())
    people = list(jsonl.read(logs, UserLogs))
    made = ordered_map(maker.items, people, label=STAGE)
    stage.write_kept(STAGE, out, chain.from_iterable(made), len(people), of="users")


if __name__ == "__main__":
    run(main)
