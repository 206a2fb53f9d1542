"""Whether what is asked, what is right and what shows it follow from a user's states and logs: each item made out anew.

Source: issue 17, sections 2 and 5.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.calendar import minutes, on
from microworlds.suites.dynamicmem.checkpoints import fields, stale, transition
from microworlds.suites.dynamicmem.records import Change, Item, Log, State
from microworlds.suites.dynamicmem.state_reading import bears, names, read, reason
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
    template,
)

_MOMENT = re.compile(r"It is \w+, (\w+ \d+, \d{4}), (\d\d:\d\d),")
_DAY = re.compile(r" on (\w+ \d+, \d{4})\?$")


@dataclass(frozen=True)
class Asked:
    """An item with what it has to follow from; ``last`` is the last day of its window, ``shown`` has logs by field."""

    item: Item
    states: Sequence[State]
    last: date
    shown: Mapping[str, Sequence[Log]]

    @property
    def logs(self) -> list[Log]:
        """All of its evidence, each log once."""
        return list({log.app_log_id: log for own in self.shown.values() for log in own}.values())

    def faults(self) -> Iterator[str]:
        """What is wrong with it."""
        yield from self._borne()
        if (own := self._held()) is not None:
            yield from self._labels(*own)
        match self.item.category:
            case "state_completion":
                yield from self._named()
            case "personalized_service":
                yield from self._service()
            case "temporal":
                yield from self._temporal()
            case "open_state":
                yield from self._open()
            case name if name == UNKNOWN:
                yield from self._unknown()
            case other:
                yield f"there is no category {other!r}"

    def _held(self) -> tuple[State, Change] | None:
        state = next((own for own in self.states if own.key == self.item.state), None)
        change = state.at(self.last) if state else None
        return (state, change) if state and change else None

    def _labels(self, state: State, change: Change) -> Iterator[str]:
        """What is wrong with how it is told what has become of the state."""
        told = transition(state, state.changes.index(change), self.item.checkpoint)
        if (self.item.transition, self.item.steady) != (told, state.steady):
            yield (
                f"it is {told}, not {self.item.transition}"
                if told != self.item.transition
                else "it is told wrongly whether it ever changes"
            )

    def _borne(self) -> Iterator[str]:
        """What is wrong with which logs show which field: each has logs, and each log has the value or says why."""
        if self.shown.keys() != self.item.fields.keys():
            yield f"it names logs for {', '.join(self.shown) or 'nothing'}, not for {', '.join(self.item.fields)}"
            return
        state = next((own for own in self.states if own.key == self.item.state), None)
        for name, value in self.item.fields.items():
            said = value
            if state and name == "status":
                said = state.label
            elif name == "frequency":
                said = self.item.fields.get("days", "")
            bare = [one for one in self.shown[name] if not (bears(said, one) or reason([one]) == value)]
            if bare or not self.shown[name]:
                yield f"{bare[0].app_log_id if bare else 'nothing'} does not show its {name}, {value!r}"

    def _named(self) -> Iterator[str]:
        if (own := self._held()) is None:
            yield f"nothing holds of {self.item.state}"
            return
        state, change = own
        yield from self._expected(
            put(named_blanks(state), fields(state, change)), named_blanks(state), named_text(state)
        )
        yield from self._read(state, change, named_blanks(state))

    def _service(self) -> Iterator[str]:
        own = self._held()
        if own is None or own[1].op == "drop":
            yield f"nothing holds of {self.item.state}"
            return
        state, change = own
        task = None if state.family == "habits" else life_tables.row(state.family, state.name).task
        blanks = service_blanks(state)
        yield from self._expected(put(blanks, askable(state, change)), blanks, task)
        yield from self._read(state, change, blanks)
        if state.family == "habits":
            yield from self._due(change)
        if fault := leak(self.item, state.label):
            yield fault

    def _due(self, change: Change) -> Iterator[str]:
        """What is wrong with the moment of a reminder."""
        found = _MOMENT.match(self.item.text)
        routine = change.routine
        if found is None or routine is None or self.item.gate != "activity":
            yield "it is no reminder"
            return
        day = datetime.strptime(found[1], "%B %d, %Y").date()
        if day <= self.last or not on(routine.schedule, day):
            yield f"nothing is due on {day}"
        if not BEFORE[0] <= minutes(routine.start_time) - minutes(found[2]) < BEFORE[1]:
            yield f"nothing is due after {found[2]}"

    def _read(self, state: State, change: Change, blanks: Mapping[str, str]) -> Iterator[str]:
        """What is wrong with what all logs say, or with what a field's own say of it; and with what is stale."""
        told = fields(state, change)
        if read(state.family, state.name, self.logs) != told:
            yield f"its logs do not prove {told}"
        for name, field in blanks.items():
            own = read(state.family, state.name, self.shown.get(name, ()))
            if field in told and own.get(field) != told[field]:
                yield f"the logs of {name} do not prove {told[field]!r}"
        if self.item.stale != stale(state, state.changes.index(change), blanks.values()):
            yield f"{', '.join(self.item.stale) or 'nothing'} is not what held before"

    def _temporal(self) -> Iterator[str]:
        own = self._held()
        at = own[0].changes.index(own[1]) if own else 0
        if own is None or at == 0:
            yield f"nothing has changed of {self.item.state}"
            return
        state, change = own
        (name, value) = next(iter(self.item.fields.items()), ("", ""))
        yield from self._expected({name: value}, (name,), None)
        if name == "month":
            if value != f"{change.day:%B %Y}" or change.day not in {log.timestamp.date() for log in self.logs}:
                yield f"it changed on {change.day}, and its logs have to say so on that day"
        elif name == "reason":
            if value != change.reason or reason(self.logs) != value or value not in self.item.text:
                yield f"it changed for {change.reason!r}, and its logs have to say so"
        else:
            yield from self._earlier(state, at)

    def _earlier(self, state: State, at: int) -> Iterator[str]:
        """What is wrong with a question for what held on an earlier day."""
        found = _DAY.search(self.item.text)
        before = state.changes[at - 1]
        day = datetime.strptime(found[1], "%B %d, %Y").date() if found else None
        if day is None or not before.day <= day < state.changes[at].day:
            yield f"it asks for no day before {state.changes[at].day}"
        if self.item.fields != {blank(state.label): before.value[0]}:
            yield f"{self.item.fields} is not what held: {before.value[0]!r}"
        elif read(state.family, state.name, self.logs) != {"value": before.value[0]}:
            yield f"its logs do not prove {before.value[0]!r}"

    def _open(self) -> Iterator[str]:
        held = [
            (own, change) for own in self.states if own.domain == self.item.domain and (change := own.at(self.last))
        ]
        wanted = {
            "activities": [own for own, change in held if active(own, change)],
            "changed": [own for own, change in held if newly(change, self.item.checkpoint)],
        }
        name = next(iter(self.item.fields), "")
        labels = sorted(own.label for own in wanted.get(name, []))
        yield from self._expected({name: ", ".join(labels)}, (name,), None)
        if not self.item.text.startswith(f"{self.item.domain}: "):
            yield "it asks of another domain"
        if missing := [label for label in labels if not any(names(log, label) for log in self.logs)]:
            yield f"its logs do not name {missing[0]!r}"

    def _unknown(self) -> Iterator[str]:
        known = {own.name for own in self.states}
        rows = [row for domain in life_tables.domains() for row in domain.attributes if row.key not in known]
        if self.item.text not in {ASKS["attributes"].format(label=row.label) for row in rows}:
            yield "it asks for something that the user has"
        if self.item.answerable or self.item.fields or self.logs:
            yield "it has an answer, or evidence"

    def _expected(self, told: Mapping[str, str], blanks: Collection[str], text: str | None) -> Iterator[str]:
        """What is wrong with fields, blanks and text, the text not being looked at if none is given."""
        if self.item.fields != told:
            yield f"{self.item.fields} is not what holds: {dict(told)}"
        if self.item.template != template(list(blanks)):
            yield f"its template has not the blanks {', '.join(blanks)}"
        if text is not None and self.item.text != text:
            yield f"it does not ask {text!r}"
        if not self.item.answerable:
            yield "it is answered, and not to be"
