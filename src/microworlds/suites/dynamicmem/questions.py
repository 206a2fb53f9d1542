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
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from microworlds.suites.dynamicmem.checkpoints import Held, asked_at, held, saying, shows, stale
from microworlds.suites.dynamicmem.profiles import ProfilesParams
from microworlds.suites.dynamicmem.records import Grounded, Item, Routine, UserLogs
from microworlds.suites.dynamicmem.state_reading import names, read, reason
from microworlds.suites.dynamicmem.templates import (
    ASKS,
    BEFORE,
    UNKNOWN,
    active,
    askable,
    blank,
    leak,
    named_blanks,
    named_text,
    newly,
    put,
    service_blanks,
    subject,
    template,
)

STAGE = "questions"
_AHEAD = 28  # days after a checkpoint in which a service for a habit can fall due
_OPTIONS = 4
_DIGITS = 10  # of an id, hexadecimal


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
            asking = _Asking(own, number, first, last, (self.seed, STAGE, own.profile.id, number))
            proved: list[Item] = []
            for item, fault in asking.all():
                if fault:
                    of = f"{own.profile.id} C{number} {item.state or item.domain} {item.asks}"
                    rejections.append(Rejection(stage=STAGE, item=of, reason=fault))
                else:
                    proved.append(item)
            kept += sorted(proved, key=lambda item: item.id)  # ids tell nothing, and so no order does
        return [*rejections, UserItems(user=own.profile.id, items=tuple(kept))]


