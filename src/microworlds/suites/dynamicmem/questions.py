"""Stage questions: what is asked at each checkpoint, with gold, evidence and where each comes from.

- state completion: the template of a state is filled, its key being named (the paper's form);
- open state: which activities there are, what has changed; neither how many nor which is given away;
- personalized service: an assistant's task that needs a state, of which it has not a word;
- temporal: what held on a day, when it changed, why;
- never told: of something that nothing is known about.

No item is kept that a program does not get right from its evidence (``state_reading``).

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
from microworlds.core.text import normalized
from microworlds.core.value_types import WEEKDAYS
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import minutes, on
from microworlds.suites.dynamicmem.checkpoints import Held, asked_at, held
from microworlds.suites.dynamicmem.profiles import ProfilesParams
from microworlds.suites.dynamicmem.records import Family, Grounded, Item, Routine, UserLogs
from microworlds.suites.dynamicmem.state_reading import read, reason

STAGE = "questions"
UNKNOWN = "never_told"
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
        yield from ((item, None) for item in chain(self._open(states), self._unknown(states)))

    def _completion(self, one: Held) -> Item:
        label = one.state.label
        asks: dict[Family, str] = {
            "attributes": f"What is the user's {label}, as things stand?",
            "collections": f"What are the user's {label}, as things stand? All of them, with commas between.",
            "preferences": f"As for {label}: what does the user prefer, and to what, as things stand?",
            "habits": f"Is {label} something that the user has kept up or given up, as things stand? If it is kept up: "
            "how often, on which days, from when to when, and where?",
        }
        names = {"value": _blank(label), "items": _blank(label)}
        given = {names.get(name, name): value for name, value in one.fields.items()}
        blanks = list(given) if one.state.family != "habits" else [
            "status", "frequency", "days", "start_time", "end_time", "location"
        ]  # fmt: skip
        return self._item(one, "state_completion", asks[one.state.family], blanks, given)

    def _service(self, one: Held, states: Sequence[Held]) -> Iterator[Item]:
        row = life_tables.row(one.state.family, one.state.name)
        if one.state.family == "habits":
            assert one.change.routine is not None
            if (due := self._due(one, states)) is not None:
                day, at = due
                routine = one.change.routine
                given = {
                    "activity": one.state.label, "start_time": routine.start_time, "end_time": routine.end_time,
                    "location": routine.location,
                }  # fmt: skip
                text = (
                    f"It is {WEEKDAYS[day.weekday()]}, {day:%B} {day.day}, {day.year}, {at}, and nothing has been sent "
                    "yet. The assistant writes the reminder of what comes next."
                )
                yield self._item(one, "personalized_service", text, list(given), given, gate="activity")
        elif one.state.family == "preferences":
            given = dict(zip(row.blanks, one.change.value, strict=True))
            yield self._item(one, "personalized_service", row.task, list(given), given)
        else:
            given = {row.blank: next(iter(one.fields.values()))}
            yield self._item(one, "personalized_service", row.task, list(given), given)

    def _due(self, one: Held, states: Sequence[Held]) -> tuple[date, str] | None:
        """A day after the checkpoint and a time before the habit, at which nothing else is next."""
        others = [own for own in states if own is not one and own.change.routine is not None]
        routine = one.change.routine
        assert routine is not None
        before = self.rng.randrange(25, 50)
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
        told = [own for own in one.cumulative if _says_why(own, one, at)]
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
        causes = [cause.why for cause in life_tables.phrases().causes]
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
                    one, "temporal", f"What was the user's {label} on {day:%B} {day.day}, {day.year}?", [_blank(label)],
                    {_blank(label): before.value[0]}, evidence=(days[-1].log.app_log_id,), stale=one.change.value,
                )  # fmt: skip
                yield item, None if proved else "its logs do not prove it"

    def _open(self, states: Sequence[Held]) -> Iterator[Item]:
        """What there is, and what has changed, with no word of which or how many."""
        for domain in life_tables.domains():
            own = [one for one in states if one.state.domain == domain.name]
            kept = [one for one in own if one.state.family == "habits" and not one.dropped]
            gone = [one for one in own if one.dropped]
            if kept:
                text = (
                    f"{domain.name}: which regular activities does the user keep up at present? Their names, with "
                    "commas between."
                )
                yield self._several("activities", text, kept, "habits", stale=[one.state.label for one in gone])
            changed = [one for one in own if one.change.window == self.number - 1 and self.number > 1]
            if changed:
                text = (
                    f"{domain.name}: of what in the user's life has something changed since {self.first:%B} "
                    f"{self.first.day}, {self.first.year}? The names of what changed, with commas between."
                )
                yield self._several("changed", text, changed, "all")

    def _several(
        self, blank: str, text: str, states: Sequence[Held], family: str, stale: Sequence[str] = ()
    ) -> Item:  # fmt: skip
        evidence = tuple(dict.fromkeys(own.log.app_log_id for one in states for own in one.evidence[-1:]))
        return Item(
            id="?", checkpoint=self.number, state=None, category="open_state", family=family, transition="open",
            text=text, template=_template([blank]), asked_at=asked_at(self.last),
            fields={blank: ", ".join(sorted(one.state.label for one in states))}, stale=tuple(stale),
            domain=states[0].state.domain, evidence=evidence,
            cumulative=tuple(dict.fromkeys(own.log.app_log_id for one in states for own in one.cumulative)),
        )  # fmt: skip

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
            text=f"What is the user's {row.label}, as things stand?", template=_template([_blank(row.label)]),
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
            text=text,
            template=_template(blanks),
            asked_at=asked_at(self.last),
            fields=given,
            stale=tuple(dict.fromkeys(stale)),
            gate=gate,
            domain=one.state.domain,
            evidence=tuple(own.log.app_log_id for own in one.evidence) if evidence is None else evidence,
            cumulative=tuple(own.log.app_log_id for own in one.cumulative),
        )


def leak(item: Item, label: str) -> str | None:
    """What a task gives away of its answer, or of the name of what it needs; None if nothing."""
    said = f" {normalized(item.text)} "
    for text in (label, *(part for value in item.fields.values() for part in value.split(", "))):
        if f" {normalized(text)} " in said:
            return f"the task says {text!r}"
    return None


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


def _blank(label: str) -> str:
    return label.replace(" ", "_").replace("'", "")


def _template(blanks: Sequence[str]) -> str:
    return "{" + ", ".join(f'"{name}": "{{{name}}}"' for name in blanks) + "}"


def main() -> None:
    """Logs in, questions out."""
    logs, out = stage.paths("logs", "questions")
    maker = QuestionMaker(params.section(ProfilesParams, "dynamicmem.profiles"), params.seed())
    people = list(jsonl.read(logs, UserLogs))
    made = ordered_map(maker.items, people, label=STAGE)
    stage.write_kept(STAGE, out, chain.from_iterable(made), len(people), of="users")


if __name__ == "__main__":
    run(main)