@dataclass(frozen=True)
class _Asking:
    """One checkpoint of one user; what is drawn and the ids depend on ``keys`` and on what is asked alone."""

    own: UserLogs
    number: int
    first: date
    last: date
    keys: tuple[object, ...]

    def all(self) -> Iterator[tuple[Item, str | None]]:
        """Every item with what is wrong with it, if anything is."""
        states = list(held(self.own, self.number, self.last))
        for one in states:
            fault = self._unproved(one)
            yield self._completion(one), fault
            if not one.dropped:
                for item in self._service(one, states):
                    yield item, fault or leak(item, one.state.label)
            yield from self._temporal(one)
        yield from self._open(states)
        yield from ((item, None) for item in self._unknown(states))

    def _unproved(self, one: Held) -> str | None:
        """What is wrong with its logs: read by rules, each field has to follow from its own, and all from all."""
        if not all(one.shown.values()):
            return "no log says what it is"
        own = {**one.shown, "": one.evidence}
        said = {name: read(one.state.family, one.state.name, [each.log for each in logs]) for name, logs in own.items()}
        if said.pop("") != one.fields or any(told.get(name) != one.fields[name] for name, told in said.items()):
            return "its logs do not prove it"
        return None

    def _draws(self, *what: object) -> random.Random:
        return seeds.generator(*self.keys, *what)

    def _completion(self, one: Held) -> Item:
        return self._of(one, "state_completion", "state", named_text(one.state), named_blanks(one.state))

    def _service(self, one: Held, states: Sequence[Held]) -> Iterator[Item]:
        blanks = service_blanks(one.state)
        if one.state.family == "habits":
            if (due := self._due(one, states)) is not None:
                day, at = due
                text = (
                    f"It is {WEEKDAYS[day.weekday()]}, {day:%B} {day.day}, {day.year}, {at}, and nothing has been sent "
                    "yet. The assistant writes the reminder of what comes next."
                )
                yield self._of(one, "personalized_service", "task", text, blanks, gate="activity")
        else:
            task = life_tables.row(one.state.family, one.state.name).task
            yield self._of(one, "personalized_service", "task", task, blanks)

    def _due(self, one: Held, states: Sequence[Held]) -> tuple[date, str] | None:
        """A day after the checkpoint and a time before the habit, at which nothing else is next."""
        others = [own for own in states if own is not one and own.change.routine is not None]
        routine = one.change.routine
        assert routine is not None
        before = self._draws(one.state.key, "due").randrange(*BEFORE)
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

    def _temporal(self, one: Held) -> Iterator[tuple[Item, str | None]]:
        """When it changed last, why, and what it was before."""
        at = one.state.changes.index(one.change)
        if at == 0 or not (told := self._why(one)):
            return
        what = ("the user's preference about " if one.state.family == "preferences" else "the user's ") + subject(
            one.state
        )
        month = {"month": f"{one.change.day:%B %Y}"}
        when = self._item(one, "temporal", "month", f"In which month did {what} change last?", month, told)
        yield when, None if told[0].log.timestamp.date() == one.change.day else "its log is of another day"
        if one.change.window != self.number - 1:
            return
        causes = [cause.why for cause in life_tables.causes()[one.state.domain]]
        if (own := one.change.reason) in causes:
            others = self._draws(one.state.key, "reason").sample([why for why in causes if why != own], _OPTIONS - 1)
            text = f"Why did {what} change last? One of: {'; '.join(sorted([own, *others]))}."
            right = reason([each.log for each in told]) == own
            asked = self._item(one, "temporal", "reason", text, {"reason": own}, told)
            yield asked, None if right else "its log does not say why"
        if one.state.family == "attributes":
            yield from self._earlier(one, at - 1)

    def _earlier(self, one: Held, at: int) -> Iterator[tuple[Item, str | None]]:
        """What an attribute was on a day on which a log shows it; and a log that says what that is of."""
        label, before, after = one.state.label, one.state.changes[at], one.change
        of = [own for own in one.cumulative if shows(own, one.state, at)]
        shown = [own for own in of if own.kind in ("shown", "attribute")]
        days = [own for own in shown if before.day < own.log.timestamp.date() < after.day]
        if not days:
            return
        said = saying(of, one.state, before.value[0])
        logs = days[-1:] if days[-1] in said else [*said[-1:], days[-1]]
        right = read("attributes", one.state.name, [own.log for own in logs]) == {"value": before.value[0]}
        day = days[-1].log.timestamp.date()
        text = f"What was the user's {label} on {day:%B} {day.day}, {day.year}?"
        item = self._item(one, "temporal", "day", text, {blank(label): before.value[0]}, logs, stale=after.value)
        yield item, "no log says what it is" if not said else None if right else "its logs do not prove it"

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
        at = one.state.changes.index(one.change)
        return tuple(
            own
            for own in one.cumulative
            if any((s.state, s.change) == (one.state.key, at) and "reason" in s.fields for s in own.evidence)
        )

    def _several(
        self, name: str, text: str, states: Sequence[Held], logs: Sequence[Sequence[Grounded]], family: str,
        stale: Sequence[str],
    ) -> tuple[Item, str | None]:  # fmt: skip
        named = all(own and names(own[-1].log, one.state.label) for one, own in zip(states, logs, strict=True))
        domain = states[0].state.domain
        item = Item(
            id=self._id("open_state", domain, name), checkpoint=self.number, state=None, category="open_state",
            asks=name, family=family, transition="open", text=text, template=template([name]),
            asked_at=asked_at(self.last), fields={name: ", ".join(sorted(one.state.label for one in states))},
            stale=tuple(stale), domain=domain, shown={name: _named([log for own in logs for log in own])},
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
        domain, row = self._draws(UNKNOWN).choice(rows)
        yield Item(
            id=self._id(UNKNOWN, domain, row.key), checkpoint=self.number, state=None, category=UNKNOWN,
            asks=row.key, family="attributes", transition="open",
            text=ASKS["attributes"].format(label=row.label), template=template([blank(row.label)]),
            asked_at=asked_at(self.last), fields={}, answerable=False, domain=domain,
        )  # fmt: skip

    def _of(
        self, one: Held, category: str, asks: str, text: str, blanks: Mapping[str, str], gate: str | None = None
    ) -> Item:
        """A question for what holds now, ``blanks`` having a field of the state each."""
        given = put(blanks, askable(one.state, one.change))
        shown = {name: _named(logs) for name, logs in put(blanks, {**one.shown, "activity": one.evidence}).items()}
        past = stale(one.state, one.state.changes.index(one.change), blanks.values())
        item = self._item(one, category, asks, text, given, (), stale=past, gate=gate)
        return item.model_copy(update={"template": template(list(blanks)), "shown": shown})

    def _item(
        self, one: Held, category: str, asks: str, text: str, given: dict[str, str], logs: Sequence[Grounded], *,
        stale: Sequence[str] = (), gate: str | None = None,
    ) -> Item:  # fmt: skip
        """A question about a state whose fields rest all on the same logs."""
        return Item(
            id=self._id(category, one.state.key, asks),
            checkpoint=self.number,
            state=one.state.key,
            category=category,
            asks=asks,
            family=one.state.family,
            transition=one.transition,
            steady=one.state.steady,
            text=text,
            template=template(list(given)),
            asked_at=asked_at(self.last),
            fields=given,
            stale=tuple(stale),
            gate=gate,
            domain=one.state.domain,
            shown=dict.fromkeys(given, _named(logs)),
            cumulative=_named(one.cumulative),
        )

    def _id(self, category: str, of: str, asks: str) -> str:
        """An id that follows from what is asked of what, not from its wording; of that it tells nothing."""
        _, _, user, number = self.keys
        return f"{user}-c{number}-q{seeds.digest(*self.keys, category, of, asks)[:_DIGITS]}"


def _named(logs: Iterable[Grounded]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(own.log.app_log_id for own in logs))


def _between(other: Routine | None, day: date, routine: Routine, before: int) -> bool:
    """Whether another habit begins on a day between the moment of a task and what it is for."""
    if other is None or not on(other.schedule, day):
        return False
    start = minutes(routine.start_time)
    return start - before <= minutes(other.start_time) <= start


def main() -> None:
    """Logs in, questions out."""
    logs, out = stage.paths("logs", "questions")
    maker = QuestionMaker(params.section(ProfilesParams, "dynamicmem.profiles"), params.seed())
    people = list(jsonl.read(logs, UserLogs))
    made = ordered_map(maker.items, people, label=STAGE)
    stage.write_kept(STAGE, out, chain.from_iterable(made), len(people), of="users")


if __name__ == "__main__":
    run(main)
